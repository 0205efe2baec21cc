//===- NarrowIntegers.cpp - What ranges prove about integers --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cmpi of ranges that don't meet            true or false
//   remsi(x, c) with 0 <= x < c               x
//   op on i64 that extends i32, and fits      extsi(op on i32)
//   addptr(p, extui x) with 0 <= x            addptr(p, x)
//
// All decisions are made before anything is rewritten, so none rests on a value
// that has changed.
//
//===----------------------------------------------------------------------===//

#include "Ranges.h"
#include "Rewrites.h"

#include "ttc/Dialect/TT/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace ttc::tt {
#define GEN_PASS_DEF_NARROWINTEGERS
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"
} // namespace ttc::tt

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

//===----------------------------------------------------------------------===//
// Constants, remainders
//===----------------------------------------------------------------------===//

/// The constant that a value always has, if it is not written as one.
static TypedAttr findConstant(const Ranges &ranges, Value value) {
  auto type = dyn_cast<IntegerType>(getScalarType(value.getType()));
  bool hasLayout =
      isa<RankedTensorType>(value.getType()) && !getPlainTile(value.getType());
  if (!type || hasLayout || value.use_empty() ||
      matchPattern(value, m_Constant()))
    return {};
  auto range = ranges.of(value);
  std::optional<APInt> constant =
      range ? range->getConstantValue() : std::nullopt;
  if (!constant)
    return {};
  auto attr = IntegerAttr::get(type, *constant);
  if (auto tile = dyn_cast<RankedTensorType>(value.getType()))
    return SplatElementsAttr::get(tile, attr);
  return attr;
}

/// Whether the remainder is what is divided.
static bool isWholeRemainder(const Ranges &ranges, Operation *op) {
  if (!isa<arith::RemSIOp, arith::RemUIOp>(op))
    return false;
  auto value = ranges.of(op->getOperand(0));
  auto by = ranges.of(op->getOperand(1));
  return value && by && value->smin().isNonNegative() &&
         by->smin().isStrictlyPositive() && value->smax().slt(by->smin());
}

//===----------------------------------------------------------------------===//
// Narrowing
//===----------------------------------------------------------------------===//

static bool isInteger64(Value value) {
  return getScalarType(value.getType()).isInteger(64);
}

/// Whether an op on 64-bit integers computes the same on 32-bit ones. A
/// comparison keeps its order either way, since extension keeps both orders.
static bool canNarrow(const Ranges &ranges, Operation *op) {
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
           arith::RemSIOp, arith::MinSIOp, arith::MaxSIOp, arith::CmpIOp>(op) ||
      !isInteger64(op->getOperand(0)))
    return false;
  Type type = op->getOperand(0).getType();
  if (isa<RankedTensorType>(type) && !getPlainTile(type))
    return false;
  auto fits = [&](Value value) {
    return !isInteger64(value) || ranges.fits32(value);
  };
  return llvm::all_of(op->getOperands(), fits) &&
         llvm::all_of(op->getResults(), fits);
}

/// The 32-bit value that a 64-bit one, which fits, extends; null if making one
/// would take a truncation.
static Value narrowed(OpBuilder &builder, Value value) {
  Type type = getTypeLike(value.getType(), builder.getI32Type());
  Operation *def = value.getDefiningOp();
  if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(def))
    return def->getOperand(0).getType() == type ? def->getOperand(0) : Value();
  // In the same order as the walk rewrites: a splat of what was extended.
  if (auto splat = value.getDefiningOp<SplatOp>()) {
    Value scalar = narrowed(builder, splat.getSrc());
    return scalar ? SplatOp::create(builder, value.getLoc(), type, scalar)
                  : Value();
  }
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return {};
  auto attr = builder.getI32IntegerAttr(constant.getSExtValue());
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return arith::ConstantOp::create(builder, value.getLoc(),
                                     SplatElementsAttr::get(tile, attr));
  return arith::ConstantOp::create(builder, value.getLoc(), attr);
}

/// Rewrites an op for which `canNarrow` holds.
static bool narrow(OpBuilder &builder, Operation *op) {
  builder.setInsertionPoint(op);
  Value lhs = narrowed(builder, op->getOperand(0));
  Value rhs = lhs ? narrowed(builder, op->getOperand(1)) : Value();
  if (!rhs)
    return false;
  reportRewrite(op, "narrow", "fits 32 bits");
  Value result = op->getResult(0);
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    result.replaceAllUsesWith(arith::CmpIOp::create(
        builder, op->getLoc(), compare.getPredicate(), lhs, rhs));
    return true;
  }
  // Promises that 64 bits don't overflow say nothing of 32 bits.
  OperationState state(op->getLoc(), op->getName());
  state.addOperands({lhs, rhs});
  state.addTypes(lhs.getType());
  Value small = builder.create(state)->getResult(0);
  auto wide =
      arith::ExtSIOp::create(builder, op->getLoc(), result.getType(), small);
  copyPromises(op, wide);
  result.replaceAllUsesWith(wide);
  return true;
}

//===----------------------------------------------------------------------===//
// The rewriting
//===----------------------------------------------------------------------===//

namespace {
/// What is to be done, found before anything is.
struct Plan {
  SmallVector<std::pair<Value, TypedAttr>> constants;
  SmallVector<Operation *> wholeRemainders;
  SmallVector<Operation *> narrow;
  SmallVector<std::pair<AddPtrOp, Value>> offsets;
};
} // namespace

static Plan makePlan(FuncOp func) {
  Ranges ranges(func);
  Plan plan;
  func.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (TypedAttr constant = findConstant(ranges, result))
        plan.constants.emplace_back(result, constant);
    if (isWholeRemainder(ranges, op))
      plan.wholeRemainders.push_back(op);
    else if (canNarrow(ranges, op))
      plan.narrow.push_back(op);
    auto add = dyn_cast<AddPtrOp>(op);
    auto extend =
        add ? add.getOffset().getDefiningOp<arith::ExtUIOp>() : nullptr;
    if (extend && getBitWidth(getScalarType(extend.getIn().getType())) >= 8 &&
        ranges.isNonNegative(extend.getIn()))
      plan.offsets.emplace_back(add, extend.getIn());
  });
  return plan;
}

bool tt::narrowIntegers(FuncOp func) {
  Plan plan = makePlan(func);
  bool changed = !plan.constants.empty() || !plan.wholeRemainders.empty() ||
                 !plan.offsets.empty();
  OpBuilder builder(func.getContext());
  for (auto [value, attr] : plan.constants) {
    Operation *op = value.getDefiningOp();
    reportRewrite(op, "known-value", "ranges leave one value");
    builder.setInsertionPoint(op);
    value.replaceAllUsesWith(
        arith::ConstantOp::create(builder, op->getLoc(), attr));
  }
  for (Operation *op : plan.wholeRemainders) {
    reportRewrite(op, "known-value", "the remainder is what is divided");
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  }
  for (Operation *op : plan.narrow)
    changed |= narrow(builder, op);
  for (auto [op, offset] : plan.offsets) {
    reportRewrite(op, "offset", "the offset has no sign");
    op.getOffsetMutable().assign(offset);
  }
  return changed;
}

namespace {
struct NarrowIntegers : tt::impl::NarrowIntegersBase<NarrowIntegers> {
  void runOnOperation() override {
    if (!narrowIntegers(getOperation()))
      markAllAnalysesPreserved();
  }
};
} // namespace
