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

#include "ttc/Compiler/Compiler.h"
#include "ttc/Compiler/TextFault.h"
#include "ttc/Conversion/Syntax/Syntax.h"
#include "ttc/Dialect/TT/IR/TT.h"
#include "ttc/Tools/Tools.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using ttc::tt::SyntaxVersion;

static llvm::cl::opt<SyntaxVersion> syntax(
    "tt-syntax", llvm::cl::desc("Triton version whose spelling is printed"),
    llvm::cl::values(clEnumValN(SyntaxVersion::V3_6, "3.6", "Triton 3.6"),
                     clEnumValN(SyntaxVersion::V3_7, "3.7", "Triton 3.7"),
                     clEnumValN(SyntaxVersion::V3_8, "3.8", "Triton 3.8"),
                     clEnumValN(SyntaxVersion::V3_9, "3.9", "Triton 3.9")),
    llvm::cl::init(SyntaxVersion::Newest));

namespace {
/// Stands for the verification that MLIR would do after parsing.
struct VerifyParsed : mlir::PassWrapper<VerifyParsed, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyParsed)

  void runOnOperation() override {
    if (llvm::failed(ttc::verifyParsed(getOperation())))
      signalPassFailure();
  }
};
} // namespace

/// Runs the passes of `config` between those that read and write the spellings
/// of Triton's versions.
static void wrapPipeline(mlir::MlirOptMainConfig &config) {
  auto build = [inner = config](mlir::PassManager &passes) {
    passes.addPass(std::make_unique<VerifyParsed>());
    passes.addPass(ttc::createImportSyntax());
    if (llvm::failed(inner.setupPassPipeline(passes)))
      return llvm::failure();
    if (syntax.getNumOccurrences())
      passes.addPass(ttc::createExportSyntax());
    return llvm::success();
  };
  config.setPassPipelineSetupFn(build);
  config.verifyOnParsing(false);
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
  if (!ttc::isReadable(file->getMemBufferRef(), registry))
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
  ttc::registerAllPasses();
  return mlir::asMainReturnCode(run(argc, argv, registry));
}
