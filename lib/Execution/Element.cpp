//===- Element.cpp - Element types of kernel arguments --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything about an element type stands in one table; conversions of
// floating-point types are APFloat's.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Element.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace ttc::exec;

namespace {
enum class Kind { Signed, Unsigned, Float };

struct ElementInfo {
  Element element;
  StringRef name;
  /// The spelling of the IR where it is another.
  StringRef irName;
  unsigned bits;
  Kind kind;
  const fltSemantics &(*semantics)();
};
} // namespace

static const ElementInfo table[] = {
    {Element::I1, "i1", "bool", 1, Kind::Unsigned, nullptr},
    {Element::I8, "i8", "", 8, Kind::Signed, nullptr},
    {Element::I16, "i16", "", 16, Kind::Signed, nullptr},
    {Element::I32, "i32", "", 32, Kind::Signed, nullptr},
    {Element::I64, "i64", "", 64, Kind::Signed, nullptr},
    {Element::U8, "u8", "", 8, Kind::Unsigned, nullptr},
    {Element::U16, "u16", "", 16, Kind::Unsigned, nullptr},
    {Element::U32, "u32", "", 32, Kind::Unsigned, nullptr},
    {Element::U64, "u64", "", 64, Kind::Unsigned, nullptr},
    {Element::F8E4M3, "f8e4m3", "f8E4M3FN", 8, Kind::Float,
     &APFloat::Float8E4M3FN},
    {Element::F8E5M2, "f8e5m2", "f8E5M2", 8, Kind::Float, &APFloat::Float8E5M2},
    {Element::F16, "f16", "", 16, Kind::Float, &APFloat::IEEEhalf},
    {Element::BF16, "bf16", "", 16, Kind::Float, &APFloat::BFloat},
    {Element::F32, "f32", "", 32, Kind::Float, &APFloat::IEEEsingle},
    {Element::F64, "f64", "", 64, Kind::Float, &APFloat::IEEEdouble},
};

static const ElementInfo &info(Element element) {
  return table[static_cast<unsigned>(element)];
}

StringRef ttc::exec::elementName(Element element) { return info(element).name; }

std::optional<Element> ttc::exec::parseElement(StringRef name) {
  for (const ElementInfo &entry : table)
    if (name == entry.name || (!entry.irName.empty() && name == entry.irName))
      return entry.element;
  return std::nullopt;
}

std::string ttc::exec::elementNames() {
  return join(map_range(table, [](auto &entry) { return entry.name; }), ", ");
}

unsigned ttc::exec::elementBytes(Element element) {
  return (info(element).bits + 7) / 8;
}

bool ttc::exec::isFloat(Element element) {
  return info(element).kind == Kind::Float;
}

bool ttc::exec::isUnsigned(Element element) {
  return info(element).kind == Kind::Unsigned;
}

const fltSemantics &ttc::exec::elementSemantics(Element element) {
  assert(isFloat(element) && "integers have no floating-point format");
  return info(element).semantics();
}

double Number::toReal() const {
  if (isFloat)
    return real;
  return isUnsigned ? static_cast<double>(bits)
                    : static_cast<double>(static_cast<int64_t>(bits));
}

Number ttc::exec::readElement(Element element, const void *bytes) {
  uint64_t raw = 0;
  std::memcpy(&raw, bytes, elementBytes(element));
  unsigned width = info(element).bits;
  if (element == Element::F32) // The common case, without APFloat's cost.
    return Number::ofReal(bit_cast<float>(static_cast<uint32_t>(raw)));
  if (isFloat(element)) {
    APFloat value(elementSemantics(element), APInt(width, raw));
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return Number::ofReal(value.convertToDouble());
  }
  if (isUnsigned(element))
    return Number::ofUnsigned(raw);
  return Number::ofInt(APInt(width, raw).getSExtValue());
}

/// `value` without its fraction, modulo 2^64.
static uint64_t truncateToBits(double value) {
  if (std::isnan(value))
    return 0;
  APSInt result(65, /*isUnsigned=*/false);
  bool isExact;
  APFloat(value).convertToInteger(result, APFloat::rmTowardZero, &isExact);
  return result.trunc(64).getZExtValue();
}

/// The bits of `value` in a floating-point type.
static uint64_t encodeReal(Element element, Number value) {
  if (element == Element::F32 && value.isFloat) // As in readElement.
    return bit_cast<uint32_t>(static_cast<float>(value.real));
  APFloat encoded(elementSemantics(element));
  if (value.isFloat) {
    encoded = APFloat(value.real);
    bool losesInfo;
    encoded.convert(elementSemantics(element), APFloat::rmNearestTiesToEven,
                    &losesInfo);
  } else {
    encoded.convertFromAPInt(APInt(64, value.bits), !value.isUnsigned,
                             APFloat::rmNearestTiesToEven);
  }
  return encoded.bitcastToAPInt().getZExtValue();
}

void ttc::exec::writeElement(Element element, Number value, void *bytes) {
  uint64_t raw;
  if (isFloat(element))
    raw = encodeReal(element, value);
  else
    raw = value.isFloat ? truncateToBits(value.real) : value.bits;
  if (element == Element::I1)
    raw &= 1;
  std::memcpy(bytes, &raw, elementBytes(element));
}

/// Does the 64-bit integer fit? Signless types of the IR take either reading:
/// 255 and -1 are both values of an i8.
static bool fitsInteger(Element element, Number value) {
  unsigned width = info(element).bits;
  APInt bits(64, value.bits);
  bool isNegative = !value.isUnsigned && bits.isNegative();
  if (isNegative)
    return !isUnsigned(element) && bits.isSignedIntN(width);
  return bits.isIntN(width);
}

bool ttc::exec::fitsElement(Element element, Number value) {
  if (isFloat(element))
    return true;
  if (!value.isFloat)
    return fitsInteger(element, value);
  return std::trunc(value.real) == value.real &&
         std::fabs(value.real) < 9.3e18 &&
         fitsInteger(element, Number::ofInt(truncateToBits(value.real)));
}

std::string ttc::exec::printElement(Element element, const void *bytes) {
  Number value = readElement(element, bytes);
  if (!value.isFloat)
    return value.isUnsigned ? std::to_string(value.bits)
                            : std::to_string(static_cast<int64_t>(value.bits));
  if (std::isnan(value.real))
    return "nan";
  char text[40];
  int digits = 1;
  for (; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, value.real);
    uint64_t again = 0;
    writeElement(element, Number::ofReal(std::strtod(text, nullptr)), &again);
    if (std::memcmp(&again, bytes, elementBytes(element)) == 0)
      break;
  }
  // %g turns to an exponent as soon as there are fewer digits than places.
  double magnitude = std::fabs(value.real);
  if (magnitude >= 1e-4 && magnitude < 1e16) {
    int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
    std::snprintf(text, sizeof(text), "%.*f",
                  std::max(0, digits - 1 - exponent), value.real);
  }
  return text;
}
