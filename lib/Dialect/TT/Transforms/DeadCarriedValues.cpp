//===- DeadCarriedValues.cpp - What loops carry for nobody ----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = scf.for ... iter_args(%a = %a0) {
//     yield f(%a)
//   }
// becomes, if nobody uses %r and nothing in the loop that matters uses %a,
//   %r = scf.for ... iter_args(%a = %a0) {
//     yield %a
//   }
//
// which canonicalization removes, and `f` with it. The values seem to be used,
// by each other from one iteration to the next. Likewise for `scf.while`, which
// yields the value from before the loop.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

namespace {
/// The values in a loop that something depends on: what has an effect, control
/// flow, or the code after the loop.
class LiveValues {
public:
  explicit LiveValues(scf::ForOp loop) {
    OperandRange yielded = loop.getBody()->getTerminator()->getOperands();
    addEffects(loop);
    addCarried(loop.getRegionIterArgs(), yielded);
    addResults(loop.getResults(), yielded);
    propagate();
  }

  explicit LiveValues(scf::WhileOp loop) {
    addEffects(loop);
    scf::ConditionOp condition = loop.getConditionOp();
    add(condition.getCondition());
    addCarried(loop.getAfterArguments(), condition.getArgs());
    addCarried(loop.getBeforeArguments(), loop.getYieldOp()->getOperands());
    addResults(loop.getResults(), condition.getArgs());
    propagate();
  }

  bool contains(Value value) const { return live.contains(value); }

private:
  /// `arguments` take on `next` in the next iteration.
  void addCarried(Block::BlockArgListType arguments, OperandRange next) {
    for (auto [argument, value] : llvm::zip_equal(arguments, next))
      feeds[argument] = value;
  }

  /// The results that are used are the values in `last`.
  void addResults(ResultRange results, OperandRange last) {
    for (auto [result, value] : llvm::zip_equal(results, last))
      if (!result.use_empty())
        add(value);
  }

  static bool isLeaf(Operation *op) {
    return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
           !op->hasTrait<OpTrait::IsTerminator>();
  }

  void addEffects(Operation *loop) {
    loop->walk([&](Operation *op) {
      if (op != loop && !isLeaf(op) &&
          !(op->hasTrait<OpTrait::IsTerminator>() && op->getParentOp() == loop))
        for (Value operand : op->getOperands())
          add(operand);
    });
  }

  void add(Value value) {
    if (live.insert(value).second)
      worklist.push_back(value);
  }

  void propagate() {
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (Value next = feeds.lookup(value))
        add(next);
      Operation *def = value.getDefiningOp();
      if (def && isLeaf(def))
        for (Value operand : def->getOperands())
          add(operand);
    }
  }

  /// What a carried value is in the next iteration.
  llvm::DenseMap<Value, Value> feeds;
  llvm::DenseSet<Value> live;
  SmallVector<Value> worklist;
};

/// Whether an op in the loop computes the value. Others cost nothing, and are
/// what canonicalization replaces with each other.
bool isComputedIn(LoopLikeOpInterface loop, Value value) {
  return value.getDefiningOp() && !loop.isDefinedOutsideOfLoop(value);
}

struct DropDeadOfFor : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    auto isCandidate = [&](unsigned i) {
      return loop.getResult(i).use_empty() &&
             isComputedIn(loop, loop.getYieldedValues()[i]);
    };
    auto candidates = llvm::filter_to_vector(
        llvm::seq<unsigned>(0, loop.getNumRegionIterArgs()), isCandidate);
    if (candidates.empty())
      return failure();
    LiveValues live(loop);
    llvm::erase_if(candidates, [&](unsigned i) {
      return live.contains(loop.getRegionIterArgs()[i]);
    });
    if (candidates.empty())
      return failure();
    reportRewrite(loop, "dead-value", "carried for nobody");
    Operation *yield = loop.getBody()->getTerminator();
    rewriter.modifyOpInPlace(yield, [&] {
      for (unsigned i : candidates)
        yield->setOperand(i, loop.getRegionIterArgs()[i]);
    });
    return success();
  }
};

struct DropDeadOfWhile : OpRewritePattern<scf::WhileOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::WhileOp loop,
                                PatternRewriter &rewriter) const override {
    Operation *yield = loop.getYieldOp();
    if (yield->getNumOperands() == 0)
      return failure();
    LiveValues live(loop);
    SmallVector<unsigned> dead;
    for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments()))
      if (!live.contains(argument) && isComputedIn(loop, yield->getOperand(i)))
        dead.push_back(i);
    if (dead.empty())
      return failure();
    reportRewrite(loop, "dead-value", "carried for nobody");
    rewriter.modifyOpInPlace(yield, [&] {
      for (unsigned i : dead)
        yield->setOperand(i, loop.getInits()[i]);
    });
    return success();
  }
};
} // namespace

void tt::populateDeadCarriedValuePatterns(RewritePatternSet &patterns) {
  patterns.add<DropDeadOfFor, DropDeadOfWhile>(patterns.getContext());
}
