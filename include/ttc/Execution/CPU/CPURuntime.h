//===- CPURuntime.h - Run a lowered kernel on the CPU -----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lowered module (LLVM + NVVM + ptx dialects, as it would become PTX) is
// compiled for the host and executed with the semantics of the PTX ISA: one
// fiber per thread, warps and blocks meeting where the instructions say so.
//
//   auto program = cpu::Program::create(module, options);   // errors: emitted
//   cpu::Result result = program->run(launch);
//   for (const cpu::Report &r : result.reports) ...
//
// A Program may be run many times, from one thread at a time. Nothing here
// exits or aborts; a fault of the kernel (bad address, stack overflow,
// deadlock, time-out) is a report.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_CPU_CPURUNTIME_H
#define TTC_EXECUTION_CPU_CPURUNTIME_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ttc::cpu {

/// When asynchronous work (copies, wgmma) takes effect: at the wait that the
/// ISA ties it to, at issue, or at a moment drawn from a seed.
enum class AsyncPolicy { Late, Early, Random };

struct Options {
  bool check = true;
  bool profile = false;
  AsyncPolicy async = AsyncPolicy::Late;
  uint64_t seed = 0;
  /// Seconds after which a run is stopped and reported; 0 means never.
  double timeout = 0;
  /// Threads of the host that execute blocks; 0 means one per core. With
  /// checks, a profile, or atomics visible between blocks, one thread runs the
  /// blocks in order, so that results never depend on the machine.
  unsigned workers = 0;
  /// Blocks (clusters, where there are any) to execute: first and count in
  /// the order of their linear index; all of them when unset.
  std::optional<std::pair<uint64_t, uint64_t>> blocks;
  /// libdevice.10.bc, for kernels that call it.
  std::string libdevice;
  /// Called now and then from a worker with blocks done and to do.
  std::function<void(uint64_t done, uint64_t total)> progress;
};

/// A tensor map (the 128-byte descriptor of bulk tensor copies) over one of
/// the launch's buffers. Dimension 0 is the innermost. Sizes in elements,
/// strides in bytes, for dimensions 1 and up.
struct TensorMap {
  enum class Type : uint8_t {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    BF16
  };
  Type type = Type::U8;
  unsigned rank = 1;
  /// Index of the launch argument whose buffer it describes, and a byte offset.
  unsigned buffer = 0;
  uint64_t offset = 0;
  std::array<uint64_t, 5> sizes{};
  std::array<uint64_t, 4> strides{};
  std::array<uint32_t, 5> box{};
  std::array<uint32_t, 5> elementStrides{{1, 1, 1, 1, 1}};
  /// Bytes of the swizzle: 0, 32, 64 or 128.
  unsigned swizzle = 0;
  /// Fill elements outside with NaN instead of zero.
  bool nanFill = false;
};

/// One parameter of the kernel.
struct Argument {
  enum class Kind { Scalar, Buffer, TensorMap };
  Kind kind = Kind::Scalar;
  /// How reports call it.
  std::string name;
  /// Scalar: its bytes, in the kernel's parameter type. Buffer: the memory,
  /// copied in before the run and copied out after it.
  void *data = nullptr;
  size_t bytes = 0;
  /// Buffer: whether its contents count as written before the run.
  bool initialized = true;
  TensorMap map;
};

struct Launch {
  /// The kernel's name; empty where the module has just one.
  std::string kernel;
  std::array<uint32_t, 3> grid{{1, 1, 1}};
  std::vector<Argument> arguments;
};

/// What a check found or what stopped the run.
struct Report {
  enum class Kind {
    Race,
    OutOfBounds,
    Misaligned,
    Uninitialized,
    Divergence,
    BarrierMisuse,
    Deadlock,
    AsyncNotWaited,
    MissingFence,
    LeakedBarrier,
    MemberMask,
    Assertion,
    Fault,
    StackOverflow,
    Timeout,
    BadInstruction,
  };
  Kind kind;
  /// Where the kernel's source says so: file:line:column, or empty.
  std::string where;
  /// One line: what happened, to which thread, at which address.
  std::string message;
  /// Further lines, such as the other party of a race.
  std::vector<std::string> notes;
  /// How many times it was found; the text describes the first.
  uint64_t count = 1;
};

/// The name a report kind is known by, e.g. "race".
llvm::StringRef kindName(Report::Kind kind);

/// Prints "where: error: [kind] message" and the notes.
void print(const Report &report, llvm::raw_ostream &os);

/// What one source line did, summed over the blocks that ran.
struct LineProfile {
  std::string where;
  uint64_t instructions = 0;
  /// Global memory: warp-wide requests, 32-byte sectors they touched, and the
  /// least number of sectors that their bytes fit in.
  uint64_t globalRequests = 0, sectors = 0, minSectors = 0;
  uint64_t globalBytes = 0;
  /// Shared memory: warp-wide requests, wavefronts (passes over the 32 banks)
  /// and the least number of wavefronts for their width.
  uint64_t sharedRequests = 0, wavefronts = 0, minWavefronts = 0;
  uint64_t sharedBytes = 0;
  uint64_t barriers = 0;
  uint64_t branches = 0, divergentBranches = 0;
  /// Warp-level instructions by class, indexed by InstructionClass.
  std::array<uint64_t, 8> classes{};
};

enum class InstructionClass : uint8_t {
  Integer,
  Float,
  Memory,
  Control,
  Warp,
  Barrier,
  Tensor,
  Async,
};

struct Profile {
  std::vector<LineProfile> lines;
  uint64_t blocks = 0;
};

void printText(const Profile &profile, llvm::raw_ostream &os);
void printJSON(const Profile &profile, llvm::raw_ostream &os);

struct Result {
  std::vector<Report> reports;
  Profile profile;
  /// Blocks that ran to their end.
  uint64_t blocksDone = 0;
  /// Wall time of the execution, without compilation.
  double seconds = 0;
  bool ok() const { return reports.empty(); }
};

/// A lowered module compiled for the host.
class Program {
public:
  ~Program();
  /// Compiles `module`, which is left unchanged. What cannot be mapped is an
  /// error at its location, and the result is null.
  static std::unique_ptr<Program> create(mlir::ModuleOp module,
                                         const Options &options);

  /// Names of the kernels, in order.
  std::vector<std::string> kernels() const;

  /// Runs one launch. Errors of the launch itself (grid of zero, wrong number
  /// or size of arguments) are returned as text and nothing is run.
  std::optional<std::string> run(const Launch &launch, Result &result);

  struct Impl;

private:
  explicit Program(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Registers the pass `convert-to-host`, which shows the first half of
/// Program::create: the lowered module as host LLVM dialect.
void registerConvertToHostPass();

} // namespace ttc::cpu

#endif // TTC_EXECUTION_CPU_CPURUNTIME_H
