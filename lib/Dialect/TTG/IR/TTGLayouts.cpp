//===- TTGLayouts.cpp - Encodings as text and as linear maps --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/TTG/IR/TTGAttrs.cpp.inc"

//===----------------------------------------------------------------------===//
// #ttg.blocked
//===----------------------------------------------------------------------===//

Attribute BlockedEncodingAttr::parse(AsmParser &parser, Type) {
  FieldReader fields(parser);
  auto sizePerThread = fields.numbers<unsigned>("sizePerThread");
  auto threadsPerWarp = fields.numbers<unsigned>("threadsPerWarp");
  auto warpsPerCTA = fields.numbers<unsigned>("warpsPerCTA");
  auto order = fields.numbers<unsigned>("order");
  SmallVector<int32_t> cga = fields.cgaBases(order.size());
  if (!fields.finish())
    return {};
  return parser.getChecked<BlockedEncodingAttr>(
      fields.getLoc(), parser.getContext(), sizePerThread, threadsPerWarp,
      warpsPerCTA, order, cga);
}

void BlockedEncodingAttr::print(AsmPrinter &os) const {
  os << "<{sizePerThread = ";
  printNumbers(os, getSizePerThread());
  os << ", threadsPerWarp = ";
  printNumbers(os, getThreadsPerWarp());
  os << ", warpsPerCTA = ";
  printNumbers(os, getWarpsPerCTA());
  os << ", order = ";
  printNumbers(os, getOrder());
  printCGABases(os, getCgaBases(), getOrder().size());
  os << "}>";
}

LogicalResult BlockedEncodingAttr::verify(EmitError emitError,
                                          ArrayRef<unsigned> sizePerThread,
                                          ArrayRef<unsigned> threadsPerWarp,
                                          ArrayRef<unsigned> warpsPerCTA,
                                          ArrayRef<unsigned> order,
                                          ArrayRef<int32_t> cga) {
  size_t rank = order.size();
  if (rank == 0 || rank > Space::MaxDims)
    return emitError() << "expected 1 to " << Space::MaxDims
                       << " dimensions in 'order', found " << rank;
  std::pair<StringRef, ArrayRef<unsigned>> lists[] = {
      {"sizePerThread", sizePerThread},
      {"threadsPerWarp", threadsPerWarp},
      {"warpsPerCTA", warpsPerCTA}};
  unsigned bits = 0;
  for (auto [name, list] : lists) {
    if (list.size() != rank)
      return emitError() << "expected " << rank << " numbers in '" << name
                         << "', as in 'order'; found " << list.size();
    if (failed(verifyPowers(name, list, emitError)))
      return failure();
    for (unsigned size : list)
      bits += llvm::Log2_32(size);
  }
  if (bits > 40)
    return emitError() << "a tile of 2^" << bits << " elements is too large";
  return verifyOrder(order, rank, emitError);
}

LinearLayout
BlockedEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> part = splitShape(shape, getCgaBases());
  auto box = [&](Space in, ArrayRef<unsigned> sizes) {
    return LinearLayout::identityND(in, SmallVector<int64_t>(sizes),
                                    getOrder());
  };
  LinearLayout tile = box(Space::Register, getSizePerThread()) *
                      box(Space::Lane, getThreadsPerWarp()) *
                      box(Space::Warp, getWarpsPerCTA());
  return appendBlocks(tile.fitShape(dims(part), Space::Register, getOrder()),
                      shape, part, getCgaBases());
}

LogicalResult BlockedEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                               EmitError emitError) const {
  return verifyRank(shape, getOrder().size(), emitError);
}

BlockedEncodingAttr ttg::getBlockedLayout(MLIRContext *context,
                                          ArrayRef<int64_t> shape,
                                          ArrayRef<unsigned> sizePerThread,
                                          ArrayRef<unsigned> order,
                                          ArrayRef<unsigned> warpOrder,
                                          unsigned numWarps, unsigned numCTAs) {
  unsigned rank = shape.size();
  SmallVector<int32_t> cga;
  for (unsigned bit = 1; bit < numCTAs; bit *= 2)
    for (unsigned d = 0; d < rank; ++d)
      cga.push_back(d == order.back() ? bit : 0);
  // What is left of each dimension of one block's part of the tensor.
  SmallVector<uint64_t> rest;
  for (auto [extent, size] : llvm::zip(splitShape(shape, cga), sizePerThread))
    rest.push_back(std::max<uint64_t>(extent / size, 1));
  // What no dimension can use repeats the tile along the slowest one.
  auto distribute = [&](unsigned count, ArrayRef<unsigned> along) {
    SmallVector<unsigned> result(rank, 1);
    for (unsigned dim : along) {
      result[dim] = std::min<uint64_t>(count, rest[dim]);
      rest[dim] /= result[dim];
      count /= result[dim];
    }
    result[order.back()] *= count;
    return result;
  };
  SmallVector<unsigned> threads = distribute(32, order);
  SmallVector<unsigned> warps = distribute(numWarps, warpOrder);
  return BlockedEncodingAttr::get(context, sizePerThread, threads, warps, order,
                                  cga);
}

//===----------------------------------------------------------------------===//
// #ttg.slice
//===----------------------------------------------------------------------===//

Attribute SliceEncodingAttr::parse(AsmParser &parser, Type) {
  FieldReader fields(parser);
  std::optional<int64_t> dim = fields.number("dim");
  auto parent = fields.attribute<tt::LayoutAttrInterface>("parent", "a layout");
  if (!fields.finish())
    return {};
  return parser.getChecked<SliceEncodingAttr>(
      fields.getLoc(), parser.getContext(), unsigned(*dim), parent);
}

