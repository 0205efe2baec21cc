//===- CUDADevice.cpp - Runs kernels on a GPU -----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each buffer lies between two guard zones filled with a pattern. After the
// run the zones must be as they were, so a kernel that writes past the end of
// an argument is found even where the address is valid. All work goes to the
// default stream, in order.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "ttc/Execution/Device.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <chrono>
#include <cstring>
#include <thread>

using namespace llvm;
using namespace ttc::exec;
using namespace ttc::exec::cuda;

namespace {
/// Bytes before and after each buffer; keeps the alignment of cuMemAlloc.
constexpr size_t guardBytes = 64 * 1024;
constexpr uint8_t guardByte = 0xC7;

/// Memory of the device, freed with the object.
struct DeviceMemory {
  const Driver &driver;
  Address address = 0;

  explicit DeviceMemory(const Driver &driver) : driver(driver) {}
  DeviceMemory(DeviceMemory &&other) : driver(other.driver) {
    std::swap(address, other.address);
  }
  ~DeviceMemory() {
    if (address)
      driver.memFree(address);
  }

  Error allocate(size_t bytes) {
    // What a failed call leaves in its result is nobody's to free.
    Address allocated = 0;
    if (Error error = driver.check(driver.memAlloc(&allocated, bytes),
                                   "allocating device memory"))
      return error;
    address = allocated;
    return Error::success();
  }
};

/// Room for any parameter; a tensor map is the largest, and wants this
/// alignment.
using ParameterBytes = EncodedTensorMap;

/// A kernel in the driver, with a launch's buffers and parameters.
class PreparedLaunch {
public:
  explicit PreparedLaunch(const Driver &driver) : driver(driver) {}
  PreparedLaunch(const PreparedLaunch &) = delete;
  ~PreparedLaunch() {
    if (module)
      driver.moduleUnload(module);
  }

  Error prepare(const KernelImage &image, const Launch &launch);
  Error start();
  Error finish(double timeoutSeconds);
  Error copyBack(Launch &launch);
  /// A kernel that does not end can't be stopped from here: freeing its memory
  /// would wait for it.
  void abandon();

private:
  Error load(const KernelImage &image);
  Error setAttributes(const KernelImage &image);
  Error checkParameters(const KernelImage &image, const Launch &launch);
  Error copyIn(const ArgumentValue &argument);
  Error encodeMap(const Launch &launch, const ArgumentValue &argument,
                  EncodedTensorMap &map);
  Error checkGuard(const ArgumentValue &argument, Address zone, bool isAfter);

  const Driver &driver;
  ModuleHandle module = nullptr;
  FunctionHandle function = nullptr;
  LaunchConfig config = {};
  LaunchAttribute cluster = {};
  std::vector<DeviceMemory> memory;
  /// The values of the kernel's parameters and their places, as the driver
  /// wants them.
  std::vector<ParameterBytes> values;
  std::vector<void *> pointers;
};

/// Times launches by events, each after overwriting memory that takes up the
/// whole cache.
class Stopwatch {
public:
  explicit Stopwatch(const Driver &driver) : driver(driver), scratch(driver) {}
  Stopwatch(const Stopwatch &) = delete;
  ~Stopwatch() {
    for (Event event : {before, after})
      if (event)
        driver.eventDestroy(event);
  }

  Error prepare(size_t bytes);
  /// Milliseconds between the launch's start and its end.
  Expected<float> time(PreparedLaunch &launch, double timeoutSeconds);

private:
  const Driver &driver;
  DeviceMemory scratch;
  size_t scratchBytes = 0;
  Event before = nullptr, after = nullptr;
};

class CUDADevice : public Device {
public:
  CUDADevice(const Driver &driver, DeviceHandle handle, int ordinal)
      : driver(driver), handle(handle), ordinal(ordinal) {}
  ~CUDADevice() override {
    if (context)
      driver.contextRelease(handle);
  }

