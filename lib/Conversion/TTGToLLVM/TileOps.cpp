//===- TileOps.cpp - Elements of the tt dialect ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise operations of tt other than conversions: pointer arithmetic and
// the arithmetic that arith lacks.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace ttc;

/// What one step of a pointer to `pointee` moves by; an i1 takes a byte.
static Type getStepType(Emitter &e, Type pointee) {
  Type type = e.lowering.convertScalar(pointee);
  if (type && type.isInteger() && type.getIntOrFloatBitWidth() < 8)
    return e.getI8Type();
  return type;
}

/// LLVM sign-extends the offset to the width of the pointer.
static Value emitAddPtr(Emitter &e, Operation *op, ValueRange v) {
  auto pointer = cast<tt::PointerType>(
      tt::getScalarType(cast<tt::AddPtrOp>(op).getPtr().getType()));
  Type step = getStepType(e, pointer.getPointeeType());
  if (!step)
    return Value();
  return LLVM::GEPOp::create(e, v[0].getType(), step, v[0], v[1]);
}

/// max and min of LLVM return the number where one operand is a NaN.
static Value emitClampF(Emitter &e, Operation *op, ValueRange v) {
  if (cast<tt::ClampFOp>(op).getPropagateNan() == tt::PropagateNan::All)
    return LLVM::MinimumOp::create(e, LLVM::MaximumOp::create(e, v[0], v[1]),
                                   v[2]);
  return LLVM::MinNumOp::create(e, LLVM::MaxNumOp::create(e, v[0], v[1]), v[2]);
}

static Value emitPreciseSqrt(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    return LLVM::SqrtOp::create(e, wide[0]);
  });
}

static Value emitPreciseDivF(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    return LLVM::FDivOp::create(e, wide[0], wide[1]);
  });
}

/// NVPTX recognizes the high half of a widening product as mul.hi.
static Value emitMulhiUI(Emitter &e, Operation *op, ValueRange v) {
  Type type = v[0].getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type wide = e.getIntegerType(2 * width);
  Value product = LLVM::MulOp::create(e, LLVM::ZExtOp::create(e, wide, v[0]),
                                      LLVM::ZExtOp::create(e, wide, v[1]));
  Value high = LLVM::LShrOp::create(e, product, e.integer(wide, width));
  return LLVM::TruncOp::create(e, type, high);
}

static Value emitExternElementwise(Emitter &e, Operation *op, ValueRange v) {
  auto call = cast<tt::ExternElementwiseOp>(op);
  // What else a library holds cannot be linked.
  if (!call.getSymbol().starts_with("__nv_"))
    return Value();
  Type result = e.lowering.convertScalar(tt::getScalarType(call.getType()));
  if (call.getPure())
    return e.libdevice(call.getSymbol(), result, v);
  LLVM::LLVMFuncOp function =
      e.lowering.declareFunction(e, call.getSymbol(), result, v.getTypes());
  if (!hasSignature(function, result, v.getTypes()))
    return Value();
  return LLVM::CallOp::create(e, function, v).getResult();
}

void ttc::addTileEmitters(LoweringContext &t) {
  t.addScalarEmitter<tt::AddPtrOp>(emitAddPtr);
  t.addScalarEmitter<tt::ClampFOp>(emitClampF);
  t.addScalarEmitter<tt::PreciseSqrtOp>(emitPreciseSqrt);
  t.addScalarEmitter<tt::PreciseDivFOp>(emitPreciseDivF);
  t.addScalarEmitter<tt::MulhiUIOp>(emitMulhiUI);
  t.addScalarEmitter<tt::ExternElementwiseOp>(emitExternElementwise);
}
