//===- LayoutTest.cpp - Encodings against the tables of the PTX ISA -------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas for rows and columns are those that the PTX ISA gives with the
// figures of each fragment: groupID = lane / 4, threadID_in_group = lane % 4.
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace ttc;

namespace {

class LayoutTest : public testing::Test {
protected:
  LayoutTest() { context.loadDialect<ttg::TTGDialect>(); }

  LinearLayout parse(StringRef text, ArrayRef<int64_t> shape) {
    auto layout = dyn_cast_or_null<tt::LayoutAttrInterface>(
        parseAttribute(text, &context));
    EXPECT_TRUE(layout) << text.str();
    return layout ? layout.toLinearLayout(shape) : LinearLayout();
  }

  /// (row, column) of a register of a lane in the first warp.
  static std::pair<uint64_t, uint64_t> at(const LinearLayout &layout,
                                          uint64_t reg, uint64_t lane,
                                          uint64_t warp = 0) {
    auto out = layout.apply(
        {{Space::Register, reg}, {Space::Lane, lane}, {Space::Warp, warp}});
    return {out[0].second, out[1].second};
  }

  /// The coordinates of the element at an offset of a shared layout.
  static std::pair<uint64_t, uint64_t> at(const LinearLayout &layout,
                                          uint64_t offset) {
    auto out = layout.apply({{Space::Offset, offset}});
    return {out[0].second, out[1].second};
  }

  MLIRContext context;
};

using Place = std::pair<uint64_t, uint64_t>;

constexpr const char *mma2 =
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
    "warpsPerCTA = [1, 1], instrShape = [16, 8]}>";

std::string operand(unsigned index, unsigned kWidth, const char *parent) {
  return "#ttg.dot_op<{opIdx = " + std::to_string(index) +
         ", parent = " + parent + ", kWidth = " + std::to_string(kWidth) + "}>";
}

// Matrix Fragments for mma.m16n8k16: accumulators.
TEST_F(LayoutTest, MmaAccumulator) {
  LinearLayout layout = parse(mma2, {16, 8});
  ASSERT_EQ(layout.inSize(Space::Register), 4);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i) {
      unsigned group = lane / 4, thread = lane % 4;
      Place expected = {i < 2 ? group : group + 8, thread * 2 + (i & 1)};
      EXPECT_EQ(at(layout, i, lane), expected);
    }
}

// The same section: multiplicand A of .f16 and .bf16, K = 16.
TEST_F(LayoutTest, MmaLeftOperand16) {
  LinearLayout layout = parse(operand(0, 2, mma2), {16, 16});
  ASSERT_EQ(layout.inSize(Space::Register), 8);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 8; ++i) {
      unsigned group = lane / 4, thread = lane % 4;
      unsigned row = (i < 2 || (4 <= i && i < 6)) ? group : group + 8;
      unsigned column = thread * 2 + (i & 1) + (i >= 4 ? 8 : 0);
      EXPECT_EQ(at(layout, i, lane), Place(row, column));
    }
}

// Multiplicand B of the same.
TEST_F(LayoutTest, MmaRightOperand16) {
  LinearLayout layout = parse(operand(1, 2, mma2), {16, 8});
  ASSERT_EQ(layout.inSize(Space::Register), 4);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i) {
      unsigned group = lane / 4, thread = lane % 4;
      unsigned row = thread * 2 + (i & 1) + (i >= 2 ? 8 : 0);
      EXPECT_EQ(at(layout, i, lane), Place(row, group));
    }
}

// Matrix Fragments for mma.m16n8k8: A and B of .tf32.
TEST_F(LayoutTest, MmaOperandsTf32) {
  LinearLayout a = parse(operand(0, 1, mma2), {16, 8});
  LinearLayout b = parse(operand(1, 1, mma2), {8, 8});
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned group = lane / 4, thread = lane % 4;
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(at(a, i, lane),
                Place(i % 2 ? group + 8 : group, i < 2 ? thread : thread + 4));
    for (unsigned i = 0; i < 2; ++i)
      EXPECT_EQ(at(b, i, lane), Place(i ? thread + 4 : thread, group));
  }
}

