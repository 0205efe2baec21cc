//===- SharedPlan.cpp - Trips through shared memory -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where elements lie in shared memory is decided by an ordered basis of the
// space of elements: the offset of an element is its coordinates. From the
// lowest offset bits up the basis is
//
//   low    vectors in the registers of both sides, or of one: the elements of
//          one vector access. Everything else is chosen in a complement of
//          these that holds the thread vectors, so that a thread's position
//          never permutes the elements of its accesses;
//   banks  for each side let C be the lanes of one pass, projected to the
//          complement. Two lanes collide when their difference has no bank
//          coordinate, so the remaining vectors must span a subspace that meets
//          C of either side only in zero;
//   rows   that subspace: with common part I, C1 = I + <e_i> and C2 = I +
//          <f_i>, the sums e_i + f_i, and a complement of C1 + C2;
//   rounds vectors left for other rounds when the memory is limited, outside of
//          the threads' span, if possible, so that a round is a set of
//          registers.
//
// Such a basis is free of conflicts on both sides when `low` is common to both.
// Widening one side's accesses beyond that can cost the other side, so a few
// widths are tried and what each costs is computed from the maps that result.
//
//===----------------------------------------------------------------------===//

#include "ConversionProblem.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ttc {

namespace {

using Columns = ConversionProblem::Columns;

/// log2 of the bytes of: a bank's word, all banks, the widest access.
constexpr unsigned WordBits = 2, BankRowBits = 7, AccessBits = 4;

void append(Columns &to, ArrayRef<uint64_t> more) {
  to.append(more.begin(), more.end());
}

class SharedPlanner {
public:
  SharedPlanner(const ConversionProblem &problem,
                const ConversionOptions &options);

  std::optional<SharedPlan> plan();

private:
  bool findElements();
  Columns commonVectors() const;
  Columns sideVectors(ArrayRef<uint64_t> common, bool ofStore) const;
  Columns orderBasis(ArrayRef<uint64_t> low, bool forStore) const;
  Columns laneDifferences(const F2Basis &coordinates, ArrayRef<uint64_t> low,
                          unsigned numRest, bool ofStore) const;
  SharedPlan planWith(ArrayRef<uint64_t> low, bool forStore) const;
  SharedSide makeSide(const F2Basis &coordinates, bool ofStore) const;
  void measure(SharedSide &side, bool ofStore) const;
  bool staysWithinWarps() const;

  /// Bits of the lanes that one pass serves: 128 bytes' worth.
  unsigned lanesTogether(unsigned accessBits) const {
    return std::min(problem.threads.laneBits,
                    BankRowBits - std::max(accessBits, WordBits));
  }

  /// Bits of the index of a word of 4 bytes that an element's offset has.
  unsigned wordIndexShift() const {
    return elementShift < WordBits ? WordBits - elementShift : 0;
  }

  const ConversionProblem &problem;
  /// log2 of the bytes of an element.
  unsigned elementShift;
  uint64_t sharedLimit;

