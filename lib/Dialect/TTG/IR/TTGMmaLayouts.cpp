//===- TTGMmaLayouts.cpp - Fragments of tensor-core instructions ----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources, in the PTX ISA: "Matrix Fragments for mma.m16n8k16 with
// floating-point type" and its neighbours; "Register Fragments" of
// "Asynchronous Warpgroup Level Matrix Instructions". Both have the same
// pattern: groups of four threads share a row; the groups take eight rows, and
// a second register pair the eight rows below.
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

//===----------------------------------------------------------------------===//
// #ttg.nvidia_mma
//===----------------------------------------------------------------------===//

Attribute NvidiaMmaEncodingAttr::parse(AsmParser &parser, Type) {
  FieldReader fields(parser);
  std::optional<int64_t> major = fields.number("versionMajor");
  std::optional<int64_t> minor = fields.number("versionMinor");
  auto warps = fields.numbers<unsigned>("warpsPerCTA");
  SmallVector<int32_t> cga = fields.cgaBases(warps.size());
  auto instr = fields.numbers<unsigned>("instrShape");
  if (!fields.finish())
    return {};
  return parser.getChecked<NvidiaMmaEncodingAttr>(
      fields.getLoc(), parser.getContext(), unsigned(*major), unsigned(*minor),
      ArrayRef<unsigned>(warps), ArrayRef<int32_t>(cga),
      ArrayRef<unsigned>(instr));
}

void NvidiaMmaEncodingAttr::print(AsmPrinter &os) const {
  os << "<{versionMajor = " << getVersionMajor()
     << ", versionMinor = " << getVersionMinor() << ", warpsPerCTA = ";
  printNumbers(os, getWarpsPerCTA());
  printCGABases(os, getCgaBases(), getWarpsPerCTA().size());
  os << ", instrShape = ";
  printNumbers(os, getInstrShape());
  os << "}>";
}

/// The part of the accumulator's shape in `instrShape`, which names K as well
/// in version 3: rows and columns.
static std::pair<unsigned, unsigned> accumulatorTile(unsigned major,
                                                     ArrayRef<unsigned> instr) {
  ArrayRef<unsigned> tile = major == 3 ? instr.drop_back() : instr;
  return {tile[tile.size() - 2], tile.back()};
}

LogicalResult NvidiaMmaEncodingAttr::verify(EmitError emitError, unsigned major,
                                            unsigned minor,
                                            ArrayRef<unsigned> warps,
                                            ArrayRef<int32_t> cga,
                                            ArrayRef<unsigned> instr) {
  if (major != 2 && major != 3)
    return emitError() << "expected 'versionMajor' 2 (mma.sync) or 3 (wgmma), "
                          "found "
                       << major;
  unsigned rank = warps.size();
  if (rank != 2 && rank != 3)
    return emitError() << "expected 2 or 3 numbers in 'warpsPerCTA', found "
                       << rank;
  unsigned expected = major == 3 ? 3 : rank;
  if (instr.size() != expected || (major == 3 && rank != 2))
    return emitError() << "expected " << expected << " numbers in 'instrShape'"
                       << (major == 3 ? " (M, N, K) and 2 in 'warpsPerCTA'"
                                      : ", as in 'warpsPerCTA'")
                       << "; found " << instr.size() << " and " << rank;
  if (failed(verifyPowers("warpsPerCTA", warps, emitError)))
    return failure();
  auto [rows, columns] = accumulatorTile(major, instr);
  bool fits = major == 3 ? columns >= 8 && columns <= 256 : columns == 8;
  if (rows != 16 || !fits || !llvm::isPowerOf2_32(columns) ||
      (rank == 3 && instr[0] != 1))
    return emitError() << "expected 'instrShape' to begin with "
                       << (rank == 3    ? "1, 16, 8"
                           : major == 3 ? "16 and a power of two from 8 to 256"
                                        : "16, 8")
                       << ", found " << rows << " and " << columns;
  if (major == 3 && warps[0] % 4)
    return emitError() << "expected a multiple of 4 warps along the first "
                          "dimension, found "
                       << warps[0];
  return success();
}

namespace {
/// Lists basis vectors over (dim0, ..., rows, columns) of a tile.
class TileBuilder {
public:
  explicit TileBuilder(unsigned rank) : rank(rank) {}

  /// Bits `1 << from` to `1 << (to - 1)` of a coordinate, for input `in`.
  TileBuilder &add(Space in, unsigned dim, unsigned from, unsigned to) {
    for (unsigned bit = from; bit < to; ++bit)
      steps.push_back({in, dim, int64_t(1) << bit});
    return *this;
  }

  /// One input bit for each of `count` that stays where it is.
  TileBuilder &addCopies(Space in, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      steps.push_back({in, 0, 0});
    return *this;
  }

