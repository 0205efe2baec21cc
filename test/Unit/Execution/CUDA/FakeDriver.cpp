//===- FakeDriver.cpp - A CUDA driver without a GPU -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built as libcuda.so.1 for tests of how ttc uses the driver. Device memory is
// the host's. "Machine code" is a text of words, the first of which is the
// kernel's name; the others say what a launch does, with the bytes of the
// kernel's parameters:
//
//   params=8,8,4   sizes of the kernel's parameters
//   copy=N         copies N bytes from the first pointer to the second
//   poke=OFFSET    writes a byte at this offset from the second pointer
//   fail=CODE      the launch reports CODE when it is waited for
//   hang           the launch never ends
//
// Every misuse that a real driver would not survive (unknown address, too
// little shared memory asked for) is an error code here, too.
//
//===----------------------------------------------------------------------===//

#include "FakeDriver.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {
struct Module {
  std::string name;
  std::vector<size_t> parameterSizes;
  size_t copyBytes = 0;
  std::vector<long> pokes;
  int failure = 0;
  bool hangs = false;
  int maxShared = 48 * 1024;
};

struct LaunchAttribute {
  int id, padding;
  unsigned value[16];
};

struct LaunchConfig {
  unsigned grid[3], block[3], shared;
  void *stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

Observed observed;
// What a kernel that never ends may still use is not freed by anybody; it is
// the driver's, and stays reachable here to the end of the process.
auto &allocations = *new std::map<uintptr_t, size_t>;
auto &modules = *new std::set<Module *>;
int pending = 0;
thread_local void *currentContext = nullptr;

constexpr int invalidValue = 1, outOfMemory = 2, invalidDevice = 101,
              invalidImage = 200, notFound = 500, notReady = 600;

bool isAllocated(uintptr_t address, size_t bytes) {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return false;
  --next;
  return address + bytes <= next->first + next->second;
}

bool parse(const char *code, Module &module) {
  std::istringstream words(code);
  words >> module.name;
  std::string word;
  while (words >> word) {
    std::string key = word.substr(0, word.find('='));
    std::istringstream value(
        word.substr(std::min(word.size(), key.size() + 1)));
    long number = 0;
    if (key == "params") {
      std::string size;
      while (std::getline(value, size, ','))
        module.parameterSizes.push_back(
            std::strtoul(size.c_str(), nullptr, 10));
      continue;
    }
    value >> number;
    if (key == "copy")
      module.copyBytes = number;
    else if (key == "poke")
      module.pokes.push_back(number);
    else if (key == "fail")
      module.failure = int(number);
    else if (key == "hang")
      module.hangs = true;
    else
      return false;
  }
  return true;
}
} // namespace

#define API extern "C" __attribute__((visibility("default"))) int

extern "C" __attribute__((visibility("default")))
const Observed *fakeDriverObserved() {
  observed.liveAllocations = allocations.size();
  return &observed;
}

API cuGetErrorName(int code, const char **name) {
  *name = code == 700   ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : code == 200 ? "CUDA_ERROR_INVALID_IMAGE"
          : code == 500 ? "CUDA_ERROR_NOT_FOUND"
                        : nullptr;
  return *name ? 0 : invalidValue;
}
API cuGetErrorString(int code, const char **text) {
  *text = code == 700 ? "an illegal memory access was encountered" : nullptr;
  return *text ? 0 : invalidValue;
}
API cuInit(unsigned) { return 0; }
API cuDriverGetVersion(int *version) { return *version = 13000, 0; }
API cuDeviceGetCount(int *count) { return *count = 1, 0; }
API cuDeviceGet(int *device, int ordinal) {
  return *device = ordinal, ordinal == 0 ? 0 : invalidDevice;
}
API cuDeviceGetName(char *name, int size, int) {
  return std::strncpy(name, "Fake GPU", size), 0;
}
API cuDeviceGetAttribute(int *value, int attribute, int) {
  static const std::map<int, int> values = {
      {1, 1024}, {38, 1 << 16}, {75, 9}, {76, 0}, {97, 232448}};
  auto found = values.find(attribute);
  return found == values.end() ? invalidValue : (*value = found->second, 0);
}
API cuDevicePrimaryCtxRetain(void **context, int) {
  ++observed.retained;
  return *context = &observed, 0;
}
API cuDevicePrimaryCtxRelease_v2(int) { return --observed.retained, 0; }
API cuCtxSetCurrent(void *context) { return currentContext = context, 0; }
API cuCtxGetCurrent(void **context) { return *context = currentContext, 0; }
API cuCtxGetDevice(int *device) { return *device = 0, 0; }

