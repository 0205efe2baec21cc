//===- LaunchTest.cpp - Arguments and grids from text ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each spelling of an argument gives, how arguments meet parameters, and
// what every mistake is told.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Launch.h"
#include "ttc/Execution/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;
using namespace ttc::exec;

static Parameter pointerTo(StringRef name, Element element) {
  return {name.str(), true, element, 1};
}

static Parameter scalar(StringRef name, Element element,
                        int64_t divisibility = 1) {
  return {name.str(), false, element, divisibility};
}

static std::vector<double> values(const ArgumentValue &argument) {
  std::vector<double> result;
  unsigned width = elementBytes(argument.element);
  for (size_t at = 0; at < argument.bytes.size(); at += width)
    result.push_back(
        readElement(argument.element, &argument.bytes[at]).toReal());
  return result;
}

static ArgumentValue buffer(StringRef text) {
  Expected<ArgumentValue> result = parseBuffer(text);
  if (!result) {
    ADD_FAILURE() << text.str() << ": " << toString(result.takeError());
    return {};
  }
  return std::move(*result);
}

template <typename T>
static std::string errorOf(Expected<T> result) {
  return result ? "" : toString(result.takeError());
}

#define EXPECT_ERROR(result, part)                                             \
  EXPECT_NE(errorOf(result).find(part), std::string::npos) << errorOf(result)

TEST(LaunchTest, Grids) {
  EXPECT_EQ(cantFail(parseGrid("7")), (std::array<uint32_t, 3>{7, 1, 1}));
  EXPECT_EQ(cantFail(parseGrid("7,8,9")), (std::array<uint32_t, 3>{7, 8, 9}));
  EXPECT_EQ(cantFail(parseGrid("2147483647, 65535"))[1], 65535u);
  EXPECT_ERROR(parseGrid("0"), "the size in x must be from 1");
  EXPECT_ERROR(parseGrid("1,0"), "the size in y must be from 1");
  EXPECT_ERROR(parseGrid("1,1,65536"), "the size in z must be from 1 to 65535");
  EXPECT_ERROR(parseGrid("2147483648"), "the size in x");
  EXPECT_ERROR(parseGrid("-1"), "no whole number");
  EXPECT_ERROR(parseGrid("1,2,3,4"), "at most three");
  EXPECT_ERROR(parseGrid(""), "no whole number");
}

TEST(LaunchTest, Numbers) {
  EXPECT_EQ(parseNumber("0x10")->bits, 16u);
  EXPECT_EQ(int64_t(parseNumber("-5")->bits), -5);
  EXPECT_EQ(parseNumber("18446744073709551615")->bits, ~uint64_t(0));
  EXPECT_EQ(parseNumber("1e-5")->real, 1e-5);
  EXPECT_EQ(parseNumber("-inf")->real, -INFINITY);
  EXPECT_TRUE(std::isnan(parseNumber("nan")->real));
  EXPECT_EQ(parseNumber("true")->bits, 1u);
  for (StringRef text : {"", "x", "1 2", "--1", "infinite"})
    EXPECT_FALSE(parseNumber(text)) << text.str();
}

TEST(LaunchTest, Lists) {
  ArgumentValue list = buffer("[[1, 2, 3], [-4, 5.5, inf]]:f32");
  EXPECT_EQ(list.shape, (SmallVector<int64_t>{2, 3}));
  EXPECT_EQ(values(list), (std::vector<double>{1, 2, 3, -4, 5.5, INFINITY}));
  EXPECT_ERROR(parseBuffer("[1, 2]"), "needs its element type");
  EXPECT_ERROR(parseBuffer("[[1, 2], [3]]:i32"), "equally long rows");
  EXPECT_ERROR(parseBuffer("[1, [2]]:i32"), "equally long rows");
  EXPECT_ERROR(parseBuffer("[[1], 2]:i32"), "equally long rows");
  EXPECT_ERROR(parseBuffer("[1, 2:i32"), "equally long rows");
  EXPECT_ERROR(parseBuffer("[1] x:i32"), "equally long rows");
  EXPECT_ERROR(parseBuffer("[1, 300]:i8"),
               "element 1 of the list does not fit");
  EXPECT_ERROR(parseBuffer(std::string(100000, '[') + ":i8"),
               "equally long rows");
}

