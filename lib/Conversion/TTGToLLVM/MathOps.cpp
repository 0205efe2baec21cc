//===- MathOps.cpp - Elements of the math dialect -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three ways, in this order of preference:
//
//   instruction  exp, exp2, sqrt, rsqrt of f32: the .approx instruction has at
//                most 2 ulp (exp: of the scaled argument), which is what these
//                names promise in a Triton program; tt.precise_sqrt rounds
//                correctly.
//   LLVM         what NVPTX selects exactly: abs, floor, ceil, trunc, rounding,
//                fma, bit counts, square root of f64.
//   libdevice    everything else. lg2.approx, sin.approx and cos.approx bound
//                the absolute error only, so near the zeros of log, sin and cos
//                no digit would be right.
//
// 16-bit floats compute in f32. docs/lowering.md has the table.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace ttc;

Value ttc::emitInF32(Emitter &e, ValueRange v,
                     function_ref<Value(ValueRange)> emit) {
  Type type = v[0].getType();
  if (!isa<FloatType>(type))
    return Value();
  if (type.getIntOrFloatBitWidth() > 16)
    return emit(v);
  SmallVector<Value, 3> wide;
  for (Value value : v)
    wide.push_back(value.getType() == type
                       ? LLVM::FPExtOp::create(e, e.getF32Type(), value)
                       : value);
  return LLVM::FPTruncOp::create(e, type, emit(wide));
}

//===----------------------------------------------------------------------===//
// Functions of libdevice
//===----------------------------------------------------------------------===//

namespace {
struct LibdeviceName {
  StringRef op;
  StringRef f32, f64;
};
} // namespace

static constexpr LibdeviceName libdeviceNames[] = {
    {"math.acos", "__nv_acosf", "__nv_acos"},
    {"math.acosh", "__nv_acoshf", "__nv_acosh"},
    {"math.asin", "__nv_asinf", "__nv_asin"},
    {"math.asinh", "__nv_asinhf", "__nv_asinh"},
    {"math.atan", "__nv_atanf", "__nv_atan"},
    {"math.atan2", "__nv_atan2f", "__nv_atan2"},
    {"math.atanh", "__nv_atanhf", "__nv_atanh"},
    {"math.cbrt", "__nv_cbrtf", "__nv_cbrt"},
    {"math.cos", "__nv_cosf", "__nv_cos"},
    {"math.cosh", "__nv_coshf", "__nv_cosh"},
    {"math.erf", "__nv_erff", "__nv_erf"},
    {"math.erfc", "__nv_erfcf", "__nv_erfc"},
    {"math.exp", "", "__nv_exp"},
    {"math.exp2", "", "__nv_exp2"},
    {"math.expm1", "__nv_expm1f", "__nv_expm1"},
    {"math.fpowi", "__nv_powif", "__nv_powi"},
    {"math.log", "__nv_logf", "__nv_log"},
    {"math.log10", "__nv_log10f", "__nv_log10"},
    {"math.log1p", "__nv_log1pf", "__nv_log1p"},
    {"math.log2", "__nv_log2f", "__nv_log2"},
    {"math.powf", "__nv_powf", "__nv_pow"},
    {"math.rsqrt", "", "__nv_rsqrt"},
    {"math.sin", "__nv_sinf", "__nv_sin"},
    {"math.sinh", "__nv_sinhf", "__nv_sinh"},
    {"math.tan", "__nv_tanf", "__nv_tan"},
    {"math.tanh", "__nv_tanhf", "__nv_tanh"},
};

static Value emitLibdevice(Emitter &e, Operation *op, ValueRange v) {
  StringRef name = op->getName().getStringRef();
  const LibdeviceName *row = llvm::find_if(
      libdeviceNames, [&](const LibdeviceName &row) { return row.op == name; });
  // The integer power of fpowi is an int.
  if (v.size() == 2 && isa<IntegerType>(v[1].getType()) &&
      !v[1].getType().isInteger(32))
    return Value();
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    Type type = wide[0].getType();
    return e.libdevice(type.isF64() ? row->f64 : row->f32, type, wide);
  });
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static Value emitExp2(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    if (wide[0].getType().isF64())
      return e.libdevice("__nv_exp2", wide[0].getType(), wide);
    return e.intrinsic("llvm.nvvm.ex2.approx.f32", e.getF32Type(), wide);
  });
}

static Value emitExp(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    Type type = wide[0].getType();
    if (type.isF64())
      return e.libdevice("__nv_exp", type, wide);
    constexpr double log2OfE = 1.4426950408889634074;
    Value scaled = LLVM::FMulOp::create(e, wide[0], e.floating(type, log2OfE));
    return e.intrinsic("llvm.nvvm.ex2.approx.f32", type, scaled);
  });
}

static Value emitSqrt(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    if (wide[0].getType().isF64())
      return LLVM::SqrtOp::create(e, wide[0]);
    return e.intrinsic("llvm.nvvm.sqrt.approx.f", e.getF32Type(), wide);
  });
}

