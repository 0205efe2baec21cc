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

#include "ttc/Conversion/PTXToLLVM/PTXToLLVM.h"
#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::LLVM::LLVMDialect,
                  mlir::NVVM::NVVMDialect, mlir::scf::SCFDialect,
                  ttc::ptx::PTXDialect>();
  mlir::registerTransformsPasses();
  ttc::registerPTXToLLVMPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "ttc optimizer driver\n", registry));
}
