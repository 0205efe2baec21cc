//===- ViewPatterns.cpp - Chains of views become shorter ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain ends up in the order trans or reshape, expand_dims, broadcast:
//
//   expand_dims(broadcast x)     broadcast(expand_dims x)
//   trans(broadcast x)           broadcast(trans x)
//   trans(expand_dims x)         expand_dims(trans x), or expand_dims x
//   trans(trans x)               trans x
//   reshape(expand_dims x)       reshape x
//   expand_dims(reshape x)       reshape x
//   reshape that adds one 1      expand_dims
//   join(split x)                x
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static RankedTensorType typeOf(Value tile) {
  return cast<RankedTensorType>(tile.getType());
}

/// The shape with another dimension of extent 1.
static SmallVector<int64_t> expanded(ArrayRef<int64_t> shape, unsigned axis) {
  SmallVector<int64_t> result(shape);
  result.insert(result.begin() + axis, 1);
  return result;
}

/// Dimension `i` of the result is dimension `order[i]`.
static SmallVector<int64_t> permuted(ArrayRef<int64_t> shape,
                                     ArrayRef<int32_t> order) {
  return llvm::map_to_vector(order, [&](int32_t dim) { return shape[dim]; });
}

static Value transpose(OpBuilder &builder, Location loc, Value tile,
                       ArrayRef<int32_t> order) {
  if (llvm::is_sorted(order))
    return tile;
  RankedTensorType type = typeOf(tile);
  return TransOp::create(
      builder, loc, type.clone(permuted(type.getShape(), order)), tile, order);
}

namespace {
struct ExpandBroadcast : OpRewritePattern<ExpandDimsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpandDimsOp op,
                                PatternRewriter &rewriter) const override {
    auto broadcast = op.getSrc().getDefiningOp<BroadcastOp>();
    if (!broadcast || !getPlainTile(op.getType()))
      return failure();
    Value small =
        expandDims(rewriter, op.getLoc(), broadcast.getSrc(), op.getAxis());
    reportRewrite(op, "view-chain", "expanded before the broadcast");
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), small);
    return success();
  }
};

struct TransposeBroadcast : OpRewritePattern<TransOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransOp op,
                                PatternRewriter &rewriter) const override {
    auto broadcast = op.getSrc().getDefiningOp<BroadcastOp>();
    if (!broadcast || !getPlainTile(op.getType()))
      return failure();
    Value small =
        transpose(rewriter, op.getLoc(), broadcast.getSrc(), op.getOrder());
    reportRewrite(op, "view-chain", "transposed before the broadcast");
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), small);
    return success();
  }
};

struct TransposeTranspose : OpRewritePattern<TransOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSrc().getDefiningOp<TransOp>();
    if (!inner || !getPlainTile(op.getType()))
      return failure();
    auto order = llvm::map_to_vector(
        op.getOrder(), [&](int32_t dim) { return inner.getOrder()[dim]; });
    reportRewrite(op, "view-chain", "two transpositions became one");
    rewriter.replaceOp(op,
                       transpose(rewriter, op.getLoc(), inner.getSrc(), order));
    return success();
  }
};

struct TransposeExpanded : OpRewritePattern<TransOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSrc().getDefiningOp<ExpandDimsOp>();
    if (!expand || !getPlainTile(op.getType()))
      return failure();
    int32_t axis = expand.getAxis();
    unsigned newAxis = 0;
    SmallVector<int32_t> order;
    for (auto [i, dim] : llvm::enumerate(op.getOrder())) {
      if (dim == axis)
        newAxis = i;
      else
        order.push_back(dim > axis ? dim - 1 : dim);
    }
    Value small = transpose(rewriter, op.getLoc(), expand.getSrc(), order);
    reportRewrite(op, "view-chain", "transposed before the expansion");
    rewriter.replaceOp(op, expandDims(rewriter, op.getLoc(), small, newAxis));
    return success();
  }
};

struct ReshapeExpanded : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSrc().getDefiningOp<ExpandDimsOp>();
    if (!expand || !getPlainTile(op.getType()))
      return failure();
    reportRewrite(op, "view-chain", "reshaped without the expansion");
    rewriter.modifyOpInPlace(
        op, [&] { op.getSrcMutable().assign(expand.getSrc()); });
    return success();
  }
};

struct ExpandReshaped : OpRewritePattern<ExpandDimsOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpandDimsOp op,
                                PatternRewriter &rewriter) const override {
    auto reshape = op.getSrc().getDefiningOp<ReshapeOp>();
    if (!reshape || !reshape->hasOneUse() || !getPlainTile(op.getType()))
      return failure();
    reportRewrite(op, "view-chain", "reshaped and expanded at once");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, TypeRange(op.getType()),
                                           reshape->getOperands(),
                                           reshape->getAttrs());
    return success();
  }
};

/// An expansion says more about layouts than a reshape does.
struct ReshapeToExpand : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType from = typeOf(op.getSrc());
    if (op.getAllowReorder() || op.getEfficientLayout() ||
        !getPlainTile(op.getType()) ||
        op.getType().getRank() != from.getRank() + 1)
      return failure();
    for (unsigned axis = 0; axis <= from.getRank(); ++axis) {
      if (op.getType().getShape() !=
          ArrayRef<int64_t>(expanded(from.getShape(), axis)))
        continue;
      reportRewrite(op, "view-chain", "a reshape that adds one dimension");
      rewriter.replaceOp(op,
                         expandDims(rewriter, op.getLoc(), op.getSrc(), axis));
      return success();
    }
    return failure();
  }
};

struct JoinSplit : OpRewritePattern<JoinOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(JoinOp op,
                                PatternRewriter &rewriter) const override {
    auto split = op.getLhs().getDefiningOp<SplitOp>();
    if (!split || op.getLhs() != split.getOutLHS() ||
        op.getRhs() != split.getOutRHS() ||
        split.getSrc().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, split.getSrc());
    return success();
  }
};
} // namespace

void tt::populateViewPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandBroadcast, TransposeBroadcast, TransposeTranspose,
               TransposeExpanded, ReshapeExpanded, ExpandReshaped,
               ReshapeToExpand, JoinSplit>(patterns.getContext());
  BroadcastOp::getCanonicalizationPatterns(patterns, patterns.getContext());
  ReshapeOp::getCanonicalizationPatterns(patterns, patterns.getContext());
}
