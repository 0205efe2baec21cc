//===- DataMovement.h - Registers from thread to thread ---------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits what the plans of Layout/Conversion.h say. Values are converted
// scalars, one per register of a thread layout.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_CONVERSION_TTGTOLLVM_DATAMOVEMENT_H
#define TTC_LIB_CONVERSION_TTGTOLLVM_DATAMOVEMENT_H

#include "Lowering.h"

#include "ttc/Layout/Conversion.h"

namespace ttc {

/// Why an op that needs shared memory cannot be lowered.
inline constexpr llvm::StringLiteral missingSharedMemory =
    "data moves between warps, but no shared memory is allocated for it "
    "(attribute 'ttg.shared-offset')";

/// Several trips through shared memory at the same time, which share their
/// barriers: in every round all of them write, and after a barrier all of them
/// read.
class SharedTrips {
public:
  SharedTrips(Emitter &emitter) : e(emitter) {}

  /// `values`: registers of the plan's source. `offset`: where its bytes begin
  /// in the kernel's shared memory. The plan outlives this object.
  void add(const SharedPlan &plan, unsigned offset, mlir::ValueRange values);
  /// Emits all and returns the registers of each trip's destination, in the
  /// order of `add`.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> run();

private:
  struct Trip {
    const SharedPlan &plan;
    unsigned offset;
    llvm::SmallVector<mlir::Value> values, received;
  };

  void barrier();
  void store(const Trip &trip, unsigned round);
  void load(Trip &trip, unsigned round);
  mlir::Value getAddress(const SharedSide &side, const Trip &trip,
                         uint64_t offset);
  mlir::Value getRoundPredicate(const SharedSide &side, uint64_t accessRound,
                                unsigned round);

  Emitter &e;
  llvm::SmallVector<Trip, 2> trips;
};

/// The registers of a conversion's destination. `sharedOffset` is where the
/// bytes of a trip through shared memory begin.
llvm::SmallVector<mlir::Value> emitConversion(Emitter &emitter,
                                              const ConversionPlan &plan,
                                              mlir::ValueRange values,
                                              unsigned sharedOffset);

} // namespace ttc

#endif // TTC_LIB_CONVERSION_TTGTOLLVM_DATAMOVEMENT_H
