//===- TTGSharedLayouts.cpp - Layouts of shared memory --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

//===----------------------------------------------------------------------===//
// Building maps (offset) -> (dim0, ...)
//===----------------------------------------------------------------------===//

/// Dense memory: the dimensions one after the other, order[0] fastest.
static LinearLayout dense(ArrayRef<int64_t> shape, ArrayRef<unsigned> order) {
  return LinearLayout::identityND(Space::Offset, shape, order);
}

/// Lets each basis vector of `layout` that has a coordinate in the bit
/// `row + i` of the packed output also have bit `chunk + i`, for i < bits: the
/// element whose row has that bit lies in another chunk of the row.
static LinearLayout swizzle(const LinearLayout &layout, unsigned row,
                            unsigned chunk, unsigned bits) {
  SmallVector<uint64_t> columns(layout.packedColumns());
  for (uint64_t &column : columns)
    for (unsigned i = 0; i < bits; ++i)
      if (column >> (row + i) & 1)
        column ^= uint64_t(1) << (chunk + i);
  return LinearLayout::fromPacked(layout.ins(), layout.outs(), columns);
}

static LinearLayout inBlocks(const LinearLayout &part, ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> partShape,
                             ArrayRef<int32_t> cga) {
  return appendBlocks(part, shape, partShape, cga);
}

//===----------------------------------------------------------------------===//
// #ttg.swizzled_shared
//===----------------------------------------------------------------------===//

Attribute SwizzledSharedEncodingAttr::parse(AsmParser &parser, Type) {
  FieldReader fields(parser);
  std::optional<int64_t> vec = fields.number("vec");
  std::optional<int64_t> perPhase = fields.number("perPhase");
  std::optional<int64_t> maxPhase = fields.number("maxPhase");
  auto order = fields.numbers<unsigned>("order");
  SmallVector<int32_t> cga = fields.cgaBases(order.size());
  if (!fields.finish())
    return {};
  return parser.getChecked<SwizzledSharedEncodingAttr>(
      fields.getLoc(), parser.getContext(), unsigned(*vec), unsigned(*perPhase),
      unsigned(*maxPhase), ArrayRef<unsigned>(order), ArrayRef<int32_t>(cga));
}

void SwizzledSharedEncodingAttr::print(AsmPrinter &os) const {
  os << "<{vec = " << getVec() << ", perPhase = " << getPerPhase()
     << ", maxPhase = " << getMaxPhase() << ", order = ";
  printNumbers(os, getOrder());
  printCGABases(os, getCgaBases(), getOrder().size());
  os << "}>";
}

LogicalResult SwizzledSharedEncodingAttr::verify(
    EmitError emitError, unsigned vec, unsigned perPhase, unsigned maxPhase,
    ArrayRef<unsigned> order, ArrayRef<int32_t> cga) {
  if (failed(verifyPowers("vec", vec, emitError)) ||
      failed(verifyPowers("perPhase", perPhase, emitError)) ||
      failed(verifyPowers("maxPhase", maxPhase, emitError)))
    return failure();
  if (order.empty() || order.size() > Space::MaxDims)
    return emitError() << "expected 1 to " << Space::MaxDims
                       << " dimensions in 'order', found " << order.size();
  return verifyOrder(order, order.size(), emitError);
}

LinearLayout
SwizzledSharedEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> part = splitShape(shape, getCgaBases());
  LinearLayout layout = dense(part, getOrder());
  if (shape.size() > 1) {
    Space fast = Space::dim(getOrder()[0]), slow = Space::dim(getOrder()[1]);
    unsigned vec = llvm::Log2_32(getVec()), per = llvm::Log2_32(getPerPhase());
    unsigned columns = layout.outBits(fast), rows = layout.outBits(slow);
    // Phases beyond the row's vectors, or its number, don't exist.
    unsigned bits = std::min<unsigned>({unsigned(llvm::Log2_32(getMaxPhase())),
                                        columns > vec ? columns - vec : 0,
                                        rows > per ? rows - per : 0});
    layout = swizzle(layout, layout.outShift(slow) + per,
                     layout.outShift(fast) + vec, bits);
  }
  return inBlocks(layout, shape, part, getCgaBases());
}

LogicalResult SwizzledSharedEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                                      EmitError error) const {
  return verifyRank(shape, getOrder().size(), error);
}

unsigned SwizzledSharedEncodingAttr::getBufferRank() const {
  return getOrder().size();
}

//===----------------------------------------------------------------------===//
// #ttg.nvmma_shared
//===----------------------------------------------------------------------===//

