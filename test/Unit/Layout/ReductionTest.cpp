//===- ReductionTest.cpp - Every element is combined exactly once ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes plans on values that are multisets of element numbers, for all
// threads of small blocks.
//
//===----------------------------------------------------------------------===//

#include "ttc/Layout/Reduction.h"
#include "Random.h"

#include "gtest/gtest.h"

#include <map>

using namespace ttc;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {
constexpr Space R = Space::Register, L = Space::Lane, W = Space::Warp,
                B = Space::Block;

/// How often each element (packed coordinates) went into a value.
using Bag = std::map<uint64_t, unsigned>;

Bag sum(const Bag &a, const Bag &b) {
  Bag both = a;
  for (auto [element, count] : b)
    both[element] += count;
  return both;
}

/// values[thread][register], threads as packed words lane | warp.
using Values = std::vector<std::vector<Bag>>;

struct Machine {
  LinearLayout src, result;
  unsigned axis;
  ReductionPlan plan;
  unsigned laneBits = src.inBits(L), warpBits = src.inBits(W);

  unsigned numThreads() const { return 1u << (laneBits + warpBits); }
  std::vector<SpaceIndex> at(unsigned reg, unsigned thread) const {
    return {{R, reg}, {L, thread & lowMask(laneBits)}, {W, thread >> laneBits}};
  }
  uint64_t locate(const LinearLayout &layout, unsigned reg,
                  unsigned thread) const {
    return layout.applyPacked(layout.packIn(at(reg, thread)));
  }

  Values load() const {
    Values values(numThreads());
    for (unsigned thread = 0; thread < numThreads(); ++thread)
      for (unsigned g = 0; g < plan.numPartials(); ++g) {
        Bag bag;
        for (unsigned reg : plan.registersOf(g))
          ++bag[locate(src, reg, thread)];
        values[thread].push_back(bag);
      }
    return values;
  }

  Values exchange(const Values &old, ArrayRef<LaneExchange> steps) const {
    Values values = old;
    for (LaneExchange step : steps) {
      Values before = values;
      for (unsigned thread = 0; thread < numThreads(); ++thread)
        for (unsigned g = 0; g < values[thread].size(); ++g)
          values[thread][g] =
              sum(before[thread][g],
                  before[thread ^ step.lanes][g ^ step.registers]);
    }
    return values;
  }

  /// Copies must be equal, or what a plan reads depends on which it picks.
  Values gather(const Values &partials) const {
    std::map<uint64_t, Bag> memory;
    for (unsigned thread = 0; thread < numThreads(); ++thread)
      for (unsigned g = 0; g < plan.numPartials(); ++g) {
        uint64_t slot = locate(plan.partials, g, thread);
        auto [it, isNew] = memory.try_emplace(slot, partials[thread][g]);
        EXPECT_TRUE(isNew || it->second == partials[thread][g]);
      }
    unsigned own = 1u << plan.gatheredBits;
    Values values(numThreads());
    for (unsigned thread = 0; thread < numThreads(); ++thread)
      for (unsigned r = 0; r < result.inSize(R); ++r) {
        Bag bag;
        for (unsigned p = 0; p < own; ++p) {
          uint64_t slot =
              locate(plan.gathered, p | r << plan.gatheredBits, thread);
          EXPECT_TRUE(memory.count(slot));
          bag = sum(bag, memory[slot]);
        }
        values[thread].push_back(bag);
      }
    return exchange(values, plan.lastExchanges);
  }

  /// What the result's element at `reduced` consists of.
  Bag expected(uint64_t reduced) const {
    Bag bag;
    uint64_t size = uint64_t(1) << src.numOutBits();
    Space along = Space::dim(axis);
    uint64_t low = lowMask(src.outShift(along));
    for (uint64_t element = 0; element < size; ++element) {
      uint64_t rest = (element & low) | (element >> src.outBits(along) & ~low);
      if (rest == reduced)
        bag[element] = 1;
    }
    return bag;
  }

  void run() const {
    Values values = exchange(load(), plan.exchanges);
    const LinearLayout *where = &plan.partials;
    if (plan.crossesWarps) {
      values = gather(values);
      where = &result;
    }
    for (unsigned thread = 0; thread < numThreads(); ++thread)
      for (unsigned r = 0; r < values[thread].size(); ++r)
        EXPECT_EQ(values[thread][r], expected(locate(*where, r, thread)))
            << src.str() << " along " << axis << ", thread " << thread
            << ", register " << r;
  }
};

Machine makeMachine(const LinearLayout &src, unsigned axis) {
  LinearLayout result = src.eraseDim(axis).removeReplication(R);
  auto plan = planReduction(src, axis, result);
  EXPECT_TRUE(plan.has_value());
  return {src, result, axis, *plan};
}

/// 2 x 4 lanes of 1 x 4 registers, warps along `warps`.
LinearLayout blocked(ArrayRef<int64_t> warps) {
  return LinearLayout::identityND(R, {1, 4}, {1, 0}) *
         LinearLayout::identityND(L, {2, 4}, {1, 0}) *
         LinearLayout::identityND(W, warps, {1, 0});
}
} // namespace

