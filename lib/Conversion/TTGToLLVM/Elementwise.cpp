//===- Elementwise.cpp - Operations applied to each element ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pattern serves every op that has an entry in the table of scalar
// emitters, for scalars and tensors alike:
//
//   %c = arith.addf %a, %b : tensor<64xf32, #b>   // two registers
//
// becomes
//
//   %c0 = llvm.fadd %a0, %b0 : f32
//   %c1 = llvm.fadd %a1, %b1 : f32
//
// Registers whose operands are the same values share one result, so what is
// uniform (splats, broadcasts) is computed once. LLVM ops are made directly
// and not through arith on scalars: each op made here is seen by the driver
// once instead of twice.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace ttc;

/// Why an emitter has nothing for `op`.
static std::string getReason(Operation *op) {
  if (auto call = dyn_cast<tt::ExternElementwiseOp>(op))
    return ("'" + call.getSymbol() +
            "' is no function of CUDA's device library (__nv_...)")
        .str();
  return "no instruction for these types";
}

namespace {
class ElementwiseLowering : public ConversionPattern {
public:
  ElementwiseLowering(const TypeConverter &converter, StringRef name,
                      MLIRContext *context, LoweringContext &lowering,
                      ScalarEmitter emit)
      : ConversionPattern(converter, name, /*benefit=*/1, context),
        lowering(lowering), emit(emit) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter(op->getLoc(), rewriter, lowering);
    unsigned count = lowering.getNumRegisters(op->getResult(0).getType());
    bool mayShare = isMemoryEffectFree(op);
    llvm::DenseMap<ArrayRef<Value>, Value> known;
    // Keys of `known` point in here.
    SmallVector<SmallVector<Value, 3>> scalars(count);
    SmallVector<SmallVector<Value>> results(1);

    for (unsigned i = 0; i < count; ++i) {
      for (ValueRange operand : operands)
        scalars[i].push_back(operand.size() == 1 ? operand[0] : operand[i]);
      Value shared = mayShare ? known.lookup(scalars[i]) : Value();
      Value result = shared ? shared : emit(emitter, op, scalars[i]);
      if (!result) {
        replaceUnsupported(op, rewriter, lowering, getReason(op));
        return success();
      }
      if (mayShare && !shared)
        known[scalars[i]] = result;
      results[0].push_back(result);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  LoweringContext &lowering;
  ScalarEmitter emit;
};
} // namespace

void ttc::populateElementwisePatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns,
                                      LoweringContext &lowering) {
  addArithEmitters(lowering);
  addCastEmitters(lowering);
  addMathEmitters(lowering);
  addTileEmitters(lowering);
  for (auto &[id, entry] : lowering.scalarEmitters)
    patterns.add<ElementwiseLowering>(
        converter, entry.first, patterns.getContext(), lowering, entry.second);
}