Attribute NVMMASharedEncodingAttr::parse(AsmParser &parser, Type) {
  FieldReader fields(parser);
  std::optional<int64_t> width = fields.number("swizzlingByteWidth");
  bool transposed = fields.flag("transposed");
  std::optional<int64_t> element = fields.number("elementBitWidth");
  bool fp4Padded = fields.flag("fp4Padded");
  // The rank is that of the CGA's vectors, where there are any.
  int64_t rank = fields.number("rank", 0);
  std::vector<std::vector<int32_t>> bases = fields.bases("CGALayout");
  if (rank == 0)
    rank = bases.empty() ? 2 : bases[0].size();
  SmallVector<int32_t> cga = fields.cgaBases(rank);
  if (!fields.finish())
    return {};
  return parser.getChecked<NVMMASharedEncodingAttr>(
      fields.getLoc(), parser.getContext(), unsigned(*width), transposed,
      unsigned(*element), fp4Padded, ArrayRef<int32_t>(cga), unsigned(rank));
}

void NVMMASharedEncodingAttr::print(AsmPrinter &os) const {
  os << "<{swizzlingByteWidth = " << getSwizzlingByteWidth()
     << ", transposed = " << (getTransposed() ? "true" : "false")
     << ", elementBitWidth = " << getElementBitWidth();
  if (getFp4Padded())
    os << ", fp4Padded = true";
  printCGABases(os, getCgaBases(), getRank());
  if (getCgaBases().empty() && getRank() != 2)
    os << ", rank = " << getRank();
  os << "}>";
}

LogicalResult NVMMASharedEncodingAttr::verify(EmitError emitError,
                                              unsigned width, bool,
                                              unsigned element, bool fp4Padded,
                                              ArrayRef<int32_t>,
                                              unsigned rank) {
  if (!llvm::is_contained({0, 32, 64, 128}, int(width)))
    return emitError() << "expected 'swizzlingByteWidth' 0, 32, 64 or 128, "
                          "found "
                       << width;
  if (!llvm::is_contained({8, 16, 32, 64}, int(element)))
    return emitError() << "expected 'elementBitWidth' 8, 16, 32 or 64, found "
                       << element;
  if (fp4Padded && (element != 8 || width != 128))
    return emitError() << "expected 'elementBitWidth' 8 and "
                          "'swizzlingByteWidth' 128 beside 'fp4Padded', found "
                       << element << " and " << width;
  if (rank == 0 || rank > Space::MaxDims)
    return emitError() << "expected a rank of 1 to " << Space::MaxDims
                       << ", found " << rank;
  return success();
}

LinearLayout
NVMMASharedEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  unsigned rank = shape.size();
  SmallVector<int64_t> part = splitShape(shape, getCgaBases());
  SmallVector<unsigned> order = rowMajor(rank);
  if (getTransposed())
    std::reverse(order.begin(), order.end());
  unsigned fast = order[0];
  unsigned elementBytes = llvm::Log2_32(getElementBitWidth() / 8);
  unsigned width = getSwizzlingByteWidth();
  // One row of the tile; a box of a bulk copy is at most 256 elements wide.
  // Padding takes half of each row of 4-bit elements.
  int64_t row = width ? width >> elementBytes : 256;
  if (getFp4Padded())
    row /= 2;
  SmallVector<int64_t> box(part);
  box[fast] = std::min(part[fast], row);
  SmallVector<int64_t> boxes(rank, 1);
  boxes[fast] = part[fast] / box[fast];
  LinearLayout layout = dense(box, order);
  if (getFp4Padded()) {
    // 8 bytes of data, 8 of padding.
    LinearLayout low =
        LinearLayout::identity1D(8, Space::Offset, Space::dim(fast));
    if (std::optional<LinearLayout> high = layout.divideLeft(low))
      layout = low * LinearLayout::zeros1D(2, Space::Offset, Space::dim(fast)) *
               *high;
  }
  // The chunk of 16 bytes: bits 4 to 6 of the address, xor-ed with bits 7 to 9.
  if (width > 16) {
    unsigned chunkBits = llvm::Log2_32(width / 16);
    SmallVector<uint64_t> columns(layout.packedColumns());
    unsigned from = 7 - elementBytes, to = 4 - elementBytes;
    for (unsigned i = 0; i < chunkBits; ++i)
      if (from + i < columns.size())
        columns[from + i] ^= columns[to + i];
    layout = LinearLayout::fromPacked(layout.ins(), layout.outs(), columns);
  }
  layout = layout * dense(boxes, order);
  SmallVector<Space> outs;
  for (unsigned d = 0; d < rank; ++d)
    outs.push_back(Space::dim(d));
  return inBlocks(layout.transposeOuts(outs), shape, part, getCgaBases());
}

