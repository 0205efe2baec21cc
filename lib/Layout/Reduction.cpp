//===- Reduction.cpp - Combining elements along one dimension -------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step asks the same question of one more input space X (lanes, warps,
// blocks), given what the spaces before it have combined already: which x lead
// to other parts of the same results? Those with S'(x) in the span of S' of the
// spaces before, modulo those with S(x) in the span of S of them, which lead to
// copies.
//
//===----------------------------------------------------------------------===//

#include "ttc/Layout/Reduction.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ttc {

namespace {
using Columns = SmallVector<uint64_t>;

/// From how many parts on lanes share the work of combining them. One thread
/// reads up to four in a single access.
constexpr unsigned OwnPartBits = 3, SharedOwnPartBits = 2;

class ReductionPlanner {
public:
  ReductionPlanner(const LinearLayout &src, unsigned axis,
                   const LinearLayout &result)
      : src(src), axis(axis), result(result) {}

  std::optional<ReductionPlan> plan();

private:
  Columns withoutAxis(ArrayRef<uint64_t> columns) const {
    Columns kept(columns);
    for (uint64_t &column : kept)
      column &= ~axisMask;
    return kept;
  }
  void combineRegisters();
  void combineLanes();
  /// Directions of `space` to copies, and those that extend them to other parts
  /// of the same results; takes the space into what has been combined.
  void findDirections(Space space, Columns &copies, Columns &parts);
  void gatherParts(ArrayRef<uint64_t> copies, ArrayRef<uint64_t> parts);
  LinearLayout numberParts(ArrayRef<uint64_t> copies,
                           ArrayRef<uint64_t> parts) const;

  const LinearLayout &src;
  unsigned axis;
  const LinearLayout &result;
  uint64_t axisMask = 0;
  /// Columns of the spaces that have been combined, with the axis and without.
  Columns done, doneWithoutAxis;
  ReductionPlan thePlan;
};
} // namespace

/// Vectors over the columns' indices whose images lie in the span of `taken`.
static Columns findInside(ArrayRef<uint64_t> columns,
                          ArrayRef<uint64_t> taken) {
  F2Basis basis(taken);
  Columns residues;
  for (uint64_t column : columns)
    residues.push_back(basis.reduce(column).residue);
  return Columns(f2Kernel(residues));
}

void ReductionPlanner::combineRegisters() {
  done = Columns(src.packedColumns(Space::Register));
  doneWithoutAxis = withoutAxis(done);
  thePlan.ownMasks = f2Kernel(doneWithoutAxis);
  uint64_t dependent = 0;
  for (uint64_t mask : thePlan.ownMasks)
    dependent |= bit_floor(mask);
  for (unsigned bit = 0; bit < done.size(); ++bit)
    if (!(dependent >> bit & 1))
      thePlan.partialMasks.push_back(uint64_t(1) << bit);
}

void ReductionPlanner::findDirections(Space space, Columns &copies,
                                      Columns &parts) {
  Columns columns(src.packedColumns(space));
  Columns projected = withoutAxis(columns);
  copies = findInside(columns, done);
  parts = f2Extend(copies, findInside(projected, doneWithoutAxis));
  done.append(columns);
  doneWithoutAxis.append(projected);
}

void ReductionPlanner::combineLanes() {
  F2Basis partials;
  for (auto [bit, mask] : enumerate(thePlan.partialMasks))
    partials.insert(f2Apply(doneWithoutAxis, mask), uint64_t(1) << bit);
  Columns lanes = withoutAxis(src.packedColumns(Space::Lane));
  Columns copies, parts;
  findDirections(Space::Lane, copies, parts);
  for (uint64_t direction : parts)
    thePlan.exchanges.push_back(
        {unsigned(direction),
         unsigned(partials.reduce(f2Apply(lanes, direction)).combination)});
  thePlan.wholeWarps = !lanes.empty() && parts.size() == lanes.size() &&
                       all_of(thePlan.exchanges, [](LaneExchange exchange) {
                         return exchange.registers == 0;
                       });
}