void SliceEncodingAttr::print(AsmPrinter &os) const {
  os << "<{dim = " << getDim() << ", parent = ";
  os.printAttribute(getParent());
  os << "}>";
}

LogicalResult SliceEncodingAttr::verify(EmitError emitError, unsigned dim,
                                        tt::LayoutAttrInterface parent) {
  if (dim < Space::MaxDims)
    return success();
  return emitError() << "expected a dimension below " << Space::MaxDims
                     << ", found " << dim;
}

static SmallVector<int64_t> unsliced(ArrayRef<int64_t> shape, unsigned dim) {
  SmallVector<int64_t> result(shape);
  result.insert(result.begin() + std::min<size_t>(dim, shape.size()), 1);
  return result;
}

LinearLayout SliceEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return getParent()
      .toLinearLayout(unsliced(shape, getDim()))
      .eraseDim(getDim());
}

LogicalResult SliceEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                             EmitError emitError) const {
  if (getDim() > shape.size())
    return emitError()
           << "dimension " << getDim()
           << " of a slice is beyond the parent of a tensor of rank "
           << shape.size();
  return getParent().verifyShape(unsliced(shape, getDim()), emitError);
}

//===----------------------------------------------------------------------===//
// #ttg.linear, #ttg.generic_linear
//===----------------------------------------------------------------------===//

static constexpr std::pair<StringLiteral, Space::Kind> threadSpaces[] = {
    {"register", Space::Register},
    {"lane", Space::Lane},
    {"warp", Space::Warp},
    {"block", Space::Block}};

/// The fields of a layout that is given by its basis vectors.
template <typename Encoding>
static Attribute parseLinear(AsmParser &parser) {
  FieldReader fields(parser);
  std::vector<InputBases> inputs;
  size_t rank = 0;
  for (auto [name, space] : threadSpaces) {
    inputs.push_back({space, fields.bases(name)});
    for (const std::vector<int32_t> &basis : inputs.back().vectors)
      rank = std::max(rank, basis.size());
  }
  if (!fields.finish())
    return {};
  if (rank == 0 || rank > Space::MaxDims) {
    parser.emitError(fields.getLoc())
        << "expected basis vectors of 1 to " << Space::MaxDims
        << " coordinates, found " << rank;
    return {};
  }
  // Each dimension is as long as the vectors reach.
  SmallVector<uint64_t> reach(rank);
  for (const InputBases &input : inputs)
    for (const std::vector<int32_t> &basis : input.vectors)
      for (auto [i, coordinate] : llvm::enumerate(basis))
        reach[i] |= coordinate;
  SmallVector<SpaceBits> outs;
  for (auto [i, mask] : llvm::enumerate(reach))
    outs.emplace_back(Space::dim(i), mask ? llvm::Log2_64(mask) + 1 : 0);
  llvm::Expected<LinearLayout> layout = LinearLayout::create(inputs, outs);
  if (!layout) {
    parser.emitError(fields.getLoc()) << llvm::toString(layout.takeError());
    return {};
  }
  return parser.getChecked<Encoding>(fields.getLoc(), parser.getContext(),
                                     *layout);
}

static void printLinear(AsmPrinter &os, const LinearLayout &layout) {
  os << "<{";
  llvm::interleaveComma(threadSpaces, os, [&](auto entry) {
    os << entry.first << " = ";
    printBases(os, layout, entry.second);
  });
  os << "}>";
}

static LogicalResult verifyLinear(EmitError emitError,
                                  const LinearLayout &layout) {
  if (layout.isSurjective())
    return success();
  return emitError() << "the basis vectors do not reach every coordinate of "
                        "the box they span: "
                     << layout.str();
}

static LinearLayout fitLinear(const LinearLayout &layout,
                              ArrayRef<int64_t> shape) {
  return layout.fitShape(dims(shape), Space::Register, rowMajor(shape.size()));
}

Attribute LinearEncodingAttr::parse(AsmParser &parser, Type) {
  return parseLinear<LinearEncodingAttr>(parser);
}

void LinearEncodingAttr::print(AsmPrinter &os) const {
  printLinear(os, getLayout());
}

LogicalResult LinearEncodingAttr::verify(EmitError emitError,
                                         LinearLayout layout) {
  return verifyLinear(emitError, layout);
}

LinearLayout LinearEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return fitLinear(getLayout(), shape);
}

LogicalResult LinearEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                              EmitError emitError) const {
  return verifyRank(shape, getLayout().outs().size(), emitError);
}

Attribute GenericLinearEncodingAttr::parse(AsmParser &parser, Type) {
  return parseLinear<GenericLinearEncodingAttr>(parser);
}

void GenericLinearEncodingAttr::print(AsmPrinter &os) const {
  printLinear(os, getLayout());
}

LogicalResult GenericLinearEncodingAttr::verify(EmitError emitError,
                                                LinearLayout layout) {
  return verifyLinear(emitError, layout);
}

LinearLayout
GenericLinearEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return fitLinear(getLayout(), shape);
}

LogicalResult
GenericLinearEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                       EmitError emitError) const {
  return verifyRank(shape, getLayout().outs().size(), emitError);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void TTGDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ttc/Dialect/TTG/IR/TTGAttrs.cpp.inc"
      >();
}
