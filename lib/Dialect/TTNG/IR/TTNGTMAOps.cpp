//===- TTNGTMAOps.cpp - Bulk tensor copies --------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTNGVerify.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttng;
using tt::TensorDescType;
using ttg::MemDescType;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Shared memory holds a block of the descriptor: its elements, without leading
/// dimensions of extent 1 perhaps.
static LogicalResult verifyBlock(Operation *op, TensorDescType desc,
                                 size_t coordinates, MemDescType memory) {
  if (coordinates != desc.getShape().size())
    return op->emitOpError()
           << "expected " << desc.getShape().size()
           << " coordinates, one for each dimension of the block, found "
           << coordinates;
  ArrayRef<int64_t> block = desc.getShape();
  while (block.size() > memory.getRank() && block.front() == 1)
    block = block.drop_front();
  if (memory.getShape() != block ||
      memory.getElementType() != desc.getSignlessElementType())
    return op->emitOpError() << "expected memory for " << desc.getBlockType()
                             << ", found " << memory;
  return verifyShared(op, memory);
}

/// Shared memory holds the rows that `offsets` names.
static LogicalResult verifyRows(Operation *op, TensorDescType desc,
                                Type offsets, MemDescType memory) {
  ArrayRef<int64_t> block = desc.getShape();
  if (block.size() != 2 || block[0] != 1)
    return op->emitOpError() << "expected a descriptor of one row of a matrix, "
                                "found "
                             << desc;
  auto rows = cast<RankedTensorType>(offsets);
  if (rows.getRank() != 1)
    return op->emitOpError()
           << "expected a one-dimensional tensor of rows, found " << rows;
  SmallVector<int64_t> shape = {rows.getDimSize(0), block[1]};
  if (memory.getShape() != ArrayRef<int64_t>(shape) ||
      memory.getElementType() != desc.getSignlessElementType())
    return op->emitOpError()
           << "expected memory for "
           << RankedTensorType::get(shape, desc.getSignlessElementType())
           << ", found " << memory;
  return verifyShared(op, memory);
}

LogicalResult AsyncTMACopyGlobalToLocalOp::verify() {
  if (failed(verifyBlock(*this, getDesc().getType(), getCoord().size(),
                         getResult().getType())) ||
      failed(verifyMutable(*this, getResult().getType())))
    return failure();
  return verifyBarrier(*this, getBarrier().getType());
}

LogicalResult AsyncTMACopyLocalToGlobalOp::verify() {
  return verifyBlock(*this, getDesc().getType(), getCoord().size(),
                     getSrc().getType());
}

LogicalResult AsyncTMAReduceOp::verify() {
  if (getKind() == tt::DescriptorReduceKind::None)
    return emitOpError() << "expected an operation, found 'none'";
  return verifyBlock(*this, getDesc().getType(), getCoord().size(),
                     getSrc().getType());
}

LogicalResult AsyncTMAGatherOp::verify() {
  if (failed(verifyRows(*this, getDesc().getType(), getXOffsets().getType(),
                        getResult().getType())) ||
      failed(verifyMutable(*this, getResult().getType())))
    return failure();
  return verifyBarrier(*this, getBarrier().getType());
}

LogicalResult AsyncTMAScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), getXOffsets().getType(),
                    getSrc().getType());
}

LogicalResult AsyncTMAStoreWaitOp::verify() {
  if (int32_t(getPendings()) >= 0)
    return success();
  return emitOpError() << "expected 'pendings' to be at least 0, found "
                       << int32_t(getPendings());
}

/// A tensor map is bytes, 128 of them.
static LogicalResult verifyMap(Operation *op, tt::PointerType pointer) {
  if (pointer.getPointeeType().isInteger(8))
    return success();
  return op->emitOpError() << "expected a pointer to i8 for the tensor map, "
                              "found "
                           << pointer;
}