/// The number of the part that a warp holds: linear, zero on copies and on
/// warps that hold other results.
LinearLayout ReductionPlanner::numberParts(ArrayRef<uint64_t> copies,
                                           ArrayRef<uint64_t> parts) const {
  const LinearLayout &partials = thePlan.partials;
  Columns known(copies), units;
  known.append(parts.begin(), parts.end());
  unsigned warpBits = partials.inBits(Space::Warp);
  for (unsigned bit = 0; bit < warpBits; ++bit)
    units.push_back(uint64_t(1) << bit);
  F2Basis warps;
  for (uint64_t copy : copies)
    warps.insert(copy);
  for (auto [index, part] : enumerate(parts))
    warps.insert(part, uint64_t(1) << index);
  for (uint64_t other : f2Extend(known, units))
    warps.insert(other);

  Columns columns(partials.numInBits(), 0);
  for (unsigned bit = 0; bit < warpBits; ++bit)
    columns[partials.inShift(Space::Warp) + bit] =
        warps.reduce(units[bit]).combination;
  Space number = Space::dim(partials.outs().size());
  return LinearLayout::fromPacked(
      partials.ins(), SpaceBits(number, unsigned(parts.size())), columns);
}

/// Every thread gets the parts of its results: in registers, and when there are
/// many, over lanes that would hold nothing but copies of the result.
void ReductionPlanner::gatherParts(ArrayRef<uint64_t> copies,
                                   ArrayRef<uint64_t> parts) {
  thePlan.crossesWarps = true;
  LinearLayout numbers = numberParts(copies, parts);
  unsigned numberShift = thePlan.partials.numOutBits();
  SpaceBits number = numbers.outs().front();
  thePlan.partials = thePlan.partials.concatOuts(numbers);

  unsigned partBits = parts.size();
  unsigned ownBits = partBits;
  Columns lanes(result.packedColumns(Space::Lane));
  if (partBits > OwnPartBits) {
    for (unsigned bit = 0; bit < lanes.size() && ownBits > SharedOwnPartBits;
         ++bit)
      if (!lanes[bit]) {
        lanes[bit] = uint64_t(1) << (numberShift + --ownBits);
        thePlan.lastExchanges.push_back({1u << bit, 0});
      }
  }
  thePlan.gatheredBits = ownBits;

  Columns columns;
  for (unsigned bit = 0; bit < ownBits; ++bit)
    columns.push_back(uint64_t(1) << (numberShift + bit));
  columns.append(result.packedColumns(Space::Register).begin(),
                 result.packedColumns(Space::Register).end());
  columns.append(lanes);
  for (Space space : {Space(Space::Warp), Space(Space::Block)})
    columns.append(result.packedColumns(space).begin(),
                   result.packedColumns(space).end());
  SmallVector<SpaceBits, 6> outs(result.outs());
  outs.push_back(number);
  thePlan.gathered = LinearLayout::fromPacked(
      {{Space::Register, ownBits + result.inBits(Space::Register)},
       {Space::Lane, result.inBits(Space::Lane)},
       {Space::Warp, result.inBits(Space::Warp)},
       {Space::Block, result.inBits(Space::Block)}},
      outs, columns);
}

std::optional<ReductionPlan> ReductionPlanner::plan() {
  if (!src.hasOut(Space::dim(axis)))
    return std::nullopt;
  axisMask = lowMask(src.outBits(Space::dim(axis)))
             << src.outShift(Space::dim(axis));
  thePlan.partials = src.eraseDim(axis).removeReplication(Space::Register);
  if (ArrayRef(thePlan.partials.outs()) != ArrayRef(result.outs()))
    return std::nullopt;

  combineRegisters();
  combineLanes();
  Columns copies, parts, blockCopies, blockParts;
  findDirections(Space::Warp, copies, parts);
  findDirections(Space::Block, blockCopies, blockParts);
  if (!blockParts.empty())
    return std::nullopt;
  if (!parts.empty())
    gatherParts(copies, parts);
  return std::move(thePlan);
}

SmallVector<unsigned> ReductionPlan::registersOf(unsigned index) const {
  unsigned first = f2Apply(partialMasks, index);
  SmallVector<unsigned> registers;
  for (uint64_t own = 0; own <= lowMask(ownMasks.size()); ++own)
    registers.push_back(first ^ f2Apply(ownMasks, own));
  return registers;
}

unsigned ReductionPlan::numShuffles() const {
  unsigned results = gathered.inSize(Space::Register) >> gatheredBits;
  return exchanges.size() * numPartials() +
         (crossesWarps ? lastExchanges.size() * results : 0);
}

std::optional<ReductionPlan> planReduction(const LinearLayout &src,
                                           unsigned axis,
                                           const LinearLayout &result) {
  return ReductionPlanner(src, axis, result).plan();
}

} // namespace ttc
