//===- TTDescriptorOps.cpp - Blocks of tensors in global memory -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTVerify.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

//===----------------------------------------------------------------------===//
// !tt.tensordesc
//===----------------------------------------------------------------------===//

Type TensorDescType::parse(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type element;
  Attribute layout;
  OptionalParseResult asTensor = parser.parseOptionalType(element);
  if (asTensor.has_value()) {
    if (failed(*asTensor))
      return {};
    auto tensor = dyn_cast<RankedTensorType>(element);
    if (!tensor) {
      parser.emitError(loc, "expected the shape of a block, found ") << element;
      return {};
    }
    llvm::append_range(shape, tensor.getShape());
    element = tensor.getElementType();
    layout = tensor.getEncoding();
  } else if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
             parser.parseType(element) ||
             (succeeded(parser.parseOptionalComma()) &&
              parser.parseAttribute(layout))) {
    return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorDescType>(
      loc, parser.getContext(), ArrayRef<int64_t>(shape), element, layout);
}

void TensorDescType::print(AsmPrinter &printer) const {
  auto *dialect = getContext()->getLoadedDialect<TTDialect>();
  printer << "<";
  if (dialect->getSyntax() < SyntaxVersion::V3_8) {
    printer << RankedTensorType::get(getShape(), getElementType(),
                                     getSharedLayout());
  } else {
    printer.printDimensionList(getShape());
    printer << "x" << getElementType();
    if (getSharedLayout())
      printer << ", " << getSharedLayout();
  }
  printer << ">";
}

LogicalResult
TensorDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<int64_t> shape, Type element,
                       Attribute layout) {
  if (shape.empty())
    return emitError() << "expected a block of at least one dimension";
  if (!element.isIntOrFloat())
    return emitError() << "expected a block of numbers, found " << element;
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (!log2Exact(extent))
      return emitError() << "expected a block whose extents are powers of two, "
                            "found "
                         << shapeText(extent);
    elements = std::min(elements, maxTileElements) * extent;
    if (extent > maxTileElements || elements > maxTileElements)
      return emitError() << "expected a block of at most " << maxTileElements
                         << " elements, found " << shapeText(shape);
  }
  if (!layout)
    return success();
  auto shared = dyn_cast<LayoutAttrInterface>(layout);
  if (!shared || !shared.isShared())
    return emitError() << "expected a layout of shared memory, found "
                       << layout;
  return shared.verifyShape(shape, emitError);
}

Type TensorDescType::getSignlessElementType() const {
  if (auto type = dyn_cast<IntegerType>(getElementType()))
    return IntegerType::get(getContext(), type.getWidth());
  return getElementType();
}

