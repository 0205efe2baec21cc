//===- ArrayOps.cpp - Functions of the expression language ----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables from names to functions of elements, and the few functions of whole
// arrays.
//
//===----------------------------------------------------------------------===//

#include "ArrayOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

using namespace llvm;
using namespace ttc::exec;

/// Arrays that a test needs are small; a typing error shall not eat all memory.
static constexpr int64_t maxElements = int64_t(1) << 28;

static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes)
    if (__builtin_mul_overflow(result, size, &result))
      return INT64_MAX;
  return result;
}

static std::string printShape(ArrayRef<int64_t> shape) {
  return "[" +
         join(map_range(shape, [](int64_t n) { return std::to_string(n); }),
              ",") +
         "]";
}

//===----------------------------------------------------------------------===//
// Functions of elements
//===----------------------------------------------------------------------===//

/// Whole numbers as 64 bits, for the bitwise operators.
static int64_t whole(Real value) {
  if (!(std::fabs(value) < 0x1p64L))
    return 0;
  return value < 0x1p63L ? static_cast<int64_t>(value)
                         : static_cast<int64_t>(static_cast<uint64_t>(value));
}

static Real shift(Real a, int64_t by) {
  return std::floor(std::ldexp(std::floor(a), static_cast<int>(by)));
}

BinaryFunction ttc::exec::findOperator(StringRef symbol) {
  static const std::pair<StringLiteral, BinaryFunction> table[] = {
      {"+", [](Real a, Real b) { return a + b; }},
      {"-", [](Real a, Real b) { return a - b; }},
      {"*", [](Real a, Real b) { return a * b; }},
      {"/", [](Real a, Real b) { return a / b; }},
      {"//", [](Real a, Real b) { return std::floor(a / b); }},
      {"%", [](Real a, Real b) { return a - b * std::floor(a / b); }},
      {"**", [](Real a, Real b) { return std::pow(a, b); }},
      {"<", [](Real a, Real b) { return Real(a < b); }},
      {"<=", [](Real a, Real b) { return Real(a <= b); }},
      {">", [](Real a, Real b) { return Real(a > b); }},
      {">=", [](Real a, Real b) { return Real(a >= b); }},
      {"==", [](Real a, Real b) { return Real(a == b); }},
      {"!=", [](Real a, Real b) { return Real(a != b); }},
      {"&", [](Real a, Real b) { return Real(whole(a) & whole(b)); }},
      {"|", [](Real a, Real b) { return Real(whole(a) | whole(b)); }},
      {"^", [](Real a, Real b) { return Real(whole(a) ^ whole(b)); }},
      {"<<", [](Real a, Real b) { return shift(a, whole(b)); }},
      {">>", [](Real a, Real b) { return shift(a, -whole(b)); }},
      {"minimum", [](Real a, Real b) { return std::fmin(a, b); }},
      {"maximum", [](Real a, Real b) { return std::fmax(a, b); }},
  };
  for (auto &[name, function] : table)
    if (name == symbol)
      return function;
  return nullptr;
}

using UnaryFunction = Real (*)(Real);

static UnaryFunction findUnary(StringRef name) {
  static const std::pair<StringLiteral, UnaryFunction> table[] = {
      {"exp", [](Real a) { return std::exp(a); }},
      {"exp2", [](Real a) { return std::exp2(a); }},
      {"log", [](Real a) { return std::log(a); }},
      {"log2", [](Real a) { return std::log2(a); }},
      {"sqrt", [](Real a) { return std::sqrt(a); }},
      {"rsqrt", [](Real a) { return 1 / std::sqrt(a); }},
      {"sin", [](Real a) { return std::sin(a); }},
      {"cos", [](Real a) { return std::cos(a); }},
      {"tanh", [](Real a) { return std::tanh(a); }},
      {"erf", [](Real a) { return std::erf(a); }},
      {"abs", [](Real a) { return std::fabs(a); }},
      {"floor", [](Real a) { return std::floor(a); }},
      {"ceil", [](Real a) { return std::ceil(a); }},
      {"trunc", [](Real a) { return std::trunc(a); }},
  };
  for (auto &[candidate, function] : table)
    if (candidate == name)
      return function;
  return nullptr;
}

