//===- Nesting.cpp - How deep a text nests --------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the text that knows only brackets, strings, comments and
// aliases. It need not be exact, as real nesting is far below the limit, but it
// may not miss a level that the parser recurses into.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Nesting.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ttc;
using llvm::StringRef;

namespace {
class NestingScanner {
public:
  NestingScanner(StringRef text, unsigned limit) : text(text), limit(limit) {}

  std::optional<size_t> run() {
    while (pos < text.size() && !tooDeep)
      step();
    return tooDeep;
  }

private:
  void step() {
    char c = text[pos];
    switch (c) {
    case '"':
      return skipString();
    case '/':
      if (text.substr(pos).starts_with("//")) {
        pos = std::min(text.find('\n', pos), text.size());
        return;
      }
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      note(++depth, pos);
      break;
    case '>':
      // The head of an arrow closes nothing.
      if (pos > 0 && text[pos - 1] == '-')
        break;
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    case '#':
    case '!':
      return readAlias();
    default:
      break;
    }
    ++pos;
  }

  void skipString() {
    for (++pos; pos < text.size() && text[pos] != '"'; ++pos)
      pos += text[pos] == '\\';
    ++pos;
  }

  /// Reads `#name` or `!name`, the definition of an alias or a use of one.
  void readAlias() {
    size_t start = pos++;
    while (pos < text.size() &&
           (llvm::isAlnum(text[pos]) || text[pos] == '_' || text[pos] == '.' ||
            text[pos] == '$' || text[pos] == '-'))
      ++pos;
    StringRef name = text.slice(start, pos);
    bool isDefinition =
        depth == 0 && text.substr(pos).ltrim(" \t").starts_with("=");
    if (isDefinition) {
      current = &aliasDepths[name];
      *current = 0;
      return;
    }
    // An alias does not contain itself: a use of the one defined last stands in
    // what follows its definition.
    auto known = aliasDepths.find(name);
    if (known != aliasDepths.end() && &known->second != current)
      note(depth + known->second + 1, start);
  }

  /// Takes notice of something `levels` deep at `where`. What stands at depth 0
  /// after an alias's definition still belongs to it until the next definition,
  /// which only overestimates.
  void note(unsigned levels, size_t where) {
    if (levels > limit)
      tooDeep = where;
    if (current)
      *current = std::max(*current, levels);
  }

  StringRef text;
  unsigned limit;
  size_t pos = 0;
  unsigned depth = 0;
  std::optional<size_t> tooDeep;
  llvm::StringMap<unsigned> aliasDepths;
  /// Depth of the alias being defined.
  unsigned *current = nullptr;
};
} // namespace

std::optional<size_t> ttc::findDeepNesting(StringRef text, unsigned limit) {
  return NestingScanner(text, limit).run();
}