static Value emitRsqrt(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    // rsqrt.approx.f64 has 22 good bits.
    if (wide[0].getType().isF64())
      return e.libdevice("__nv_rsqrt", wide[0].getType(), wide);
    return e.intrinsic("llvm.nvvm.rsqrt.approx.f", e.getF32Type(), wide);
  });
}

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

/// LLVM's op on the same operands.
template <typename To>
static Value emitSame(Emitter &e, Operation *op, ValueRange v) {
  return To::create(e, v[0].getType(), v);
}

/// The same; in f32 for 16-bit floats.
template <typename To>
static Value emitWide(Emitter &e, Operation *op, ValueRange v) {
  return emitInF32(e, v, [&](ValueRange wide) -> Value {
    return To::create(e, wide[0].getType(), wide);
  });
}

/// An op with a flag that says for which operand the result is poison: none.
template <typename To>
static Value emitWithoutPoison(Emitter &e, Operation *op, ValueRange v) {
  return To::create(e, v[0].getType(), v[0], /*isPoison=*/false);
}

template <unsigned classes>
static Value emitClass(Emitter &e, Operation *op, ValueRange v) {
  return LLVM::IsFPClass::create(e, e.getI1Type(), v[0], classes);
}

void ttc::addMathEmitters(LoweringContext &t) {
  using namespace math;
  t.addScalarEmitter<AbsFOp>(emitSame<LLVM::FAbsOp>);
  t.addScalarEmitter<AbsIOp>(emitWithoutPoison<LLVM::AbsOp>);
  t.addScalarEmitter<AcosOp>(emitLibdevice);
  t.addScalarEmitter<AcoshOp>(emitLibdevice);
  t.addScalarEmitter<AsinOp>(emitLibdevice);
  t.addScalarEmitter<AsinhOp>(emitLibdevice);
  t.addScalarEmitter<Atan2Op>(emitLibdevice);
  t.addScalarEmitter<AtanOp>(emitLibdevice);
  t.addScalarEmitter<AtanhOp>(emitLibdevice);
  t.addScalarEmitter<CbrtOp>(emitLibdevice);
  t.addScalarEmitter<CeilOp>(emitSame<LLVM::FCeilOp>);
  t.addScalarEmitter<CopySignOp>(emitWide<LLVM::CopySignOp>);
  t.addScalarEmitter<CosOp>(emitLibdevice);
  t.addScalarEmitter<CoshOp>(emitLibdevice);
  t.addScalarEmitter<CountLeadingZerosOp>(
      emitWithoutPoison<LLVM::CountLeadingZerosOp>);
  t.addScalarEmitter<CountTrailingZerosOp>(
      emitWithoutPoison<LLVM::CountTrailingZerosOp>);
  t.addScalarEmitter<CtPopOp>(emitSame<LLVM::CtPopOp>);
  t.addScalarEmitter<ErfOp>(emitLibdevice);
  t.addScalarEmitter<ErfcOp>(emitLibdevice);
  t.addScalarEmitter<Exp2Op>(emitExp2);
  t.addScalarEmitter<ExpM1Op>(emitLibdevice);
  t.addScalarEmitter<ExpOp>(emitExp);
  t.addScalarEmitter<FPowIOp>(emitLibdevice);
  t.addScalarEmitter<FloorOp>(emitSame<LLVM::FFloorOp>);
  t.addScalarEmitter<FmaOp>(emitSame<LLVM::FMAOp>);
  t.addScalarEmitter<IsFiniteOp>(emitClass<llvm::fcFinite>);
  t.addScalarEmitter<IsInfOp>(emitClass<llvm::fcInf>);
  t.addScalarEmitter<IsNaNOp>(emitClass<llvm::fcNan>);
  t.addScalarEmitter<Log10Op>(emitLibdevice);
  t.addScalarEmitter<Log1pOp>(emitLibdevice);
  t.addScalarEmitter<Log2Op>(emitLibdevice);
  t.addScalarEmitter<LogOp>(emitLibdevice);
  t.addScalarEmitter<PowFOp>(emitLibdevice);
  t.addScalarEmitter<RoundEvenOp>(emitSame<LLVM::RoundEvenOp>);
  t.addScalarEmitter<RoundOp>(emitWide<LLVM::RoundOp>);
  t.addScalarEmitter<RsqrtOp>(emitRsqrt);
  t.addScalarEmitter<SinOp>(emitLibdevice);
  t.addScalarEmitter<SinhOp>(emitLibdevice);
  t.addScalarEmitter<SqrtOp>(emitSqrt);
  t.addScalarEmitter<TanOp>(emitLibdevice);
  t.addScalarEmitter<TanhOp>(emitLibdevice);
  t.addScalarEmitter<TruncOp>(emitSame<LLVM::FTruncOp>);
}
