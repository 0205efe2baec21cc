//===- CUDAKernel.cpp - A loaded kernel and its launches ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch costs two calls of the driver: one asks for the current context, one
// launches. Only where that is another context than the kernel's is it changed,
// and changed back.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/CUDAKernel.h"

#include "Driver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <elf.h>

using namespace llvm;
using namespace ttc::exec;
using namespace ttc::exec::cuda;

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

namespace {
/// Makes a context current while it lives, unless it is already.
class ContextScope {
public:
  ContextScope(const Driver &driver, Context wanted) : driver(driver) {
    driver.contextGetCurrent(&before);
    changed = before != wanted;
    if (changed)
      driver.contextSetCurrent(wanted);
  }
  ~ContextScope() {
    if (changed)
      driver.contextSetCurrent(before);
  }

private:
  const Driver &driver;
  Context before = nullptr;
  bool changed;
};

/// Where a kernel lives. A primary context is retained as long as this.
struct Place {
  const Driver *driver = nullptr;
  DeviceHandle device = 0;
  Context context = nullptr;
  bool isRetained = false;

  Error find(std::optional<int> wanted);
  Error retain();
  void release() {
    if (isRetained)
      driver->contextRelease(device);
    isRetained = false;
  }
};
} // namespace

Error Place::retain() {
  if (Error error = driver->check(driver->contextRetain(&context, device),
                                  "making a context"))
    return error;
  isRetained = true;
  return Error::success();
}

