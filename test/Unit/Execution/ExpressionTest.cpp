//===- ExpressionTest.cpp - Array arithmetic and expectations -------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of expressions, their errors, and what counts as an expected result.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Expectation.h"
#include "ttc/Execution/Launch.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;
using namespace ttc::exec;

static const Environment &names() {
  static const Environment environment = [] {
    Environment result;
    result["x"] = {{2, 3}, {1, 2, 3, 4, 5, 6}};
    result["row"] = {{3}, {10, 20, 30}};
    result["n"] = Array::scalar(3);
    result["big"] = Array::scalar(Real(INT64_MAX));
    return result;
  }();
  return environment;
}

static std::vector<double> value(StringRef text) {
  Expected<Array> array = evaluate(text, names());
  if (!array) {
    ADD_FAILURE() << toString(array.takeError());
    return {};
  }
  return {array->values.begin(), array->values.end()};
}

static std::string errorOf(StringRef text) {
  Expected<Array> array = evaluate(text, names());
  return array ? "" : toString(array.takeError());
}

using Values = std::vector<double>;

TEST(ExpressionTest, Precedence) {
  EXPECT_EQ(value("1 + 2 * 3 ** 2 ** 2 - 4 / 2"), (Values{161}));
  EXPECT_EQ(value("-2 ** 2"), (Values{-4}));
  EXPECT_EQ(value("(1 + 2) * -3"), (Values{-9}));
  EXPECT_EQ(value("10 - 4 - 3"), (Values{3}));
  EXPECT_EQ(value("1 + 1 == 2"), (Values{1}));
  EXPECT_EQ(value("6 & 3 | 8 ^ 1"), (Values{11}));
  EXPECT_EQ(value("1 << 2 + 1"), (Values{8}));
  EXPECT_EQ(value("1e3 + 0x10 + .5"), (Values{1016.5}));
}

TEST(ExpressionTest, DivisionRoundsDown) {
  EXPECT_EQ(value("-7 // 2"), (Values{-4}));
  EXPECT_EQ(value("-7 % 2"), (Values{1}));
  EXPECT_EQ(value("-8 >> 1"), (Values{-4}));
  EXPECT_EQ(value("-1 & 255"), (Values{255}));
}

TEST(ExpressionTest, WholeNumbersAreExact) {
  Array big = cantFail(evaluate("big - 1", names()));
  EXPECT_EQ(big.values[0], Real(INT64_MAX) - 1);
}

TEST(ExpressionTest, ShapesAreMatched) {
  EXPECT_EQ(value("x + row"), (Values{11, 22, 33, 14, 25, 36}));
  EXPECT_EQ(value("x - sum(x, 1)"), (Values{-5, -4, -3, -11, -10, -9}));
  EXPECT_EQ(value("n * x"), (Values{3, 6, 9, 12, 15, 18}));
  EXPECT_NE(errorOf("x + iota(2)").find("shapes [2,3] and [2] do not match"),
            std::string::npos);
}

