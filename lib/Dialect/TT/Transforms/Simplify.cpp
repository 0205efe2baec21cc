//===- Simplify.cpp - Runs the patterns to a fixpoint ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes tt-shrink-tiles, tt-combine, tt-optimize-loops and tt-simplify,
// which is all of them. A fixpoint over all of them is why running the
// optimizer twice changes nothing.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "ttc/Dialect/TT/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace ttc::tt {
#define GEN_PASS_DEF_COMBINEOPS
#define GEN_PASS_DEF_OPTIMIZELOOPS
#define GEN_PASS_DEF_SHRINKTILES
#define GEN_PASS_DEF_SIMPLIFY
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"
} // namespace ttc::tt

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static void populateShrinking(RewritePatternSet &patterns) {
  populateViewPatterns(patterns);
  populateElementwisePatterns(patterns);
  populateReassociationPatterns(patterns);
  populateReductionPatterns(patterns);
}

static void populateCombining(RewritePatternSet &patterns) {
  populateMemoryPatterns(patterns);
  populateDotPatterns(patterns);
  populateCastPatterns(patterns);
}

static void populateLoops(RewritePatternSet &patterns) {
  populateCarriedTilePatterns(patterns);
  populateLoopReductionPatterns(patterns);
  populateDeadCarriedValuePatterns(patterns);
  scf::ForOp::getCanonicalizationPatterns(patterns, patterns.getContext());
  scf::WhileOp::getCanonicalizationPatterns(patterns, patterns.getContext());
}

/// The canonicalization of everything that is loaded.
static void populateCanonicalization(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
}

/// Moves out of loops what does not change in them, inner loops first. Returns
/// whether there was anything.
static bool hoist(FuncOp func) {
  bool changed = false;
  func.walk([&](LoopLikeOpInterface loop) {
    changed |= moveLoopInvariantCode(loop) != 0;
    if (auto counted = dyn_cast<scf::ForOp>(*loop))
      changed |= hoistLoads(counted);
    else if (auto conditional = dyn_cast<scf::WhileOp>(*loop))
      changed |= hoistLoads(conditional);
  });
  return changed;
}

namespace {
/// A pass that is nothing but patterns, collected once for all functions.
template <typename Base, void (*...populate)(RewritePatternSet &)>
struct PatternPass : Base {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet collected(context);
    (populate(collected), ...);
    this->populateOptional(collected);
    patterns = std::move(collected);
    return success();
  }
  void runOnOperation() override {
    // Patterns that undo each other would go on forever. Stopping early leaves
    // a correct function, only a longer one.
    FuncOp func = this->getOperation();
    int64_t count = 0;
    func.walk([&](Operation *) { ++count; });
    GreedyRewriteConfig config;
    config.setMaxNumRewrites(1000 + 100 * count);
    (void)applyPatternsGreedily(func, patterns, config);
  }
  /// Patterns that depend on the pass's options.
  virtual void populateOptional(RewritePatternSet &) {}
  FrozenRewritePatternSet patterns;
};

struct ShrinkTiles
    : PatternPass<tt::impl::ShrinkTilesBase<ShrinkTiles>, populateShrinking> {};
struct CombineOps
    : PatternPass<tt::impl::CombineOpsBase<CombineOps>, populateCombining> {};

struct OptimizeLoops
    : PatternPass<tt::impl::OptimizeLoopsBase<OptimizeLoops>, populateLoops> {
  void runOnOperation() override {
    hoist(getOperation());
    PatternPass::runOnOperation();
  }
};

struct Simplify
    : PatternPass<tt::impl::SimplifyBase<Simplify>, populateCanonicalization,
                  populateShrinking, populateCombining, populateLoops> {
  using Simplify::PatternPass::PatternPass;
  void populateOptional(RewritePatternSet &collected) override {
    if (formDots)
      populateDotFormingPatterns(collected);
  }
  void runOnOperation() override {
    // Two rounds are the rule; what remains after many is correct, too.
    for (int round = 0; round < 8; ++round) {
      PatternPass::runOnOperation();
      if (!mergeAndHoist(getOperation()) && !narrowIntegers(getOperation()))
        return;
    }
  }

private:
  /// Returns whether anything changed.
  static bool mergeAndHoist(FuncOp func) {
    IRRewriter rewriter(func.getContext());
    DominanceInfo dominance(func);
    bool changed = false;
    eliminateCommonSubExpressions(rewriter, dominance, func, &changed);
    changed |= hoist(func);
    return changed;
  }
};
} // namespace
