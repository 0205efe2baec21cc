//===- Mutate.cpp - Texts that are nearly right ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows just enough of MLIR's syntax that many results still parse, and reach
// the verifiers and passes: kinds of tokens, lines, and brackets with what
// stands before them, such as `tensor<...>` or `#ttg.blocked<...>`.
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace ttc::fuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Parts of a text
//===----------------------------------------------------------------------===//

namespace {
enum class Kind { Number, Word, Value, Symbol, Attribute, Type, String, Mark };

struct Token {
  Kind kind;
  size_t begin, end;
};

/// A part of the text, from `begin` to before `end`.
struct Span {
  size_t begin, end;
};
} // namespace

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

static Kind getKind(char first) {
  switch (first) {
  case '%':
    return Kind::Value;
  case '@':
    return Kind::Symbol;
  case '#':
    return Kind::Attribute;
  case '!':
    return Kind::Type;
  case '"':
    return Kind::String;
  default:
    if (llvm::isDigit(first))
      return Kind::Number;
    return isWordCharacter(first) ? Kind::Word : Kind::Mark;
  }
}

static size_t findTokenEnd(StringRef text, size_t begin, Kind kind) {
  size_t end = begin + 1;
  switch (kind) {
  case Kind::Mark:
    return end;
  case Kind::String:
    end = text.find('"', end);
    return end == StringRef::npos ? text.size() : end + 1;
  case Kind::Number:
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
    return end;
  default:
    // The x in the extents of `tensor<4x8xf32>` stands alone.
    if (text[begin] == 'x' && begin > 0 && llvm::isDigit(text[begin - 1]))
      return end;
    while (end < text.size() && isWordCharacter(text[end]))
      ++end;
    return end;
  }
}

static std::vector<Token> getTokens(StringRef text) {
  std::vector<Token> tokens;
  for (size_t begin = 0; begin < text.size();) {
    if (llvm::isSpace(text[begin])) {
      ++begin;
      continue;
    }
    Kind kind = getKind(text[begin]);
    size_t end = findTokenEnd(text, begin, kind);
    tokens.push_back({kind, begin, end});
    begin = end;
  }
  return tokens;
}

/// Lines with their ends.
static std::vector<Span> getLines(StringRef text) {
  std::vector<Span> lines;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back({begin, end});
    begin = end;
  }
  return lines;
}

