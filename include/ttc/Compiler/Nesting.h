//===- Nesting.h - How deep a text nests ------------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser, and much that later walks types and locations, is recursive: a
// text nested some ten thousand levels deep overflows the stack. Such a text is
// refused before it is parsed.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_COMPILER_NESTING_H
#define TTC_COMPILER_NESTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <cstddef>
#include <optional>

namespace ttc {

/// Deepest nesting of regions, types, attributes and locations together that is
/// accepted; real kernels stay below a tenth of it.
constexpr unsigned maxNestingDepth = 512;

/// The offset in `text`, MLIR assembly, where it first nests deeper than
/// `limit`; nullopt if it nowhere does. An attribute or type alias counts as
/// deep as what it stands for.
std::optional<size_t> findDeepNesting(llvm::StringRef text,
                                      unsigned limit = maxNestingDepth);

/// Parses JSON; LLVM's parser recurses as deep as the text does.
llvm::Expected<llvm::json::Value> parseJSON(llvm::StringRef text);

} // namespace ttc

#endif // TTC_COMPILER_NESTING_H