static Array mapUnary(const Array &a, function_ref<Real(Real)> function) {
  Array result{a.shape, {}};
  result.values.reserve(a.values.size());
  for (Real value : a.values)
    result.values.push_back(function(value));
  return result;
}

/// The shape that both operands repeat to.
static Expected<SmallVector<int64_t>> broadcastShapes(ArrayRef<int64_t> a,
                                                      ArrayRef<int64_t> b) {
  SmallVector<int64_t> shape(std::max(a.size(), b.size()));
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t fromA = i < a.size() ? a[a.size() - 1 - i] : 1;
    int64_t fromB = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (fromA != fromB && fromA != 1 && fromB != 1)
      return createStringError("shapes %s and %s do not match",
                               printShape(a).c_str(), printShape(b).c_str());
    shape[shape.size() - 1 - i] = fromA == 1 ? fromB : fromA;
  }
  if (product(shape) > maxElements)
    return createStringError("the array of shape %s is too large",
                             printShape(shape).c_str());
  return shape;
}

/// `a` repeated to `shape`.
static Array broadcastTo(const Array &a, ArrayRef<int64_t> shape) {
  if (ArrayRef(a.shape) == shape)
    return a;
  Array result{SmallVector<int64_t>(shape), {}};
  int64_t count = product(shape);
  result.values.resize(count);
  size_t missing = shape.size() - a.shape.size();
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, from = 0, stride = 1;
    for (size_t dim = shape.size(); dim-- > missing;) {
      int64_t size = a.shape[dim - missing];
      from += (size == 1 ? 0 : rest % shape[dim]) * stride;
      rest /= shape[dim];
      stride *= size;
    }
    result.values[i] = a.values[from];
  }
  return result;
}

Expected<Array> ttc::exec::broadcast(const Array &a, ArrayRef<int64_t> shape) {
  Expected<SmallVector<int64_t>> both = broadcastShapes(a.shape, shape);
  if (!both)
    return both.takeError();
  if (ArrayRef<int64_t>(*both) != shape)
    return createStringError("shape %s can't become %s",
                             printShape(a.shape).c_str(),
                             printShape(shape).c_str());
  return broadcastTo(a, shape);
}

Expected<Array> ttc::exec::mapBinary(const Array &a, const Array &b,
                                     BinaryFunction function) {
  Expected<SmallVector<int64_t>> shape = broadcastShapes(a.shape, b.shape);
  if (!shape)
    return shape.takeError();
  Array result = broadcastTo(a, *shape), other = broadcastTo(b, *shape);
  for (auto [value, operand] : zip(result.values, other.values))
    value = function(value, operand);
  return result;
}

//===----------------------------------------------------------------------===//
// Functions of arrays
//===----------------------------------------------------------------------===//

static Expected<int64_t> toSize(const Array &a) {
  if (!a.shape.empty() || a.values[0] != std::trunc(a.values[0]) ||
      std::fabs(a.values[0]) > Real(maxElements))
    return createStringError("expected a whole number");
  return static_cast<int64_t>(a.values[0]);
}

static Expected<SmallVector<int64_t>> toShape(ArrayRef<Array> operands) {
  SmallVector<int64_t> shape;
  for (const Array &operand : operands) {
    Expected<int64_t> size = toSize(operand);
    if (!size)
      return size.takeError();
    if (*size < 0)
      return createStringError("a size can't be negative");
    shape.push_back(*size);
  }
  if (product(shape) > maxElements)
    return createStringError("the array of shape %s is too large",
                             printShape(shape).c_str());
  return shape;
}

