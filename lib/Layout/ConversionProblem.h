//===- ConversionProblem.h - Two layouts in common terms --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every planner starts from: the columns of source and destination as
// vectors of one tensor space. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_LAYOUT_CONVERSIONPROBLEM_H
#define TTC_LIB_LAYOUT_CONVERSIONPROBLEM_H

#include "ttc/Layout/Conversion.h"

namespace ttc {

struct ConversionProblem {
  using Columns = llvm::SmallVector<uint64_t>;

  ThreadShape threads;
  /// Elements (packed tensor coordinates) per bit of the register index and of
  /// the thread word.
  Columns srcRegisters, srcThreads, dstRegisters, dstThreads;
  /// dstRegisters has no dependent columns; a register of the destination as
  /// given is a copy of the register that these columns give.
  Columns copyColumns;

  llvm::ArrayRef<uint64_t> srcLanes() const {
    return llvm::ArrayRef<uint64_t>(srcThreads).take_front(threads.laneBits);
  }
  llvm::ArrayRef<uint64_t> dstLanes() const {
    return llvm::ArrayRef<uint64_t>(dstThreads).take_front(threads.laneBits);
  }
  /// Thread bits of lanes and warps.
  unsigned bitsInBlock() const { return threads.laneBits + threads.warpBits; }

  /// Nothing if the layouts have different outputs, or a side more registers
  /// than any kernel has.
  static std::optional<ConversionProblem> make(const LinearLayout &src,
                                               const LinearLayout &dst);
};

std::optional<ShufflePlan> planShuffle(const ConversionProblem &problem,
                                       unsigned elementBits);
std::optional<SharedPlan> planShared(const ConversionProblem &problem,
                                     const ConversionOptions &options);

} // namespace ttc

#endif // TTC_LIB_LAYOUT_CONVERSIONPROBLEM_H
