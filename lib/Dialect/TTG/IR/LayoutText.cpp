//===- LayoutText.cpp - Encodings read and written as text ----------------===//
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

void ttg::printBases(AsmPrinter &os, const LinearLayout &layout, Space in) {
  os << "[";
  llvm::interleaveComma(
      llvm::seq<unsigned>(0, layout.inBits(in)), os,
      [&](unsigned bit) { printNumbers(os, layout.basis(in, bit)); });
  os << "]";
}

void ttg::printCGABases(AsmPrinter &os, ArrayRef<int32_t> bases,
                        unsigned rank) {
  if (bases.empty())
    return;
  os << ", CGALayout = [";
  llvm::interleaveComma(
      llvm::seq<size_t>(0, bases.size() / rank), os,
      [&](size_t i) { printNumbers(os, bases.slice(i * rank, rank)); });
  os << "]";
}

LogicalResult ttg::verifyRank(ArrayRef<int64_t> shape, unsigned rank,
                              EmitError emitError) {
  if (shape.size() == rank)
    return success();
  return emitError() << "expected a tensor of rank " << rank
                     << " for its layout, found rank " << shape.size();
}

LogicalResult ttg::verifyOrder(ArrayRef<unsigned> order, unsigned rank,
                               EmitError emitError) {
  SmallVector<unsigned> sorted(order);
  llvm::sort(sorted);
  if (llvm::equal(sorted, llvm::seq<unsigned>(0, rank)))
    return success();
  return emitError() << "expected 'order' to be a permutation of the " << rank
                     << " dimensions";
}

LogicalResult ttg::verifyPowers(StringRef field, ArrayRef<unsigned> numbers,
                                EmitError emitError) {
  for (unsigned number : numbers)
    if (!llvm::isPowerOf2_32(number))
      return emitError() << "expected powers of two in '" << field
                         << "', found " << number;
  return success();
}

SmallVector<unsigned> ttg::rowMajor(unsigned rank) {
  return SmallVector<unsigned>(llvm::reverse(llvm::seq<unsigned>(0, rank)));
}

LinearLayout ttg::appendBlocks(const LinearLayout &part,
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

SmallVector<int64_t> ttg::splitShape(ArrayRef<int64_t> shape,
                                     ArrayRef<int32_t> bases) {
  SmallVector<int64_t> part(shape);
  for (auto [i, coordinate] : llvm::enumerate(bases))
    if (int64_t &extent = part[i % shape.size()]; coordinate && extent > 1)
      extent /= 2;
  return part;
}
