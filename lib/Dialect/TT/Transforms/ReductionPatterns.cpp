//===- ReductionPatterns.cpp - Reductions of views ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   reduce along an axis of extent 1         the tile without that axis
//   reduce(broadcast x), repeated axis       x, for min, max, and, or
//   reduce(broadcast x), another axis        broadcast(reduce x)
//   reduce(trans x)                          reduce x along the other axis
//
// Of reductions with one operand.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// The reduction's one operand, if it has no layout; null otherwise.
static Value getPlainSource(ReduceOp op) {
  if (op.getSrcs().size() != 1 || !getPlainTile(op.getSourceType()))
    return {};
  return op.getSrcs()[0];
}

/// A copy of the reduction, of another tile along another axis.
static ReduceOp reduceOf(PatternRewriter &rewriter, ReduceOp op, Value tile,
                         unsigned axis) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  Type result = shape.empty() ? type.getElementType() : Type(type.clone(shape));
  auto reduce = ReduceOp::create(rewriter, op.getLoc(), TypeRange(result), tile,
                                 rewriter.getI32IntegerAttr(axis));
  rewriter.cloneRegionBefore(op.getCombine(), reduce.getCombine(),
                             reduce.getCombine().end());
  return reduce;
}

/// Whether combining a value with itself gives the value, of every value.
static bool isIdempotent(ReduceOp op) {
  Block &block = op.getCombine().front();
  Operation *combine = block.getTerminator()->getOperand(0).getDefiningOp();
  if (!combine || block.without_terminator().begin() == block.end() ||
      !llvm::hasSingleElement(block.without_terminator()))
    return false;
  return isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp,
             arith::AndIOp, arith::OrIOp, arith::MinimumFOp, arith::MaximumFOp,
             arith::MinNumFOp, arith::MaxNumFOp>(combine);
}

namespace {
/// Along an axis where all elements are one, there is nothing to combine.
struct ReduceRepeated : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Value src = getPlainSource(op);
    if (!src || distinctShape(src)[op.getAxis()] != 1)
      return failure();
    RankedTensorType type = op.getSourceType();
    if (type.getDimSize(op.getAxis()) != 1 && !isIdempotent(op))
      return failure();
    Value result = dropAxis(rewriter, op, src);
    if (!result)
      return failure();
    reportRewrite(op, "reduce", "all elements along the axis are one");
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// The elements that are left when the axis is dropped.
  static Value dropAxis(PatternRewriter &rewriter, ReduceOp op, Value src) {
    Location loc = op.getLoc();
    auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
    if (isUniform(src)) {
      Value scalar = getUniformScalar(rewriter, loc, src);
      return type ? Value(SplatOp::create(rewriter, loc, type, scalar))
                  : scalar;
    }
    if (auto broadcast = src.getDefiningOp<BroadcastOp>())
      src = broadcast.getSrc();
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(src.getType()).getShape());
    if (!type)
      return UnsplatOp::create(rewriter, loc, src);
    shape.erase(shape.begin() + op.getAxis());
    Value flat = ReshapeOp::create(rewriter, loc, type.clone(shape), src,
                                   /*allow_reorder=*/UnitAttr(),
                                   /*efficient_layout=*/UnitAttr());
    return broadcastTo(rewriter, loc, flat, type);
  }
};

/// Rows that are equal are reduced once.
struct ReduceBroadcast : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Value src = getPlainSource(op);
    auto broadcast = src ? src.getDefiningOp<BroadcastOp>() : BroadcastOp();
    if (!broadcast)
      return failure();
    // A broadcast along the axis alone makes no fewer rows.
    SmallVector<int64_t> shape(op.getSourceType().getShape());
    SmallVector<int64_t> small = distinctShape(src);
    small[op.getAxis()] = shape[op.getAxis()];
    if (small == shape)
      return failure();
    Value tile = shrinkTile(rewriter, op.getLoc(), src, small);
    reportRewrite(op, "reduce", "equal rows are reduced once");
    ReduceOp reduce = reduceOf(rewriter, op, tile, op.getAxis());
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getResult(0).getType(),
                                             reduce.getResult(0));
    return success();
  }
};

struct ReduceTransposed : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Value src = getPlainSource(op);
    auto trans = src ? src.getDefiningOp<TransOp>() : TransOp();
    if (!trans)
      return failure();
    int32_t axis = trans.getOrder()[op.getAxis()];
    SmallVector<int32_t> order;
    for (auto [i, dim] : llvm::enumerate(trans.getOrder()))
      if (i != op.getAxis())
        order.push_back(dim > axis ? dim - 1 : dim);
    reportRewrite(op, "reduce", "reduced before the transposition");
    Value result = reduceOf(rewriter, op, trans.getSrc(), axis).getResult(0);
    if (!llvm::is_sorted(order))
      result = TransOp::create(rewriter, op.getLoc(), op.getResult(0).getType(),
                               result, order);
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void tt::populateReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<ReduceRepeated, ReduceBroadcast, ReduceTransposed>(
      patterns.getContext());
}
