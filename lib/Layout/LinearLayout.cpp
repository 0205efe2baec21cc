//===- LinearLayout.cpp - Construction and algebra of linear maps ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction, access, products, composition, inverses and quotients. Renaming
// and reshaping are in LinearLayoutShape.cpp, text is in LinearLayoutText.cpp.
//
//===----------------------------------------------------------------------===//

#include "ttc/Layout/LinearLayout.h"
#include "Repacking.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ttc {

std::optional<unsigned> log2Exact(int64_t size) {
  if (size <= 0 || !has_single_bit(static_cast<uint64_t>(size)))
    return std::nullopt;
  return countr_zero(static_cast<uint64_t>(size));
}

static unsigned log2Checked(int64_t size) {
  std::optional<unsigned> bits = log2Exact(size);
  assert(bits && "the size of a space is a power of two");
  return *bits;
}

std::optional<SmallVector<SpaceBits, 6>> tryDims(ArrayRef<int64_t> shape) {
  if (shape.size() > Space::MaxDims)
    return std::nullopt;
  SmallVector<SpaceBits, 6> result;
  unsigned total = 0;
  for (auto [index, size] : enumerate(shape)) {
    std::optional<unsigned> bits = log2Exact(size);
    if (!bits || (total += *bits) > 62)
      return std::nullopt;
    result.emplace_back(Space::dim(index), *bits);
  }
  return result;
}

SmallVector<SpaceBits, 6> dims(ArrayRef<int64_t> shape) {
  auto result = tryDims(shape);
  assert(result && "not the shape of a distributed tensor");
  return *result;
}

//===----------------------------------------------------------------------===//
// Lists of spaces
//===----------------------------------------------------------------------===//

int LinearLayout::find(ArrayRef<SpaceBits> list, Space space) {
  for (unsigned i = 0; i < list.size(); ++i)
    if (list[i].space == space)
      return i;
  return -1;
}

unsigned LinearLayout::bitsOf(ArrayRef<SpaceBits> list, Space space) {
  int index = find(list, space);
  return index < 0 ? 0 : list[index].bits;
}

unsigned LinearLayout::shiftOf(ArrayRef<SpaceBits> list, Space space) {
  unsigned shift = 0;
  for (SpaceBits entry : list) {
    if (entry.space == space)
      return shift;
    shift += entry.bits;
  }
  assert(false && "the layout lacks this space");
  return shift;
}

unsigned LinearLayout::totalBits(ArrayRef<SpaceBits> list) {
  unsigned total = 0;
  for (SpaceBits entry : list)
    total += entry.bits;
  return total;
}

uint64_t LinearLayout::pack(ArrayRef<SpaceBits> list,
                            ArrayRef<SpaceIndex> indices) {
  uint64_t word = 0;
  for (auto [space, index] : indices) {
    assert(index <= lowMask(bitsOf(list, space)) && "index out of its space");
    if (index)
      word |= index << shiftOf(list, space);
  }
  return word;
}

SmallVector<SpaceIndex, 6> LinearLayout::unpack(ArrayRef<SpaceBits> list,
                                                uint64_t word) {
  SmallVector<SpaceIndex, 6> result;
  unsigned shift = 0;
  for (SpaceBits entry : list) {
    // A shift by 64 has no meaning, and happens only for spaces of one index.
    uint64_t value = entry.bits ? word >> shift & lowMask(entry.bits) : 0;
    result.emplace_back(entry.space, value);
    shift += entry.bits;
  }
  return result;
}

uint64_t LinearLayout::extract(ArrayRef<SpaceBits> list, uint64_t word,
                               Space space) {
  unsigned bits = bitsOf(list, space);
  return bits ? word >> shiftOf(list, space) & lowMask(bits) : 0;
}

LinearLayout::SpaceList LinearLayout::merge(ArrayRef<SpaceBits> a,
                                            ArrayRef<SpaceBits> b) {
  SpaceList result(a);
  for (SpaceBits entry : b) {
    int index = find(result, entry.space);
    if (index < 0)
      result.push_back(entry);
    else
      result[index].bits += entry.bits;
  }
  return result;
}