  /// Thread columns relative to the block's own elements, so zero for the
  /// source's blocks, and for threads that hold copies, which don't store.
  Columns srcThreads, dstThreads;
  /// All of the block's elements, and the columns that hold only copies.
  F2Basis elements;
  uint64_t copiedRegisters = 0, copiedThreads = 0;
  /// Bits of an element's offset within a round, bits of the round.
  unsigned offsetBits = 0, roundBits = 0;
};

SharedPlanner::SharedPlanner(const ConversionProblem &problem,
                             const ConversionOptions &options)
    : problem(problem), sharedLimit(options.sharedLimit) {
  unsigned bytes = (options.elementBits + 7) / 8;
  elementShift = bytes <= 1 ? 0 : 64 - countl_zero(uint64_t(bytes - 1));
}

/// Gathers the elements of one block; false if the destination needs others.
bool SharedPlanner::findElements() {
  srcThreads = problem.srcThreads;
  dstThreads = problem.dstThreads;
  for (unsigned bit = problem.bitsInBlock(); bit < srcThreads.size(); ++bit) {
    dstThreads[bit] ^= srcThreads[bit];
    srcThreads[bit] = 0;
  }
  for (auto [bit, element] : enumerate(problem.srcRegisters))
    if (!elements.insert(element))
      copiedRegisters |= uint64_t(1) << bit;
  for (unsigned bit = 0; bit < problem.bitsInBlock(); ++bit)
    if (!elements.insert(srcThreads[bit])) {
      copiedThreads |= uint64_t(1) << bit;
      srcThreads[bit] = 0;
    }

  unsigned bits = elements.rank();
  // At least one access per round.
  while (roundBits < bits &&
         uint64_t(1) << (bits - roundBits + elementShift) > sharedLimit)
    ++roundBits;
  offsetBits = bits - roundBits;
  auto isHeld = [&](uint64_t element) { return elements.contains(element); };
  return all_of(problem.dstRegisters, isHeld) && all_of(dstThreads, isHeld);
}

/// What both sides hold in registers and no thread position reaches.
Columns SharedPlanner::commonVectors() const {
  Columns threads = srcThreads, candidates;
  append(threads, dstThreads);
  F2Basis wanted(problem.dstRegisters);
  for (uint64_t element : problem.srcRegisters)
    if (wanted.contains(element))
      candidates.push_back(element);
  append(candidates,
         f2Intersection(problem.srcRegisters, problem.dstRegisters));
  return f2Extend(threads, candidates);
}

/// What one side holds in registers beside `common`, first what the other's
/// lanes reach, which spreads those over the words of an access.
Columns SharedPlanner::sideVectors(ArrayRef<uint64_t> common,
                                   bool ofStore) const {
  ArrayRef<uint64_t> registers =
      ofStore ? problem.srcRegisters : problem.dstRegisters;
  Columns taken(common), candidates;
  append(taken, ofStore ? srcThreads : dstThreads);
  F2Basis otherLanes(ofStore ? problem.dstLanes() : problem.srcLanes());
  for (uint64_t element : registers)
    if (otherLanes.contains(element))
      candidates.push_back(element);
  append(candidates, registers);
  return f2Extend(taken, candidates);
}

/// The differences between lanes of one pass that fall into one word's column
/// of the same round unless bank bits tell them apart, as coordinates in the
/// part of the basis after `low`.
Columns SharedPlanner::laneDifferences(const F2Basis &coordinates,
                                       ArrayRef<uint64_t> low, unsigned numRest,
                                       bool ofStore) const {
  F2Basis registers(ofStore ? problem.srcRegisters : problem.dstRegisters);
  unsigned width = 0;
  while (width < low.size() && registers.contains(low[width]))
    ++width;
  unsigned accessBits = std::min(width + elementShift, AccessBits);
  ArrayRef<uint64_t> lanes = ofStore ? problem.srcLanes() : problem.dstLanes();
  lanes = lanes.take_front(lanesTogether(accessBits));

  Columns words(low.take_front(width)), others;
  append(words, lanes);
  uint64_t rest = lowMask(numRest) << low.size();
  unsigned inWord = wordIndexShift();
  for (uint64_t &word : words) {
    word = coordinates.reduce(word).combination;
    others.push_back(word & ~(rest | lowMask(inWord)));
  }
  Columns result;
  for (uint64_t combination : f2Kernel(others))
    if (uint64_t difference = f2Apply(words, combination) & rest)
      result.push_back(difference >> low.size());
  return f2Independent(result);
}

/// Completes `low`, vectors in the registers of the side named (or both), to
/// the ordered basis.
Columns SharedPlanner::orderBasis(ArrayRef<uint64_t> low, bool forStore) const {
  // That side's threads first, so that `low` is no part of where they lie; what
  // comes last makes the rounds.
  Columns candidates = forStore ? srcThreads : dstThreads;
  append(candidates, forStore ? dstThreads : srcThreads);
  append(candidates, problem.srcRegisters);

  Columns basis(low);
  // Elements narrower than a word share it, whoever holds them.
  if (basis.size() < wordIndexShift())
    append(basis, ArrayRef(f2Extend(basis, candidates))
                      .take_front(wordIndexShift() - basis.size()));
  unsigned numLow = std::min<unsigned>(basis.size(), offsetBits);
  Columns rest = f2Extend(basis, candidates);
  unsigned numRest = offsetBits - numLow;

  F2Basis coordinates;
  for (auto [index, element] : enumerate(concat<uint64_t>(basis, rest)))
    coordinates.insert(element, uint64_t(1) << index);
  Columns ofStore = laneDifferences(coordinates, basis, numRest, true);
  Columns ofLoad = laneDifferences(coordinates, basis, numRest, false);

  // In coordinates of `rest`.
  Columns banks = f2Intersection(ofStore, ofLoad);
  Columns onlyStore = f2Extend(banks, ofStore),
          onlyLoad = f2Extend(banks, ofLoad), rows;
  for (auto [e, f] : zip(onlyStore, onlyLoad))
    rows.push_back(e ^ f);
  append(banks, onlyStore.size() >= onlyLoad.size() ? onlyStore : onlyLoad);

  unsigned bankBits = BankRowBits - std::max(elementShift, WordBits);
  unsigned usedBanks = numLow - std::min(numLow, wordIndexShift());
  unsigned freeBanks = bankBits - std::min(bankBits, usedBanks);
  Columns units, all = banks;
  for (unsigned i = 0; i < numRest; ++i)
    units.push_back(uint64_t(1) << i);
  append(all, rows);
  Columns others = f2Extend(all, units);
  // Too many lanes for the banks left: the surplus collides. Too few: any other
  // vector may take the place.
  while (banks.size() > freeBanks)
    rows.push_back(banks.pop_back_val());
  append(banks, rows);
  if (banks.size() - rows.size() < freeBanks) {
    unsigned missing = std::min<size_t>(
        freeBanks - (banks.size() - rows.size()), others.size());
    Columns filled(ArrayRef(banks).drop_back(rows.size()));
    append(filled, ArrayRef(others).take_front(missing));
    append(filled, rows);
    append(filled, ArrayRef(others).drop_front(missing));
    banks = std::move(filled);
  } else {
    append(banks, others);
  }

  for (uint64_t vector : banks)
    basis.push_back(f2Apply(rest, vector));
  append(basis, ArrayRef(rest).drop_front(numRest));
  return basis;
}

/// The map to offsets and the registers of one access.
SharedSide SharedPlanner::makeSide(const F2Basis &coordinates,
                                   bool ofStore) const {
  const Columns &registers =
      ofStore ? problem.srcRegisters : problem.dstRegisters;
  const Columns &threads = ofStore ? srcThreads : dstThreads;
  Columns columns;
  for (uint64_t element : concat<const uint64_t>(registers, threads))
    columns.push_back(coordinates.reduce(element).combination);

  const ThreadShape &shape = problem.threads;
  SharedSide side;
  side.map = LinearLayout::fromPacked(
      {{Space::Register, unsigned(registers.size())},
       {Space::Lane, shape.laneBits},
       {Space::Warp, shape.warpBits},
       {Space::Block, shape.blockBits}},
      {{Space::Offset, offsetBits}, {Space::Round, roundBits}}, columns);
  if (ofStore) {
    side.skipRegisters = copiedRegisters;
    side.skipThreads = copiedThreads;
  }

  // As wide as unit offsets are held in registers and no thread that takes part
  // starts in the middle.
  F2Basis held;
  for (auto [bit, offset] : enumerate(side.map.packedColumns(Space::Register)))
    held.insert(offset, uint64_t(1) << bit);
  uint64_t reached = 0;
  for (auto [bit, offset] :
       enumerate(ArrayRef(columns).drop_front(registers.size())))
    if (!(side.skipThreads >> bit & 1))
      reached |= offset;
  unsigned limit =
      std::min(AccessBits - elementShift,
               reached ? unsigned(countr_zero(reached)) : offsetBits);
  while (side.vector.size() < std::min(limit, offsetBits)) {
    auto mask = held.solve(uint64_t(1) << side.vector.size());
    if (!mask)
      break;
    side.vector.push_back(*mask);
  }
  return side;
}

/// Counts the distinct words and the banks that one pass of a warp touches.
void SharedPlanner::measure(SharedSide &side, bool ofStore) const {
  unsigned accessBits = elementShift + side.vector.size();
  ArrayRef<uint64_t> lanes = side.map.packedColumns(Space::Lane);
  unsigned together = lanesTogether(accessBits);

  // Lanes in other rounds don't take part.
  Columns active, rounds;
  for (unsigned bit = 0; bit < together; ++bit)
    if (!(side.skipThreads >> bit & 1)) {
      active.push_back(lanes[bit] & lowMask(offsetBits));
      rounds.push_back(lanes[bit] & ~lowMask(offsetBits));
    }
  Columns words;
  for (unsigned bit = WordBits; bit < accessBits; ++bit)
    words.push_back(uint64_t(1) << (bit - WordBits));
  for (uint64_t combination : f2Kernel(rounds))
    words.push_back(f2Apply(active, combination) << elementShift >> WordBits);

  Columns banks;
  for (uint64_t word : words)
    banks.push_back(word & lowMask(BankRowBits - WordBits));
  side.conflicts = 1u << (F2Basis(words).rank() - F2Basis(banks).rank());
  side.wavefronts = side.conflicts;
  for (unsigned bit = together; bit < lanes.size(); ++bit)
    if (!(side.skipThreads >> bit & 1))
      side.wavefronts *= 2;
}

/// Whether each warp finds what it needs among its own elements, which no other
/// warp writes in its stead.
bool SharedPlanner::staysWithinWarps() const {
  unsigned laneBits = problem.threads.laneBits;
  if (copiedThreads >> laneBits)
    return false;
  Columns own = problem.srcRegisters;
  append(own, problem.srcLanes());
  F2Basis warp(own);
  auto isOwn = [&](uint64_t element) { return warp.contains(element); };
  if (!all_of(problem.dstRegisters, isOwn) ||
      !all_of(problem.dstLanes(), isOwn))
    return false;
  for (unsigned bit = laneBits; bit < srcThreads.size(); ++bit)
    if (!isOwn(srcThreads[bit] ^ dstThreads[bit]))
      return false;
  return true;
}

SharedPlan SharedPlanner::planWith(ArrayRef<uint64_t> low,
                                   bool forStore) const {
  F2Basis coordinates;
  for (auto [index, element] : enumerate(orderBasis(low, forStore)))
    coordinates.insert(element, uint64_t(1) << index);
  SharedPlan plan;
  plan.threads = problem.threads;
  plan.copyColumns = problem.copyColumns;
  plan.elementBytes = 1u << elementShift;
  plan.bytes = uint64_t(1) << (offsetBits + elementShift);
  plan.numRounds = 1u << roundBits;
  plan.store = makeSide(coordinates, /*ofStore=*/true);
  plan.load = makeSide(coordinates, /*ofStore=*/false);
  measure(plan.store, /*ofStore=*/true);
  measure(plan.load, /*ofStore=*/false);
  return plan;
}

std::optional<SharedPlan> SharedPlanner::plan() {
  if (!findElements())
    return std::nullopt;
  unsigned limit = std::min(AccessBits - elementShift, offsetBits);
  Columns common = commonVectors();
  common.truncate(std::min<size_t>(common.size(), limit));
  SharedPlan best = planWith(common, /*forStore=*/true);
  for (bool ofStore : {true, false}) {
    Columns low = common;
    for (uint64_t element : sideVectors(common, ofStore)) {
      if (low.size() == limit)
        break;
      low.push_back(element);
      SharedPlan candidate = planWith(low, ofStore);
      if (candidate.price().cost() < best.price().cost())
        best = std::move(candidate);
    }
  }
  best.withinWarps = staysWithinWarps();
  return best;
}

} // namespace

