//===- ShufflePlan.cpp - Exchanges within warps ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear map M says for each (register r, thread t) of the destination which
// (register, thread) of the source holds its element. In one shuffle, thread t
// reads a word of another lane, but which register that lane sends can depend
// on the sender only, and which register the word is for on the receiver only.
// So a plan consists of two linear functions:
//
//   h: in round c, receiver t takes the word for its register c ^ h(t);
//   g: in round c, sender s sends its register k(c) ^ g(s).
//
// Receiver t reads thread M_thread(c ^ h(t), t) = T(t) ^ M_thread(c, 0) where
// T(t) = M_thread(h(t), t). It finds the right register there if
//
//   M_register(h(t), t) = g(T(t)) for every t        (*)
//   k(c) = M_register(c, 0) ^ g(M_thread(c, 0)).
//
// (*) has a solution g exactly when T(t) = 0 implies M_register(h(t), t) = 0,
// for instance when T is invertible; this also covers maps that are not
// bijective, where several threads read one word. The swaps before the shuffles
// apply g, those after them apply h; each costs one select per register and
// dimension of the image.
//
//===----------------------------------------------------------------------===//

#include "ConversionProblem.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ttc {

namespace {

using Columns = ConversionProblem::Columns;

/// M by blocks: first the kind of its value, then that of its argument.
struct SourceMap {
  Columns registerOfRegister, threadOfRegister;
  Columns registerOfThread, threadOfThread;
};

class ShufflePlanner {
public:
  ShufflePlanner(const ConversionProblem &problem, unsigned elementBits)
      : problem(problem), elementBits(elementBits) {}

  std::optional<ShufflePlan> plan() {
    if (!findSources())
      return std::nullopt;
    std::optional<ShufflePlan> best;
    for (const std::optional<Columns> &h :
         {receiversOfLeastRank(), receiversKeepingLanes()}) {
      if (!h)
        continue;
      std::optional<ShufflePlan> candidate = finish(*h);
      if (candidate && (!best || candidate->price(elementBits).cost() <
                                     best->price(elementBits).cost()))
        best = std::move(candidate);
    }
    return best;
  }

private:
  bool findSources();
  bool addSource(uint64_t element, uint64_t ownThread, Columns &registers,
                 Columns &lanes);
  std::optional<Columns> receiversKeepingLanes() const;
  std::optional<Columns> receiversOfLeastRank() const;
  std::optional<ShufflePlan> finish(ArrayRef<uint64_t> h) const;
  SmallVector<uint64_t, 2> choosePacking(ArrayRef<uint64_t> h,
                                         ArrayRef<uint64_t> g) const;

