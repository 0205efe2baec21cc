//===- TTGLayouts.cpp - Encodings as text and as linear maps --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/IR/TTG.h"

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

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Text: `<{key = value, ...}>`
//===----------------------------------------------------------------------===//

namespace {
/// Reads the fields of an encoding; every mistake is reported once, at the
/// encoding.
class FieldReader {
public:
  FieldReader(AsmParser &parser) : parser(parser) {
    loc = parser.getCurrentLocation();
    ok = succeeded(parser.parseLess()) &&
         succeeded(parser.parseAttribute(fields)) &&
         succeeded(parser.parseGreater());
  }

  std::optional<int64_t> number(StringRef key) {
    if (auto value = dyn_cast_or_null<IntegerAttr>(take(key)))
      return value.getInt();
    return error(key, "a number"), std::nullopt;
  }

  template <typename T>
  SmallVector<T> numbers(StringRef key) {
    SmallVector<T> result;
    if (!toNumbers(take(key), result))
      error(key, "a list of numbers");
    return result;
  }

  /// A list of lists of numbers; absent means empty.
  std::vector<std::vector<int32_t>> bases(StringRef key) {
    std::vector<std::vector<int32_t>> result;
    Attribute attr = take(key);
    if (!attr)
      return result;
    auto list = dyn_cast<ArrayAttr>(attr);
    for (Attribute entry : list ? list.getValue() : ArrayRef<Attribute>()) {
      SmallVector<int32_t> basis;
      if (!toNumbers(entry, basis))
        list = {};
      result.emplace_back(basis.begin(), basis.end());
    }
    if (!list)
      error(key, "a list of basis vectors");
    return result;
  }

  template <typename Attr>
  Attr attribute(StringRef key, StringRef what) {
    auto value = dyn_cast_or_null<Attr>(take(key));
    if (!value)
      error(key, what);
    return value;
  }

  bool has(StringRef key) const { return fields && fields.contains(key); }

  /// Reports fields that nobody asked for; whether everything was read.
  bool finish() {
    if (!ok)
      return false;
    for (NamedAttribute field : fields)
      if (!known.contains(field.getName()))
        error(field.getName(), "no such field");
    return ok;
  }

  SMLoc getLoc() const { return loc; }

private:
  template <typename T>
  static bool toNumbers(Attribute attr, SmallVectorImpl<T> &result) {
    auto list = dyn_cast_or_null<ArrayAttr>(attr);
    if (!list)
      return false;
    for (Attribute entry : list) {
      auto number = dyn_cast<IntegerAttr>(entry);
      if (!number || !number.getType().isInteger(64) || number.getInt() < 0 ||
          number.getInt() > INT32_MAX)
        return false;
      result.push_back(number.getInt());
    }
    return true;
  }

  Attribute take(StringRef key) {
    known.insert(key);
    return ok ? fields.get(key) : Attribute();
  }

  void error(StringRef key, StringRef what) {
    if (ok)
      parser.emitError(loc) << "expected " << what << " for '" << key << "'";
    ok = false;
  }

  AsmParser &parser;
  SMLoc loc;
  DictionaryAttr fields;
  llvm::SmallSet<StringRef, 8> known;
  bool ok;
};
} // namespace

template <typename Range>
static void printNumbers(AsmPrinter &os, Range &&list) {
  os << "[";
  llvm::interleaveComma(list, os);
  os << "]";
}

