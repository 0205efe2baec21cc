//===- ThreadState.h - What generated code reads of a thread ----*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function of a lowered module receives the address of its thread's
// state as an extra first argument. Special registers are loads at fixed
// offsets from it.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_THREADSTATE_H
#define TTC_LIB_EXECUTION_CPU_THREADSTATE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace ttc::cpu {

struct alignas(64) ThreadState {
  /// Host address of the cluster's shared window, a multiple of 4 GiB: the low
  /// 32 bits of a shared pointer are the address that the GPU would see.
  uint64_t window = 0;
  /// Host address of this block's part of the window (rank << 24).
  uint64_t sharedBase = 0;
  uint32_t tid[3] = {}, ntid[3] = {}, ctaid[3] = {}, nctaid[3] = {};
  uint32_t laneid = 0, warpid = 0, nwarpid = 0, warpsize = 32;
  uint32_t smid = 0, nsmid = 1, gridid = 0;
  uint32_t clusterid[3] = {}, nclusterid[3] = {};
  uint32_t clusterCtaid[3] = {}, clusterNctaid[3] = {};
  uint32_t clusterCtarank = 0, clusterNctarank = 1;
  uint32_t lanemaskEq = 0, lanemaskLe = 0, lanemaskLt = 0, lanemaskGe = 0,
           lanemaskGt = 0;
  /// How many wgmma.fence the thread has executed.
  uint32_t wgmmaFences = 0;
  uint32_t totalSmem = 0, dynamicSmem = 0, aggrSmem = 0;
  /// Where disabled (predicated off) accesses go.
  alignas(64) uint8_t sink[64] = {};
};

/// Offset of the register that `name` ("tid.x", "laneid", ...) reads.
std::optional<unsigned> specialRegisterOffset(llvm::StringRef name);

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_THREADSTATE_H
