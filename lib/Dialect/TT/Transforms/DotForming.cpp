//===- DotForming.cpp - Sums of products become dots ----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %x = extension of a: MxKx1, repeated along N
//   %y = extension of b: 1xKxN, repeated along M
//   reduce(add) along K of %x * %y
// becomes
//   dot(a, b, 0)
//
// with the dimensions in any order. The product of MxKxN elements, which is
// larger than anything else, is never made. Only where each product is exact:
// floats of up to 16 bits multiplied as f32, and signed 8-bit integers as i32.
// Products of f32 would need a dot of full precision, for which there is no
// instruction. And only where a tensor core's instruction is filled: at least
// 16x8 sums, of 32 bytes each.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static constexpr int64_t minRows = 16, minColumns = 8, minBitsAlongK = 256;

/// A factor of the product: the elements before they were extended, and the
/// dimension along which they repeat.
namespace {
struct Factor {
  Value tile;
  unsigned repeated;
};
} // namespace

/// The operand of an extension that is exact: from 8 or 16 bits to 32.
static Value getExtended(Operation *op) {
  if (!isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp, FpToFpOp>(op))
    return {};
  Type from = getScalarType(op->getOperand(0).getType());
  Type to = getScalarType(op->getResult(0).getType());
  bool isNarrow = isa<FloatType>(from) ? to.isF32() && getBitWidth(from) >= 8 &&
                                             getBitWidth(from) <= 16
                                       : to.isInteger(32) && from.isInteger(8);
  return isNarrow ? op->getOperand(0) : Value();
}

/// The operand of a view that is not a broadcast, so each element is there
/// once.
static Value getViewed(Operation *op) {
  if (isa_and_nonnull<ExpandDimsOp, TransOp, ReshapeOp>(op))
    return op->getOperand(0);
  return {};
}

/// Whether `tile` is an extension, or views of one.
static bool isExtended(Value tile) {
  while (Value source = getViewed(tile.getDefiningOp()))
    tile = source;
  return bool(getExtended(tile.getDefiningOp()));
}

/// What `tile`, for which `isExtended` holds, was before the extension.
static Value rebuildNarrow(OpBuilder &builder, Value tile) {
  Operation *def = tile.getDefiningOp();
  Value source = getViewed(def);
  if (!source)
    return getExtended(def);
  Value narrow = rebuildNarrow(builder, source);
  auto type = cast<RankedTensorType>(tile.getType())
                  .clone(getScalarType(narrow.getType()));
  SmallVector<Value> operands = {narrow};
  return rebuild(builder, def, operands, type)->getResult(0);
}

static std::optional<Factor> matchFactor(Value value) {
  auto broadcast = value.getDefiningOp<BroadcastOp>();
  if (!broadcast || !isExtended(broadcast.getSrc()))
    return std::nullopt;
  auto small = cast<RankedTensorType>(broadcast.getSrc().getType());
  auto large = cast<RankedTensorType>(broadcast.getType());
  std::optional<unsigned> repeated;
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (small.getDimSize(dim) == large.getDimSize(dim))
      continue;
    if (repeated)
      return std::nullopt;
    repeated = dim;
  }
  return Factor{broadcast.getSrc(), *repeated};
}

namespace {
template <typename Add, typename Mul>
struct FormDot : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = getPlainTile(op.getSourceType());
    if (!isa_and_nonnull<Add>(getCombineOp(op)) || !type || type.getRank() != 3)
      return failure();
    auto product = op.getSrcs()[0].template getDefiningOp<Mul>();
    std::optional<Factor> a, b;
    if (!product || !product->hasOneUse() ||
        !(a = matchFactor(product.getLhs())) ||
        !(b = matchFactor(product.getRhs())))
      return failure();
    // The result's rows are the first dimension that is left.
    unsigned axis = op.getAxis();
    if (a->repeated < b->repeated)
      std::swap(a, b);
    if (a->repeated == b->repeated || a->repeated == axis ||
        b->repeated == axis)
      return failure();
    int64_t rows = type.getDimSize(b->repeated), depth = type.getDimSize(axis);
    int64_t columns = type.getDimSize(a->repeated);
    unsigned bits = getNarrowBits(*a);
    if (getNarrowType(*a) != getNarrowType(*b) || rows < minRows ||
        columns < minColumns || depth * bits < minBitsAlongK)
      return failure();
    report(op, type);
    Location loc = op.getLoc();
    auto resultType = cast<RankedTensorType>(op.getResult(0).getType());
    Value zeros = arith::ConstantOp::create(rewriter, loc,
                                            rewriter.getZeroAttr(resultType));
    Value left = toMatrix(rewriter, loc, *a, b->repeated, axis);
    Value right = toMatrix(rewriter, loc, *b, axis, a->repeated);
    rewriter.replaceOpWithNewOp<DotOp>(op, resultType, left, right, zeros,
                                       InputPrecision::IEEE,
                                       /*maxNumImpreciseAcc=*/0);
    return success();
  }

private:
  static Type getNarrowType(const Factor &factor) {
    Value tile = factor.tile;
    while (Value source = getViewed(tile.getDefiningOp()))
      tile = source;
    return getScalarType(getExtended(tile.getDefiningOp()).getType());
  }
  static unsigned getNarrowBits(const Factor &factor) {
    return getBitWidth(getNarrowType(factor));
  }

  static void report(ReduceOp op, RankedTensorType type) {
    std::string what = "products are summed by a dot";
    if (auto element = dyn_cast<FloatType>(type.getElementType()))
      what += ", " + describeReordering(
                         Twine(type.getDimSize(op.getAxis()) - 1), element);
    reportRewrite(op, "form-dot", what);
  }

  /// The factor with the two dimensions that are not repeated, in this order.
  static Value toMatrix(OpBuilder &builder, Location loc, const Factor &factor,
                        unsigned first, unsigned second) {
    Value tile = rebuildNarrow(builder, factor.tile);
    auto type = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + factor.repeated);
    tile = ReshapeOp::create(builder, loc, type.clone(shape), tile,
                             /*allow_reorder=*/UnitAttr(),
                             /*efficient_layout=*/UnitAttr());
    if (first < second)
      return tile;
    std::swap(shape[0], shape[1]);
    return TransOp::create(builder, loc, type.clone(shape), tile,
                           ArrayRef<int32_t>{1, 0});
  }
};
} // namespace

void tt::populateDotFormingPatterns(RewritePatternSet &patterns) {
  patterns.add<FormDot<arith::AddFOp, arith::MulFOp>,
               FormDot<arith::AddIOp, arith::MulIOp>>(patterns.getContext(),
                                                      /*benefit=*/3);
}
