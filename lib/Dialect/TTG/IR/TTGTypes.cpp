//===- TTGTypes.cpp - Memory descriptors and tokens -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

#include "ttc/Dialect/TTG/IR/TTGAttrInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ttc/Dialect/TTG/IR/TTGTypes.cpp.inc"

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `<3x128x64xf16, #shared, #smem, mutable, 4x128x64>`; the last two may lack.
Type MemDescType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape, allocShape;
  Type element;
  Attribute encoding, space;
  bool isMutable = false;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma() ||
      parser.parseAttribute(encoding) || parser.parseComma() ||
      parser.parseAttribute(space))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (!isMutable && succeeded(parser.parseOptionalKeyword("mutable"))) {
      isMutable = true;
      continue;
    }
    if (parser.parseDimensionList(allocShape, /*allowDynamic=*/false,
                                  /*withTrailingX=*/false))
      return {};
    break;
  }
  if (parser.parseGreater())
    return {};
  if (allocShape.empty())
    allocShape = shape;
  return parser.getChecked<MemDescType>(
      loc, parser.getContext(), ArrayRef<int64_t>(shape), element, encoding,
      space, isMutable, ArrayRef<int64_t>(allocShape));
}

void MemDescType::print(AsmPrinter &os) const {
  os << "<";
  os.printDimensionList(getShape());
  os << (getShape().empty() ? "" : "x") << getElementType() << ", "
     << getEncoding() << ", " << getMemorySpace();
  if (getMutableMemory())
    os << ", mutable";
  if (getAllocShape() != getShape()) {
    os << ", ";
    os.printDimensionList(getAllocShape());
  }
  os << ">";
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult MemDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type element,
                                  Attribute encoding, Attribute space, bool,
                                  ArrayRef<int64_t> allocShape) {
  if (!isa<IntegerType, FloatType, tt::PointerType>(element))
    return emitError() << "expected memory of numbers or pointers, found "
                       << element;
  auto layout = dyn_cast<MemoryLayoutAttrInterface>(encoding);
  if (!layout)
    return emitError() << "expected a layout of memory, found " << encoding;
  if (layout.getMemorySpace() != space)
    return emitError() << "expected the memory space "
                       << layout.getMemorySpace() << " for " << encoding
                       << ", found " << space;
  unsigned rank = layout.getBufferRank();
  if (shape.size() < rank || allocShape.size() < rank)
    return emitError() << "expected a shape of rank " << rank
                       << " or more for its layout, found rank "
                       << std::min(shape.size(), allocShape.size());
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent <= 0 || extent > tt::maxTileElements)
      return emitError() << "expected extents of 1 to " << tt::maxTileElements
                         << ", found " << extent;
    elements = std::min(elements, tt::maxTileElements) * extent;
  }
  if (elements > tt::maxTileElements)
    return emitError() << "memory of more than " << tt::maxTileElements
                       << " elements";
  for (ArrayRef<int64_t> box :
       {shape.take_back(rank), allocShape.take_back(rank)})
    for (int64_t extent : box)
      if (!log2Exact(extent))
        return emitError() << "expected extents that are powers of two, found "
                           << extent;
  for (auto [part, whole] :
       llvm::zip(shape.take_back(rank), allocShape.take_back(rank)))
    if (part > whole)
      return emitError() << "expected a part of the piece that it is of, found "
                            "extent "
                         << part << " of " << whole;
  return layout.verifyBuffer(allocShape.take_back(rank), element, emitError);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static unsigned bufferRank(MemDescType type) {
  return cast<MemoryLayoutAttrInterface>(type.getEncoding()).getBufferRank();
}

bool MemDescType::isShared() const {
  return isa<SharedMemoryAttr>(getMemorySpace());
}

ArrayRef<int64_t> MemDescType::getBufferShape() const {
  return getShape().take_back(bufferRank(*this));
}

ArrayRef<int64_t> MemDescType::getBufferAllocShape() const {
  return getAllocShape().take_back(bufferRank(*this));
}

int64_t MemDescType::getNumBuffers() const {
  int64_t count = 1;
  for (int64_t extent : getShape().drop_back(bufferRank(*this)))
    count *= extent;
  return count;
}

LinearLayout MemDescType::getBufferLayout() const {
  return cast<tt::LayoutAttrInterface>(getEncoding())
      .toLinearLayout(getBufferAllocShape());
}

void TTGDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ttc/Dialect/TTG/IR/TTGTypes.cpp.inc"
      >();
}
