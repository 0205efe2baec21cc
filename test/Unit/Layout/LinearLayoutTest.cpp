//===- LinearLayoutTest.cpp - Laws of the layout algebra ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each law is checked against the definition, by evaluating layouts at indices:
// on every layout of small spaces, and on random layouts of large ones.
//
//===----------------------------------------------------------------------===//

#include "Random.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace ttc;
using ttc::test::Random;

namespace {

constexpr Space R = Space::Register, L = Space::Lane, W = Space::Warp,
                B = Space::Block, O = Space::Offset;
constexpr Space D0 = Space::dim(0), D1 = Space::dim(1), D2 = Space::dim(2);

/// Every layout (register: rBits, lane: lBits) -> (dim0: b0, dim1: b1).
template <typename Fn>
void forEachLayout(unsigned rBits, unsigned lBits, unsigned b0, unsigned b1,
                   Fn fn) {
  unsigned ins = rBits + lBits, outs = b0 + b1;
  for (uint64_t code = 0; code <= lowMask(ins * outs); ++code) {
    SmallVector<uint64_t> columns;
    for (unsigned i = 0; i < ins; ++i)
      columns.push_back(code >> (i * outs) & lowMask(outs));
    fn(LinearLayout::fromPacked({{R, rBits}, {L, lBits}}, {{D0, b0}, {D1, b1}},
                                columns));
  }
}

std::set<uint64_t> image(const LinearLayout &layout) {
  std::set<uint64_t> result;
  for (uint64_t x = 0; x <= lowMask(layout.numInBits()); ++x)
    result.insert(layout.applyPacked(x));
  return result;
}

/// (register, lane, warp) -> dims with at least `minBits` output bits.
LinearLayout randomLayout(Random &random) {
  SmallVector<SpaceBits> ins = {
      {R, random.upTo(5)}, {L, random.upTo(5)}, {W, random.upTo(3)}};
  SmallVector<SpaceBits> outs;
  for (unsigned i = 0, rank = 1 + random.upTo(3); i < rank; ++i)
    outs.emplace_back(Space::dim(i), random.upTo(4));
  random.shuffle(ins);
  return random.layout(ins, outs);
}

//===----------------------------------------------------------------------===//
// Construction and values
//===----------------------------------------------------------------------===//

TEST(LinearLayout, IdentityStridedAndZerosFollowTheirFormula) {
  LinearLayout identity = LinearLayout::identity1D(8, R, D0);
  LinearLayout strided = LinearLayout::strided1D(8, 4, R, D0);
  LinearLayout zeros = LinearLayout::zeros1D(8, R, D0, 16);
  EXPECT_EQ(strided.outSize(D0), 32);
  EXPECT_EQ(zeros.outSize(D0), 16);
  for (uint64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(identity.applyPacked(i), i);
    EXPECT_EQ(strided.applyPacked(i), 4 * i);
    EXPECT_EQ(zeros.applyPacked(i), 0u);
  }
}

TEST(LinearLayout, IdentityNDWalksTheBoxInOrder) {
  LinearLayout box = LinearLayout::identityND(L, {4, 2, 8}, {2, 0, 1});
  for (uint64_t i = 0; i < 64; ++i) {
    auto at = box.apply({{L, i}});
    ASSERT_EQ(at.size(), 3u);
    EXPECT_EQ(at[2], SpaceIndex(D2, i % 8));
    EXPECT_EQ(at[0], SpaceIndex(D0, i / 8 % 4));
    EXPECT_EQ(at[1], SpaceIndex(D1, i / 32));
  }
}

TEST(LinearLayout, SpacesOfOneIndexStay) {
  LinearLayout layout = LinearLayout::identity1D(1, W, D1);
  EXPECT_TRUE(layout.hasIn(W));
  EXPECT_TRUE(layout.hasOut(D1));
  EXPECT_EQ(layout.inSize(W), 1);
  EXPECT_EQ(layout.apply({}).size(), 1u);
}

TEST(LinearLayout, PackAndUnpackAreInverse) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    LinearLayout layout = randomLayout(random);
    uint64_t x = random.word(layout.numInBits());
    EXPECT_EQ(layout.packIn(layout.unpackIn(x)), x);
    for (auto [space, value] : layout.unpackIn(x))
      EXPECT_EQ(layout.extractIn(x, space), value);
  }
}

TEST(LinearLayout, SixtyFourBitsOnBothSides) {
  Random random(2);
  LinearLayout layout = LinearLayout::fromPacked(
      {{R, 20}, {L, 44}}, {{D0, 1}, {D1, 63}}, random.invertible(64));
  LinearLayout inverse = layout.invert();
  for (int i = 0; i < 100; ++i) {
    uint64_t x = random.word(64);
    EXPECT_EQ(inverse.applyPacked(layout.applyPacked(x)), x);
  }
  EXPECT_EQ(layout.freeVariables(), 0u);
}

