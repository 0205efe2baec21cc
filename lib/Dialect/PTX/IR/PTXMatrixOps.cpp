//===- PTXMatrixOps.cpp - Rules of warp-group products -------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of PTX ISA 9.0, section 9.7.15: which element types go together,
// which shapes there are, which modifiers apply to which types.
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/PTX/IR/PTX.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ptx;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// Reads shared memory, and keeps its place among fences, commits and waits.
static void addOrderedEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

static bool isInteger(MatrixElement type) {
  return type == MatrixElement::S8 || type == MatrixElement::U8;
}
static bool isFloat8(MatrixElement type) {
  return type == MatrixElement::E4M3 || type == MatrixElement::E5M2;
}
static bool isHalf(MatrixElement type) {
  return type == MatrixElement::F16 || type == MatrixElement::BF16;
}

unsigned WgmmaOp::getN() {
  bool isPair = isa<VectorType>(getSums().front().getType());
  return getSums().size() * (isPair ? 4 : 2);
}

unsigned WgmmaOp::getK() {
  if (getTypeA() == MatrixElement::TF32)
    return 8;
  return isHalf(getTypeA()) ? 16 : 32;
}

/// Which sums a product of these types can have.
static bool isAccumulator(MatrixElement element, Type type) {
  if (isInteger(element))
    return type.isInteger(32);
  if (isa<VectorType>(type))
    return element == MatrixElement::F16 || isFloat8(element);
  return type.isF32();
}

/// N is a multiple of 8 up to 256; of 16 for integers from 32 on.
static bool isColumnCount(unsigned n, bool isInteger) {
  return n >= 8 && n <= 256 && n % 8 == 0 &&
         (!isInteger || n <= 32 || n % 16 == 0);
}

LogicalResult WgmmaOp::verify() {
  if (getSums().empty() || getSums().getTypes() != getResults().getTypes() ||
      !llvm::all_equal(getSums().getTypes()))
    return emitOpError("needs sums of one type and results of the same types");
  bool isDescriptor = getA().size() == 1 && getA()[0].getType().isInteger(64);
  bool isRegisters = getA().size() == 4 &&
                     llvm::all_of(getA().getTypes(),
                                  [](Type type) { return type.isInteger(32); });
  if (!isDescriptor && !isRegisters)
    return emitOpError("needs one i64 or four i32 for A");
  MatrixElement a = getTypeA(), b = getTypeB();
  bool match =
      a == b || (isFloat8(a) && isFloat8(b)) || (isInteger(a) && isInteger(b));
  if (!match)
    return emitOpError("cannot multiply ")
           << stringifyEnum(a) << " and " << stringifyEnum(b);
  if (!isAccumulator(a, getSums().front().getType()))
    return emitOpError("cannot sum up products of ")
           << stringifyEnum(a) << " in " << getSums().front().getType();
  if (!isColumnCount(getN(), isInteger(a)))
    return emitOpError("has no shape of ") << getN() << " columns";
  if ((getTransposeA() || getTransposeB()) && !isHalf(a))
    return emitOpError("can transpose f16 and bf16 only");
  if (getTransposeA() && isRegisters)
    return emitOpError("cannot transpose registers");
  if ((getNegateA() || getNegateB()) && isInteger(a))
    return emitOpError("cannot negate integers");
  if (getSaturate() && !isInteger(a))
    return emitOpError("can saturate integers only");
  return success();
}

void WgmmaOp::getEffects(Effects &effects) { addOrderedEffects(effects); }
Requirement WgmmaOp::getRequirement() { return {80, 90}; }

LogicalResult WgmmaWaitOp::verify() {
  if (getValues().getTypes() != getResults().getTypes())
    return emitOpError("needs results of the values' types");
  return success();
}

void WgmmaWaitOp::getEffects(Effects &effects) { addOrderedEffects(effects); }
Requirement WgmmaWaitOp::getRequirement() { return {80, 90}; }
