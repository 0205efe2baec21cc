//===- Driver.h - The CUDA driver, opened at run time -----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the CUDA driver API that ttc calls, looked up in
// libcuda.so.1 when a CUDA device is first asked for. Nothing is needed to
// build or link: the declarations here follow the CUDA Driver API reference
// (types are opaque handles, enumerations are numbers), and the symbols are
// those of the versions that CUDA 12's header maps the names to.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CUDA_DRIVER_H
#define TTC_LIB_EXECUTION_CUDA_DRIVER_H

#include "llvm/Support/Error.h"

#include <cstddef>
#include <cstdint>

namespace ttc::exec::cuda {

using Result = int;
using DeviceHandle = int;
using Context = struct ContextTag *;
using ModuleHandle = struct ModuleTag *;
using FunctionHandle = struct FunctionTag *;
using Stream = struct StreamTag *;
using Event = struct EventTag *;
/// An address in the device's memory.
using Address = unsigned long long;

enum : Result { noError = 0, notReady = 600 };

enum DeviceAttribute : int {
  maxThreadsPerBlock = 1,
  l2CacheSize = 38,
  computeCapabilityMajor = 75,
  computeCapabilityMinor = 76,
  maxSharedMemoryPerBlockOptin = 97,
};

enum FunctionAttribute : int {
  maxThreadsOfFunction = 0,
  sharedSizeBytes = 1,
  localSizeBytes = 3,
  numRegs = 4,
  maxDynamicSharedSizeBytes = 8,
  nonPortableClusterSizeAllowed = 14,
};

enum JitOption : int { errorLogBuffer = 5, errorLogBufferSizeBytes = 6 };

/// One attribute of a launch. The driver's union is 64 bytes long; a cluster's
/// size is three numbers at its start, a switch one.
struct LaunchAttribute {
  enum : int {
    cooperative = 2,
    clusterDimension = 4,
    programmaticStreamSerialization = 6,
  };
  int id;
  int padding;
  unsigned value[16];
};
static_assert(sizeof(LaunchAttribute) == 72, "the driver's layout");

struct LaunchConfig {
  unsigned gridX, gridY, gridZ;
  unsigned blockX, blockY, blockZ;
  unsigned sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};
static_assert(sizeof(LaunchConfig) == 56, "the driver's layout");

/// Field, symbol and parameters of every function that must exist.
#define TTC_CUDA_FUNCTIONS(X)                                                  \
  X(getErrorName, cuGetErrorName, Result, const char **)                       \
  X(getErrorString, cuGetErrorString, Result, const char **)                   \
  X(init, cuInit, unsigned)                                                    \
  X(driverGetVersion, cuDriverGetVersion, int *)                               \
  X(deviceGetCount, cuDeviceGetCount, int *)                                   \
  X(deviceGet, cuDeviceGet, DeviceHandle *, int)                               \
  X(deviceGetName, cuDeviceGetName, char *, int, DeviceHandle)                 \
  X(deviceGetAttribute, cuDeviceGetAttribute, int *, int, DeviceHandle)        \
  X(contextRetain, cuDevicePrimaryCtxRetain, Context *, DeviceHandle)          \
  X(contextRelease, cuDevicePrimaryCtxRelease_v2, DeviceHandle)                \
  X(contextSetCurrent, cuCtxSetCurrent, Context)                               \
  X(contextGetCurrent, cuCtxGetCurrent, Context *)                             \
  X(contextGetDevice, cuCtxGetDevice, DeviceHandle *)                          \
  X(moduleLoad, cuModuleLoadDataEx, ModuleHandle *, const void *, unsigned,    \
    const int *, void **)                                                      \
  X(moduleUnload, cuModuleUnload, ModuleHandle)                                \
  X(moduleGetFunction, cuModuleGetFunction, FunctionHandle *, ModuleHandle,    \
    const char *)                                                              \
  X(functionSetAttribute, cuFuncSetAttribute, FunctionHandle, int, int)        \
  X(functionGetAttribute, cuFuncGetAttribute, int *, int, FunctionHandle)      \
  X(memAlloc, cuMemAlloc_v2, Address *, size_t)                                \
  X(memFree, cuMemFree_v2, Address)                                            \
  X(copyToDevice, cuMemcpyHtoD_v2, Address, const void *, size_t)              \
  X(copyToHost, cuMemcpyDtoH_v2, void *, Address, size_t)                      \
  X(memset8, cuMemsetD8_v2, Address, unsigned char, size_t)                    \
  X(launchKernel, cuLaunchKernelEx, const LaunchConfig *, FunctionHandle,      \
    void **, void **)                                                          \
  X(streamQuery, cuStreamQuery, Stream)                                        \
  X(streamSynchronize, cuStreamSynchronize, Stream)                            \
  X(eventCreate, cuEventCreate, Event *, unsigned)                             \
  X(eventDestroy, cuEventDestroy_v2, Event)                                    \
  X(eventRecord, cuEventRecord, Event, Stream)                                 \
  X(eventElapsedTime, cuEventElapsedTime, float *, Event, Event)

/// A tensor map as the hardware reads it.
struct alignas(64) EncodedTensorMap {
  uint8_t bytes[128];
};

/// cuTensorMapEncodeTiled's enumerations, as far as they are used.
enum TensorMapType : int {
  mapU8 = 0,
  mapU16 = 1,
  mapU32 = 2,
  mapU64 = 4,
  mapF16 = 6,
  mapF32 = 7,
  mapF64 = 8,
  mapBF16 = 9,
};

struct Driver {
#define TTC_CUDA_FIELD(field, symbol, ...) Result (*field)(__VA_ARGS__);
  TTC_CUDA_FUNCTIONS(TTC_CUDA_FIELD)
#undef TTC_CUDA_FIELD

  /// Offset and size of a kernel's parameter; null before CUDA 12.4.
  Result (*functionGetParamInfo)(FunctionHandle, size_t, size_t *, size_t *);

  /// Map, element type, rank, address, sizes, strides in bytes, box, element
  /// strides, and the enumerations for interleaving, swizzle, promotion in L2
  /// and fill; innermost dimension first. Null before CUDA 12.0.
  Result (*tensorMapEncodeTiled)(EncodedTensorMap *, int, unsigned, Address,
                                 const uint64_t *, const uint64_t *,
                                 const unsigned *, const unsigned *, int, int,
                                 int, int);

  /// The driver of this machine, initialized; the same for all callers. An
  /// error when there is none, or when it lacks a function.
  static llvm::Expected<const Driver *> get();

  /// Success, or an error that says what was being done and how CUDA names
  /// and explains the failure.
  llvm::Error check(Result result, const char *action) const;
};

} // namespace ttc::exec::cuda

#endif // TTC_LIB_EXECUTION_CUDA_DRIVER_H
