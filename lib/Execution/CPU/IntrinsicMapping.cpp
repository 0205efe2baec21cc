//===- IntrinsicMapping.cpp - From NVVM intrinsics to host code -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace ttc::cpu;

namespace {
constexpr StringLiteral prefix = "llvm.nvvm.";

/// Intrinsics that mean what an LLVM operation means.
enum class Plain {
  None,
  Add,
  Sub,
  Mul,
  Div,
  Fma,
  Sqrt,
  Floor,
  Ceil,
  Trunc,
  Abs,
  Min,
  Max,
  FromInt,
  FromUInt,
};

Plain plainMeaning(StringRef name) {
  return StringSwitch<Plain>(name)
      .Cases({"add.rn.f", "add.rn.d"}, Plain::Add)
      .Cases({"sub.rn.f", "sub.rn.d"}, Plain::Sub)
      .Cases({"mul.rn.f", "mul.rn.d"}, Plain::Mul)
      .Cases({"div.rn.f", "div.rn.d"}, Plain::Div)
      .Cases({"fma.rn.f", "fma.rn.d"}, Plain::Fma)
      .Cases({"sqrt.rn.f", "sqrt.rn.d"}, Plain::Sqrt)
      .Cases({"floor.f", "floor.d"}, Plain::Floor)
      .Cases({"ceil.f", "ceil.d"}, Plain::Ceil)
      .Cases({"trunc.f", "trunc.d"}, Plain::Trunc)
      .Cases({"fabs.f32", "fabs.f64", "fabs.f", "fabs.d"}, Plain::Abs)
      .Cases({"fmin.f", "fmin.d"}, Plain::Min)
      .Cases({"fmax.f", "fmax.d"}, Plain::Max)
      .Cases({"i2f.rn", "ll2f.rn", "i2d.rn", "ll2d.rn"}, Plain::FromInt)
      .Cases({"ui2f.rn", "ull2f.rn", "ui2d.rn", "ull2d.rn"}, Plain::FromUInt)
      .Default(Plain::None);
}

/// The GPU's min or max, from LLVM's `minimum` or `maximum`: -0 comes before
/// +0, which `minnum` leaves open, and one NaN is ignored. (LLVM has
/// `minimumnum` for all of it, but for x86 it returns a NaN where it can tell
/// that the other operand is none.)
Value *strictExtremum(IRBuilder<> &builder, Intrinsic::ID id, Value *a,
                      Value *b) {
  Value *extremum = builder.CreateBinaryIntrinsic(id, a, b);
  Value *withoutB =
      builder.CreateSelect(builder.CreateFCmpUNO(b, b), a, extremum);
  return builder.CreateSelect(builder.CreateFCmpUNO(a, a), b, withoutB);
}

Value *emitPlain(IRBuilder<> &builder, Plain meaning, CallBase &call) {
  auto arg = [&](unsigned i) { return call.getArgOperand(i); };
  switch (meaning) {
  case Plain::Add:
    return builder.CreateFAdd(arg(0), arg(1));
  case Plain::Sub:
    return builder.CreateFSub(arg(0), arg(1));
  case Plain::Mul:
    return builder.CreateFMul(arg(0), arg(1));
  case Plain::Div:
    return builder.CreateFDiv(arg(0), arg(1));
  case Plain::Fma:
    return builder.CreateIntrinsic(Intrinsic::fma, {call.getType()},
                                   {arg(0), arg(1), arg(2)});
  case Plain::Sqrt:
    return builder.CreateUnaryIntrinsic(Intrinsic::sqrt, arg(0));
  case Plain::Floor:
    return builder.CreateUnaryIntrinsic(Intrinsic::floor, arg(0));
  case Plain::Ceil:
    return builder.CreateUnaryIntrinsic(Intrinsic::ceil, arg(0));
  case Plain::Trunc:
    return builder.CreateUnaryIntrinsic(Intrinsic::trunc, arg(0));
  case Plain::Abs:
    return builder.CreateUnaryIntrinsic(Intrinsic::fabs, arg(0));
  // min.f32 and max.f32 order -0 before +0 and ignore one NaN.
  case Plain::Min:
    return strictExtremum(builder, Intrinsic::minimum, arg(0), arg(1));
  case Plain::Max:
    return strictExtremum(builder, Intrinsic::maximum, arg(0), arg(1));
  case Plain::FromInt:
    return builder.CreateSIToFP(arg(0), call.getType());
  case Plain::FromUInt:
    return builder.CreateUIToFP(arg(0), call.getType());
  case Plain::None:
    break;
  }
  return nullptr;
}

void *findFunction(StringRef name) {
  static const StringMap<void *> functions = [] {
    StringMap<void *> map;
    for (auto [name, address] : mathFunctions())
      map[name] = address;
    return map;
  }();
  return functions.lookup(name);
}

/// Floats narrower than 32 bits and vectors travel as integers.
Type *carrierOf(Type *type) {
  if (type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy())
    return type;
  return IntegerType::get(type->getContext(), type->getPrimitiveSizeInBits());
}

/// Calls the function called `name`, whose result is of `resultType`.
Value *emitCall(IRBuilder<> &builder, Module &module, StringRef name,
                Type *resultType, ArrayRef<Value *> arguments) {
  SmallVector<Value *> values;
  SmallVector<Type *> types;
  for (Value *argument : arguments) {
    Type *type = carrierOf(argument->getType());
    values.push_back(builder.CreateBitCast(argument, type));
    types.push_back(type);
  }
  Type *result = carrierOf(resultType);
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(result, types, false));
  if (auto *function = dyn_cast<Function>(callee.getCallee())) {
    // Pure arithmetic, so that unused results disappear.
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
  }
  // C code counts on callers to extend narrow arguments.
  CallInst *replacement = builder.CreateCall(callee, values);
  for (unsigned i = 0; i < types.size(); ++i)
    if (types[i]->isIntegerTy() && types[i]->getIntegerBitWidth() < 32)
      replacement->addParamAttr(i, Attribute::ZExt);
  return builder.CreateBitCast(replacement, resultType);
}

