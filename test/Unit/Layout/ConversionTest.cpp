//===- ConversionTest.cpp - Plans for moving tensors ----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every plan is executed by the checker, for random layouts of many shapes; a
// few conversions that kernels are full of also pin their price.
//
//===----------------------------------------------------------------------===//

#include "ConversionChecker.h"
#include "Random.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace ttc;
using namespace ttc::test;

namespace {

constexpr Space R = Space::Register, L = Space::Lane, W = Space::Warp,
                B = Space::Block;

LinearLayout blocked(ArrayRef<int64_t> shape, ArrayRef<int64_t> registers,
                     ArrayRef<int64_t> lanes, ArrayRef<int64_t> warps,
                     ArrayRef<unsigned> order) {
  return (LinearLayout::identityND(R, registers, order) *
          LinearLayout::identityND(L, lanes, order) *
          LinearLayout::identityND(W, warps, order))
      .fitShape(dims(shape), R, order);
}

/// The accumulator of a 16x8 tensor-core instruction, warps along dim0.
LinearLayout accumulator(ArrayRef<int64_t> shape, int64_t warps) {
  LinearLayout tile = LinearLayout::identity1D(2, R, Space::dim(1)) *
                      LinearLayout::identity1D(4, L, Space::dim(1)) *
                      LinearLayout::identity1D(8, L, Space::dim(0)) *
                      LinearLayout::identity1D(2, R, Space::dim(0)) *
                      LinearLayout::identity1D(warps, W, Space::dim(0));
  return tile.fitShape(dims(shape), R, {1, 0});
}

ConversionOptions options(unsigned elementBits,
                          uint64_t sharedLimit = uint64_t(1) << 18) {
  ConversionOptions result;
  result.elementBits = elementBits;
  result.sharedLimit = sharedLimit;
  return result;
}

/// Splits `bits` bits over one to four dimensions.
SmallVector<SpaceBits> randomShape(Random &random, unsigned bits) {
  SmallVector<SpaceBits> shape;
  unsigned rank = 1 + random.upTo(3);
  for (unsigned i = 0; i < rank; ++i) {
    unsigned here = i + 1 == rank ? bits : random.upTo(bits);
    shape.emplace_back(Space::dim(i), here);
    bits -= here;
  }
  return shape;
}

struct Machine {
  unsigned lanes, warps, blocks;
};

/// A layout of all of the tensor: threads and registers take independent
/// vectors until none is left; some of them hold copies.
LinearLayout randomDistribution(Random &random, ArrayRef<SpaceBits> shape,
                                Machine machine, bool unitVectors) {
  unsigned bits = 0;
  for (SpaceBits entry : shape)
    bits += entry.bits;
  SmallVector<uint64_t> vectors = random.invertible(bits);
  if (unitVectors) {
    for (unsigned i = 0; i < bits; ++i)
      vectors[i] = uint64_t(1) << i;
    random.shuffle(vectors);
  }
  unsigned threads = machine.lanes + machine.warps;
  SmallVector<uint64_t> columns;
  for (unsigned i = 0; i < threads; ++i)
    columns.push_back(vectors.empty() || random.chance(20)
                          ? (random.chance(50) ? 0 : random.word(bits))
                          : vectors.pop_back_val());
  SmallVector<uint64_t> registers(vectors);
  while (random.chance(25))
    registers.push_back(random.chance(50) ? 0 : random.word(bits));
  random.shuffle(registers);
  unsigned numRegisters = registers.size();
  registers.append(columns);
  registers.append(machine.blocks, 0);
  // A copy may have taken the place of what it copies.
  LinearLayout layout = LinearLayout::fromPacked({{R, numRegisters},
                                                  {L, machine.lanes},
                                                  {W, machine.warps},
                                                  {B, machine.blocks}},
                                                 shape, registers);
  return layout;
}

LinearLayout shuffledSpaces(Random &random, const LinearLayout &layout) {
  SmallVector<Space> ins, outs;
  for (SpaceBits entry : layout.ins())
    ins.push_back(entry.space);
  for (SpaceBits entry : layout.outs())
    outs.push_back(entry.space);
  random.shuffle(ins);
  random.shuffle(outs);
  return layout.transposeIns(ins).transposeOuts(outs);
}

unsigned randomElementBits(Random &random) {
  constexpr unsigned widths[] = {1, 8, 16, 32, 64};
  return widths[random.upTo(4)];
}

//===----------------------------------------------------------------------===//
// Everything, executed
//===----------------------------------------------------------------------===//

TEST(Conversion, RandomPlansDeliverEveryElement) {
  Random random(1);
  unsigned kinds[3] = {};
  for (int i = 0; i < 1200; ++i) {
    Machine machine = {random.chance(20) ? random.upTo(5) : 5, random.upTo(2),
                       random.chance(20) ? 1u : 0u};
    auto shape = randomShape(random, random.upTo(10));
    LinearLayout src =
        randomDistribution(random, shape, machine, random.chance(50));
    LinearLayout dst = shuffledSpaces(
        random, randomDistribution(random, shape, machine, random.chance(50)));
    ConversionOptions opts = options(randomElementBits(random));
    auto plan = planConversion(src, dst, opts);
    ASSERT_TRUE(plan) << src.str() << " to " << dst.str();
    ++kinds[unsigned(plan->kind)];
    ASSERT_EQ(checkPlan(src, dst, *plan, opts), "")
        << src.str() << " to " << dst.str() << ", " << opts.elementBits
        << " bits";
  }
  for (unsigned count : kinds)
    EXPECT_GT(count, 20u);
}

TEST(Conversion, RandomSharedPlansDeliverEveryElement) {
  Random random(2);
  for (int i = 0; i < 800; ++i) {
    Machine machine = {5, random.upTo(2), random.chance(20) ? 1u : 0u};
    auto shape = randomShape(random, 4 + random.upTo(6));
    LinearLayout src =
        randomDistribution(random, shape, machine, random.chance(50));
    LinearLayout dst =
        randomDistribution(random, shape, machine, random.chance(50));
    ConversionOptions opts = options(randomElementBits(random));
    auto plan = planShared(src, dst, opts);
    ASSERT_TRUE(plan);
    ASSERT_EQ(checkShared(src, dst, *plan, opts), "")
        << src.str() << " to " << dst.str() << ", " << opts.elementBits
        << " bits";
  }
}

TEST(Conversion, SharedPlansRespectTheLimit) {
  Random random(3);
  unsigned rounds = 0, predicated = 0;
  for (int i = 0; i < 500; ++i) {
    Machine machine = {5, random.upTo(2), 0};
    auto shape = randomShape(random, 6 + random.upTo(5));
    LinearLayout src =
        randomDistribution(random, shape, machine, random.chance(70));
    LinearLayout dst =
        randomDistribution(random, shape, machine, random.chance(70));
    ConversionOptions opts =
        options(randomElementBits(random), 1 + random.upTo(4096));
    auto plan = planShared(src, dst, opts);
    ASSERT_TRUE(plan);
    ASSERT_EQ(checkShared(src, dst, *plan, opts), "")
        << src.str() << " to " << dst.str() << ", " << opts.elementBits
        << " bits, limit " << opts.sharedLimit;
    rounds += plan->numRounds > 1;
    predicated +=
        plan->store.roundDependsOnThread() || plan->load.roundDependsOnThread();
  }
  EXPECT_GT(rounds, 50u);
  EXPECT_GT(predicated, 10u);
}

TEST(Conversion, BijectionsWithinAWarpAreShuffled) {
  // Source and destination differ by any invertible map of (register, lane):
  // one word per destination register always suffices.
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    unsigned registers = random.upTo(4), bits = registers + 5;
    SmallVector<SpaceBits> ins = {{R, registers}, {L, 5}};
    LinearLayout src = LinearLayout::fromPacked(ins, {{Space::dim(0), bits}},
                                                random.invertible(bits));
    LinearLayout dst = LinearLayout::fromPacked(ins, {{Space::dim(0), bits}},
                                                random.invertible(bits));
    unsigned elementBits = randomElementBits(random);
    auto plan = planShuffle(src, dst, elementBits);
    ASSERT_TRUE(plan) << src.str() << " to " << dst.str();
    ASSERT_EQ(checkShuffle(src, dst, *plan, elementBits), "")
        << src.str() << " to " << dst.str();
  }
}