TEST(LinearLayout, CreateTakesBasesFromText) {
  auto layout = LinearLayout::create(
      {{R, {{0, 1}, {0, 2}}}, {L, {{1, 0}}}, {W, {}}}, {{D0, 1}, {D1, 2}});
  ASSERT_TRUE(bool(layout));
  EXPECT_EQ(layout->str(), "{register = [[0, 1], [0, 2]], lane = [[1, 0]], "
                           "warp = []} -> [dim0 = 2, dim1 = 4]");
}

TEST(LinearLayout, CreateSaysWhatIsWrong) {
  auto message = [](ArrayRef<InputBases> bases, ArrayRef<SpaceBits> outs) {
    auto layout = LinearLayout::create(bases, outs);
    return layout ? std::string() : toString(layout.takeError());
  };
  EXPECT_EQ(message({{R, {{0}}}}, {{D0, 1}, {D1, 2}}),
            "a basis vector of 'register' has 1 coordinates; expected 2");
  EXPECT_EQ(message({{L, {{2}}}}, {{D0, 1}}),
            "coordinate 2 of a basis vector of 'lane' is outside of 'dim0', "
            "which has 2 indices");
  EXPECT_EQ(message({{L, {{-1}}}}, {{D0, 1}}),
            "coordinate -1 of a basis vector of 'lane' is outside of 'dim0', "
            "which has 2 indices");
  EXPECT_EQ(message({{L, {}}, {L, {}}}, {{D0, 1}}),
            "input 'lane' appears twice");
  EXPECT_EQ(message({}, {{D0, 1}, {D0, 1}}), "output 'dim0' appears twice");
  EXPECT_EQ(message({}, {{D0, 40}, {D1, 25}}),
            "the outputs have 65 bits; at most 64 are supported");
  EXPECT_EQ(
      message({{R, std::vector<std::vector<int32_t>>(65, {0})}}, {{D0, 1}}),
      "the inputs have more than 64 basis vectors");
}

TEST(LinearLayout, SizesFromTextAreChecked) {
  EXPECT_EQ(log2Exact(1), 0u);
  EXPECT_EQ(log2Exact(int64_t(1) << 62), 62u);
  for (int64_t bad : {int64_t(0), int64_t(-4), int64_t(3), INT64_MIN})
    EXPECT_FALSE(log2Exact(bad).has_value());
  EXPECT_FALSE(tryDims({4, 3}).has_value());
  EXPECT_FALSE(tryDims({int64_t(1) << 40, int64_t(1) << 40}).has_value());
  EXPECT_FALSE(tryDims(SmallVector<int64_t>(33, 1)).has_value());
  auto shape = tryDims({4, 1});
  ASSERT_TRUE(shape.has_value());
  EXPECT_EQ((*shape)[0], SpaceBits(D0, 2));
  EXPECT_EQ((*shape)[1], SpaceBits(D1, 0));
}

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

TEST(LinearLayout, MapsAreLinear) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    LinearLayout a = randomLayout(random);
    uint64_t x = random.word(a.numInBits()), y = random.word(a.numInBits());
    EXPECT_EQ(a.applyPacked(x ^ y), a.applyPacked(x) ^ a.applyPacked(y));
  }
}

TEST(LinearLayout, ProductPutsTheLeftOperandInTheLowBits) {
  LinearLayout a = LinearLayout::identity1D(4, R, D0);
  LinearLayout b =
      LinearLayout::strided1D(2, 2, R, D0) * LinearLayout::identity1D(8, L, D1);
  LinearLayout c = a * b;
  for (uint64_t ra = 0; ra < 4; ++ra)
    for (uint64_t rb = 0; rb < 2; ++rb)
      for (uint64_t l = 0; l < 8; ++l) {
        auto at = c.apply({{R, ra + 4 * rb}, {L, l}});
        EXPECT_EQ(at[0], SpaceIndex(D0, ra + 4 * (2 * rb)));
        EXPECT_EQ(at[1], SpaceIndex(D1, l));
      }
}

TEST(LinearLayout, ProductIsAssociativeWithNeutralElement) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    LinearLayout a = randomLayout(random), b = randomLayout(random),
                 c = randomLayout(random);
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(a * LinearLayout(), a);
    EXPECT_EQ(LinearLayout() * a, a);
  }
}

