//===- FuseMultiplyAdd.cpp - Multiplications and additions as fma ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %p = llvm.fmul %a, %b : f32
//   %s = llvm.fadd %p, %c : f32
//
// becomes, if %p has no other use,
//
//   %s = llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
//
// A subtraction negates the addend, or one factor. The step runs on the lowered
// module, so that what reductions add up fuses as well, and is the only place
// that contracts: PTX then carries `.rn` on every operation, and every device
// computes the same. Both ops stand in one block: a product that was taken out
// of a loop is not moved back into it.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace ttc;

/// The multiplication that makes `value` and can become part of `user`.
static LLVM::FMulOp getFusable(Value value, Operation *user) {
  auto product = value.getDefiningOp<LLVM::FMulOp>();
  if (product && value.hasOneUse() && product->getBlock() == user->getBlock())
    return product;
  return {};
}

static bool hasFma(Type type, const TargetInfo &target) {
  return isa<Float16Type, Float32Type, Float64Type>(type) ||
         (isa<BFloat16Type>(type) && target.has(Feature::FmaBF16));
}

/// What `op`, an addition or subtraction, is as an fma; null if it stays.
static Value createFma(Operation *op, OpBuilder &builder) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  LLVM::FMulOp product = getFusable(lhs, op);
  bool isLeft = bool(product);
  if (!product)
    product = getFusable(rhs, op);
  if (!product)
    return Value();

  Location loc = op->getLoc();
  Value factor = product.getLhs(), addend = isLeft ? rhs : lhs;
  if (isa<LLVM::FSubOp>(op)) {
    Value &negated = isLeft ? addend : factor;
    negated = LLVM::FNegOp::create(builder, loc, negated);
  }
  return LLVM::FMAOp::create(builder, loc, factor, product.getRhs(), addend);
}

void ttc::fuseMultiplyAdd(LLVM::LLVMFuncOp function, const TargetInfo &target) {
  OpBuilder builder(function.getContext());
  function.walk([&](Operation *op) {
    if (!isa<LLVM::FAddOp, LLVM::FSubOp>(op) ||
        !hasFma(op->getResult(0).getType(), target))
      return;
    builder.setInsertionPoint(op);
    Value fused = createFma(op, builder);
    if (!fused)
      return;
    Operation *lhs = op->getOperand(0).getDefiningOp();
    Operation *rhs = op->getOperand(1).getDefiningOp();
    op->replaceAllUsesWith(ValueRange(fused));
    op->erase();
    for (Operation *product : {lhs, rhs})
      if (isa_and_nonnull<LLVM::FMulOp>(product) && product->use_empty()) {
        product->erase();
        break;
      }
  });
}
