//===- Wgmma.h - Where the threads of a warp group meet ---------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_WGMMA_H
#define TTC_LIB_EXECUTION_CPU_WGMMA_H

#include "Site.h"
#include <memory>
#include <vector>

namespace ttc::cpu {
struct Thread;

/// Flags of a wgmma site (parameter 5).
enum WgmmaFlags : int64_t {
  WgmmaNegateA = 1,
  WgmmaNegateB = 2,
  WgmmaTransposeA = 4,
  WgmmaTransposeB = 8,
  WgmmaSaturate = 16,
  WgmmaARegisters = 32,
};

/// Operands of a wgmma site: the descriptors of A and B, whether the sums are
/// used, the thread's count of fences when the newest operand in a register was
/// written, the registers of A, the sums. A sum is a value, or names a register
/// of the runtime's.
enum WgmmaOperands : unsigned {
  WgmmaDescriptorA,
  WgmmaDescriptorB,
  WgmmaAccumulates,
  WgmmaFencesAtWrite,
  WgmmaRegistersOfA,
  WgmmaSums = WgmmaRegistersOfA + 4,
};
/// Marks an operand that names a register; the number is in the low bits.
constexpr uint64_t wgmmaRegisterFlag = uint64_t(1) << 63;

struct MatrixWork;

/// 32 bits of sums. A product in flight owns its registers: until the thread
/// has waited for it, reads see poison.
struct WgmmaRegister {
  uint32_t value = 0;
  /// Which of the product's registers it is.
  uint32_t index = 0;
  /// Fences that the thread must have executed before the next product.
  uint32_t fences = 0;
  std::shared_ptr<MatrixWork> pending;
};
/// What registers hold that are not there yet: NaNs as f32 and as f16, and not
/// what marks memory that nothing wrote.
constexpr uint32_t wgmmaPoison = 0x7fff7fff;

/// Threads of one warp group that have arrived at a wgmma.
struct WarpGroupMeeting {
  const Site *site = nullptr;
  unsigned arrived = 0;
  /// In order of arrival, and by their index in the group.
  std::vector<Thread *> threads, byIndex;
  std::vector<uint64_t *> in;
};

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_WGMMA_H