TEST(LinearLayout, QuotientUndoesProduct) {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    LinearLayout a = randomLayout(random), b = randomLayout(random);
    LinearLayout product = a * b;
    auto right = product.divideLeft(a), left = product.divideRight(b);
    ASSERT_TRUE(right && left);
    EXPECT_TRUE(right->equalAsMap(b));
    EXPECT_TRUE(left->equalAsMap(a));
    EXPECT_TRUE((a * *right).equalAsMap(product));
  }
}

TEST(LinearLayout, QuotientExistsOnlyForFactors) {
  // Every pair of small layouts: the quotient is refused exactly when no small
  // layout solves the equation.
  SmallVector<LinearLayout> factors;
  forEachLayout(1, 0, 1, 0,
                [&](const LinearLayout &f) { factors.push_back(f); });
  forEachLayout(2, 0, 2, 0, [&](const LinearLayout &whole) {
    for (const LinearLayout &f : factors) {
      bool leftExists = false, rightExists = false;
      for (const LinearLayout &g : factors) {
        leftExists |= (f * g).equalAsMap(whole);
        rightExists |= (g * f).equalAsMap(whole);
      }
      EXPECT_EQ(whole.divideLeft(f).has_value(), leftExists) << whole.str();
      EXPECT_EQ(whole.divideRight(f).has_value(), rightExists) << whole.str();
    }
  });
  LinearLayout small = LinearLayout::identity1D(2, R, D0);
  EXPECT_FALSE(small.divideLeft(LinearLayout::identity1D(4, R, D0)));
  EXPECT_FALSE(small.divideLeft(LinearLayout::identity1D(1, L, D0)));
}

TEST(LinearLayout, ComposeAppliesOneAfterTheOther) {
  Random random(6);
  for (int i = 0; i < 300; ++i) {
    LinearLayout a = randomLayout(random);
    // The outer layout takes the same spaces in another order, some wider, and
    // one more.
    SmallVector<SpaceBits> between(a.outs());
    for (SpaceBits &entry : between)
      entry.bits += random.upTo(2);
    between.emplace_back(B, 2);
    random.shuffle(between);
    LinearLayout b = random.layout(between, {{O, 9}, {D0, 3}});
    LinearLayout c = a.compose(b);
    for (int j = 0; j < 10; ++j) {
      uint64_t x = random.word(a.numInBits());
      EXPECT_EQ(c.applyPacked(x),
                b.applyPacked(b.packIn(a.unpackOut(a.applyPacked(x)))));
    }
  }
}

TEST(LinearLayout, CompositionIsAssociativeAndRespectsIdentity) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    LinearLayout a = random.layout({{R, 3}, {L, 4}}, {{D0, 3}, {D1, 2}});
    LinearLayout b = random.layout({{D1, 2}, {D0, 3}}, {{W, 2}, {B, 4}});
    LinearLayout c = random.layout({{W, 2}, {B, 4}}, {{O, 7}});
    EXPECT_EQ(a.compose(b).compose(c), a.compose(b.compose(c)));
    LinearLayout id = LinearLayout::identity1D(8, D0, D0) *
                      LinearLayout::identity1D(4, D1, D1);
    EXPECT_EQ(a.compose(id), a);
  }
}

TEST(LinearLayout, InjectiveSurjectiveInverseOnEverySmallLayout) {
  forEachLayout(1, 2, 2, 1, [](const LinearLayout &a) {
    size_t reached = image(a).size();
    EXPECT_EQ(a.isInjective(), reached == 8);
    EXPECT_EQ(a.isSurjective(), reached == 8);
    EXPECT_EQ(a.isPermutation(), reached == 8);
    if (!a.isPermutation())
      return;
    LinearLayout inverse = a.invert();
    EXPECT_EQ(inverse.ins(), a.outs());
    for (uint64_t x = 0; x < 8; ++x)
      EXPECT_EQ(inverse.applyPacked(a.applyPacked(x)), x);
  });
}

TEST(LinearLayout, InjectiveAndSurjectiveOnRectangularLayouts) {
  forEachLayout(1, 1, 2, 1, [](const LinearLayout &a) {
    EXPECT_EQ(a.isInjective(), image(a).size() == 4);
    EXPECT_FALSE(a.isSurjective());
  });
  forEachLayout(2, 1, 1, 1, [](const LinearLayout &a) {
    EXPECT_EQ(a.isSurjective(), image(a).size() == 4);
    EXPECT_FALSE(a.isInjective());
  });
}