void LinearLayout::assertValid() const {
#ifndef NDEBUG
  assert(totalBits(inSpaces) == columns.size() && "one column per input bit");
  assert(columns.size() <= 64 && "more than 64 input bits");
  assert(totalBits(outSpaces) <= 64 && "more than 64 output bits");
  uint64_t used = 0;
  for (uint64_t column : columns)
    used |= column;
  assert((used & ~lowMask(totalBits(outSpaces))) == 0 &&
         "a basis vector beyond the outputs");
  uint64_t seen = 0;
  for (SpaceBits entry : inSpaces) {
    assert(!(seen >> entry.space.getKind() & 1) && "an input space twice");
    seen |= uint64_t(1) << entry.space.getKind();
  }
  seen = 0;
  for (SpaceBits entry : outSpaces) {
    assert(!(seen >> entry.space.getKind() & 1) && "an output space twice");
    seen |= uint64_t(1) << entry.space.getKind();
  }
#endif
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::identity1D(int64_t size, Space in, Space out) {
  return strided1D(size, 1, in, out);
}

LinearLayout LinearLayout::strided1D(int64_t size, int64_t stride, Space in,
                                     Space out) {
  unsigned bits = log2Checked(size), shift = log2Checked(stride);
  LinearLayout result({SpaceBits(in, bits)}, {SpaceBits(out, bits + shift)});
  for (unsigned i = 0; i < bits; ++i)
    result.columns.push_back(uint64_t(1) << (shift + i));
  result.assertValid();
  return result;
}

LinearLayout LinearLayout::zeros1D(int64_t size, Space in, Space out,
                                   int64_t outSize) {
  unsigned bits = log2Checked(size);
  LinearLayout result({SpaceBits(in, bits)},
                      {SpaceBits(out, log2Checked(outSize))});
  result.columns.assign(bits, 0);
  result.assertValid();
  return result;
}

LinearLayout LinearLayout::identityND(Space in, ArrayRef<int64_t> sizes,
                                      ArrayRef<unsigned> order) {
  assert(sizes.size() == order.size() && "the order names every dimension");
  LinearLayout result({}, dims(sizes));
  for (unsigned d : order) {
    unsigned shift = shiftOf(result.outSpaces, Space::dim(d));
    for (unsigned i = 0; i < result.outBits(Space::dim(d)); ++i)
      result.columns.push_back(uint64_t(1) << (shift + i));
  }
  result.inSpaces.emplace_back(in, result.columns.size());
  result.assertValid();
  return result;
}

LinearLayout LinearLayout::fromPacked(ArrayRef<SpaceBits> ins,
                                      ArrayRef<SpaceBits> outs,
                                      ArrayRef<uint64_t> columns) {
  LinearLayout result(ins, outs);
  result.columns.assign(columns.begin(), columns.end());
  result.assertValid();
  return result;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ArrayRef<uint64_t> LinearLayout::packedColumns(Space in) const {
  if (!hasIn(in))
    return {};
  return ArrayRef<uint64_t>(columns).slice(inShift(in), inBits(in));
}

uint64_t LinearLayout::basis(Space in, unsigned bit, Space out) const {
  assert(bit < inBits(in) && "no such basis vector");
  return extractOut(columns[inShift(in) + bit], out);
}

SmallVector<int64_t, 6> LinearLayout::basis(Space in, unsigned bit) const {
  assert(bit < inBits(in) && "no such basis vector");
  SmallVector<int64_t, 6> result;
  for (auto [space, value] : unpackOut(columns[inShift(in) + bit]))
    result.push_back(value);
  return result;
}

SmallVector<SpaceIndex, 6>
LinearLayout::apply(ArrayRef<SpaceIndex> indices) const {
  return unpackOut(applyPacked(packIn(indices)));
}

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

LinearLayout operator*(const LinearLayout &a, const LinearLayout &b) {
  LinearLayout result(LinearLayout::merge(a.inSpaces, b.inSpaces),
                      LinearLayout::merge(a.outSpaces, b.outSpaces));
  Repacking fromA(a.outSpaces, result.outSpaces);
  Repacking fromB(b.outSpaces, result.outSpaces, a.outSpaces);
  for (SpaceBits entry : result.inSpaces) {
    for (uint64_t column : a.packedColumns(entry.space))
      result.columns.push_back(fromA(column));
    for (uint64_t column : b.packedColumns(entry.space))
      result.columns.push_back(fromB(column));
  }
  result.assertValid();
  return result;
}

LinearLayout LinearLayout::compose(const LinearLayout &outer) const {
#ifndef NDEBUG
  for (SpaceBits entry : outSpaces)
    assert(entry.bits <= outer.inBits(entry.space) &&
           "an output that the outer layout doesn't take");
#endif
  LinearLayout result(inSpaces, outer.outSpaces);
  Repacking repack(outSpaces, outer.inSpaces);
  result.columns.reserve(columns.size());
  for (uint64_t column : columns)
    result.columns.push_back(outer.applyPacked(repack(column)));
  return result;
}

/// The columns with their input bits as tags.
static F2Basis taggedBasis(ArrayRef<uint64_t> columns) {
  F2Basis basis;
  for (unsigned i = 0; i < columns.size(); ++i)
    basis.insert(columns[i], uint64_t(1) << i);
  return basis;
}

bool LinearLayout::isInjective() const {
  return F2Basis(columns).rank() == numInBits();
}

bool LinearLayout::isSurjective() const {
  return F2Basis(columns).rank() == numOutBits();
}

LinearLayout LinearLayout::invert() const {
  assert(isPermutation() && "only a permutation has an inverse");
  return pseudoInvert();
}

LinearLayout LinearLayout::pseudoInvert() const {
  F2Basis basis = taggedBasis(columns);
  LinearLayout result(outSpaces, inSpaces);
  for (unsigned i = 0, e = numOutBits(); i < e; ++i)
    result.columns.push_back(basis.reduce(uint64_t(1) << i).combination);
  return result;
}

LinearLayout LinearLayout::invertAndCompose(const LinearLayout &outer) const {
#ifndef NDEBUG
  for (SpaceBits entry : outSpaces)
    assert(entry.bits <= outer.outBits(entry.space) &&
           "the layouts have different outputs");
#endif
  F2Basis basis = taggedBasis(outer.columns);
  Repacking repack(outSpaces, outer.outSpaces);
  LinearLayout result(inSpaces, outer.inSpaces);
  result.columns.reserve(columns.size());
  for (uint64_t column : columns) {
    F2Basis::Reduced reduced = basis.reduce(repack(column));
    assert(!reduced.residue && "the outer layout doesn't reach this element");
    result.columns.push_back(reduced.combination);
  }
  return result;
}

std::optional<LinearLayout> LinearLayout::divide(const LinearLayout &by,
                                                 bool low) const {
  // What remains of each space, and the bits below the divisor's.
  auto difference = [low](ArrayRef<SpaceBits> whole, ArrayRef<SpaceBits> part,
                          SpaceList &rest, SpaceList &belowPart) {
    for (SpaceBits entry : part)
      if (find(whole, entry.space) < 0 ||
          bitsOf(whole, entry.space) < entry.bits)
        return false;
    for (SpaceBits entry : whole) {
      unsigned restBits = entry.bits - bitsOf(part, entry.space);
      rest.emplace_back(entry.space, restBits);
      belowPart.emplace_back(entry.space, low ? 0 : restBits);
    }
    return true;
  };
  SpaceList ins, insBelow, outs, outsBelow;
  if (!difference(inSpaces, by.inSpaces, ins, insBelow) ||
      !difference(outSpaces, by.outSpaces, outs, outsBelow))
    return std::nullopt;

  // Where the divisor's and the quotient's bits lie among the outputs.
  Repacking placeBy(by.outSpaces, outSpaces, outsBelow);
  SpaceList belowRest = low ? SpaceList(by.outSpaces) : SpaceList();
  Repacking placeRest(outs, outSpaces, belowRest);
  SmallVector<uint64_t, 20> restUnits;
  for (unsigned i = 0, e = totalBits(outs); i < e; ++i)
    restUnits.push_back(placeRest(uint64_t(1) << i));

  LinearLayout result(ins, outs);
  for (auto [index, entry] : enumerate(inSpaces)) {
    ArrayRef<uint64_t> mine = packedColumns(entry.space);
    ArrayRef<uint64_t> theirs = by.packedColumns(entry.space);
    unsigned first = insBelow[index].bits;
    for (unsigned i = 0; i < mine.size(); ++i) {
      if (i >= first && i < first + theirs.size()) {
        if (mine[i] != placeBy(theirs[i - first]))
          return std::nullopt;
        continue;
      }
      uint64_t column = 0, left = mine[i];
      for (unsigned bit = 0; bit < restUnits.size(); ++bit)
        if (left & restUnits[bit]) {
          column |= uint64_t(1) << bit;
          left ^= restUnits[bit];
        }
      if (left)
        return std::nullopt;
      result.columns.push_back(column);
    }
  }
  return result;
}

std::optional<LinearLayout>
LinearLayout::divideLeft(const LinearLayout &left) const {
  return divide(left, /*low=*/true);
}

std::optional<LinearLayout>
LinearLayout::divideRight(const LinearLayout &right) const {
  return divide(right, /*low=*/false);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::sublayout(ArrayRef<Space> ins,
                                     ArrayRef<Space> outs) const {
  LinearLayout result;
  for (SpaceBits entry : outSpaces)
    if (is_contained(outs, entry.space))
      result.outSpaces.push_back(entry);
  Repacking repack(outSpaces, result.outSpaces);
  for (SpaceBits entry : inSpaces) {
    if (!is_contained(ins, entry.space))
      continue;
    result.inSpaces.push_back(entry);
    for (uint64_t column : packedColumns(entry.space))
      result.columns.push_back(repack(column));
  }
  return result;
}

bool LinearLayout::sublayoutIsZero(ArrayRef<Space> ins,
                                   ArrayRef<Space> outs) const {
  return all_of(sublayout(ins, outs).columns,
                [](uint64_t column) { return column == 0; });
}

bool LinearLayout::sublayoutIsIdentity(ArrayRef<Space> ins,
                                       ArrayRef<Space> outs) const {
  LinearLayout part = sublayout(ins, outs);
  for (auto [index, column] : enumerate(part.columns))
    if (column != uint64_t(1) << index)
      return false;
  return part.numInBits() == part.numOutBits();
}

uint64_t LinearLayout::freeVariables() const {
  F2Basis basis;
  uint64_t mask = 0;
  for (unsigned i = 0; i < columns.size(); ++i)
    if (!basis.insert(columns[i]))
      mask |= uint64_t(1) << i;
  return mask;
}

LinearLayout LinearLayout::keepInBits(uint64_t mask) const {
  LinearLayout result({}, outSpaces);
  unsigned index = 0;
  for (SpaceBits entry : inSpaces) {
    unsigned kept = 0;
    for (unsigned i = 0; i < entry.bits; ++i, ++index)
      if (mask >> index & 1) {
        result.columns.push_back(columns[index]);
        ++kept;
      }
    result.inSpaces.emplace_back(entry.space, kept);
  }
  return result;
}

LinearLayout LinearLayout::removeZeroBases(Space in) const {
  uint64_t keep = ~uint64_t(0);
  for (auto [bit, column] : enumerate(packedColumns(in)))
    if (!column)
      keep ^= uint64_t(1) << (inShift(in) + bit);
  return keepInBits(keep);
}

LinearLayout LinearLayout::removeReplication(Space in) const {
  uint64_t keep = ~uint64_t(0);
  F2Basis basis;
  for (auto [bit, column] : enumerate(packedColumns(in)))
    if (!basis.insert(column))
      keep ^= uint64_t(1) << (inShift(in) + bit);
  return keepInBits(keep);
}

} // namespace ttc
