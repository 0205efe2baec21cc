//===- DotPatterns.cpp - Sums become accumulators -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   dot(a, b, 0) + c     dot(a, b, c)
//
// Exact for integers. For floats the sum is rounded in another order, which
// the remark says. Not where `maxNumImpreciseAcc` asks for partial sums that
// are added with full precision.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
}

/// Whether `value` is defined at `op`, in the same block.
static bool isDefinedAt(Value value, Operation *op) {
  Operation *def = value.getDefiningOp();
  return !def || def->getBlock() != op->getBlock() || def->isBeforeInBlock(op);
}

namespace {
template <typename Add, typename Dot>
struct Accumulate : OpRewritePattern<Add> {
  using OpRewritePattern<Add>::OpRewritePattern;
  LogicalResult matchAndRewrite(Add op,
                                PatternRewriter &rewriter) const override {
    for (bool swapped : {false, true}) {
      Value sum = swapped ? op.getRhs() : op.getLhs();
      Value addend = swapped ? op.getLhs() : op.getRhs();
      auto dot = sum.getDefiningOp<Dot>();
      if (!dot || !dot->hasOneUse() || !isZero(dot.getC()) ||
          dot->getBlock() != op->getBlock() || !isPrecise(dot))
        continue;
      reportRewrite(op, "accumulate",
                    isa<FloatType>(getScalarType(op.getType()))
                        ? "the sum became the dot's accumulator: rounded in "
                          "another order"
                        : "the sum became the dot's accumulator");
      // The dot moves to where the sum was, if the addend comes late.
      if (!isDefinedAt(addend, dot))
        rewriter.moveOpBefore(dot, op);
      rewriter.modifyOpInPlace(dot, [&] { dot.getCMutable().assign(addend); });
      rewriter.replaceOp(op, dot);
      return success();
    }
    return failure();
  }

private:
  static bool isPrecise(DotOp dot) { return dot.getMaxNumImpreciseAcc() == 0; }
  static bool isPrecise(DotScaledOp) { return true; }
};
} // namespace

void tt::populateDotPatterns(RewritePatternSet &patterns) {
  patterns
      .add<Accumulate<arith::AddFOp, DotOp>, Accumulate<arith::AddIOp, DotOp>,
           Accumulate<arith::AddFOp, DotScaledOp>>(patterns.getContext());
}
