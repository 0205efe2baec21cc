//===- AxisInfoTile.cpp - Axis facts through tiles and pointers -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that make tiles, view them in other shapes, and compute addresses.
//
//===----------------------------------------------------------------------===//

#include "AxisInfoTransfer.h"

#include "ttc/Dialect/TT/IR/TT.h"
#include "ttc/Dialect/TTG/IR/TTG.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::axis_info;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

SmallVector<int64_t, 4> axis_info::getExtents(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return {tensor.getShape().begin(), tensor.getShape().end()};
  return {1};
}

/// Bytes from one pointee to the next. Elements narrower than a byte take one
/// each; what a block pointer points to has no step.
static int64_t getStepBytes(Type type) {
  auto pointer = dyn_cast<tt::PointerType>(tt::getScalarType(type));
  if (!pointer || isa<RankedTensorType>(pointer.getPointeeType()))
    return 1;
  return std::max<int64_t>(tt::getBitWidth(pointer.getPointeeType()) / 8, 1);
}

AxisInfo AxisInfo::unknown(Type type) {
  AxisInfo info;
  info.axes.resize(getExtents(type).size());
  info.stepBytes = getStepBytes(type);
  return info;
}

void axis_info::normalize(AxisInfo &info, Type type) {
  int64_t longestRun = AxisInfo::maxDivisibility;
  if (auto integer = dyn_cast<IntegerType>(tt::getScalarType(type)))
    longestRun = int64_t(1) << std::clamp<int>(integer.getWidth() - 1, 0, 30);
  for (auto [facts, extent] : llvm::zip_equal(info.axes, getExtents(type))) {
    int64_t run = std::min({facts.contiguity, extent, longestRun});
    facts.divisibility =
        std::min(divisorAt(facts, run, info.stepBytes), info.maxDivisibility);
    facts.contiguity = run;
    facts.constancy = std::min(facts.constancy, extent);
  }
  int64_t all = info.divisibilityOfAll();
  for (AxisFacts &facts : info.axes)
    facts.divisibility = std::max(facts.divisibility, all);
}

//===----------------------------------------------------------------------===//
// Constants and ranges
//===----------------------------------------------------------------------===//

AxisInfo axis_info::constant(DenseIntElementsAttr elements) {
  Type type = elements.getType();
  if (elements.isSplat())
    return constant(type, elements.getSplatValue<APInt>().getSExtValue());

  SmallVector<int64_t> values;
  for (const APInt &value : elements.getValues<APInt>())
    values.push_back(value.getSExtValue());
  AxisInfo info = AxisInfo::unknown(type);
  info.nonNegative = llvm::all_of(values, [](int64_t v) { return v >= 0; });

  SmallVector<int64_t, 4> extents = getExtents(type);
  int64_t stride = values.size();
  for (auto [facts, extent] : llvm::zip_equal(info.axes, extents)) {
    stride /= extent;
    facts = {extent, AxisInfo::maxDivisibility, extent};
    // A break before coordinate c ends every run that is longer than the
    // largest power of two that divides c.
    for (int64_t i = 0, e = values.size(); i != e; ++i) {
      int64_t coordinate = i / stride % extent;
      if (coordinate == 0)
        continue;
      int64_t step = values[i] - values[i - stride];
      int64_t longest = largestPowerOf2Divisor(coordinate);
      if (step != 1)
        facts.contiguity = std::min(facts.contiguity, longest);
      if (step != 0)
        facts.constancy = std::min(facts.constancy, longest);
    }
    for (int64_t i = 0, e = values.size(); i != e; ++i)
      if (i / stride % extent % facts.contiguity == 0)
        facts.divisibility =
            std::min(facts.divisibility, largestPowerOf2Divisor(values[i]));
  }
  return info;
}

