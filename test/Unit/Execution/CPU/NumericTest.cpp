//===- NumericTest.cpp - Small formats and scalar intrinsics --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's APFloat is the judge of the formats: every bit pattern is converted,
// and roundings are tried at and around the middle between neighbours.
//
//===----------------------------------------------------------------------===//

#include "Numeric.h"
#include "Intrinsics.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <limits>

using namespace ttc::cpu;
using llvm::APFloat;

namespace {
double reference(const llvm::fltSemantics &format, uint32_t bits) {
  unsigned width = APFloat::getSizeInBits(format);
  APFloat value(format, llvm::APInt(width, bits));
  bool inexact;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  return value.convertToDouble();
}

uint32_t rounded(const llvm::fltSemantics &format, double value) {
  APFloat result(value);
  bool inexact;
  result.convert(format, APFloat::rmNearestTiesToEven, &inexact);
  return result.bitcastToAPInt().getZExtValue();
}

template <typename ToFloat, typename FromDouble>
void checkFormat(const llvm::fltSemantics &format, unsigned width,
                 ToFloat toFloat, FromDouble fromDouble) {
  double previous = NAN;
  for (uint32_t bits = 0; bits < (1u << (width - 1)); ++bits) {
    double want = reference(format, bits);
    double got = toFloat(bits);
    if (std::isnan(want)) {
      EXPECT_TRUE(std::isnan(got)) << bits;
      continue;
    }
    ASSERT_EQ(got, want) << bits;
    ASSERT_EQ(toFloat(bits | 1u << (width - 1)), -want) << bits;
    if (std::isinf(want))
      continue;
    ASSERT_EQ(fromDouble(want), bits);
    double middle = (previous + want) / 2;
    for (double near :
         {middle, std::nextafter(middle, 0.0), std::nextafter(middle, want)})
      if (!std::isnan(near))
        ASSERT_EQ(fromDouble(near), rounded(format, near)) << near;
    previous = want;
  }
}

template <typename Function>
Function function(llvm::StringRef name) {
  for (auto [known, address] : mathFunctions())
    if (known == name)
      return reinterpret_cast<Function>(address);
  ADD_FAILURE() << "no function " << name.str();
  return nullptr;
}
} // namespace

TEST(Numeric, Half) {
  checkFormat(
      APFloat::IEEEhalf(), 16, [](uint32_t b) { return halfToFloat(b); },
      [](double v) { return Half::fromDouble(v, false); });
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(Half::fromDouble(1e9, true), 0x7bffu);
}

/// A bfloat is the upper half of a float: all of them, at and around the middle
/// to the next.
TEST(Numeric, BFloat) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    for (uint32_t low : {0x0000, 0x7fff, 0x8000, 0x8001, 0xffff}) {
      float value = llvm::bit_cast<float>(bits << 16 | low);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(bfloatToFloat(floatToBFloat(value))));
        continue;
      }
      ASSERT_EQ(floatToBFloat(value), rounded(APFloat::BFloat(), value));
    }
  EXPECT_EQ(bfloatToFloat(0x3fc0), 1.5f);
}

TEST(Numeric, E4M3) {
  checkFormat(
      APFloat::Float8E4M3FN(), 8, [](uint32_t b) { return E4M3::toFloat(b); },
      [](double v) { return E4M3::fromDouble(v, true); });
  // Saturation: there is no infinity, and 448 is the largest value.
  EXPECT_EQ(E4M3::fromDouble(1e6, true), 0x7eu);
  EXPECT_EQ(E4M3::fromDouble(-1e6, true), 0xfeu);
  EXPECT_EQ(E4M3::fromDouble(NAN, true), 0x7fu);
}

TEST(Numeric, E5M2) {
  checkFormat(
      APFloat::Float8E5M2(), 8, [](uint32_t b) { return E5M2::toFloat(b); },
      [](double v) { return E5M2::fromDouble(v, false); });
  EXPECT_EQ(E5M2::fromDouble(1e6, true), 0x7bu);
}

TEST(Numeric, TruncatesToTF32) {
  EXPECT_EQ(truncateToTF32(0x3f801fff), 1.0f);
  EXPECT_EQ(truncateToTF32(0x3f802000), 1.0f + 0x1p-10f);
}

TEST(Intrinsics, RoundingModesDiffer) {
  auto nearest = function<float (*)(float, float)>("add.rn.f");
  auto down = function<float (*)(float, float)>("add.rm.f");
  auto up = function<float (*)(float, float)>("add.rp.f");
  auto zero = function<float (*)(float, float)>("add.rz.f");
  float tiny = 0x1p-30f, next = std::nextafter(1.0f, 2.0f);
  EXPECT_EQ(nearest(1, tiny), 1.0f);
  EXPECT_EQ(down(1, tiny), 1.0f);
  EXPECT_EQ(up(1, tiny), next);
  EXPECT_EQ(zero(-1, -tiny), -1.0f);
  EXPECT_EQ(down(-1, -tiny), -next);
  // The mode is put back.
  volatile float one = 1, small = tiny;
  EXPECT_EQ(one + small, 1.0f);
}

TEST(Intrinsics, FlushesSubnormals) {
  auto plain = function<float (*)(float, float)>("mul.rn.f");
  auto flushed = function<float (*)(float, float)>("mul.rn.ftz.f");
  float small = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(plain(small, 1), small);
  EXPECT_EQ(flushed(small, 1), 0.0f);
  EXPECT_TRUE(std::signbit(flushed(-small, 1)));
}

TEST(Intrinsics, ConversionsSaturate) {
  auto toInt = function<int32_t (*)(float)>("f2i.rz");
  auto toUnsigned = function<uint32_t (*)(float)>("f2ui.rz");
  auto toLong = function<int64_t (*)(float)>("f2ll.rz");
  EXPECT_EQ(toInt(1e20f), std::numeric_limits<int32_t>::max());
  EXPECT_EQ(toInt(-1e20f), std::numeric_limits<int32_t>::min());
  EXPECT_EQ(toInt(-1.9f), -1);
  EXPECT_EQ(toInt(NAN), 0);
  EXPECT_EQ(toUnsigned(-5.0f), 0u);
  EXPECT_EQ(toUnsigned(4e9f), 4000000000u);
  EXPECT_EQ(toLong(NAN), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(function<int32_t (*)(float)>("f2i.rm")(-1.1f), -2);
  EXPECT_EQ(function<int32_t (*)(float)>("f2i.rn")(2.5f), 2);
}

TEST(Intrinsics, Permute) {
  auto permute = function<uint32_t (*)(uint32_t, uint32_t, uint32_t)>("prmt");
  EXPECT_EQ(permute(0x33221100, 0x77665544, 0x3210), 0x33221100u);
  EXPECT_EQ(permute(0x33221100, 0x77665544, 0x7351), 0x77335511u);
  // Bit 3 of a selector repeats the sign of its byte.
  EXPECT_EQ(permute(0x00008000, 0, 0x9998), 0xffffff00u);
}