LogicalResult NVMMASharedEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                                   EmitError emitError) const {
  if (failed(verifyRank(shape, getRank(), emitError)))
    return failure();
  SmallVector<int64_t> part = splitShape(shape, getCgaBases());
  int64_t extent = getTransposed() ? part.front() : part.back();
  int64_t row = getSwizzlingByteWidth() * 8 / getElementBitWidth();
  if (getFp4Padded())
    row /= 2;
  if (extent >= row)
    return success();
  return emitError() << "expected at least " << row
                     << " elements along the fastest dimension for "
                        "'swizzlingByteWidth' "
                     << getSwizzlingByteWidth() << ", found " << extent;
}

unsigned NVMMASharedEncodingAttr::getBufferRank() const { return getRank(); }

//===----------------------------------------------------------------------===//
// Linear maps as text
//===----------------------------------------------------------------------===//

/// The fields `offset` and `block`, whose vectors all have one length.
static std::optional<LinearLayout> parseOffsets(AsmParser &parser,
                                                FieldReader &fields) {
  std::vector<InputBases> inputs = {{Space::Offset, fields.bases("offset")},
                                    {Space::Block, fields.bases("block")}};
  if (!fields.finish())
    return std::nullopt;
  SmallVector<int64_t> reach;
  for (const InputBases &input : inputs)
    for (const std::vector<int32_t> &vector : input.vectors) {
      reach.resize(std::max(reach.size(), vector.size()));
      for (auto [i, coordinate] : llvm::enumerate(vector))
        reach[i] |= coordinate;
    }
  if (reach.empty() || reach.size() > Space::MaxDims) {
    parser.emitError(fields.getLoc())
        << "expected basis vectors of 1 to " << Space::MaxDims
        << " coordinates, found " << reach.size();
    return std::nullopt;
  }
  SmallVector<SpaceBits> outs;
  for (auto [i, mask] : llvm::enumerate(reach))
    outs.emplace_back(Space::dim(i), mask ? llvm::Log2_64(mask) + 1 : 0);
  llvm::Expected<LinearLayout> layout = LinearLayout::create(inputs, outs);
  if (layout)
    return *layout;
  parser.emitError(fields.getLoc()) << llvm::toString(layout.takeError());
  return std::nullopt;
}

static LogicalResult verifyOnto(EmitError emitError,
                                const LinearLayout &layout) {
  if (layout.isSurjective())
    return success();
  return emitError() << "the basis vectors do not reach every coordinate of "
                        "the box they span: "
                     << layout.str();
}

/// The shape is the layout's own: shared memory is not repeated.
static LogicalResult verifySameShape(const LinearLayout &layout,
                                     ArrayRef<int64_t> shape,
                                     EmitError emitError) {
  if (failed(verifyRank(shape, layout.outs().size(), emitError)))
    return failure();
  for (auto [extent, out] : llvm::zip(shape, layout.outs()))
    if (extent != int64_t(1) << out.bits)
      return emitError() << "expected the shape that the basis vectors span, "
                         << layout.str();
  return success();
}

//===----------------------------------------------------------------------===//
// #ttg.shared_linear
//===----------------------------------------------------------------------===//

Attribute SharedLinearEncodingAttr::parse(AsmParser &parser, Type) {
  unsigned alignment = 16;
  if (parser.parseLess())
    return {};
  FieldReader fields(parser, FieldReader::Bare);
  std::optional<LinearLayout> layout = parseOffsets(parser, fields);
  if (!layout || parser.parseComma() || parser.parseKeyword("alignment") ||
      parser.parseEqual() || parser.parseInteger(alignment) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<SharedLinearEncodingAttr>(
      fields.getLoc(), parser.getContext(), *layout, alignment);
}

void SharedLinearEncodingAttr::print(AsmPrinter &os) const {
  os << "<{offset = ";
  printBases(os, getLayout(), Space::Offset);
  if (getLayout().inBits(Space::Block)) {
    os << ", block = ";
    printBases(os, getLayout(), Space::Block);
  }
  os << "}, alignment = " << getAlignment() << ">";
}

LogicalResult SharedLinearEncodingAttr::verify(EmitError emitError,
                                               LinearLayout layout,
                                               unsigned alignment) {
  if (failed(verifyOnto(emitError, layout)))
    return failure();
  return verifyPowers("alignment", alignment, emitError);
}

LinearLayout SharedLinearEncodingAttr::toLinearLayout(ArrayRef<int64_t>) const {
  return getLayout();
}

LogicalResult SharedLinearEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                                    EmitError error) const {
  return verifySameShape(getLayout(), shape, error);
}

unsigned SharedLinearEncodingAttr::getBufferRank() const {
  return getLayout().outs().size();
}

//===----------------------------------------------------------------------===//
// #ttg.padded_shared
//===----------------------------------------------------------------------===//

/// `[64:+4, 128:+8]`.
static ParseResult parsePaddings(AsmParser &parser,
                                 SmallVectorImpl<unsigned> &intervals,
                                 SmallVectorImpl<unsigned> &paddings) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        return failure(parser.parseInteger(intervals.emplace_back()) ||
                       parser.parseColon() || parser.parsePlus() ||
                       parser.parseInteger(paddings.emplace_back()));
      });
}