TEST(ExpressionTest, Reductions) {
  EXPECT_EQ(value("sum(x)"), (Values{21}));
  EXPECT_EQ(value("sum(x, 0)"), (Values{5, 7, 9}));
  EXPECT_EQ(value("max(x, -1)"), (Values{3, 6}));
  EXPECT_EQ(value("min(x, 0)"), (Values{1, 2, 3}));
  EXPECT_EQ(value("prod(x)"), (Values{720}));
  EXPECT_EQ(value("cumsum(x, 1)"), (Values{1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(value("cumsum(x, 0)"), (Values{1, 2, 3, 5, 7, 9}));
  EXPECT_NE(errorOf("sum(x, 2)").find("no dimension 2"), std::string::npos);
}

TEST(ExpressionTest, Functions) {
  EXPECT_EQ(value("where(x > 2, x, 0)"), (Values{0, 0, 3, 4, 5, 6}));
  EXPECT_EQ(value("maximum(x, 4)"), (Values{4, 4, 4, 4, 5, 6}));
  EXPECT_EQ(value("matmul(x, transpose(x))"), (Values{14, 32, 32, 77}));
  EXPECT_EQ(value("reshape(x, 3, 2)"), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(value("take(row, iota(2, 2) % 3)"), (Values{10, 20, 30, 10}));
  EXPECT_EQ(value("exp(0) + sqrt(16) + log2(8)"), (Values{8}));
  EXPECT_EQ(value("f16(2049)"), (Values{2048}));
  EXPECT_EQ(value("i8(200)"), (Values{-56}));
  EXPECT_EQ(value("u8(-1)"), (Values{255}));
}

TEST(ExpressionTest, MistakesAreLocated) {
  EXPECT_EQ(errorOf("1 +"), "at column 4 of '1 +': expected a value");
  EXPECT_EQ(errorOf("x + y"),
            "at column 5 of 'x + y': no argument is called 'y'");
  EXPECT_EQ(errorOf("1 2"),
            "at column 3 of '1 2': expected an operator or the end");
  EXPECT_EQ(errorOf("2 * (1"), "at column 7 of '2 * (1': expected ')'");
  EXPECT_EQ(errorOf("2 * foo(1)"),
            "at column 5 of '2 * foo(1)': no function is called 'foo'");
  EXPECT_EQ(errorOf("exp(1, 2)"),
            "at column 1 of 'exp(1, 2)': exp takes 1 operands, got 2");
  EXPECT_NE(errorOf("1.2.3"), "");
  EXPECT_NE(errorOf(""), "");
  EXPECT_NE(errorOf("take(row, 3)"), "");
  EXPECT_NE(errorOf("iota(100000, 100000)"), "");
  EXPECT_NE(errorOf("matmul(x, x)"), "");
}

TEST(ExpressionTest, DeepNestingIsRefused) {
  for (StringRef opening : {"(", "-", "exp(", "2**"}) {
    std::string text;
    for (int i = 0; i < 100000; ++i)
      text += opening;
    EXPECT_NE(errorOf(text).find("nested too deeply"), std::string::npos);
  }
}

//===----------------------------------------------------------------------===//
// Expectations
//===----------------------------------------------------------------------===//

static std::string verdict(StringRef got, StringRef expectation) {
  ArgumentValue argument = cantFail(parseBuffer(got));
  argument.name = "out";
  Expected<Expectation> parsed = parseExpectation(expectation);
  if (!parsed)
    return toString(parsed.takeError());
  return toString(check(*parsed, argument, names()));
}

TEST(ExpectationTest, OptionsAreSplitOff) {
  Expectation parsed = cantFail(parseExpectation("out=x + 1:rtol=1e-6:atol=2"));
  EXPECT_EQ(parsed.name, "out");
  EXPECT_EQ(parsed.value, "x + 1");
  EXPECT_EQ(parsed.rtol, 1e-6);
  EXPECT_EQ(parsed.atol, 2);
  EXPECT_FALSE(parsed.isExact());
  EXPECT_EQ(cantFail(parseExpectation("a=[1]:f32")).value, "[1]:f32");
  EXPECT_NE(toString(parseExpectation("x + 1").takeError()), "");
  EXPECT_NE(toString(parseExpectation("a=1:rtol=-1").takeError()), "");
}

TEST(ExpectationTest, ExactUnlessToldOtherwise) {
  EXPECT_EQ(verdict("[1, 2]:f32", "out=[1, 2]"), "");
  EXPECT_NE(verdict("[1, 2.0000002]:f32", "out=[1, 2]"), "");
  // The wanted value is rounded to the type first.
  EXPECT_EQ(verdict("[0.1]:f32", "out=0.1"), "");
  EXPECT_EQ(verdict("[-56]:i8", "out=200"), "");
  EXPECT_NE(verdict("[0.1]:f32", "out=0.1000001"), "");
}

TEST(ExpectationTest, Tolerances) {
  EXPECT_EQ(verdict("[100]:f32", "out=101:rtol=0.01"), "");
  EXPECT_NE(verdict("[100]:f32", "out=102:rtol=0.01"), "");
  EXPECT_EQ(verdict("[100]:f32", "out=102:atol=2"), "");
  EXPECT_NE(verdict("[100]:f32", "out=103:atol=2"), "");
  EXPECT_EQ(verdict("[[0.5, 100]]:f32", "out=[[0, 100]]:rowtol=0.01"), "");
  EXPECT_NE(verdict("[[0.5], [100]]:f32", "out=[[0], [100]]:rowtol=0.01"), "");
}

TEST(ExpectationTest, NotANumber) {
  EXPECT_EQ(verdict("[nan]:f32", "out=nan"), "");
  EXPECT_EQ(verdict("[nan]:f32", "out=nan:rtol=1"), "");
  EXPECT_NE(verdict("[nan]:f32", "out=1:rtol=1e30"), "");
  EXPECT_NE(verdict("[1]:f32", "out=nan:rtol=1"), "");
  EXPECT_NE(verdict("[1]:f32", "out=inf:rtol=1"), "");
  EXPECT_EQ(verdict("[inf]:f32", "out=inf:rtol=1"), "");
}

TEST(ExpectationTest, UnwrittenElementsAreWrong) {
  EXPECT_NE(verdict("uninit:f32[1]", "out=nan").find("nothing wrote"),
            std::string::npos);
}

TEST(ExpectationTest, ShapesMayDifferInOnes) {
  EXPECT_EQ(verdict("[6, 15]:f32", "out=sum(x, 1)"), "");
  EXPECT_EQ(verdict("[7, 7]:f32", "out=7"), "");
  EXPECT_EQ(verdict("[[1, 2]]:f32", "out=[1, 2]"), "");
  EXPECT_NE(verdict("[1]:f32", "out=row"), "");
}

TEST(ExpectationTest, ReportsShowPlaceAndValues) {
  EXPECT_EQ(verdict("[[1, 2, 3], [4, 9, 6]]:f32", "out=x"),
            "'out' is wrong at 1 of 6 elements:\n"
            "  at [1, 1]: wanted 5, got 9");
}