// Matrix Fragments for mma.m16n8k32: A and B of 8 bits.
TEST_F(LayoutTest, MmaOperands8) {
  LinearLayout a = parse(operand(0, 4, mma2), {16, 32});
  LinearLayout b = parse(operand(1, 4, mma2), {32, 8});
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned group = lane / 4, thread = lane % 4;
    for (unsigned i = 0; i < 16; ++i) {
      unsigned row = (i < 4 || (8 <= i && i < 12)) ? group : group + 8;
      unsigned column = thread * 4 + (i & 3) + (i < 8 ? 0 : 16);
      EXPECT_EQ(at(a, i, lane), Place(row, column));
    }
    for (unsigned i = 0; i < 8; ++i)
      EXPECT_EQ(at(b, i, lane),
                Place(thread * 4 + (i & 3) + (i < 4 ? 0 : 16), group));
  }
}

// Tiles repeat along columns, then rows; warps follow along columns first.
TEST_F(LayoutTest, MmaRepeats) {
  LinearLayout layout =
      parse("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
            "warpsPerCTA = [2, 4], instrShape = [16, 8]}>",
            {64, 64});
  EXPECT_EQ(at(layout, 4, 0), Place(0, 32));
  EXPECT_EQ(at(layout, 8, 0), Place(32, 0));
  EXPECT_EQ(at(layout, 0, 0, 1), Place(0, 8));
  EXPECT_EQ(at(layout, 0, 0, 2), Place(0, 16));
  EXPECT_EQ(at(layout, 0, 0, 4), Place(16, 0));
}

// Register Fragments for wgmma.mma_async.m64nNk16: accumulators.
TEST_F(LayoutTest, WgmmaAccumulator) {
  LinearLayout layout =
      parse("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
            "warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>",
            {64, 32});
  ASSERT_EQ(layout.inSize(Space::Register), 16);
  for (unsigned warp = 0; warp < 4; ++warp)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < 16; ++i) {
        unsigned row = 16 * warp + lane / 4 + 8 * (i / 2 % 2);
        unsigned column = 8 * (i / 4) + lane % 4 * 2 + i % 2;
        EXPECT_EQ(at(layout, i, lane, warp), Place(row, column));
      }
}

// Register Fragments for wgmma.mma_async.m64nNk16: A.
TEST_F(LayoutTest, WgmmaLeftOperand) {
  LinearLayout layout =
      parse(operand(0, 2,
                    "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
                    "warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>"),
            {64, 16});
  ASSERT_EQ(layout.inSize(Space::Register), 8);
  for (unsigned warp = 0; warp < 4; ++warp)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < 8; ++i) {
        unsigned row = 16 * warp + lane / 4 + 8 * (i / 2 % 2);
        unsigned column = lane % 4 * 2 + i % 2 + 8 * (i / 4);
        EXPECT_EQ(at(layout, i, lane, warp), Place(row, column));
      }
}

// Each thread holds all of K for its rows; threads along K hold copies.
TEST_F(LayoutTest, BlockedOperand) {
  const char *blocked =
      "#ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [4, 8], "
      "warpsPerCTA = [2, 2], order = [1, 0]}>";
  LinearLayout layout =
      parse(std::string("#ttg.dot_op<{opIdx = 0, parent = ") + blocked + "}>",
            {32, 16});
  for (unsigned k = 0; k < 16; ++k)
    EXPECT_EQ(at(layout, k, 0), Place(0, k));
  EXPECT_EQ(at(layout, 16, 0), Place(1, 0));
  EXPECT_EQ(at(layout, 32, 0), Place(16, 0));
  EXPECT_EQ(at(layout, 0, 1), Place(0, 0));
  EXPECT_EQ(at(layout, 0, 8), Place(2, 0));
  EXPECT_EQ(at(layout, 0, 0, 1), Place(0, 0));
  EXPECT_EQ(at(layout, 0, 0, 2), Place(8, 0));
}

