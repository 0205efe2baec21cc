//===- F2Test.cpp - Subspaces over F2 -------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation is compared with the sets of vectors that it speaks about.
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace ttc;
using ttc::test::Random;

namespace {

std::set<uint64_t> spanOf(ArrayRef<uint64_t> vectors) {
  std::set<uint64_t> result;
  for (uint64_t x = 0; x <= lowMask(vectors.size()); ++x)
    result.insert(f2Apply(vectors, x));
  return result;
}

SmallVector<uint64_t> randomVectors(Random &random) {
  SmallVector<uint64_t> result;
  for (unsigned i = 0, n = random.upTo(6); i < n; ++i)
    result.push_back(random.word(6));
  return result;
}

TEST(F2, BasisKnowsItsSpanAndSolutions) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    auto vectors = randomVectors(random);
    F2Basis basis;
    for (unsigned j = 0; j < vectors.size(); ++j)
      basis.insert(vectors[j], uint64_t(1) << j);
    auto span = spanOf(vectors);
    EXPECT_EQ(uint64_t(1) << basis.rank(), span.size());
    for (uint64_t v = 0; v < 64; ++v) {
      EXPECT_EQ(basis.contains(v), span.count(v) == 1);
      auto solution = basis.solve(v);
      ASSERT_EQ(solution.has_value(), span.count(v) == 1);
      if (solution)
        EXPECT_EQ(f2Apply(vectors, *solution), v);
    }
  }
}

TEST(F2, ReductionIsLinear) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    auto vectors = randomVectors(random);
    F2Basis basis;
    for (unsigned j = 0; j < vectors.size(); ++j)
      basis.insert(vectors[j], uint64_t(1) << j);
    uint64_t a = random.word(8), b = random.word(8);
    auto ra = basis.reduce(a), rb = basis.reduce(b), rab = basis.reduce(a ^ b);
    EXPECT_EQ(rab.residue, ra.residue ^ rb.residue);
    EXPECT_EQ(rab.combination, ra.combination ^ rb.combination);
  }
}

TEST(F2, PivotsAndOtherUnitsAreComplementary) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    auto vectors = randomVectors(random);
    F2Basis basis(vectors);
    forEachBit(lowMask(6) & ~basis.pivotMask(), [&](unsigned bit) {
      EXPECT_TRUE(basis.insert(uint64_t(1) << bit));
    });
    EXPECT_EQ(basis.rank(), 6u);
  }
}

TEST(F2, IntersectionKernelAndExtension) {
  Random random(4);
  for (int i = 0; i < 500; ++i) {
    auto a = randomVectors(random), b = randomVectors(random);
    auto spanA = spanOf(a), spanB = spanOf(b);
    std::set<uint64_t> both;
    for (uint64_t v : spanA)
      if (spanB.count(v))
        both.insert(v);
    auto common = f2Intersection(a, b);
    EXPECT_EQ(spanOf(common), both);
    EXPECT_EQ(F2Basis(common).rank(), common.size());

    std::set<uint64_t> zeros;
    for (uint64_t x = 0; x <= lowMask(a.size()); ++x)
      if (f2Apply(a, x) == 0)
        zeros.insert(x);
    EXPECT_EQ(spanOf(f2Kernel(a)), zeros);

    auto added = f2Extend(a, b);
    SmallVector<uint64_t> all(a), sum(a);
    all.append(b);
    sum.append(added);
    EXPECT_EQ(spanOf(sum), spanOf(all));
    EXPECT_EQ(added.size() + F2Basis(a).rank(), F2Basis(all).rank());
  }
}

} // namespace