/// The layout that `order` and `shape` name: dense, in whole blocks.
static std::optional<LinearLayout> parseDense(AsmParser &parser,
                                              FieldReader &fields) {
  auto order = fields.numbers<unsigned>("order");
  auto extents = fields.numbers<unsigned>("shape");
  SmallVector<int32_t> cga = fields.cgaBases(order.size());
  if (!fields.finish())
    return std::nullopt;
  auto error = [&] { return parser.emitError(fields.getLoc()); };
  if (order.empty() || order.size() > Space::MaxDims ||
      extents.size() != order.size())
    return error() << "expected as many numbers in 'shape' as in 'order', 1 to "
                   << Space::MaxDims << "; found " << extents.size() << " and "
                   << order.size(),
           std::nullopt;
  if (failed(verifyOrder(order, order.size(), error)) ||
      failed(verifyPowers("shape", extents, error)))
    return std::nullopt;
  SmallVector<int64_t> shape(extents.begin(), extents.end());
  if (!tryDims(shape))
    return error() << "'shape' is too large", std::nullopt;
  SmallVector<int64_t> part = splitShape(shape, cga);
  return inBlocks(dense(part, order), shape, part, cga);
}

Attribute PaddedSharedEncodingAttr::parse(AsmParser &parser, Type) {
  SmallVector<unsigned> intervals, paddings;
  if (parser.parseLess() || parsePaddings(parser, intervals, paddings))
    return {};
  FieldReader fields(parser, FieldReader::Bare);
  std::optional<LinearLayout> layout = fields.has("order")
                                           ? parseDense(parser, fields)
                                           : parseOffsets(parser, fields);
  if (!layout || parser.parseGreater())
    return {};
  return parser.getChecked<PaddedSharedEncodingAttr>(
      fields.getLoc(), parser.getContext(), ArrayRef<unsigned>(intervals),
      ArrayRef<unsigned>(paddings), *layout);
}

/// The order of a dense layout of one block; nullopt for any other.
static std::optional<SmallVector<unsigned>>
denseOrder(const LinearLayout &layout) {
  SmallVector<unsigned> order;
  for (uint64_t column : layout.packedColumns(Space::Offset))
    for (auto [d, index] : llvm::enumerate(layout.unpackOut(column)))
      if (index.second && !llvm::is_contained(order, d))
        order.push_back(d);
  // Dimensions of extent 1 come last.
  SmallVector<int64_t> shape;
  for (auto [d, out] : llvm::enumerate(layout.outs())) {
    shape.push_back(int64_t(1) << out.bits);
    if (!llvm::is_contained(order, d))
      order.push_back(d);
  }
  if (layout.inBits(Space::Block) || !layout.equalAsMap(dense(shape, order)))
    return std::nullopt;
  return order;
}

void PaddedSharedEncodingAttr::print(AsmPrinter &os) const {
  os << "<[";
  llvm::interleaveComma(
      llvm::zip(getIntervals(), getPaddings()), os,
      [&](auto pair) { os << std::get<0>(pair) << ":+" << std::get<1>(pair); });
  os << "] {";
  if (std::optional<SmallVector<unsigned>> order = denseOrder(getLayout())) {
    os << "order = ";
    printNumbers(os, *order);
    os << ", shape = [";
    llvm::interleaveComma(getLayout().outs(), os,
                          [&](SpaceBits out) { os << (1u << out.bits); });
    os << "]";
  } else {
    os << "offset = ";
    printBases(os, getLayout(), Space::Offset);
    os << ", block = ";
    printBases(os, getLayout(), Space::Block);
  }
  os << "}>";
}

LogicalResult PaddedSharedEncodingAttr::verify(EmitError emitError,
                                               ArrayRef<unsigned> intervals,
                                               ArrayRef<unsigned> paddings,
                                               LinearLayout layout) {
  if (intervals.empty() || intervals.size() != paddings.size())
    return emitError() << "expected at least one interval with its padding";
  if (failed(verifyPowers("interval", intervals, emitError)) ||
      failed(verifyPowers("padding", paddings, emitError)))
    return failure();
  SmallVector<unsigned> sorted(intervals);
  llvm::sort(sorted);
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return emitError() << "expected different intervals";
  return verifyOnto(emitError, layout);
}

LinearLayout PaddedSharedEncodingAttr::toLinearLayout(ArrayRef<int64_t>) const {
  return getLayout();
}

LogicalResult PaddedSharedEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                                    EmitError error) const {
  return verifySameShape(getLayout(), shape, error);
}

unsigned PaddedSharedEncodingAttr::getBufferRank() const {
  return getLayout().outs().size();
}
