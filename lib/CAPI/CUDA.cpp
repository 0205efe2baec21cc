//===- CUDA.cpp - The CUDA driver for C -----------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "ttc/Execution/CUDAKernel.h"

using namespace ttc;
using namespace ttc::capi;
using llvm::StringRef;

struct ttcCUDAKernel {
  std::unique_ptr<exec::CUDAKernel> kernel;
};

/// A device's number as C gives it: -1 is the current one.
static std::optional<int> getDevice(int device) {
  return device == -1 ? std::nullopt : std::optional(device);
}

ttcError *ttcCUDAGetDeviceCount(int *count) {
  if (!count)
    return makeNullError("count");
  *count = 0;
  llvm::Expected<int> found = exec::getNumCUDADevices();
  if (!found)
    return makeError(ttcErrorCUDA, found.takeError());
  *count = *found;
  return nullptr;
}

ttcError *ttcCUDAGetDeviceTarget(int device, const char **target) {
  if (!target)
    return makeNullError("target");
  *target = nullptr;
  llvm::Expected<std::string> found = exec::getCUDATarget(getDevice(device));
  if (!found)
    return makeError(ttcErrorCUDA, found.takeError());
  for (size_t i = 0; const char *known = ttcGetTarget(i); ++i)
    if (*found == known)
      return *target = known, nullptr;
  return makeError(ttcErrorCUDA, "the GPU is a " + *found +
                                     ", which ttc does not compile for");
}

ttcError *ttcCUDAKernelLoad(const void *code, size_t size, const char *name,
                            uint32_t sharedBytes, int device,
                            ttcCUDAKernel **kernel) {
  if (!kernel)
    return makeNullError("kernel");
  *kernel = nullptr;
  if (!code)
    return makeNullError("code");
  if (!name)
    return makeNullError("name");
  return guard([&]() -> ttcError * {
    llvm::Expected<std::unique_ptr<exec::CUDAKernel>> loaded =
        exec::CUDAKernel::load(StringRef(static_cast<const char *>(code), size),
                               name, sharedBytes, getDevice(device));
    if (!loaded)
      return makeError(ttcErrorCUDA, loaded.takeError());
    *kernel = new ttcCUDAKernel{std::move(*loaded)};
    return nullptr;
  });
}

void ttcCUDAKernelDestroy(ttcCUDAKernel *kernel) { delete kernel; }

int ttcCUDAKernelGetInteger(const ttcCUDAKernel *kernel, const char *property,
                            int64_t *value) {
  if (!kernel || !property || !value)
    return 0;
  std::optional<int64_t> found = kernel->kernel->getProperty(property);
  if (found)
    *value = *found;
  return found.has_value();
}

size_t ttcCUDAKernelGetParameterSize(const ttcCUDAKernel *kernel,
                                     size_t index) {
  if (!kernel || index >= kernel->kernel->getParameterSizes().size())
    return 0;
  return kernel->kernel->getParameterSizes()[index];
}

ttcError *ttcCUDAKernelLaunch(ttcCUDAKernel *kernel, const uint32_t grid[3],
                              uint32_t numThreads, const uint32_t cluster[3],
                              uint32_t sharedBytes, void *stream,
                              const void *const *arguments, size_t numArguments,
                              unsigned flags) {
  if (!kernel)
    return makeNullError("kernel");
  if (!grid)
    return makeNullError("grid");
  if (!arguments && numArguments > 0)
    return makeNullError("arguments");
  for (size_t i = 0; i < numArguments; ++i)
    if (!arguments[i])
      return makeNullError(("arguments[" + std::to_string(i) + "]").c_str());
  exec::CUDALaunch launch;
  launch.grid = {grid[0], grid[1], grid[2]};
  launch.numThreads = numThreads;
  if (cluster)
    launch.cluster = {cluster[0], cluster[1], cluster[2]};
  launch.sharedBytes = sharedBytes;
  launch.stream = stream;
  launch.arguments = llvm::ArrayRef(arguments, numArguments);
  launch.cooperative = flags & ttcLaunchCooperative;
  launch.programmaticDependent = flags & ttcLaunchProgrammaticDependent;
  if (llvm::Error error = kernel->kernel->launch(launch))
    return makeError(ttcErrorCUDA, std::move(error));
  return nullptr;
}

ttcError *ttcCUDAStreamSynchronize(void *stream) {
  if (llvm::Error error = exec::synchronizeCUDAStream(stream))
    return makeError(ttcErrorCUDA, std::move(error));
  return nullptr;
}