TEST(LaunchTest, Generators) {
  EXPECT_EQ(values(buffer("zeros:i32[2]")), (std::vector<double>{0, 0}));
  EXPECT_EQ(values(buffer("full:bf16[2]:value=1.5")),
            (std::vector<double>{1.5, 1.5}));
  EXPECT_EQ(values(buffer("arange:i64[3]:start=5:step=-2")),
            (std::vector<double>{5, 3, 1}));
  EXPECT_EQ(values(buffer("arange:f32[3]:step=0.5")),
            (std::vector<double>{0, 0.5, 1}));
  for (double value : values(buffer("randint:i8[1000]:low=-3:high=4"))) {
    EXPECT_GE(value, -3);
    EXPECT_LT(value, 4);
  }
  for (double value : values(buffer("uniform:f64[1000]:low=2:high=3"))) {
    EXPECT_GE(value, 2);
    EXPECT_LT(value, 3);
  }
}

TEST(LaunchTest, NormalNumbersAreNormal) {
  std::vector<double> sample =
      values(buffer("randn:f64[100000]:seed=7:mean=3:std=2"));
  double mean = 0, variance = 0, beyondTwoSigma = 0;
  for (double value : sample)
    mean += value / sample.size();
  for (double value : sample) {
    variance += (value - mean) * (value - mean) / sample.size();
    beyondTwoSigma += std::fabs(value - 3) > 4;
  }
  EXPECT_NEAR(mean, 3, 0.03);
  EXPECT_NEAR(variance, 4, 0.08);
  EXPECT_NEAR(beyondTwoSigma / sample.size(), 0.0455, 0.003);
}

TEST(LaunchTest, SeedsDecideAndLongerBuffersStartAlike) {
  EXPECT_EQ(buffer("randn:f32[9]:seed=1").bytes,
            buffer("randn:f32[9]:seed=1").bytes);
  EXPECT_NE(buffer("randn:f32[9]:seed=1").bytes,
            buffer("randn:f32[9]:seed=2").bytes);
  std::vector<uint8_t> longer = buffer("randn:f32[20]").bytes;
  longer.resize(36);
  EXPECT_EQ(longer, buffer("randn:f32[9]").bytes);
}

TEST(LaunchTest, UninitializedBuffersArePoisoned) {
  for (StringRef type : {"f32", "f16", "bf16", "f8e4m3", "f64"})
    EXPECT_TRUE(
        std::isnan(values(buffer(("uninit:" + type + "[1]").str()))[0]));
  ArgumentValue poisoned = buffer("uninit:i32[2]");
  EXPECT_FALSE(poisoned.initialized);
  EXPECT_TRUE(isPoison(poisoned, 1));
  poisoned.bytes[5] = 0;
  EXPECT_TRUE(isPoison(poisoned, 0));
  EXPECT_FALSE(isPoison(poisoned, 1));
}

