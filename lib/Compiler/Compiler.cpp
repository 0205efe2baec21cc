//===- Compiler.cpp - From IR text to a cubin -----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes a module through the stages that lie between where it is and where it
// is to go, and keeps what comes out of each.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"

#include "Input.h"
#include "ttc/Compiler/Diagnostics.h"
#include "ttc/Compiler/MemoryCount.h"
#include "ttc/Compiler/Pipelines.h"
#include "ttc/Conversion/Syntax/Syntax.h"
#include "ttc/Dialect/TT/IR/TT.h"
#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Dialect/TTNG/IR/TTNG.h"
#include "ttc/Target/Emission/Emission.h"
#include "ttc/Version.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/Config/llvm-config.h"

#include <chrono>

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

StringRef ttc::getStageExtension(Stage stage) {
  static constexpr llvm::StringLiteral extensions[] = {
      "ttir", "ttgir", "mlir", "llir", "ptx", "cubin", "sass"};
  return extensions[static_cast<unsigned>(stage)];
}

const std::string &CompileResult::getArtifact(Stage stage) const {
  static constexpr std::string CompileResult::*artifacts[] = {
      &CompileResult::ttir,   &CompileResult::ttgir, &CompileResult::lowered,
      &CompileResult::llvmIR, &CompileResult::ptx,   &CompileResult::cubin,
      &CompileResult::sass};
  return this->*artifacts[static_cast<unsigned>(stage)];
}

CompileResult &CompileResult::operator=(CompileResult &&other) {
  // A module must not outlive its context, whatever the order of members.
  if (this != &other) {
    this->~CompileResult();
    new (this) CompileResult(std::move(other));
  }
  return *this;
}

void ttc::printVersion(llvm::raw_ostream &os) {
  os << "ttc " TTC_VERSION_STRING " with LLVM " LLVM_VERSION_STRING "\n";
}

void ttc::registerCompilerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, gpu::GPUDialect,
                  math::MathDialect, scf::SCFDialect, tt::TTDialect,
                  ttg::TTGDialect, ttng::TTNGDialect, ub::UBDialect>();
  registerEmissionDialects(registry);
}

//===----------------------------------------------------------------------===//
// One compilation
//===----------------------------------------------------------------------===//

namespace {
/// Measures time and memory from its construction to its end.
class StageTimer {
public:
  StageTimer(CompileResult &result, StringRef name)
      : result(result), name(name),
        memory(getMemoryCount ? getMemoryCount() : nullptr),
        start(std::chrono::steady_clock::now()) {
    if (memory)
      memory->peak = liveBefore = memory->live;
  }
  ~StageTimer() {
    std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start;
    int64_t peak = memory ? memory->peak - liveBefore : 0;
    result.times.push_back({name.str(), time.count(), peak});
  }

private:
  CompileResult &result;
  StringRef name;
  MemoryCount *memory;
  int64_t liveBefore = 0;
  std::chrono::steady_clock::time_point start;
};

class Compilation {
public:
  Compilation(const CompileOptions &options, CompileResult &result)
      : options(options), result(result), toolkit(options.toolkit) {}

  LogicalResult run(StringRef text, StringRef name);

private:
  LogicalResult parse(StringRef text, StringRef name);
  LogicalResult runPipelines();
  LogicalResult runPipeline(Stage reached,
                            llvm::function_ref<void(OpPassManager &)> build);
  LogicalResult emit();
  LogicalResult assemble(Location loc);

  bool isWanted(Stage stage) const {
    return options.keepTexts || options.stopAfter == stage;
  }
  void keepText(Stage stage, std::string CompileResult::*artifact);

  const CompileOptions &options;
  CompileResult &result;
  Toolkit toolkit;
  OwningOpRef<ModuleOp> module;
  /// Where `module` is now.
  Stage level = Stage::TTIR;
  std::optional<TargetInfo> target;
  std::optional<unsigned> maxRegisters;
};
} // namespace

void Compilation::keepText(Stage stage, std::string CompileResult::*artifact) {
  if (level != stage || !isWanted(stage))
    return;
  llvm::raw_string_ostream stream(result.*artifact);
  OpPrintingFlags flags;
  flags.enableDebugInfo();
  module->print(stream, flags);
  stream << "\n";
}

LogicalResult Compilation::parse(StringRef text, StringRef name) {
  StageTimer timer(result, "parse");
  module = parseInput(text, name, result.context.get());
  if (!module)
    return failure();
  FailureOr<Stage> detected = detectLevel(*module);
  if (failed(detected))
    return failure();
  level = *detected;
  if (level < Stage::Lowered) {
    // What versions of Triton say in different ops becomes one form.
    PassManager import(result.context.get());
    import.addPass(createImportSyntax());
    if (failed(import.run(*module)))
      return failure();
  }
  if (options.stopAfter < level)
    return module->emitError() << "the module is past the stage asked for, '"
                               << getStageExtension(options.stopAfter) << "'";

  if (failed(checkOptions(*module, options)))
    return failure();
  FailureOr<TargetInfo> settled =
      settleConfiguration(*module, options, result.kernel);
  FailureOr<std::optional<unsigned>> registers =
      settleMaxRegisters(*module, options);
  FailureOr<FunctionOpInterface> kernel = selectKernel(*module, options.kernel);
  if (failed(settled) || failed(registers) || failed(kernel))
    return failure();
  target = *settled;
  maxRegisters = *registers;
  result.kernel.name = kernel->getName().str();
  result.kernel.parameters = describeParameters(*kernel, level);
  return success();
}

