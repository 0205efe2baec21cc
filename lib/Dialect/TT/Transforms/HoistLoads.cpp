//===- HoistLoads.cpp - Loads that a loop repeats move before it ----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load moves before a loop if its operands do not change in the loop,
// nothing in the loop writes memory, and every iteration performs it. Unless
// the loop's bounds are constants that make it run, the load is masked by
// whether it does:
//
//   scf.for %i = %lb to %ub { %x = tt.load %p }
// becomes
//   %runs = arith.cmpi slt, %lb, %ub
//   %x = tt.load %p, %runs
//   scf.for %i = %lb to %ub { }
//
// Of an `scf.while`, the condition's part runs at least once, so its loads need
// no mask. What comes after runs if the condition holds at first, which is
// computed once more for it, from what the loop starts with.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// Whether nothing but reads happens in the loop.
static bool onlyReads(LoopLikeOpInterface loop) {
  return !loop->walk([](Operation *op) {
                if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                    isMemoryEffectFree(op) ||
                    hasSingleEffect<MemoryEffects::Read>(op))
                  return WalkResult::advance();
                return WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether the loop runs at least once, as an i1; null if it surely does.
static Value makeRuns(OpBuilder &builder, scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  bool isUnsigned = loop.getUnsignedCmp();
  if (lower && upper && *lower < *upper && (!isUnsigned || *lower >= 0))
    return {};
  return arith::CmpIOp::create(builder, loop.getLoc(),
                               isUnsigned ? arith::CmpIPredicate::ult
                                          : arith::CmpIPredicate::slt,
                               loop.getLowerBound(), loop.getUpperBound());
}

/// As many ops compute a condition twice rather than a load in each iteration.
static constexpr unsigned maxConditionOps = 8;

/// The ops of the condition's part that compute the condition, in their order;
/// nullopt if they are many, or more than arithmetic.
static std::optional<SmallVector<Operation *>>
findConditionOps(scf::WhileOp loop) {
  llvm::SmallPtrSet<Operation *, 8> needed;
  SmallVector<Operation *> ops;
  auto need = [&](Value value) {
    if (Operation *def = value.getDefiningOp())
      needed.insert(def);
  };
  need(loop.getConditionOp().getCondition());
  for (Operation &op : llvm::reverse(*loop.getBeforeBody())) {
    if (!needed.contains(&op))
      continue;
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
        ops.size() == maxConditionOps)
      return std::nullopt;
    ops.push_back(&op);
    llvm::for_each(op.getOperands(), need);
  }
  return SmallVector<Operation *>(llvm::reverse(ops));
}

/// Whether the condition holds before the first iteration.
static Value makeRuns(OpBuilder &builder, scf::WhileOp loop,
                      ArrayRef<Operation *> conditionOps) {
  IRMapping mapping;
  mapping.map(loop.getBeforeArguments(), loop.getInits());
  for (Operation *op : conditionOps)
    builder.clone(*op, mapping);
  return mapping.lookupOrDefault(loop.getConditionOp().getCondition());
}

/// Performs the load only if `runs` holds.
static void addCondition(OpBuilder &builder, LoadOp load, Value runs) {
  Value mask = runs;
  Type maskType = getTypeLike(load.getPtr().getType(), builder.getI1Type());
  if (isa<RankedTensorType>(maskType))
    mask = SplatOp::create(builder, load.getLoc(), maskType, runs);
  if (load.getMask())
    mask = arith::AndIOp::create(builder, load.getLoc(), load.getMask(), mask);
  load.getMaskMutable().assign(mask);
}

/// A load whose mask can be changed, and that need not be repeated. Block
/// pointers have no masks.
static bool canMove(LoadOp load) {
  auto pointer = cast<PointerType>(getScalarType(load.getPtr().getType()));
  bool hasLayout =
      isa<RankedTensorType>(load.getType()) && !getPlainTile(load.getType());
  return !load.getIsVolatile() && !hasLayout &&
         !isa<RankedTensorType>(pointer.getPointeeType());
}

/// The loads of a block, which every iteration runs, that may move before the
/// loop.
static SmallVector<LoadOp> findLoads(LoopLikeOpInterface loop, Block *block) {
  auto loads = llvm::filter_to_vector(block->getOps<LoadOp>(), [&](LoadOp op) {
    return canMove(op) && llvm::all_of(op->getOperands(), [&](Value value) {
             return loop.isDefinedOutsideOfLoop(value);
           });
  });
  if (!loads.empty() && !onlyReads(loop))
    loads.clear();
  return loads;
}

bool tt::hoistLoads(scf::ForOp loop) {
  SmallVector<LoadOp> loads = findLoads(loop, loop.getBody());
  if (loads.empty())
    return false;
  OpBuilder builder(loop);
  Value runs = makeRuns(builder, loop);
  for (LoadOp load : loads) {
    reportRewrite(load, "hoist-load", "performed once, before the loop");
    if (runs)
      addCondition(builder, load, runs);
    load->moveBefore(loop);
  }
  return true;
}

static bool hoistFromCondition(scf::WhileOp loop) {
  SmallVector<LoadOp> loads = findLoads(loop, loop.getBeforeBody());
  for (LoadOp load : loads) {
    reportRewrite(load, "hoist-load", "performed once, before the loop");
    load->moveBefore(loop);
  }
  return !loads.empty();
}

static bool hoistFromBody(scf::WhileOp loop) {
  SmallVector<LoadOp> loads = findLoads(loop, loop.getAfterBody());
  if (loads.empty())
    return false;
  std::optional<SmallVector<Operation *>> conditionOps = findConditionOps(loop);
  if (!conditionOps)
    return false;
  OpBuilder builder(loop);
  Value runs = makeRuns(builder, loop, *conditionOps);
  for (LoadOp load : loads) {
    reportRewrite(load, "hoist-load",
                  "performed once, before the loop, if the condition holds");
    addCondition(builder, load, runs);
    load->moveBefore(loop);
  }
  return true;
}

bool tt::hoistLoads(scf::WhileOp loop) {
  // The condition may depend on what it loads.
  bool changed = hoistFromCondition(loop);
  return hoistFromBody(loop) || changed;
}