TEST(Reduction, RegistersThenLanes) {
  Machine machine = makeMachine(blocked({2, 1}), 1);
  machine.run();
  EXPECT_EQ(machine.plan.numPartials(), 1u);
  EXPECT_EQ(machine.plan.exchanges,
            (SmallVector<LaneExchange>{{1, 0}, {2, 0}}));
  EXPECT_FALSE(machine.plan.wholeWarps);
  EXPECT_FALSE(machine.plan.crossesWarps);
}

TEST(Reduction, WarpsMeetInSharedMemory) {
  Machine machine = makeMachine(blocked({1, 4}), 1);
  machine.run();
  EXPECT_TRUE(machine.plan.crossesWarps);
  EXPECT_EQ(machine.plan.gatheredBits, 2u);
  EXPECT_TRUE(machine.plan.lastExchanges.empty());
}

TEST(Reduction, ManyPartsAreSharedOutOverLanes) {
  LinearLayout row = LinearLayout::identity1D(4, R, Space::dim(0)) *
                     LinearLayout::identity1D(8, L, Space::dim(0)) *
                     LinearLayout::identity1D(16, W, Space::dim(0));
  Machine machine = makeMachine(row, 0);
  machine.run();
  EXPECT_TRUE(machine.plan.wholeWarps);
  EXPECT_EQ(machine.plan.gatheredBits, 2u);
  EXPECT_EQ(machine.plan.lastExchanges.size(), 2u);
}

TEST(Reduction, CopiesAreCombinedOnce) {
  // Lane bit 1 and warp bit 0 hold copies.
  LinearLayout copies = LinearLayout::identity1D(2, L, Space::dim(0)) *
                        LinearLayout::zeros1D(2, L, Space::dim(0)) *
                        LinearLayout::zeros1D(2, W, Space::dim(0)) *
                        LinearLayout::identity1D(2, W, Space::dim(0));
  LinearLayout src = LinearLayout::zeros1D(1, R, Space::dim(0)) * copies;
  Machine machine = makeMachine(src, 0);
  machine.run();
  EXPECT_EQ(machine.plan.exchanges, (SmallVector<LaneExchange>{{1, 0}}));
  EXPECT_FALSE(machine.plan.wholeWarps);
  EXPECT_EQ(machine.plan.gatheredBits, 1u);
}

TEST(Reduction, ExchangesMayMoveRegisters) {
  // Lane 1 holds column 1 of the other row: S(lane) = (1, 1), S(reg) = (1, 0).
  LinearLayout src = LinearLayout::fromPacked(
      {{R, 1}, {L, 1}, {W, 0}}, {{Space::dim(0), 1}, {Space::dim(1), 1}},
      {0b01, 0b11});
  Machine machine = makeMachine(src, 1);
  machine.run();
  EXPECT_EQ(machine.plan.exchanges, (SmallVector<LaneExchange>{{1, 1}}));
  EXPECT_FALSE(machine.plan.wholeWarps);
}

TEST(Reduction, BlocksWithDifferentPartsAreRefused) {
  LinearLayout src = LinearLayout::identity1D(2, L, Space::dim(0)) *
                     LinearLayout::identity1D(2, B, Space::dim(0));
  EXPECT_FALSE(planReduction(src, 0, src.eraseDim(0)).has_value());
}

TEST(Reduction, ResultOfAnotherShapeIsRefused) {
  LinearLayout src = blocked({1, 1});
  EXPECT_FALSE(planReduction(src, 1, src.eraseDim(0)).has_value());
  EXPECT_FALSE(planReduction(src, 2, src.eraseDim(1)).has_value());
}

TEST(Reduction, RandomLayouts) {
  test::Random random(11);
  for (unsigned i = 0; i < 400; ++i) {
    std::vector<unsigned> bits = {random.upTo(3), random.upTo(2),
                                  random.upTo(1)};
    unsigned outBits = bits[0] + bits[1] + bits[2];
    std::vector<SpaceBits> outs;
    for (unsigned d = 0; d < 3; ++d)
      outs.push_back({Space::dim(d), bits[d]});
    // A basis of the tensor, and copies, spread over the inputs in any order.
    SmallVector<uint64_t> columns = random.invertible(outBits);
    unsigned copies = random.upTo(2);
    for (unsigned c = 0; c < copies; ++c)
      columns.push_back(random.chance(50) ? 0 : random.word(outBits));
    random.shuffle(columns);
    unsigned regs = random.upTo(std::min<unsigned>(3, columns.size()));
    unsigned lanes = random.upTo(std::min<unsigned>(3, columns.size() - regs));
    LinearLayout src = LinearLayout::fromPacked(
        {{R, regs}, {L, lanes}, {W, unsigned(columns.size()) - regs - lanes}},
        outs, columns);
    makeMachine(src.removeReplication(R), random.upTo(2)).run();
    if (HasFailure())
      return;
  }
}