LogicalResult
Compilation::runPipeline(Stage reached,
                         llvm::function_ref<void(OpPassManager &)> build) {
  StageTimer timer(result, getStageExtension(reached));
  PassManager passes(result.context.get());
  passes.enableVerifier(false);
  build(passes);
  if (failed(passes.run(*module)))
    return failure();
  FailureOr<Stage> now = detectLevel(*module);
  if (failed(now))
    return failure();
  if (*now != reached)
    return module->emitError() << "could not be brought to the stage '"
                               << getStageExtension(reached) << "'";
  level = reached;
  return success();
}

LogicalResult Compilation::runPipelines() {
  PipelineOptions pipeline;
  pipeline.target = result.kernel.target;
  pipeline.numWarps = result.kernel.numWarps;
  pipeline.numStages = options.numStages;
  pipeline.numCTAs = result.kernel.numCTAs;
  pipeline.fpFusion = options.fpFusion;
  pipeline.optimizeTiles = options.optimizeTiles;

  if (level == Stage::TTIR &&
      failed(runPipeline(Stage::TTIR, [&](OpPassManager &passes) {
        buildTTOptimizePipeline(passes, pipeline);
      })))
    return failure();
  keepText(Stage::TTIR, &CompileResult::ttir);
  if (options.stopAfter == Stage::TTIR)
    return success();

  if (level == Stage::TTIR &&
      failed(runPipeline(Stage::TTGIR, [&](OpPassManager &passes) {
        buildTTToTTGPipeline(passes, pipeline);
        buildTTGOptimizePipeline(passes, pipeline);
      })))
    return failure();
  keepText(Stage::TTGIR, &CompileResult::ttgir);
  if (options.stopAfter == Stage::TTGIR)
    return success();

  if (level == Stage::TTGIR &&
      failed(runPipeline(Stage::Lowered, [&](OpPassManager &passes) {
        buildTTGToLLVMPipeline(passes, pipeline);
      })))
    return failure();
  keepText(Stage::Lowered, &CompileResult::lowered);
  describeGridUse(*module, result.kernel);
  result.kernel.sharedBytes =
      ttg::lookupModuleAttr(*module, ttg::sharedAttrName).value_or(0);
  if (result.kernel.sharedBytes > target->getMaxSharedBytesPerBlock())
    return module->emitError()
           << "the kernel needs " << result.kernel.sharedBytes
           << " bytes of shared memory; a block on " << target->getName()
           << " has at most " << target->getMaxSharedBytesPerBlock();
  return success();
}

LogicalResult Compilation::emit() {
  Location loc = getKernelLocation(*module);
  if (options.keepLoweredModule)
    result.loweredModule = module->clone();

  std::optional<LLVMProgram> program;
  {
    StageTimer timer(result, "llir");
    EmissionOptions emission{*target, toolkit, options.ptxVersion, maxRegisters,
                             options.minBlocksPerSM};
    FailureOr<LLVMProgram> translated = translateToLLVM(*module, emission);
    if (failed(translated))
      return failure();
    program.emplace(std::move(*translated));
    optimizeLLVM(*program);
  }
  if (isWanted(Stage::LLVMIR)) {
    llvm::raw_string_ostream stream(result.llvmIR);
    program->module->print(stream, nullptr);
  }
  if (options.stopAfter == Stage::LLVMIR)
    return success();

  {
    StageTimer timer(result, "ptx");
    FailureOr<std::string> ptx = emitPTX(*program, loc);
    if (failed(ptx))
      return failure();
    result.ptx = std::move(*ptx);
    result.kernel.ptxVersion = program->ptxVersion;
  }
  if (options.stopAfter == Stage::PTX)
    return success();
  return assemble(loc);
}

LogicalResult Compilation::assemble(Location loc) {
  {
    StageTimer timer(result, "cubin");
    llvm::Expected<Assembled> assembled =
        toolkit.assemble(result.ptx, target->getName(), result.kernel.name);
    if (!assembled)
      return emitToolkitError(loc) << llvm::toString(assembled.takeError());
    result.cubin = std::move(assembled->cubin);
    result.kernel.resources = assembled->statistics;
    if (!assembled->warnings.empty())
      emitWarning(loc) << StringRef(assembled->warnings).rtrim();
  }
  if (options.stopAfter == Stage::Cubin)
    return success();

  StageTimer timer(result, "sass");
  llvm::Expected<std::string> sass = toolkit.disassemble(result.cubin);
  if (!sass)
    return emitToolkitError(loc) << llvm::toString(sass.takeError());
  result.sass = std::move(*sass);
  return success();
}

LogicalResult Compilation::run(StringRef text, StringRef name) {
  DiagnosticCollector collector(text, name, result.context.get(),
                                options.remarks, result.diagnostics);
  if (failed(parse(text, name)) || failed(runPipelines()))
    return failure();
  if (options.stopAfter < Stage::LLVMIR) {
    if (level == Stage::Lowered)
      result.loweredModule = std::move(module);
    return success();
  }
  return emit();
}

CompileResult ttc::compile(StringRef text, StringRef name,
                           const CompileOptions &options) {
  CompileResult result;
  DialectRegistry registry;
  registerCompilerDialects(registry);
  result.context =
      std::make_shared<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // A diagnostic names the place; the op around it can be the whole module.
  result.context->printOpOnDiagnostic(false);
  result.succeeded = succeeded(Compilation(options, result).run(text, name));
  return result;
}
