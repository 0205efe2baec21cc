//===- TextFault.h - What MLIR does not survive -----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR answers most wrong texts by an error. Those that crash its parser are
// found before it sees them, those that crash its verifiers before these run:
// docs/robustness.md lists which. A text is to be parsed without verification
// (ParserConfig) between the two functions.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_COMPILER_TEXTFAULT_H
#define TTC_COMPILER_TEXTFAULT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

#include <cstddef>
#include <optional>
#include <string>

namespace mlir {
class Operation;
} // namespace mlir

namespace ttc {

struct TextFault {
  /// Where in the text.
  size_t offset;
  /// What an error is to say.
  std::string message;
};

/// Why MLIR should not parse `text`; nullopt if it may.
std::optional<TextFault> findTextFault(llvm::StringRef text);

/// Verifies what was parsed, where MLIR's own verifiers survive it.
llvm::LogicalResult verifyParsed(mlir::Operation *op);

} // namespace ttc

#endif // TTC_COMPILER_TEXTFAULT_H
