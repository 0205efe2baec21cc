//===- TTTileOps.cpp - Ops in which the elements of a tile meet -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTVerify.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

SmallVector<Type> tt::scalarTypes(ValueRange values) {
  return llvm::map_to_vector(
      values, [](Value value) { return getScalarType(value.getType()); });
}

std::string tt::shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      os << "?";
    else
      os << extent;
  };
  llvm::interleave(shape, os, print, "x");
  return text;
}

bool tt::agree(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

bool tt::agree(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return a.size() == b.size() &&
         llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
           return agree(std::get<0>(pair), std::get<1>(pair));
         });
}

/// Whether tensors have one shape and one layout.
static bool haveSamePlaces(RankedTensorType a, RankedTensorType b) {
  return agree(a.getShape(), b.getShape()) && haveSameLayout(a, b);
}

/// The values are tensors of one shape and layout, at least one of them.
static LogicalResult verifySamePlaces(Operation *op, ValueRange values) {
  if (values.empty())
    return op->emitOpError() << "expected an operand";
  auto first = cast<RankedTensorType>(values[0].getType());
  for (Value value : values) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!haveSamePlaces(type, first))
      return op->emitOpError()
             << "expected operands of one shape and layout, found " << first
             << " and " << type;
  }
  return success();
}

LogicalResult tt::verifyCombined(Operation *op, ValueRange values,
                                 uint32_t axis) {
  if (failed(verifySamePlaces(op, values)))
    return failure();
  auto first = cast<RankedTensorType>(values[0].getType());
  if (int64_t(axis) < first.getRank())
    return success();
  return op->emitOpError() << "has no axis " << int32_t(axis) << " in "
                           << first;
}

/// Checks the types of the arguments of a region's first block, and of what
/// `end`, the region's terminator, returns.
static LogicalResult verifyRegionTypes(Operation *op, Block &block,
                                       ArrayRef<Type> arguments, Operation *end,
                                       ArrayRef<Type> returned) {
  if (block.getArgumentTypes() != TypeRange(arguments))
    return op->emitOpError()
           << "expected the region's arguments to be (" << arguments
           << "), found (" << block.getArgumentTypes() << ")";
  if (end->getOperandTypes() != TypeRange(returned))
    return end->emitOpError() << "expected (" << returned << "), found ("
                              << end->getOperandTypes() << ")";
  return success();
}

LogicalResult tt::verifyCombineRegion(Operation *op, Region &region,
                                      ArrayRef<Type> scalars,
                                      StringRef terminator) {
  SmallVector<Type> arguments(scalars);
  llvm::append_range(arguments, scalars);
  Operation *end = region.front().getTerminator();
  if (end->getName().getStringRef() != terminator)
    return op->emitOpError() << "expected the region to end in " << terminator;
  return verifyRegionTypes(op, region.front(), arguments, end, scalars);
}

//===----------------------------------------------------------------------===//
// cat
//===----------------------------------------------------------------------===//

LogicalResult CatOp::verify() {
  auto src = cast<RankedTensorType>(getLhs().getType());
  auto result = cast<RankedTensorType>(getType());
  if (src.getElementType() != result.getElementType())
    return emitOpError() << "expected element type " << src.getElementType()
                         << ", found " << result;
  if (src.getRank() == 0 || src.getRank() != result.getRank())
    return emitOpError() << "expected equal ranks of at least 1, found " << src
                         << " and " << result;
  SmallVector<int64_t> shape(src.getShape());
  if (!src.isDynamicDim(0))
    shape[0] *= 2;
  if (agree(result.getShape(), shape))
    return success();
  return emitOpError() << "expected the result shape " << shapeText(shape)
                       << ", found " << result;
}

//===----------------------------------------------------------------------===//
// scan, map_elementwise
//===----------------------------------------------------------------------===//

