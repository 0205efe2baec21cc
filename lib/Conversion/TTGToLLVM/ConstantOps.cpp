//===- ConstantOps.cpp - arith.constant and ub.poison ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A splat is one constant at the start of the function for all registers. Any
// other tensor constant is an array in global memory, which each register reads
// at the row-major index of its element.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace ttc;

Attribute ttc::convertScalarAttr(Attribute attr, Type type) {
  if (auto floating = dyn_cast<FloatAttr>(attr))
    if (type.isInteger())
      return IntegerAttr::get(type, floating.getValue().bitcastToAPInt());
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return IntegerAttr::get(
        type, integer.getValue().sextOrTrunc(type.getIntOrFloatBitWidth()));
  return attr;
}

namespace {
struct ConstantLowering : LoweringPattern<arith::ConstantOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter = emitterAt(op, rewriter);
    Type scalar = lowering.convertScalar(tt::getScalarType(op.getType()));
    SmallVector<SmallVector<Value>> values(1);
    if (auto dense = dyn_cast<DenseElementsAttr>(op.getValue())) {
      if (dense.isSplat())
        values[0].assign(
            lowering.getNumRegisters(op.getType()),
            emitter.constant(
                scalar,
                convertScalarAttr(dense.getSplatValue<Attribute>(), scalar)));
      else
        values[0] = readTable(emitter, dense, scalar);
    } else if (isa<IntegerAttr, FloatAttr>(op.getValue())) {
      values[0].push_back(
          emitter.constant(scalar, convertScalarAttr(op.getValue(), scalar)));
    } else {
      replaceUnsupported(op, rewriter, lowering, "unknown kind of constant");
      return success();
    }
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }

  /// An i1 takes a byte in the table.
  SmallVector<Value> readTable(Emitter &emitter, DenseElementsAttr dense,
                               Type scalar) const {
    Type stored = scalar.isInteger(1) ? emitter.getI8Type() : scalar;
    SmallVector<Attribute> elements;
    for (Attribute element : dense.getValues<Attribute>()) {
      Attribute converted = convertScalarAttr(element, scalar);
      if (auto integer = dyn_cast<IntegerAttr>(converted))
        converted = IntegerAttr::get(
            stored,
            integer.getValue().zextOrTrunc(stored.getIntOrFloatBitWidth()));
      elements.push_back(converted);
    }
    auto table = DenseElementsAttr::get(
        RankedTensorType::get(elements.size(), stored), elements);
    LLVM::GlobalOp global = lowering.addConstant(
        emitter, "constant_", LLVM::LLVMArrayType::get(stored, elements.size()),
        table);
    Value base = LLVM::AddressOfOp::create(emitter, global);

    LinearLayout flat =
        lowering.getLayout(cast<RankedTensorType>(dense.getType()))
            .flattenOuts(Space::dim(0));
    SmallVector<Value> values = emitter.indices(flat, Space::dim(0));
    for (Value &value : values) {
      Value address =
          LLVM::GEPOp::create(emitter, base.getType(), stored, base, value);
      value = LLVM::LoadOp::create(emitter, stored, address);
      if (stored != scalar)
        value = LLVM::TruncOp::create(emitter, scalar, value);
    }
    return values;
  }
};

struct PoisonLowering : LoweringPattern<ub::PoisonOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(ub::PoisonOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter = emitterAt(op, rewriter);
    Type scalar = lowering.convertScalar(tt::getScalarType(op.getType()));
    SmallVector<SmallVector<Value>> values(1);
    values[0].assign(lowering.getNumRegisters(op.getType()),
                     emitter.poison(scalar));
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};
} // namespace

void ttc::populateConstantPatterns(const LLVMTypeConverter &converter,
                                   RewritePatternSet &patterns,
                                   LoweringContext &lowering) {
  patterns.add<ConstantLowering, PoisonLowering>(converter, lowering);
}