  const ConversionProblem &problem;
  unsigned elementBits;
  /// Source registers and lanes; combinations have registers in the low bits.
  F2Basis inThread, inWarp;
  SourceMap source;
};

/// Solves within the warp; false if another warp holds the element.
bool ShufflePlanner::addSource(uint64_t element, uint64_t ownThread,
                               Columns &registers, Columns &threads) {
  std::optional<uint64_t> found = inWarp.solve(element);
  if (!found)
    return false;
  unsigned registerBits = problem.srcRegisters.size();
  registers.push_back(*found & lowMask(registerBits));
  threads.push_back((registerBits < 64 ? *found >> registerBits : 0) ^
                    ownThread);
  return true;
}

bool ShufflePlanner::findSources() {
  unsigned index = 0;
  if (problem.srcRegisters.size() + problem.threads.laneBits > 64)
    return false;
  for (uint64_t element : problem.srcRegisters) {
    uint64_t tag = uint64_t(1) << index++;
    inThread.insert(element, tag);
    inWarp.insert(element, tag);
  }
  for (uint64_t element : problem.srcLanes())
    inWarp.insert(element, uint64_t(1) << index++);

  for (uint64_t element : problem.dstRegisters)
    if (!addSource(element, 0, source.registerOfRegister,
                   source.threadOfRegister))
      return false;
  for (unsigned bit = 0; bit < problem.threads.bits(); ++bit) {
    uint64_t own = uint64_t(1) << bit, element = problem.dstThreads[bit];
    // The thread's own copy, if it has one; other warps' never.
    uint64_t relative = element ^ problem.srcThreads[bit];
    if (bit >= problem.threads.laneBits || inThread.contains(relative))
      element = relative;
    else
      own = 0;
    if (!addSource(element, own, source.registerOfThread,
                   source.threadOfThread))
      return false;
  }
  return true;
}

/// h such that T is the identity: threads exchange nothing but what lies beyond
/// their own registers, and some rounds need no shuffle.
std::optional<Columns> ShufflePlanner::receiversKeepingLanes() const {
  F2Basis basis;
  for (auto [index, thread] : enumerate(source.threadOfRegister))
    basis.insert(thread, uint64_t(1) << index);
  Columns h;
  for (auto [bit, thread] : enumerate(source.threadOfThread)) {
    std::optional<uint64_t> registers =
        basis.solve(thread ^ (uint64_t(1) << bit));
    if (!registers)
      return std::nullopt;
    h.push_back(*registers);
  }
  return h;
}

/// h of the least rank that can satisfy (*). Thread vectors that
/// M_thread sends to zero and M_register does not must be moved to registers
/// that bring in lanes not reached otherwise.
std::optional<Columns> ShufflePlanner::receiversOfLeastRank() const {
  Columns units;
  for (unsigned i = 0; i < source.threadOfRegister.size(); ++i)
    units.push_back(uint64_t(1) << i);
  // Registers whose source threads are independent modulo the image of
  // M_thread.
  Columns spare;
  F2Basis reached(source.threadOfThread);
  for (auto [unit, thread] : zip_equal(units, source.threadOfRegister))
    if (reached.insert(thread))
      spare.push_back(unit);

  Columns h(source.threadOfThread.size(), 0);
  F2Basis moved;
  unsigned used = 0;
  for (uint64_t vector : f2Kernel(source.threadOfThread)) {
    uint64_t registers = f2Apply(source.registerOfThread, vector);
    F2Basis::Reduced known = moved.reduce(registers);
    uint64_t choice = known.combination;
    if (known.residue) {
      if (used == spare.size())
        return std::nullopt;
      choice = spare[used++];
      moved.insert(registers, choice);
    }
    // The highest bit of each kernel vector is in no other's.
    h[63 - countl_zero(vector)] = choice;
  }
  return h;
}

/// The swaps that apply register ^= f(thread).
SmallVector<RegisterSwap, 2> swapsFor(ArrayRef<uint64_t> f) {
  SmallVector<RegisterSwap, 2> swaps;
  F2Basis basis;
  for (unsigned bit = 0; bit < f.size(); ++bit) {
    if (basis.insert(f[bit], uint64_t(1) << swaps.size()))
      swaps.push_back({f[bit], 0});
    forEachBit(basis.reduce(f[bit]).combination, [&](unsigned index) {
      swaps[index].threads |= uint64_t(1) << bit;
    });
  }
  return swaps;
}

/// Registers of the destination that come from the same lane in the same round
/// can share a word, if the swaps move whole words.
SmallVector<uint64_t, 2>
ShufflePlanner::choosePacking(ArrayRef<uint64_t> h,
                              ArrayRef<uint64_t> g) const {
  SmallVector<uint64_t, 2> packing;
  F2Basis sent(g), received(h);
  unsigned limit = elementBits <= 8 ? 2 : elementBits <= 16 ? 1 : 0;
  for (uint64_t registers : f2Kernel(source.threadOfRegister)) {
    if (packing.size() == limit)
      break;
    uint64_t from = f2Apply(source.registerOfRegister, registers);
    if (sent.contains(from) || received.contains(registers))
      continue;
    sent.insert(from);
    received.insert(registers);
    packing.push_back(registers);
  }
  return packing;
}

std::optional<ShufflePlan> ShufflePlanner::finish(ArrayRef<uint64_t> h) const {
  ShufflePlan plan;
  plan.threads = problem.threads;
  plan.copyColumns = problem.copyColumns;
  // T, and the values that g must take on its image.
  F2Basis image;
  for (unsigned bit = 0; bit < h.size(); ++bit) {
    uint64_t thread =
        source.threadOfThread[bit] ^ f2Apply(source.threadOfRegister, h[bit]);
    uint64_t registers = source.registerOfThread[bit] ^
                         f2Apply(source.registerOfRegister, h[bit]);
    plan.sourceLaneColumns.push_back(problem.threads.laneOf(thread));
    F2Basis::Reduced known = image.reduce(thread);
    if (!known.residue && known.combination != registers)
      return std::nullopt;
    image.insert(thread, registers);
  }
  Columns g;
  for (unsigned bit = 0; bit < h.size(); ++bit)
    g.push_back(image.reduce(uint64_t(1) << bit).combination);

  for (auto [registers, thread] :
       zip_equal(source.registerOfRegister, source.threadOfRegister)) {
    plan.sendColumns.push_back(registers ^ f2Apply(g, thread));
    plan.laneXorColumns.push_back(thread);
  }
  plan.before = swapsFor(g);
  plan.after = swapsFor(h);
  if (!plan.keepsLane() ||
      any_of(plan.laneXorColumns, [](uint64_t lane) { return lane != 0; }))
    plan.packing = choosePacking(h, g);
  return plan;
}

} // namespace

bool ShufflePlan::keepsLane() const {
  for (auto [bit, lane] : enumerate(sourceLaneColumns))
    if (lane != threads.laneOf(uint64_t(1) << bit))
      return false;
  return true;
}

SmallVector<ShufflePlan::Round> ShufflePlan::rounds() const {
  SmallVector<Round> result;
  uint64_t pivots = F2Basis(packing).pivotMask();
  bool keeps = keepsLane();
  for (uint64_t c = 0; c <= lowMask(numBits()); ++c) {
    if (c & pivots)
      continue;
    Round round;
    round.laneXor = f2Apply(laneXorColumns, c);
    round.local = keeps && round.laneXor == 0;
    for (uint64_t j = 0; j <= lowMask(packing.size()); ++j) {
      uint64_t member = c ^ f2Apply(packing, j);
      round.send.push_back(f2Apply(sendColumns, member));
      round.receive.push_back(member);
    }
    result.push_back(std::move(round));
  }
  return result;
}

ConversionPrice ShufflePlan::price(unsigned elementBits) const {
  unsigned perElement = elementBits > 32 ? 2 : 1;
  unsigned wordBits = numBits() - packing.size();
  unsigned words = 1u << wordBits;
  unsigned local = 0;
  if (keepsLane())
    local = 1u << (wordBits - F2Basis(laneXorColumns).rank());

  ConversionPrice price;
  price.shuffles = (words - local) * perElement;
  // A swap before the shuffles is needed for the registers that later swaps or
  // the shuffles read.
  F2Basis read(sendColumns);
  for (const RegisterSwap &swap : reverse(before)) {
    price.selects += perElement << (read.rank() - packing.size());
    read.insert(swap.registers);
  }
  price.selects += after.size() * words * perElement;
  if (!packing.empty())
    price.packs = words * (2 * (1u << packing.size()) - 1);
  return price;
}

std::optional<ShufflePlan> planShuffle(const ConversionProblem &problem,
                                       unsigned elementBits) {
  return ShufflePlanner(problem, elementBits).plan();
}

} // namespace ttc
