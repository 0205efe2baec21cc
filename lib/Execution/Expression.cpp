//===- Expression.cpp - Arithmetic on whole arrays ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and evaluates in one walk, by precedence climbing. The depth of
// nesting is bounded, so no text can exhaust the stack.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Expression.h"

#include "ArrayOps.h"
#include "ttc/Execution/Launch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace ttc::exec;

static Real toReal(Number number) {
  if (number.isFloat)
    return number.real;
  return number.isUnsigned ? Real(number.bits)
                           : Real(static_cast<int64_t>(number.bits));
}

Array ttc::exec::toArray(const ArgumentValue &argument) {
  Array result{argument.shape, {}};
  unsigned width = elementBytes(argument.element);
  result.values.reserve(argument.bytes.size() / width);
  for (size_t at = 0; at < argument.bytes.size(); at += width)
    result.values.push_back(
        toReal(readElement(argument.element, &argument.bytes[at])));
  return result;
}

/// Writes `value` as writeElement does, without a detour over a double, which
/// would lose bits of integers beyond 2^53.
static void writeReal(Element element, Real value, void *bytes) {
  bool isWhole = std::trunc(value) == value && std::fabs(value) < 0x1p64L;
  if (isFloat(element) || !isWhole) {
    writeElement(element, Number::ofReal(static_cast<double>(value)), bytes);
    return;
  }
  uint64_t bits = static_cast<uint64_t>(std::fabs(value));
  writeElement(element, Number::ofUnsigned(value < 0 ? -bits : bits), bytes);
}

Real ttc::exec::roundReal(Element element, Real value) {
  uint64_t bytes = 0;
  writeReal(element, value, &bytes);
  return toReal(readElement(element, &bytes));
}

namespace {
struct Operator {
  StringLiteral symbol;
  unsigned precedence;
};

class Evaluator {
public:
  Evaluator(StringRef text, const Environment &names)
      : whole(text), text(text), names(names) {}

  Expected<Array> evaluate() {
    Expected<Array> result = parseBinary(0);
    if (!result)
      return result.takeError();
    if (!text.ltrim().empty())
      return failure("expected an operator or the end");
    return result;
  }

private:
  static constexpr unsigned maxDepth = 200;

  Error failure(const Twine &message) {
    size_t column = whole.size() - text.ltrim().size() + 1;
    return createStringError("at column " + Twine(column) + " of '" + whole +
                             "': " + message);
  }

  /// Adds the place to an error of an operation.
  Expected<Array> located(Expected<Array> result) {
    if (result)
      return result;
    return failure(toString(result.takeError()));
  }

  const Operator *peekOperator();
  Expected<Array> parseBinary(unsigned minPrecedence);
  Expected<Array> parseUnary();
  Expected<Array> parsePrimary();
  Expected<Array> parseNumber();
  Expected<Array> parseCall(StringRef name);

  StringRef whole, text;
  const Environment &names;
  unsigned depth = 0;
};
} // namespace

/// The longest operator at this place. Precedences are Python's, except that
/// comparisons bind as in C.
const Operator *Evaluator::peekOperator() {
  static const Operator table[] = {
      {"**", 9}, {"//", 8}, {"<<", 6}, {">>", 6}, {"<=", 5}, {">=", 5},
      {"==", 5}, {"!=", 5}, {"*", 8},  {"/", 8},  {"%", 8},  {"+", 7},
      {"-", 7},  {"<", 5},  {">", 5},  {"&", 4},  {"^", 3},  {"|", 2},
  };
  text = text.ltrim();
  for (const Operator &candidate : table)
    if (text.starts_with(candidate.symbol))
      return &candidate;
  return nullptr;
}

Expected<Array> Evaluator::parseBinary(unsigned minPrecedence) {
  if (++depth > maxDepth)
    return failure("nested too deeply");
  Expected<Array> left = parseUnary();
  if (!left)
    return left.takeError();
  while (const Operator *op = peekOperator()) {
    if (op->precedence < minPrecedence)
      break;
    text = text.drop_front(op->symbol.size());
    // Only ** groups from the right.
    unsigned next = op->symbol == "**" ? op->precedence : op->precedence + 1;
    Expected<Array> right = parseBinary(next);
    if (!right)
      return right.takeError();
    left = located(mapBinary(*left, *right, findOperator(op->symbol)));
    if (!left)
      return left.takeError();
  }
  --depth;
  return left;
}

Expected<Array> Evaluator::parseUnary() {
  text = text.ltrim();
  if (!text.consume_front("-"))
    return parsePrimary();
  // As in Python, -a**b is -(a**b).
  Expected<Array> operand = parseBinary(9);
  if (!operand)
    return operand.takeError();
  for (Real &value : operand->values)
    value = -value;
  return operand;
}

Expected<Array> Evaluator::parsePrimary() {
  text = text.ltrim();
  if (text.consume_front("(")) {
    Expected<Array> inner = parseBinary(0);
    if (!inner)
      return inner.takeError();
    text = text.ltrim();
    if (!text.consume_front(")"))
      return failure("expected ')'");
    return inner;
  }
  if (text.empty())
    return failure("expected a value");
  if (isDigit(text[0]) || text[0] == '.')
    return parseNumber();
  StringRef name =
      text.take_while([](char c) { return isAlnum(c) || c == '_'; });
  if (name.empty())
    return failure("expected a value");
  if (text.drop_front(name.size()).ltrim().starts_with("("))
    return parseCall(name);
  auto found = names.find(name);
  if (found == names.end()) {
    Real constant = name == "inf"   ? Real(INFINITY)
                    : name == "nan" ? Real(NAN)
                    : name == "pi"  ? Real(M_PIl)
                                    : Real(0);
    if (constant == 0)
      return failure("no argument is called '" + name + "'");
    text = text.drop_front(name.size());
    return Array::scalar(constant);
  }
  text = text.drop_front(name.size());
  return found->second;
}

Expected<Array> Evaluator::parseNumber() {
  // A sign belongs to the number after an exponent's letter only.
  size_t end = 0;
  bool isHex = text.starts_with_insensitive("0x");
  while (end < text.size() && (isAlnum(text[end]) || text[end] == '.' ||
                               ((text[end] == '+' || text[end] == '-') &&
                                !isHex && toLower(text[end - 1]) == 'e')))
    ++end;
  std::optional<Number> number = ttc::exec::parseNumber(text.take_front(end));
  if (!number)
    return failure("'" + text.take_front(end) + "' is no number");
  text = text.drop_front(end);
  return Array::scalar(toReal(*number));
}

Expected<Array> Evaluator::parseCall(StringRef name) {
  StringRef start = text;
  text = text.drop_front(name.size()).ltrim().drop_front();
  SmallVector<Array, 3> operands;
  while (!text.ltrim().starts_with(")")) {
    Expected<Array> operand = parseBinary(0);
    if (!operand)
      return operand.takeError();
    operands.push_back(std::move(*operand));
    text = text.ltrim();
    if (!text.consume_front(",") && !text.starts_with(")"))
      return failure("expected ',' or ')'");
  }
  text = text.ltrim().drop_front();
  Expected<Array> result = callFunction(name, operands);
  if (result)
    return result;
  text = start;
  return failure(toString(result.takeError()));
}

Expected<Array> ttc::exec::evaluate(StringRef expression,
                                    const Environment &names) {
  return Evaluator(expression, names).evaluate();
}
