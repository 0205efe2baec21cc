//===- ArithOps.cpp - Elements of the arith dialect -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most operations of arith are one of LLVM's. Those that are not:
//
//   divf f32    div.full.f32 (2 ulp over the whole range), what `/` means in a
//               Triton program; tt.precise_divf is the correctly rounded one.
//               16-bit floats divide in f32.
//   remf        the device library's fmod: NVPTX expands frem by way of a
//               division, which is wrong once the quotient is inexact.
//   ceildiv, floordiv   from the truncating division and its remainder.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;

/// LLVM's op on the same operands.
template <typename To>
static Value emitSame(Emitter &e, Operation *op, ValueRange v) {
  return To::create(e, v[0].getType(), v);
}

template <typename From, typename To>
static Value emitWithOverflow(Emitter &e, Operation *op, ValueRange v) {
  return To::create(e, v[0], v[1],
                    arith::convertArithOverflowFlagsToLLVM(
                        cast<From>(op).getOverflowFlags()));
}

template <typename From, typename To>
static Value emitFloat(Emitter &e, Operation *op, ValueRange v) {
  return To::create(
      e, v[0], v[1],
      arith::convertArithFastMathFlagsToLLVM(cast<From>(op).getFastmath()));
}

static Value emitNegF(Emitter &e, Operation *op, ValueRange v) {
  return LLVM::FNegOp::create(e, v[0]);
}

static Value emitDivF(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    if (wide[0].getType().isF64())
      return LLVM::FDivOp::create(e, wide[0], wide[1]);
    return e.intrinsic("llvm.nvvm.div.full", e.getF32Type(), wide);
  });
}

static Value emitRemF(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    Type type = wide[0].getType();
    return e.libdevice(type.isF64() ? "__nv_fmod" : "__nv_fmodf", type, wide);
  });
}

//===----------------------------------------------------------------------===//
// Comparisons and selection
//===----------------------------------------------------------------------===//

static Value emitCmpI(Emitter &e, Operation *op, ValueRange v) {
  // Both enumerations are in the same order.
  auto predicate =
      static_cast<LLVM::ICmpPredicate>(cast<arith::CmpIOp>(op).getPredicate());
  return LLVM::ICmpOp::create(e, predicate, v[0], v[1]);
}

static Value emitCmpF(Emitter &e, Operation *op, ValueRange v) {
  auto cmp = cast<arith::CmpFOp>(op);
  return LLVM::FCmpOp::create(
      e, static_cast<LLVM::FCmpPredicate>(cmp.getPredicate()), v[0], v[1],
      arith::convertArithFastMathFlagsToLLVM(cmp.getFastmath()));
}

static Value emitSelect(Emitter &e, Operation *op, ValueRange v) {
  return LLVM::SelectOp::create(e, v[0], v[1], v[2]);
}

//===----------------------------------------------------------------------===//
// Divisions that round to one side
//===----------------------------------------------------------------------===//

/// q = a / b rounded to zero, then `step` further where the remainder is not
/// zero and the signs of a and b are `signsDiffer` apart.
static Value emitRoundedDivSI(Emitter &e, ValueRange v, int step,
                              bool signsDiffer) {
  Type type = v[0].getType();
  Value quotient = LLVM::SDivOp::create(e, v[0], v[1]);
  Value product = LLVM::MulOp::create(e, quotient, v[1]);
  Value inexact =
      LLVM::ICmpOp::create(e, LLVM::ICmpPredicate::ne, product, v[0]);
  Value signs = LLVM::XOrOp::create(e, v[0], v[1]);
  Value rightSigns = LLVM::ICmpOp::create(
      e, signsDiffer ? LLVM::ICmpPredicate::slt : LLVM::ICmpPredicate::sge,
      signs, e.zero(type));
  Value needed = LLVM::AndOp::create(e, inexact, rightSigns);
  Value next = LLVM::AddOp::create(e, quotient, e.integer(type, step));
  return LLVM::SelectOp::create(e, needed, next, quotient);
}

static Value emitCeilDivSI(Emitter &e, Operation *op, ValueRange v) {
  return emitRoundedDivSI(e, v, 1, /*signsDiffer=*/false);
}

