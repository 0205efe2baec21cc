//===- CastPatterns.cpp - Casts move to the cheaper side ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   trunc(op(x, y))            op(trunc x, trunc y), for sums, products, logic
//                              and selections of integers
//   select(c, ext a, ext b)    ext(select(c, a, b))
//   xor(ext a, ext b)          ext(xor(a, b))
//   cmpf(extf a, extf b)       cmpf(a, b), for f16 and bf16
//   sitofp(extsi a)            sitofp a, and the unsigned ones
//
// Each is exact, and done where one price says so: elements times bits, of the
// widest operand or result, but 32 bits at least, which is what a register and
// an instruction take. A cast that other ops use as well stays, so its price is
// not saved. (MLIR folds casts of casts, and moves extensions past `and` and
// `or`; views and broadcasts move past casts in ElementwisePatterns.)
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// The price of an op on elements of the type, as many as the type has.
static int64_t priceOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  int64_t count = tile ? tile.getNumElements() : 1;
  return count * std::max(32u, getBitWidth(getScalarType(type)));
}

/// Whether a scalar or a tile without a layout.
static bool isPlain(Type type) {
  return !isa<RankedTensorType>(type) || getPlainTile(type);
}

/// What is saved when `user` no longer needs the op that defines `value`.
static int64_t priceSaved(Value value, Operation *user) {
  bool isLast = llvm::all_of(value.getUsers(),
                             [&](Operation *other) { return other == user; });
  return isLast ? priceOf(value.getType()) : 0;
}

//===----------------------------------------------------------------------===//
// Truncations
//===----------------------------------------------------------------------===//

/// The lower bits of these depend on the lower bits of the operands alone.
static bool isModular(Operation *op) {
  return isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                         arith::AndIOp, arith::OrIOp, arith::XOrIOp,
                         arith::SelectOp>(op);
}

namespace {
struct TruncateEarlier : OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncIOp op,
                                PatternRewriter &rewriter) const override {
    Operation *inner = op.getIn().getDefiningOp();
    if (!isModular(inner) || !isPlain(op.getType()) ||
        !inner->getResult(0).hasOneUse())
      return failure();
    Type wide = op.getIn().getType(), narrow = op.getType();
    // The truncation and the op go; the op comes back narrow.
    int64_t saved = 2 * priceOf(wide) - priceOf(narrow);
    for (Value operand : inner->getOperands().take_back(2))
      saved += gain(operand, inner, narrow);
    if (saved <= 0)
      return failure();
    reportRewrite(op, "cast", "truncated before the operation");
    SmallVector<Value> operands(inner->getOperands());
    for (Value &operand : MutableArrayRef(operands).take_back(2))
      operand = arith::TruncIOp::create(rewriter, op.getLoc(), narrow, operand);
    // Promises about overflow were about the wide op.
    OperationState state(inner->getLoc(), inner->getName());
    state.addOperands(operands);
    state.addTypes(narrow);
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  /// What truncating an operand saves; negative if it costs.
  static int64_t gain(Value operand, Operation *user, Type narrow) {
    if (matchPattern(operand, m_Constant()))
      return 0;
    Operation *def = operand.getDefiningOp();
    if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(def))
      return -priceOf(operand.getType());
    // A truncation of an extension is one cast of what was extended, or none.
    Type source = def->getOperand(0).getType();
    return priceSaved(operand, user) -
           (source == narrow ? 0 : std::max(priceOf(source), priceOf(narrow)));
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Extensions
//===----------------------------------------------------------------------===//

/// What both values extend in the same way; nulls if they don't.
static std::pair<Value, Value> matchExtensions(Value a, Value b) {
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(first) ||
      !second || first->getName() != second->getName() ||
      first->getOperand(0).getType() != second->getOperand(0).getType())
    return {};
  return {first->getOperand(0), second->getOperand(0)};
}

namespace {
/// `op` works on extensions by its last two operands.
template <typename Op>
struct ExtendLater : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands(op->getOperands());
    Value &lhs = operands[operands.size() - 2], &rhs = operands.back();
    auto [a, b] = matchExtensions(lhs, rhs);
    if (!a || !isPlain(op.getType()))
      return failure();
    Operation *extension = lhs.getDefiningOp();
    int64_t saved =
        priceSaved(lhs, op) + (lhs == rhs ? 0 : priceSaved(rhs, op));
    // The op gets narrower, and one extension comes after it.
    saved += priceOf(op.getType()) - priceOf(a.getType());
    if (saved <= priceOf(op.getType()))
      return failure();
    reportRewrite(op, "cast", "extended after the operation");
    lhs = a, rhs = b;
    Operation *small = rebuild(rewriter, op, operands, a.getType());
    rewriter.replaceOp(
        op, rebuild(rewriter, extension, small->getResults(), op.getType()));
    return success();
  }
};

/// Extension keeps the order, and what is no number.
struct CompareNarrow : OpRewritePattern<arith::CmpFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpFOp op,
                                PatternRewriter &rewriter) const override {
    auto [a, b] = matchExtensions(op.getLhs(), op.getRhs());
    if (!a || !isPlain(op.getType()))
      return failure();
    Type element = getScalarType(a.getType());
    if (!element.isF16() && !element.isBF16())
      return failure();
    // Each extension that stays keeps both values in registers.
    if (priceSaved(op.getLhs(), op) + priceSaved(op.getRhs(), op) == 0)
      return failure();
    reportRewrite(op, "cast", "compared without extending");
    rewriter.replaceOp(op,
                       rebuild(rewriter, op, ValueRange{a, b}, op.getType()));
    return success();
  }
};

/// A conversion of an integer is one of what it extends.
template <typename Conversion, typename Extension, typename Result>
struct ConvertNarrow : OpRewritePattern<Conversion> {
  using OpRewritePattern<Conversion>::OpRewritePattern;
  LogicalResult matchAndRewrite(Conversion op,
                                PatternRewriter &rewriter) const override {
    auto extension = op.getIn().template getDefiningOp<Extension>();
    if (!extension || !isPlain(op.getType()) ||
        getBitWidth(getScalarType(extension.getIn().getType())) < 8)
      return failure();
    reportRewrite(op, "cast", "converted without extending");
    rewriter.replaceOpWithNewOp<Result>(op, op.getType(), extension.getIn());
    return success();
  }
};
} // namespace

void tt::populateCastPatterns(RewritePatternSet &patterns) {
  using namespace arith;
  patterns.add<TruncateEarlier, ExtendLater<SelectOp>, ExtendLater<XOrIOp>,
               CompareNarrow, ConvertNarrow<SIToFPOp, ExtSIOp, SIToFPOp>,
               ConvertNarrow<SIToFPOp, ExtUIOp, UIToFPOp>,
               ConvertNarrow<UIToFPOp, ExtUIOp, UIToFPOp>>(
      patterns.getContext());
}
