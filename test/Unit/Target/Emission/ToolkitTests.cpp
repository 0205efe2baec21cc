//===- ToolkitTests.cpp - What the assembler prints -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads statistics out of texts as ptxas 13.0 prints them.
//
//===----------------------------------------------------------------------===//

#include "ttc/Target/Emission/Toolkit.h"

#include "gtest/gtest.h"

using namespace ttc;

static constexpr llvm::StringLiteral output = R"(
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'first' for 'sm_90a'
ptxas info    : Function properties for first
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
ptxas info    : Compile time = 4.141 ms
ptxas info    : Compiling entry function 'second' for 'sm_90a'
ptxas info    : Function properties for second
    120 bytes stack frame, 96 bytes spill stores, 104 bytes spill loads
ptxas info    : Used 255 registers, used 3 barriers, 120 bytes cumulative stack size, 1040 bytes smem
)";

TEST(ToolkitTest, StatisticsOfOneOfTwoKernels) {
  AssemblerStatistics first = parseAssemblerStatistics(output, "first");
  EXPECT_EQ(first.registers, 8u);
  EXPECT_EQ(first.spillStoreBytes, 0u);
  EXPECT_EQ(first.staticSharedBytes, 0u);

  AssemblerStatistics second = parseAssemblerStatistics(output, "second");
  EXPECT_EQ(second.registers, 255u);
  EXPECT_EQ(second.stackBytes, 120u);
  EXPECT_EQ(second.spillStoreBytes, 96u);
  EXPECT_EQ(second.spillLoadBytes, 104u);
  EXPECT_EQ(second.staticSharedBytes, 1040u);
  EXPECT_EQ(second.barriers, 3u);
}

TEST(ToolkitTest, NoStatisticsOfOtherNames) {
  EXPECT_EQ(parseAssemblerStatistics(output, "sec").registers, 0u);
  EXPECT_EQ(parseAssemblerStatistics("", "first").registers, 0u);
}