TEST(Conversion, ShufflesMayDependOnTheWarp) {
  // Every warp permutes its lanes by another constant.
  LinearLayout src = LinearLayout::identity1D(2, R, Space::dim(0)) *
                     LinearLayout::identity1D(32, L, Space::dim(0)) *
                     LinearLayout::identity1D(4, W, Space::dim(0));
  SmallVector<uint64_t> columns(src.packedColumns());
  columns[6] ^= 2;  // warp bit 0 also flips lane bit 0
  columns[7] ^= 33; // warp bit 1 also flips the register and lane bit 4
  LinearLayout dst = LinearLayout::fromPacked(src.ins(), src.outs(), columns);
  auto plan = planShuffle(src, dst, 32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(checkShuffle(src, dst, *plan, 32), "");
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

TEST(Conversion, OtherRegisterOrderIsFree) {
  LinearLayout src = blocked({32, 32}, {2, 4}, {8, 4}, {1, 1}, {1, 0});
  LinearLayout dst = src.removeReplication(R);
  SmallVector<uint64_t> columns(dst.packedColumns());
  std::swap(columns[0], columns[3]);
  columns[1] ^= columns[2];
  dst = LinearLayout::fromPacked(dst.ins(), dst.outs(), columns);
  auto plan = planConversion(src, dst, options(32));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->kind, ConversionKind::Registers);
  EXPECT_EQ(plan->price.cost(), 0u);
  EXPECT_EQ(checkPlan(src, dst, *plan, options(32)), "");
}

TEST(Conversion, CopiesInRegistersAreFree) {
  LinearLayout small = blocked({4, 32}, {1, 4}, {4, 8}, {1, 1}, {1, 0});
  LinearLayout more = small * LinearLayout::zeros1D(4, R, Space::dim(0));
  for (auto [src, dst] : {std::pair(small, more), std::pair(more, small)}) {
    auto columns = planRegisters(src, dst);
    ASSERT_TRUE(columns);
    EXPECT_EQ(checkRegisters(src, dst, *columns), "");
  }
}

//===----------------------------------------------------------------------===//
// Prices of common conversions
//===----------------------------------------------------------------------===//

TEST(Conversion, LaneBroadcastTakesOneShufflePerRegister) {
  // Every lane gets what lanes 0 and 1 hold.
  LinearLayout src = LinearLayout::fromPacked(
      {{R, 2}, {L, 5}}, {{Space::dim(0), 3}}, {1, 2, 4, 0, 0, 0, 0});
  LinearLayout dst = LinearLayout::fromPacked(
      {{R, 3}, {L, 5}}, {{Space::dim(0), 3}}, {1, 2, 4, 0, 0, 0, 0, 0});
  auto plan = planShuffle(src, dst, 32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(checkShuffle(src, dst, *plan, 32), "");
  EXPECT_EQ(plan->price(32).shuffles, 8u);
  EXPECT_EQ(plan->price(32).selects, 0u);
}

TEST(Conversion, RegisterLaneExchangeKeepsHalfInPlace) {
  // Register bit 0 and lane bit 0 change places.
  LinearLayout src = LinearLayout::identity1D(4, R, Space::dim(0)) *
                     LinearLayout::identity1D(32, L, Space::dim(0));
  SmallVector<uint64_t> columns(src.packedColumns());
  std::swap(columns[0], columns[2]);
  LinearLayout dst = LinearLayout::fromPacked(src.ins(), src.outs(), columns);
  auto plan = planShuffle(src, dst, 32);
  ASSERT_TRUE(plan);
  EXPECT_EQ(checkShuffle(src, dst, *plan, 32), "");
  EXPECT_EQ(plan->price(32).shuffles, 2u);
  EXPECT_EQ(plan->price(32).selects, 8u);
}

TEST(Conversion, NarrowElementsShareWords) {
  // The lanes are permuted; all registers travel alike.
  LinearLayout src = LinearLayout::identity1D(8, R, Space::dim(0)) *
                     LinearLayout::identity1D(32, L, Space::dim(0));
  SmallVector<uint64_t> columns(src.packedColumns());
  std::swap(columns[3], columns[7]);
  LinearLayout dst = LinearLayout::fromPacked(src.ins(), src.outs(), columns);
  for (auto [bits, shuffles] : {std::pair(64u, 16u), std::pair(32u, 8u),
                                std::pair(16u, 4u), std::pair(8u, 2u)}) {
    auto plan = planShuffle(src, dst, bits);
    ASSERT_TRUE(plan);
    EXPECT_EQ(checkShuffle(src, dst, *plan, bits), "");
    EXPECT_EQ(plan->price(bits).shuffles, shuffles);
  }
}

TEST(Conversion, TransposedTilesAreFreeOfConflicts) {
  LinearLayout src = blocked({64, 64}, {1, 4}, {2, 16}, {4, 1}, {1, 0});
  LinearLayout dst = blocked({64, 64}, {4, 1}, {16, 2}, {1, 4}, {0, 1});
  auto plan = planShared(src, dst, options(32));
  ASSERT_TRUE(plan);
  EXPECT_EQ(checkShared(src, dst, *plan, options(32)), "");
  EXPECT_EQ(plan->bytes, 64u * 64 * 4);
  // 16 KB each way in passes of 128 bytes, by four warps.
  EXPECT_EQ(plan->price().sharedWavefronts, 2 * 128 / 4u);
}

TEST(Conversion, AccumulatorToRowsUsesTheCommonPair) {
  // An accumulator's thread holds two neighbours, so both sides move 8 bytes.
  LinearLayout src = accumulator({64, 64}, 4);
  LinearLayout dst = blocked({64, 64}, {1, 4}, {2, 16}, {4, 1}, {1, 0});
  auto plan = planShared(src, dst, options(32));
  ASSERT_TRUE(plan);
  EXPECT_EQ(checkShared(src, dst, *plan, options(32)), "");
  EXPECT_GE(plan->store.elements(), 2u);
  EXPECT_GE(plan->load.elements(), 2u);
  EXPECT_EQ(plan->store.conflicts, 1u);
  EXPECT_EQ(plan->load.conflicts, 1u);
}

TEST(Conversion, SharedPlansReachTheFewestWavefronts) {
  // Distributions without copies: as many passes as the bytes need, or as the
  // instructions if they move less than 128 bytes.
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    auto shape = randomShape(random, 8 + random.upTo(3));
    unsigned bits = 0;
    for (SpaceBits entry : shape)
      bits += entry.bits;
    SmallVector<SpaceBits> ins = {{R, bits - 6}, {L, 5}, {W, 1}};
    LinearLayout src =
        LinearLayout::fromPacked(ins, shape, random.invertible(bits));
    LinearLayout dst =
        LinearLayout::fromPacked(ins, shape, random.invertible(bits));
    auto plan = planShared(src, dst, options(32));
    ASSERT_TRUE(plan);
    EXPECT_EQ(checkShared(src, dst, *plan, options(32)), "");
    EXPECT_EQ(plan->price().sharedWavefronts, 2u << (bits - 6));
  }
}

TEST(Conversion, ReductionPartialsReachEveryThread) {
  // dim1 is the warp that holds a partial result of row dim0; its copies are in
  // all lanes of a row. Afterwards every thread of a row has all partials.
  SmallVector<SpaceBits> shape = {{Space::dim(0), 5}, {Space::dim(1), 2}};
  LinearLayout src = LinearLayout::fromPacked({{R, 2}, {L, 5}, {W, 2}}, shape,
                                              {8, 16, 1, 2, 4, 0, 0, 32, 64});
  LinearLayout dst = LinearLayout::fromPacked(
      {{R, 4}, {L, 5}, {W, 2}}, shape, {32, 64, 8, 16, 1, 2, 4, 0, 0, 0, 0});
  auto plan = planConversion(src, dst, options(32));
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->kind, ConversionKind::Shared);
  EXPECT_EQ(checkPlan(src, dst, *plan, options(32)), "");
  EXPECT_EQ(plan->shared->bytes, 512u);
  EXPECT_FALSE(plan->shared->withinWarps);
}

