//===- ReassociationPatterns.cpp - Small tiles meet first -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   (row + column) + row'      (row + row') + column
//   (range + splat) + splat'   range + (splat + splat')
//
// with row: tensor<1x64> and column: tensor<64x1>, both broadcast. For sums,
// products, and, or and xor of integers, which are the same bits in any order;
// promises that a sum does not overflow are dropped with the sum. Pointers and
// offsets likewise: an offset is extended before it is added, and addresses
// are integers of 64 bits.
//
// Ends because each step makes the tile of the inner op smaller.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// How many elements op(a, b) has to compute.
static int64_t countDistinct(Value a, Value b) {
  int64_t count = 1;
  for (int64_t extent : joinShapes(distinctShape(a), distinctShape(b)))
    count *= extent;
  return count;
}

namespace {
template <typename Op>
struct Reassociate : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!getPlainTile(op.getType()))
      return failure();
    for (bool swapped : {false, true}) {
      Value outer = swapped ? op.getLhs() : op.getRhs();
      auto inner =
          (swapped ? op.getRhs() : op.getLhs()).template getDefiningOp<Op>();
      if (!inner || !inner->hasOneUse())
        continue;
      int64_t count = countDistinct(inner.getLhs(), inner.getRhs());
      Value near = inner.getLhs(), far = inner.getRhs();
      if (countDistinct(far, outer) < countDistinct(near, outer))
        std::swap(near, far);
      if (countDistinct(near, outer) >= count)
        continue;
      reportRewrite(op, "reassociate", "small tiles combined first");
      Value small = Op::create(rewriter, op.getLoc(), near, outer);
      auto sum = Op::create(rewriter, op.getLoc(), far, small);
      copyPromises(op, sum);
      rewriter.replaceOp(op, sum);
      return success();
    }
    return failure();
  }
};

struct ReassociatePointers : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddPtrOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getPtr().getDefiningOp<AddPtrOp>();
    if (!inner || !inner->hasOneUse() || !getPlainTile(op.getType()) ||
        countDistinct(inner.getPtr(), op.getOffset()) >=
            countDistinct(inner.getPtr(), inner.getOffset()))
      return failure();
    reportRewrite(op, "reassociate", "the smaller offset added first");
    Value small = AddPtrOp::create(rewriter, op.getLoc(), op.getType(),
                                   inner.getPtr(), op.getOffset());
    auto sum = AddPtrOp::create(rewriter, op.getLoc(), op.getType(), small,
                                inner.getOffset());
    copyPromises(op, sum);
    rewriter.replaceOp(op, sum);
    return success();
  }
};
} // namespace

void tt::populateReassociationPatterns(RewritePatternSet &patterns) {
  patterns.add<Reassociate<arith::AddIOp>, Reassociate<arith::MulIOp>,
               Reassociate<arith::AndIOp>, Reassociate<arith::OrIOp>,
               Reassociate<arith::XOrIOp>, ReassociatePointers>(
      patterns.getContext());
}
