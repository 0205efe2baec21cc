//===- Wgmma.h - Where the threads of a warp group meet ---------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_WGMMA_H
#define TTC_LIB_EXECUTION_CPU_WGMMA_H

#include "Site.h"
#include <vector>

namespace ttc::cpu {
struct Thread;

/// Flags of a wgmma site (parameter 6).
enum WgmmaFlags : int64_t {
  WgmmaNegateA = 1,
  WgmmaNegateB = 2,
  WgmmaTransposeA = 4,
  WgmmaTransposeB = 8,
  WgmmaSaturate = 16,
  WgmmaARegisters = 32,
};

/// Operands of a wgmma site: the descriptors of A and B, whether the sums are
/// used, the registers of A, the sums.
enum WgmmaOperands : unsigned {
  WgmmaDescriptorA,
  WgmmaDescriptorB,
  WgmmaAccumulates,
  WgmmaRegistersOfA,
  WgmmaSums = WgmmaRegistersOfA + 4,
};

/// Threads of one warp group that have arrived at a wgmma.
struct WarpGroupMeeting {
  const Site *site = nullptr;
  unsigned arrived = 0;
  std::vector<Thread *> threads;
  std::vector<uint64_t *> in, out;
};

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_WGMMA_H
