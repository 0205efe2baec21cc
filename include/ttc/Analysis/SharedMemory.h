//===- SharedMemory.h - What ops need of shared memory ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some ops move data between threads through scratch space in shared memory.
// How they do is planned here, once for all who ask: the allocation, the
// placement of barriers and the lowering.
//
// Every such op behaves alike towards others. It writes its scratch, waits for
// the threads that it exchanges data with, and reads it; in several rounds if
// need be. So within the op nothing is missing, and all that another op must
// respect is that slower threads may still be reading.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_ANALYSIS_SHAREDMEMORY_H
#define TTC_ANALYSIS_SHAREDMEMORY_H

#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Layout/Reduction.h"

namespace ttc {

/// Scratch begins at multiples of this many bytes: the widest access.
constexpr uint64_t scratchAlignment = 16;
/// The most scratch that one op uses; a larger exchange takes several rounds.
/// Every target has at least this much, and 48 KiB need no opting in.
constexpr uint64_t maxScratchBytes = uint64_t(32) << 10;

/// The way of one tensor.
std::optional<ConversionPlan> planConvertLayout(ttg::ConvertLayoutOp op);

/// A reduction and the ways of the partial results of each operand: from
/// `reduction.partials` to `reduction.gathered` if warps hold different parts
/// (always through shared memory), else to the layout of the result.
struct ReducePlan {
  ReductionPlan reduction;
  llvm::SmallVector<ConversionPlan, 2> ways;
};
/// Nothing if blocks of a cluster would have to exchange data.
std::optional<ReducePlan> planReduce(tt::ReduceOp op);

/// How the results of one thread reach all that hold copies of them: in
/// `owners` layout, threads with any of the bits of `copies` (of the word lane
/// | warp) set get what the thread without them has.
struct BroadcastPlan {
  uint64_t copies = 0;
  /// If copies are in other warps, or in other registers of another lane;
  /// otherwise a shuffle does.
  std::optional<SharedPlan> shared;
};
/// For a value in layout `owners`, whose elements have `elementBits`.
BroadcastPlan planBroadcast(const LinearLayout &owners, unsigned elementBits);
/// For the result of tt.atomic_rmw or tt.atomic_cas, one thread per element
/// having performed it.
BroadcastPlan planAtomicResult(mlir::Operation *atomic);

/// The layout of a value: of a tensor, without copies among registers; of a
/// scalar, the one without dimensions, which every thread holds.
LinearLayout getValueLayout(mlir::Type type, unsigned numWarps);

/// Where the trips of the ways lie in the op's scratch, one after another;
/// what follows the last is the number of bytes.
llvm::SmallVector<uint64_t> getTripOffsets(const ReducePlan &plan);

/// The scratch space of an op.
struct Scratch {
  /// Zero if the op needs none.
  uint64_t bytes = 0;
  /// No data moves between warps: a barrier of the block is neither needed nor
  /// made within the op.
  bool withinWarps = false;
};
Scratch getScratch(mlir::Operation *op);

} // namespace ttc

#endif // TTC_ANALYSIS_SHAREDMEMORY_H