/// The values that PTX's tensormap.replace has for a field.
static LogicalResult verifyField(Operation *op, StringRef name, int32_t value,
                                 int32_t last) {
  if (value >= 0 && value <= last)
    return success();
  return op->emitOpError() << "expected '" << name << "' from 0 to " << last
                           << ", found " << value;
}

LogicalResult ReinterpretTensorDescriptorOp::verify() {
  return verifyMap(*this, getRawDesc().getType());
}

LogicalResult TensormapFenceproxyAcquireOp::verify() {
  return verifyMap(*this, getDescPtr().getType());
}

LogicalResult TensormapCreateOp::verify() {
  if (failed(verifyMap(*this, getDescPtr().getType())) ||
      failed(verifyField(*this, "elem_type", getElemType(), 15)) ||
      failed(
          verifyField(*this, "interleave_layout", getInterleaveLayout(), 2)) ||
      failed(verifyField(*this, "swizzle_mode", getSwizzleMode(), 4)) ||
      failed(verifyField(*this, "fill_mode", getFillMode(), 1)))
    return failure();
  size_t rank = getBoxDim().size();
  if (rank < 1 || rank > 5)
    return emitOpError() << "expected 1 to 5 dimensions, found " << rank;
  if (getGlobalDim().size() == rank && getElementStride().size() == rank &&
      getGlobalStride().size() == rank - 1)
    return success();
  return emitOpError() << "expected " << rank << " extents, " << rank - 1
                       << " strides and " << rank << " element strides, found "
                       << getGlobalDim().size() << ", "
                       << getGlobalStride().size() << " and "
                       << getElementStride().size();
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

static void addGlobal(Effects &effects, MemoryEffects::Effect *effect,
                      OpOperand &operand) {
  effects.emplace_back(effect, &operand, SideEffects::DefaultResource::get());
}

static void addShared(Effects &effects, MemoryEffects::Effect *effect,
                      OpOperand &operand) {
  effects.emplace_back(effect, &operand, ttg::SharedMemory::get());
}

void AsyncTMACopyGlobalToLocalOp::getEffects(Effects &effects) {
  addGlobal(effects, MemoryEffects::Read::get(), getDescMutable());
  addShared(effects, MemoryEffects::Write::get(), getBarrierMutable());
  addShared(effects, MemoryEffects::Write::get(), getResultMutable());
}

void AsyncTMACopyLocalToGlobalOp::getEffects(Effects &effects) {
  addGlobal(effects, MemoryEffects::Write::get(), getDescMutable());
  addShared(effects, MemoryEffects::Read::get(), getSrcMutable());
}

void AsyncTMAReduceOp::getEffects(Effects &effects) {
  addGlobal(effects, MemoryEffects::Read::get(), getDescMutable());
  addGlobal(effects, MemoryEffects::Write::get(), getDescMutable());
  addShared(effects, MemoryEffects::Read::get(), getSrcMutable());
}

void AsyncTMAGatherOp::getEffects(Effects &effects) {
  addGlobal(effects, MemoryEffects::Read::get(), getDescMutable());
  addShared(effects, MemoryEffects::Write::get(), getBarrierMutable());
  addShared(effects, MemoryEffects::Write::get(), getResultMutable());
}

void AsyncTMAScatterOp::getEffects(Effects &effects) {
  addGlobal(effects, MemoryEffects::Write::get(), getDescMutable());
  addShared(effects, MemoryEffects::Read::get(), getSrcMutable());
}

void TensormapCreateOp::getEffects(Effects &effects) {
  addGlobal(effects, MemoryEffects::Write::get(), getDescPtrMutable());
}

/// Nothing that uses the map may move ahead of the fence.
void TensormapFenceproxyAcquireOp::getEffects(Effects &effects) {
  addGlobal(effects, MemoryEffects::Read::get(), getDescPtrMutable());
  addGlobal(effects, MemoryEffects::Write::get(), getDescPtrMutable());
}