//===----------------------------------------------------------------------===//
// The plan as data
//===----------------------------------------------------------------------===//

unsigned SharedSide::numAccesses() const {
  unsigned bits = map.inBits(Space::Register) - popcount(skipRegisters);
  return 1u << (bits - vector.size());
}

/// The columns of the thread word that take part.
static SmallVector<uint64_t> threadColumns(const SharedSide &side) {
  SmallVector<uint64_t> columns(
      side.map.packedColumns().drop_front(side.map.inBits(Space::Register)));
  forEachBit(side.skipThreads, [&](unsigned bit) { columns[bit] = 0; });
  return columns;
}

uint64_t SharedSide::threadOffsetMask() const {
  uint64_t mask = 0;
  for (uint64_t column : threadColumns(*this))
    mask |= map.extractOut(column, Space::Offset);
  return mask;
}

bool SharedSide::roundDependsOnThread() const {
  return any_of(threadColumns(*this), [&](uint64_t column) {
    return map.extractOut(column, Space::Round) != 0;
  });
}

uint64_t SharedSide::threadOffset(uint64_t thread) const {
  return map.extractOut(f2Apply(threadColumns(*this), thread), Space::Offset);
}

uint64_t SharedSide::threadRound(uint64_t thread) const {
  return map.extractOut(f2Apply(threadColumns(*this), thread), Space::Round);
}

