//===- Conversion.cpp - Choosing how to move a tensor ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register-only conversions and the choice between the kinds of plan. Shuffles
// are planned in ShufflePlan.cpp, shared memory in SharedPlan.cpp.
//
//===----------------------------------------------------------------------===//

#include "ConversionProblem.h"
#include "Repacking.h"

using namespace llvm;

namespace ttc {

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

/// Columns of the thread word: missing bits of a space map to zero.
static SmallVector<uint64_t> threadColumns(const LinearLayout &layout,
                                           const ThreadShape &shape) {
  SmallVector<uint64_t> columns;
  auto add = [&](Space space, unsigned bits) {
    unsigned end = columns.size() + bits;
    columns.append(layout.packedColumns(space).begin(),
                   layout.packedColumns(space).end());
    columns.resize(end, 0);
  };
  add(Space::Lane, shape.laneBits);
  add(Space::Warp, shape.warpBits);
  add(Space::Block, shape.blockBits);
  return columns;
}

/// Plans enumerate registers; 2^20 elements are the most a tensor has.
constexpr unsigned MaxRegisterBits = 20;

std::optional<ConversionProblem>
ConversionProblem::make(const LinearLayout &src, const LinearLayout &dst) {
  if (src.outs().size() != dst.outs().size())
    return std::nullopt;
  for (SpaceBits entry : src.outs())
    if (!dst.hasOut(entry.space) || dst.outBits(entry.space) != entry.bits)
      return std::nullopt;
  if (src.inBits(Space::Register) > MaxRegisterBits ||
      dst.inBits(Space::Register) > MaxRegisterBits)
    return std::nullopt;

  ConversionProblem problem;
  auto widest = [&](Space space) {
    return std::max(src.inBits(space), dst.inBits(space));
  };
  problem.threads = {widest(Space::Lane), widest(Space::Warp),
                     widest(Space::Block)};
  problem.srcRegisters.assign(src.packedColumns(Space::Register).begin(),
                              src.packedColumns(Space::Register).end());
  problem.srcThreads = threadColumns(src, problem.threads);
  problem.dstThreads = threadColumns(dst, problem.threads);

  Repacking repack(dst.outs(), src.outs());
  for (uint64_t &column : problem.dstThreads)
    column = repack(column);
  F2Basis kept;
  for (uint64_t column : dst.packedColumns(Space::Register)) {
    uint64_t element = repack(column);
    uint64_t tag = uint64_t(1) << problem.dstRegisters.size();
    if (kept.insert(element, tag)) {
      problem.dstRegisters.push_back(element);
      problem.copyColumns.push_back(tag);
    } else {
      problem.copyColumns.push_back(kept.reduce(element).combination);
    }
  }
  return problem;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static std::optional<SmallVector<uint64_t>>
planRegisters(const ConversionProblem &problem) {
  if (problem.srcThreads != problem.dstThreads)
    return std::nullopt;
  F2Basis basis;
  for (unsigned i = 0; i < problem.srcRegisters.size(); ++i)
    basis.insert(problem.srcRegisters[i], uint64_t(1) << i);
  SmallVector<uint64_t> sources;
  for (uint64_t element : problem.dstRegisters) {
    std::optional<uint64_t> source = basis.solve(element);
    if (!source)
      return std::nullopt;
    sources.push_back(*source);
  }
  SmallVector<uint64_t> columns;
  for (uint64_t copy : problem.copyColumns)
    columns.push_back(f2Apply(sources, copy));
  return columns;
}

std::optional<SmallVector<uint64_t>> planRegisters(const LinearLayout &src,
                                                   const LinearLayout &dst) {
  std::optional<ConversionProblem> problem = ConversionProblem::make(src, dst);
  if (!problem)
    return std::nullopt;
  return planRegisters(*problem);
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

unsigned ConversionPrice::cost() const {
  // Quarter cycles of a multiprocessor: a shuffle and a wavefront each occupy
  // the one load-store pipe for a cycle; integer operations issue two a cycle.
  // Every access also pays for its address. A barrier of the block and the
  // latency of the trip that it ends are only partly hidden by other blocks.
  return 4 * shuffles + 2 * selects + 2 * packs + 2 * sharedInstructions +
         4 * sharedWavefronts + 120 * barriers + 30 * warpSyncs;
}

std::optional<ShufflePlan> planShuffle(const LinearLayout &src,
                                       const LinearLayout &dst,
                                       unsigned elementBits) {
  std::optional<ConversionProblem> problem = ConversionProblem::make(src, dst);
  if (!problem || elementBits > 64)
    return std::nullopt;
  return planShuffle(*problem, elementBits);
}

std::optional<SharedPlan> planShared(const LinearLayout &src,
                                     const LinearLayout &dst,
                                     const ConversionOptions &options) {
  std::optional<ConversionProblem> problem = ConversionProblem::make(src, dst);
  if (!problem || options.elementBits > 64)
    return std::nullopt;
  return planShared(*problem, options);
}

std::optional<ConversionPlan> planConversion(const LinearLayout &src,
                                             const LinearLayout &dst,
                                             const ConversionOptions &options) {
  std::optional<ConversionProblem> problem = ConversionProblem::make(src, dst);
  if (!problem || options.elementBits > 64)
    return std::nullopt;
  ConversionPlan plan;
  if (auto columns = planRegisters(*problem)) {
    plan.registerColumns = std::move(*columns);
    return plan;
  }
  if (auto shuffle = planShuffle(*problem, options.elementBits)) {
    plan.kind = ConversionKind::Shuffle;
    plan.price = shuffle->price(options.elementBits);
    plan.shuffle = std::move(shuffle);
  }
  if (auto shared = planShared(*problem, options)) {
    ConversionPrice price = shared->price();
    if (!plan.shuffle || price.cost() < plan.price.cost()) {
      plan.kind = ConversionKind::Shared;
      plan.price = price;
      plan.shuffle.reset();
      plan.shared = std::move(shared);
    }
  }
  if (!plan.shuffle && !plan.shared)
    return std::nullopt;
  return plan;
}

} // namespace ttc
