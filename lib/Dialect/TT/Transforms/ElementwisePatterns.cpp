//===- ElementwisePatterns.cpp - Compute before repeating -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views move down, past ops that treat every element alike:
//
//   op(splat a, splat b)                     splat(op(a, b))
//   op(broadcast a, splat b)                 broadcast(op(a, splat b))
//   op(expand_dims a, expand_dims b)         expand_dims(op(a, b))
//   load(broadcast p), broadcast m           broadcast(load p, m)
//
// Splats and broadcasts move wherever they can, since less is computed then.
// Other views only rename elements; they move where that makes no more ops.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// Whether an op computes each element of its one result from the elements at
/// the same place, and from nothing else.
static bool isPureElementwise(Operation *op) {
  if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() != 1 ||
      op->getNumOperands() == 0 || op->getNumRegions() != 0)
    return false;
  // Neighbours share a register in the text.
  if (auto text = dyn_cast<ElementwiseInlineAsmOp>(op))
    if (text.getPackedElement() != 1)
      return false;
  return isMemoryEffectFree(op) && getPlainTile(op->getResult(0).getType());
}

/// The smallest shape at which an op on these operands can be computed; the
/// shape of `type` where they don't repeat.
static SmallVector<int64_t> commonShape(ValueRange operands,
                                        RankedTensorType type) {
  SmallVector<int64_t> shape(type.getRank(), 1);
  for (Value operand : operands)
    if (isa<RankedTensorType>(operand.getType()))
      shape = joinShapes(shape, distinctShape(operand));
  return shape;
}

/// Whether all tensors are uniform. Constants alone are folded elsewhere.
static bool areUniform(ValueRange operands) {
  bool hasSplat = false;
  for (Value operand : operands) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    if (!isUniform(operand))
      return false;
    hasSplat |= bool(operand.getDefiningOp<SplatOp>());
  }
  return hasSplat;
}

/// Computes `op`, elementwise or a load, on scalars or on smaller tiles.
static LogicalResult shrink(Operation *op, PatternRewriter &rewriter) {
  RankedTensorType type = getPlainTile(op->getResult(0).getType());
  Location loc = op->getLoc();
  SmallVector<Value> operands;
  if (areUniform(op->getOperands())) {
    for (Value operand : op->getOperands())
      operands.push_back(isa<RankedTensorType>(operand.getType())
                             ? getUniformScalar(rewriter, loc, operand)
                             : operand);
    // What is promised of every axis holds for the one element that there is.
    Operation *scalar = rebuild(rewriter, op, operands, type.getElementType());
    reportRewrite(op, "splat", "computed once, as a scalar");
    auto splat = SplatOp::create(rewriter, loc, type, scalar->getResult(0));
    copyPromises(op, splat);
    rewriter.replaceOp(op, splat);
    return success();
  }
  SmallVector<int64_t> shape = commonShape(op->getOperands(), type);
  // Constants alone are none of our business here either.
  bool hasBroadcast = llvm::any_of(op->getOperands(), [](Value operand) {
    return bool(operand.getDefiningOp<BroadcastOp>());
  });
  if (!hasBroadcast || type.getShape() == ArrayRef<int64_t>(shape))
    return failure();
  for (Value operand : op->getOperands())
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? shrinkTile(rewriter, loc, operand, shape)
                           : operand);
  Operation *small = rebuild(rewriter, op, operands, type.clone(shape));
  reportRewrite(op, "broadcast", "computed before the broadcast");
  auto broadcast =
      BroadcastOp::create(rewriter, loc, type, small->getResult(0));
  copyPromises(op, broadcast);
  rewriter.replaceOp(op, broadcast);
  return success();
}

namespace {
/// op(splat, splat) and op(broadcast, splat).
struct ShrinkElementwise : RewritePattern {
  explicit ShrinkElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return isPureElementwise(op) ? shrink(op, rewriter) : failure();
  }
};

/// A load through pointers that repeat reads each of them once.
struct ShrinkLoad : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getIsVolatile() || !getPlainTile(op.getType()) ||
        !isa<RankedTensorType>(op.getPtr().getType()))
      return failure();
    return shrink(op, rewriter);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Views that only rename
//===----------------------------------------------------------------------===//

/// Whether both views do the same to tiles of one shape.
static bool isSameView(Operation *a, Operation *b) {
  return a->getName() == b->getName() && a->getAttrs() == b->getAttrs() &&
         cast<RankedTensorType>(a->getOperand(0).getType()).getShape() ==
             cast<RankedTensorType>(b->getOperand(0).getType()).getShape();
}

/// The view that all tensor operands have been through, those aside that are
/// uniform; null if there is none.
static Operation *findCommonView(Operation *op) {
  Operation *view = nullptr;
  bool isMoved = false;
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()) || isUniform(operand))
      continue;
    Operation *def = operand.getDefiningOp();
    if (!isa_and_nonnull<ExpandDimsOp, TransOp, ReshapeOp>(def) ||
        (view && !isSameView(view, def)))
      return nullptr;
    // Otherwise the view would stay and a second one come after it.
    isMoved |= llvm::all_of(def->getUsers(),
                            [&](Operation *user) { return user == op; });
    view = def;
  }
  // Which element goes where is up to each reshape that reorders.
  if (auto reshape = dyn_cast_or_null<ReshapeOp>(view))
    if (reshape.getAllowReorder())
      return nullptr;
  return isMoved ? view : nullptr;
}

namespace {
/// op(view a, view b) is view(op(a, b)).
struct SinkView : RewritePattern {
  explicit SinkView(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isPureElementwise(op))
      return failure();
    Operation *view = findCommonView(op);
    if (!view)
      return failure();
    auto shape =
        cast<RankedTensorType>(view->getOperand(0).getType()).getShape();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(sourceOf(rewriter, op->getLoc(), operand, shape));
    Operation *moved = rebuild(rewriter, op, operands, type.clone(shape));
    reportRewrite(op, "view", "computed before the view");
    Operation *result = rebuild(rewriter, view, moved->getResult(0), type);
    // The view's promises were of its operand before; those of the op name
    // dimensions that `moved` does not have, or has in another order.
    dropPromises(moved);
    dropPromises(result);
    copyPromises(op, result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// An operand as it was before the view.
  static Value sourceOf(OpBuilder &builder, Location loc, Value operand,
                        ArrayRef<int64_t> shape) {
    if (!isa<RankedTensorType>(operand.getType()))
      return operand;
    return isUniform(operand) ? shrinkTile(builder, loc, operand, shape)
                              : operand.getDefiningOp()->getOperand(0);
  }
};
} // namespace

void tt::populateElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<ShrinkElementwise, SinkView, ShrinkLoad>(patterns.getContext());
}