//===----------------------------------------------------------------------===//
// libdevice's inline assembly
//===----------------------------------------------------------------------===//

/// The intrinsic that a one-instruction text stands for, or "".
std::string intrinsicOfText(StringRef text) {
  StringRef opcode = text.take_until([](char c) { return c == ' '; });
  if (!text.ends_with(";") || text.count(';') != 1)
    return "";
  SmallVector<StringRef> parts;
  opcode.split(parts, '.');
  std::string name = parts.front().str();
  for (StringRef part : ArrayRef(parts).drop_front())
    name += ("." + StringSwitch<StringRef>(part)
                       .Case("f32", "f")
                       .Case("f64", "d")
                       .Default(part))
                .str();
  StringRef trimmed = name;
  trimmed.consume_back(".u32");
  return findFunction(trimmed) ? trimmed.str() : "";
}

/// Arithmetic of 128 bits on pairs of 64-bit registers, low half first. The
/// texts differ in how they spell the chain of carries; what they begin with
/// tells which they are.
Value *emitWideArithmetic(IRBuilder<> &builder, StringRef text,
                          CallBase &call) {
  Type *wide = builder.getInt128Ty();
  auto extend = [&](unsigned i) {
    return builder.CreateZExt(call.getArgOperand(i), wide);
  };
  auto pair = [&](unsigned i) {
    return builder.CreateOr(extend(i), builder.CreateShl(extend(i + 1), 64));
  };
  Value *result;
  if (text.contains("addc.u32        r3, a3, b3;"))
    result = builder.CreateAdd(pair(0), pair(2));
  else if (text.contains("subc.u32        r3, a3, b3;"))
    result = builder.CreateSub(pair(0), pair(2));
  else if (text.contains("mul.lo.u32      r0, alo, blo;"))
    result = builder.CreateMul(extend(0), extend(1));
  else if (text.contains("mad.lo.cc.u32   r0, alo, blo, clo;"))
    result =
        builder.CreateAdd(builder.CreateMul(extend(0), extend(1)), extend(2));
  else
    return nullptr;
  Type *half = builder.getInt64Ty();
  Value *low = builder.CreateTrunc(result, half);
  Value *high = builder.CreateTrunc(builder.CreateLShr(result, 64), half);
  Value *both =
      builder.CreateInsertValue(PoisonValue::get(call.getType()), low, 0);
  return builder.CreateInsertValue(both, high, 1);
}

