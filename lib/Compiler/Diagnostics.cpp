//===- Diagnostics.cpp - Collects diagnostics of one compilation ----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own handler renders; this one keeps what it wrote, and the parts.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace ttc;

DiagnosticCollector::DiagnosticCollector(
    StringRef text, StringRef name, MLIRContext *context,
    std::vector<CompileDiagnostic> &diagnostics)
    : SourceMgrDiagnosticHandler(sources, context, stream),
      diagnostics(diagnostics) {
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, name,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  setHandler([this](Diagnostic &diagnostic) { record(diagnostic); });
}

static CompileDiagnostic::Severity getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return CompileDiagnostic::Error;
  case DiagnosticSeverity::Warning:
    return CompileDiagnostic::Warning;
  case DiagnosticSeverity::Remark:
    return CompileDiagnostic::Remark;
  case DiagnosticSeverity::Note:
    return CompileDiagnostic::Note;
  }
  return CompileDiagnostic::Error;
}

/// MLIR's parser advises users to give mlir-opt an option, which no caller of
/// the compiler has.
static Diagnostic withoutAdvice(Diagnostic &diagnostic) {
  std::string message = diagnostic.str();
  Diagnostic result(diagnostic.getLocation(), diagnostic.getSeverity());
  result << StringRef(message).split(". If this is intended, please").first;
  for (Diagnostic &note : diagnostic.getNotes())
    result.attachNote(note.getLocation()) << note.str();
  return result;
}

void DiagnosticCollector::record(Diagnostic &original) {
  Diagnostic diagnostic = withoutAdvice(original);
  emitDiagnostic(diagnostic);
  CompileDiagnostic record;
  record.severity = getSeverity(diagnostic.getSeverity());
  record.message = diagnostic.str();
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    record.file = file.getFilename().str();
    record.line = file.getLine();
    record.column = file.getColumn();
  }
  record.rendered = std::move(text);
  text.clear();
  diagnostics.push_back(std::move(record));
}
