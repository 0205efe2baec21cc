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
#include "ttc/Compiler/Pipelines.h"
#include "ttc/Conversion/PTXToLLVM/PTXToLLVM.h"
#include "ttc/Conversion/TTGToLLVM/TTGToLLVM.h"
#include "ttc/Conversion/TTToTTG/TTToTTG.h"
#include "ttc/Dialect/TT/Transforms/Passes.h"
#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Dialect/TTG/Transforms/Passes.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"

using ttc::tt::SyntaxVersion;

static llvm::cl::opt<SyntaxVersion> syntax(
    "tt-syntax", llvm::cl::desc("Triton version whose spelling is printed"),
    llvm::cl::values(clEnumValN(SyntaxVersion::V3_6, "3.6", "Triton 3.6"),
                     clEnumValN(SyntaxVersion::V3_7, "3.7", "Triton 3.7"),
                     clEnumValN(SyntaxVersion::V3_8, "3.8", "Triton 3.8"),
                     clEnumValN(SyntaxVersion::V3_9, "3.9", "Triton 3.9")),
    llvm::cl::init(SyntaxVersion::Newest));

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  ttc::registerCompilerDialects(registry);
  registry.addExtension(+[](mlir::MLIRContext *, ttc::tt::TTDialect *dialect) {
    dialect->setSyntax(syntax);
  });
  mlir::registerTransformsPasses();
  ttc::registerAnalysisPasses();
  ttc::registerPTXToLLVMPasses();
  ttc::registerTTGToLLVMPasses();
  ttc::registerTTToTTGPasses();
  ttc::ttg::registerTTGTransformsPasses();
  ttc::tt::registerTTTransformsPasses();
  ttc::registerPipelines();
  ttc::cpu::registerConvertToHostPass();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "ttc optimizer driver\n", registry));
}
