//===- Options.h - Values of command line options ---------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_OPTIONS_H
#define TTC_TOOLS_OPTIONS_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace ttc {

/// "8.0" or "80" as 80.
inline std::optional<unsigned> parsePTXVersion(llvm::StringRef text) {
  auto [major, minor] = text.split('.');
  unsigned whole = 0, tenth = 0;
  if (major.getAsInteger(10, whole) || whole > 99)
    return std::nullopt;
  if (minor.empty())
    return text.contains('.') ? std::nullopt : std::optional(whole);
  if (minor.getAsInteger(10, tenth) || tenth > 9)
    return std::nullopt;
  return whole * 10 + tenth;
}

} // namespace ttc

#endif // TTC_TOOLS_OPTIONS_H
