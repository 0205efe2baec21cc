//===- tt-lsp-server.cpp - Triton IR in an editor -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server with the dialects of ttc: errors as one types, hover,
// definitions and uses of values, blocks and symbols.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"
#include "ttc/Tools/Tools.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LLVM.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  llvm::cl::SetVersionPrinter(ttc::printVersion);
  mlir::DialectRegistry registry;
  ttc::registerCompilerDialects(registry);
  // Documents come in messages, which nobody can look through for nesting
  // before they are parsed.
  return ttc::runOnLargeStack([&] {
    return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry)) ? 1 : 0;
  });
}
