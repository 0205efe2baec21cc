//===- ConversionChecker.cpp - Executes conversion plans ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionChecker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <set>

using namespace llvm;

namespace ttc::test {

namespace {

/// The number of an element, the same for both layouts whatever the order of
/// their outputs.
using Element = uint64_t;
constexpr Element Nothing = ~Element(0);
/// One thread's registers.
using Registers = std::vector<Element>;

class Machine {
public:
  Machine(const LinearLayout &src, const LinearLayout &dst)
      : src(src), dst(dst) {
    lanes = size(Space::Lane);
    warps = size(Space::Warp);
    blocks = size(Space::Block);
    uint64_t stride = 1;
    for (unsigned i = 0; i < Space::MaxDims; ++i) {
      strides.push_back(stride);
      stride *= src.outSize(Space::dim(i));
    }
  }

  uint64_t numThreads() const { return lanes * warps * blocks; }
  uint64_t lanes, warps, blocks;

  Registers initial(uint64_t thread) const {
    Registers registers(src.inSize(Space::Register));
    for (auto [r, element] : enumerate(registers))
      element = at(src, r, thread);
    return registers;
  }

  /// Compares one thread's final registers, found through `copyOf`.
  std::string compare(uint64_t thread,
                      function_ref<Element(unsigned)> result) const {
    for (uint64_t r = 0; r < uint64_t(dst.inSize(Space::Register)); ++r)
      if (result(r) != at(dst, r, thread))
        return formatv("thread {0}, register {1} has the wrong element", thread,
                       r);
    return "";
  }

private:
  uint64_t size(Space space) const {
    return std::max(src.inSize(space), dst.inSize(space));
  }

  Element at(const LinearLayout &layout, uint64_t r, uint64_t thread) const {
    SmallVector<SpaceIndex> index = {{Space::Register, r}};
    auto add = [&](Space space, uint64_t value) {
      if (layout.hasIn(space))
        index.emplace_back(space, value % layout.inSize(space));
    };
    add(Space::Lane, thread % lanes);
    add(Space::Warp, thread / lanes % warps);
    add(Space::Block, thread / lanes / warps);
    if (!layout.hasIn(Space::Register))
      index.erase(index.begin());
    Element element = 0;
    for (auto [space, value] : layout.apply(index))
      element += value * strides[space.dimIndex()];
    return element;
  }