TEST(Conversion, TripsWithinWarpsNeedNoBarrierOfTheBlock) {
  LinearLayout src = blocked({64, 64}, {1, 16}, {8, 4}, {4, 1}, {1, 0});
  LinearLayout dst = blocked({64, 64}, {8, 1}, {1, 32}, {4, 1}, {1, 0});
  auto plan = planShared(src, dst, options(32));
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->withinWarps);
  EXPECT_EQ(plan->price().barriers, 0u);
  EXPECT_EQ(checkShared(src, dst, *plan, options(32)), "");
}

//===----------------------------------------------------------------------===//
// The checker
//===----------------------------------------------------------------------===//

TEST(Conversion, CheckerRejectsEveryDamagedShuffle) {
  // Without copies, no bit of a plan is redundant.
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    SmallVector<SpaceBits> ins = {{R, 2}, {L, 5}}, outs = {{Space::dim(0), 7}};
    auto src = LinearLayout::fromPacked(ins, outs, random.invertible(7));
    auto dst = LinearLayout::fromPacked(ins, outs, random.invertible(7));
    auto plan = planShuffle(src, dst, 32);
    ASSERT_TRUE(plan);
    auto damaged = [&](auto damage) {
      ShufflePlan copy = *plan;
      damage(copy);
      return checkShuffle(src, dst, copy, 32) != "";
    };
    EXPECT_TRUE(damaged([&](ShufflePlan &p) {
      p.sendColumns[random.upTo(1)] ^= 1u << random.upTo(1);
    }));
    EXPECT_TRUE(damaged([&](ShufflePlan &p) {
      p.laneXorColumns[random.upTo(1)] ^= 1u << random.upTo(4);
    }));
    EXPECT_TRUE(damaged([&](ShufflePlan &p) {
      p.sourceLaneColumns[random.upTo(4)] ^= 1u << random.upTo(4);
    }));
    EXPECT_TRUE(damaged([&](ShufflePlan &p) {
      p.copyColumns[random.upTo(1)] ^= 1u << random.upTo(1);
    }));
    EXPECT_TRUE(damaged([](ShufflePlan &p) { p.after.push_back({1, 4}); }));
    if (!plan->before.empty())
      EXPECT_TRUE(damaged([](ShufflePlan &p) { p.before[0].threads ^= 8; }));
  }
}

