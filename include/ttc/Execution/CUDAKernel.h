//===- CUDAKernel.h - A loaded kernel and its launches ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For callers that have device memory, streams and contexts of their own, such
// as those of PyTorch: a kernel is loaded once into the context that is current
// and launched there, asynchronously, on addresses that the caller gives.
// Device.h is for those who have values only.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_CUDAKERNEL_H
#define TTC_EXECUTION_CUDAKERNEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ttc::exec {

struct CUDALaunch {
  /// Blocks in x, y and z.
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// Of a block.
  uint32_t numThreads = 1;
  /// Blocks of a cluster in x, y and z; no clusters where unset.
  std::optional<std::array<uint32_t, 3>> cluster;
  /// Dynamic shared memory in bytes, at most what was given at loading.
  uint32_t sharedBytes = 0;
  /// CUstream; null for the default stream.
  void *stream = nullptr;
  /// Where each argument's value is. The two pointers to scratch memory that
  /// Triton's kernels end with may be left out: they are null then.
  llvm::ArrayRef<const void *> arguments;
  /// All blocks are to run at once.
  bool cooperative = false;
  /// May start while the kernel before it in the stream ends.
  bool programmaticDependent = false;
};

class CUDAKernel {
public:
  /// Loads a cubin, or PTX, and looks up the kernel. It goes to the current
  /// context, or to the primary one of the device where `device` names another
  /// than the current one, or where there is no context yet; this becomes
  /// current if there is none.
  static llvm::Expected<std::unique_ptr<CUDAKernel>>
  load(llvm::StringRef code, llvm::StringRef name, uint32_t sharedBytes,
       std::optional<int> device);
  ~CUDAKernel();

  /// Starts the kernel and does not wait. May run in many threads at once.
  llvm::Error launch(const CUDALaunch &launch) const;

  /// "num_parameters" (-1 if the driver does not tell), "num_regs",
  /// "local_bytes", "static_shared", "max_threads", "device"; nullopt for
  /// others.
  std::optional<int64_t> getProperty(llvm::StringRef property) const;
  /// The sizes of the parameters in bytes; empty if the driver does not tell.
  llvm::ArrayRef<size_t> getParameterSizes() const;

  struct Impl;

private:
  explicit CUDAKernel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// How many devices the driver sees.
llvm::Expected<int> getNumCUDADevices();

/// "cuda:90" for the device of that number, or for the current one.
llvm::Expected<std::string> getCUDATarget(std::optional<int> device);

/// Waits for all work in the stream; kernels' errors appear here.
llvm::Error synchronizeCUDAStream(void *stream);

} // namespace ttc::exec

#endif // TTC_EXECUTION_CUDAKERNEL_H