TEST(LaunchTest, MistakesInGenerators) {
  EXPECT_ERROR(parseBuffer("zeroes:f32[4]"), "there are zeros, full");
  EXPECT_ERROR(parseBuffer("zeros:f31[4]"), "'f31' is no element type");
  EXPECT_ERROR(parseBuffer("zeros:f32"), "expected a shape");
  EXPECT_ERROR(parseBuffer("zeros:f32[4"), "expected a shape");
  EXPECT_ERROR(parseBuffer("zeros:f32[-4]"), "no size of a dimension");
  EXPECT_ERROR(parseBuffer("zeros:f32[4]:seed=1"), "no option 'seed'");
  EXPECT_ERROR(parseBuffer("randn:f32[4]:seed=x"), "'x' is no number");
  EXPECT_ERROR(parseBuffer("randn:i32[4]"), "use randint");
  EXPECT_ERROR(parseBuffer("randint:i32[4]:low=3:high=3"), "less than 'high'");
  EXPECT_ERROR(parseBuffer("full:i8[4]:value=1000"), "does not fit i8");
  EXPECT_ERROR(parseBuffer("zeros:f32[1000000000,1000000000]"), "memory");
  EXPECT_ERROR(parseBuffer("zeros:f64[99999999999,99999999999]"), "memory");
  EXPECT_ERROR(parseBuffer("12"), "is no buffer");
}

TEST(LaunchTest, FilesGiveBuffers) {
  SmallString<128> path;
  ASSERT_FALSE(sys::fs::createTemporaryFile("launch", "npy", path));
  std::vector<uint8_t> bytes = {0x80, 0x3F, 0x00, 0xC0};
  cantFail(writeNpyFile(path, Element::BF16, {2, 1}, bytes));
  ArgumentValue bits = buffer((path + ":as=bf16").str());
  EXPECT_EQ(values(bits), (std::vector<double>{1, -2}));
  EXPECT_EQ(bits.shape, (SmallVector<int64_t>{2, 1}));
  EXPECT_EQ(buffer(path).element, Element::U16);
  EXPECT_ERROR(parseBuffer((path + ":as=f99").str()), "no element type");
  sys::fs::remove(path);
}

TEST(LaunchTest, NamesAndPositions) {
  std::vector<Parameter> parameters = {pointerTo("x", Element::F32),
                                       scalar("n", Element::I32),
                                       scalar("eps", Element::F32)};
  std::vector<ArgumentValue> bound =
      cantFail(bindArguments(parameters, {"n=3", "zeros:f32[3]", "1e-5"}));
  ASSERT_EQ(bound.size(), 3u);
  EXPECT_EQ(bound[0].name, "x");
  EXPECT_TRUE(bound[0].isPointer);
  EXPECT_EQ(values(bound[1]), (std::vector<double>{3}));
  EXPECT_EQ(values(bound[2]), (std::vector<double>{double(1e-5f)}));
}

TEST(LaunchTest, MistakesInBinding) {
  std::vector<Parameter> parameters = {pointerTo("x", Element::F32),
                                       scalar("n", Element::I32, 16)};
  auto bind = [&](std::vector<std::string> texts) {
    return bindArguments(parameters, texts);
  };
  EXPECT_ERROR(bind({"zeros:f32[1]"}), "no argument is given for 'n' (i32)");
  EXPECT_ERROR(bind({"n=16"}), "no argument is given for 'x' (pointer to f32)");
  EXPECT_ERROR(bind({"zeros:f32[1]", "16", "17"}), "3 arguments are given");
  EXPECT_ERROR(bind({"y=1"}), "no parameter is called 'y'");
  EXPECT_ERROR(bind({"n=1", "n=2"}), "'n' is given twice");
  EXPECT_ERROR(bind({"zeros:f32[1]", "zeros:i32[1]"}), "expected a number");
  EXPECT_ERROR(bind({"1000", "16"}), "argument 'x': '1000' is no buffer");
  EXPECT_ERROR(bind({"zeros:f16[1]", "16"}),
               "a buffer of f16 was given for a pointer to f32");
  EXPECT_ERROR(bind({"zeros:f32[1]", "1.5"}), "1.5 does not fit i32");
  EXPECT_ERROR(bind({"zeros:f32[1]", "4294967296"}), "does not fit i32");
  EXPECT_ERROR(bind({"zeros:f32[1]", "16:i64"}),
               "a scalar of i64 was given for one of i32");
  EXPECT_ERROR(bind({"zeros:f32[1]", "17"}), "17 is not a multiple of 16");
}

