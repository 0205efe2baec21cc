//===- Intrinsics.cpp - NVVM's scalar arithmetic --------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each intrinsic that has no equal in LLVM IR. Approximate
// instructions are computed in double and rounded once, which is within every
// bound that the PTX ISA states. Operands and results narrower than 32 bits or
// packed travel as integers.
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"
#include "Numeric.h"
#include <cfenv>
#include <cstring>
#include <limits>
#include <type_traits>

using namespace ttc::cpu;

namespace {
//===----------------------------------------------------------------------===//
// Rounding and flushing
//===----------------------------------------------------------------------===//

/// Sets the rounding mode while it lives. The operands of what is computed
/// under it must come from volatile variables, and the result go to one.
class Rounding {
public:
  explicit Rounding(int mode) : before(fegetround()) {
    if (mode != before)
      fesetround(mode);
    changed = mode != before;
  }
  ~Rounding() {
    if (changed)
      fesetround(before);
  }

private:
  int before;
  bool changed;
};

template <bool Flush, typename T>
T flush(T value) {
  if constexpr (Flush && std::is_same_v<T, float>)
    if (std::fpclassify(value) == FP_SUBNORMAL)
      return std::copysign(0.0f, value);
  return value;
}

struct Add {
  template <typename T>
  static T compute(T a, T b) {
    return a + b;
  }
};
struct Sub {
  template <typename T>
  static T compute(T a, T b) {
    return a - b;
  }
};
struct Mul {
  template <typename T>
  static T compute(T a, T b) {
    return a * b;
  }
};
struct Div {
  template <typename T>
  static T compute(T a, T b) {
    return a / b;
  }
};

template <typename Op, typename T, int Mode, bool Flush>
T binary(T a, T b) {
  Rounding rounding(Mode);
  volatile T x = flush<Flush>(a), y = flush<Flush>(b);
  volatile T result = Op::template compute<T>(x, y);
  return flush<Flush>(T(result));
}

template <typename T, int Mode, bool Flush>
T fusedMultiplyAdd(T a, T b, T c) {
  Rounding rounding(Mode);
  volatile T x = flush<Flush>(a), y = flush<Flush>(b), z = flush<Flush>(c);
  volatile T result = std::fma(T(x), T(y), T(z));
  return flush<Flush>(T(result));
}

template <typename T, int Mode, bool Flush>
T reciprocal(T a) {
  return binary<Div, T, Mode, Flush>(T(1), a);
}

template <typename T, int Mode, bool Flush>
T squareRoot(T a) {
  Rounding rounding(Mode);
  volatile T x = flush<Flush>(a);
  volatile T result = std::sqrt(T(x));
  return flush<Flush>(T(result));
}

template <typename To, typename From, int Mode, bool Flush>
To convertFloat(From value) {
  Rounding rounding(Mode);
  volatile From x = value;
  volatile To result = To(x);
  return flush<Flush>(To(result));
}

//===----------------------------------------------------------------------===//
// To integers
//===----------------------------------------------------------------------===//

template <int Mode, typename T>
T roundToInteger(T value) {
  if constexpr (Mode == FE_TONEAREST)
    return std::nearbyint(value);
  else if constexpr (Mode == FE_TOWARDZERO)
    return std::trunc(value);
  else if constexpr (Mode == FE_DOWNWARD)
    return std::floor(value);
  else
    return std::ceil(value);
}

/// PTX ISA, cvt: saturates; NaN becomes zero, or the highest bit alone where
/// the source is f64 or the result has 64 bits.
template <typename To, typename From, int Mode, bool Flush>
To toInteger(From value) {
  using Unsigned = std::make_unsigned_t<To>;
  constexpr int bits = std::numeric_limits<Unsigned>::digits;
  value = flush<Flush>(value);
  if (std::isnan(value)) {
    if (bits == 64 || std::is_same_v<From, double>)
      return To(Unsigned(1) << (bits - 1));
    return 0;
  }
  From rounded = roundToInteger<Mode>(value);
  From limit = std::ldexp(From(1), std::numeric_limits<To>::digits);
  if (rounded >= limit)
    return std::numeric_limits<To>::max();
  if (rounded < From(std::numeric_limits<To>::min()))
    return std::numeric_limits<To>::min();
  return To(rounded);
}

//===----------------------------------------------------------------------===//
// Approximations
//===----------------------------------------------------------------------===//

template <bool Flush>
float exp2Approximate(float a) {
  return flush<Flush>(float(std::exp2(double(flush<Flush>(a)))));
}
template <bool Flush>
float log2Approximate(float a) {
  return float(std::log2(double(flush<Flush>(a))));
}
template <bool Flush>
float sinApproximate(float a) {
  return flush<Flush>(float(std::sin(double(flush<Flush>(a)))));
}
template <bool Flush>
float cosApproximate(float a) {
  return flush<Flush>(float(std::cos(double(flush<Flush>(a)))));
}
template <bool Flush>
float rsqrtApproximate(float a) {
  return flush<Flush>(float(1.0 / std::sqrt(double(flush<Flush>(a)))));
}
template <bool Flush>
float divideApproximate(float a, float b) {
  return flush<Flush>(float(double(flush<Flush>(a)) / double(flush<Flush>(b))));
}
double rsqrtDouble(double a) { return 1.0 / std::sqrt(a); }
double reciprocalDouble(double a) { return 1.0 / a; }
float tanhApproximate(float a) { return float(std::tanh(double(a))); }

template <float (*Function)(float)>
uint16_t onHalf(uint16_t a) {
  return floatToHalf(Function(halfToFloat(a)));
}
template <float (*Function)(float)>
uint16_t onBFloat(uint16_t a) {
  return floatToBFloat(Function(bfloatToFloat(a)));
}
/// Both halves of a register.
template <uint16_t (*Function)(uint16_t)>
uint32_t onPair(uint32_t a) {
  return Function(a) | uint32_t(Function(a >> 16)) << 16;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

template <bool Flush>
float saturate(float a) {
  a = flush<Flush>(a);
  if (std::isnan(a))
    return 0;
  return a < 0 ? 0 : a > 1 ? 1 : a;
}
float roundEven(float a) { return std::nearbyint(a); }
double roundEvenDouble(double a) { return std::nearbyint(a); }
float absoluteFlushed(float a) { return std::fabs(flush<true>(a)); }
float floorFlushed(float a) { return std::floor(flush<true>(a)); }
float ceilFlushed(float a) { return std::ceil(flush<true>(a)); }
template <bool Minimum>
float extremumFlushed(float a, float b) {
  a = flush<true>(a), b = flush<true>(b);
  if (std::isnan(a))
    return b;
  if (std::isnan(b))
    return a;
  if (a == b)
    return std::signbit(a) == Minimum ? a : b;
  return (a < b) == Minimum ? a : b;
}

int32_t multiplyHigh(int32_t a, int32_t b) { return (int64_t(a) * b) >> 32; }
uint32_t multiplyHighUnsigned(uint32_t a, uint32_t b) {
  return (uint64_t(a) * b) >> 32;
}
int64_t multiplyHigh64(int64_t a, int64_t b) {
  return static_cast<__int128>(a) * b >> 64;
}
uint64_t multiplyHigh64Unsigned(uint64_t a, uint64_t b) {
  return static_cast<unsigned __int128>(a) * b >> 64;
}
uint32_t sumOfDifferences(int32_t a, int32_t b, uint32_t c) {
  return c + (a < b ? uint32_t(b) - uint32_t(a) : uint32_t(a) - uint32_t(b));
}
uint32_t sumOfDifferencesUnsigned(uint32_t a, uint32_t b, uint32_t c) {
  return c + (a < b ? b - a : a - b);
}

/// PTX ISA, prmt, default mode: each nibble of the selector picks one of eight
/// bytes, or its sign.
uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t bytes = a | uint64_t(b) << 32;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    unsigned pick = selector >> (4 * i) & 0xf;
    uint8_t byte = bytes >> (8 * (pick & 7));
    if (pick & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= uint32_t(byte) << (8 * i);
  }
  return result;
}

double fromHalves(int32_t low, int32_t high) {
  return llvm::bit_cast<double>(uint64_t(uint32_t(high)) << 32 | uint32_t(low));
}
int32_t lowHalf(double a) { return llvm::bit_cast<uint64_t>(a); }
int32_t highHalf(double a) { return llvm::bit_cast<uint64_t>(a) >> 32; }

/// PTX ISA, bfind.shiftamt: how far to shift left to bring the highest set
/// bit to the top.
uint32_t findShift(uint32_t a) { return a ? llvm::countl_zero(a) : ~0u; }

template <bool Flush>
uint16_t toHalf(float a) {
  uint16_t bits = floatToHalf(a);
  return Flush && (bits & 0x7c00) == 0 ? bits & 0x8000 : bits;
}

//===----------------------------------------------------------------------===//
// Packed conversions
//===----------------------------------------------------------------------===//

float clampToZero(float a) { return std::isnan(a) ? a : a > 0 ? a : 0; }

/// Of a packed conversion's two operands the first becomes the upper half.
template <uint16_t (*Convert)(float), bool Relu>
uint32_t packPair(float high, float low) {
  if (Relu)
    high = clampToZero(high), low = clampToZero(low);
  return Convert(low) | uint32_t(Convert(high)) << 16;
}

template <typename Format, bool Relu>
uint16_t packSmall(float high, float low) {
  if (Relu)
    high = clampToZero(high), low = clampToZero(low);
  return Format::fromDouble(low, true) | Format::fromDouble(high, true) << 8;
}
template <typename Format, bool Relu>
uint16_t packSmallFromHalves(uint32_t halves) {
  return packSmall<Format, Relu>(halfToFloat(halves >> 16),
                                 halfToFloat(halves));
}
template <typename Format, bool Relu>
uint32_t unpackSmall(uint16_t pair) {
  float low = Format::toFloat(pair & 0xff), high = Format::toFloat(pair >> 8);
  return packPair<floatToHalf, Relu>(high, low);
}

/// cvt.rna.tf32: to nearest, ties away from zero.
uint32_t toTF32Away(float a) {
  uint32_t bits = llvm::bit_cast<uint32_t>(a);
  return std::isnan(a) ? 0x7fffffff : (bits + 0x1000) & 0xffffe000;
}
uint32_t toTF32Even(float a) {
  uint32_t bits = llvm::bit_cast<uint32_t>(a);
  if (std::isnan(a))
    return 0x7fffffff;
  return (bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000;
}
uint32_t toTF32Zero(float a) {
  return std::isnan(a) ? 0x7fffffff : llvm::bit_cast<uint32_t>(a) & 0xffffe000;
}

//===----------------------------------------------------------------------===//
// Runtime support that the host's code generator expects
//===----------------------------------------------------------------------===//

/// Half and bfloat values travel in the low bits of vector registers, as the
/// bits of a float do.
float inVectorRegister(uint16_t bits) {
  return llvm::bit_cast<float>(uint32_t(bits));
}
float truncateToBFloat(float a) { return inVectorRegister(floatToBFloat(a)); }
/// Rounding to float first would round twice: rounding to odd does not.
float truncateDoubleToBFloat(double a) {
  float near = float(a);
  uint32_t bits = llvm::bit_cast<uint32_t>(near);
  if (double(near) != a && !std::isnan(a)) {
    bool above = std::fabs(double(near)) > std::fabs(a);
    bits = (above ? bits - 1 : bits) | 1;
  }
  return truncateToBFloat(llvm::bit_cast<float>(bits));
}
float truncateToHalf(float a) { return inVectorRegister(floatToHalf(a)); }
float truncateDoubleToHalf(double a) {
  return inVectorRegister(Half::fromDouble(a, false));
}
float extendHalf(float a) { return halfToFloat(llvm::bit_cast<uint32_t>(a)); }

/// a * b + c in double, rounded to odd: rounding that once more gives what one
/// rounding of the exact value would. The product of two values of 16 bits is
/// exact in double, and so is what the sum loses (Knuth's two-sum).
double fusedToOdd(double a, double b, double c) {
  volatile double product = a * b, sum = product + c;
  volatile double rest = sum - product, other = sum - rest;
  volatile double lost = (product - other) + (c - rest);
  double near = sum;
  auto bits = llvm::bit_cast<uint64_t>(near);
  if (!std::isfinite(near) || lost == 0 || (bits & 1))
    return near;
  return llvm::bit_cast<double>((lost > 0) == (near > 0) ? bits + 1 : bits - 1);
}
uint16_t fusedHalf(uint16_t a, uint16_t b, uint16_t c) {
  return Half::fromDouble(
      fusedToOdd(halfToFloat(a), halfToFloat(b), halfToFloat(c)), false);
}
uint16_t fusedBFloat(uint16_t a, uint16_t b, uint16_t c) {
  float rounded = truncateDoubleToBFloat(
      fusedToOdd(bfloatToFloat(a), bfloatToFloat(b), bfloatToFloat(c)));
  return llvm::bit_cast<uint32_t>(rounded);
}
template <uint16_t (*Function)(uint16_t, uint16_t, uint16_t)>
uint32_t fusedPair(uint32_t a, uint32_t b, uint32_t c) {
  return Function(a, b, c) | uint32_t(Function(a >> 16, b >> 16, c >> 16))
                                 << 16;
}

template <typename Result, typename... Arguments>
void *address(Result (*function)(Arguments...)) {
  return reinterpret_cast<void *>(function);
}

#define ROUNDED(NAME, T, ...)                                                  \
  {NAME ".rn" T, address(__VA_ARGS__ FE_TONEAREST, false >)},                  \
      {NAME ".rz" T, address(__VA_ARGS__ FE_TOWARDZERO, false >)},             \
      {NAME ".rm" T, address(__VA_ARGS__ FE_DOWNWARD, false >)}, {             \
    NAME ".rp" T, address(__VA_ARGS__ FE_UPWARD, false >)                      \
  }
#define ROUNDED_FTZ(NAME, T, ...)                                              \
  ROUNDED(NAME, T, __VA_ARGS__),                                               \
      {NAME ".rn.ftz" T, address(__VA_ARGS__ FE_TONEAREST, true >)},           \
      {NAME ".rz.ftz" T, address(__VA_ARGS__ FE_TOWARDZERO, true >)},          \
      {NAME ".rm.ftz" T, address(__VA_ARGS__ FE_DOWNWARD, true >)}, {          \
    NAME ".rp.ftz" T, address(__VA_ARGS__ FE_UPWARD, true >)                   \
  }
#define FTZ(NAME, T, FUNCTION)                                                 \
  {NAME T, address(FUNCTION<false>)}, { NAME ".ftz" T, address(FUNCTION<true>) }

/// By the intrinsic's name behind "llvm.nvvm.".
const std::pair<llvm::StringRef, void *> table[] = {
    ROUNDED_FTZ("add", ".f", binary < Add, float, ),
    ROUNDED("add", ".d", binary < Add, double, ),
    ROUNDED_FTZ("sub", ".f", binary < Sub, float, ),
    ROUNDED("sub", ".d", binary < Sub, double, ),
    ROUNDED_FTZ("mul", ".f", binary < Mul, float, ),
    ROUNDED("mul", ".d", binary < Mul, double, ),
    ROUNDED_FTZ("div", ".f", binary < Div, float, ),
    ROUNDED("div", ".d", binary < Div, double, ),
    ROUNDED_FTZ("fma", ".f", fusedMultiplyAdd < float, ),
    ROUNDED("fma", ".d", fusedMultiplyAdd < double, ),
    {"fma.rn.f16", address(fusedHalf)},
    {"fma.rn.bf16", address(fusedBFloat)},
    {"fma.rn.f16x2", address(fusedPair<fusedHalf>)},
    {"fma.rn.bf16x2", address(fusedPair<fusedBFloat>)},
    ROUNDED_FTZ("rcp", ".f", reciprocal < float, ),
    ROUNDED("rcp", ".d", reciprocal < double, ),
    ROUNDED_FTZ("sqrt", ".f", squareRoot < float, ),
    ROUNDED("sqrt", ".d", squareRoot < double, ),
    ROUNDED_FTZ("d2f", "", convertFloat < float, double, ),
    ROUNDED("i2f", "", convertFloat < float, int32_t, ),
    ROUNDED("ui2f", "", convertFloat < float, uint32_t, ),
    ROUNDED("ll2f", "", convertFloat < float, int64_t, ),
    ROUNDED("ull2f", "", convertFloat < float, uint64_t, ),
    ROUNDED("i2d", "", convertFloat < double, int32_t, ),
    ROUNDED("ui2d", "", convertFloat < double, uint32_t, ),
    ROUNDED("ll2d", "", convertFloat < double, int64_t, ),
    ROUNDED("ull2d", "", convertFloat < double, uint64_t, ),
    ROUNDED_FTZ("f2i", "", toInteger < int32_t, float, ),
    ROUNDED_FTZ("f2ui", "", toInteger < uint32_t, float, ),
    ROUNDED_FTZ("f2ll", "", toInteger < int64_t, float, ),
    ROUNDED_FTZ("f2ull", "", toInteger < uint64_t, float, ),
    ROUNDED("d2i", "", toInteger < int32_t, double, ),
    ROUNDED("d2ui", "", toInteger < uint32_t, double, ),
    ROUNDED("d2ll", "", toInteger < int64_t, double, ),
    ROUNDED("d2ull", "", toInteger < uint64_t, double, ),
    FTZ("ex2.approx", ".f32", exp2Approximate),
    FTZ("ex2.approx", ".f", exp2Approximate),
    {"ex2.approx.f16", address(onHalf<exp2Approximate<false>>)},
    {"ex2.approx.f16x2", address(onPair<onHalf<exp2Approximate<false>>>)},
    {"ex2.approx.ftz.bf16", address(onBFloat<exp2Approximate<true>>)},
    {"ex2.approx.ftz.bf16x2", address(onPair<onBFloat<exp2Approximate<true>>>)},
    FTZ("lg2.approx", ".f", log2Approximate),
    FTZ("sin.approx", ".f", sinApproximate),
    FTZ("cos.approx", ".f", cosApproximate),
    FTZ("rsqrt.approx", ".f", rsqrtApproximate),
    {"rsqrt.approx.d", address(rsqrtDouble)},
    {"rsqrt.approx.ftz.d", address(rsqrtDouble)},
    {"sqrt.approx.f", address(squareRoot<float, FE_TONEAREST, false>)},
    {"sqrt.approx.ftz.f", address(squareRoot<float, FE_TONEAREST, true>)},
    {"rcp.approx.f", address(reciprocal<float, FE_TONEAREST, false>)},
    {"rcp.approx.ftz.f", address(reciprocal<float, FE_TONEAREST, true>)},
    {"rcp.approx.ftz.d", address(reciprocalDouble)},
    FTZ("div.approx", ".f", divideApproximate),
    FTZ("div.full", "", divideApproximate),
    {"tanh.approx.f", address(tanhApproximate)},
    {"tanh.approx.f32", address(tanhApproximate)},
    FTZ("saturate", ".f", saturate),
    {"round.f", address(roundEven)},
    {"round.d", address(roundEvenDouble)},
    {"fabs.ftz.f32", address(absoluteFlushed)},
    {"floor.ftz.f", address(floorFlushed)},
    {"ceil.ftz.f", address(ceilFlushed)},
    {"fmin.ftz.f", address(extremumFlushed<true>)},
    {"fmax.ftz.f", address(extremumFlushed<false>)},
    {"mulhi.i", address(multiplyHigh)},
    {"mulhi.ui", address(multiplyHighUnsigned)},
    {"mulhi.ll", address(multiplyHigh64)},
    {"mulhi.ull", address(multiplyHigh64Unsigned)},
    {"sad.i", address(sumOfDifferences)},
    {"sad.ui", address(sumOfDifferencesUnsigned)},
    {"prmt", address(permute)},
    {"lohi.i2d", address(fromHalves)},
    {"d2i.lo", address(lowHalf)},
    {"d2i.hi", address(highHalf)},
    {"bfind.shiftamt", address(findShift)},
    {"f2h.rn", address(toHalf<false>)},
    {"f2h.rn.ftz", address(toHalf<true>)},
    {"f2bf16.rn", address(floatToBFloat)},
    {"ff2f16x2.rn", address(packPair<floatToHalf, false>)},
    {"ff2f16x2.rn.relu", address(packPair<floatToHalf, true>)},
    {"ff2bf16x2.rn", address(packPair<floatToBFloat, false>)},
    {"ff2bf16x2.rn.relu", address(packPair<floatToBFloat, true>)},
    {"ff.to.e4m3x2.rn", address(packSmall<E4M3, false>)},
    {"ff.to.e4m3x2.rn.relu", address(packSmall<E4M3, true>)},
    {"ff.to.e5m2x2.rn", address(packSmall<E5M2, false>)},
    {"ff.to.e5m2x2.rn.relu", address(packSmall<E5M2, true>)},
    {"f16x2.to.e4m3x2.rn", address(packSmallFromHalves<E4M3, false>)},
    {"f16x2.to.e4m3x2.rn.relu", address(packSmallFromHalves<E4M3, true>)},
    {"f16x2.to.e5m2x2.rn", address(packSmallFromHalves<E5M2, false>)},
    {"f16x2.to.e5m2x2.rn.relu", address(packSmallFromHalves<E5M2, true>)},
    {"e4m3x2.to.f16x2.rn", address(unpackSmall<E4M3, false>)},
    {"e4m3x2.to.f16x2.rn.relu", address(unpackSmall<E4M3, true>)},
    {"e5m2x2.to.f16x2.rn", address(unpackSmall<E5M2, false>)},
    {"e5m2x2.to.f16x2.rn.relu", address(unpackSmall<E5M2, true>)},
    {"f2tf32.rna", address(toTF32Away)},
    {"f2tf32.rn", address(toTF32Even)},
    {"f2tf32.rz", address(toTF32Zero)},
    // Not intrinsics: what generated host code calls by itself.
    {"__truncsfbf2", address(truncateToBFloat)},
    {"__truncdfbf2", address(truncateDoubleToBFloat)},
    {"__truncsfhf2", address(truncateToHalf)},
    {"__truncdfhf2", address(truncateDoubleToHalf)},
    {"__extendhfsf2", address(extendHalf)},
    {"exp2f", address<float, float>(exp2f)},
    {"exp2", address<double, double>(exp2)},
    {"log2f", address<float, float>(log2f)},
    {"sinf", address<float, float>(sinf)},
    {"cosf", address<float, float>(cosf)},
    {"tanhf", address<float, float>(tanhf)},
    {"fmaf", address<float, float, float, float>(fmaf)},
    {"fma", address<double, double, double, double>(fma)},
    {"fmodf", address<float, float, float>(fmodf)},
    {"fmod", address<double, double, double>(fmod)},
    {"floorf", address<float, float>(floorf)},
    {"floor", address<double, double>(floor)},
    {"ceilf", address<float, float>(ceilf)},
    {"ceil", address<double, double>(ceil)},
    {"truncf", address<float, float>(truncf)},
    {"trunc", address<double, double>(trunc)},
    {"rintf", address<float, float>(rintf)},
    {"rint", address<double, double>(rint)},
    {"nearbyintf", address<float, float>(nearbyintf)},
    {"nearbyint", address<double, double>(nearbyint)},
    {"roundf", address<float, float>(roundf)},
    {"round", address<double, double>(round)},
    {"roundevenf", address(roundEven)},
    {"roundeven", address(roundEvenDouble)},
    {"ldexpf", address<float, float, int>(ldexpf)},
    {"ldexp", address<double, double, int>(ldexp)},
    {"memcpy", reinterpret_cast<void *>(memcpy)},
    {"memmove", reinterpret_cast<void *>(memmove)},
    {"memset", reinterpret_cast<void *>(memset)},
};
} // namespace

llvm::ArrayRef<std::pair<llvm::StringRef, void *>> ttc::cpu::mathFunctions() {
  return table;
}
