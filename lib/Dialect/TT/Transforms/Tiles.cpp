//===- Tiles.cpp - What repeats in a tile ---------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks one op deep, which is enough: the patterns move every splat and
// broadcast to the end of the chain that computes it.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// The constant that a tile repeats; null if it repeats none.
static SplatElementsAttr getSplatConstant(Value tile) {
  SplatElementsAttr constant;
  matchPattern(tile, m_Constant(&constant));
  return constant;
}

bool tt::isUniform(Value tile) {
  return tile.getDefiningOp<SplatOp>() || getSplatConstant(tile);
}

SmallVector<int64_t> tt::distinctShape(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (auto broadcast = tile.getDefiningOp<BroadcastOp>())
    return SmallVector<int64_t>(
        cast<RankedTensorType>(broadcast.getSrc().getType()).getShape());
  if (isUniform(tile))
    return SmallVector<int64_t>(type.getRank(), 1);
  return SmallVector<int64_t>(type.getShape());
}

SmallVector<int64_t> tt::joinShapes(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return llvm::map_to_vector(llvm::zip_equal(a, b), [](auto pair) {
    return std::max(std::get<0>(pair), std::get<1>(pair));
  });
}

Value tt::shrinkTile(OpBuilder &builder, Location loc, Value tile,
                     ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tile.getType()).clone(shape);
  if (auto broadcast = tile.getDefiningOp<BroadcastOp>())
    return broadcastTo(builder, loc, broadcast.getSrc(), type);
  if (auto splat = tile.getDefiningOp<SplatOp>())
    return SplatOp::create(builder, loc, type, splat.getSrc());
  if (SplatElementsAttr constant = getSplatConstant(tile))
    return arith::ConstantOp::create(builder, loc, constant.resizeSplat(type));
  return tile;
}

Value tt::getUniformScalar(OpBuilder &builder, Location loc, Value tile) {
  if (auto splat = tile.getDefiningOp<SplatOp>())
    return splat.getSrc();
  return arith::ConstantOp::create(
      builder, loc,
      cast<TypedAttr>(getSplatConstant(tile).getSplatValue<Attribute>()));
}

Value tt::expandDims(OpBuilder &builder, Location loc, Value tile,
                     unsigned axis) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + axis, 1);
  return ExpandDimsOp::create(builder, loc, type.clone(shape), tile,
                              builder.getI32IntegerAttr(axis));
}

Value tt::broadcastTo(OpBuilder &builder, Location loc, Value value,
                      Type type) {
  if (value.getType() == type)
    return value;
  if (!isa<RankedTensorType>(value.getType()))
    return SplatOp::create(builder, loc, type, value);
  auto rank = [](Type tile) { return cast<RankedTensorType>(tile).getRank(); };
  while (rank(value.getType()) < rank(type))
    value = expandDims(builder, loc, value, 0);
  if (value.getType() == type)
    return value;
  return BroadcastOp::create(builder, loc, type, value);
}

RankedTensorType tt::getPlainTile(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && !tile.getEncoding() && tile.hasStaticShape()
             ? tile
             : RankedTensorType();
}

Operation *tt::rebuild(OpBuilder &builder, Operation *op, ValueRange operands,
                       Type type) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addTypes(type);
  state.addAttributes(op->getAttrs());
  return builder.create(state);
}

static constexpr StringLiteral promises[] = {"tt.contiguity", "tt.constancy",
                                             "tt.divisibility"};

void tt::copyPromises(Operation *from, Operation *to) {
  for (StringRef name : promises)
    if (Attribute attr = from->getDiscardableAttr(name))
      to->setDiscardableAttr(name, attr);
}

void tt::dropOverflowPromises(Operation *op) {
  if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(flagged.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    op->getContext(), arith::IntegerOverflowFlags::none));
}

void tt::dropPromises(Operation *op) {
  for (StringRef name : promises)
    op->removeDiscardableAttr(name);
}

void tt::reportRewrite(Operation *op, StringRef name, StringRef what) {
  // Finding the function's name is not free, and mostly nobody listens.
  if (!op->getContext()->getRemarkEngine())
    return;
  auto func = op->getParentOfType<FuncOp>();
  remark::passed(op->getLoc(), remark::RemarkOpts::name(name)
                                   .category("tt-optimize")
                                   .function(func ? func.getName() : ""))
      << what;
}