TEST(LinearLayout, PseudoInverseOnEverySmallLayout) {
  forEachLayout(1, 2, 2, 1, [](const LinearLayout &a) {
    LinearLayout p = a.pseudoInvert();
    for (uint64_t x = 0; x < 8; ++x) {
      uint64_t y = a.applyPacked(x), chosen = p.applyPacked(y);
      EXPECT_EQ(a.applyPacked(chosen), y);
      EXPECT_EQ(chosen & a.freeVariables(), 0u);
    }
  });
}

TEST(LinearLayout, InvertAndComposeFindsTheElement) {
  Random random(8);
  for (int i = 0; i < 300; ++i) {
    LinearLayout outer = randomLayout(random);
    // Columns out of the image of `outer`, in another order of outputs.
    SmallVector<uint64_t> columns;
    for (int j = 0; j < 6; ++j)
      columns.push_back(outer.applyPacked(random.word(outer.numInBits())));
    SmallVector<Space> order;
    for (SpaceBits entry : outer.outs())
      order.push_back(entry.space);
    random.shuffle(order);
    LinearLayout inner =
        LinearLayout::fromPacked({{B, 6}}, outer.outs(), columns)
            .transposeOuts(order);
    LinearLayout found = inner.invertAndCompose(outer);
    EXPECT_TRUE(found.compose(outer).equalAsMap(inner));
    for (uint64_t column : found.packedColumns())
      EXPECT_EQ(column & outer.freeVariables(), 0u);
  }
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

TEST(LinearLayout, FreeVariablesCountTheKernelAndLeaveOneOfEach) {
  forEachLayout(1, 2, 1, 2, [](const LinearLayout &a) {
    uint64_t free = a.freeVariables();
    EXPECT_EQ(a.kernel().size(), size_t(popcount(free)));
    std::set<uint64_t> seen;
    for (uint64_t x = 0; x < 8; ++x)
      if (!(x & free))
        EXPECT_TRUE(seen.insert(a.applyPacked(x)).second);
    EXPECT_EQ(seen, image(a));
    EXPECT_EQ(a.freeVariableMask(R) | a.freeVariableMask(L) << 1, free);
  });
}

TEST(LinearLayout, KernelIsEveryInputThatMapsToZero) {
  forEachLayout(1, 2, 1, 1, [](const LinearLayout &a) {
    F2Basis kernel(a.kernel());
    for (uint64_t x = 0; x < 8; ++x)
      EXPECT_EQ(kernel.contains(x), a.applyPacked(x) == 0);
  });
}

TEST(LinearLayout, SublayoutRestrictsAndProjects) {
  Random random(9);
  for (int i = 0; i < 200; ++i) {
    LinearLayout a =
        random.layout({{R, 3}, {L, 2}, {W, 2}}, {{D0, 3}, {D1, 2}, {D2, 1}});
    LinearLayout part = a.sublayout({W, R}, {D2, D0});
    ASSERT_EQ(part.ins(), ArrayRef<SpaceBits>({{R, 3}, {W, 2}}));
    ASSERT_EQ(part.outs(), ArrayRef<SpaceBits>({{D0, 3}, {D2, 1}}));
    for (uint64_t x = 0; x < 32; ++x) {
      uint64_t full = a.applyPacked(a.packIn(part.unpackIn(x)));
      for (auto [space, value] : part.unpackOut(part.applyPacked(x)))
        EXPECT_EQ(value, a.extractOut(full, space));
    }
    bool zero = true;
    for (uint64_t r = 0; r < 8; ++r)
      zero &= a.apply({{R, r}})[1].second == 0;
    EXPECT_EQ(a.sublayoutIsZero({R}, {D1}), zero);
  }
}

TEST(LinearLayout, SublayoutIdentity) {
  LinearLayout a = LinearLayout::identity1D(4, R, D0) *
                   LinearLayout::identity1D(2, L, D1) *
                   LinearLayout::zeros1D(2, W, D0, 2);
  EXPECT_TRUE(a.sublayoutIsIdentity({L}, {D1}));
  EXPECT_FALSE(a.sublayoutIsIdentity({R}, {D0})); // dim0 is wider
  EXPECT_FALSE(a.sublayoutIsIdentity({R}, {D1}));
  EXPECT_FALSE(a.sublayoutIsIdentity({R, W}, {D0}));
}

TEST(LinearLayout, RemoveZeroBasesKeepsTheImage) {
  forEachLayout(2, 1, 2, 0, [](const LinearLayout &a) {
    LinearLayout b = a.removeZeroBases(R);
    EXPECT_FALSE(is_contained(b.packedColumns(R), 0u));
    EXPECT_EQ(b.inBits(L), 1u);
    EXPECT_EQ(image(a), image(b));
    LinearLayout c = a.removeReplication(R);
    EXPECT_EQ(image(a), image(c));
    EXPECT_TRUE(c.sublayout({R}, {D0, D1}).isInjective());
    EXPECT_TRUE(a.equalUpToReplication(c));
  });
}

TEST(LinearLayout, EqualityUpToReplicationSeesDifferentElements) {
  auto make = [](ArrayRef<uint64_t> registers) {
    return LinearLayout::fromPacked({{R, unsigned(registers.size())}},
                                    {{D0, 2}}, registers);
  };
  EXPECT_TRUE(make({1, 0, 2}).equalUpToReplication(make({1, 2, 3})));
  EXPECT_FALSE(make({1, 2}).equalUpToReplication(make({2, 1})));
  EXPECT_FALSE(make({1, 1}).equalUpToReplication(make({2, 2})));
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

TEST(LinearLayout, EqualAsMapSeesEveryColumn) {
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    LinearLayout a = random.layout({{R, 2}, {L, 2}}, {{D0, 2}, {D1, 2}});
    SmallVector<uint64_t> columns(a.packedColumns());
    columns[random.upTo(3)] ^= uint64_t(1) << random.upTo(3);
    LinearLayout b = LinearLayout::fromPacked(a.ins(), a.outs(), columns);
    EXPECT_FALSE(a.equalAsMap(b));
    EXPECT_TRUE((a * LinearLayout::identity1D(1, W, D2)).equalAsMap(a));
  }
}

TEST(LinearLayout, HashFollowsEquality) {
  Random random(12);
  std::set<size_t> codes;
  for (int i = 0; i < 200; ++i) {
    LinearLayout a = random.layout({{R, 5}, {L, 5}}, {{D0, 5}, {D1, 5}});
    EXPECT_EQ(hash_value(a), hash_value(LinearLayout(a)));
    codes.insert(hash_value(a));
  }
  EXPECT_GT(codes.size(), 195u);
}

//===----------------------------------------------------------------------===//
// Vectorization
//===----------------------------------------------------------------------===//

/// The definition, by enumeration.
bool isContiguous(const LinearLayout &a, Space out, unsigned bits) {
  if (bits > a.inBits(R) || bits > a.outBits(out))
    return false;
  for (uint64_t x = 0; x <= lowMask(a.numInBits()); ++x) {
    uint64_t run = a.extractIn(x, R) >> bits << bits;
    uint64_t base = x & ~(lowMask(a.inBits(R)) << a.inShift(R));
    auto first = a.unpackOut(a.applyPacked(base | run << a.inShift(R)));
    auto at = a.unpackOut(a.applyPacked(x));
    uint64_t offset = a.extractIn(x, R) - run;
    for (unsigned i = 0; i < at.size(); ++i) {
      bool along = at[i].first == out;
      if (along && (first[i].second & lowMask(bits)))
        return false;
      if (at[i].second != first[i].second + (along ? offset : 0))
        return false;
    }
  }
  return true;
}

TEST(LinearLayout, ContiguousRegisterBitsMatchesItsDefinition) {
  auto check = [](const LinearLayout &a) {
    for (Space out : {D0, D1}) {
      unsigned bits = a.contiguousRegisterBits(out);
      EXPECT_TRUE(isContiguous(a, out, bits)) << a.str();
      for (unsigned more = bits + 1; more <= 3; ++more)
        EXPECT_FALSE(isContiguous(a, out, more)) << a.str();
    }
  };
  forEachLayout(2, 1, 2, 1, check);
  forEachLayout(2, 1, 2, 1,
                [&](const LinearLayout &a) { check(a.transposeIns({L, R})); });
}

TEST(LinearLayout, ContiguousRegisterMasksMatchTheirDefinition) {
  forEachLayout(3, 0, 2, 1, [](const LinearLayout &a) {
    auto masks = a.contiguousRegisterMasks(D0);
    for (unsigned i = 0; i < masks.size(); ++i)
      EXPECT_EQ(a.applyPacked(masks[i]), uint64_t(1) << i);
    if (masks.size() < 2)
      EXPECT_FALSE(image(a).count(uint64_t(1) << masks.size()));
  });
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(LinearLayout, TableHasOneLinePerBasisVector) {
  LinearLayout a =
      LinearLayout::identity1D(4, R, D1) * LinearLayout::identity1D(1, L, D0);
  std::string text;
  raw_string_ostream os(text);
  a.printTable(os);
  EXPECT_EQ(text, "register     1 -> (1, 0)\n"
                  "             2 -> (2, 0)\n"
                  "lane      (one index)\n"
                  "to        dim1: 4, dim0: 1\n");
}

} // namespace
