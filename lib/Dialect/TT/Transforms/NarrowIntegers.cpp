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
// Relies on MLIR's range analysis, which here also looks through views and
// splats, and knows how large a grid can be. All decisions are made before
// anything is rewritten, so none rests on a value that has changed.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "ttc/Dialect/TT/Transforms/Passes.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

namespace ttc::tt {
#define GEN_PASS_DEF_NARROWINTEGERS
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"
} // namespace ttc::tt

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

namespace {
/// A view has the elements of its operand.
struct TileRangeAnalysis : dataflow::IntegerRangeAnalysis {
  using IntegerRangeAnalysis::IntegerRangeAnalysis;
  using Lattice = dataflow::IntegerValueRangeLattice;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const Lattice *> operands,
                               ArrayRef<Lattice *> results) override {
    if (!isa<SplatOp, UnsplatOp, ExpandDimsOp, BroadcastOp, ReshapeOp, TransOp,
             JoinOp, SplitOp, CatOp>(op))
      return IntegerRangeAnalysis::visitOperation(op, operands, results);
    for (Lattice *result : results)
      for (const Lattice *operand : operands)
        propagateIfChanged(result, result->join(*operand));
    return success();
  }

  /// MLIR takes the upper bound less one, whatever the step.
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<Lattice *> arguments,
                                    unsigned firstIndex) override {
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<APInt> last = loop ? findLast(loop) : std::nullopt;
    if (!last) {
      IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor,
                                                         arguments, firstIndex);
      return;
    }
    APInt first(last->getBitWidth(), *getConstantIntValue(loop.getLowerBound()),
                /*isSigned=*/true);
    Lattice *counter = getLatticeElement(loop.getInductionVar());
    propagateIfChanged(counter,
                       counter->join(IntegerValueRange(
                           ConstantIntRanges::fromSigned(first, *last))));
  }

private:
  /// The last value of a loop's counter, if constants say so.
  static std::optional<APInt> findLast(scf::ForOp loop) {
    std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    auto type = dyn_cast<IntegerType>(loop.getInductionVar().getType());
    // Bounds of 32 bits, so that nothing here overflows.
    if (!first || !end || !step || !type || type.getWidth() > 32 ||
        loop.getUnsignedCmp() || *step <= 0 || *first >= *end)
      return std::nullopt;
    int64_t last = *first + (*end - 1 - *first) / *step * *step;
    return APInt(type.getWidth(), last, /*isSigned=*/true);
  }
};

/// What the analysis found, of values that exist before rewriting.
class Ranges {
public:
  explicit Ranges(FuncOp func) {
    dataflow::loadBaselineAnalyses(solver);
    solver.load<TileRangeAnalysis>();
    isValid = succeeded(solver.initializeAndRun(func));
  }

  /// The range of an integer or of a tile's elements, where there is one.
  std::optional<ConstantIntRanges> of(Value value) const {
    auto *lattice =
        isValid ? solver.lookupState<dataflow::IntegerValueRangeLattice>(value)
                : nullptr;
    if (!lattice || lattice->getValue().isUninitialized())
      return std::nullopt;
    return lattice->getValue().getValue();
  }

  bool isNonNegative(Value value) const {
    auto range = of(value);
    return range && range->smin().isNonNegative();
  }

  /// Whether a 64-bit integer is a sign-extended 32-bit one.
  bool fits32(Value value) const {
    auto range = of(value);
    return range && range->smin().isSignedIntN(32) &&
           range->smax().isSignedIntN(32);
  }

private:
  DataFlowSolver solver;
  bool isValid = false;
};
} // namespace

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
  result.replaceAllUsesWith(
      arith::ExtSIOp::create(builder, op->getLoc(), result.getType(), small));
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
  // Without integer arithmetic there is nothing to find.
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
