//===- Element.h - Element types of kernel arguments ------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar types that a kernel's argument or buffer can hold, with their
// names, sizes and conversions to and from numbers of the host. Integers have
// no sign in the IR; the unsigned types differ from the signed ones only in
// how their bits are read and printed here.
//
// Floating-point types convert through llvm::APFloat, rounding to nearest
// even. Values too large for a type become infinity, or the type's NaN where
// it has no infinity (f8e4m3fn).
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_ELEMENT_H
#define TTC_EXECUTION_ELEMENT_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace ttc::exec {

enum class Element : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F8E4M3,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64
};

/// The name used on the command line: "i32", "bf16", "f8e4m3", ...
llvm::StringRef elementName(Element element);

/// The type called `name`, or nothing. Also takes the spellings of the IR
/// ("f8E4M3FN", "f8E5M2").
std::optional<Element> parseElement(llvm::StringRef name);

/// All names that parseElement takes, separated by ", ", for error messages.
std::string elementNames();

/// Bytes that one element takes in memory; an i1 takes one.
unsigned elementBytes(Element element);

bool isFloat(Element element);
bool isUnsigned(Element element);

/// The format of a floating-point type.
const llvm::fltSemantics &elementSemantics(Element element);

/// A number that holds every value of every element type exactly: a double
/// for the floating-point types, 64 bits for the integers.
struct Number {
  bool isFloat = false;
  double real = 0;
  /// Two's complement; the sign is the type's (`isUnsigned`).
  uint64_t bits = 0;
  bool isUnsigned = false;

  static Number ofReal(double value) { return {true, value, 0, false}; }
  static Number ofInt(int64_t value) {
    return {false, 0, static_cast<uint64_t>(value), false};
  }
  static Number ofUnsigned(uint64_t value) { return {false, 0, value, true}; }

  /// The value as a double; integers beyond 2^53 are rounded.
  double toReal() const;
};

/// Reads one element at `bytes` (little endian, no alignment needed).
Number readElement(Element element, const void *bytes);

/// Writes `value` at `bytes`: integers wrap to the type's width, reals are
/// truncated towards zero into integer types (NaN becomes 0) and rounded to
/// nearest even into floating-point types.
void writeElement(Element element, Number value, void *bytes);

/// Can `value` be held by `element` without wrapping (integers) or at all
/// (a real with a fraction in an integer type is refused)?
bool fitsElement(Element element, Number value);

/// Shortest text that reads back as the same value of the type.
std::string printElement(Element element, const void *bytes);

} // namespace ttc::exec

#endif // TTC_EXECUTION_ELEMENT_H