Value *emitInlineAsm(IRBuilder<> &builder, Module &module, CallBase &call) {
  StringRef text = cast<InlineAsm>(call.getCalledOperand())->getAsmString();
  std::string name = intrinsicOfText(text);
  if (!name.empty())
    return emitCall(builder, module, name, call.getType(),
                    SmallVector<Value *>(call.args()));
  // A 32 by 32 bit product plus a 32 bit addend, as two halves.
  if (text.contains("mad.lo.cc.u32   $0, $2, $3, $4") &&
      text.contains("madc.hi.u32     $1, $2, $3,  0") && text.count(';') == 2) {
    Type *wide = builder.getInt64Ty();
    Value *a = builder.CreateZExt(call.getArgOperand(0), wide);
    Value *b = builder.CreateZExt(call.getArgOperand(1), wide);
    Value *c = builder.CreateZExt(call.getArgOperand(2), wide);
    Value *sum = builder.CreateAdd(builder.CreateMul(a, b), c);
    Value *low = builder.CreateTrunc(sum, builder.getInt32Ty());
    Value *high =
        builder.CreateTrunc(builder.CreateLShr(sum, 32), builder.getInt32Ty());
    Value *pair =
        builder.CreateInsertValue(PoisonValue::get(call.getType()), low, 0);
    return builder.CreateInsertValue(pair, high, 1);
  }
  // A choice by whether two numbers are equal or one of them is NaN.
  if (text.contains("setp.equ.f64 __$$temp3, $1, $2;") &&
      text.contains("selp.f64 $0, $3, $4, __$$temp3;"))
    return builder.CreateSelect(
        builder.CreateFCmpUEQ(call.getArgOperand(0), call.getArgOperand(1)),
        call.getArgOperand(2), call.getArgOperand(3));
  return emitWideArithmetic(builder, text, call);
}

/// What the compiler for the GPU would have told libdevice.
Value *emitReflect(IRBuilder<> &builder, CallBase &call, int sm) {
  StringRef key;
  if (!getConstantStringInfo(call.getArgOperand(0), key))
    return nullptr;
  int value = StringSwitch<int>(key)
                  .Case("__CUDA_ARCH", sm)
                  .Case("__CUDA_PREC_SQRT", 1)
                  .Default(0);
  return ConstantInt::get(call.getType(), value);
}

//===----------------------------------------------------------------------===//
// Operations that LLVM leaves undefined
//===----------------------------------------------------------------------===//

/// cvt to an integer saturates. NaN gives zero, or the highest bit alone for
/// f64 sources and 64-bit results. Results under 32 bits come through 16 bits.
Value *saturatingConversion(IRBuilder<> &builder, CastInst &cast) {
  bool isSigned = cast.getOpcode() == Instruction::FPToSI;
  Type *type = cast.getType();
  Type *scalar = type->getScalarType();
  unsigned bits = scalar->getIntegerBitWidth();
  if (bits == 1 || bits > 64)
    return nullptr;
  Type *through = bits < 16 ? type->getWithNewBitWidth(16) : type;
  Value *source = cast.getOperand(0);
  Value *result = builder.CreateIntrinsic(
      isSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
      {through, source->getType()}, {source});
  if (bits == 64 || source->getType()->getScalarType()->isDoubleTy()) {
    unsigned width = through->getScalarSizeInBits();
    Value *highest =
        ConstantInt::get(through, APInt::getOneBitSet(width, width - 1));
    Value *isNaN = builder.CreateFCmpUNO(source, source);
    result = builder.CreateSelect(isNaN, highest, result);
  }
  return builder.CreateTrunc(result, type);
}

