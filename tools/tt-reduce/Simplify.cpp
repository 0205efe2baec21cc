//===- Simplify.cpp - Simpler stand-ins for an op's results ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %y = math.exp %x : tensor<128xf32>         uses of %y become uses of %x
//   %x = tt.load %p : tensor<128x!tt.ptr<f32>> uses of %x become zeros
//
// The program then computes something else, which the script that tests it has
// to find interesting. It is asked for each op alone, on a copy: MLIR's reducer
// asks it after all patterns have been applied and ops folded, and crashes when
// the module is then not interesting.
//
//===----------------------------------------------------------------------===//

#include "Simplify.h"

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {
class StandIn : public RewritePattern {
public:
  StandIn(MLIRContext *context, const Tester &tester)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context), tester(tester) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 || matchPattern(op, m_Constant()) ||
        !llvm::all_of(op->getResultTypes(),
                      [&](Type type) { return hasStandIn(op, type); }))
      return failure();
    auto module = op->getParentOfType<ModuleOp>();
    IRMapping mapping;
    OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone(mapping));
    IRRewriter copyRewriter(op->getContext());
    replace(mapping.lookup(op), copyRewriter);
    (void)applyPatternsGreedily(*copy, FrozenRewritePatternSet());
    if (tester.isInteresting(*copy).first != Tester::Interestingness::True)
      return failure();
    replace(op, rewriter);
    return success();
  }

private:
  static Value findOperand(Operation *op, Type type) {
    for (Value operand : op->getOperands())
      if (operand.getType() == type)
        return operand;
    return nullptr;
  }

  static bool hasStandIn(Operation *op, Type type) {
    return findOperand(op, type) || Builder(op).getZeroAttr(type);
  }

  static void replace(Operation *op, RewriterBase &rewriter) {
    rewriter.setInsertionPoint(op);
    SmallVector<Value> values;
    for (Type type : op->getResultTypes()) {
      Value value = findOperand(op, type);
      if (!value)
        value = arith::ConstantOp::create(rewriter, op->getLoc(),
                                          rewriter.getZeroAttr(type));
      values.push_back(value);
    }
    rewriter.replaceOp(op, values);
  }

  Tester tester;
};

struct TTReductionPatterns : DialectReductionPatternInterface {
  TTReductionPatterns(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &) const override {}
  void populateReductionPatternsWithTester(RewritePatternSet &patterns,
                                           Tester &tester) const override {
    patterns.add<StandIn>(patterns.getContext(), tester);
  }
};
} // namespace

void ttc::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, tt::TTDialect *dialect) {
    dialect->addInterfaces<TTReductionPatterns>();
  });
}
