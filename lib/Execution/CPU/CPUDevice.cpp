//===- CPUDevice.cpp - The CPU as a device --------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/CPU/CPUDevice.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <thread>

using namespace llvm;
using namespace ttc;

namespace {
class CPUDevice : public exec::Device {
public:
  CPUDevice(cpu::Options options,
            std::function<void(const cpu::Result &)> onResult)
      : options(std::move(options)), onResult(std::move(onResult)) {}

  std::string describe() const override {
    return "cpu: SIMT runtime on " +
           std::to_string(std::max(1u, std::thread::hardware_concurrency())) +
           " cores" + (options.check ? ", with checks" : "");
  }
  /// Kernels that name no target are run as a GPU of this one would.
  std::string defaultTarget() const override { return "cuda:90"; }
  Error launch(const exec::KernelImage &image, exec::Launch &launch) override;

private:
  cpu::Options options;
  std::function<void(const cpu::Result &)> onResult;
};
} // namespace

/// Compiles, with what MLIR has to say as the error's text.
static Expected<std::unique_ptr<cpu::Program>>
compile(const exec::KernelImage &image, const cpu::Options &options) {
  if (!image.lowered)
    return createStringError("the CPU executes lowered modules, and this "
                             "kernel comes without one");
  mlir::ModuleOp module = *image.lowered;
  std::string text;
  raw_string_ostream os(text);
  mlir::ScopedDiagnosticHandler handler(
      module.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (!text.empty())
          os << '\n';
        if (auto place = diagnostic.getLocation()
                             ->findInstanceOf<mlir::FileLineColLoc>())
          os << place.getFilename().getValue() << ':' << place.getLine() << ':'
             << place.getColumn() << ": ";
        os << "error: " << diagnostic;
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          os << "\n  note: " << note;
        return mlir::success();
      });
  std::unique_ptr<cpu::Program> program = cpu::Program::create(module, options);
  if (!program)
    return createStringError(text);
  return program;
}

static cpu::TensorMap::Type mapType(exec::Element element) {
  using Type = cpu::TensorMap::Type;
  switch (element) {
  case exec::Element::F16:
    return Type::F16;
  case exec::Element::BF16:
    return Type::BF16;
  case exec::Element::F32:
    return Type::F32;
  case exec::Element::F64:
    return Type::F64;
  default:
    break;
  }
  static const Type byLogOfBytes[] = {Type::U8, Type::U16, Type::U32,
                                      Type::U64};
  return byLogOfBytes[Log2_32(exec::elementBytes(element))];
}

/// The tensor map of one of the launch's buffers, innermost dimension first.
static cpu::TensorMap toTensorMap(const exec::TensorMap &map,
                                  ArrayRef<exec::ArgumentValue> arguments) {
  const exec::ArgumentValue *buffer =
      find_if(arguments, [&](const exec::ArgumentValue &argument) {
        return argument.name == map.buffer;
      });
  cpu::TensorMap result;
  result.type = mapType(buffer->element);
  result.rank = buffer->shape.size();
  result.buffer = buffer - arguments.begin();
  uint64_t stride = exec::elementBytes(buffer->element);
  for (unsigned dim = 0; dim < result.rank; ++dim) {
    unsigned from = result.rank - 1 - dim;
    if (dim > 0)
      result.strides[dim - 1] = stride;
    stride *= buffer->shape[from];
    result.sizes[dim] = buffer->shape[from];
    result.box[dim] = map.box[from];
  }
  result.swizzle = map.swizzle;
  result.nanFill = map.fillsNaN;
  return result;
}

static cpu::Launch toLaunch(const exec::KernelImage &image,
                            exec::Launch &launch) {
  cpu::Launch result;
  result.kernel = image.name;
  result.grid = launch.grid;
  result.grid[0] *= image.numCTAs;
  for (exec::ArgumentValue &value : launch.arguments) {
    cpu::Argument argument;
    argument.kind = value.isPointer ? cpu::Argument::Kind::Buffer
                                    : cpu::Argument::Kind::Scalar;
    argument.name = value.name;
    argument.data = value.bytes.data();
    argument.bytes = value.bytes.size();
    argument.initialized = value.initialized;
    if (value.map) {
      argument.kind = cpu::Argument::Kind::TensorMap;
      argument.map = toTensorMap(*value.map, launch.arguments);
    }
    result.arguments.push_back(std::move(argument));
  }
  return result;
}

Error CPUDevice::launch(const exec::KernelImage &image, exec::Launch &launch) {
  cpu::Options used = options;
  if (launch.timeoutSeconds > 0)
    used.timeout = launch.timeoutSeconds;
  Expected<std::unique_ptr<cpu::Program>> program = compile(image, used);
  if (!program)
    return program.takeError();
  cpu::Result result;
  if (std::optional<std::string> error =
          (*program)->run(toLaunch(image, launch), result))
    return createStringError(*error);
  if (onResult)
    onResult(result);
  if (result.ok())
    return Error::success();
  std::string text;
  raw_string_ostream os(text);
  for (const cpu::Report &report : result.reports)
    cpu::print(report, os);
  return createStringError(StringRef(text).rtrim());
}

std::unique_ptr<exec::Device>
ttc::exec::createCPUDevice(cpu::Options options,
                           std::function<void(const cpu::Result &)> onResult) {
  return std::make_unique<CPUDevice>(std::move(options), std::move(onResult));
}