static void printBases(AsmPrinter &os, const LinearLayout &layout, Space in) {
  os << "[";
  llvm::interleaveComma(
      llvm::seq<unsigned>(0, layout.inBits(in)), os,
      [&](unsigned bit) { printNumbers(os, layout.basis(in, bit)); });
  os << "]";
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static LogicalResult verifyRank(ArrayRef<int64_t> shape, unsigned rank,
                                EmitError emitError) {
  if (shape.size() == rank)
    return success();
  return emitError() << "expected a tensor of rank " << rank
                     << " for its layout, found rank " << shape.size();
}

/// Dimensions from the last to the first: which grows first when a linear
/// layout is repeated.
static SmallVector<unsigned> rowMajor(unsigned rank) {
  return SmallVector<unsigned>(llvm::reverse(llvm::seq<unsigned>(0, rank)));
}

//===----------------------------------------------------------------------===//
// #ttg.blocked
//===----------------------------------------------------------------------===//

Attribute BlockedEncodingAttr::parse(AsmParser &parser, Type) {
  FieldReader fields(parser);
  auto sizePerThread = fields.numbers<unsigned>("sizePerThread");
  auto threadsPerWarp = fields.numbers<unsigned>("threadsPerWarp");
  auto warpsPerCTA = fields.numbers<unsigned>("warpsPerCTA");
  auto order = fields.numbers<unsigned>("order");
  auto cga = fields.bases("CGALayout");
  if (!fields.finish())
    return {};
  SmallVector<int32_t> flat;
  for (const std::vector<int32_t> &basis : cga) {
    if (basis.size() != order.size()) {
      parser.emitError(fields.getLoc())
          << "expected " << order.size() << " coordinates in each vector of "
          << "'CGALayout'";
      return {};
    }
    llvm::append_range(flat, basis);
  }
  return parser.getChecked<BlockedEncodingAttr>(
      fields.getLoc(), parser.getContext(), sizePerThread, threadsPerWarp,
      warpsPerCTA, order, flat);
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
  if (!getCgaBases().empty()) {
    unsigned rank = getOrder().size();
    os << ", CGALayout = [";
    llvm::interleaveComma(
        llvm::seq<size_t>(0, getCgaBases().size() / rank), os, [&](size_t i) {
          printNumbers(os, getCgaBases().slice(i * rank, rank));
        });
    os << "]";
  }
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
    for (unsigned size : list) {
      if (!llvm::isPowerOf2_32(size))
        return emitError() << "expected powers of two in '" << name
                           << "', found " << size;
      bits += llvm::Log2_32(size);
    }
  }
  if (bits > 40)
    return emitError() << "a tile of 2^" << bits << " elements is too large";
  SmallVector<unsigned> sorted(order);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<unsigned>(0, rank)))
    return emitError() << "expected 'order' to be a permutation of the " << rank
                       << " dimensions";
  return success();
}

/// Appends the block's bits to a layout of one block's part of the tensor:
/// `bases` count in parts.
static LinearLayout appendBlocks(const LinearLayout &part,
                                 ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> partShape,
                                 ArrayRef<int32_t> bases) {
  unsigned rank = shape.size();
  auto outs = dims(shape);
  LinearLayout whole = LinearLayout::fromPacked({}, outs, {});
  SmallVector<uint64_t> columns;
  for (uint64_t column : part.packedColumns())
    columns.push_back(whole.packOut(part.unpackOut(column)));
  for (size_t i = 0; i < bases.size(); i += rank) {
    SmallVector<SpaceIndex> coordinates;
    for (unsigned d = 0; d < rank; ++d)
      coordinates.emplace_back(Space::dim(d),
                               bases[i + d] * partShape[d] % shape[d]);
    columns.push_back(whole.packOut(coordinates));
  }
  SmallVector<SpaceBits> ins(part.ins());
  ins.emplace_back(Space::Block, bases.size() / rank);
  return LinearLayout::fromPacked(ins, outs, columns);
}

/// How many parts the blocks of a cluster split each dimension into.
static SmallVector<int64_t> splitShape(ArrayRef<int64_t> shape,
                                       ArrayRef<int32_t> bases) {
  SmallVector<int64_t> part(shape);
  for (auto [i, coordinate] : llvm::enumerate(bases))
    if (int64_t &extent = part[i % shape.size()]; coordinate && extent > 1)
      extent /= 2;
  return part;
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

BlockedEncodingAttr
ttg::getBlockedLayout(MLIRContext *context, ArrayRef<int64_t> shape,
                      ArrayRef<unsigned> sizePerThread,
                      ArrayRef<unsigned> order, ArrayRef<unsigned> warpOrder,
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
    return emitError() << "dimension " << getDim()
                       << " of the sliced layout is beyond a tensor of rank "
                       << shape.size() + 1;
  return getParent().verifyShape(unsliced(shape, getDim()), emitError);
}

//===----------------------------------------------------------------------===//
// #ttg.linear
//===----------------------------------------------------------------------===//

static constexpr std::pair<StringLiteral, Space::Kind> threadSpaces[] = {
    {"register", Space::Register},
    {"lane", Space::Lane},
    {"warp", Space::Warp},
    {"block", Space::Block}};

Attribute LinearEncodingAttr::parse(AsmParser &parser, Type) {
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
  return parser.getChecked<LinearEncodingAttr>(fields.getLoc(),
                                               parser.getContext(), *layout);
}

void LinearEncodingAttr::print(AsmPrinter &os) const {
  os << "<{";
  llvm::interleaveComma(threadSpaces, os, [&](auto entry) {
    os << entry.first << " = ";
    printBases(os, getLayout(), entry.second);
  });
  os << "}>";
}

LogicalResult LinearEncodingAttr::verify(EmitError emitError,
                                         LinearLayout layout) {
  if (layout.isSurjective())
    return success();
  return emitError() << "the basis vectors do not reach every coordinate of "
                        "the box they span: "
                     << layout.str();
}

LinearLayout LinearEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  return getLayout().fitShape(dims(shape), Space::Register,
                              rowMajor(shape.size()));
}

LogicalResult LinearEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
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
