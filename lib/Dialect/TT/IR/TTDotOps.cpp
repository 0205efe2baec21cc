//===- TTDotOps.cpp - Matrix products -------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTVerify.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

namespace {
/// The extents that a product relates.
struct MatrixExtents {
  SmallVector<int64_t> batch;
  int64_t rows, columns;
};
} // namespace

static MatrixExtents extentsOf(RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape();
  return {SmallVector<int64_t>(shape.drop_back(2)), shape[shape.size() - 2],
          shape.back()};
}

/// Checks ranks and extents of a product of an MxK and a KxN matrix; `a` and
/// `b` are what the operands hold once unpacked.
static LogicalResult verifyProduct(Operation *op, const MatrixExtents &a,
                                   const MatrixExtents &b,
                                   RankedTensorType result) {
  if (!agree(a.columns, b.rows))
    return op->emitOpError()
           << "expected one extent K, found " << a.columns
           << " in the left operand and " << b.rows << " in the right one";
  MatrixExtents d = extentsOf(result);
  if (agree(a.batch, b.batch) && agree(a.batch, d.batch) &&
      agree(d.rows, a.rows) && agree(d.columns, b.columns))
    return success();
  SmallVector<int64_t> shape(a.batch);
  shape.append({a.rows, b.columns});
  return op->emitOpError() << "expected the result shape " << shapeText(shape)
                           << ", found " << result;
}

static LogicalResult verifyRanks(Operation *op, RankedTensorType a,
                                 RankedTensorType b, RankedTensorType d) {
  int64_t rank = a.getRank();
  if ((rank == 2 || rank == 3) && b.getRank() == rank && d.getRank() == rank)
    return success();
  return op->emitOpError() << "expected three matrices or three batches of "
                              "matrices, found "
                           << a << ", " << b << " and " << d;
}

/// An operand's layout serves the accumulator's. Layouts that say nothing of
/// a dot are checked by who gives them one.
static LogicalResult verifyOperandLayout(Operation *op, unsigned index,
                                         RankedTensorType operand,
                                         RankedTensorType result) {
  if (!operand.getEncoding() || !result.getEncoding())
    return success();
  auto layout = dyn_cast<DotOperandAttrInterface>(operand.getEncoding());
  if (!layout || layout.getOperandIndex() != index)
    return op->emitOpError() << "expected the layout of dot operand " << index
                             << ", found " << operand;
  auto accumulator =
      RankedTensorType::get(result.getShape(), result.getElementType(),
                            layout.getAccumulatorLayout());
  if (haveSameLayout(accumulator, result))
    return success();
  return op->emitOpError() << "expected operand " << index
                           << " in a layout for the result " << result
                           << ", found " << operand;
}

LogicalResult DotOp::verify() {
  auto a = cast<RankedTensorType>(getA().getType());
  auto b = cast<RankedTensorType>(getB().getType());
  auto d = cast<RankedTensorType>(getType());
  if (failed(verifyRanks(*this, a, b, d)) ||
      failed(verifyProduct(*this, extentsOf(a), extentsOf(b), d)))
    return failure();
  Type elementA = a.getElementType(), elementB = b.getElementType();
  bool isInteger = elementA.isInteger();
  if (!elementA.isIntOrFloat() || !elementB.isIntOrFloat() ||
      elementB.isInteger() != isInteger ||
      getBitWidth(elementA) != getBitWidth(elementB))
    return emitOpError() << "expected operands of one width, both integers or "
                            "both floating-point, found "
                         << elementA << " and " << elementB;
  if (!d.getElementType().isIntOrFloat() ||
      d.getElementType().isInteger() != isInteger)
    return emitOpError() << "expected "
                         << (isInteger ? "an integer" : "a floating-point")
                         << " accumulator for operands of " << elementA
                         << ", found " << d;
  if (int32_t(getMaxNumImpreciseAcc()) < 0)
    return emitOpError() << "expected a 'maxNumImpreciseAcc' of at least 0, "
                            "found "
                         << int32_t(getMaxNumImpreciseAcc());
  if (failed(verifyOperandLayout(*this, 0, a, d)))
    return failure();
  return verifyOperandLayout(*this, 1, b, d);
}

//===----------------------------------------------------------------------===//
// dot_scaled
//===----------------------------------------------------------------------===//

/// Whether a tensor may hold elements of a format: 8-bit formats may come as
/// bytes, those of 4 and 6 bits have no type of their own.
static bool holdsFormat(Type element, ScaleDotElemType format) {
  switch (format) {
  case ScaleDotElemType::E4M3:
    return isa<Float8E4M3FNType>(element) || element.isInteger(8);
  case ScaleDotElemType::E5M2:
    return isa<Float8E5M2Type>(element) || element.isInteger(8);
  case ScaleDotElemType::E2M3:
  case ScaleDotElemType::E3M2:
  case ScaleDotElemType::E2M1:
    return element.isInteger(8);
  case ScaleDotElemType::BF16:
    return element.isBF16();
  case ScaleDotElemType::FP16:
    return element.isF16();
  }
  return false;
}

static LogicalResult verifyFormat(Operation *op, StringRef side,
                                  RankedTensorType type,
                                  ScaleDotElemType format) {
  if (holdsFormat(type.getElementType(), format))
    return success();
  return op->emitOpError() << side << ": expected elements of format "
                           << stringifyEnum(format) << ", found " << type;
}

/// `scale`, if any, has one element for 16 or 32 along K of each of `rows`.
static LogicalResult verifyScale(Operation *op, StringRef side, Value scale,
                                 ArrayRef<int64_t> batch, int64_t rows,
                                 int64_t k) {
  if (!scale)
    return success();
  auto type = cast<RankedTensorType>(scale.getType());
  Type element = type.getElementType();
  SmallVector<int64_t> shape(batch);
  bool isKnown = !ShapedType::isDynamic(k);
  shape.append({rows, isKnown ? k / 32 : k});
  bool matches = agree(type.getShape(), shape);
  shape.back() = isKnown ? k / 16 : k;
  matches |= agree(type.getShape(), shape);
  if (matches && (element.isInteger(8) || isa<Float8E4M3FNType>(element)))
    return success();
  return op->emitOpError()
         << side << ": expected scales of 8 bits, one for 16 or 32 elements "
         << "along K: " << shapeText(shape) << " or half as many; found "
         << type;
}

LogicalResult DotScaledOp::verify() {
  auto a = cast<RankedTensorType>(getA().getType());
  auto b = cast<RankedTensorType>(getB().getType());
  auto d = cast<RankedTensorType>(getType());
  if (failed(verifyRanks(*this, a, b, d)) ||
      failed(verifyFormat(*this, "lhs", a, getAElemType())) ||
      failed(verifyFormat(*this, "rhs", b, getBElemType())))
    return failure();
  // Two elements of 4 bits in a byte.
  MatrixExtents left = extentsOf(a), right = extentsOf(b);
  auto unpack = [](int64_t &extent) {
    if (!ShapedType::isDynamic(extent))
      extent *= 2;
  };
  if (getAElemType() == ScaleDotElemType::E2M1)
    unpack(getLhsKPack() ? left.columns : left.rows);
  if (getBElemType() == ScaleDotElemType::E2M1)
    unpack(getRhsKPack() ? right.rows : right.columns);
  if (failed(verifyProduct(*this, left, right, d)))
    return failure();
  if (failed(verifyScale(*this, "lhs", getAScale(), left.batch, left.rows,
                         left.columns)))
    return failure();
  return verifyScale(*this, "rhs", getBScale(), right.batch, right.columns,
                     right.rows);
}
