//===- TTNGBlackwellOps.cpp - Tensor memory and its products --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTNGVerify.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttng;
using ttg::MemDescType;

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

void TMEMAllocOp::getEffects(Effects &effects) {
  OpResult result = getOperation()->getOpResult(0);
  effects.emplace_back(MemoryEffects::Allocate::get(), result,
                       TensorMemory::get());
  if (getSrc())
    effects.emplace_back(MemoryEffects::Write::get(), result,
                         TensorMemory::get());
}

LogicalResult TMEMAllocOp::verify() {
  MemDescType type = getResult().getType();
  if (failed(verifyTensorMemory(*this, type)))
    return failure();
  if (getSrc())
    return verifySameTile(*this, getSrc().getType(), type);
  return verifyMutable(*this, type);
}

LogicalResult TMEMLoadOp::verify() {
  if (failed(verifyTensorMemory(*this, getSrc().getType())))
    return failure();
  return verifySameTile(*this, getResult().getType(), getSrc().getType());
}

LogicalResult TMEMStoreOp::verify() {
  MemDescType dst = getDst().getType();
  if (failed(verifyTensorMemory(*this, dst)) ||
      failed(verifyMutable(*this, dst)))
    return failure();
  return verifySameTile(*this, getSrc().getType(), dst);
}

LogicalResult TMEMSubsliceOp::verify() {
  MemDescType src = getSrc().getType(), result = getType();
  if (failed(verifyTensorMemory(*this, src)) ||
      failed(verifyTensorMemory(*this, result)))
    return failure();
  if (getN().has_value() == getOffset().has_value())
    return emitOpError() << "expected either 'N' or 'offset'";
  int32_t first = getN() ? *getN() : *getOffset();
  if (src.getRank() != 2 || result.getRank() != 2 ||
      src.getElementType() != result.getElementType() ||
      src.getShape()[0] != result.getShape()[0])
    return emitOpError() << "expected some columns of " << src << ", found "
                         << result;
  if (first < 0 || first + result.getShape()[1] > src.getShape()[1])
    return emitOpError() << "expected columns within " << src << ", found "
                         << result.getShape()[1] << " from " << first << " on";
  return success();
}

void TMEMCopyOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getSrcMutable(),
                       ttg::SharedMemory::get());
  effects.emplace_back(MemoryEffects::Write::get(), &getDstMutable(),
                       TensorMemory::get());
  if (getBarrier())
    effects.emplace_back(MemoryEffects::Write::get(), ttg::SharedMemory::get());
}

LogicalResult TMEMCopyOp::verify() {
  if (failed(verifyShared(*this, getSrc().getType())) ||
      failed(verifyTensorMemory(*this, getDst().getType())) ||
      failed(verifyMutable(*this, getDst().getType())))
    return failure();
  if (getSrc().getType().getElementType() !=
      getDst().getType().getElementType())
    return emitOpError() << "expected elements of one type, found "
                         << getSrc().getType() << " and " << getDst().getType();
  return getBarrier() ? verifyBarrier(*this, getBarrier().getType())
                      : success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// A product reads its operands, from shared or tensor memory, and updates its
/// accumulator; when it is done it arrives at barriers.
template <typename Op>
static void addProductEffects(Op op, Effects &effects) {
  for (OpOperand *operand : {&op.getAMutable(), &op.getBMutable()}) {
    if (cast<MemDescType>(operand->get().getType()).isShared())
      effects.emplace_back(MemoryEffects::Read::get(), operand,
                           ttg::SharedMemory::get());
    else
      effects.emplace_back(MemoryEffects::Read::get(), operand,
                           TensorMemory::get());
  }
  effects.emplace_back(MemoryEffects::Read::get(), &op.getDMutable(),
                       TensorMemory::get());
  effects.emplace_back(MemoryEffects::Write::get(), &op.getDMutable(),
                       TensorMemory::get());
  if (!op.getBarriers().empty())
    effects.emplace_back(MemoryEffects::Write::get(), ttg::SharedMemory::get());
}

template <typename Op>
static LogicalResult verifyProductOp(Op op) {
  MemDescType b = op.getB().getType(), d = op.getD().getType();
  if (failed(verifyShared(op, b)) || failed(verifyTensorMemory(op, d)) ||
      failed(verifyMutable(op, d)))
    return failure();
  if (op.getBarriers().size() != op.getBarrierPreds().size())
    return op.emitOpError()
           << "expected a predicate for each of " << op.getBarriers().size()
           << " barriers, found " << op.getBarrierPreds().size();
  for (Value barrier : op.getBarriers())
    if (failed(verifyBarrier(op, cast<MemDescType>(barrier.getType()))))
      return failure();
  return success();
}

void TCGen5MMAOp::getEffects(Effects &effects) {
  addProductEffects(*this, effects);
}

LogicalResult TCGen5MMAOp::verify() {
  if (failed(verifyProductOp(*this)))
    return failure();
  if (failed(verifyProductTypes(*this, getA().getType().getElementType(),
                                getB().getType().getElementType(),
                                getD().getType().getElementType())))
    return failure();
  // Each of two blocks holds its half of the right operand.
  if (getTwoCtas())
    return success();
  return verifyProduct(*this, getA().getType().getShape(),
                       getB().getType().getShape(),
                       getD().getType().getShape());
}

void TCGen5MMAScaledOp::getEffects(Effects &effects) {
  addProductEffects(*this, effects);
  effects.emplace_back(MemoryEffects::Read::get(), &getAScaleMutable(),
                       TensorMemory::get());
  effects.emplace_back(MemoryEffects::Read::get(), &getBScaleMutable(),
                       TensorMemory::get());
}

LogicalResult TCGen5MMAScaledOp::verify() {
  if (failed(verifyProductOp(*this)))
    return failure();
  Type d = getD().getType().getElementType();
  if (!d.isF32() && !d.isF16())
    return emitOpError() << "expected an accumulator of f32 or f16, found "
                         << d;
  for (MemDescType type : {getA().getType(), getB().getType(),
                           getAScale().getType(), getBScale().getType()})
    if (tt::getBitWidth(type.getElementType()) != 8)
      return emitOpError() << "expected operands and scales of 8 bits, found "
                           << type;
  return success();
}

LogicalResult TCGen5CommitOp::verify() {
  return verifyBarrier(*this, getBarrier().getType());
}

//===----------------------------------------------------------------------===//
// Cluster launch control
//===----------------------------------------------------------------------===//

/// The answer is 16 bytes.
static LogicalResult verifyAnswer(Operation *op, MemDescType type) {
  if (type.isShared() && type.getRank() == 1 && type.getShape()[0] >= 2 &&
      type.getElementType().isInteger(64))
    return success();
  return op->emitOpError()
         << "expected shared memory of two i64 for the answer, found " << type;
}

LogicalResult CLCTryCancelOp::verify() {
  if (failed(verifyAnswer(*this, getResult().getType())) ||
      failed(verifyMutable(*this, getResult().getType())))
    return failure();
  return verifyBarrier(*this, getBarrier().getType());
}

LogicalResult CLCLoadResultOp::verify() {
  return verifyAnswer(*this, getSrc().getType());
}
