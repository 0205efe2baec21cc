//===- MemoryPatterns.cpp - Masks and addresses ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   select(m, load(p, m), x)         load(p, m, x)
//   select(m, x, load(p, m, y))      select(m, x, y)
//   store(p, select(m, x, y), m)     store(p, x, m)
//   addptr(p, extsi x)               addptr(p, x), which extends anyway
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// Whether `value`, which is defined at `user`, is so at `earlier` in the same
/// block already.
static bool isDefinedBefore(Value value, Operation *earlier, Operation *user) {
  if (earlier->getBlock() != user->getBlock())
    return false;
  Operation *def = value.getDefiningOp();
  return !def || def->getBlock() != earlier->getBlock() ||
         def->isBeforeInBlock(earlier);
}

namespace {
/// What is selected where the mask is false, the load can return there. A load
/// without a mask gets none: that could narrow its accesses.
struct FoldSelectOfLoad : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto load = op.getTrueValue().getDefiningOp<LoadOp>();
    Value mask = op.getCondition(), other = op.getFalseValue();
    if (!load || !load->hasOneUse() || load.getMask() != mask ||
        !isDefinedBefore(other, load, op))
      return failure();
    reportRewrite(op, "select-of-load", "the load returns the other value");
    rewriter.modifyOpInPlace(load,
                             [&] { load.getOtherMutable().assign(other); });
    rewriter.replaceOp(op, load);
    return success();
  }
};

/// Where the mask is false, the load has returned its other value.
struct FoldSelectOfMaskedOff : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto load = op.getFalseValue().getDefiningOp<LoadOp>();
    if (!load || !load.getOther() || load.getMask() != op.getCondition())
      return failure();
    reportRewrite(op, "select-of-load", "the load's other value is known");
    rewriter.modifyOpInPlace(
        op, [&] { op.getFalseValueMutable().assign(load.getOther()); });
    return success();
  }
};

/// Nobody sees what is selected where nothing is stored.
struct FoldSelectInStore : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    auto select = op.getValue().getDefiningOp<arith::SelectOp>();
    if (!select || !op.getMask() || select.getCondition() != op.getMask())
      return failure();
    reportRewrite(op, "select-in-store", "the store's mask selects the same");
    rewriter.modifyOpInPlace(
        op, [&] { op.getValueMutable().assign(select.getTrueValue()); });
    return success();
  }
};

struct FoldExtendedOffset : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddPtrOp op,
                                PatternRewriter &rewriter) const override {
    auto extend = op.getOffset().getDefiningOp<arith::ExtSIOp>();
    if (!extend || getBitWidth(getScalarType(extend.getIn().getType())) < 8)
      return failure();
    reportRewrite(op, "offset", "the offset is extended anyway");
    rewriter.modifyOpInPlace(
        op, [&] { op.getOffsetMutable().assign(extend.getIn()); });
    return success();
  }
};
} // namespace

void tt::populateMemoryPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldSelectOfLoad, FoldSelectOfMaskedOff, FoldSelectInStore,
               FoldExtendedOffset>(patterns.getContext());
}
