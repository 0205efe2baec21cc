//===- Warp.h - Modes of instructions that lanes meet at --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static parameters of warp and barrier sites, as the lowering writes and the
// runtime reads them.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_WARP_H
#define TTC_LIB_EXECUTION_CPU_WARP_H

#include <cstdint>

namespace ttc::cpu {

enum ShuffleMode : int64_t {
  ShuffleButterfly,
  ShuffleUp,
  ShuffleDown,
  ShuffleIndex,
};

enum VoteMode : int64_t { VoteAny, VoteAll, VoteBallot, VoteUniform };

enum ReduxMode : int64_t {
  ReduxAdd,
  ReduxAnd,
  ReduxOr,
  ReduxXor,
  ReduxMin,
  ReduxMax,
  ReduxUMin,
  ReduxUMax,
  ReduxFMin,
  ReduxFMax,
};

enum BarrierMode : int64_t { BarrierPlain, BarrierPopc, BarrierAnd, BarrierOr };

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_WARP_H