  LinearLayout build() const {
    SmallVector<uint64_t> reach(rank, 0);
    for (const Step &step : steps)
      reach[step.dim] |= step.coordinate;
    SmallVector<SpaceBits> outs;
    for (unsigned d = 0; d < rank; ++d)
      outs.emplace_back(Space::dim(d),
                        reach[d] ? llvm::Log2_64(reach[d]) + 1 : 0);
    LinearLayout empty = LinearLayout::fromPacked({}, outs, {});
    SmallVector<SpaceBits> ins;
    SmallVector<uint64_t> columns;
    for (Space::Kind in : {Space::Register, Space::Lane, Space::Warp}) {
      unsigned bits = 0;
      for (const Step &step : steps) {
        if (step.in != in)
          continue;
        columns.push_back(
            step.coordinate
                ? empty.packOut({{Space::dim(step.dim), step.coordinate}})
                : 0);
        ++bits;
      }
      ins.emplace_back(in, bits);
    }
    return LinearLayout::fromPacked(ins, outs, columns);
  }

private:
  struct Step {
    Space in;
    unsigned dim;
    int64_t coordinate;
  };
  unsigned rank;
  SmallVector<Step> steps;
};
} // namespace

/// The order in which consecutive warps take the dimensions.
static SmallVector<unsigned> warpOrder(NvidiaMmaEncodingAttr mma) {
  unsigned rank = mma.getWarpsPerCTA().size();
  if (mma.getVersionMajor() == 3)
    return llvm::to_vector(llvm::seq<unsigned>(0, rank));
  return rowMajor(rank);
}

/// Adds the warps' bits on top of a tile of (1 << tileBits[d]) elements along
/// each dimension d; along dimension `shared` warps hold copies.
static void addWarps(TileBuilder &tile, NvidiaMmaEncodingAttr mma,
                     ArrayRef<unsigned> tileBits,
                     std::optional<unsigned> shared = std::nullopt) {
  for (unsigned dim : warpOrder(mma)) {
    unsigned bits = llvm::Log2_32(mma.getWarpsPerCTA()[dim]);
    if (dim == shared)
      tile.addCopies(Space::Warp, bits);
    else
      tile.add(Space::Warp, dim, tileBits[dim], tileBits[dim] + bits);
  }
}

LinearLayout
NvidiaMmaEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  unsigned rank = shape.size(), row = rank - 2, column = rank - 1;
  auto [rows, columns] = accumulatorTile(getVersionMajor(), getInstrShape());
  unsigned columnBits = llvm::Log2_32(columns);
  TileBuilder tile(rank);
  tile.add(Space::Register, column, 0, 1)
      .add(Space::Register, row, 3, 4)
      .add(Space::Register, column, 3, columnBits)
      .add(Space::Lane, column, 1, 3)
      .add(Space::Lane, row, 0, 3);
  SmallVector<unsigned> tileBits(rank, 0);
  tileBits[row] = 4;
  tileBits[column] = columnBits;
  addWarps(tile, *this, tileBits);
  SmallVector<int64_t> part = splitShape(shape, getCgaBases());
  return appendBlocks(
      tile.build().fitShape(dims(part), Space::Register, rowMajor(rank)), shape,
      part, getCgaBases());
}

LogicalResult NvidiaMmaEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                                 EmitError emitError) const {
  return verifyRank(shape, getWarpsPerCTA().size(), emitError);
}

//===----------------------------------------------------------------------===//
// #ttg.dot_op
//===----------------------------------------------------------------------===//

Attribute DotOperandEncodingAttr::parse(AsmParser &parser, Type) {
  FieldReader fields(parser);
  std::optional<int64_t> index = fields.number("opIdx");
  auto parent = fields.attribute<tt::LayoutAttrInterface>("parent", "a layout");
  int64_t kWidth = fields.number("kWidth", 0);
  if (!fields.finish())
    return {};
  return parser.getChecked<DotOperandEncodingAttr>(
      fields.getLoc(), parser.getContext(), unsigned(*index), parent,
      unsigned(kWidth));
}

void DotOperandEncodingAttr::print(AsmPrinter &os) const {
  os << "<{opIdx = " << getOpIdx() << ", parent = ";
  os.printAttribute(getParent());
  if (getKWidth())
    os << ", kWidth = " << getKWidth();
  os << "}>";
}

