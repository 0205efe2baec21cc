//===- Handles.h - What the C interface's handles are -----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each handle is a structure of the same name. A diagnostic is the compiler's
// own, under the name that C has for it.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_CAPI_HANDLES_H
#define TTC_LIB_CAPI_HANDLES_H

#include "ttc-c/Compiler.h"
#include "ttc/Compiler/Compiler.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "llvm/ADT/STLFunctionalExtras.h"

struct ttcError {
  ttcErrorCode code;
  std::string message;
  std::vector<ttc::CompileDiagnostic> diagnostics;
};

struct ttcOptions {
  ttc::CompileOptions compile;
  ttc::cpu::Options cpu;
};

struct ttcResult {
  /// Without the module and its context.
  ttc::CompileResult compiled;
  std::string metadata;
};

namespace ttc::capi {

inline const ttcDiagnostic *wrap(const CompileDiagnostic *diagnostic) {
  return reinterpret_cast<const ttcDiagnostic *>(diagnostic);
}
inline const CompileDiagnostic *unwrap(const ttcDiagnostic *diagnostic) {
  return reinterpret_cast<const CompileDiagnostic *>(diagnostic);
}

/// Runs what may use much memory or meet an error that LLVM has no way to
/// return: either becomes an ttcError. Memory that was in use is not given back
/// then.
ttcError *guard(llvm::function_ref<ttcError *()> body);

/// What guard() returns when memory is exhausted. There is one, which stays.
ttcError *getMemoryError();

ttcError *makeError(ttcErrorCode code, std::string message);
ttcError *makeError(ttcErrorCode code, llvm::Error error);
/// Makes diagnostics C strings: a zero byte, which they have where they quote
/// input with one, becomes a question mark.
void replaceZeros(std::vector<CompileDiagnostic> &diagnostics);

/// The message is what the diagnostics say.
ttcError *makeError(ttcErrorCode code,
                    std::vector<CompileDiagnostic> diagnostics);

/// "'what' is NULL"
ttcError *makeNullError(const char *what);

/// The options, or all defaults where the caller gives none.
ttcOptions getOptions(const ttcOptions *options);

/// A result to give out, and only what it needs of `compiled`.
ttcResult *makeResult(CompileResult compiled);

/// The error of a compilation that failed.
ttcError *makeError(CompileResult compiled);

} // namespace ttc::capi

#endif // TTC_LIB_CAPI_HANDLES_H