Error Place::find(std::optional<int> wanted) {
  Expected<const Driver *> opened = Driver::get();
  if (!opened)
    return opened.takeError();
  driver = *opened;
  Context current = nullptr;
  if (Error error = driver->check(driver->contextGetCurrent(&current),
                                  "asking for the current context"))
    return error;
  DeviceHandle currentDevice = 0;
  if (current)
    if (Error error = driver->check(driver->contextGetDevice(&currentDevice),
                                    "asking for the current device"))
      return error;
  if (Error error = driver->check(
          driver->deviceGet(&device, wanted.value_or(currentDevice)),
          ("opening GPU number " + Twine(wanted.value_or(currentDevice)))
              .str()
              .c_str()))
    return error;
  if (current && device == currentDevice) {
    context = current;
    return Error::success();
  }
  if (Error error = retain())
    return error;
  if (current)
    return Error::success();
  return driver->check(driver->contextSetCurrent(context),
                       "making a context current");
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

struct CUDAKernel::Impl {
  Place place;
  std::string name;
  ModuleHandle module = nullptr;
  FunctionHandle function = nullptr;
  SmallVector<size_t> parameterSizes;

  ~Impl() {
    if (module) {
      ContextScope scope(*place.driver, place.context);
      place.driver->moduleUnload(module);
    }
    place.release();
  }

  Error load(StringRef code, uint32_t sharedBytes);
  Error checkCount(size_t numArguments) const;
};

CUDAKernel::CUDAKernel(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
CUDAKernel::~CUDAKernel() = default;

/// The driver is told no size, so it must not be led outside of the code.
static Error checkCode(StringRef code) {
  if (!code.starts_with(StringRef(ELFMAG, SELFMAG))) {
    if (code.empty() || code.contains('\0'))
      return createStringError("this is neither a cubin nor PTX");
    return Error::success();
  }
  Elf64_Ehdr header;
  if (code.size() >= sizeof(header)) {
    std::memcpy(&header, code.data(), sizeof(header));
    uint64_t sections = uint64_t(header.e_shentsize) * header.e_shnum;
    uint64_t segments = uint64_t(header.e_phentsize) * header.e_phnum;
    if (header.e_shoff <= code.size() && header.e_phoff <= code.size() &&
        sections <= code.size() - header.e_shoff &&
        segments <= code.size() - header.e_phoff)
      return Error::success();
  }
  return createStringError("the cubin is cut off: it has " +
                           std::to_string(code.size()) + " bytes");
}

Error CUDAKernel::Impl::load(StringRef code, uint32_t sharedBytes) {
  if (Error error = checkCode(code))
    return error;
  const Driver &driver = *place.driver;
  ContextScope scope(driver, place.context);
  // The driver's own assembler takes PTX; what it complains of comes in a log.
  char log[4096] = "";
  int options[] = {errorLogBuffer, errorLogBufferSizeBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  ModuleHandle loaded = nullptr;
  if (Error error = driver.check(
          driver.moduleLoad(&loaded, code.str().c_str(), 2, options, values),
          "loading the kernel"))
    return createStringError("%s%s%s", toString(std::move(error)).c_str(),
                             log[0] ? "\n" : "", log);
  module = loaded;
  if (Error error = driver.check(
          driver.moduleGetFunction(&function, module, name.c_str()),
          ("looking up kernel '" + name + "'").c_str()))
    return error;
  size_t offset, size;
  if (driver.functionGetParamInfo)
    for (size_t index = 0; driver.functionGetParamInfo(function, index, &offset,
                                                       &size) == noError;
         ++index)
      parameterSizes.push_back(size);
  if (sharedBytes == 0)
    return Error::success();
  return driver.check(
      driver.functionSetAttribute(function, maxDynamicSharedSizeBytes,
                                  int(sharedBytes)),
      ("asking for " + Twine(sharedBytes) + " bytes of shared memory")
          .str()
          .c_str());
}

Expected<std::unique_ptr<CUDAKernel>>
CUDAKernel::load(StringRef code, StringRef name, uint32_t sharedBytes,
                 std::optional<int> device) {
  auto impl = std::make_unique<Impl>();
  impl->name = name.str();
  if (Error error = impl->place.find(device))
    return error;
  if (Error error = impl->load(code, sharedBytes))
    return error;
  return std::unique_ptr<CUDAKernel>(new CUDAKernel(std::move(impl)));
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

std::optional<int64_t> CUDAKernel::getProperty(StringRef property) const {
  const Driver &driver = *impl->place.driver;
  if (property == "num_parameters")
    return driver.functionGetParamInfo ? int64_t(impl->parameterSizes.size())
                                       : -1;
  if (property == "device")
    return impl->place.device;
  static constexpr std::pair<StringLiteral, FunctionAttribute> attributes[] = {
      {"max_threads", maxThreadsOfFunction},
      {"static_shared", sharedSizeBytes},
      {"local_bytes", localSizeBytes},
      {"num_regs", numRegs}};
  for (auto [name, attribute] : attributes) {
    int value = 0;
    if (property == name && driver.functionGetAttribute(
                                &value, attribute, impl->function) == noError)
      return value;
  }
  return std::nullopt;
}

ArrayRef<size_t> CUDAKernel::getParameterSizes() const {
  return impl->parameterSizes;
}

Expected<int> ttc::exec::getNumCUDADevices() {
  Expected<const Driver *> driver = Driver::get();
  if (!driver)
    return driver.takeError();
  int count = 0;
  if (Error error = (*driver)->check((*driver)->deviceGetCount(&count),
                                     "counting the GPUs"))
    return error;
  return count;
}

Expected<std::string> ttc::exec::getCUDATarget(std::optional<int> device) {
  Expected<const Driver *> opened = Driver::get();
  if (!opened)
    return opened.takeError();
  const Driver &driver = **opened;
  DeviceHandle handle = 0;
  Context current = nullptr;
  driver.contextGetCurrent(&current);
  if (!device && current) {
    if (Error error = driver.check(driver.contextGetDevice(&handle),
                                   "asking for the current device"))
      return error;
  } else if (Error error = driver.check(
                 driver.deviceGet(&handle, device.value_or(0)),
                 ("opening GPU number " + Twine(device.value_or(0)))
                     .str()
                     .c_str())) {
    return error;
  }
  int major = 0, minor = 0;
  driver.deviceGetAttribute(&major, computeCapabilityMajor, handle);
  driver.deviceGetAttribute(&minor, computeCapabilityMinor, handle);
  return "cuda:" + std::to_string(major) + std::to_string(minor);
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

/// Triton's kernels end with that many pointers to scratch memory.
static constexpr size_t numScratchPointers = 2;

Error CUDAKernel::Impl::checkCount(size_t numArguments) const {
  size_t count = parameterSizes.size();
  if (!place.driver->functionGetParamInfo || numArguments == count ||
      numArguments + numScratchPointers == count)
    return Error::success();
  return createStringError(
      "kernel '%s' takes %zu parameters, but %zu arguments are given",
      name.c_str(), count, numArguments);
}

/// What a launch is besides its grid, as the driver wants it.
static SmallVector<LaunchAttribute, 3> getAttributes(const CUDALaunch &launch) {
  SmallVector<LaunchAttribute, 3> attributes;
  auto add = [&](int id, std::array<uint32_t, 3> value) {
    LaunchAttribute &attribute = attributes.emplace_back();
    attribute = {};
    attribute.id = id;
    llvm::copy(value, attribute.value);
  };
  if (launch.cluster)
    add(LaunchAttribute::clusterDimension, *launch.cluster);
  if (launch.cooperative)
    add(LaunchAttribute::cooperative, {1, 0, 0});
  if (launch.programmaticDependent)
    add(LaunchAttribute::programmaticStreamSerialization, {1, 0, 0});
  return attributes;
}

Error CUDAKernel::launch(const CUDALaunch &launch) const {
  const Driver &driver = *impl->place.driver;
  if (Error error = impl->checkCount(launch.arguments.size()))
    return error;
  SmallVector<void *, 32> pointers;
  for (const void *argument : launch.arguments)
    pointers.push_back(const_cast<void *>(argument));
  Address none = 0;
  pointers.append(numScratchPointers, &none);
  SmallVector<LaunchAttribute, 3> attributes = getAttributes(launch);
  LaunchConfig config = {};
  config.gridX = launch.grid[0];
  config.gridY = launch.grid[1];
  config.gridZ = launch.grid[2];
  config.blockX = launch.numThreads;
  config.blockY = config.blockZ = 1;
  config.sharedBytes = launch.sharedBytes;
  config.stream = static_cast<Stream>(launch.stream);
  config.attributes = attributes.data();
  config.numAttributes = attributes.size();

  ContextScope scope(driver, impl->place.context);
  // Clusters of up to 8 blocks run on every GPU that has clusters.
  if (launch.cluster &&
      (*launch.cluster)[0] * (*launch.cluster)[1] * (*launch.cluster)[2] > 8)
    if (Error error =
            driver.check(driver.functionSetAttribute(
                             impl->function, nonPortableClusterSizeAllowed, 1),
                         "asking for a large cluster"))
      return error;
  return driver.check(
      driver.launchKernel(&config, impl->function, pointers.data(), nullptr),
      ("launching kernel '" + impl->name + "'").c_str());
}

Error ttc::exec::synchronizeCUDAStream(void *stream) {
  Expected<const Driver *> driver = Driver::get();
  if (!driver)
    return driver.takeError();
  return (*driver)->check(
      (*driver)->streamSynchronize(static_cast<Stream>(stream)),
      "running the kernel");
}
