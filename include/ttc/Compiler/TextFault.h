//===- TextFault.h - What MLIR's parser does not survive --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR answers most wrong texts by an error. Those that crash it are found
// before it sees them: docs/robustness.md lists which.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_COMPILER_TEXTFAULT_H
#define TTC_COMPILER_TEXTFAULT_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <optional>
#include <string>

namespace ttc {

struct TextFault {
  /// Where in the text.
  size_t offset;
  /// What an error is to say.
  std::string message;
};

/// Why MLIR should not parse `text`; nullopt if it may.
std::optional<TextFault> findTextFault(llvm::StringRef text);

} // namespace ttc

#endif // TTC_COMPILER_TEXTFAULT_H
