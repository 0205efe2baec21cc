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

#include "ttc/Compiler/Diagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace ttc;

namespace {
/// Hands the remarks of passes to the collector.
class RemarkForwarder : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkForwarder(DiagnosticCollector &collector)
      : collector(collector) {}
  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    collector.record(remark);
  }

private:
  DiagnosticCollector &collector;
};
} // namespace

DiagnosticCollector::DiagnosticCollector(
    StringRef text, StringRef name, MLIRContext *context, bool remarks,
    std::vector<CompileDiagnostic> &diagnostics)
    : SourceMgrDiagnosticHandler(sources, context, stream), context(context),
      diagnostics(diagnostics) {
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, name,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  setHandler([this](Diagnostic &diagnostic) { record(diagnostic); });
  if (!remarks)
    return;
  remark::RemarkCategories every;
  every.passed = every.missed = every.analysis = every.failed = ".*";
  (void)remark::enableOptimizationRemarks(
      *context, std::make_unique<RemarkForwarder>(*this),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), every);
}

DiagnosticCollector::~DiagnosticCollector() {
  context->setRemarkEngine(nullptr);
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

std::string DiagnosticCollector::takeText() {
  std::string taken;
  std::swap(taken, text);
  return taken;
}

std::string DiagnosticCollector::getSourceLine(FileLineColLoc place) {
  const llvm::MemoryBuffer *buffer = getBufferForFile(place.getFilename());
  if (!buffer)
    return "";
  StringRef rest = buffer->getBuffer();
  for (unsigned line = 1; line < place.getLine(); ++line)
    rest = rest.split('\n').second;
  return rest.split('\n').first.rtrim('\r').str();
}

CompileDiagnostic DiagnosticCollector::describe(Diagnostic &diagnostic) {
  CompileDiagnostic result;
  result.severity = getSeverity(diagnostic.getSeverity());
  result.message = diagnostic.str();
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    result.file = file.getFilename().str();
    result.line = file.getLine();
    result.column = file.getColumn();
    result.sourceLine = getSourceLine(file);
  }
  return result;
}

void DiagnosticCollector::record(Diagnostic &original) {
  Diagnostic diagnostic = withoutAdvice(original);
  CompileDiagnostic result = describe(diagnostic);
  if (isToolkitError(original))
    result.category = "toolkit";
  for (Diagnostic &note : diagnostic.getNotes()) {
    emitDiagnostic(note);
    result.notes.push_back(describe(note));
    result.notes.back().rendered = takeText();
  }
  emitDiagnostic(diagnostic);
  result.rendered = takeText();
  diagnostics.push_back(std::move(result));
}

/// "Missed: the loop runs too often (Trips=100)"
static std::string describe(const remark::detail::Remark &remark) {
  std::string texts, metrics;
  for (const remark::detail::Remark::Arg &arg : remark.getArgs()) {
    bool isText =
        llvm::is_contained({"Remark", "Reason", "Suggestion"}, arg.key);
    std::string &list = isText ? texts : metrics;
    list += (list.empty() ? ""
             : isText     ? "; "
                          : ", ") +
            (isText ? arg.val : arg.key + "=" + arg.val);
  }
  if (!metrics.empty())
    metrics = " (" + metrics + ")";
  return remark.getRemarkTypeString().str() + ": " + texts + metrics;
}

void DiagnosticCollector::record(const remark::detail::Remark &remark) {
  Diagnostic diagnostic(remark.getLocation(), DiagnosticSeverity::Remark);
  diagnostic << ::describe(remark);
  CompileDiagnostic result = describe(diagnostic);
  result.category = remark.getCombinedCategoryName().str();
  result.name = remark.getRemarkName().str();
  emitDiagnostic(diagnostic);
  result.rendered = takeText();
  diagnostics.push_back(std::move(result));
}
