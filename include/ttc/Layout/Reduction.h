//===- Reduction.h - Combining elements along one dimension -----*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a tensor in a layout (register, lane, warp, block) -> (dim0, dim1, ...)
// is reduced along one dimension, as data that a lowering follows:
//
//   1. every thread combines its own registers;
//   2. lanes exchange partial results in a butterfly, after which every lane
//      of a group holds the group's total;
//   3. if warps hold different parts, partial results move once through shared
//      memory, and every thread combines those it reads.
//
// Copies are never combined twice: an exchange is made only along directions
// that lead to other elements.
//
// Mathematics: with S the source's layout and S' what is left of it without the
// dimension, inputs x and y hold parts of one result if S'(x) = S'(y), and the
// same element if S(x) = S(y). All of it is linear algebra on the columns.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LAYOUT_REDUCTION_H
#define TTC_LAYOUT_REDUCTION_H

#include "ttc/Layout/Conversion.h"

namespace ttc {

/// New value of partial result g: the combination of the thread's own and of
/// partial result g ^ registers in lane ^ lanes.
struct LaneExchange {
  unsigned lanes;
  unsigned registers;

  friend bool operator==(LaneExchange a, LaneExchange b) {
    return a.lanes == b.lanes && a.registers == b.registers;
  }
};

struct ReductionPlan {
  /// Registers of the source whose span one partial result combines.
  llvm::SmallVector<uint64_t> ownMasks;
  /// One per bit of a partial result's index: the registers of the source that
  /// it stands for.
  llvm::SmallVector<uint64_t> partialMasks;
  /// Applied in order.
  llvm::SmallVector<LaneExchange> exchanges;
  /// The exchanges reach every lane of a warp and keep every register's place:
  /// one instruction that reduces over a warp does the same.
  bool wholeWarps = false;

  /// Where partial results are after the exchanges: (register, lane, warp,
  /// block) -> the result's dimensions and, if warps hold different parts, one
  /// more dimension, the number of the part.
  LinearLayout partials;
  bool crossesWarps = false;

  /// If warps hold different parts: where the lowering brings them, by
  /// planShared(partials, gathered). Register p | r << gatheredBits holds part
  /// p of those that this lane combines for register r of the result.
  LinearLayout gathered;
  unsigned gatheredBits = 0;
  /// Exchanges of the result's registers that follow.
  llvm::SmallVector<LaneExchange> lastExchanges;

  unsigned numPartials() const { return 1u << partialMasks.size(); }
  /// The registers of the source that partial result `index` combines.
  llvm::SmallVector<unsigned> registersOf(unsigned index) const;
  /// Shuffles of one warp for a value of 32 bits.
  unsigned numShuffles() const;
};

/// The plan for reducing a tensor in layout `src`, without copies among
/// registers, along dimension `axis` to one in layout `result`, whose
/// dimensions are the source's without `axis`. Nothing if blocks hold different
/// parts, or the layouts don't fit each other.
///
/// If warps hold all of their results' parts, the partial results may still
/// have to be converted from `partials` to `result` (see planConversion).
std::optional<ReductionPlan> planReduction(const LinearLayout &src,
                                           unsigned axis,
                                           const LinearLayout &result);

} // namespace ttc

#endif // TTC_LAYOUT_REDUCTION_H