  const LinearLayout &src, &dst;
  SmallVector<uint64_t> strides;
};

void applySwaps(ArrayRef<RegisterSwap> swaps, uint64_t thread,
                Registers &registers) {
  for (const RegisterSwap &swap : swaps) {
    if (popcount(thread & swap.threads) % 2 == 0)
      continue;
    Registers old = registers;
    for (unsigned x = 0; x < registers.size(); ++x)
      registers[x] = old.at(x ^ swap.registers);
  }
}

} // namespace

std::string checkRegisters(const LinearLayout &src, const LinearLayout &dst,
                           ArrayRef<uint64_t> columns) {
  Machine machine(src, dst);
  for (uint64_t thread = 0; thread < machine.numThreads(); ++thread) {
    Registers held = machine.initial(thread);
    std::string error = machine.compare(
        thread, [&](unsigned r) { return held.at(f2Apply(columns, r)); });
    if (!error.empty())
      return error;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

std::string checkShuffle(const LinearLayout &src, const LinearLayout &dst,
                         const ShufflePlan &plan, unsigned elementBits) {
  Machine machine(src, dst);
  uint64_t numThreads = machine.numThreads();
  std::vector<Registers> a,
      b(numThreads, Registers(1u << plan.numBits(), Nothing));
  for (uint64_t thread = 0; thread < numThreads; ++thread) {
    a.push_back(machine.initial(thread));
    applySwaps(plan.before, thread, a.back());
  }

  std::set<unsigned> received;
  unsigned shuffles = 0;
  for (const ShufflePlan::Round &round : plan.rounds()) {
    shuffles += (round.local ? 0 : 1) * (elementBits > 32 ? 2 : 1);
    if (round.send.size() * elementBits > 32 && round.send.size() > 1)
      return "a word of more than 32 bits";
    if (round.send.size() != round.receive.size())
      return "a round that receives another number of elements";
    for (auto [from, to] : zip_equal(round.send, round.receive)) {
      if (!received.insert(to).second)
        return formatv("register {0} is received twice", to);
      for (uint64_t thread = 0; thread < numThreads; ++thread) {
        uint64_t lane = plan.sourceLane(thread) ^ round.laneXor;
        if (lane >= machine.lanes)
          return "no such lane";
        uint64_t source = thread / machine.lanes * machine.lanes + lane;
        if (round.local && source != thread)
          return "a local round reads another thread";
        b[thread].at(to) = a[source].at(from);
      }
    }
  }
  if (shuffles != plan.price(elementBits).shuffles)
    return formatv("{0} shuffles, {1} announced", shuffles,
                   plan.price(elementBits).shuffles);

  for (uint64_t thread = 0; thread < numThreads; ++thread) {
    applySwaps(plan.after, thread, b[thread]);
    std::string error = machine.compare(
        thread, [&](unsigned r) { return b[thread].at(plan.copyOf(r)); });
    if (!error.empty())
      return error;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

namespace {

class SharedRun {
public:
  SharedRun(const LinearLayout &src, const LinearLayout &dst,
            const SharedPlan &plan)
      : machine(src, dst), plan(plan) {
    for (uint64_t thread = 0; thread < machine.numThreads(); ++thread) {
      a.push_back(machine.initial(thread));
      b.emplace_back(uint64_t(1) << plan.load.map.inBits(Space::Register),
                     Nothing);
    }
  }

  std::string run() {
    memory.resize(machine.blocks);
    unsigned numStores = 0, numLoads = 0;
    for (uint64_t round = 0; round < plan.numRounds; ++round) {
      for (Memory &block : memory)
        block.assign(plan.bytes / plan.elementBytes, Cell());
      access(plan.store, round, /*isStore=*/true, numStores);
      access(plan.load, round, /*isStore=*/false, numLoads);
    }
    ConversionPrice price = plan.price();
    if (numStores + numLoads != price.sharedInstructions)
      complain(formatv("{0} accesses, {1} announced", numStores + numLoads,
                       price.sharedInstructions));
    if (!error.empty())
      return error;
    for (uint64_t thread = 0; thread < machine.numThreads(); ++thread) {
      std::string wrong = machine.compare(
          thread, [&](unsigned r) { return b[thread].at(plan.copyOf(r)); });
      if (!wrong.empty())
        return wrong;
    }
    return "";
  }

private:
  struct Cell {
    Element element = Nothing;
    uint64_t writer = 0;
    bool written = false;
  };
  using Memory = std::vector<Cell>;

  void complain(std::string message) {
    if (error.empty())
      error = std::move(message);
  }

  /// All accesses of one side in one round.
  void access(const SharedSide &side, uint64_t round, bool isStore,
              unsigned &issued) {
    bool varies = side.roundDependsOnThread();
    for (const SharedSide::Access &access : side.accesses()) {
      if (!varies && access.round != round)
        continue;
      ++issued;
      if (access.registers.size() * plan.elementBytes > 16)
        complain("an access of more than 16 bytes");
      for (uint64_t first = 0; first < machine.numThreads();
           first += machine.lanes)
        accessByWarp(side, access, round, isStore, first);
    }
  }

  void accessByWarp(const SharedSide &side, const SharedSide::Access &access,
                    uint64_t round, bool isStore, uint64_t first) {
    std::map<uint64_t, uint64_t> starts; // lane -> offset
    for (uint64_t lane = 0; lane < machine.lanes; ++lane) {
      uint64_t thread = first + lane;
      if ((thread & side.skipThreads) ||
          (side.threadRound(thread) ^ access.round) != round)
        continue;
      uint64_t start = side.threadOffset(thread) ^ access.offset;
      // The split into an xor-ed and an added part that executors use.
      uint64_t mask = side.threadOffsetMask();
      if (start != (side.threadOffset(thread) ^ (access.offset & mask)) +
                       (access.offset & ~mask))
        complain("an offset that can't be split");
      if (start % access.registers.size())
        complain("a misaligned access");
      starts[lane] = start;
      Memory &block = memory[thread / (machine.lanes * machine.warps)];
      for (auto [j, r] : enumerate(access.registers)) {
        if (start + j >= block.size())
          return complain("an access out of bounds");
        Cell &cell = block[start + j];
        isStore ? store(cell, thread, r) : load(cell, thread, r);
      }
    }
    unsigned passes = wavefronts(starts, access.registers.size());
    if (!starts.empty() && passes > side.wavefronts)
      complain(
          formatv("{0} wavefronts, {1} announced", passes, side.wavefronts));
    // When all lanes take part the announcement is exact.
    if (starts.size() == machine.lanes && passes != side.wavefronts)
      complain(formatv("only {0} wavefronts, {1} announced", passes,
                       side.wavefronts));
  }

  void store(Cell &cell, uint64_t thread, unsigned r) {
    if (cell.written)
      complain("an element is written twice");
    cell = {a[thread].at(r), thread, true};
  }

  void load(const Cell &cell, uint64_t thread, unsigned r) {
    if (!cell.written)
      complain("an element is read that nothing wrote");
    if (plan.withinWarps &&
        cell.writer / machine.lanes != thread / machine.lanes)
      complain("an element comes from another warp");
    b[thread].at(r) = cell.element;
  }

  /// Passes of one access by a warp: 128 bytes' worth of lanes at a time, and
  /// as many passes as the busiest bank has different words.
  unsigned wavefronts(const std::map<uint64_t, uint64_t> &starts,
                      size_t elements) const {
    uint64_t bytes = elements * plan.elementBytes;
    uint64_t together = bytes > 4 ? 128 / bytes : 32;
    std::map<uint64_t, std::map<uint64_t, std::set<uint64_t>>> passes;
    for (auto [lane, start] : starts)
      for (uint64_t byte = 0; byte < bytes; ++byte) {
        uint64_t word = (start * plan.elementBytes + byte) / 4;
        passes[lane / together][word % 32].insert(word);
      }
    unsigned total = 0;
    for (auto &[group, banks] : passes) {
      size_t busiest = 0;
      for (auto &[bank, words] : banks)
        busiest = std::max(busiest, words.size());
      total += busiest;
    }
    return total;
  }

  Machine machine;
  const SharedPlan &plan;
  std::vector<Registers> a, b;
  std::vector<Memory> memory;
  std::string error;
};

} // namespace

std::string checkShared(const LinearLayout &src, const LinearLayout &dst,
                        const SharedPlan &plan,
                        const ConversionOptions &options) {
  if (plan.bytes > std::max<uint64_t>(options.sharedLimit, plan.elementBytes))
    return "more memory than allowed";
  return SharedRun(src, dst, plan).run();
}

std::string checkPlan(const LinearLayout &src, const LinearLayout &dst,
                      const ConversionPlan &plan,
                      const ConversionOptions &options) {
  switch (plan.kind) {
  case ConversionKind::Registers:
    return checkRegisters(src, dst, plan.registerColumns);
  case ConversionKind::Shuffle:
    return checkShuffle(src, dst, *plan.shuffle, options.elementBits);
  case ConversionKind::Shared:
    return checkShared(src, dst, *plan.shared, options);
  }
  return "no such kind";
}

} // namespace ttc::test