  std::string describe() const override;
  std::string defaultTarget() const override;
  Error launch(const KernelImage &image, Launch &launch) override;
  Expected<BenchResult> bench(const KernelImage &image, const Launch &launch,
                              const BenchOptions &options) override;

private:
  int attribute(DeviceAttribute attribute) const {
    int value = 0;
    driver.deviceGetAttribute(&value, attribute, handle);
    return value;
  }
  Error enter();
  Error checkLimits(const KernelImage &image) const;

  const Driver &driver;
  DeviceHandle handle;
  int ordinal;
  Context context = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// A launch
//===----------------------------------------------------------------------===//

Error PreparedLaunch::load(const KernelImage &image) {
  if (image.cubin.empty() && image.ptx.empty())
    return createStringError("kernel '%s' was compiled neither to a cubin nor "
                             "to PTX",
                             image.name.c_str());
  // The driver's own assembler takes PTX; what it complains of comes in a log.
  char log[4096] = "";
  int options[] = {errorLogBuffer, errorLogBufferSizeBytes};
  void *optionValues[] = {log, reinterpret_cast<void *>(sizeof(log))};
  const std::string &code = image.cubin.empty() ? image.ptx : image.cubin;
  ModuleHandle loaded = nullptr;
  if (Error error = driver.check(
          driver.moduleLoad(&loaded, code.c_str(), 2, options, optionValues),
          "loading the kernel"))
    return createStringError("%s%s%s", toString(std::move(error)).c_str(),
                             log[0] ? "\n" : "", log);
  module = loaded;
  return driver.check(
      driver.moduleGetFunction(&function, module, image.name.c_str()),
      ("looking up kernel '" + image.name + "'").c_str());
}

Error PreparedLaunch::setAttributes(const KernelImage &image) {
  if (image.sharedBytes > 0)
    if (Error error = driver.check(
            driver.functionSetAttribute(function, maxDynamicSharedSizeBytes,
                                        int(image.sharedBytes)),
            "asking for shared memory"))
      return error;
  // Clusters of up to 8 blocks run on every GPU that has clusters.
  if (image.numCTAs > 8)
    return driver.check(
        driver.functionSetAttribute(function, nonPortableClusterSizeAllowed, 1),
        "asking for a large cluster");
  return Error::success();
}

/// Compares the parameters that the machine code declares with the values at
/// hand, where the driver can tell.
Error PreparedLaunch::checkParameters(const KernelImage &image,
                                      const Launch &launch) {
  if (!driver.functionGetParamInfo)
    return Error::success();
  size_t offset, size, count = 0;
  while (driver.functionGetParamInfo(function, count, &offset, &size) ==
         noError) {
    if (count < launch.arguments.size()) {
      const ArgumentValue &argument = launch.arguments[count];
      size_t given = argument.map         ? sizeof(EncodedTensorMap)
                     : argument.isPointer ? sizeof(Address)
                                          : argument.bytes.size();
      if (given != size)
        return createStringError(
            "argument '%s' has %zu bytes, but parameter %zu of kernel '%s' "
            "has %zu",
            argument.name.c_str(), given, count, image.name.c_str(), size);
    }
    ++count;
  }
  // Triton's kernels end with two pointers to scratch memory, null where they
  // use none.
  bool hasScratch = count == launch.arguments.size() + 2;
  if (!hasScratch && count != launch.arguments.size())
    return createStringError(
        "kernel '%s' takes %zu parameters, but %zu arguments are given",
        image.name.c_str(), count, launch.arguments.size());
  return Error::success();
}

Error PreparedLaunch::copyIn(const ArgumentValue &argument) {
  ParameterBytes &value = values.emplace_back();
  if (!argument.isPointer) {
    // A tensor map has no bytes yet.
    llvm::copy(argument.bytes, value.bytes);
    return Error::success();
  }
  size_t size = argument.bytes.size();
  DeviceMemory &block = memory.emplace_back(driver);
  if (Error error = block.allocate(size + 2 * guardBytes))
    return createStringError("argument '%s' (%zu bytes): %s",
                             argument.name.c_str(), size,
                             toString(std::move(error)).c_str());
  Address start = block.address + guardBytes;
  std::memcpy(value.bytes, &start, sizeof(start));
  if (Error error =
          driver.check(driver.memset8(block.address, guardByte, guardBytes),
                       "filling a guard zone"))
    return error;
  if (size > 0)
    if (Error error = driver.check(
            driver.copyToDevice(start, argument.bytes.data(), size),
            "copying an argument to the device"))
      return error;
  return driver.check(driver.memset8(start + size, guardByte, guardBytes),
                      "filling a guard zone");
}

static TensorMapType mapType(Element element) {
  switch (element) {
  case Element::F16:
    return mapF16;
  case Element::BF16:
    return mapBF16;
  case Element::F32:
    return mapF32;
  case Element::F64:
    return mapF64;
  default:
    break;
  }
  unsigned bytes = elementBytes(element);
  return bytes == 1   ? mapU8
         : bytes == 2 ? mapU16
         : bytes == 4 ? mapU32
                      : mapU64;
}

/// Needs the addresses of all buffers, so it comes after copyIn.
Error PreparedLaunch::encodeMap(const Launch &launch,
                                const ArgumentValue &argument,
                                EncodedTensorMap &map) {
  if (!driver.tensorMapEncodeTiled)
    return createStringError("argument '%s': this CUDA driver has no tensor "
                             "maps; version 12.0 or later is needed",
                             argument.name.c_str());
  size_t index = find_if(launch.arguments,
                         [&](const ArgumentValue &buffer) {
                           return buffer.name == argument.map->buffer;
                         }) -
                 launch.arguments.begin();
  const ArgumentValue &buffer = launch.arguments[index];
  Address address;
  std::memcpy(&address, values[index].bytes, sizeof(address));
  size_t rank = buffer.shape.size();
  SmallVector<uint64_t, 5> sizes(reverse(buffer.shape));
  SmallVector<unsigned, 5> box(reverse(argument.map->box)), steps(rank, 1);
  SmallVector<uint64_t, 5> strides(rank, elementBytes(buffer.element));
  for (size_t dim = 1; dim < rank; ++dim)
    strides[dim] = strides[dim - 1] * sizes[dim - 1];
  int swizzle =
      argument.map->swizzle == 0 ? 0 : Log2_32(argument.map->swizzle) - 4;
  // The strides begin with the second dimension; the first one's is implied.
  return driver.check(
      driver.tensorMapEncodeTiled(&map, mapType(buffer.element), rank, address,
                                  sizes.data(), strides.data() + 1, box.data(),
                                  steps.data(), /*interleave=*/0, swizzle,
                                  /*promotion=*/0, argument.map->fillsNaN),
      ("encoding tensor map '" + argument.name + "'").c_str());
}

Error PreparedLaunch::prepare(const KernelImage &image, const Launch &launch) {
  if (Error error = load(image))
    return error;
  if (Error error = setAttributes(image))
    return error;
  if (Error error = checkParameters(image, launch))
    return error;
  memory.reserve(launch.arguments.size());
  for (const ArgumentValue &argument : launch.arguments)
    if (Error error = copyIn(argument))
      return error;
  for (auto [argument, value] : zip(launch.arguments, values))
    if (argument.map)
      if (Error error = encodeMap(launch, argument, value))
        return error;
  values.resize(values.size() + 2); // Scratch pointers; see checkParameters.
  for (ParameterBytes &value : values)
    pointers.push_back(value.bytes);
  config.gridX = launch.grid[0] * image.numCTAs;
  config.gridY = launch.grid[1];
  config.gridZ = launch.grid[2];
  config.blockX = 32 * image.numWarps;
  config.blockY = config.blockZ = 1;
  config.sharedBytes = unsigned(image.sharedBytes);
  if (image.numCTAs > 1) {
    cluster.id = LaunchAttribute::clusterDimension;
    cluster.value[0] = image.numCTAs;
    cluster.value[1] = cluster.value[2] = 1;
    config.attributes = &cluster;
    config.numAttributes = 1;
  }
  return Error::success();
}

Error PreparedLaunch::start() {
  return driver.check(
      driver.launchKernel(&config, function, pointers.data(), nullptr),
      "launching the kernel");
}

Error PreparedLaunch::finish(double timeoutSeconds) {
  using Clock = std::chrono::steady_clock;
  if (timeoutSeconds <= 0)
    return driver.check(driver.streamSynchronize(nullptr),
                        "running the kernel");
  Clock::time_point deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(timeoutSeconds));
  Result state;
  while ((state = driver.streamQuery(nullptr)) == notReady) {
    if (Clock::now() >= deadline) {
      abandon();
      return createStringError("the kernel did not end within %g seconds",
                               timeoutSeconds);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return driver.check(state, "running the kernel");
}

void PreparedLaunch::abandon() {
  module = nullptr;
  for (DeviceMemory &block : memory)
    block.address = 0;
}

Error PreparedLaunch::checkGuard(const ArgumentValue &argument, Address zone,
                                 bool isAfter) {
  std::vector<uint8_t> bytes(guardBytes);
  if (Error error =
          driver.check(driver.copyToHost(bytes.data(), zone, guardBytes),
                       "reading a guard zone"))
    return error;
  size_t where =
      find_if(bytes, [](uint8_t byte) { return byte != guardByte; }) -
      bytes.begin();
  if (where == guardBytes)
    return Error::success();
  return createStringError(
      "the kernel wrote outside of argument '%s', which has %zu bytes: the "
      "byte %zu %s was changed",
      argument.name.c_str(), argument.bytes.size(),
      isAfter ? where + 1 : guardBytes - where,
      isAfter ? "after its end" : "before its start");
}

Error PreparedLaunch::copyBack(Launch &launch) {
  auto *block = memory.data();
  for (ArgumentValue &argument : launch.arguments) {
    if (!argument.isPointer)
      continue;
    size_t size = argument.bytes.size();
    Address start = block->address + guardBytes;
    if (Error error = checkGuard(argument, block->address, false))
      return error;
    if (Error error = checkGuard(argument, start + size, true))
      return error;
    if (size > 0)
      if (Error error = driver.check(
              driver.copyToHost(argument.bytes.data(), start, size),
              "copying an argument back"))
        return error;
    ++block;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

Error Stopwatch::prepare(size_t bytes) {
  scratchBytes = bytes;
  if (bytes > 0)
    if (Error error = scratch.allocate(bytes))
      return error;
  for (Event *event : {&before, &after}) {
    Event created = nullptr;
    if (Error error =
            driver.check(driver.eventCreate(&created, 0), "creating an event"))
      return error;
    *event = created;
  }
  return Error::success();
}

Expected<float> Stopwatch::time(PreparedLaunch &launch, double timeoutSeconds) {
  if (scratchBytes > 0)
    if (Error error =
            driver.check(driver.memset8(scratch.address, 0, scratchBytes),
                         "emptying the cache"))
      return error;
  if (Error error = driver.check(driver.eventRecord(before, nullptr), "timing"))
    return error;
  if (Error error = launch.start())
    return error;
  if (Error error = driver.check(driver.eventRecord(after, nullptr), "timing"))
    return error;
  if (Error error = launch.finish(timeoutSeconds))
    return error;
  float milliseconds = 0;
  if (Error error = driver.check(
          driver.eventElapsedTime(&milliseconds, before, after), "timing"))
    return error;
  return milliseconds;
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

std::string CUDADevice::describe() const {
  char name[256] = "";
  driver.deviceGetName(name, sizeof(name), handle);
  int version = 0;
  driver.driverGetVersion(&version);
  return formatv("cuda:{0} {1}, sm_{2}{3}, CUDA driver {4}.{5}", ordinal, name,
                 attribute(computeCapabilityMajor),
                 attribute(computeCapabilityMinor), version / 1000,
                 version % 1000 / 10)
      .str();
}

std::string CUDADevice::defaultTarget() const {
  return formatv("cuda:{0}{1}", attribute(computeCapabilityMajor),
                 attribute(computeCapabilityMinor))
      .str();
}

Error CUDADevice::enter() {
  if (!context)
    if (Error error = driver.check(driver.contextRetain(&context, handle),
                                   "making a context"))
      return error;
  return driver.check(driver.contextSetCurrent(context), "making a context");
}

/// Names the limit that a kernel breaks, where the driver's launch error would
/// only say that something is invalid.
Error CUDADevice::checkLimits(const KernelImage &image) const {
  unsigned threads = 32 * image.numWarps;
  unsigned maxThreads = attribute(maxThreadsPerBlock);
  if (threads > maxThreads)
    return createStringError(
        "kernel '%s' has %u threads in a block, but %s takes %u at most",
        image.name.c_str(), threads, describe().c_str(), maxThreads);
  uint64_t maxShared = attribute(maxSharedMemoryPerBlockOptin);
  if (image.sharedBytes > maxShared)
    return createStringError(
        "kernel '%s' needs %llu bytes of shared memory, but %s has %llu for "
        "a block",
        image.name.c_str(), static_cast<unsigned long long>(image.sharedBytes),
        describe().c_str(), static_cast<unsigned long long>(maxShared));
  return Error::success();
}

Error CUDADevice::launch(const KernelImage &image, Launch &launch) {
  if (Error error = checkLimits(image))
    return error;
  if (Error error = enter())
    return error;
  PreparedLaunch prepared(driver);
  if (Error error = prepared.prepare(image, launch))
    return error;
  if (Error error = prepared.start())
    return error;
  if (Error error = prepared.finish(launch.timeoutSeconds))
    return error;
  return prepared.copyBack(launch);
}

Expected<BenchResult> CUDADevice::bench(const KernelImage &image,
                                        const Launch &launch,
                                        const BenchOptions &options) {
  if (Error error = checkLimits(image))
    return error;
  if (Error error = enter())
    return error;
  PreparedLaunch prepared(driver);
  if (Error error = prepared.prepare(image, launch))
    return error;
  Stopwatch stopwatch(driver);
  size_t flushBytes =
      options.flushCache ? 4 * size_t(attribute(l2CacheSize)) : 0;
  if (Error error = stopwatch.prepare(flushBytes))
    return error;
  BenchResult result;
  for (unsigned i = 0; i < options.warmup + options.repeats; ++i) {
    Expected<float> time = stopwatch.time(prepared, launch.timeoutSeconds);
    if (!time)
      return time.takeError();
    if (i >= options.warmup)
      result.milliseconds.push_back(*time);
  }
  return result;
}

Expected<std::unique_ptr<Device>> ttc::exec::createCUDADevice(int ordinal) {
  Expected<const Driver *> driver = Driver::get();
  if (!driver)
    return driver.takeError();
  int count = 0;
  if (Error error = (*driver)->check((*driver)->deviceGetCount(&count),
                                     "counting the GPUs"))
    return error;
  if (ordinal < 0 || ordinal >= count)
    return createStringError("there is no GPU number %d: the driver sees %d",
                             ordinal, count);
  DeviceHandle handle;
  if (Error error = (*driver)->check((*driver)->deviceGet(&handle, ordinal),
                                     "opening the GPU"))
    return error;
  return std::make_unique<CUDADevice>(**driver, handle, ordinal);
}
