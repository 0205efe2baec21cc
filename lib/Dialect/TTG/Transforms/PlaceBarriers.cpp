//===- PlaceBarriers.cpp - Wait before shared memory is written again -----===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense forward data-flow analysis of the reads that may be pending. Every op
// with scratch writes, waits and reads (SharedMemory.h), so pending reads are
// the only hazard: a later write must not come before them. After an op that
// waits for the block nothing is pending but its own reads. Loops need no care,
// their reads come back along the back edge.
//
//===----------------------------------------------------------------------===//

#include "ttc/Analysis/SharedMemory.h"
#include "ttc/Dialect/TTG/Transforms/Passes.h"

#include "mlir/Analysis/DataFlow/DenseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

namespace ttc::ttg {
#define GEN_PASS_DEF_PLACEBARRIERS
#include "ttc/Dialect/TTG/Transforms/Passes.h.inc"
} // namespace ttc::ttg

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

namespace {
/// Bytes that an op with scratch uses.
struct Use {
  uint64_t begin, end;
  bool withinWarps;
};
using Uses = DenseMap<Operation *, Use>;

/// The ops whose reads may be pending.
class PendingReads : public dataflow::AbstractDenseLattice {
public:
  using AbstractDenseLattice::AbstractDenseLattice;
  using Readers = SmallPtrSet<Operation *, 4>;

  ChangeResult join(const AbstractDenseLattice &other) override {
    return add(static_cast<const PendingReads &>(other).readers);
  }
  ChangeResult add(const Readers &more) {
    unsigned before = readers.size();
    readers.insert_range(more);
    return readers.size() != before ? ChangeResult::Change
                                    : ChangeResult::NoChange;
  }
  const Readers &get() const { return readers; }
  void print(raw_ostream &os) const override {
    os << readers.size() << " pending reads";
  }

private:
  Readers readers;
};

class PendingReadsAnalysis
    : public dataflow::DenseForwardDataFlowAnalysis<PendingReads> {
public:
  PendingReadsAnalysis(DataFlowSolver &solver, const Uses &uses)
      : DenseForwardDataFlowAnalysis(solver), uses(uses) {}

  /// Whether `op`, which writes its bytes, must wait for one of `readers`. What
  /// never leaves a warp is kept in order by the op's own barrier of the warp,
  /// if it meets itself again in a loop.
  static bool isHazard(const Uses &uses, Operation *op,
                       const PendingReads::Readers &readers) {
    const Use &use = uses.at(op);
    return llvm::any_of(readers, [&](Operation *reader) {
      const Use &other = uses.at(reader);
      bool overlap = other.begin < use.end && use.begin < other.end;
      return overlap && !(op == reader && use.withinWarps);
    });
  }

  LogicalResult visitOperation(Operation *op, const PendingReads &before,
                               PendingReads *after) override {
    PendingReads::Readers readers = before.get();
    if (auto use = uses.find(op); use != uses.end()) {
      // What comes after sees the barrier that a hazard leads to.
      if (!use->second.withinWarps || isHazard(uses, op, readers))
        readers.clear();
      readers.insert(op);
    } else if (waitsForBlock(op)) {
      readers.clear();
    }
    propagateIfChanged(after, after->add(readers));
    return success();
  }

  /// A kernel starts with nothing pending.
  void setToEntryState(PendingReads *) override {}

private:
  static bool waitsForBlock(Operation *op) {
    if (auto barrier = dyn_cast<BarrierOp>(op))
      return bitEnumContainsAny(barrier.getSpaces(), MemorySpaces::Local);
    return isa<gpu::BarrierOp>(op);
  }

  const Uses &uses;
};

struct PlaceBarriersPass
    : ttc::ttg::impl::PlaceBarriersBase<PlaceBarriersPass> {
  void runOnOperation() override {
    Uses uses;
    WalkResult allPlaced = getOperation().walk([&](Operation *op) {
      Scratch scratch = getScratch(op);
      if (!scratch.bytes)
        return WalkResult::advance();
      auto offset = op->getAttrOfType<IntegerAttr>(sharedOffsetAttrName);
      if (!offset) {
        op->emitOpError() << "has no '" << sharedOffsetAttrName
                          << "'; allocate shared memory first";
        return WalkResult::interrupt();
      }
      uint64_t begin = offset.getInt();
      uses[op] = {begin, begin + scratch.bytes, scratch.withinWarps};
      return WalkResult::advance();
    });
    if (allPlaced.wasInterrupted())
      return signalPassFailure();
    if (!uses.empty() && failed(insertBarriers(uses)))
      signalPassFailure();
  }

private:
  LogicalResult insertBarriers(const Uses &uses) {
    DataFlowSolver solver(DataFlowConfig().setInterprocedural(false));
    dataflow::loadBaselineAnalyses(solver);
    solver.load<PendingReadsAnalysis>(uses);
    if (failed(solver.initializeAndRun(getOperation())))
      return failure();
    for (const auto &entry : uses) {
      Operation *op = entry.first;
      const auto *pending =
          solver.lookupState<PendingReads>(solver.getProgramPointBefore(op));
      if (!pending || !PendingReadsAnalysis::isHazard(uses, op, pending->get()))
        continue;
      OpBuilder builder(op);
      BarrierOp::create(builder, op->getLoc(), MemorySpaces::Local);
    }
    return success();
  }
};
} // namespace
