//===- PlaceBarriers.cpp - Wait before memory is written again ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense forward data-flow analysis of the accesses that may be pending.
//
// Shared memory. Every op with scratch writes, waits and reads
// (SharedMemory.h), so pending reads are the only hazard: a later write must
// not come before them. After an op that waits for the block nothing is pending
// but its own reads.
//
// Global memory. Where several threads hold copies of an element, all of them
// load it but only the first stores it (the lowering's rule). So a load by
// copies must not be overtaken by a later store to the same array, nor overtake
// an earlier one. Arrays are told apart by the kernel's arguments: two of them
// are taken not to overlap. Other loads and stores of one element are made by
// one thread, in order, as long as layouts agree; a program that lets elements
// meet in other ways states its barriers itself.
//
// Loops need no care, what is pending comes back along the back edge.
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

/// An access of global memory that may need a barrier.
struct GlobalUse {
  /// The argument that the pointers come from; null if that is not known.
  Value array;
  bool writes;
};
using GlobalUses = DenseMap<Operation *, GlobalUse>;

struct AllUses {
  Uses scratch;
  GlobalUses global;

  bool isHazard(Operation *op,
                const SmallPtrSet<Operation *, 4> &pending) const;
  /// The memory that the op accesses.
  MemorySpaces getSpaces(Operation *op) const;
  /// What a barrier before the op has to order.
  MemorySpaces getBarrierFor(Operation *op) const {
    return global.contains(op) ? MemorySpaces::All : MemorySpaces::Local;
  }

private:
  bool isScratchHazard(Operation *op, const Use &use, Operation *reader) const;
  bool isGlobalHazard(const GlobalUse &use, Operation *earlier) const;
};

/// The ops whose accesses may be pending.
class PendingAccesses : public dataflow::AbstractDenseLattice {
public:
  using AbstractDenseLattice::AbstractDenseLattice;
  using Accesses = SmallPtrSet<Operation *, 4>;

  ChangeResult join(const AbstractDenseLattice &other) override {
    return add(static_cast<const PendingAccesses &>(other).accesses);
  }
  ChangeResult add(const Accesses &more) {
    unsigned before = accesses.size();
    accesses.insert_range(more);
    return accesses.size() != before ? ChangeResult::Change
                                     : ChangeResult::NoChange;
  }
  const Accesses &get() const { return accesses; }
  void print(raw_ostream &os) const override {
    os << accesses.size() << " pending accesses";
  }

private:
  Accesses accesses;
};

class PendingAccessesAnalysis
    : public dataflow::DenseForwardDataFlowAnalysis<PendingAccesses> {
public:
  PendingAccessesAnalysis(DataFlowSolver &solver, const AllUses &uses)
      : DenseForwardDataFlowAnalysis(solver), uses(uses) {}

  LogicalResult visitOperation(Operation *op, const PendingAccesses &before,
                               PendingAccesses *after) override {
    PendingAccesses::Accesses accesses = before.get();
    MemorySpaces ordered = waitsFor(op);
    // What comes after sees the barrier that a hazard leads to.
    if (uses.isHazard(op, accesses))
      ordered = ordered | uses.getBarrierFor(op);
    accesses.remove_if([&](Operation *earlier) {
      return bitEnumContainsAll(ordered, uses.getSpaces(earlier));
    });
    if (uses.scratch.contains(op) || uses.global.contains(op))
      accesses.insert(op);
    propagateIfChanged(after, after->add(accesses));
    return success();
  }

  /// A kernel starts with nothing pending.
  void setToEntryState(PendingAccesses *) override {}

private:
  /// The memory of which `op` makes all threads see what was done before.
  MemorySpaces waitsFor(Operation *op) const {
    if (auto use = uses.scratch.find(op); use != uses.scratch.end())
      return use->second.withinWarps ? MemorySpaces::None : MemorySpaces::All;
    if (auto barrier = dyn_cast<BarrierOp>(op))
      return barrier.getSpaces();
    return isa<gpu::BarrierOp>(op) ? MemorySpaces::All : MemorySpaces::None;
  }

  const AllUses &uses;
};
} // namespace

//===----------------------------------------------------------------------===//
// Hazards
//===----------------------------------------------------------------------===//

/// What never leaves a warp is kept in order by the op's own barrier of the
/// warp, if it meets itself again in a loop.
bool AllUses::isScratchHazard(Operation *op, const Use &use,
                              Operation *reader) const {
  auto other = scratch.find(reader);
  return other != scratch.end() && other->second.begin < use.end &&
         use.begin < other->second.end && !(op == reader && use.withinWarps);
}

