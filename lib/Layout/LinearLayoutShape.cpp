//===- LinearLayoutShape.cpp - Renaming, regrouping, vectorization --------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that change the names and grouping of a layout's spaces, those
// that follow a tensor's shape, and how wide its registers are contiguous.
//
//===----------------------------------------------------------------------===//

#include "Repacking.h"
#include "ttc/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ttc {

LinearLayout::SpaceList LinearLayout::permuted(ArrayRef<SpaceBits> list,
                                               ArrayRef<Space> order) {
  assert(order.size() == list.size() && "every space is named once");
  SpaceList result;
  for (Space space : order) {
    assert(find(list, space) >= 0 && "the layout lacks this space");
    result.emplace_back(space, bitsOf(list, space));
  }
  return result;
}

void LinearLayout::rename(SpaceList &list, Space from, Space to) {
  assert(find(list, from) >= 0 && "the layout lacks this space");
  assert((from == to || find(list, to) < 0) && "the new name is taken");
  list[find(list, from)].space = to;
}

LinearLayout LinearLayout::transposeIns(ArrayRef<Space> order) const {
  LinearLayout result(permuted(inSpaces, order), outSpaces);
  for (Space space : order)
    append_range(result.columns, packedColumns(space));
  result.assertValid();
  return result;
}

LinearLayout LinearLayout::transposeOuts(ArrayRef<Space> order) const {
  LinearLayout result(inSpaces, permuted(outSpaces, order));
  Repacking repack(outSpaces, result.outSpaces);
  for (uint64_t column : columns)
    result.columns.push_back(repack(column));
  result.assertValid();
  return result;
}

LinearLayout LinearLayout::renameIn(Space from, Space to) const {
  LinearLayout result = *this;
  rename(result.inSpaces, from, to);
  return result;
}

LinearLayout LinearLayout::renameOut(Space from, Space to) const {
  LinearLayout result = *this;
  rename(result.outSpaces, from, to);
  return result;
}

static SmallVector<Space, 6> reversedSpaces(ArrayRef<SpaceBits> list) {
  SmallVector<Space, 6> result;
  for (SpaceBits entry : reverse(list))
    result.push_back(entry.space);
  return result;
}

LinearLayout LinearLayout::reshapeIns(ArrayRef<SpaceBits> into,
                                      BitOrder order) const {
  assert(totalBits(into) == numInBits() && "the number of inputs changes");
  // Packed words have their first space lowest, so that order needs nothing but
  // new names; the other one is it, backwards on both sides.
  if (order == BitOrder::LastLowest) {
    SpaceList reversed(reverse(into));
    SmallVector<Space, 6> names = reversedSpaces(reversed);
    return transposeIns(reversedSpaces(inSpaces))
        .reshapeIns(reversed)
        .transposeIns(names);
  }
  return fromPacked(into, outSpaces, columns);
}

LinearLayout LinearLayout::reshapeOuts(ArrayRef<SpaceBits> into,
                                       BitOrder order) const {
  assert(totalBits(into) == numOutBits() && "the number of outputs changes");
  if (order == BitOrder::LastLowest) {
    SpaceList reversed(reverse(into));
    SmallVector<Space, 6> names = reversedSpaces(reversed);
    return transposeOuts(reversedSpaces(outSpaces))
        .reshapeOuts(reversed, BitOrder::FirstLowest)
        .transposeOuts(names);
  }
  return fromPacked(inSpaces, into, columns);
}

LinearLayout LinearLayout::flattenIns(Space into, BitOrder order) const {
  return reshapeIns(SpaceBits(into, numInBits()), order);
}

LinearLayout LinearLayout::flattenOuts(Space into, BitOrder order) const {
  return reshapeOuts(SpaceBits(into, numOutBits()), order);
}

LinearLayout LinearLayout::concatIns(const LinearLayout &other) const {
  assert(ArrayRef(outSpaces) == ArrayRef(other.outSpaces) &&
         "the layouts have different outputs");
  LinearLayout result(merge(inSpaces, other.inSpaces), outSpaces);
  for (SpaceBits entry : result.inSpaces) {
    append_range(result.columns, packedColumns(entry.space));
    append_range(result.columns, other.packedColumns(entry.space));
  }
  result.assertValid();
  return result;
}

