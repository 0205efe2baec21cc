//===- tt-reduce.cpp - Makes a failing module small -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's mlir-reduce with the dialects and passes of ttc: takes away what a
// script finds not to matter.
//
//===----------------------------------------------------------------------===//

#include "Simplify.h"
#include "ttc/Compiler/Compiler.h"
#include "ttc/Tools/Tools.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/wait.h>
#include <unistd.h>

/// MLIR's reducer frees a module that it still needs when folding makes it
/// uninteresting: that is for another process to suffer.
static int waitForChild(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    llvm::errs() << "tt-reduce: error: no process to work in\n";
    return 1;
  }
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  llvm::errs() << "tt-reduce: error: MLIR's reducer crashed; it does so where "
                  "the module is not interesting once its ops are folded, and "
                  "then --opt-reduction-pass alone helps\n";
  return 1;
}

/// That the module is not interesting to begin with is a warning, which a
/// context does not print by itself.
static void printWarnings(mlir::MLIRContext &context) {
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Warning)
      return mlir::failure();
    llvm::errs() << diagnostic.getLocation() << ": warning: " << diagnostic
                 << "\n";
    return mlir::success();
  });
}

int main(int argc, char **argv) {
  llvm::cl::SetVersionPrinter(ttc::printVersion);
  if (pid_t child = fork())
    return waitForChild(child);
  mlir::DialectRegistry registry;
  ttc::registerCompilerDialects(registry);
  ttc::registerReductionPatterns(registry);
  ttc::registerAllPasses();
  mlir::MLIRContext context(registry);
  printWarnings(context);
  // The file is opened out of sight here, so nothing can look for nesting
  // before it is parsed.
  return ttc::runOnLargeStack([&] {
    return mlir::failed(mlir::mlirReduceMain(argc, argv, context)) ? 1 : 0;
  });
}