LogicalResult ScanOp::verify() {
  if (failed(verifyCombined(*this, getSrcs(), getAxis())))
    return failure();
  if (getSrcs().size() != getResults().size())
    return emitOpError() << "expected a result for each of " << getSrcs().size()
                         << " operands, found " << getResults().size();
  for (auto [src, result] : llvm::zip_equal(getSrcs(), getResults())) {
    auto from = cast<RankedTensorType>(src.getType());
    auto to = cast<RankedTensorType>(result.getType());
    if (from.getElementType() != to.getElementType() ||
        !haveSamePlaces(from, to))
      return emitOpError() << "expected the result type " << from << ", found "
                           << to;
  }
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombineRegion(*this, getCombine(), scalarTypes(getSrcs()),
                             ScanReturnOp::getOperationName());
}

LogicalResult MapElementwiseOp::verify() {
  if (failed(verifySamePlaces(*this, getSrcs())))
    return failure();
  auto first = cast<RankedTensorType>(getSrcs()[0].getType());
  for (Value result : getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!haveSamePlaces(type, first))
      return emitOpError() << "expected results of the operands' shape and "
                              "layout, found "
                           << first << " and " << type;
  }
  int64_t pack = int32_t(getPack());
  if (!log2Exact(pack))
    return emitOpError() << "expected 'pack' to be a power of two, found "
                         << pack;
  return success();
}

/// Each type `count` times.
static SmallVector<Type> repeated(ArrayRef<Type> types, unsigned count) {
  SmallVector<Type> result;
  for (Type type : types)
    result.append(count, type);
  return result;
}

LogicalResult MapElementwiseOp::verifyRegions() {
  // More registers than a thread has would only be a costly way to say so.
  if (getPack() > maxTileElements)
    return emitOpError() << "expected 'pack' to be at most " << maxTileElements
                         << ", found " << getPack();
  SmallVector<Type> arguments = repeated(scalarTypes(getSrcs()), getPack());
  SmallVector<Type> returned = repeated(scalarTypes(getResults()), getPack());
  for (Block &block : getScalarOp())
    if (auto end = dyn_cast<MapElementwiseReturnOp>(block.getTerminator()))
      if (failed(verifyRegionTypes(*this, getScalarOp().front(), arguments, end,
                                   returned)))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// gather, histogram
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  auto result = cast<RankedTensorType>(getType());
  if (int64_t(getAxis()) >= src.getRank())
    return emitOpError() << "has no axis " << int32_t(getAxis()) << " in "
                         << src;
  if (result.getElementType() != src.getElementType())
    return emitOpError() << "expected element type " << src.getElementType()
                         << ", found " << result;
  SmallVector<int64_t> shape(src.getShape());
  if (indices.getRank() == src.getRank())
    shape[getAxis()] = indices.getDimSize(getAxis());
  if (!agree(indices.getShape(), shape))
    return emitOpError() << "expected indices of the shape of " << src
                         << ", except along axis " << getAxis() << ", found "
                         << indices;
  if (!haveSamePlaces(result, indices))
    return emitOpError() << "expected a result of the shape and layout of "
                         << indices << ", found " << result;
  return success();
}

LogicalResult HistogramOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto result = cast<RankedTensorType>(getType());
  if (src.getRank() != 1 || result.getRank() != 1)
    return emitOpError() << "expected one-dimensional tensors, found " << src
                         << " and " << result;
  if (!getMask())
    return success();
  auto mask = cast<RankedTensorType>(getMask().getType());
  // The text does not state the mask's type.
  if (mask.getShape() == src.getShape() && haveSameLayout(mask, src))
    return success();
  return emitOpError() << "expected a mask of the shape and layout of " << src
                       << ", found " << mask;
}

//===----------------------------------------------------------------------===//
// elementwise_inline_asm, print
//===----------------------------------------------------------------------===//

void ElementwiseInlineAsmOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult ElementwiseInlineAsmOp::verify() {
  int64_t packed = int32_t(getPackedElement());
  if (log2Exact(packed))
    return success();
  return emitOpError()
         << "expected 'packed_element' to be a power of two, found " << packed;
}

LogicalResult PrintOp::verify() {
  if (getIsSigned().size() != getArgs().size())
    return emitOpError() << "expected a number in 'isSigned' for each of "
                         << getArgs().size() << " operands, found "
                         << getIsSigned().size();
  for (int32_t isSigned : getIsSigned())
    if (isSigned != 0 && isSigned != 1)
      return emitOpError() << "expected 0 or 1 in 'isSigned', found "
                           << isSigned;
  return success();
}
