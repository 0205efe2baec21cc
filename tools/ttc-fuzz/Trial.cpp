//===- Trial.cpp - One input through the compiler -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text goes through compile(), as from any client. Whatever the input, an
// error comes with a diagnostic, and what a stage writes reads back. A lowered
// module that was given need not: its ops are MLIR's, and `nvvm.barrier` takes
// the location behind it for its reduction.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "ttc/Compiler/Pipelines.h"
#include "ttc/Conversion/Syntax/Syntax.h"
#include "ttc/Tools/Tools.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::fuzz;

static constexpr StringRef defaultTarget = "cuda:90";

/// One input of so many is bytecode.
static constexpr unsigned bytecodeShare = 8;

namespace {
/// A context that keeps the first error and shows none.
class QuietContext {
public:
  QuietContext() : context(getRegistry(), MLIRContext::Threading::DISABLED) {
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
          error.empty())
        error = diagnostic.str();
    });
  }

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    return registry;
  }

  OwningOpRef<ModuleOp> parse(StringRef input) {
    return parseSourceString<ModuleOp>(input, ParserConfig(&context), "input");
  }

  MLIRContext context;
  std::string error;
};
} // namespace

Input fuzz::makeInput(ArrayRef<std::string> sources, uint64_t seed,
                      uint64_t number) {
  Random random(seed, number);
  if (random.below(bytecodeShare) == 0) {
    QuietContext quiet;
    if (OwningOpRef<ModuleOp> module = quiet.parse(random.pick(sources))) {
      std::string bytecode;
      llvm::raw_string_ostream stream(bytecode);
      if (succeeded(writeBytecodeToFile(*module, stream)))
        return {mutateBytes(std::move(bytecode), random), true};
    }
  }
  return {mutateText(sources, random), false};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static TrialResult tryText(StringRef text, Stage stopAfter) {
  CompileOptions options;
  options.stopAfter = stopAfter;
  options.keepTexts = true;
  if (!text.contains("ttg.target"))
    options.target = defaultTarget;
  CompileResult result = compile(text, "input", options);
  if (!result.succeeded) {
    // Parsing is the first of the stages that take time.
    Outcome outcome =
        result.times.size() > 1 ? Outcome::Failed : Outcome::Rejected;
    for (const CompileDiagnostic &diagnostic : result.diagnostics)
      if (diagnostic.severity == CompileDiagnostic::Error &&
          !diagnostic.message.empty())
        return {outcome, "", diagnostic.message};
    return {outcome, "fails without an error", ""};
  }
  for (Stage stage : {Stage::TTIR, Stage::TTGIR, Stage::Lowered})
    if (const std::string &artifact = result.getArtifact(stage);
        !artifact.empty() &&
        (stage != Stage::Lowered || !result.ttgir.empty()) &&
        !QuietContext().parse(artifact))
      return {Outcome::Compiled,
              "what it writes as " + getStageExtension(stage).str() +
                  " does not read back",
              ""};
  return {Outcome::Compiled, "", ""};
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

static TrialResult tryBytecode(StringRef bytecode) {
  if (findBytecodeFault(llvm::MemoryBufferRef(bytecode, "input"),
                        QuietContext::getRegistry()))
    return {Outcome::Refused, "", ""};
  QuietContext quiet;
  OwningOpRef<ModuleOp> module = quiet.parse(bytecode);
  bool isRejected = !module;
  if (module) {
    PassManager passes(&quiet.context);
    passes.addPass(createImportSyntax());
    PipelineOptions options;
    options.target = defaultTarget;
    buildTTOptimizePipeline(passes, options);
    if (succeeded(passes.run(*module)))
      return {Outcome::Compiled, "", ""};
  }
  return {isRejected ? Outcome::Rejected : Outcome::Failed,
          quiet.error.empty() ? "fails without an error" : "", quiet.error};
}

TrialResult fuzz::tryInput(const Input &input, Stage stopAfter) {
  return input.isBytecode ? tryBytecode(input.bytes)
                          : tryText(input.bytes, stopAfter);
}