LinearLayout LinearLayout::concatOuts(const LinearLayout &other) const {
  assert(ArrayRef(inSpaces) == ArrayRef(other.inSpaces) &&
         "the layouts have different inputs");
  LinearLayout result(inSpaces, outSpaces);
  append_range(result.outSpaces, other.outSpaces);
  unsigned shift = numOutBits();
  for (auto [mine, theirs] : zip_equal(columns, other.columns))
    result.columns.push_back(theirs ? mine | theirs << shift : mine);
  result.assertValid();
  return result;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::fitShape(ArrayRef<SpaceBits> shape, Space growIn,
                                    ArrayRef<unsigned> order) const {
  assert(order.size() == shape.size() && "the order names every dimension");
  SpaceList cut;
  for (SpaceBits entry : shape)
    cut.emplace_back(entry.space,
                     std::min<unsigned>(entry.bits, outBits(entry.space)));
  LinearLayout result(inSpaces, cut);
  Repacking repack(outSpaces, cut);
  for (uint64_t column : columns)
    result.columns.push_back(repack(column));
  for (unsigned index : order)
    if (unsigned missing = shape[index].bits - cut[index].bits)
      result *= identity1D(int64_t(1) << missing, growIn, shape[index].space);
  return result;
}

LinearLayout LinearLayout::eraseDim(unsigned index) const {
  LinearLayout result(inSpaces, {});
  for (SpaceBits entry : outSpaces)
    if (entry.space != Space::dim(index))
      result.outSpaces.push_back(entry);
  Repacking repack(outSpaces, result.outSpaces);
  for (uint64_t column : columns)
    result.columns.push_back(repack(column));
  for (SpaceBits &entry : result.outSpaces)
    if (entry.space.isDim() && entry.space.dimIndex() > index)
      entry.space = Space::dim(entry.space.dimIndex() - 1);
  return result;
}

LinearLayout LinearLayout::insertDim(unsigned index) const {
  assert(index <= outSpaces.size() && "no such dimension");
  LinearLayout result = *this;
  for (SpaceBits &entry : result.outSpaces)
    if (entry.space.isDim() && entry.space.dimIndex() >= index)
      entry.space = Space::dim(entry.space.dimIndex() + 1);
  // No bits, so the columns stay.
  result.outSpaces.insert(result.outSpaces.begin() + index,
                          SpaceBits(Space::dim(index), 0));
  return result;
}

LinearLayout LinearLayout::permuteDims(ArrayRef<unsigned> order) const {
  SmallVector<Space, 6> spaces;
  for (unsigned index : order)
    spaces.push_back(Space::dim(index));
  LinearLayout result = transposeOuts(spaces);
  for (auto [index, entry] : enumerate(result.outSpaces))
    entry.space = Space::dim(index);
  return result;
}

//===----------------------------------------------------------------------===//
// Vectorization
//===----------------------------------------------------------------------===//

unsigned LinearLayout::contiguousRegisterBits(Space out) const {
  if (!hasOut(out))
    return 0;
  ArrayRef<uint64_t> registers = packedColumns(Space::Register);
  unsigned shift = outShift(out), bits = 0;
  unsigned limit = std::min<unsigned>(registers.size(), outBits(out));
  while (bits < limit && registers[bits] == uint64_t(1) << (shift + bits))
    ++bits;
  // Another input that touches a low bit starts runs off their alignment.
  unsigned first = bits ? inShift(Space::Register) : 0;
  unsigned end = first + bits;
  for (auto [index, column] : enumerate(columns))
    if (index < first || index >= end)
      if (uint64_t low = extractOut(column, out) & lowMask(bits))
        bits = countr_zero(low);
  return bits;
}

SmallVector<uint64_t> LinearLayout::contiguousRegisterMasks(Space out) const {
  F2Basis basis;
  for (auto [index, column] : enumerate(packedColumns(Space::Register)))
    basis.insert(column, uint64_t(1) << index);
  SmallVector<uint64_t> masks;
  for (unsigned i = 0; i < outBits(out); ++i) {
    std::optional<uint64_t> mask =
        basis.solve(uint64_t(1) << (outShift(out) + i));
    if (!mask)
      break;
    masks.push_back(*mask);
  }
  return masks;
}

} // namespace ttc
