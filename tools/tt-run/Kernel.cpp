//===- Kernel.cpp - From the input to a kernel that can run ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the input as far as the device needs, or takes a cubin as it is.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "ttc/Compiler/Nesting.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ttc;
using namespace ttc::run;

/// The device's own target, for IR that names none: naming another than the
/// module does is an error, so a module that names one is left alone.
static void chooseTarget(CompileOptions &options, StringRef text,
                         const OpenedDevice &device) {
  if (options.target.empty() && !text.contains("ttg.target"))
    options.target = device.device->defaultTarget();
}

static std::vector<exec::Parameter> toParameters(const KernelInfo &info) {
  std::vector<exec::Parameter> result;
  for (const KernelParameter &parameter : info.parameters)
    result.push_back({parameter.name, parameter.isPointer,
                      exec::parseElement(parameter.type),
                      parameter.divisibility});
  return result;
}

/// A scalar of a type that has no name here can't be given a value.
static Error checkParameters(const exec::KernelImage &image,
                             const KernelInfo &info) {
  for (auto [parameter, source] : zip(image.parameters, info.parameters))
    if (!parameter.isPointer && !parameter.element)
      return createStringError("parameter '" + parameter.name +
                               "' of kernel '" + image.name + "' has type '" +
                               source.type + "', which tt-run can't pass");
  return Error::success();
}

static Expected<Kernel> compileKernel(const Request &request,
                                      const OpenedDevice &device) {
  CompileOptions options = request.compile;
  chooseTarget(options, request.input, device);
  options.stopAfter = device.needs;
  if (device.needs == Stage::Cubin && request.driverAssembles)
    options.stopAfter = Stage::PTX;
  CompileResult result = compile(request.input, request.inputName, options);
  for (const CompileDiagnostic &diagnostic : result.diagnostics)
    errs() << diagnostic.rendered;
  if (!result.succeeded)
    return createStringError("");
  Kernel kernel;
  kernel.context = result.context;
  exec::KernelImage &image = kernel.image;
  image.name = result.kernel.name;
  image.target = result.kernel.target;
  image.numWarps = result.kernel.numWarps;
  image.numCTAs = result.kernel.numCTAs;
  image.sharedBytes = result.kernel.sharedBytes;
  image.parameters = toParameters(result.kernel);
  image.lowered = std::move(result.loweredModule);
  image.cubin = std::move(result.cubin);
  image.ptx = std::move(result.ptx);
  if (Error error = checkParameters(image, result.kernel))
    return error;
  return kernel;
}

/// Reads what the file beside a cubin says of it.
static Error readMetadata(StringRef path, exec::KernelImage &image) {
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError("a cubin needs the JSON that was written with it "
                             "(--metadata): can't read '" +
                             path + "': " + buffer.getError().message());
  Expected<json::Value> value = ttc::parseJSON((*buffer)->getBuffer());
  if (!value)
    return createStringError("'" + path + "': " + toString(value.takeError()));
  json::Object *object = value->getAsObject();
  std::optional<StringRef> name;
  std::optional<int64_t> warps, shared;
  if (object) {
    name = object->getString("name");
    warps = object->getInteger("num_warps");
    shared = object->getInteger("shared");
  }
  if (!name || !warps || *warps < 1 || !shared || *shared < 0)
    return createStringError("'" + path +
                             "' does not say name, num_warps and shared");
  image.name = name->str();
  image.numWarps = static_cast<unsigned>(*warps);
  image.sharedBytes = static_cast<uint64_t>(*shared);
  int64_t ctas = object->getInteger("num_ctas").value_or(1);
  image.numCTAs = static_cast<unsigned>(std::max<int64_t>(ctas, 1));
  return Error::success();
}

static Expected<Kernel> takeCubin(const Request &request,
                                  const OpenedDevice &device) {
  if (device.needs != Stage::Cubin)
    return createStringError("a cubin needs --device=cuda; on the CPU, run "
                             "the TTIR, TTGIR or lowered module it is of");
  Kernel kernel;
  kernel.parametersKnown = false;
  kernel.image.cubin = request.input;
  SmallString<128> path(request.metadata);
  if (path.empty()) {
    path = request.inputName;
    sys::path::replace_extension(path, "json");
  }
  if (Error error = readMetadata(path, kernel.image))
    return error;
  return kernel;
}

Expected<Kernel> ttc::run::prepareKernel(const Request &request,
                                         const OpenedDevice &device) {
  if (StringRef(request.input)
          .starts_with("\x7f"
                       "ELF"))
    return takeCubin(request, device);
  return compileKernel(request, device);
}