RankedTensorType TensorDescType::getBlockType() const {
  return RankedTensorType::get(getShape(), getSignlessElementType());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// One operand for each dimension of a block.
static LogicalResult verifyPerDim(Operation *op, StringRef name, size_t found,
                                  size_t rank) {
  if (found == rank)
    return success();
  return op->emitOpError() << "expected " << rank << " operands in '" << name
                           << "', one for each dimension of the block, found "
                           << found;
}

/// Operand groups of one size leave no operand over.
static LogicalResult verifyNoMore(Operation *op, size_t groups, size_t rank) {
  size_t expected = 1 + groups * rank;
  if (op->getNumOperands() == expected)
    return success();
  return op->emitOpError() << "expected " << expected << " operands for "
                           << rank << " dimensions, found "
                           << op->getNumOperands();
}

LogicalResult MakeTensorDescriptorOp::verify() {
  TensorDescType type = getType();
  Type element = getBase().getType().getPointeeType();
  if (element != type.getSignlessElementType())
    return emitOpError() << "expected a base pointer to "
                         << type.getSignlessElementType() << ", found "
                         << getBase().getType();
  size_t rank = type.getShape().size();
  if (failed(verifyPerDim(*this, "shape", getShape().size(), rank)) ||
      failed(verifyPerDim(*this, "strides", getStrides().size(), rank)) ||
      failed(verifyNoMore(*this, 2, rank)))
    return failure();
  APInt stride;
  if (matchPattern(getStrides().back(), m_ConstantInt(&stride)) &&
      !stride.isOne())
    return emitOpError() << "expected a last stride of 1, found "
                         << stride.getSExtValue();
  if (getPadding() == PaddingOption::NaN && element.isInteger())
    return emitOpError() << "expected padding with zeros for " << element;
  return success();
}

/// A tile has the block's elements, or those without leading dimensions of
/// extent 1.
static LogicalResult verifyBlock(Operation *op, TensorDescType desc,
                                 size_t indices, Type tile) {
  if (failed(verifyPerDim(op, "indices", indices, desc.getShape().size())))
    return failure();
  auto type = cast<RankedTensorType>(tile);
  ArrayRef<int64_t> block = desc.getShape();
  while (int64_t(block.size()) > type.getRank() && block.front() == 1)
    block = block.drop_front();
  if (agree(type.getShape(), block) &&
      type.getElementType() == desc.getSignlessElementType())
    return success();
  return op->emitOpError() << "expected " << desc.getBlockType() << " for "
                           << desc << ", found " << type;
}

LogicalResult DescriptorLoadOp::verify() {
  if (getCache() == CacheModifier::WB || getCache() == CacheModifier::WT)
    return emitOpError() << "cache modifier '" << stringifyEnum(getCache())
                         << "' is for stores";
  return verifyBlock(*this, getDesc().getType(), getIndices().size(),
                     getType());
}

LogicalResult DescriptorStoreOp::verify() {
  return verifyBlock(*this, getDesc().getType(), getIndices().size(),
                     getSrc().getType());
}

LogicalResult DescriptorReduceOp::verify() {
  if (getKind() == DescriptorReduceKind::None)
    return emitOpError() << "expected an operation, found 'none'";
  return verifyBlock(*this, getDesc().getType(), getIndices().size(),
                     getSrc().getType());
}

/// The rows that `offsets` names, each one block of the descriptor.
static LogicalResult verifyRows(Operation *op, TensorDescType desc,
                                Type offsets, Type tile) {
  ArrayRef<int64_t> block = desc.getShape();
  if (block.size() != 2 || block[0] != 1)
    return op->emitOpError() << "expected a descriptor of one row of a matrix, "
                                "found "
                             << desc;
  auto rows = cast<RankedTensorType>(offsets);
  if (rows.getRank() != 1)
    return op->emitOpError()
           << "expected a one-dimensional tensor of rows, found " << rows;
  auto type = cast<RankedTensorType>(tile);
  SmallVector<int64_t> shape = {rows.getDimSize(0), block[1]};
  if (agree(type.getShape(), shape) &&
      type.getElementType() == desc.getSignlessElementType())
    return success();
  return op->emitOpError() << "expected "
                           << RankedTensorType::get(
                                  shape, desc.getSignlessElementType())
                           << ", found " << type;
}

LogicalResult DescriptorGatherOp::verify() {
  return verifyRows(*this, getDesc().getType(), getXOffsets().getType(),
                    getType());
}

LogicalResult DescriptorScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), getXOffsets().getType(),
                    getSrc().getType());
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

static void addEffect(Effects &effects, MemoryEffects::Effect *effect,
                      OpOperand &desc) {
  effects.emplace_back(effect, &desc, SideEffects::DefaultResource::get());
}

void DescriptorLoadOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getDescMutable());
}

void DescriptorStoreOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Write::get(), getDescMutable());
}

void DescriptorReduceOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getDescMutable());
  addEffect(effects, MemoryEffects::Write::get(), getDescMutable());
}

void DescriptorGatherOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getDescMutable());
}

void DescriptorScatterOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Write::get(), getDescMutable());
}

//===----------------------------------------------------------------------===//
// Block pointers
//===----------------------------------------------------------------------===//

LogicalResult MakeTensorPtrOp::verify() {
  auto block = dyn_cast<RankedTensorType>(getType().getPointeeType());
  if (!block)
    return emitOpError() << "expected a pointer to a tensor, found "
                         << getType();
  if (getBase().getType().getPointeeType() != block.getElementType())
    return emitOpError() << "expected a base pointer to "
                         << block.getElementType() << ", found "
                         << getBase().getType();
  size_t rank = block.getRank();
  if (failed(verifyPerDim(*this, "shape", getShape().size(), rank)) ||
      failed(verifyPerDim(*this, "strides", getStrides().size(), rank)) ||
      failed(verifyPerDim(*this, "offsets", getOffsets().size(), rank)) ||
      failed(verifyNoMore(*this, 3, rank)))
    return failure();
  SmallVector<int32_t> sorted(getOrder());
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int32_t>(0, rank)))
    return emitOpError() << "expected 'order' to be a permutation of the "
                         << rank << " dimensions";
  return success();
}

OpFoldResult AdvanceOp::fold(FoldAdaptor adaptor) {
  bool isStill = llvm::all_of(adaptor.getOffsets(), [](Attribute offset) {
    return offset && matchPattern(offset, m_Zero());
  });
  return isStill ? getPtr() : Value();
}

LogicalResult AdvanceOp::verify() {
  auto block = dyn_cast<RankedTensorType>(getType().getPointeeType());
  if (!block)
    return emitOpError() << "expected a pointer to a tensor, found "
                         << getType();
  return verifyPerDim(*this, "offsets", getOffsets().size(), block.getRank());
}
