//===- tt-opt.cpp - Runs passes on IR text --------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's mlir-opt with the dialects and passes of ttc.
//
//===----------------------------------------------------------------------===//

#include "ttc/Analysis/Passes.h"
#include "ttc/Compiler/Compiler.h"
#include "ttc/Compiler/Nesting.h"
#include "ttc/Compiler/Pipelines.h"
#include "ttc/Conversion/PTXToLLVM/PTXToLLVM.h"
#include "ttc/Conversion/Syntax/Syntax.h"
#include "ttc/Conversion/TTGToLLVM/TTGToLLVM.h"
#include "ttc/Conversion/TTToTTG/TTToTTG.h"
#include "ttc/Dialect/TT/Transforms/Passes.h"
#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Dialect/TTG/Transforms/Passes.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using ttc::tt::SyntaxVersion;

static llvm::cl::opt<SyntaxVersion> syntax(
    "tt-syntax", llvm::cl::desc("Triton version whose spelling is printed"),
    llvm::cl::values(clEnumValN(SyntaxVersion::V3_6, "3.6", "Triton 3.6"),
                     clEnumValN(SyntaxVersion::V3_7, "3.7", "Triton 3.7"),
                     clEnumValN(SyntaxVersion::V3_8, "3.8", "Triton 3.8"),
                     clEnumValN(SyntaxVersion::V3_9, "3.9", "Triton 3.9")),
    llvm::cl::init(SyntaxVersion::Newest));

/// Whether MLIR's recursive parser can read the text; says where not.
static bool isReadable(const llvm::MemoryBuffer &file) {
  if (mlir::isBytecode(file.getMemBufferRef()))
    return true;
  llvm::StringRef text = file.getBuffer();
  std::optional<size_t> offset = ttc::findDeepNesting(text);
  if (!offset)
    return true;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, file.getBufferIdentifier()),
      llvm::SMLoc());
  sources.PrintMessage(
      llvm::SMLoc::getFromPointer(text.data() + *offset),
      llvm::SourceMgr::DK_Error,
      llvm::formatv("the text is nested more than {0} levels deep here, which "
                    "is not supported",
                    ttc::maxNestingDepth));
  return false;
}

/// Runs the passes of `config` between those that read and write the spellings
/// of Triton's versions.
static void wrapPipeline(mlir::MlirOptMainConfig &config) {
  auto build = [inner = config](mlir::PassManager &passes) {
    passes.addPass(ttc::createImportSyntax());
    if (llvm::failed(inner.setupPassPipeline(passes)))
      return llvm::failure();
    if (syntax.getNumOccurrences())
      passes.addPass(ttc::createExportSyntax());
    return llvm::success();
  };
  config.setPassPipelineSetupFn(build);
}

static llvm::LogicalResult run(int argc, char **argv,
                               mlir::DialectRegistry &registry) {
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "ttc optimizer driver\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::MlirOptMain(argc, argv, input, output, registry);
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = mlir::openInputFile(input, &error);
  std::unique_ptr<llvm::ToolOutputFile> out =
      file ? mlir::openOutputFile(output, &error) : nullptr;
  if (!out) {
    llvm::errs() << error << "\n";
    return llvm::failure();
  }
  if (!isReadable(*file))
    return llvm::failure();
  wrapPipeline(config);
  if (llvm::failed(
          mlir::MlirOptMain(out->os(), std::move(file), registry, config)))
    return llvm::failure();
  out->keep();
  return llvm::success();
}

int main(int argc, char **argv) {
  llvm::cl::SetVersionPrinter(ttc::printVersion);
  mlir::DialectRegistry registry;
  ttc::registerCompilerDialects(registry);
  registry.addExtension(+[](mlir::MLIRContext *, ttc::tt::TTDialect *dialect) {
    dialect->setSyntax(syntax);
  });
  mlir::registerTransformsPasses();
  ttc::registerAnalysisPasses();
  ttc::registerPTXToLLVMPasses();
  ttc::registerSyntaxPasses();
  ttc::registerTTGToLLVMPasses();
  ttc::registerTTToTTGPasses();
  ttc::ttg::registerTTGTransformsPasses();
  ttc::tt::registerTTTransformsPasses();
  ttc::registerPipelines();
  ttc::cpu::registerConvertToHostPass();
  return mlir::asMainReturnCode(run(argc, argv, registry));
}