bool AllUses::isGlobalHazard(const GlobalUse &use, Operation *earlier) const {
  auto other = global.find(earlier);
  if (other == global.end() || other->second.writes == use.writes)
    return false;
  return !use.array || !other->second.array || use.array == other->second.array;
}

MemorySpaces AllUses::getSpaces(Operation *op) const {
  MemorySpaces spaces = MemorySpaces::None;
  if (scratch.contains(op))
    spaces = spaces | MemorySpaces::Local;
  if (auto use = global.find(op); use != global.end())
    spaces = spaces | (use->second.writes ? MemorySpaces::GlobalWrite
                                          : MemorySpaces::GlobalRead);
  return spaces;
}

/// Whether `op` must wait for one of the pending accesses.
bool AllUses::isHazard(Operation *op,
                       const SmallPtrSet<Operation *, 4> &pending) const {
  if (auto use = scratch.find(op); use != scratch.end())
    if (llvm::any_of(pending, [&](Operation *earlier) {
          return isScratchHazard(op, use->second, earlier);
        }))
      return true;
  auto use = global.find(op);
  return use != global.end() && llvm::any_of(pending, [&](Operation *earlier) {
           return isGlobalHazard(use->second, earlier);
         });
}

/// The kernel's argument that pointers come from; null if that cannot be told.
static Value findArray(Value pointer) {
  while (Operation *op = pointer.getDefiningOp()) {
    if (!isa<tt::AddPtrOp, tt::SplatOp, tt::BitcastOp, ConvertLayoutOp,
             tt::ExpandDimsOp, tt::BroadcastOp, tt::ReshapeOp, tt::TransOp>(op))
      return {};
    pointer = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(pointer);
  return isa<tt::FuncOp>(argument.getOwner()->getParentOp()) ? argument
                                                             : Value();
}

/// Whether several threads hold the same element of what `pointer` points to.
static bool hasCopies(Value pointer) {
  auto type = dyn_cast<RankedTensorType>(pointer.getType());
  if (!type)
    return true;
  std::optional<LinearLayout> layout = tt::getLayout(type);
  if (!layout)
    return false;
  LinearLayout threads = layout->removeReplication(Space::Register);
  return threads.freeVariableMask(Space::Lane) ||
         threads.freeVariableMask(Space::Warp);
}

/// Stores and atomics, and loads that several threads make of one element.
static std::optional<GlobalUse> getGlobalUse(Operation *op) {
  if (isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op))
    return GlobalUse{findArray(op->getOperand(0)), /*writes=*/true};
  if (auto load = dyn_cast<tt::LoadOp>(op); load && hasCopies(load.getPtr()))
    return GlobalUse{findArray(load.getPtr()), /*writes=*/false};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct PlaceBarriersPass
    : ttc::ttg::impl::PlaceBarriersBase<PlaceBarriersPass> {
  void runOnOperation() override {
    AllUses uses;
    WalkResult allPlaced = getOperation().walk([&](Operation *op) {
      if (std::optional<GlobalUse> use = getGlobalUse(op))
        uses.global[op] = *use;
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
      uses.scratch[op] = {begin, begin + scratch.bytes, scratch.withinWarps};
      return WalkResult::advance();
    });
    if (allPlaced.wasInterrupted() || failed(insertBarriers(uses)))
      signalPassFailure();
  }

private:
  LogicalResult insertBarriers(const AllUses &uses) {
    bool hasCopiedLoads = llvm::any_of(
        uses.global, [](const auto &entry) { return !entry.second.writes; });
    if (uses.scratch.empty() && !hasCopiedLoads)
      return success();
    DataFlowSolver solver(DataFlowConfig().setInterprocedural(false));
    dataflow::loadBaselineAnalyses(solver);
    solver.load<PendingAccessesAnalysis>(uses);
    if (failed(solver.initializeAndRun(getOperation())))
      return failure();
    getOperation().walk([&](Operation *op) {
      const auto *pending =
          solver.lookupState<PendingAccesses>(solver.getProgramPointBefore(op));
      if (!pending || !uses.isHazard(op, pending->get()))
        return;
      OpBuilder builder(op);
      BarrierOp::create(builder, op->getLoc(), uses.getBarrierFor(op));
    });
    return success();
  }
};
} // namespace