API cuModuleLoadDataEx(Module **module, const void *code, unsigned count,
                       const int *, void **values) {
  *module = new Module;
  if (!parse(static_cast<const char *>(code), **module)) {
    delete *module;
    if (count == 2)
      std::strcpy(static_cast<char *>(values[0]), "the fake assembler's log");
    return invalidImage;
  }
  modules.insert(*module);
  observed.liveModules = modules.size();
  return 0;
}
API cuModuleUnload(Module *module) {
  modules.erase(module);
  delete module;
  observed.liveModules = modules.size();
  return 0;
}
API cuModuleGetFunction(Module **function, Module *module, const char *name) {
  *function = module;
  return module->name == name ? 0 : notFound;
}
API cuFuncSetAttribute(Module *function, int attribute, int value) {
  if (attribute != 8)
    return invalidValue;
  function->maxShared = value;
  return 0;
}
API cuFuncGetAttribute(int *value, int attribute, Module *) {
  static const std::map<int, int> values = {
      {0, 512}, {1, 64}, {3, 16}, {4, 40}};
  auto found = values.find(attribute);
  return found == values.end() ? invalidValue : (*value = found->second, 0);
}
API cuFuncGetParamInfo(Module *function, size_t index, size_t *offset,
                       size_t *size) {
  if (index >= function->parameterSizes.size())
    return invalidValue;
  *offset = 8 * index;
  *size = function->parameterSizes[index];
  return 0;
}

API cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  if (bytes > size_t(1) << 30)
    return outOfMemory;
  void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  *address = reinterpret_cast<uintptr_t>(memory);
  allocations[*address] = bytes;
  return 0;
}
API cuMemFree_v2(unsigned long long address) {
  if (!allocations.erase(address))
    return invalidValue;
  std::free(reinterpret_cast<void *>(address));
  return 0;
}
API cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  if (!isAllocated(to, bytes))
    return invalidValue;
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return 0;
}
API cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  if (!isAllocated(from, bytes))
    return invalidValue;
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return 0;
}
API cuMemsetD8_v2(unsigned long long at, unsigned char value, size_t bytes) {
  if (!isAllocated(at, bytes))
    return invalidValue;
  ++observed.memsets;
  std::memset(reinterpret_cast<void *>(at), value, bytes);
  return 0;
}

API cuLaunchKernelEx(const LaunchConfig *config, Module *function,
                     void **parameters, void **) {
  if (int(config->shared) > function->maxShared)
    return invalidValue;
  std::memcpy(observed.grid, config->grid, sizeof(config->grid));
  std::memcpy(observed.block, config->block, sizeof(config->block));
  observed.shared = config->shared;
  observed.stream = config->stream;
  observed.context = currentContext;
  observed.clusterX = observed.attributes = 0;
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    observed.attributes |= 1u << attribute.id;
    if (attribute.id == 4)
      observed.clusterX = attribute.value[0];
  }
  ++observed.launches;
  char *pointers[2] = {};
  for (size_t i = 0; i < std::min<size_t>(2, function->parameterSizes.size());
       ++i)
    std::memcpy(&pointers[i], parameters[i], 8);
  if (function->copyBytes)
    std::memcpy(pointers[1], pointers[0], function->copyBytes);
  for (size_t i = 0; i < function->parameterSizes.size(); ++i)
    if (function->parameterSizes[i] == 128)
      std::memcpy(observed.map, parameters[i], sizeof(observed.map));
  for (long offset : function->pokes)
    pointers[1][offset] = 1;
  pending = function->hangs ? notReady : function->failure;
  return 0;
}
API cuStreamQuery(void *) { return pending; }
API cuStreamSynchronize(void *) { return pending; }

/// Leaves what it was told where the "kernel" can be seen to get it.
API cuTensorMapEncodeTiled(void *map, int type, unsigned rank,
                           unsigned long long address, const uint64_t *sizes,
                           const uint64_t *strides, const unsigned *box,
                           const unsigned *steps, int, int swizzle, int,
                           int fill) {
  if (!isAllocated(address, 1) || reinterpret_cast<uintptr_t>(map) % 64)
    return invalidValue;
  uint64_t fields[] = {uint64_t(type),    rank,          sizes[0], sizes[1],
                       strides[0],        box[0],        box[1],   steps[0],
                       uint64_t(swizzle), uint64_t(fill)};
  std::memcpy(map, fields, sizeof(fields));
  return 0;
}

API cuEventCreate(void **event, unsigned) {
  ++observed.liveEvents;
  return *event = new int(0), 0;
}
API cuEventDestroy_v2(void *event) {
  --observed.liveEvents;
  delete static_cast<int *>(event);
  return 0;
}
API cuEventRecord(void *event, void *) {
  return *static_cast<int *>(event) = int(observed.launches), 0;
}
API cuEventElapsedTime(float *milliseconds, void *start, void *end) {
  *milliseconds = float(*static_cast<int *>(end) - *static_cast<int *>(start));
  return 0;
}