static Value emitFloorDivSI(Emitter &e, Operation *op, ValueRange v) {
  return emitRoundedDivSI(e, v, -1, /*signsDiffer=*/true);
}

static Value emitCeilDivUI(Emitter &e, Operation *op, ValueRange v) {
  Value quotient = LLVM::UDivOp::create(e, v[0], v[1]);
  Value product = LLVM::MulOp::create(e, quotient, v[1]);
  Value inexact =
      LLVM::ICmpOp::create(e, LLVM::ICmpPredicate::ne, product, v[0]);
  Value step = LLVM::ZExtOp::create(e, v[0].getType(), inexact);
  if (v[0].getType().isInteger(1))
    step = inexact;
  return LLVM::AddOp::create(e, quotient, step);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void ttc::addArithEmitters(LoweringContext &t) {
  using namespace arith;
  t.addScalarEmitter<AddIOp>(emitWithOverflow<AddIOp, LLVM::AddOp>);
  t.addScalarEmitter<SubIOp>(emitWithOverflow<SubIOp, LLVM::SubOp>);
  t.addScalarEmitter<MulIOp>(emitWithOverflow<MulIOp, LLVM::MulOp>);
  t.addScalarEmitter<ShLIOp>(emitWithOverflow<ShLIOp, LLVM::ShlOp>);
  t.addScalarEmitter<ShRSIOp>(emitSame<LLVM::AShrOp>);
  t.addScalarEmitter<ShRUIOp>(emitSame<LLVM::LShrOp>);
  t.addScalarEmitter<AndIOp>(emitSame<LLVM::AndOp>);
  t.addScalarEmitter<OrIOp>(emitSame<LLVM::OrOp>);
  t.addScalarEmitter<XOrIOp>(emitSame<LLVM::XOrOp>);
  t.addScalarEmitter<DivSIOp>(emitSame<LLVM::SDivOp>);
  t.addScalarEmitter<DivUIOp>(emitSame<LLVM::UDivOp>);
  t.addScalarEmitter<RemSIOp>(emitSame<LLVM::SRemOp>);
  t.addScalarEmitter<RemUIOp>(emitSame<LLVM::URemOp>);
  t.addScalarEmitter<CeilDivSIOp>(emitCeilDivSI);
  t.addScalarEmitter<CeilDivUIOp>(emitCeilDivUI);
  t.addScalarEmitter<FloorDivSIOp>(emitFloorDivSI);
  t.addScalarEmitter<MaxSIOp>(emitSame<LLVM::SMaxOp>);
  t.addScalarEmitter<MaxUIOp>(emitSame<LLVM::UMaxOp>);
  t.addScalarEmitter<MinSIOp>(emitSame<LLVM::SMinOp>);
  t.addScalarEmitter<MinUIOp>(emitSame<LLVM::UMinOp>);
  t.addScalarEmitter<AddFOp>(emitFloat<AddFOp, LLVM::FAddOp>);
  t.addScalarEmitter<SubFOp>(emitFloat<SubFOp, LLVM::FSubOp>);
  t.addScalarEmitter<MulFOp>(emitFloat<MulFOp, LLVM::FMulOp>);
  t.addScalarEmitter<MaxNumFOp>(emitFloat<MaxNumFOp, LLVM::MaxNumOp>);
  t.addScalarEmitter<MinNumFOp>(emitFloat<MinNumFOp, LLVM::MinNumOp>);
  t.addScalarEmitter<MaximumFOp>(emitFloat<MaximumFOp, LLVM::MaximumOp>);
  t.addScalarEmitter<MinimumFOp>(emitFloat<MinimumFOp, LLVM::MinimumOp>);
  t.addScalarEmitter<NegFOp>(emitNegF);
  t.addScalarEmitter<DivFOp>(emitDivF);
  t.addScalarEmitter<RemFOp>(emitRemF);
  t.addScalarEmitter<CmpIOp>(emitCmpI);
  t.addScalarEmitter<CmpFOp>(emitCmpF);
  t.addScalarEmitter<SelectOp>(emitSelect);
}