TEST(Conversion, CheckerRejectsEveryDamagedTrip) {
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    SmallVector<SpaceBits> ins = {{R, 2}, {L, 5}}, outs = {{Space::dim(0), 7}};
    auto src = LinearLayout::fromPacked(ins, outs, random.invertible(7));
    auto dst = LinearLayout::fromPacked(ins, outs, random.invertible(7));
    ConversionOptions opts = options(32);
    auto plan = planShared(src, dst, opts);
    ASSERT_TRUE(plan);
    ASSERT_EQ(checkShared(src, dst, *plan, opts), "");
    auto damaged = [&](auto damage) {
      SharedPlan copy = *plan;
      damage(copy);
      return checkShared(src, dst, copy, opts) != "";
    };
    // A lane's column: those of registers within an access are implied.
    auto flip = [&](LinearLayout &map) {
      SmallVector<uint64_t> columns(map.packedColumns());
      columns[2 + random.upTo(4)] ^= 1u << random.upTo(6);
      map = LinearLayout::fromPacked(map.ins(), map.outs(), columns);
    };
    EXPECT_TRUE(damaged([&](SharedPlan &p) { flip(p.store.map); }));
    EXPECT_TRUE(damaged([&](SharedPlan &p) { flip(p.load.map); }));
    EXPECT_TRUE(damaged([](SharedPlan &p) { p.bytes /= 2; }));
    EXPECT_TRUE(damaged([](SharedPlan &p) { p.store.wavefronts *= 2; }));
    EXPECT_TRUE(damaged([](SharedPlan &p) { p.store.skipThreads = 1; }));
  }
}