LogicalResult DotOperandEncodingAttr::verify(EmitError emitError,
                                             unsigned index,
                                             tt::LayoutAttrInterface parent,
                                             unsigned kWidth) {
  if (index > 1)
    return emitError() << "expected 'opIdx' 0 or 1, found " << index;
  if (parent.isShared())
    return emitError() << "expected a layout of registers as 'parent', found "
                       << Attribute(parent);
  auto mma = dyn_cast<NvidiaMmaEncodingAttr>(Attribute(parent));
  if (!mma)
    return kWidth == 0 ? success()
                       : emitError() << "expected no 'kWidth' beside a parent "
                                        "that is no #ttg.nvidia_mma, found "
                                     << kWidth;
  if (!llvm::isPowerOf2_32(kWidth) || kWidth > 64)
    return emitError() << "expected 'kWidth' to be a power of two up to 64, "
                          "found "
                       << kWidth;
  if (mma.getVersionMajor() == 3 && index == 1)
    return emitError() << "wgmma reads its right operand from shared memory "
                          "only, found 'opIdx' 1";
  return success();
}

/// A fragment: threads of a group hold kWidth neighbours along K each, and a
/// second time further on.
static LinearLayout fragment(DotOperandEncodingAttr operand,
                             NvidiaMmaEncodingAttr mma,
                             ArrayRef<int64_t> shape) {
  unsigned rank = shape.size(), width = llvm::Log2_32(operand.getKWidth());
  unsigned k = operand.getOpIdx() == 0 ? rank - 1 : rank - 2;
  unsigned outer = operand.getOpIdx() == 0 ? rank - 2 : rank - 1;
  bool isLeft = operand.getOpIdx() == 0;
  TileBuilder tile(rank);
  tile.add(Space::Register, k, 0, width);
  if (isLeft)
    tile.add(Space::Register, outer, 3, 4);
  tile.add(Space::Register, k, width + 2, width + 3)
      .add(Space::Lane, k, width, width + 2)
      .add(Space::Lane, outer, 0, 3);
  SmallVector<unsigned> tileBits(rank, 0);
  tileBits[outer] = isLeft ? 4 : 3;
  addWarps(tile, mma, tileBits, k);
  SmallVector<unsigned> order = {k, outer};
  for (unsigned d = rank - 2; d-- > 0;)
    order.push_back(d);
  return tile.build().fitShape(dims(shape), Space::Register, order);
}

/// The blocks of a cluster along K hold copies.
static SmallVector<int32_t> operandBlocks(ArrayRef<int32_t> bases,
                                          unsigned rank, unsigned k) {
  SmallVector<int32_t> result(bases);
  for (size_t i = k; i < result.size(); i += rank)
    result[i] = 0;
  return result;
}

/// The layout of an operand whose accumulator is computed element by element:
/// the parent's, with all of K in each thread. In a blocked layout K is part of
/// the thread's box, so that threads along it hold copies.
static LinearLayout wholeK(tt::LayoutAttrInterface parent, unsigned k,
                           ArrayRef<int64_t> shape) {
  if (auto blocked = dyn_cast<BlockedEncodingAttr>(Attribute(parent))) {
    SmallVector<unsigned> box(blocked.getSizePerThread());
    box[k] = shape[k];
    return BlockedEncodingAttr::get(
               blocked.getContext(), box, blocked.getThreadsPerWarp(),
               blocked.getWarpsPerCTA(), blocked.getOrder(),
               operandBlocks(blocked.getCgaBases(), shape.size(), k))
        .toLinearLayout(shape);
  }
  SmallVector<int64_t> flat(shape);
  flat[k] = 1;
  LinearLayout others =
      parent.toLinearLayout(flat).removeZeroBases(Space::Register);
  LinearLayout along =
      LinearLayout::identity1D(shape[k], Space::Register, Space::dim(k));
  SmallVector<Space> order;
  for (unsigned d = 0; d < shape.size(); ++d)
    order.push_back(Space::dim(d));
  return (along * others).transposeOuts(order);
}

LinearLayout
DotOperandEncodingAttr::toLinearLayout(ArrayRef<int64_t> shape) const {
  unsigned rank = shape.size();
  unsigned k = getOpIdx() == 0 ? rank - 1 : rank - 2;
  auto mma = dyn_cast<NvidiaMmaEncodingAttr>(Attribute(getParent()));
  if (!mma)
    return wholeK(getParent(), k, shape);
  SmallVector<int32_t> cga = operandBlocks(mma.getCgaBases(), rank, k);
  SmallVector<int64_t> part = splitShape(shape, cga);
  return appendBlocks(fragment(*this, mma, part), shape, part, cga);
}

LogicalResult DotOperandEncodingAttr::verifyShape(ArrayRef<int64_t> shape,
                                                  EmitError emitError) const {
  if (shape.size() < 2)
    return emitError() << "expected a matrix for the layout of a dot operand, "
                          "found rank "
                       << shape.size();
  return getParent().verifyShape(shape, emitError);
}

unsigned DotOperandEncodingAttr::getOperandIndex() const { return getOpIdx(); }

tt::LayoutAttrInterface DotOperandEncodingAttr::getAccumulatorLayout() const {
  return getParent();
}
