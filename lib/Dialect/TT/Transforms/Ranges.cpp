//===- Ranges.cpp - Between what bounds integers lie ----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk down the function, each op after what it uses. The ops themselves
// say what their results can be, by MLIR's interface. What a loop carries is
// taken to be anything at the loop's start: MLIR's range analysis, which looks
// for a fixpoint instead, gives up there as well as soon as a carried value
// changes, and takes some ten times as long. On top of it, this one looks
// through views and splats and takes the last iteration of a loop for what it
// is, whatever the step.
//
//===----------------------------------------------------------------------===//

#include "Ranges.h"

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

static bool isInteger(Value value) {
  return isa<IntegerType>(getScalarType(value.getType()));
}

std::optional<ConstantIntRanges> Ranges::of(Value value) const {
  auto found = known.find(value);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

bool Ranges::isNonNegative(Value value) const {
  auto found = known.find(value);
  return found != known.end() && found->second.smin().isNonNegative();
}

bool Ranges::fits32(Value value) const {
  auto found = known.find(value);
  return found != known.end() && found->second.smin().isSignedIntN(32) &&
         found->second.smax().isSignedIntN(32);
}

void Ranges::set(Value value, const std::optional<ConstantIntRanges> &range) {
  if (!range || !isInteger(value))
    return;
  unsigned width = range->smin().getBitWidth();
  if (width != 0 && !(*range == ConstantIntRanges::maxRange(width)))
    known.insert({value, *range});
}

std::optional<ConstantIntRanges> Ranges::join(Value a, Value b) const {
  auto first = known.find(a), second = known.find(b);
  if (first == known.end() || second == known.end())
    return std::nullopt;
  return first->second.rangeUnion(second->second);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

Ranges::Ranges(Operation *root) {
  for (Region &region : root->getRegions())
    visit(region);
}

/// Blocks come in the order of the text. A value that has not been seen yet,
/// since its block comes later, is one of which nothing is known.
void Ranges::visit(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      visit(&op);
}

void Ranges::visit(Operation *op) {
  if (isa<SplatOp, UnsplatOp, ExpandDimsOp, BroadcastOp, ReshapeOp, TransOp,
          SplitOp>(op)) {
    for (Value result : op->getResults())
      set(result, of(op->getOperand(0)));
  } else if (isa<JoinOp, CatOp>(op)) {
    set(op->getResult(0), join(op->getOperand(0), op->getOperand(1)));
  } else if (auto inferable = dyn_cast<InferIntRangeInterface>(op)) {
    if (!llvm::any_of(op->getResults(), isInteger))
      return;
    auto operands = llvm::map_to_vector(op->getOperands(), [&](Value value) {
      auto found = known.find(value);
      return found == known.end() ? IntegerValueRange::getMaxRange(value)
                                  : IntegerValueRange(found->second);
    });
    inferable.inferResultRangesFromOptional(
        operands, [&](Value value, const IntegerValueRange &range) {
          if (!range.isUninitialized())
            set(value, range.getValue());
        });
  } else if (op->getNumRegions() != 0) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      visitCounter(loop);
    for (Region &region : op->getRegions())
      visit(region);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      visitResults(op, loop.getInitArgs());
    else if (isa<scf::IfOp>(op))
      visitResults(op, {op->operand_end(), op->operand_end()});
  }
}

void Ranges::visitCounter(scf::ForOp loop) {
  std::optional<ConstantIntRanges> lower = of(loop.getLowerBound());
  std::optional<ConstantIntRanges> upper = of(loop.getUpperBound());
  std::optional<ConstantIntRanges> step = of(loop.getStep());
  if (!isInteger(loop.getInductionVar()))
    return;
  auto everything = ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(loop.getInductionVar().getType()));
  bool isUnsigned = loop.getUnsignedCmp();
  auto least = [&](const ConstantIntRanges &range) {
    return isUnsigned ? range.umin() : range.smin();
  };
  auto most = [&](const ConstantIntRanges &range) {
    return isUnsigned ? range.umax() : range.smax();
  };
  APInt first = least(lower.value_or(everything));
  APInt end = most(upper.value_or(everything));
  // A loop that never runs.
  if (isUnsigned ? end.ule(first) : end.sle(first))
    return;
  APInt last = end - 1;
  // The last step may fall short of the end. The distance is below 2^width.
  std::optional<APInt> start = lower ? lower->getConstantValue() : std::nullopt;
  std::optional<APInt> by = step ? step->getConstantValue() : std::nullopt;
  if (start && by && by->isStrictlyPositive())
    last -= (last - first).urem(*by);
  set(loop.getInductionVar(),
      ConstantIntRanges::range(first, last, /*isSigned=*/!isUnsigned));
}

void Ranges::visitResults(Operation *op, OperandRange others) {
  for (OpResult result : op->getResults()) {
    unsigned i = result.getResultNumber();
    if (!isInteger(result))
      continue;
    auto yielded = [&](Region &region) {
      return region.front().getTerminator()->getOperand(i);
    };
    Value first = yielded(op->getRegion(0));
    set(result, join(first, others.empty() ? yielded(op->getRegion(1))
                                           : Value(others[i])));
  }
}
