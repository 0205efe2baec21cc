//===- ReductionPatterns.cpp - Reductions of views ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   reduce along an axis of extent 1         the tiles without that axis
//   scan along an axis of extent 1           the tiles
//   reduce(broadcast x), repeated axis       x, for min, max, and, or
//   reduce(broadcast x), another axis        broadcast(reduce x)
//   reduce(trans x)                          reduce x along the other axis
//   reduce(expand_dims x)                    expand_dims(reduce x)
//   reduce(reduce x), combined alike         reduce(reshape x), along both axes
//
// From the third on, of reductions with one operand. One reduction over two
// axes is never worse than two, which was measured on the PTX: the elements of
// a thread are combined first either way, and then one exchange between lanes
// and one between warps do instead of one for each row.
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

Operation *tt::getCombineOp(ReduceOp op) {
  Block &block = op.getCombine().front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation *combine = &block.front();
  bool isOnArguments =
      combine->getNumOperands() == 2 &&
      llvm::all_of(block.getArguments(), [&](Value argument) {
        return llvm::is_contained(combine->getOperands(), argument);
      });
  bool isYielded = combine->getNumResults() == 1 &&
                   block.back().getOperand(0) == combine->getResult(0);
  return isOnArguments && isYielded ? combine : nullptr;
}

/// Whether combining a value with itself gives the value, of every value.
static bool isIdempotent(Operation *combine) {
  return isa_and_nonnull<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
                         arith::MaxUIOp, arith::AndIOp, arith::OrIOp,
                         arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp,
                         arith::MaxNumFOp>(combine);
}

bool tt::isOrderFree(Operation *combine) {
  return isIdempotent(combine) ||
         isa_and_nonnull<arith::AddIOp, arith::MulIOp, arith::XOrIOp>(combine);
}

/// Each addition is off by at most half a unit in the last place of a partial
/// sum, in either order.
std::string tt::describeReordering(const Twine &count, FloatType type) {
  int bits = APFloat::semanticsPrecision(type.getFloatSemantics());
  return llvm::formatv("added in another order: off by at most {0} * 2^{1} of "
                       "the sum of magnitudes",
                       count.str(), 1 - bits)
      .str();
}

namespace {
/// Along an axis where all elements are one, there is nothing to combine.
struct ReduceRepeated : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = getPlainTile(op.getSourceType());
    if (!type || (type.getDimSize(op.getAxis()) != 1 && !isOfEquals(op)))
      return failure();
    reportRewrite(op, "reduce", "all elements along the axis are one");
    SmallVector<Value> results;
    for (auto [src, result] : llvm::zip_equal(op.getSrcs(), op.getResults()))
      results.push_back(dropAxis(rewriter, op, src, result.getType()));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Whether equal elements are combined, to what they are.
  static bool isOfEquals(ReduceOp op) {
    Value src = getPlainSource(op);
    return src && distinctShape(src)[op.getAxis()] == 1 &&
           isIdempotent(getCombineOp(op));
  }

  /// The elements that are left when the axis is dropped.
  static Value dropAxis(PatternRewriter &rewriter, ReduceOp op, Value src,
                        Type resultType) {
    Location loc = op.getLoc();
    auto type = dyn_cast<RankedTensorType>(resultType);
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

struct ScanSingle : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = getPlainTile(op.getSrcs()[0].getType());
    if (!type || type.getDimSize(op.getAxis()) != 1)
      return failure();
    reportRewrite(op, "reduce", "one element along the axis");
    rewriter.replaceOp(op, op.getSrcs());
    return success();
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

/// The rows of a tile are those of the tile without the dimension.
struct ReduceExpanded : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Value src = getPlainSource(op);
    auto expand = src ? src.getDefiningOp<ExpandDimsOp>() : ExpandDimsOp();
    if (!expand || expand.getAxis() == op.getAxis())
      return failure();
    unsigned added = expand.getAxis(), axis = op.getAxis();
    Value result =
        reduceOf(rewriter, op, expand.getSrc(), axis - (axis > added))
            .getResult(0);
    reportRewrite(op, "reduce", "reduced before the expansion");
    Type type = op.getResult(0).getType();
    if (!isa<RankedTensorType>(result.getType())) {
      rewriter.replaceOpWithNewOp<SplatOp>(op, type, result);
      return success();
    }
    rewriter.replaceOpWithNewOp<ExpandDimsOp>(
        op, type, result, rewriter.getI32IntegerAttr(added - (added > axis)));
    return success();
  }
};

/// Sums of sums, and the like, are one reduction.
struct ReduceReduced : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Value src = getPlainSource(op);
    auto inner = src ? src.getDefiningOp<ReduceOp>() : ReduceOp();
    if (!inner || !src.hasOneUse() || !getPlainSource(inner) ||
        !areAlike(getCombineOp(inner), getCombineOp(op)))
      return failure();
    Operation *combine = getCombineOp(op);
    if (!isOrderFree(combine) && !isa<arith::AddFOp>(combine))
      return failure();
    unsigned first = inner.getAxis(), second = op.getAxis();
    second += second >= first;
    if (first > second)
      std::swap(first, second);
    report(op, combine, inner.getSourceType(), first, second);
    Value tile =
        bringTogether(rewriter, op.getLoc(), inner.getSrcs()[0], first, second);
    ReduceOp reduce = reduceOf(rewriter, op, tile, first);
    dropOverflowPromises(getCombineOp(reduce));
    rewriter.replaceOp(op, reduce);
    return success();
  }

private:
  static bool areAlike(Operation *a, Operation *b) {
    return a && b && a->getName() == b->getName() &&
           a->getAttrs() == b->getAttrs();
  }

  static void report(ReduceOp op, Operation *combine, RankedTensorType type,
                     unsigned first, unsigned second) {
    std::string what = "two axes reduced at once";
    if (auto element = dyn_cast<FloatType>(type.getElementType()))
      if (!isOrderFree(combine))
        what += ", " +
                describeReordering(
                    Twine(type.getDimSize(first) * type.getDimSize(second) - 1),
                    element);
    reportRewrite(op, "reduce", what);
  }

  /// The tile with one dimension, at `first`, for both.
  static Value bringTogether(OpBuilder &builder, Location loc, Value tile,
                             unsigned first, unsigned second) {
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> shape(type.getShape());
    if (second != first + 1) {
      auto order = llvm::to_vector(llvm::seq<int32_t>(0, type.getRank()));
      order.erase(order.begin() + second);
      order.insert(order.begin() + first + 1, second);
      auto permuted = llvm::map_to_vector(
          order, [&](int32_t dim) { return type.getDimSize(dim); });
      tile = TransOp::create(builder, loc, type.clone(permuted), tile, order);
    }
    int64_t extent = shape[second];
    shape.erase(shape.begin() + second);
    shape[first] *= extent;
    return ReshapeOp::create(builder, loc, type.clone(shape), tile,
                             /*allow_reorder=*/UnitAttr(),
                             /*efficient_layout=*/UnitAttr());
  }
};
} // namespace

void tt::populateReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<ReduceRepeated, ScanSingle, ReduceBroadcast, ReduceTransposed,
               ReduceExpanded, ReduceReduced>(patterns.getContext());
}
