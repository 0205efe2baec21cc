//===- LoopReductions.cpp - Partial results in a loop, one at its end -----===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for ... iter_args(%s = %s0) {
//     %r = "tt.reduce"(%x)
//     yield %s + %r
//   }
// becomes
//   %t = scf.for ... iter_args(%t = zeros) {
//     yield %t + %x
//   }
//   %s0 + "tt.reduce"(%t)
//
// A reduction exchanges values between threads, and mostly waits for all of the
// block; an addition does not. The tile takes registers, so it must not be
// large. The same for every op that combines in any order to the same bits;
// sums of floats are added in another order, which the remark says.
//
// Splitting one reduction in a straight line, on the other hand, gains nothing:
// each thread combines its own elements first as it is.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// Elements of a tile that a loop may carry for it: 32 registers of each thread
/// of four warps.
static constexpr int64_t maxElements = 4096;

namespace {
/// A carried value that grows by a reduction in each iteration.
struct Accumulation {
  unsigned index;
  /// What adds the reduction to the carried value.
  Operation *add;
  ReduceOp reduce;
};
} // namespace

/// The accumulation that a carried value is, if it is one.
static std::optional<Accumulation> match(scf::ForOp loop, unsigned index) {
  BlockArgument carried = loop.getRegionIterArgs()[index];
  Operation *add = loop.getYieldedValues()[index].getDefiningOp();
  if (!add || add->getNumOperands() != 2 || !add->hasOneUse() ||
      !carried.hasOneUse() || *carried.getUsers().begin() != add)
    return std::nullopt;
  Value other = add->getOperand(add->getOperand(0) == carried ? 1 : 0);
  auto reduce = other.getDefiningOp<ReduceOp>();
  if (!reduce || !other.hasOneUse() || reduce->getBlock() != loop.getBody() ||
      add->getBlock() != loop.getBody())
    return std::nullopt;
  Operation *combine = getCombineOp(reduce);
  RankedTensorType type = getPlainTile(reduce.getSourceType());
  if (!combine || !type || type.getNumElements() > maxElements ||
      combine->getName() != add->getName() ||
      combine->getAttrs() != add->getAttrs() ||
      !(isOrderFree(combine) || isa<arith::AddFOp>(combine)))
    return std::nullopt;
  return Accumulation{index, add, reduce};
}

namespace {
struct SplitCarriedReduction : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
      if (std::optional<Accumulation> found = match(loop, i)) {
        report(*found);
        split(rewriter, loop, *found);
        return success();
      }
    return failure();
  }

private:
  static void report(const Accumulation &found) {
    std::string what = "combined by element in the loop, reduced after it";
    if (isa<arith::AddFOp>(found.add))
      what += ", " +
              describeReordering("(n - 1)",
                                 cast<FloatType>(getScalarType(
                                     found.add->getResult(0).getType()))) +
              ", for the n elements of all iterations";
    reportRewrite(found.reduce, "partial-reduction", what);
  }

  /// A tile of what changes nothing that it is combined with.
  static Value makeNeutral(OpBuilder &builder, ReduceOp reduce) {
    Operation *combine = getCombineOp(reduce);
    TypedAttr neutral = *arith::getNeutralElement(combine);
    // MLIR's, which is +0, would turn -0 into itself.
    if (isa<arith::AddFOp>(combine))
      neutral = builder.getFloatAttr(neutral.getType(), -0.0);
    return arith::ConstantOp::create(
        builder, reduce.getLoc(),
        SplatElementsAttr::get(reduce.getSourceType(), neutral));
  }

  static void split(PatternRewriter &rewriter, scf::ForOp loop,
                    const Accumulation &found) {
    auto [index, add, reduce] = found;
    bool isLeft = add->getOperand(0) == loop.getRegionIterArgs()[index];
    auto combine = [&, add = add](OpBuilder &builder, Value sum, Value value) {
      Value operands[] = {isLeft ? sum : value, isLeft ? value : sum};
      Operation *combined = rebuild(builder, add, operands, sum.getType());
      dropOverflowPromises(combined);
      return combined->getResult(0);
    };
    // The old value stays what it was before the loop, and so goes.
    Operation *yield = loop.getBody()->getTerminator();
    rewriter.modifyOpInPlace(yield, [&, index = index] {
      yield->setOperand(index, loop.getRegionIterArgs()[index]);
    });
    Value tile = reduce.getSrcs()[0];
    auto yieldTile = [&](OpBuilder &builder, Location,
                         ArrayRef<BlockArgument> added) {
      return SmallVector<Value>{combine(builder, added.back(), tile)};
    };
    Value neutral = makeNeutral(rewriter, reduce);
    auto newLoop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, neutral, /*replaceInitOperandUsesInLoop=*/false, yieldTile));
    rewriter.setInsertionPointAfter(newLoop);
    IRMapping mapping;
    mapping.map(tile, newLoop.getResults().back());
    auto total = cast<ReduceOp>(rewriter.clone(*reduce, mapping));
    dropOverflowPromises(getCombineOp(total));
    Value sum =
        combine(rewriter, newLoop.getInitArgs()[index], total.getResult(0));
    rewriter.replaceAllUsesWith(newLoop.getResult(index), sum);
    rewriter.eraseOp(add);
    rewriter.eraseOp(reduce);
  }
};
} // namespace

void tt::populateLoopReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitCarriedReduction>(patterns.getContext());
}