/// Division by zero must not stop the process: the GPU's quotient has all bits
/// set, and its remainder is the dividend. A dividend of 64 bits whose upper
/// half is zero goes through the division of 32 bits there.
Value *guardedDivision(IRBuilder<> &builder, BinaryOperator &op) {
  auto *constant = dyn_cast<ConstantInt>(op.getOperand(1));
  if (constant && !constant->isZero() && !constant->isMinusOne())
    return nullptr;
  Type *type = op.getType();
  Value *a = op.getOperand(0), *b = op.getOperand(1);
  Value *zero = ConstantInt::get(type, 0), *one = ConstantInt::get(type, 1);
  Value *isZero = builder.CreateICmpEQ(b, zero);
  bool isSigned = op.getOpcode() == Instruction::SDiv ||
                  op.getOpcode() == Instruction::SRem;
  Value *isBad = isZero;
  if (isSigned) {
    unsigned width = type->getScalarSizeInBits();
    Value *lowest = ConstantInt::get(type, APInt::getSignedMinValue(width));
    Value *overflows = builder.CreateAnd(
        builder.CreateICmpEQ(a, lowest),
        builder.CreateICmpEQ(b, ConstantInt::getAllOnesValue(type)));
    isBad = builder.CreateOr(isZero, overflows);
  }
  Value *safe = builder.CreateSelect(isBad, one, b);
  Value *result = builder.CreateBinOp(op.getOpcode(), a, safe);
  bool isRemainder = op.getOpcode() == Instruction::SRem ||
                     op.getOpcode() == Instruction::URem;
  Value *quotient = Constant::getAllOnesValue(type);
  if (type->getScalarSizeInBits() == 64) {
    Value *low = ConstantInt::get(type, 0xffffffff);
    quotient =
        builder.CreateSelect(builder.CreateICmpULE(a, low), low, quotient);
  }
  return builder.CreateSelect(isZero, isRemainder ? a : quotient, result);
}

/// PTX ISA, shl and shr: the amount is 32 bits wide, and what is more than the
/// width counts as the width.
Value *clampedShift(IRBuilder<> &builder, BinaryOperator &op) {
  Type *type = op.getType();
  Value *a = op.getOperand(0), *amount = op.getOperand(1);
  unsigned width = type->getScalarSizeInBits();
  const APInt *constant;
  if (PatternMatch::match(amount, PatternMatch::m_APInt(constant)) &&
      constant->ult(width))
    return nullptr;
  if (width > 32)
    amount = builder.CreateAnd(amount, ConstantInt::get(type, 0xffffffff));
  Value *isIn = builder.CreateICmpULT(amount, ConstantInt::get(type, width));
  if (op.getOpcode() == Instruction::AShr) {
    Value *most = ConstantInt::get(type, width - 1);
    return builder.CreateAShr(a, builder.CreateSelect(isIn, amount, most));
  }
  Value *shifted = op.getOpcode() == Instruction::Shl
                       ? builder.CreateShl(a, amount)
                       : builder.CreateLShr(a, amount);
  return builder.CreateSelect(isIn, shifted, Constant::getNullValue(type));
}