TEST(LaunchTest, IntegersOfEitherSignAreInterchangeable) {
  Parameter bytes = pointerTo("p", Element::I8);
  for (StringRef type : {"i8", "u8", "i1"})
    EXPECT_EQ(errorOf(parseArgument(("zeros:" + type + "[1]").str(), bytes)),
              "");
  EXPECT_ERROR(parseArgument("zeros:f8e4m3[1]", bytes), "a buffer of f8e4m3");
  EXPECT_ERROR(parseArgument("zeros:i16[1]", bytes), "a buffer of i16");
}

TEST(LaunchTest, PointersToAnythingTakeAnyBuffer) {
  Parameter untyped = {"p", true, std::nullopt, 1};
  EXPECT_EQ(errorOf(parseArgument("zeros:f16[2]", untyped)), "");
}

TEST(LaunchTest, UnknownParametersAreInferred) {
  std::vector<ArgumentValue> inferred = cantFail(
      inferArguments({"x=zeros:f32[3]", "7:i64", "[1]:i8", "eps=0.5:f32"}));
  ASSERT_EQ(inferred.size(), 4u);
  EXPECT_EQ(inferred[1].name, "arg1");
  EXPECT_EQ(inferred[1].bytes.size(), 8u);
  EXPECT_TRUE(inferred[2].isPointer);
  EXPECT_EQ(inferred[3].name, "eps");
  EXPECT_ERROR(inferArguments({"n=7"}), "a number needs its type here");
  EXPECT_ERROR(inferArguments({"n=x:i32"}), "expected a number (i32)");
}

TEST(LaunchTest, TensorMaps) {
  Parameter untyped = {"map", true, std::nullopt, 1};
  std::vector<Parameter> parameters = {pointerTo("a", Element::F16), untyped};
  auto bind = [&](std::string map) {
    return bindArguments(parameters, {"zeros:f16[128,64]", map});
  };
  std::vector<ArgumentValue> bound =
      cantFail(bind("tensormap:a:box=32,16:swizzle=128"));
  ASSERT_TRUE(bound[1].map);
  EXPECT_EQ(bound[1].map->box, (SmallVector<int64_t>{32, 16}));
  EXPECT_EQ(bound[1].map->swizzle, 128u);
  EXPECT_FALSE(bound[1].map->fillsNaN);
  EXPECT_ERROR(bind("tensormap:a"), "needs a box");
  EXPECT_ERROR(bind("tensormap:b:box=1,1"), "there is no buffer 'b'");
  EXPECT_ERROR(bind("tensormap:a:box=8"), "the box has 1 dimensions");
  EXPECT_ERROR(bind("tensormap:a:box=8,257"), "up to 256 each");
  EXPECT_ERROR(bind("tensormap:a:box=8,8:swizzle=16"), "swizzle=0|32|64|128");
  EXPECT_ERROR(bind("tensormap:a:box=8,8:fill=1"), "fill=zero|nan");
  EXPECT_ERROR(parseArgument("tensormap:a:box=1", pointerTo("p", Element::F32)),
               "no element type");
}

TEST(LaunchTest, Printing) {
  auto print = [](ArgumentValue value, int64_t limit) {
    value.name = "a";
    std::string text;
    raw_string_ostream os(text);
    printArgument(value, os, limit);
    return text;
  };
  EXPECT_EQ(print(buffer("[[1, 2], [3, 0.5]]:f32"), 16),
            "a: f32[2,2] = [[1, 2], [3, 0.5]]\n");
  EXPECT_EQ(print(buffer("arange:i32[10]"), 4),
            "a: i32[10] = [0, 1, ..., 8, 9]\n");
  EXPECT_EQ(print(buffer("uninit:f32[2]"), 16),
            "a: f32[2] = [unwritten, unwritten]\n");
  EXPECT_EQ(print(cantFail(parseArgument("3", scalar("n", Element::I32))), 16),
            "a: i32 = 3\n");
}
