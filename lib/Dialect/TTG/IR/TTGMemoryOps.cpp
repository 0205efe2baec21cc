//===- TTGMemoryOps.cpp - Shared memory -----------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

static LogicalResult verifyShared(Operation *op, MemDescType type) {
  if (type.isShared())
    return success();
  return op->emitOpError() << "expected shared memory, found " << type;
}

static LogicalResult verifyMutable(Operation *op, MemDescType type) {
  if (type.getMutableMemory())
    return success();
  return op->emitOpError() << "expected mutable memory, found " << type;
}

/// A tensor and a piece of shared memory have one shape and element type.
static LogicalResult verifySameTile(Operation *op, Type tensor,
                                    MemDescType memory) {
  auto type = cast<RankedTensorType>(tensor);
  if (type.getShape() == memory.getShape() &&
      type.getElementType() == memory.getElementType())
    return verifyShared(op, memory);
  return op->emitOpError() << "expected one shape and element type, found "
                           << type << " and " << memory;
}

//===----------------------------------------------------------------------===//
// local_*
//===----------------------------------------------------------------------===//

void LocalAllocOp::getEffects(Effects &effects) {
  OpResult result = getOperation()->getOpResult(0);
  effects.emplace_back(MemoryEffects::Allocate::get(), result,
                       SharedMemory::get());
  if (getSrc())
    effects.emplace_back(MemoryEffects::Write::get(), result,
                         SharedMemory::get());
}

LogicalResult LocalAllocOp::verify() {
  MemDescType type = getType();
  if (type.getAllocShape() != type.getShape())
    return emitOpError() << "expected a whole piece of memory, found " << type;
  if (getSrc())
    return verifySameTile(*this, getSrc().getType(), type);
  if (failed(verifyShared(*this, type)))
    return failure();
  return verifyMutable(*this, type);
}

LogicalResult LocalDeallocOp::verify() {
  return verifyShared(*this, getSrc().getType());
}

LogicalResult LocalLoadOp::verify() {
  return verifySameTile(*this, getType(), getSrc().getType());
}

LogicalResult LocalStoreOp::verify() {
  if (failed(verifySameTile(*this, getSrc().getType(), getDst().getType())))
    return failure();
  return verifyMutable(*this, getDst().getType());
}

/// Values at `indices` along `axis` of a piece of shared memory.
static LogicalResult verifyIndexed(Operation *op, MemDescType memory,
                                   Type values, Type indices, uint32_t axis) {
  if (failed(verifyShared(op, memory)))
    return failure();
  auto value = cast<RankedTensorType>(values);
  auto index = cast<RankedTensorType>(indices);
  if (axis >= memory.getRank())
    return op->emitOpError()
           << "has no axis " << int32_t(axis) << " in " << memory;
  if (value.getElementType() != memory.getElementType())
    return op->emitOpError() << "expected elements of "
                             << memory.getElementType() << ", found " << value;
  if (index.getRank() != int64_t(memory.getRank()))
    return op->emitOpError() << "expected indices of rank " << memory.getRank()
                             << ", found " << index;
  if (value.getShape() == index.getShape() && tt::haveSameLayout(value, index))
    return success();
  return op->emitOpError() << "expected values and indices of one shape and "
                              "layout, found "
                           << value << " and " << index;
}

LogicalResult LocalGatherOp::verify() {
  return verifyIndexed(*this, getSrc().getType(), getType(),
                       getIndices().getType(), getAxis());
}

LogicalResult LocalScatterOp::verify() {
  if (failed(verifyMutable(*this, getDst().getType())))
    return failure();
  return verifyIndexed(*this, getDst().getType(), getValues().getType(),
                       getIndices().getType(), getAxis());
}

