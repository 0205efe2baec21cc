//===- Expectation.cpp - What a kernel's result must be -------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing of expectations and comparison of a buffer with its wanted value.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Expectation.h"

#include "ArrayOps.h"
#include "ttc/Execution/Launch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace llvm;
using namespace ttc::exec;

Expected<Expectation> ttc::exec::parseExpectation(StringRef text) {
  Expectation result;
  auto [name, value] = splitName(text);
  if (name.empty())
    return createStringError("'%s' does not name an argument: expected "
                             "NAME=VALUE",
                             text.str().c_str());
  result.name = name.str();
  while (true) {
    auto [rest, option] = value.rsplit(':');
    auto [key, number] = option.split('=');
    double *tolerance = StringSwitch<double *>(key.trim())
                            .Case("rtol", &result.rtol)
                            .Case("atol", &result.atol)
                            .Case("rowtol", &result.rowtol)
                            .Default(nullptr);
    if (!tolerance)
      break;
    if (number.trim().getAsDouble(*tolerance) || !(*tolerance >= 0))
      return createStringError("'%s' is no tolerance", option.str().c_str());
    value = rest;
  }
  result.value = value.trim().str();
  return result;
}

/// The wanted value as an array of any shape.
static Expected<Array> evaluateValue(const Expectation &expectation,
                                     const ArgumentValue &got,
                                     const Environment &before) {
  StringRef value = expectation.value;
  bool isList = value.starts_with("[");
  if (!isList && !value.ends_with(".npy"))
    return evaluate(value, before);
  // Elements of a list are those of the argument unless it says otherwise; a
  // file of raw bits likewise, since NumPy has no name for some types.
  StringRef type = elementName(got.element);
  std::string text =
      isList && value.ends_with("]") ? (value + ":" + type).str() : value.str();
  bool isRaw = got.element == Element::BF16 || got.element == Element::F8E4M3 ||
               got.element == Element::F8E5M2;
  if (!isList && isRaw)
    text = (value + ":as=" + type).str();
  Expected<ArgumentValue> buffer = parseBuffer(text);
  if (!buffer)
    return buffer.takeError();
  return toArray(*buffer);
}

static SmallVector<int64_t> withoutOnes(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> result(shape);
  erase(result, 1);
  return result;
}

/// The wanted value in the shape of the argument. Dimensions of size 1, which
/// reductions leave behind, count for nothing.
static Expected<Array> wantedArray(const Expectation &expectation,
                                   const ArgumentValue &got,
                                   const Environment &before) {
  Expected<Array> want = evaluateValue(expectation, got, before);
  if (!want)
    return want.takeError();
  if (withoutOnes(want->shape) == withoutOnes(got.shape)) {
    want->shape = got.shape;
    return want;
  }
  return broadcast(*want, got.shape);
}

namespace {
/// Compares element by element and remembers the first wrong ones.
struct Comparison {
  const Expectation &expectation;
  const ArgumentValue &got;
  Array want;
  std::vector<Real> values;
  int64_t wrong = 0;
  std::string lines;

  Comparison(const Expectation &expectation, const ArgumentValue &got,
             Array want)
      : expectation(expectation), got(got), want(std::move(want)),
        values(toArray(got).values) {}

  Real rowLargest(int64_t index) const {
    int64_t columns = got.shape.empty() ? 1 : got.shape.back();
    int64_t start = index / columns * columns;
    Real largest = 0;
    for (int64_t i = start; i < start + columns; ++i)
      largest = std::fmax(largest, std::fabs(want.values[i]));
    return largest;
  }

  bool isRight(int64_t index, Real rowScale) const;
  void note(int64_t index);
  void run();
};
} // namespace

bool Comparison::isRight(int64_t index, Real rowScale) const {
  Real wanted = want.values[index], have = values[index];
  if (isPoison(got, index))
    return false;
  if (expectation.isExact()) {
    wanted = roundReal(got.element, wanted);
    return wanted == have || (std::isnan(wanted) && std::isnan(have));
  }
  if (std::isnan(wanted) || std::isinf(wanted))
    return std::isnan(wanted) ? std::isnan(have) : wanted == have;
  Real allowed = Real(expectation.atol) +
                 Real(expectation.rtol) * std::fabs(wanted) +
                 Real(expectation.rowtol) * rowScale;
  return std::fabs(have - wanted) <= allowed;
}

void Comparison::note(int64_t index) {
  constexpr int64_t maxLines = 5;
  if (++wrong > maxLines)
    return;
  SmallVector<int64_t> place(got.shape.size());
  int64_t rest = index;
  for (size_t dim = place.size(); dim-- > 0;) {
    place[dim] = rest % got.shape[dim];
    rest /= got.shape[dim];
  }
  raw_string_ostream os(lines);
  os << "\n  at [";
  interleaveComma(place, os);
  os << "]: wanted " << format("%.9g", double(want.values[index])) << ", got ";
  if (isPoison(got, index))
    os << "an element that nothing wrote";
  else
    os << printElement(got.element,
                       &got.bytes[index * elementBytes(got.element)]);
}

void Comparison::run() {
  int64_t columns = got.shape.empty() ? 1 : got.shape.back();
  Real rowScale = 0;
  for (int64_t i = 0, e = values.size(); i < e; ++i) {
    if (expectation.rowtol != 0 && i % columns == 0)
      rowScale = rowLargest(i);
    if (!isRight(i, rowScale))
      note(i);
  }
}

Error ttc::exec::check(const Expectation &expectation, const ArgumentValue &got,
                       const Environment &before) {
  Expected<Array> want = wantedArray(expectation, got, before);
  if (!want)
    return createStringError("expected value of '%s': %s", got.name.c_str(),
                             toString(want.takeError()).c_str());
  Comparison comparison(expectation, got, std::move(*want));
  comparison.run();
  if (comparison.wrong == 0)
    return Error::success();
  return createStringError(
      "'%s' is wrong at %lld of %lld elements:%s", got.name.c_str(),
      static_cast<long long>(comparison.wrong),
      static_cast<long long>(got.numElements()), comparison.lines.c_str());
}
