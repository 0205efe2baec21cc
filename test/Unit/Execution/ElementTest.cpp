//===- ElementTest.cpp - Conversions of element types ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of the narrow floating-point types are worked out by hand from their
// formats (OCP 8-bit floating point specification; IEEE 754; bfloat16).
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Element.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace ttc::exec;

static uint64_t encode(Element element, Number value) {
  uint64_t bits = 0;
  writeElement(element, value, &bits);
  return bits;
}

static double decode(Element element, uint64_t bits) {
  return readElement(element, &bits).toReal();
}

TEST(ElementTest, NamesParseBack) {
  for (unsigned i = 0; i <= unsigned(Element::F64); ++i) {
    Element element = static_cast<Element>(i);
    EXPECT_EQ(parseElement(elementName(element)), element);
  }
  EXPECT_EQ(parseElement("f8E4M3FN"), Element::F8E4M3);
  EXPECT_EQ(parseElement("f8E5M2"), Element::F8E5M2);
  EXPECT_FALSE(parseElement("f31"));
  EXPECT_FALSE(parseElement(""));
}

TEST(ElementTest, Float16) {
  EXPECT_EQ(encode(Element::F16, Number::ofReal(1.0)), 0x3C00u);
  EXPECT_EQ(encode(Element::F16, Number::ofReal(-2.0)), 0xC000u);
  EXPECT_EQ(encode(Element::F16, Number::ofReal(65504)), 0x7BFFu);
  EXPECT_EQ(encode(Element::F16, Number::ofReal(65520)), 0x7C00u); // infinity
  EXPECT_EQ(encode(Element::F16, Number::ofReal(0x1p-24)), 1u);
  EXPECT_EQ(decode(Element::F16, 0x3555), 0x1.554p-2);
}

TEST(ElementTest, TiesGoToEven) {
  // Between 2048 and 2050, which differ by one unit of an f16.
  EXPECT_EQ(decode(Element::F16, encode(Element::F16, Number::ofReal(2049))),
            2048);
  EXPECT_EQ(decode(Element::F16, encode(Element::F16, Number::ofReal(2051))),
            2052);
}

TEST(ElementTest, BFloat16) {
  EXPECT_EQ(encode(Element::BF16, Number::ofReal(1.0)), 0x3F80u);
  EXPECT_EQ(encode(Element::BF16, Number::ofReal(1 + 0x1p-8)), 0x3F80u);
  EXPECT_EQ(encode(Element::BF16, Number::ofReal(1 + 0x1.8p-8)), 0x3F81u);
  EXPECT_TRUE(std::isnan(decode(Element::BF16, 0x7FC0)));
}

TEST(ElementTest, Float8) {
  EXPECT_EQ(encode(Element::F8E4M3, Number::ofReal(448)), 0x7Eu);
  EXPECT_EQ(encode(Element::F8E4M3, Number::ofReal(1e6)), 0x7Fu); // NaN
  EXPECT_EQ(decode(Element::F8E4M3, 0x01), 0x1p-9);
  EXPECT_EQ(encode(Element::F8E5M2, Number::ofReal(57344)), 0x7Bu);
  EXPECT_EQ(encode(Element::F8E5M2, Number::ofReal(1e6)), 0x7Cu); // infinity
  EXPECT_EQ(decode(Element::F8E5M2, 0x01), 0x1p-16);
}

TEST(ElementTest, EveryBitPatternOfSmallFloatsComesBack) {
  for (Element element :
       {Element::F8E4M3, Element::F8E5M2, Element::F16, Element::BF16})
    for (uint64_t bits = 0; bits < 1u << (8 * elementBytes(element)); ++bits) {
      double value = decode(element, bits);
      if (!std::isnan(value)) {
        ASSERT_EQ(encode(element, Number::ofReal(value)), bits);
      }
    }
}

TEST(ElementTest, PrintedTextReadsBackAndIsShort) {
  for (Element element : {Element::F8E4M3, Element::F16, Element::BF16})
    for (uint64_t bits = 0; bits < 1u << (8 * elementBytes(element)); ++bits) {
      if (std::isnan(decode(element, bits)))
        continue;
      std::string text = printElement(element, &bits);
      double again = std::strtod(text.c_str(), nullptr);
      ASSERT_EQ(encode(element, Number::ofReal(again)), bits) << text;
    }
  float tenth = 0.1f;
  EXPECT_EQ(printElement(Element::F32, &tenth), "0.1");
  for (auto [value, text] :
       std::initializer_list<std::pair<float, const char *>>{
           {10, "10"},
           {-1200, "-1200"},
           {1e15f, "999999986991104"},
           {0.0001f, "0.0001"},
           {2.5e-4f, "0.00025"},
           {1e-5f, "1e-05"},
           {1e20f, "1e+20"},
           {0, "0"},
           {INFINITY, "inf"}})
    EXPECT_EQ(printElement(Element::F32, &value), text);
  double third = 1.0 / 3;
  EXPECT_EQ(printElement(Element::F64, &third), "0.3333333333333333");
}

TEST(ElementTest, Integers) {
  uint64_t bits = 0xFF;
  EXPECT_EQ(printElement(Element::I8, &bits), "-1");
  EXPECT_EQ(printElement(Element::U8, &bits), "255");
  EXPECT_EQ(encode(Element::I8, Number::ofInt(-1)), 0xFFu);
  EXPECT_EQ(encode(Element::I16, Number::ofInt(0x12345)), 0x2345u);
  EXPECT_EQ(encode(Element::I32, Number::ofReal(-2.9)), 0xFFFFFFFEu);
  EXPECT_EQ(encode(Element::I32, Number::ofReal(NAN)), 0u);
  EXPECT_EQ(encode(Element::U64, Number::ofUnsigned(~uint64_t(0))),
            ~uint64_t(0));
}

TEST(ElementTest, WhatFits) {
  EXPECT_TRUE(fitsElement(Element::I8, Number::ofInt(-128)));
  EXPECT_TRUE(fitsElement(Element::I8, Number::ofInt(255))); // no sign in IR
  EXPECT_FALSE(fitsElement(Element::I8, Number::ofInt(256)));
  EXPECT_FALSE(fitsElement(Element::I8, Number::ofInt(-129)));
  EXPECT_FALSE(fitsElement(Element::U8, Number::ofInt(-1)));
  EXPECT_FALSE(fitsElement(Element::I1, Number::ofInt(2)));
  EXPECT_FALSE(fitsElement(Element::I32, Number::ofReal(0.5)));
  EXPECT_TRUE(fitsElement(Element::I32, Number::ofReal(1e9)));
  EXPECT_FALSE(fitsElement(Element::I32, Number::ofReal(1e10)));
  EXPECT_FALSE(fitsElement(Element::I64, Number::ofReal(1e30)));
  EXPECT_TRUE(fitsElement(Element::F16, Number::ofReal(1e30)));
}