LogicalResult LocalAtomicScatterRMWOp::verify() {
  if (failed(verifyMutable(*this, getDst().getType())))
    return failure();
  if (getType() != getValues().getType())
    return emitOpError() << "expected the result type " << getValues().getType()
                         << ", found " << getType();
  if (failed(tt::verifyAtomicType(*this, getAtomicRmwOp(),
                                  getDst().getType().getElementType())))
    return failure();
  return verifyIndexed(*this, getDst().getType(), getValues().getType(),
                       getIndices().getType(), getAxis());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// A view keeps element type and memory; it can't make its memory mutable.
static LogicalResult verifyKeeps(Operation *op, MemDescType src,
                                 MemDescType result) {
  if (src.getElementType() == result.getElementType() &&
      src.getMemorySpace() == result.getMemorySpace() &&
      (src.getMutableMemory() || !result.getMutableMemory()))
    return success();
  return op->emitOpError() << "expected the element type, memory and "
                              "mutability of "
                           << src << ", found " << result;
}

static InFlightDiagnostic shapeError(Operation *op, ArrayRef<int64_t> expected,
                                     MemDescType found) {
  InFlightDiagnostic diag = op->emitOpError() << "expected the result shape ";
  llvm::interleave(expected, diag, "x");
  diag << ", found " << found;
  return diag;
}

LogicalResult MemDescIndexOp::verify() {
  MemDescType src = getSrc().getType(), result = getType();
  if (failed(verifyKeeps(*this, src, result)))
    return failure();
  if (src.getShape().empty() ||
      src.getShape().drop_front() != result.getShape())
    return shapeError(*this, src.getShape().drop_front(!src.getShape().empty()),
                      result);
  APInt index;
  if (matchPattern(getIndex(), m_ConstantInt(&index)) &&
      index.uge(src.getShape().front()))
    return emitOpError() << "expected an index below " << src.getShape().front()
                         << ", found " << index.getSExtValue();
  return success();
}

LogicalResult MemDescSubsliceOp::verify() {
  MemDescType src = getSrc().getType(), result = getType();
  if (failed(verifyKeeps(*this, src, result)))
    return failure();
  if (getOffsets().size() != src.getRank() || result.getRank() != src.getRank())
    return emitOpError() << "expected " << src.getRank()
                         << " offsets and a result of rank " << src.getRank()
                         << ", found " << getOffsets().size() << " and "
                         << result;
  for (auto [offset, part, whole] :
       llvm::zip(getOffsets(), result.getShape(), src.getShape()))
    if (offset < 0 || offset % part || offset + part > whole)
      return emitOpError() << "expected offsets that are multiples of the "
                              "result's extents and within "
                           << src << ", found " << offset;
  return success();
}

/// The layout that moving no element gives a view is the one it has.
static LogicalResult verifyBufferLayout(Operation *op,
                                        const LinearLayout &expected,
                                        MemDescType result) {
  LinearLayout found = result.getBufferLayout();
  if (expected.equalAsMap(found))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "the operand's layout does not lead to that of "
                               "the result "
                            << result;
  diag.attachNote() << "expected: " << expected.str();
  diag.attachNote() << "found: " << found.str();
  return diag;
}

OpFoldResult MemDescTransOp::fold(FoldAdaptor) {
  return getSrc().getType() == getType() && llvm::is_sorted(getOrder())
             ? getSrc()
             : Value();
}

LogicalResult MemDescTransOp::verify() {
  MemDescType src = getSrc().getType(), result = getType();
  if (failed(verifyKeeps(*this, src, result)))
    return failure();
  SmallVector<int32_t> sorted(getOrder());
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int32_t>(0, src.getRank())))
    return emitOpError() << "expected 'order' to be a permutation of the "
                         << src.getRank() << " dimensions";
  SmallVector<int64_t> shape;
  for (int32_t dim : getOrder())
    shape.push_back(src.getShape()[dim]);
  if (result.getShape() != ArrayRef<int64_t>(shape))
    return shapeError(*this, shape, result);
  // Buffers stay where they are, one behind the other.
  unsigned leading = src.getRank() - src.getBufferShape().size();
  bool keepsBuffers = src.isShared() && result.getBufferShape().size() ==
                                            src.getBufferShape().size();
  for (unsigned i = 0; i < leading && keepsBuffers; ++i)
    keepsBuffers = getOrder()[i] == int32_t(i);
  if (!keepsBuffers)
    return success();
  SmallVector<unsigned> order;
  for (int32_t dim : getOrder().drop_front(leading))
    order.push_back(dim - leading);
  return verifyBufferLayout(*this, src.getBufferLayout().permuteDims(order),
                            result);
}