//===----------------------------------------------------------------------===//
// What can't be planned
//===----------------------------------------------------------------------===//

TEST(Conversion, RefusesWhatItCannotDo) {
  LinearLayout a = LinearLayout::identity1D(32, L, Space::dim(0));
  LinearLayout half = LinearLayout::identity1D(16, L, Space::dim(0)) *
                      LinearLayout::zeros1D(2, L, Space::dim(0), 2);
  // Other outputs; elements that the source lacks.
  EXPECT_FALSE(planConversion(a, a.renameOut(Space::dim(0), Space::dim(1)),
                              options(32)));
  EXPECT_FALSE(planConversion(a, a * a, options(32)));
  EXPECT_FALSE(planConversion(half, a, options(32)));
  EXPECT_TRUE(planConversion(a, half, options(32)));
  // Elements of other blocks.
  LinearLayout b = LinearLayout::identity1D(2, B, Space::dim(0));
  LinearLayout c = LinearLayout::zeros1D(2, B, Space::dim(0)) *
                   LinearLayout::identity1D(2, R, Space::dim(0));
  EXPECT_FALSE(planConversion(b, c, options(32)));
  EXPECT_TRUE(planConversion(c, b, options(32)));
  EXPECT_FALSE(planConversion(a, a, options(128)));
}

} // namespace