static AxisInfo range(tt::MakeRangeOp op) {
  AxisInfo info = AxisInfo::unknown(op.getType());
  int64_t start = int32_t(op.getStart()), end = int32_t(op.getEnd());
  info.axes[0] = {end - start, largestPowerOf2Divisor(start), 1};
  info.nonNegative = start >= 0;
  return info;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The same elements under other axes: what does not depend on the axis.
static AxisInfo withAxesOf(Type type, const AxisInfo &x) {
  AxisInfo info = x;
  info.axes.assign(getExtents(type).size(), {1, x.divisibilityOfAll(), 1});
  return info;
}

static AxisInfo splat(Type type, const AxisInfo &x) {
  AxisInfo info = withAxesOf(type, x);
  for (auto [facts, extent] : llvm::zip_equal(info.axes, getExtents(type)))
    facts.constancy = extent;
  return info;
}

static AxisInfo broadcast(tt::BroadcastOp op, const AxisInfo &x) {
  AxisInfo info = x;
  SmallVector<int64_t, 4> from = getExtents(op.getSrc().getType());
  SmallVector<int64_t, 4> to = getExtents(op.getType());
  for (unsigned axis = 0; axis != to.size(); ++axis)
    if (from[axis] != to[axis])
      info.axes[axis].constancy = to[axis];
  return info;
}

static AxisInfo expandDims(tt::ExpandDimsOp op, const AxisInfo &x) {
  AxisInfo info = x;
  info.axes.insert(info.axes.begin() + op.getAxis(),
                   {1, x.divisibilityOfAll(), 1});
  return info;
}

static AxisInfo transpose(tt::TransOp op, const AxisInfo &x) {
  AxisInfo info = x;
  for (auto [axis, from] : llvm::enumerate(op.getOrder()))
    info.axes[axis] = x.axes[from];
  return info;
}

/// Facts along the elements in row-major order, as of a tile of one axis: runs
/// along the last axis that has an extent, and constant runs beyond it where it
/// is constant as a whole.
static AxisFacts alongRows(ArrayRef<int64_t> extents, const AxisInfo &x) {
  AxisFacts rows{1, x.divisibilityOfAll(), 1};
  bool atLast = true;
  for (unsigned axis = extents.size(); axis-- != 0;) {
    if (extents[axis] == 1)
      continue;
    const AxisFacts &facts = x.axes[axis];
    if (std::exchange(atLast, false))
      rows = facts;
    else
      rows.constancy *= facts.constancy;
    if (facts.constancy != extents[axis])
      break;
  }
  return rows;
}

static AxisInfo reshape(tt::ReshapeOp op, const AxisInfo &x) {
  AxisInfo info = withAxesOf(op.getType(), x);
  SmallVector<int64_t, 4> from = getExtents(op.getSrc().getType());
  SmallVector<int64_t, 4> to = getExtents(op.getType());
  AxisFacts rows = alongRows(from, x);
  // In any order: all that stays is what all elements share.
  if (op.getAllowReorder()) {
    int64_t count = cast<RankedTensorType>(op.getType()).getNumElements();
    if (rows.constancy == count)
      for (auto [facts, extent] : llvm::zip_equal(info.axes, to))
        facts.constancy = extent;
    return info;
  }
  int64_t stride = 1;
  for (unsigned axis = to.size(); axis-- != 0; stride *= to[axis]) {
    AxisFacts &facts = info.axes[axis];
    if (to[axis] == 1)
      continue;
    if (stride == 1) {
      facts.contiguity = std::min(rows.contiguity, to[axis]);
      facts.divisibility = divisorAt(rows, facts.contiguity, x.stepBytes);
    }
    facts.constancy = std::clamp<int64_t>(rows.constancy / stride, 1, to[axis]);
  }
  return info;
}

/// Axes that a reshape only renames keep all of their facts: those between
/// which both shapes have the same extents once extents of 1 are left out.
static AxisInfo reshapeOrRename(tt::ReshapeOp op, const AxisInfo &x) {
  SmallVector<int64_t, 4> from = getExtents(op.getSrc().getType());
  SmallVector<int64_t, 4> to = getExtents(op.getType());
  auto isOne = [](int64_t extent) { return extent == 1; };
  SmallVector<int64_t, 4> fromLong(from), toLong(to);
  llvm::erase_if(fromLong, isOne);
  llvm::erase_if(toLong, isOne);
  if (op.getAllowReorder() || fromLong != toLong)
    return reshape(op, x);
  AxisInfo info = withAxesOf(op.getType(), x);
  unsigned source = 0;
  for (unsigned axis = 0; axis != to.size(); ++axis) {
    if (isOne(to[axis]))
      continue;
    while (isOne(from[source]))
      ++source;
    info.axes[axis] = x.axes[source++];
  }
  return info;
}

static AxisInfo joinTiles(Type type, const AxisInfo &x, const AxisInfo &y) {
  AxisInfo info = AxisInfo::join(x, y);
  int64_t all = std::min(x.divisibilityOfAll(), y.divisibilityOfAll());
  info.axes.push_back({1, all, info.constant ? 2 : 1});
  return info;
}

static AxisInfo splitTile(const AxisInfo &x) {
  AxisInfo info = x;
  int64_t all = x.divisibilityOfAll();
  info.axes.pop_back();
  for (AxisFacts &facts : info.axes)
    facts.divisibility = std::max(facts.divisibility, all);
  return info;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// An offset in elements counts `stepBytes` each. Only a pointer or an offset
/// that is equal along a run leaves the other's runs as they are.
static AxisInfo addPointer(const AxisInfo &ptr, const AxisInfo &offset) {
  AxisInfo info = ptr;
  info.constant.reset();
  info.nonNegative = false;
  int64_t step = ptr.stepBytes;
  for (auto [p, o, result] :
       llvm::zip_equal(ptr.axes, offset.axes, info.axes)) {
    int64_t ptrRun = std::min(p.contiguity, o.constancy);
    int64_t offsetRun = std::min(o.contiguity, p.constancy);
    int64_t run = std::max(ptrRun, offsetRun);
    result.contiguity = run;
    result.divisibility =
        std::min(divisorAt(p, run, step), divisorAt(o, run, 1) * step);
    result.constancy = std::min(p.constancy, o.constancy);
  }
  return info;
}

/// Between pointers of other steps, and between a pointer and its number, runs
/// are the same only for equal steps; what divides all bytes stays.
static AxisInfo recast(Type type, const AxisInfo &x) {
  AxisInfo info = AxisInfo::unknown(type);
  for (auto [facts, from] : llvm::zip_equal(info.axes, x.axes)) {
    if (info.stepBytes == x.stepBytes)
      facts = from;
    else
      facts = {1, x.divisibilityOfAll(), from.constancy};
  }
  return info;
}

static AxisInfo bitcast(tt::BitcastOp op, const AxisInfo &x) {
  auto isNumber = [](Type type) {
    return isa<IntegerType>(tt::getScalarType(type));
  };
  auto isPointer = [](Type type) {
    return isa<tt::PointerType>(tt::getScalarType(type));
  };
  Type from = op.getSrc().getType(), to = op.getType();
  if (isNumber(from) && isNumber(to))
    return x;
  return isPointer(from) && isPointer(to) ? recast(to, x)
                                          : AxisInfo::unknown(to);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

static AxisInfo programId(Type type) {
  AxisInfo info = AxisInfo::unknown(type);
  info.nonNegative = true;
  return info;
}

std::optional<AxisInfo>
axis_info::transferTile(Operation *op, ArrayRef<const AxisInfo *> operands) {
  using R = std::optional<AxisInfo>;
  Type type = op->getNumResults() ? op->getResult(0).getType() : Type();
  auto x = [&]() -> const AxisInfo & { return *operands[0]; };
  return TypeSwitch<Operation *, R>(op)
      .Case<tt::GetProgramIdOp, tt::GetNumProgramsOp>(
          [&](auto) { return programId(type); })
      .Case([&](tt::MakeRangeOp op) { return range(op); })
      .Case([&](tt::SplatOp) { return splat(type, x()); })
      .Case([&](tt::UnsplatOp) { return withAxesOf(type, x()); })
      .Case([&](tt::BroadcastOp op) { return broadcast(op, x()); })
      .Case([&](tt::ExpandDimsOp op) { return expandDims(op, x()); })
      .Case([&](tt::TransOp op) { return transpose(op, x()); })
      .Case([&](tt::ReshapeOp op) { return reshapeOrRename(op, x()); })
      .Case([&](tt::JoinOp) { return joinTiles(type, x(), *operands[1]); })
      .Case([&](tt::SplitOp) { return splitTile(x()); })
      .Case([&](ttg::ConvertLayoutOp) { return x(); })
      .Case([&](tt::AddPtrOp) { return addPointer(x(), *operands[1]); })
      .Case<tt::IntToPtrOp, tt::PtrToIntOp>(
          [&](auto) { return recast(type, x()); })
      .Case([&](tt::BitcastOp op) { return bitcast(op, x()); })
      .Default(R());
}

AxisInfo axis_info::transfer(Operation *op, ArrayRef<const AxisInfo *> operands,
                             Type type) {
  std::optional<AxisInfo> info = transferArith(op, operands);
  if (!info)
    info = transferTile(op, operands);
  if (info)
    return *info;
  // Equal inputs give an elementwise operation equal results.
  AxisInfo result = AxisInfo::unknown(type);
  if (!op->hasTrait<OpTrait::Elementwise>() || !isMemoryEffectFree(op) ||
      operands.empty())
    return result;
  for (auto [axis, facts] : llvm::enumerate(result.axes)) {
    facts.constancy = AxisInfo::maxDivisibility;
    for (const AxisInfo *operand : operands)
      facts.constancy =
          std::min(facts.constancy,
                   operand->rank() > axis ? operand->constancy(axis) : 1);
  }
  return result;
}