SmallVector<SharedSide::Access> SharedSide::accesses() const {
  SmallVector<Access> result;
  uint64_t inAccess = lowMask(vector.size());
  for (uint64_t r = 0; r <= lowMask(map.inBits(Space::Register)); ++r) {
    if (r & skipRegisters)
      continue;
    uint64_t packed = map.applyPacked(r);
    Access access;
    access.offset = map.extractOut(packed, Space::Offset);
    access.round = map.extractOut(packed, Space::Round);
    if (access.offset & inAccess)
      continue;
    for (uint64_t j = 0; j <= inAccess; ++j)
      access.registers.push_back(r ^ f2Apply(vector, j));
    result.push_back(std::move(access));
  }
  return result;
}

ConversionPrice SharedPlan::price() const {
  ConversionPrice price;
  for (const SharedSide *side : {&store, &load}) {
    unsigned accesses = side->numAccesses();
    if (side->roundDependsOnThread())
      accesses *= numRounds;
    price.sharedInstructions += accesses;
    price.sharedWavefronts += accesses * side->wavefronts;
  }
  (withinWarps ? price.warpSyncs : price.barriers) = 2 * numRounds - 1;
  return price;
}

std::optional<SharedPlan> planShared(const ConversionProblem &problem,
                                     const ConversionOptions &options) {
  return SharedPlanner(problem, options).plan();
}

} // namespace ttc
