//===- CastOps.cpp - Conversions between element types --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers and floats of 16 bits and more convert by LLVM's casts. 8-bit
// floats are bytes in registers; Float8.cpp converts them.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;

static Type getResultScalar(Emitter &e, Operation *op) {
  return e.lowering.convertScalar(
      tt::getScalarType(op->getResult(0).getType()));
}

/// LLVM's cast to the converted result type.
template <typename To>
static Value emitCast(Emitter &e, Operation *op, ValueRange v) {
  return To::create(e, getResultScalar(e, op), v[0]);
}

/// An index counts as a signed 64-bit integer.
template <typename Extend>
static Value emitIndexCast(Emitter &e, Operation *op, ValueRange v) {
  Type to = getResultScalar(e, op);
  unsigned from = v[0].getType().getIntOrFloatBitWidth();
  if (from == to.getIntOrFloatBitWidth())
    return v[0];
  if (from > to.getIntOrFloatBitWidth())
    return LLVM::TruncOp::create(e, to, v[0]);
  return Extend::create(e, to, v[0]);
}

//===----------------------------------------------------------------------===//
// Between floats
//===----------------------------------------------------------------------===//

static bool isFloat8(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

/// Rounds to a float type of at least 16 bits, or widens to one.
static Value convertFloat(Emitter &e, Value value, FloatType to,
                          bool towardsZero) {
  auto from = cast<FloatType>(value.getType());
  if (from == to)
    return value;
  if (from.getWidth() < to.getWidth())
    return LLVM::FPExtOp::create(e, to, value);
  if (from.getWidth() == to.getWidth())
    // f16 and bf16: f32 holds either exactly.
    return convertFloat(e, LLVM::FPExtOp::create(e, e.getF32Type(), value), to,
                        towardsZero);
  if (!towardsZero)
    return LLVM::FPTruncOp::create(e, to, value);
  return truncateFloat(e, value, to);
}

static Value emitFloatCast(Emitter &e, Operation *op, Value value,
                           bool towardsZero) {
  auto from = cast<FloatType>(tt::getScalarType(op->getOperand(0).getType()));
  auto to = cast<FloatType>(tt::getScalarType(op->getResult(0).getType()));
  if (from == to)
    return value;
  if (isFloat8(from) || isFloat8(to))
    return convertFloat8(e, value, from, to, towardsZero);
  return convertFloat(e, value, to, towardsZero);
}

template <bool isSigned>
static Value emitIntToFloat(Emitter &e, Operation *op, ValueRange v) {
  auto to = cast<FloatType>(tt::getScalarType(op->getResult(0).getType()));
  Type through = isFloat8(to) ? e.getF32Type() : to;
  Value value;
  if (isSigned)
    value = LLVM::SIToFPOp::create(e, through, v[0]);
  else
    value = LLVM::UIToFPOp::create(e, through, v[0]);
  if (!isFloat8(to))
    return value;
  return convertFloat8(e, value, e.getF32Type(), to, /*towardsZero=*/false);
}

template <typename To>
static Value emitFloatToInt(Emitter &e, Operation *op, ValueRange v) {
  auto from = cast<FloatType>(tt::getScalarType(op->getOperand(0).getType()));
  Value value = v[0];
  if (isFloat8(from))
    value = convertFloat8(e, value, from, e.getF32Type(),
                          /*towardsZero=*/false);
  if (!value)
    return Value();
  return To::create(e, getResultScalar(e, op), value);
}

static Value emitExtF(Emitter &e, Operation *op, ValueRange v) {
  return emitFloatCast(e, op, v[0], /*towardsZero=*/false);
}

static Value emitTruncF(Emitter &e, Operation *op, ValueRange v) {
  auto mode = cast<arith::TruncFOp>(op).getRoundingmode();
  if (mode && *mode != arith::RoundingMode::to_nearest_even &&
      *mode != arith::RoundingMode::toward_zero)
    return Value();
  return emitFloatCast(e, op, v[0], mode == arith::RoundingMode::toward_zero);
}

static Value emitFpToFp(Emitter &e, Operation *op, ValueRange v) {
  return emitFloatCast(e, op, v[0],
                       cast<tt::FpToFpOp>(op).getRounding() ==
                           tt::RoundingMode::RTZ);
}

//===----------------------------------------------------------------------===//
// The same bits
//===----------------------------------------------------------------------===//

static Value emitBitcast(Emitter &e, Operation *op, ValueRange v) {
  Type to = getResultScalar(e, op), from = v[0].getType();
  if (from == to)
    return v[0];
  bool fromPointer = isa<LLVM::LLVMPointerType>(from);
  bool toPointer = isa<LLVM::LLVMPointerType>(to);
  if (fromPointer && toPointer)
    return LLVM::AddrSpaceCastOp::create(e, to, v[0]);
  if (!fromPointer && !toPointer)
    return LLVM::BitcastOp::create(e, to, v[0]);
  // 64-bit floats take a step as an integer.
  if (fromPointer) {
    Value bits = LLVM::PtrToIntOp::create(e, e.getI64Type(), v[0]);
    return to.isInteger() ? bits : LLVM::BitcastOp::create(e, to, bits);
  }
  Value bits = v[0];
  if (!from.isInteger())
    bits = LLVM::BitcastOp::create(e, e.getI64Type(), bits);
  return LLVM::IntToPtrOp::create(e, to, bits);
}

void ttc::addCastEmitters(LoweringContext &t) {
  using namespace arith;
  t.addScalarEmitter<ExtSIOp>(emitCast<LLVM::SExtOp>);
  t.addScalarEmitter<ExtUIOp>(emitCast<LLVM::ZExtOp>);
  t.addScalarEmitter<TruncIOp>(emitCast<LLVM::TruncOp>);
  t.addScalarEmitter<IndexCastOp>(emitIndexCast<LLVM::SExtOp>);
  t.addScalarEmitter<IndexCastUIOp>(emitIndexCast<LLVM::ZExtOp>);
  t.addScalarEmitter<SIToFPOp>(emitIntToFloat<true>);
  t.addScalarEmitter<UIToFPOp>(emitIntToFloat<false>);
  t.addScalarEmitter<FPToSIOp>(emitFloatToInt<LLVM::FPToSIOp>);
  t.addScalarEmitter<FPToUIOp>(emitFloatToInt<LLVM::FPToUIOp>);
  t.addScalarEmitter<ExtFOp>(emitExtF);
  t.addScalarEmitter<TruncFOp>(emitTruncF);
  t.addScalarEmitter<arith::BitcastOp>(emitBitcast);
  t.addScalarEmitter<tt::BitcastOp>(emitBitcast);
  t.addScalarEmitter<tt::FpToFpOp>(emitFpToFp);
  t.addScalarEmitter<tt::IntToPtrOp>(emitCast<LLVM::IntToPtrOp>);
  t.addScalarEmitter<tt::PtrToIntOp>(emitCast<LLVM::PtrToIntOp>);
}
