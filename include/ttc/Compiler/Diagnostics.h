//===- Diagnostics.h - Collects diagnostics of one compilation --*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While it lives, diagnostics of a context become CompileDiagnostics, and
// remarks of passes, if wanted, too.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_COMPILER_DIAGNOSTICS_H
#define TTC_COMPILER_DIAGNOSTICS_H

#include "ttc/Compiler/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
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
                      mlir::MLIRContext *context, bool remarks,
                      std::vector<CompileDiagnostic> &diagnostics);
  ~DiagnosticCollector();

  void record(const mlir::remark::detail::Remark &remark);

private:
  void record(mlir::Diagnostic &diagnostic);
  /// All of it but the notes.
  CompileDiagnostic describe(mlir::Diagnostic &diagnostic);
  std::string takeText();
  std::string getSourceLine(mlir::FileLineColLoc place);

  mlir::MLIRContext *context;
  std::vector<CompileDiagnostic> &diagnostics;
};

} // namespace ttc

#endif // TTC_COMPILER_DIAGNOSTICS_H