/// Runs `visit(line)` for each line of elements along `dim`; `line[i]` is the
/// i-th element's position.
static void forEachLine(const Array &a, int64_t dim,
                        function_ref<void(ArrayRef<int64_t>)> visit) {
  int64_t size = a.shape[dim];
  int64_t inner = product(ArrayRef(a.shape).drop_front(dim + 1));
  int64_t outer = product(ArrayRef(a.shape).take_front(dim));
  SmallVector<int64_t> line(size);
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      for (int64_t k = 0; k < size; ++k)
        line[k] = (o * size + k) * inner + i;
      visit(line);
    }
}

struct Reduction {
  StringLiteral name;
  Real start;
  BinaryFunction combine;
};

static const Reduction *findReduction(StringRef name) {
  static const Reduction table[] = {
      {"sum", 0, [](Real a, Real b) { return a + b; }},
      {"prod", 1, [](Real a, Real b) { return a * b; }},
      {"max", -INFINITY, [](Real a, Real b) { return std::fmax(a, b); }},
      {"min", INFINITY, [](Real a, Real b) { return std::fmin(a, b); }},
      {"cumsum", 0, [](Real a, Real b) { return a + b; }},
  };
  for (const Reduction &candidate : table)
    if (candidate.name == name)
      return &candidate;
  return nullptr;
}

static Expected<Array> reduce(const Reduction &reduction,
                              ArrayRef<Array> operands) {
  Array a = operands[0];
  int64_t dim = 0;
  if (operands.size() == 1) {
    a.shape = {static_cast<int64_t>(a.values.size())};
  } else {
    Expected<int64_t> given = toSize(operands[1]);
    if (!given)
      return given.takeError();
    dim = *given < 0 ? *given + a.rank() : *given;
    if (dim < 0 || dim >= a.rank())
      return createStringError("an array of shape %s has no dimension %lld",
                               printShape(a.shape).c_str(),
                               static_cast<long long>(*given));
  }
  bool keepsAll = reduction.name == "cumsum";
  Array result{a.shape, {}};
  forEachLine(a, dim, [&](ArrayRef<int64_t> line) {
    Real value = reduction.start;
    for (int64_t position : line) {
      value = reduction.combine(value, a.values[position]);
      if (keepsAll)
        a.values[position] = value;
    }
    result.values.push_back(value);
  });
  if (keepsAll)
    return a;
  result.shape[dim] = 1;
  if (operands.size() == 1)
    result.shape.clear();
  return result;
}

static Expected<Array> matmul(const Array &a, const Array &b) {
  if (a.rank() != 2 || b.rank() != 2 || a.shape[1] != b.shape[0])
    return createStringError("matmul can't multiply shapes %s and %s",
                             printShape(a.shape).c_str(),
                             printShape(b.shape).c_str());
  int64_t m = a.shape[0], k = a.shape[1], n = b.shape[1];
  Array result{{m, n}, std::vector<Real>(m * n, 0)};
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < k; ++j)
      for (int64_t l = 0; l < n; ++l)
        result.values[i * n + l] += a.values[i * k + j] * b.values[j * n + l];
  return result;
}

static Expected<Array> transpose(const Array &a) {
  if (a.rank() < 2)
    return createStringError("transpose needs two dimensions, got shape %s",
                             printShape(a.shape).c_str());
  int64_t rows = a.shape[a.rank() - 2], columns = a.shape[a.rank() - 1];
  Array result = a;
  std::swap(result.shape[a.rank() - 2], result.shape[a.rank() - 1]);
  for (size_t i = 0; i < a.values.size(); ++i) {
    int64_t matrix = i / (rows * columns), at = i % (rows * columns);
    result
        .values[matrix * rows * columns + at % columns * rows + at / columns] =
        a.values[i];
  }
  return result;
}

static Expected<Array> reshape(ArrayRef<Array> operands) {
  Expected<SmallVector<int64_t>> shape = toShape(operands.drop_front());
  if (!shape)
    return shape.takeError();
  Array result = operands[0];
  if (product(*shape) != static_cast<int64_t>(result.values.size()))
    return createStringError("an array of shape %s can't get shape %s",
                             printShape(result.shape).c_str(),
                             printShape(*shape).c_str());
  result.shape = *shape;
  return result;
}

