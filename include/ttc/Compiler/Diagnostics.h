//===- Diagnostics.h - Collects diagnostics of one compilation --*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While it lives, diagnostics of a context become CompileDiagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_COMPILER_DIAGNOSTICS_H
#define TTC_LIB_COMPILER_DIAGNOSTICS_H

#include "ttc/Compiler/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace ttc {

namespace detail {
/// What has to be made before the handler, its base class, that uses it.
struct DiagnosticText {
  std::string text;
  llvm::raw_string_ostream stream{text};
  llvm::SourceMgr sources;
};
} // namespace detail

class DiagnosticCollector : private detail::DiagnosticText,
                            public mlir::SourceMgrDiagnosticHandler {
public:
  /// `text` is the input, quoted where a diagnostic is at one of its lines.
  DiagnosticCollector(llvm::StringRef text, llvm::StringRef name,
                      mlir::MLIRContext *context,
                      std::vector<CompileDiagnostic> &diagnostics);

private:
  void record(mlir::Diagnostic &diagnostic);

  std::vector<CompileDiagnostic> &diagnostics;
};

} // namespace ttc

#endif // TTC_LIB_COMPILER_DIAGNOSTICS_H
