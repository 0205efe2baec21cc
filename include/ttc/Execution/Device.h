//===- Device.h - What runs a compiled kernel -------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between the launch model, which is the same everywhere, and
// the devices: a GPU through the CUDA driver, and the CPU through the SIMT
// runtime. A device gets a compiled kernel and a launch (grid and argument
// values), runs it, and leaves in each buffer what the kernel made of it.
//
// All values are in host memory, little endian, on the way in and out. No
// device prints to standard output.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_DEVICE_H
#define TTC_EXECUTION_DEVICE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "ttc/Execution/Element.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ttc::exec {

/// One parameter of a kernel, in the order of its signature.
struct Parameter {
  /// Name in the source, or "argN" where the text has none.
  std::string name;
  bool isPointer = false;
  /// The scalar's type, or what the pointer points to. A pointer of a lowered
  /// module points to nothing in particular: no value.
  std::optional<Element> element;
  /// The source promises that a scalar is a multiple of this
  /// (tt.divisibility), and the compiler relied on it.
  int64_t divisibility = 1;
};

/// A compiled kernel. The CPU needs `lowered`; a GPU needs `cubin` or `ptx`.
struct KernelImage {
  /// The kernel's symbol.
  std::string name;
  /// What it was compiled for, "cuda:90".
  std::string target;
  unsigned numWarps = 4;
  /// Blocks of a cluster; 1 means no cluster.
  unsigned numCTAs = 1;
  /// Dynamic shared memory, in bytes.
  uint64_t sharedBytes = 0;
  std::vector<Parameter> parameters;
  /// The lowered module (LLVM, NVVM and ptx dialects); null when only a cubin
  /// is at hand.
  mlir::OwningOpRef<mlir::ModuleOp> lowered;
  std::string cubin;
  std::string ptx;
};

/// A descriptor for bulk tensor copies (PTX ISA, "Tensor Maps") of another
/// argument's buffer: its shape, in C order, is the tensor's.
struct TensorMap {
  /// The name of the argument whose buffer it describes.
  std::string buffer;
  /// Elements that one copy moves in each dimension, outermost first.
  llvm::SmallVector<int64_t> box;
  /// Bytes of the swizzle in shared memory: 0, 32, 64 or 128.
  unsigned swizzle = 0;
  /// Elements outside of the tensor are read as NaN instead of zero.
  bool fillsNaN = false;
};

/// The value of one parameter: a scalar's bytes, the contents of the buffer
/// that the pointer points to, or a tensor map (passed by value, 128 bytes).
struct ArgumentValue {
  std::string name;
  bool isPointer = false;
  Element element = Element::I32;
  /// Shape of a buffer, outermost first; empty for a scalar.
  llvm::SmallVector<int64_t> shape;
  /// product(shape) * elementBytes(element) bytes. After a launch: what the
  /// kernel left there.
  std::vector<uint8_t> bytes;
  std::optional<TensorMap> map;
  /// False for a buffer that nothing has written before the launch: its bytes
  /// hold a poison pattern (`poisonByte`), and reading it is an error that a
  /// device may report.
  bool initialized = true;

  int64_t numElements() const;
};

/// The byte that fills buffers nothing wrote: all ones for floating-point
/// types (a NaN in each of them), 0xA5 for integers.
uint8_t poisonByte(Element element);

/// The grid and one argument for each parameter of the kernel. The caller has
/// checked that counts and types agree and that the grid is not empty.
struct Launch {
  /// Programs in x, y and z. A program is a block, or a cluster of
  /// `KernelImage::numCTAs` blocks along x: the device starts
  /// grid[0] * numCTAs blocks in x.
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::vector<ArgumentValue> arguments;
  /// Seconds after which the run is given up as never ending; 0: never.
  double timeoutSeconds = 0;
};

struct BenchOptions {
  /// Launches that are not timed.
  unsigned warmup = 10;
  /// Launches that are timed one by one.
  unsigned repeats = 50;
  /// Overwrite memory larger than the last-level cache before each launch.
  bool flushCache = true;
};

struct BenchResult {
  /// Milliseconds of each timed launch, in order.
  std::vector<double> milliseconds;
};

class Device {
public:
  virtual ~Device();

  /// One line for a person: "cuda:0 NVIDIA H200, sm_90, driver 13.0".
  virtual std::string describe() const = 0;

  /// The target to compile for when the user names none ("cuda:90"), or ""
  /// when the device has no opinion.
  virtual std::string defaultTarget() const { return ""; }

  /// Runs the kernel once over the whole grid and waits for its end. On
  /// success each buffer of `launch` holds its final contents. The error's
  /// text is complete: what failed, where, and what to try.
  virtual llvm::Error launch(const KernelImage &image, Launch &launch) = 0;

  /// Runs the kernel many times and times it; the buffers of `launch` are
  /// left as they were. An error on devices whose time means nothing.
  virtual llvm::Expected<BenchResult> bench(const KernelImage &image,
                                            const Launch &launch,
                                            const BenchOptions &options);
};

/// The CUDA device with this ordinal. Opens libcuda.so.1; an error when there
/// is no driver or no such device.
llvm::Expected<std::unique_ptr<Device>> createCUDADevice(int ordinal = 0);

} // namespace ttc::exec

#endif // TTC_EXECUTION_DEVICE_H