/// What stands in brackets, with them.
static std::vector<Span> getGroups(StringRef text) {
  std::vector<Span> groups;
  std::vector<size_t> open;
  for (auto [index, c] : llvm::enumerate(text)) {
    if (StringRef("<({[").contains(c)) {
      open.push_back(index);
    } else if (StringRef(">)}]").contains(c) && !open.empty() &&
               !(index > 0 && text[index - 1] == '-')) {
      groups.push_back({open.back(), index + 1});
      open.pop_back();
    }
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

namespace {
class TextMutator {
public:
  TextMutator(llvm::ArrayRef<std::string> sources, Random &random)
      : sources(sources), random(random), text(random.pick(sources)) {}

  std::string run();

private:
  void replaceToken();
  void replaceTokenEverywhere();
  void changeNumber();
  void changeNumberEverywhere();
  void deleteToken();
  void swapTokens();
  void replaceGroup();
  void deleteGroup();
  void deleteLine();
  void duplicateLine();
  void swapLines();
  void insertLine();
  void truncate();
  void splice();
  void changeByte();

  void replace(Span span, StringRef with) {
    text.replace(span.begin, span.end - span.begin, with.str());
  }
  StringRef get(Span span) const {
    return StringRef(text).slice(span.begin, span.end);
  }
  StringRef get(Token token) const {
    return StringRef(text).slice(token.begin, token.end);
  }
  void replaceAll(StringRef what, Kind kind, const std::string &with);
  std::string getNumber(StringRef old);
  std::string getOther(Kind kind);

  llvm::ArrayRef<std::string> sources;
  Random &random;
  std::string text;
};
} // namespace

std::string TextMutator::run() {
  // Those that leave a text likely to parse stand more than once.
  static constexpr void (TextMutator::*changes[])() = {
      &TextMutator::replaceToken,
      &TextMutator::replaceToken,
      &TextMutator::replaceTokenEverywhere,
      &TextMutator::replaceTokenEverywhere,
      &TextMutator::replaceTokenEverywhere,
      &TextMutator::changeNumber,
      &TextMutator::changeNumber,
      &TextMutator::changeNumberEverywhere,
      &TextMutator::changeNumberEverywhere,
      &TextMutator::changeNumberEverywhere,
      &TextMutator::deleteToken,
      &TextMutator::swapTokens,
      &TextMutator::replaceGroup,
      &TextMutator::replaceGroup,
      &TextMutator::deleteGroup,
      &TextMutator::deleteLine,
      &TextMutator::duplicateLine,
      &TextMutator::swapLines,
      &TextMutator::insertLine,
      &TextMutator::truncate,
      &TextMutator::splice,
      &TextMutator::changeByte,
  };
  // Mostly one: each makes it less likely that the next is looked at.
  static constexpr unsigned counts[] = {1, 1, 1, 1, 2, 2, 3, 4};
  for (unsigned left = random.pick(counts); left; --left)
    if (!text.empty())
      (this->*random.pick(changes))();
  return std::move(text);
}

/// A token of a kind from anywhere; "" if no luck.
std::string TextMutator::getOther(Kind kind) {
  const std::string &source = random.pick(sources);
  std::vector<Token> tokens = getTokens(source);
  for (unsigned tries = 0; tries < 50 && !tokens.empty(); ++tries) {
    Token token = random.pick(tokens);
    if (token.kind == kind)
      return source.substr(token.begin, token.end - token.begin);
  }
  return "";
}

/// A number that is likely to be at some limit.
std::string TextMutator::getNumber(StringRef old) {
  static constexpr StringRef limits[] = {"0",
                                         "1",
                                         "2",
                                         "3",
                                         "4",
                                         "16",
                                         "31",
                                         "32",
                                         "64",
                                         "1024",
                                         "1048576",
                                         "2147483647",
                                         "2147483648",
                                         "4294967296",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "18446744073709551616",
                                         "-1"};
  uint64_t value = 0;
  size_t way = random.below(6);
  if (way < 4 && !old.getAsInteger(10, value)) {
    uint64_t near[] = {value + 1, value - 1, value * 2, value / 2};
    return llvm::utostr(near[way]);
  }
  return way == 4 ? getOther(Kind::Number) : random.pick(limits).str();
}

void TextMutator::replaceAll(StringRef what, Kind kind,
                             const std::string &with) {
  std::string old = what.str(), result;
  size_t done = 0;
  for (Token token : getTokens(text))
    if (token.kind == kind && get(token) == old) {
      result += text.substr(done, token.begin - done) + with;
      done = token.end;
    }
  text = result + text.substr(done);
}

void TextMutator::replaceToken() {
  std::vector<Token> tokens = getTokens(text);
  if (tokens.empty())
    return;
  Token token = random.pick(tokens);
  std::string with = getOther(token.kind);
  replace({token.begin, token.end}, with);
}

void TextMutator::replaceTokenEverywhere() {
  std::vector<Token> tokens = getTokens(text);
  if (tokens.empty())
    return;
  Token token = random.pick(tokens);
  if (token.kind != Kind::Mark)
    replaceAll(get(token), token.kind, getOther(token.kind));
}

void TextMutator::changeNumber() {
  std::vector<Token> tokens = getTokens(text);
  llvm::erase_if(tokens, [](Token t) { return t.kind != Kind::Number; });
  if (tokens.empty())
    return;
  Token token = random.pick(tokens);
  replace({token.begin, token.end}, getNumber(get(token)));
}

void TextMutator::changeNumberEverywhere() {
  std::vector<Token> tokens = getTokens(text);
  llvm::erase_if(tokens, [](Token t) { return t.kind != Kind::Number; });
  if (tokens.empty())
    return;
  StringRef number = get(random.pick(tokens));
  replaceAll(number, Kind::Number, getNumber(number));
}

void TextMutator::deleteToken() {
  std::vector<Token> tokens = getTokens(text);
  if (tokens.empty())
    return;
  Token token = random.pick(tokens);
  replace({token.begin, token.end}, "");
}

void TextMutator::swapTokens() {
  std::vector<Token> tokens = getTokens(text);
  if (tokens.empty())
    return;
  Token first = random.pick(tokens);
  llvm::erase_if(tokens, [&](Token t) { return t.kind != first.kind; });
  Token second = random.pick(tokens);
  if (second.begin < first.begin)
    std::swap(first, second);
  std::string front = get(first).str(), back = get(second).str();
  replace({second.begin, second.end}, front);
  replace({first.begin, first.end}, back);
}

/// The word right before a bracket.
static StringRef getHead(StringRef text, Span group) {
  return text.take_front(group.begin).rsplit(' ').second;
}

/// Takes what another text has in brackets after the same word.
void TextMutator::replaceGroup() {
  std::vector<Span> groups = getGroups(text);
  const std::string &source = random.pick(sources);
  std::vector<Span> others = getGroups(source);
  if (groups.empty())
    return;
  Span group = random.pick(groups);
  StringRef head = getHead(text, group);
  llvm::erase_if(others, [&](Span other) {
    return source[other.begin] != text[group.begin] ||
           getHead(source, other) != head;
  });
  if (others.empty())
    return;
  Span other = random.pick(others);
  std::string with = source.substr(other.begin, other.end - other.begin);
  replace(group, with);
}

void TextMutator::deleteGroup() {
  std::vector<Span> groups = getGroups(text);
  if (!groups.empty())
    replace(random.pick(groups), "");
}

void TextMutator::deleteLine() { replace(random.pick(getLines(text)), ""); }

void TextMutator::duplicateLine() {
  Span line = random.pick(getLines(text));
  text.insert(line.end, get(line).str());
}

void TextMutator::swapLines() {
  std::vector<Span> lines = getLines(text);
  Span first = random.pick(lines), second = random.pick(lines);
  if (second.begin < first.begin)
    std::swap(first, second);
  if (first.begin == second.begin)
    return;
  std::string front = get(first).str(), back = get(second).str();
  replace(second, front);
  replace(first, back);
}

void TextMutator::insertLine() {
  const std::string &source = random.pick(sources);
  if (source.empty())
    return;
  Span line = random.pick(getLines(source));
  text.insert(random.pick(getLines(text)).end,
              source.substr(line.begin, line.end - line.begin));
}

void TextMutator::truncate() { text.resize(random.below(text.size())); }

/// The beginning of this text and the end of another.
void TextMutator::splice() {
  const std::string &source = random.pick(sources);
  if (source.empty())
    return;
  Span here = random.pick(getLines(text));
  Span there = random.pick(getLines(source));
  text = text.substr(0, here.end) + source.substr(there.begin);
}

void TextMutator::changeByte() {
  text[random.below(text.size())] = static_cast<char>(random.below(256));
}

std::string ttc::fuzz::mutateText(llvm::ArrayRef<std::string> sources,
                                  Random &random) {
  return TextMutator(sources, random).run();
}

std::string ttc::fuzz::mutateBytes(std::string bytes, Random &random) {
  for (size_t left = 1 + random.below(4); left && !bytes.empty(); --left) {
    size_t at = random.below(bytes.size());
    switch (random.below(8)) {
    case 0:
      bytes.resize(at);
      break;
    case 1:
      bytes.insert(at, bytes.substr(random.below(bytes.size()), 8));
      break;
    case 2:
      bytes.erase(at, 1);
      break;
    default:
      bytes[at] = static_cast<char>(random.below(256));
    }
  }
  return bytes;
}
