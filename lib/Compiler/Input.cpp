//===- Input.cpp - What a module given to the compiler is -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All errors are diagnostics at the module, or at the text where there is no
// module yet.
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "ttc/Compiler/TextFault.h"
#include "ttc/Dialect/TT/IR/TT.h"
#include "ttc/Dialect/TT/Transforms/DescriptorParts.h"
#include "ttc/Dialect/TTG/IR/ModuleSettings.h"
#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// The position of `offset` in `text`.
static Location getLocation(StringRef text, StringRef name, size_t offset,
                            MLIRContext *context) {
  StringRef before = text.take_front(offset);
  unsigned line = before.count('\n') + 1;
  unsigned column = offset - (before.rfind('\n') + 1) + 1;
  return FileLineColLoc::get(context, name, line, column);
}

/// A text without `module` gets one whose location has line 0, which leads a
/// reader of a diagnostic nowhere: it moves to the first function, or where
/// there is none to the start of the text.
static void giveLocation(ModuleOp module) {
  auto place = dyn_cast<FileLineColLoc>(module.getLoc());
  if (!place || place.getLine() != 0)
    return;
  auto functions = module.getOps<FunctionOpInterface>();
  if (functions.empty())
    module->setLoc(FileLineColLoc::get(place.getFilename(), 1, 1));
  else
    module->setLoc((*functions.begin()).getLoc());
}

OwningOpRef<ModuleOp> ttc::parseInput(StringRef text, StringRef name,
                                      MLIRContext *context) {
  if (isBytecode(llvm::MemoryBufferRef(text, name))) {
    emitError(FileLineColLoc::get(context, name, 1, 1))
        << "this is MLIR bytecode; ttc reads MLIR assembly text";
    return nullptr;
  }
  if (std::optional<TextFault> fault = findTextFault(text)) {
    emitError(getLocation(text, name, fault->offset, context))
        << fault->message;
    return nullptr;
  }
  // MLIR's lexer looks for a zero behind the text. A caller's need not have
  // one.
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                             llvm::SMLoc());
  ParserConfig config(context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
  if (!module || failed(verifyParsed(*module)))
    return nullptr;
  giveLocation(*module);
  return module;
}

//===----------------------------------------------------------------------===//
// Level
//===----------------------------------------------------------------------===//