OpFoldResult MemDescReshapeOp::fold(FoldAdaptor) {
  return getSrc().getType() == getType() ? getSrc() : Value();
}

LogicalResult MemDescReshapeOp::verify() {
  MemDescType src = getSrc().getType(), result = getType();
  if (failed(verifyKeeps(*this, src, result)))
    return failure();
  int64_t elements = src.getTensorType().getNumElements();
  if (result.getTensorType().getNumElements() != elements)
    return emitOpError() << "expected " << elements << " elements, found "
                         << result;
  if (!src.isShared() || src.getNumBuffers() != 1 ||
      result.getNumBuffers() != 1 || src.getAllocShape() != src.getShape() ||
      result.getAllocShape() != result.getShape())
    return success();
  return verifyBufferLayout(
      *this, src.getBufferLayout().reshapeOuts(dims(result.getBufferShape())),
      result);
}

OpFoldResult MemDescReinterpretOp::fold(FoldAdaptor) {
  return getSrc().getType() == getType() ? getSrc() : Value();
}

/// Bits of the elements of a piece of memory.
static int64_t bitsOf(MemDescType type) {
  return type.getTensorType().getNumElements() *
         tt::getBitWidth(type.getElementType());
}

LogicalResult MemDescReinterpretOp::verify() {
  MemDescType src = getSrc().getType(), result = getType();
  if (src.getMemorySpace() != result.getMemorySpace() ||
      (!src.getMutableMemory() && result.getMutableMemory()))
    return emitOpError() << "expected the memory and mutability of " << src
                         << ", found " << result;
  if (src.isShared() && bitsOf(result) > bitsOf(src))
    return emitOpError() << "expected no more than the " << bitsOf(src) / 8
                         << " bytes of " << src << ", found " << result;
  return success();
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

void AsyncCopyGlobalToLocalOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getSrcMutable(),
                       SideEffects::DefaultResource::get());
  effects.emplace_back(MemoryEffects::Write::get(), &getResultMutable(),
                       SharedMemory::get());
}

LogicalResult AsyncCopyGlobalToLocalOp::verify() {
  auto ptrs = cast<RankedTensorType>(getSrc().getType());
  auto loaded = cast<RankedTensorType>(tt::getPointeeTypeLike(ptrs));
  if (failed(verifySameTile(*this, loaded, getResult().getType())) ||
      failed(verifyMutable(*this, getResult().getType())))
    return failure();
  auto verifyLike = [&](StringRef name, Value value, Type element) {
    auto expected = ptrs.clone(element);
    auto found = value ? cast<RankedTensorType>(value.getType()) : expected;
    if (found.getShape() == expected.getShape() &&
        found.getElementType() == element &&
        tt::haveSameLayout(found, expected))
      return success();
    return LogicalResult(emitOpError() << name << ": expected " << expected
                                       << ", found " << found);
  };
  if (failed(verifyLike("mask", getMask(), IntegerType::get(getContext(), 1))))
    return failure();
  if (getOther() && !getMask())
    return emitOpError() << "expected a mask beside 'other'";
  if (failed(verifyLike("other", getOther(), loaded.getElementType())))
    return failure();
  if (!log2Exact(int32_t(getContiguity())))
    return emitOpError() << "expected 'contiguity' to be a power of two, found "
                         << int32_t(getContiguity());
  return success();
}

LogicalResult AsyncWaitOp::verify() {
  if (int32_t(getNum()) >= 0)
    return success();
  return emitOpError() << "expected a 'num' of at least 0, found "
                       << int32_t(getNum());
}
