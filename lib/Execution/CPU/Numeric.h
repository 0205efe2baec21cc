//===- Numeric.h - The small floating-point formats -------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits of f16, bf16, tf32, e4m3 and e5m2 to and from float, rounding to
// nearest even, with subnormals. e4m3 has no infinity: S.1111.111 is its NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_NUMERIC_H
#define TTC_LIB_EXECUTION_CPU_NUMERIC_H

#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstdint>

namespace ttc::cpu {

/// A binary format of at most 16 bits with a sign, E exponent bits and M
/// mantissa bits.
template <unsigned E, unsigned M, bool HasInfinity>
struct SmallFloat {
  static constexpr int bias = (1 << (E - 1)) - 1;
  static constexpr uint32_t maxExponent = (1u << E) - 1;
  static constexpr uint32_t mantissaMask = (1u << M) - 1;
  static constexpr uint32_t infinity = maxExponent << M;
  static constexpr uint32_t nan = (1u << (E + M)) - 1;
  /// The largest finite value's bits.
  static constexpr uint32_t largest = HasInfinity ? infinity - 1 : nan - 1;

  static float toFloat(uint32_t bits) {
    uint32_t sign = bits >> (E + M) & 1;
    uint32_t exponent = bits >> M & maxExponent;
    uint32_t mantissa = bits & mantissaMask;
    float magnitude;
    if (HasInfinity ? exponent == maxExponent : (bits & nan) == nan)
      magnitude = HasInfinity && mantissa == 0 ? INFINITY : NAN;
    else if (exponent == 0)
      magnitude = std::ldexp(float(mantissa), 1 - bias - int(M));
    else
      magnitude = llvm::bit_cast<float>((exponent - bias + 127) << 23 |
                                        mantissa << (23 - M));
    return sign ? -magnitude : magnitude;
  }

  /// Rounds to nearest even; what is too large becomes the largest finite
  /// value (`saturate`) or infinity, or NaN where there is no infinity.
  static uint32_t fromDouble(double value, bool saturate) {
    uint32_t sign = std::signbit(value) ? 1u << (E + M) : 0;
    double magnitude = std::fabs(value);
    if (std::isnan(value))
      return HasInfinity ? (nan & ~(1u << (E + M))) : nan;
    uint32_t overflow = saturate ? largest : HasInfinity ? infinity : nan;
    if (std::isinf(value))
      return sign | overflow;
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    // The value is in [2^(exponent-1), 2^exponent): scale its last place to 1.
    int lowest = 1 - bias;
    int scale = std::max(exponent - 1, lowest) - int(M);
    double rounded = std::nearbyint(std::ldexp(magnitude, -scale));
    uint64_t digits = uint64_t(rounded);
    if (digits == 0)
      return sign;
    int field = scale + int(M) + bias;
    if (digits >> (M + 1)) {
      digits >>= 1;
      ++field;
    }
    uint32_t bits = (digits >> M) ? (uint32_t(field) << M) |
                                        (uint32_t(digits) & mantissaMask)
                                  : uint32_t(digits);
    if (field > int(maxExponent) || bits > largest)
      return sign | overflow;
    return sign | bits;
  }
};

using Half = SmallFloat<5, 10, true>;
using E4M3 = SmallFloat<4, 3, false>;
using E5M2 = SmallFloat<5, 2, true>;

inline float halfToFloat(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000) << 16;
  uint32_t rest = bits & 0x7fff;
  if (rest >= 0x7c00)
    return llvm::bit_cast<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
  // A subnormal half is a multiple of 2^-24.
  if (rest < 0x400) {
    float magnitude = float(rest) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  return llvm::bit_cast<float>(sign | ((rest << 13) + (112u << 23)));
}

inline uint16_t floatToHalf(float value) {
  return Half::fromDouble(value, false);
}

inline float bfloatToFloat(uint16_t bits) {
  return llvm::bit_cast<float>(uint32_t(bits) << 16);
}

inline uint16_t floatToBFloat(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  if (std::isnan(value))
    return 0x7fff;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

/// tf32 keeps 10 mantissa bits; tensor cores ignore the rest of a register.
inline float truncateToTF32(uint32_t bits) {
  return llvm::bit_cast<float>(bits & 0xffffe000);
}

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_NUMERIC_H