FailureOr<Stage> ttc::detectLevel(ModuleOp module) {
  bool hasTiles = !module.getOps<tt::FuncOp>().empty();
  bool hasLowered = !module.getOps<LLVM::LLVMFuncOp>().empty();
  if (hasTiles && hasLowered)
    return module.emitError(
        "the module has functions of both tt and LLVM, so it is neither TTIR, "
        "TTGIR nor a lowered module");
  if (hasLowered)
    return Stage::Lowered;
  if (hasTiles)
    return module->hasAttr(ttg::numWarpsAttrName) ? Stage::TTGIR : Stage::TTIR;
  return module.emitError(
      "the module has neither a tt.func nor an llvm.func, so "
      "there is nothing to compile");
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

static bool isKernel(FunctionOpInterface function) {
  if (function.isExternal())
    return false;
  if (isa<tt::FuncOp>(function))
    return function.isPublic();
  return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
}

/// Whether a launch can pass it.
static bool isParameterType(Type type) {
  if (auto pointer = dyn_cast<tt::PointerType>(type))
    return !isa<ShapedType>(pointer.getPointeeType());
  return isa<IntegerType, FloatType, tt::TensorDescType>(type);
}

/// Refuses parameters that exist inside of kernels only. Lowered modules may
/// have any that LLVM has.
static LogicalResult verifyParameters(FunctionOpInterface kernel) {
  if (!isa<tt::FuncOp>(kernel))
    return success();
  for (BlockArgument argument : kernel.getArguments())
    if (!isParameterType(argument.getType()))
      return kernel.emitError()
             << "argument " << argument.getArgNumber() << " of kernel '"
             << kernel.getName()
             << "': expected a number, a pointer to one or a tensor "
                "descriptor, found "
             << argument.getType();
  return success();
}

FailureOr<FunctionOpInterface> ttc::selectKernel(ModuleOp module,
                                                 StringRef name) {
  SmallVector<FunctionOpInterface> kernels =
      llvm::filter_to_vector(module.getOps<FunctionOpInterface>(), isKernel);
  if (kernels.empty())
    return module.emitError(
        "the module has no kernel: no public tt.func, and no "
        "llvm.func with nvvm.kernel");
  auto list = [&] {
    return llvm::join(
        llvm::map_range(kernels,
                        [](FunctionOpInterface f) { return f.getName(); }),
        ", ");
  };
  FunctionOpInterface selected;
  if (!name.empty()) {
    for (FunctionOpInterface kernel : kernels)
      if (kernel.getName() == name)
        selected = kernel;
    if (!selected)
      return module.emitError()
             << "the module has no kernel '" << name << "'; it has " << list();
  } else if (kernels.size() > 1) {
    return module.emitError() << "the module has several kernels, of which one "
                                 "must be chosen by name: "
                              << list();
  } else {
    selected = kernels.front();
  }
  if (failed(verifyParameters(selected)))
    return failure();
  for (FunctionOpInterface kernel : kernels)
    if (kernel != selected && SymbolTable::symbolKnownUseEmpty(kernel, module))
      kernel.erase();
  return selected;
}

//===----------------------------------------------------------------------===//
// Configuration
//===----------------------------------------------------------------------===//

LogicalResult ttc::checkOptions(ModuleOp module,
                                const CompileOptions &options) {
  if (llvm::Error error = checkOptions(options))
    return module.emitError() << llvm::toString(std::move(error));
  if (llvm::Error error = Toolkit(options.toolkit).checkPaths())
    return emitToolkitError(module.getLoc())
           << llvm::toString(std::move(error));
  return success();
}

FailureOr<TargetInfo> ttc::settleConfiguration(ModuleOp module,
                                               const CompileOptions &options,
                                               KernelInfo &kernel) {
  FailureOr<ttg::ModuleSettings> settings = ttg::settleModule(
      module, {options.target, options.numWarps, options.numCTAs});
  if (failed(settings))
    return failure();
  kernel.target = settings->target.getModuleName();
  kernel.arch = settings->target.getName().str();
  kernel.numWarps = settings->numWarps;
  kernel.numCTAs = settings->numCTAs;
  kernel.numStages = options.numStages;
  kernel.fpFusion = options.fpFusion;
  return settings->target;
}

FailureOr<std::optional<unsigned>>
ttc::settleMaxRegisters(ModuleOp module, const CompileOptions &options) {
  std::optional<int64_t> stated =
      ttg::lookupModuleAttr(module, ttg::maxRegistersAttrName);
  if (!stated)
    return options.maxRegisters;
  if (options.maxRegisters && *options.maxRegisters != *stated)
    return module.emitError()
           << "the module says " << ttg::maxRegistersAttrName << " = "
           << *stated << ", but " << *options.maxRegisters
           << " registers were asked for";
  if (*stated < 1 || *stated > maxRegistersPerThread)
    return module.emitError() << ttg::maxRegistersAttrName << " is " << *stated
                              << ", which is no number of registers";
  return std::optional<unsigned>(*stated);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static std::string printType(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

/// "128x64xf16"
static std::string printTile(RankedTensorType tile) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (int64_t size : tile.getShape())
    stream << size << "x";
  tile.getElementType().print(stream);
  return text;
}

/// A parameter of a type that is passed as it is.
static KernelParameter describeParameter(Type type, std::string name) {
  KernelParameter parameter;
  parameter.name = std::move(name);
  if (auto pointer = dyn_cast<tt::PointerType>(type)) {
    parameter.isPointer = true;
    parameter.type = printType(pointer.getPointeeType());
  } else if (isa<LLVM::LLVMPointerType>(type)) {
    parameter.isPointer = true;
  } else if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
    parameter.isDescriptor = true;
    parameter.type = printTile(descriptor.getBlockType());
  } else {
    parameter.type = printType(type);
  }
  return parameter;
}

/// The parameters that a descriptor is passed as.
static void describeDescriptor(tt::TensorDescType type, StringRef name,
                               std::vector<KernelParameter> &parameters) {
  for (const tt::DescriptorPart &part : tt::getDescriptorParts(type)) {
    KernelParameter parameter =
        describeParameter(part.type, (name + part.suffix).str());
    parameter.divisibility = part.divisibility;
    parameter.descriptor = name.str();
    parameters.push_back(std::move(parameter));
  }
}

std::vector<KernelParameter> ttc::describeParameters(FunctionOpInterface kernel,
                                                     Stage level) {
  std::vector<KernelParameter> parameters;
  for (BlockArgument argument : kernel.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto named = dyn_cast<NameLoc>(argument.getLoc());
    std::string name =
        named ? named.getName().str() : "arg" + std::to_string(index);
    auto desc = dyn_cast<tt::TensorDescType>(argument.getType());
    if (desc && level == Stage::TTIR) {
      describeDescriptor(desc, name, parameters);
      continue;
    }
    KernelParameter parameter =
        describeParameter(argument.getType(), std::move(name));
    if (auto divisibility =
            kernel.getArgAttrOfType<IntegerAttr>(index, "tt.divisibility"))
      parameter.divisibility =
          divisibility.getValue().getLimitedValue(INT64_MAX);
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

void ttc::describeGridUse(ModuleOp module, KernelInfo &kernel) {
  module->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<NVVM::BlockIdXOp, NVVM::ClusterIdXOp>(
            [&](auto) { kernel.programIdAxes |= 1; })
        .Case<NVVM::BlockIdYOp, NVVM::ClusterIdYOp>(
            [&](auto) { kernel.programIdAxes |= 2; })
        .Case<NVVM::BlockIdZOp, NVVM::ClusterIdZOp>(
            [&](auto) { kernel.programIdAxes |= 4; })
        .Case<NVVM::GridDimXOp, NVVM::ClusterDimXOp>(
            [&](auto) { kernel.numProgramsAxes |= 1; })
        .Case<NVVM::GridDimYOp, NVVM::ClusterDimYOp>(
            [&](auto) { kernel.numProgramsAxes |= 2; })
        .Case<NVVM::GridDimZOp, NVVM::ClusterDimZOp>(
            [&](auto) { kernel.numProgramsAxes |= 4; });
  });
}
