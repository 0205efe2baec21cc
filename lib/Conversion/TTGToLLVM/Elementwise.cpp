//===- Elementwise.cpp - Operations applied to each element ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pattern serves every op that has an entry in the table of scalar
// emitters, for scalars and tensors alike:
//
//   %c = arith.addf %a, %b : tensor<64xf32, #b>   // two registers
//
// becomes
//
//   %c0 = llvm.fadd %a0, %b0 : f32
//   %c1 = llvm.fadd %a1, %b1 : f32
//
// Registers whose operands are the same values share one result, so what is
// uniform (splats, broadcasts) is computed once. Arithmetic on 8-bit floats,
// which are bytes, is done in f32. LLVM ops are made directly and not through
// arith on scalars: each op made here is seen by the driver once instead of
// twice.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Arithmetic on 8-bit floats
//===----------------------------------------------------------------------===//

static bool isFloat8(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

/// Whether `op` computes with numbers, as opposed to moving or converting them.
static bool isArithmetic(Operation *op) {
  if (isa<tt::ClampFOp, tt::PreciseSqrtOp, tt::PreciseDivFOp>(op))
    return true;
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         !isa<arith::SelectOp, CastOpInterface>(op);
}

/// The sign changes in the byte itself, infinities and NaNs included.
static Value emitSignOfByte(Emitter &e, Operation *op, Value byte) {
  if (isa<math::AbsFOp>(op))
    return LLVM::AndOp::create(e, byte, e.integer(e.getI8Type(), 0x7f));
  return LLVM::XOrOp::create(e, byte, e.integer(e.getI8Type(), -0x80));
}

/// Computes in f32.
static Value emitWidened(Emitter &e, ScalarEmitter emit, Operation *op,
                         ValueRange operands) {
  SmallVector<Value, 3> wide(operands);
  for (auto [value, type] : llvm::zip_equal(wide, op->getOperandTypes()))
    if (Type scalar = tt::getScalarType(type); isFloat8(scalar))
      value = convertFloat8(e, value, cast<FloatType>(scalar), e.getF32Type(),
                            /*towardsZero=*/false);
  if (llvm::is_contained(wide, Value()))
    return Value();
  Value result = emit(e, op, wide);
  Type scalar = tt::getScalarType(op->getResult(0).getType());
  if (!result || !isFloat8(scalar))
    return result;
  return convertFloat8(e, result, e.getF32Type(), cast<FloatType>(scalar),
                       /*towardsZero=*/false);
}

Value ttc::emitElement(Emitter &e, ScalarEmitter emit, Operation *op,
                       ValueRange operands) {
  bool hasFloat8 = llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isFloat8(tt::getScalarType(type));
  });
  if (!hasFloat8 || !isArithmetic(op))
    return emit(e, op, operands);
  // A zero has one sign only where minus zero is the NaN.
  if (isa<math::AbsFOp, arith::NegFOp>(op) &&
      isa<Float8E4M3FNType, Float8E5M2Type>(
          tt::getScalarType(op->getOperand(0).getType())))
    return emitSignOfByte(e, op, operands[0]);
  return emitWidened(e, emit, op, operands);
}

//===----------------------------------------------------------------------===//
// Any op of the table
//===----------------------------------------------------------------------===//

/// Why an emitter has nothing for `op`.
static std::string getReason(Operation *op) {
  auto call = dyn_cast<tt::ExternElementwiseOp>(op);
  if (call && call.getSymbol().starts_with("__nv_"))
    return ("'" + call.getSymbol() +
            "' is called with other types elsewhere in the module")
        .str();
  if (call)
    return ("'" + call.getSymbol() +
            "' is no function of CUDA's device library (__nv_...)")
        .str();
  return "no instruction for these types";
}

namespace {
class ElementwiseLowering : public ConversionPattern {
public:
  ElementwiseLowering(const TypeConverter &converter, StringRef name,
                      MLIRContext *context, LoweringContext &lowering,
                      ScalarEmitter emit)
      : ConversionPattern(converter, name, /*benefit=*/1, context),
        lowering(lowering), emit(emit) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter(op->getLoc(), rewriter, lowering);
    unsigned count = lowering.getNumRegisters(op->getResult(0).getType());
    bool mayShare = isMemoryEffectFree(op);
    llvm::DenseMap<ArrayRef<Value>, Value> known;
    // Keys of `known` point in here.
    SmallVector<SmallVector<Value, 3>> scalars(count);
    SmallVector<SmallVector<Value>> results(1);

    for (unsigned i = 0; i < count; ++i) {
      for (ValueRange operand : operands)
        scalars[i].push_back(operand.size() == 1 ? operand[0] : operand[i]);
      Value shared = mayShare ? known.lookup(scalars[i]) : Value();
      Value result =
          shared ? shared : emitElement(emitter, emit, op, scalars[i]);
      if (!result) {
        replaceUnsupported(op, rewriter, lowering, getReason(op));
        return success();
      }
      if (mayShare && !shared)
        known[scalars[i]] = result;
      results[0].push_back(result);
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  LoweringContext &lowering;
  ScalarEmitter emit;
};
} // namespace

void ttc::populateElementwisePatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns,
                                      LoweringContext &lowering) {
  addArithEmitters(lowering);
  addCastEmitters(lowering);
  addMathEmitters(lowering);
  addTileEmitters(lowering);
  for (auto &[id, entry] : lowering.scalarEmitters)
    patterns.add<ElementwiseLowering>(
        converter, entry.first, patterns.getContext(), lowering, entry.second);
}
