//===- BlockAccess.cpp - Blocks of tensors through plain pointers ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockAccess.h"

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

RankedTensorType tt::getBlock(Type type) {
  auto pointer = dyn_cast<PointerType>(type);
  return pointer ? dyn_cast<RankedTensorType>(pointer.getPointeeType())
                 : RankedTensorType();
}

/// A value as i64, or as a tile of i64.
Value BlockAccess::widen(Value value) {
  if (value.getType().isInteger(64))
    return value;
  return arith::ExtSIOp::create(
      builder, loc, getTypeLike(value.getType(), builder.getI64Type()), value);
}

/// A scalar or a smaller tile, as one of the access's shape.
Value BlockAccess::spread(Value value) {
  return broadcastTo(builder, loc, value,
                     tile.clone(getScalarType(value.getType())));
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Puts a line of elements along one axis of a tile whose other extents are 1.
static Value stand(OpBuilder &builder, Location loc, Value line, unsigned axis,
                   unsigned rank) {
  for (unsigned other = 0; other < rank; ++other)
    if (other != axis)
      line = expandDims(builder, loc, line, other);
  return line;
}

Value BlockAccess::positions(Value first, unsigned axis) {
  int64_t extent = tile.getDimSize(axis);
  auto type = RankedTensorType::get(extent, builder.getI32Type());
  Value range = widen(MakeRangeOp::create(builder, loc, type,
                                          builder.getI32IntegerAttr(0),
                                          builder.getI32IntegerAttr(extent)));
  Value start = broadcastTo(builder, loc, widen(first), range.getType());
  Value line = arith::AddIOp::create(builder, loc, start, range);
  return stand(builder, loc, line, axis, tile.getRank());
}

Value BlockAccess::along(Value line, unsigned axis) {
  return stand(builder, loc, widen(line), axis, tile.getRank());
}

//===----------------------------------------------------------------------===//
// Addresses, masks, padding
//===----------------------------------------------------------------------===//

Value BlockAccess::pointers(Value base, ArrayRef<AccessDim> dims) {
  Value result = spread(base);
  for (const AccessDim &dim : dims) {
    Value distance = dim.position;
    if (dim.stride)
      distance = arith::MulIOp::create(
          builder, loc, distance,
          broadcastTo(builder, loc, dim.stride, distance.getType()));
    result = AddPtrOp::create(builder, loc, result.getType(), result,
                              spread(distance));
  }
  return result;
}

Value BlockAccess::isInside(const AccessDim &dim) {
  Type type = dim.position.getType();
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
  Value extent = broadcastTo(builder, loc, dim.extent, type);
  Value low = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                    dim.position, zero);
  Value high = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     dim.position, extent);
  return arith::AndIOp::create(builder, loc, low, high);
}

Value BlockAccess::mask(ArrayRef<AccessDim> dims) {
  Value result;
  for (const AccessDim &dim : dims) {
    if (!dim.extent)
      continue;
    Value inside = spread(isInside(dim));
    result =
        result ? arith::AndIOp::create(builder, loc, result, inside) : inside;
  }
  return result;
}

AccessOperands BlockAccess::operands(Value base, ArrayRef<AccessDim> dims) {
  AccessOperands result;
  result.pointers = pointers(base, dims);
  result.mask = mask(dims);
  return result;
}

Value BlockAccess::padding(Value isNaN) {
  Type element = tile.getElementType();
  auto repeat = [&](TypedAttr value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     SplatElementsAttr::get(tile, value));
  };
  TypedAttr zero = builder.getZeroAttr(element);
  auto real = dyn_cast<FloatType>(element);
  APInt known;
  bool isKnown = matchPattern(isNaN, m_ConstantInt(&known));
  if (!real || (isKnown && known.isZero()))
    return repeat(zero);
  TypedAttr nan =
      builder.getFloatAttr(real, APFloat::getNaN(real.getFloatSemantics()));
  if (isKnown)
    return repeat(nan);
  Value scalar = arith::SelectOp::create(
      builder, loc, isNaN, arith::ConstantOp::create(builder, loc, nan),
      arith::ConstantOp::create(builder, loc, zero));
  return spread(scalar);
}
