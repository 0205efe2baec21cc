//===- LinearLayoutShapeTest.cpp - Regrouping and tensor operations -------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation is checked against its formula on coordinates.
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace ttc;
using ttc::test::Random;

namespace {

constexpr Space R = Space::Register, L = Space::Lane, W = Space::Warp,
                O = Space::Offset;
constexpr Space D0 = Space::dim(0), D1 = Space::dim(1), D2 = Space::dim(2);

//===----------------------------------------------------------------------===//
// Spaces renamed, reordered, regrouped
//===----------------------------------------------------------------------===//

TEST(LinearLayout, TransposeMovesSpacesOnly) {
  Random random(10);
  for (int i = 0; i < 100; ++i) {
    LinearLayout a =
        random.layout({{R, 3}, {L, 2}, {W, 1}}, {{D0, 3}, {D1, 2}, {D2, 1}});
    LinearLayout b = a.transposeIns({W, R, L}).transposeOuts({D1, D2, D0});
    EXPECT_TRUE(a.equalAsMap(b));
    EXPECT_NE(a, b);
    EXPECT_EQ(b.transposeIns({R, L, W}).transposeOuts({D0, D1, D2}), a);
    for (uint64_t x = 0; x < 64; ++x)
      for (auto [space, value] :
           b.unpackOut(b.applyPacked(b.packIn(a.unpackIn(x)))))
        EXPECT_EQ(value, a.extractOut(a.applyPacked(x), space));
  }
}

TEST(LinearLayout, FlattenOutsIsRowMajor) {
  Random random(13);
  for (int i = 0; i < 100; ++i) {
    LinearLayout a =
        random.layout({{R, 3}, {L, 3}}, {{D0, 2}, {D1, 3}, {D2, 1}});
    LinearLayout flat = a.flattenOuts(O);
    for (uint64_t x = 0; x < 64; ++x) {
      auto at = a.unpackOut(a.applyPacked(x));
      EXPECT_EQ(flat.applyPacked(x),
                (at[0].second * 8 + at[1].second) * 2 + at[2].second);
    }
    EXPECT_EQ(a.flattenIns(L).packedColumns(), a.packedColumns());
  }
}

TEST(LinearLayout, ReshapeKeepsTheRowMajorIndex) {
  Random random(14);
  for (int i = 0; i < 200; ++i) {
    LinearLayout a =
        random.layout({{R, 4}, {L, 3}}, {{D0, 2}, {D1, 3}, {D2, 1}});
    LinearLayout b = a.reshapeOuts(dims({2, 1, 16, 2}));
    EXPECT_EQ(b.outs(), ArrayRef(dims({2, 1, 16, 2})));
    EXPECT_EQ(b.flattenOuts(O), a.flattenOuts(O));
    EXPECT_EQ(b.reshapeOuts(a.outs()), a);
    // The other order is the packed one.
    LinearLayout c = a.reshapeOuts(dims({8, 8}), BitOrder::FirstLowest);
    EXPECT_EQ(c.packedColumns(), a.packedColumns());
  }
}

TEST(LinearLayout, ReshapeInsBackwards) {
  Random random(15);
  LinearLayout a = random.layout({{R, 2}, {L, 3}}, {{D0, 5}});
  LinearLayout b = a.flattenIns(R, BitOrder::LastLowest);
  for (uint64_t r = 0; r < 4; ++r)
    for (uint64_t l = 0; l < 8; ++l)
      EXPECT_EQ(b.applyPacked(r * 8 + l), a.applyPacked(r + 4 * l));
  EXPECT_EQ(b.reshapeIns(a.ins(), BitOrder::LastLowest), a);
}

TEST(LinearLayout, RenameKeepsColumns) {
  LinearLayout a =
      LinearLayout::identity1D(4, R, D0) * LinearLayout::identity1D(2, L, D1);
  LinearLayout b = a.renameIn(L, W).renameOut(D1, D2);
  EXPECT_EQ(b.ins(), ArrayRef<SpaceBits>({{R, 2}, {W, 1}}));
  EXPECT_EQ(b.outs(), ArrayRef<SpaceBits>({{D0, 2}, {D2, 1}}));
  EXPECT_EQ(b.packedColumns(), a.packedColumns());
}

TEST(LinearLayout, ConcatenationFollowsItsFormula) {
  Random random(16);
  for (int i = 0; i < 100; ++i) {
    LinearLayout a = random.layout({{R, 2}, {L, 2}}, {{D0, 3}});
    LinearLayout b = random.layout({{L, 1}, {W, 1}}, {{D0, 3}});
    LinearLayout ins = a.concatIns(b);
    for (uint64_t r = 0; r < 4; ++r)
      for (uint64_t l = 0; l < 8; ++l)
        for (uint64_t w = 0; w < 2; ++w)
          EXPECT_EQ(ins.applyPacked(ins.packIn({{R, r}, {L, l}, {W, w}})),
                    a.applyPacked(a.packIn({{R, r}, {L, l & 3}})) ^
                        b.applyPacked(b.packIn({{L, l >> 2}, {W, w}})));
    LinearLayout c = random.layout(a.ins(), {{D1, 2}});
    LinearLayout outs = a.concatOuts(c);
    for (uint64_t x = 0; x < 16; ++x)
      EXPECT_EQ(outs.applyPacked(x), a.applyPacked(x) | c.applyPacked(x) << 3);
  }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

TEST(LinearLayout, FitShapeWrapsAndGrows) {
  LinearLayout tile = LinearLayout::identityND(R, {1, 4}, {1, 0}) *
                      LinearLayout::identityND(L, {4, 8}, {1, 0});
  LinearLayout fit = tile.fitShape(dims({16, 16}), R, {1, 0});
  EXPECT_EQ(fit.outs(), ArrayRef(dims({16, 16})));
  EXPECT_EQ(fit.inSize(R), 16);
  for (uint64_t r = 0; r < 16; ++r)
    for (uint64_t l = 0; l < 32; ++l) {
      auto at = fit.apply({{R, r}, {L, l}});
      EXPECT_EQ(at[0].second, l / 8 + 4 * (r / 4));
      EXPECT_EQ(at[1].second, (r % 4 + l % 8 * 4) % 16);
    }
}

TEST(LinearLayout, FitShapeGrowsInTheOrderGiven) {
  LinearLayout tile = LinearLayout::identityND(L, {2, 2}, {0, 1});
  LinearLayout fit = tile.fitShape(dims({8, 4}), R, {1, 0});
  EXPECT_EQ(fit.str(), "{lane = [[1, 0], [0, 1]], register = [[0, 2], [2, 0], "
                       "[4, 0]]} -> [dim0 = 8, dim1 = 4]");
}

TEST(LinearLayout, DimensionsAreErasedInsertedAndPermuted) {
  Random random(17);
  for (int i = 0; i < 100; ++i) {
    LinearLayout a = random.layout({{R, 3}, {L, 3}}, dims({4, 2, 8}));
    LinearLayout erased = a.eraseDim(1), inserted = erased.insertDim(1);
    LinearLayout permuted = a.permuteDims({2, 0, 1});
    EXPECT_EQ(erased.outs(), ArrayRef(dims({4, 8})));
    EXPECT_EQ(inserted.outs(), ArrayRef(dims({4, 1, 8})));
    EXPECT_EQ(permuted.outs(), ArrayRef(dims({8, 4, 2})));
    EXPECT_EQ(a.insertDim(3).outs(), ArrayRef(dims({4, 2, 8, 1})));
    for (uint64_t x = 0; x < 64; ++x) {
      auto at = a.unpackOut(a.applyPacked(x));
      auto e = erased.unpackOut(erased.applyPacked(x));
      auto n = inserted.unpackOut(inserted.applyPacked(x));
      auto p = permuted.unpackOut(permuted.applyPacked(x));
      EXPECT_EQ(e[0].second, at[0].second);
      EXPECT_EQ(e[1].second, at[2].second);
      EXPECT_EQ(n[2].second, at[2].second);
      EXPECT_EQ(p[0].second, at[2].second);
      EXPECT_EQ(p[1].second, at[0].second);
      EXPECT_EQ(p[2].second, at[1].second);
    }
  }
}

} // namespace