/// The host has no fused multiply-add of 16-bit floats: through f32 it would
/// round twice.
Value *fusedMultiplyAdd(IRBuilder<> &builder, Module &module,
                        IntrinsicInst &call) {
  Type *type = call.getType();
  Type *scalar = type->getScalarType();
  if (!scalar->isHalfTy() && !scalar->isBFloatTy())
    return nullptr;
  StringRef name = scalar->isHalfTy() ? "fma.rn.f16" : "fma.rn.bf16";
  auto fuse = [&](Value *a, Value *b, Value *c) {
    return emitCall(builder, module, name, scalar, {a, b, c});
  };
  Value *a = call.getArgOperand(0), *b = call.getArgOperand(1),
        *c = call.getArgOperand(2);
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return fuse(a, b, c);
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    result =
        builder.CreateInsertElement(result,
                                    fuse(builder.CreateExtractElement(a, i),
                                         builder.CreateExtractElement(b, i),
                                         builder.CreateExtractElement(c, i)),
                                    i);
  return result;
}

/// Maps one instruction; null when it stays. Sets `error` when it cannot stay.
Value *mapInstruction(IRBuilder<> &builder, Module &module, Instruction &inst,
                      int sm, std::string &error) {
  if (auto *cast = dyn_cast<CastInst>(&inst))
    if (cast->getOpcode() == Instruction::FPToSI ||
        cast->getOpcode() == Instruction::FPToUI)
      return saturatingConversion(builder, *cast);
  if (auto *op = dyn_cast<BinaryOperator>(&inst)) {
    if (op->isIntDivRem())
      return guardedDivision(builder, *op);
    if (op->isShift())
      return clampedShift(builder, *op);
  }
  auto *call = dyn_cast<CallBase>(&inst);
  if (!call)
    return nullptr;
  if (call->isInlineAsm()) {
    Value *value = emitInlineAsm(builder, module, *call);
    if (!value)
      error = "inline assembly of " + inst.getFunction()->getName().str();
    return value;
  }
  Function *callee = call->getCalledFunction();
  if (!callee)
    return nullptr;
  if (callee->getName() == "__nvvm_reflect")
    return emitReflect(builder, *call, sm);
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(call)) {
    Intrinsic::ID id = intrinsic->getIntrinsicID();
    if (id == Intrinsic::minnum || id == Intrinsic::maxnum)
      return strictExtremum(
          builder,
          id == Intrinsic::minnum ? Intrinsic::minimum : Intrinsic::maximum,
          intrinsic->getArgOperand(0), intrinsic->getArgOperand(1));
    if (id == Intrinsic::fma || id == Intrinsic::fmuladd)
      return fusedMultiplyAdd(builder, module, *intrinsic);
  }
  StringRef name = callee->getName();
  if (!name.consume_front(prefix))
    return nullptr;
  if (Plain meaning = plainMeaning(name); meaning != Plain::None)
    return emitPlain(builder, meaning, *call);
  if (findFunction(name))
    return emitCall(builder, module, name, call->getType(),
                    SmallVector<Value *>(call->args()));
  error = "the intrinsic '" + callee->getName().str() + "'";
  return nullptr;
}
} // namespace

bool ttc::cpu::isMappedIntrinsic(StringRef name) {
  if (!name.consume_front(prefix))
    return false;
  // MLIR may leave out the type that an overloaded name ends in.
  for (StringRef type : {"", ".f32", ".f64", ".f16", ".bf16"}) {
    std::string full = (name + type).str();
    if (plainMeaning(full) != Plain::None || findFunction(full))
      return true;
  }
  return false;
}

std::string ttc::cpu::mapIntrinsics(Module &module, int sm) {
  std::string error;
  for (Function &function : module) {
    SmallVector<Instruction *> work;
    for (Instruction &inst : instructions(function))
      work.push_back(&inst);
    for (Instruction *inst : work) {
      IRBuilder<> builder(inst);
      Value *value = mapInstruction(builder, module, *inst, sm, error);
      if (!error.empty())
        return error;
      if (!value)
        continue;
      inst->replaceAllUsesWith(value);
      inst->eraseFromParent();
    }
  }
  return "";
}