static Expected<Array> take(const Array &a, const Array &indices) {
  Array result{indices.shape, {}};
  for (Real index : indices.values) {
    if (index != std::trunc(index) || index < 0 ||
        index >= Real(a.values.size()))
      return createStringError("take: index %Lg is not one of %zu elements",
                               index, a.values.size());
    result.values.push_back(a.values[static_cast<size_t>(index)]);
  }
  return result;
}

static Expected<Array> select(ArrayRef<Array> operands) {
  Expected<SmallVector<int64_t>> values =
      broadcastShapes(operands[1].shape, operands[2].shape);
  if (!values)
    return values.takeError();
  Expected<SmallVector<int64_t>> shape =
      broadcastShapes(operands[0].shape, *values);
  if (!shape)
    return shape.takeError();
  Array condition = broadcastTo(operands[0], *shape);
  Array result = broadcastTo(operands[1], *shape);
  Array other = broadcastTo(operands[2], *shape);
  for (size_t i = 0; i < condition.values.size(); ++i)
    if (condition.values[i] == 0)
      result.values[i] = other.values[i];
  return result;
}

static Expected<Array> iota(ArrayRef<Array> operands) {
  Expected<SmallVector<int64_t>> shape = toShape(operands);
  if (!shape)
    return shape.takeError();
  Array result{*shape, std::vector<Real>(product(*shape))};
  std::iota(result.values.begin(), result.values.end(), Real(0));
  return result;
}

static Array castTo(Element element, const Array &a) {
  return mapUnary(a, [=](Real value) { return roundReal(element, value); });
}

namespace {
/// A function with its own way to use its operands.
struct ArrayFunction {
  StringLiteral name;
  size_t minOperands, maxOperands;
  Expected<Array> (*call)(ArrayRef<Array>);
};
} // namespace

static const ArrayFunction *findArrayFunction(StringRef name) {
  static const ArrayFunction table[] = {
      {"matmul", 2, 2, [](ArrayRef<Array> o) { return matmul(o[0], o[1]); }},
      {"transpose", 1, 1, [](ArrayRef<Array> o) { return transpose(o[0]); }},
      {"take", 2, 2, [](ArrayRef<Array> o) { return take(o[0], o[1]); }},
      {"where", 3, 3, select},
      {"reshape", 1, 9, reshape},
      {"iota", 1, 8, iota},
  };
  for (const ArrayFunction &candidate : table)
    if (candidate.name == name)
      return &candidate;
  return nullptr;
}

static Error checkCount(StringRef name, size_t given, size_t least,
                        size_t most) {
  if (given >= least && given <= most)
    return Error::success();
  std::string wanted = std::to_string(least);
  if (least != most)
    wanted += " to " + std::to_string(most);
  return createStringError("%s takes %s operands, got %zu", name.str().c_str(),
                           wanted.c_str(), given);
}

Expected<Array> ttc::exec::callFunction(StringRef name,
                                        ArrayRef<Array> operands) {
  if (const ArrayFunction *function = findArrayFunction(name)) {
    if (Error error = checkCount(name, operands.size(), function->minOperands,
                                 function->maxOperands))
      return error;
    return function->call(operands);
  }
  if (const Reduction *reduction = findReduction(name)) {
    if (Error error = checkCount(name, operands.size(), 1, 2))
      return error;
    return reduce(*reduction, operands);
  }
  if (BinaryFunction function = findOperator(name)) {
    if (Error error = checkCount(name, operands.size(), 2, 2))
      return error;
    return mapBinary(operands[0], operands[1], function);
  }
  UnaryFunction function = findUnary(name);
  std::optional<Element> element = parseElement(name);
  if (!function && !element)
    return createStringError("no function is called '%s'", name.str().c_str());
  if (Error error = checkCount(name, operands.size(), 1, 1))
    return error;
  return function ? mapUnary(operands[0], function)
                  : castTo(*element, operands[0]);
}