// Swizzling Modes: the 16-byte chunk of an address is xor-ed with bits of the
// 128-byte line, which the width of the mode selects.
TEST_F(LayoutTest, SwizzlingModes) {
  for (unsigned width : {32, 64, 128}) {
    LinearLayout layout = parse(
        "#ttg.nvmma_shared<{swizzlingByteWidth = " + std::to_string(width) +
            ", transposed = false, elementBitWidth = 16}>",
        {32, 128});
    unsigned perRow = width / 2;
    for (unsigned offset = 0; offset < 32 * 128; ++offset) {
      unsigned box = offset / (32 * perRow), inBox = offset % (32 * perRow);
      unsigned address = 2 * inBox;
      unsigned plain = address ^ ((address >> 7 & (width / 16 - 1)) << 4);
      Place expected = {plain / width, box * perRow + plain % width / 2};
      ASSERT_EQ(at(layout, offset), expected) << width << " " << offset;
    }
  }
}

TEST_F(LayoutTest, TransposedSharedIsTheTransposedMap) {
  const char *plain = "#ttg.nvmma_shared<{swizzlingByteWidth = 128, "
                      "transposed = false, elementBitWidth = 16}>";
  const char *transposed = "#ttg.nvmma_shared<{swizzlingByteWidth = 128, "
                           "transposed = true, elementBitWidth = 16}>";
  EXPECT_TRUE(parse(plain, {32, 128})
                  .permuteDims({1, 0})
                  .equalAsMap(parse(transposed, {128, 32})));
}

// Four-bit elements occupy the low half of every 16 bytes.
TEST_F(LayoutTest, PaddedFourBitElements) {
  LinearLayout layout =
      parse("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
            "elementBitWidth = 8, fp4Padded = true}>",
            {8, 64});
  EXPECT_EQ(at(layout, 7), Place(0, 7));
  EXPECT_EQ(at(layout, 16), Place(0, 8));
  EXPECT_EQ(at(layout, 128), Place(1, 8));
}

TEST_F(LayoutTest, SwizzledShared) {
  LinearLayout layout = parse("#ttg.swizzled_shared<{vec = 4, perPhase = 2, "
                              "maxPhase = 4, order = [1, 0]}>",
                              {64, 64});
  for (unsigned row = 0; row < 64; ++row)
    for (unsigned column = 0; column < 64; ++column) {
      unsigned phase = row / 2 % 4;
      unsigned offset = row * 64 + (column ^ phase * 4);
      ASSERT_EQ(at(layout, offset), Place(row, column));
    }
}

TEST_F(LayoutTest, PaddedSharedIsDenseWithoutItsGaps) {
  LinearLayout layout =
      parse("#ttg.padded_shared<[64:+4] {order = [0, 1], shape = [32, 64]}>",
            {32, 64});
  EXPECT_EQ(at(layout, 1), Place(1, 0));
  EXPECT_EQ(at(layout, 32), Place(0, 1));
}

// The blocks of a cluster share K's copies.
TEST_F(LayoutTest, ClusterSplits) {
  const char *mma = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
                    "warpsPerCTA = [4, 1], CGALayout = [[1, 0], [0, 1]], "
                    "instrShape = [16, 32, 16]}>";
  LinearLayout d = parse(mma, {128, 64});
  EXPECT_EQ(d.basis(Space::Block, 0, Space::dim(0)), 64u);
  EXPECT_EQ(d.basis(Space::Block, 1, Space::dim(1)), 32u);
  LinearLayout a = parse(operand(0, 2, mma), {128, 16});
  EXPECT_EQ(a.basis(Space::Block, 0, Space::dim(0)), 64u);
  EXPECT_EQ(a.basis(Space::Block, 1, Space::dim(1)), 0u);
}

} // namespace
