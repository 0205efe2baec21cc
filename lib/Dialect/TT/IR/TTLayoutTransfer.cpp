//===- TTLayoutTransfer.cpp - How layouts pass through view ops -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that only renames, drops, adds or permutes coordinates does the same
// to the output spaces of its operand's layout. Each op says so in both
// directions, as far as the direction is determined; the verifier, the layout
// assignment and the lowering ask here and nowhere else.
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TT/IR/TT.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// New registers for what a shape gains, last dimension fastest.
static LinearLayout fit(const LinearLayout &layout, ArrayRef<int64_t> shape) {
  SmallVector<unsigned> order(
      llvm::reverse(llvm::seq<unsigned>(0, shape.size())));
  return layout.fitShape(dims(shape), Space::Register, order);
}

//===----------------------------------------------------------------------===//
// expand_dims, broadcast, reshape, trans
//===----------------------------------------------------------------------===//

std::optional<LinearLayout>
ExpandDimsOp::transferToResult(const LinearLayout &operand) {
  return operand.insertDim(getAxis());
}

std::optional<LinearLayout>
ExpandDimsOp::transferToOperand(const LinearLayout &result) {
  return result.eraseDim(getAxis());
}

std::optional<LinearLayout>
BroadcastOp::transferToResult(const LinearLayout &operand) {
  return fit(operand, shapeOf(getResult()));
}

/// The copies that a thread reads are where the result wants them.
std::optional<LinearLayout>
BroadcastOp::transferToOperand(const LinearLayout &result) {
  return fit(result, shapeOf(getSrc())).removeZeroBases(Space::Register);
}

std::optional<LinearLayout>
ReshapeOp::transferToResult(const LinearLayout &operand) {
  return operand.reshapeOuts(dims(shapeOf(getResult())));
}

std::optional<LinearLayout>
ReshapeOp::transferToOperand(const LinearLayout &result) {
  return result.reshapeOuts(dims(shapeOf(getSrc())));
}

std::optional<LinearLayout>
TransOp::transferToResult(const LinearLayout &operand) {
  return operand.permuteDims(SmallVector<unsigned>(getOrder()));
}

std::optional<LinearLayout>
TransOp::transferToOperand(const LinearLayout &result) {
  SmallVector<unsigned> inverse(getOrder().size());
  for (auto [i, dim] : llvm::enumerate(getOrder()))
    inverse[dim] = i;
  return result.permuteDims(inverse);
}

//===----------------------------------------------------------------------===//
// join, split
//===----------------------------------------------------------------------===//

/// The layout of one half of a tile whose last dimension, of extent 2, is one
/// register bit and nothing else.
static std::optional<LinearLayout> half(const LinearLayout &whole) {
  Space last = Space::dim(whole.outs().size() - 1);
  uint64_t bit = uint64_t(1) << whole.outShift(last);
  std::optional<unsigned> found;
  for (auto [i, column] : llvm::enumerate(whole.packedColumns())) {
    if (!(column & bit))
      continue;
    if (found || column != bit)
      return std::nullopt;
    found = i;
  }
  unsigned shift = whole.inShift(Space::Register);
  if (!found || *found < shift ||
      *found >= shift + whole.inBits(Space::Register))
    return std::nullopt;
  SmallVector<uint64_t> columns(whole.packedColumns());
  columns.erase(columns.begin() + *found);
  SmallVector<SpaceBits> ins(whole.ins());
  for (SpaceBits &in : ins)
    if (in.space == Space::Register)
      --in.bits;
  return LinearLayout::fromPacked(ins, whole.outs(), columns)
      .eraseDim(last.dimIndex());
}

/// The two halves in neighbouring registers.
static LinearLayout both(const LinearLayout &half) {
  unsigned rank = half.outs().size();
  LinearLayout pair =
      LinearLayout::identity1D(2, Space::Register, Space::dim(rank));
  SmallVector<Space> order;
  for (unsigned i = 0; i <= rank; ++i)
    order.push_back(Space::dim(i));
  return (pair * half).transposeOuts(order);
}

std::optional<LinearLayout>
JoinOp::transferToResult(const LinearLayout &operand) {
  return both(operand);
}

std::optional<LinearLayout>
JoinOp::transferToOperand(const LinearLayout &result) {
  return half(result);
}

std::optional<LinearLayout>
SplitOp::transferToResult(const LinearLayout &operand) {
  return half(operand);
}

std::optional<LinearLayout>
SplitOp::transferToOperand(const LinearLayout &result) {
  return both(result);
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

/// Threads that held different elements of the axis hold copies of the result.
std::optional<LinearLayout>
ReduceOp::transferToResult(const LinearLayout &operand) {
  return operand.eraseDim(getAxis()).removeZeroBases(Space::Register);
}

/// Each thread reduces the whole axis in its own registers.
std::optional<LinearLayout>
ReduceOp::transferToOperand(const LinearLayout &result) {
  return fit(result.insertDim(getAxis()), shapeOf(getSrcs()[0]));
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

bool tt::isLayoutTransfer(LayoutTransferOpInterface op,
                          RankedTensorType operand, RankedTensorType result) {
  std::optional<LinearLayout> from = getLayout(operand), to = getLayout(result);
  if (!from || !to)
    return !from && !to;
  std::optional<LinearLayout> expected = op.transferToResult(*from);
  if (expected && expected->equalUpToReplication(*to))
    return true;
  std::optional<LinearLayout> back = op.transferToOperand(*to);
  return back && back->equalUpToReplication(*from);
}

LogicalResult tt::verifyLayoutTransfer(Operation *op, RankedTensorType operand,
                                       RankedTensorType result) {
  std::optional<LinearLayout> from = getLayout(operand), to = getLayout(result);
  auto transfer = cast<LayoutTransferOpInterface>(op);
  if (!from || !to || isLayoutTransfer(transfer, operand, result))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "the operand's layout does not lead to that of "
                               "the result "
                            << result;
  if (std::optional<LinearLayout> expected = transfer.transferToResult(*from))
    diag.attachNote() << "expected: " << expected->str();
  diag.attachNote() << "found: " << to->str();
  return diag;
}
