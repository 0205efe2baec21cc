//===- LinearLayout.h - Linear maps between named bit spaces ----*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout says which tensor element each register of each thread holds, or at
// which offset of shared memory an element lies. Every index involved is a
// power-of-two range, and every layout of interest is linear over F2: the index
// of the element is the xor of one basis vector per set bit of the inputs.
// LinearLayout is that map, between lists of named spaces:
//
//   (register, lane, warp, block) -> (dim0, dim1, ...)
//
// Packing. The bits of all input spaces form one word, those of all output
// spaces another; the first space of a list lies in the lowest bits. A layout
// is then one uint64_t column per input bit. At most 64 input and 64 output
// bits.
//
// Errors. Sizes are powers of two. A size that isn't is a mistake of the caller
// (assert), except in `create`, `tryDims` and `log2Exact`, which are for values
// that come from text.
//
// Mathematics: "Linear Layouts", arXiv 2505.23819. No dependence on MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LAYOUT_LINEARLAYOUT_H
#define TTC_LAYOUT_LINEARLAYOUT_H

#include "ttc/Layout/F2.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/Support/Error.h"

#include <cassert>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ttc {

/// The name of a space of indices: a hardware resource, an offset into memory,
/// one of several rounds that reuse the same memory, or one dimension of a
/// tensor.
class Space {
public:
  enum Kind : uint8_t { Register, Lane, Warp, Block, Offset, Round, Dim0 };

  /// dim(0) to dim(MaxDims - 1) exist.
  static constexpr unsigned MaxDims = 32;

  constexpr Space(Kind kind = Register) : kind(kind) {}

  static constexpr Space dim(unsigned index) {
    assert(index < MaxDims && "no such dimension");
    return Space(static_cast<Kind>(Dim0 + index));
  }

  constexpr bool isDim() const { return kind >= Dim0; }
  constexpr unsigned dimIndex() const {
    assert(isDim() && "not a dimension of a tensor");
    return kind - Dim0;
  }
  constexpr Kind getKind() const { return kind; }

  /// "register", "lane", "warp", "block", "offset", "round", "dim0", ...
  std::string str() const;

  friend constexpr bool operator==(Space a, Space b) {
    return a.kind == b.kind;
  }
  friend constexpr bool operator!=(Space a, Space b) { return !(a == b); }
  friend constexpr bool operator<(Space a, Space b) { return a.kind < b.kind; }

private:
  Kind kind;
};

constexpr bool operator==(Space a, Space::Kind b) { return a == Space(b); }
constexpr bool operator!=(Space a, Space::Kind b) { return a != Space(b); }

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, Space space);

/// A space and the number of its bits (its size is 1 << bits; 0 bits is a
/// space of one index, which layouts keep).
struct SpaceBits {
  Space space;
  uint8_t bits = 0;

  SpaceBits() = default;
  SpaceBits(Space space, unsigned bits)
      : space(space), bits(static_cast<uint8_t>(bits)) {}

  friend bool operator==(SpaceBits a, SpaceBits b) {
    return a.space == b.space && a.bits == b.bits;
  }
  friend bool operator!=(SpaceBits a, SpaceBits b) { return !(a == b); }
};

/// An index into a space.
using SpaceIndex = std::pair<Space, uint64_t>;

/// The basis vectors of one input space as text gives them: vectors[bit][j] is
/// the coordinate in the j-th output space.
struct InputBases {
  Space space;
  std::vector<std::vector<int32_t>> vectors;
};

/// Which space of a list takes the lowest bits when spaces become one space, or
/// one becomes several. `LastLowest` is row-major order of tensor dimensions.
enum class BitOrder { FirstLowest, LastLowest };

/// log2 of a power of two; nullopt for anything else.
std::optional<unsigned> log2Exact(int64_t size);

/// (dim0: shape[0], dim1: shape[1], ...).
llvm::SmallVector<SpaceBits, 6> dims(llvm::ArrayRef<int64_t> shape);
/// The same; nullopt if a size is no power of two, there are more than
/// Space::MaxDims of them, or the tensor has more than 2^62 elements.
std::optional<llvm::SmallVector<SpaceBits, 6>>
tryDims(llvm::ArrayRef<int64_t> shape);

/// A linear map between named bit spaces. A value type, cheap to copy.
class LinearLayout {
public:
  /// The map from no space to no space, neutral for operator*.
  LinearLayout() = default;

  //===--------------------------------------------------------------------===//
  // Construction
  //===--------------------------------------------------------------------===//

  /// i -> i.
  static LinearLayout identity1D(int64_t size, Space in, Space out);
  /// i -> i * stride; the output has size * stride indices.
  static LinearLayout strided1D(int64_t size, int64_t stride, Space in,
                                Space out);
  /// i -> 0; the output has outSize indices.
  static LinearLayout zeros1D(int64_t size, Space in, Space out,
                              int64_t outSize = 1);
  /// `in` runs through a box of sizes[d] indices of dim(d), dimension order[0]
  /// fastest. The outputs are dim0, dim1, ... . What a blocked encoding does
  /// with its registers, with its lanes and with its warps.
  static LinearLayout identityND(Space in, llvm::ArrayRef<int64_t> sizes,
                                 llvm::ArrayRef<unsigned> order);
  /// From packed columns, one per input bit.
  static LinearLayout fromPacked(llvm::ArrayRef<SpaceBits> ins,
                                 llvm::ArrayRef<SpaceBits> outs,
                                 llvm::ArrayRef<uint64_t> columns);
  /// From basis vectors that came from text. Fails, saying why, on a repeated
  /// space, a vector of the wrong length, a coordinate out of its space, or too
  /// many bits.
  static llvm::Expected<LinearLayout> create(llvm::ArrayRef<InputBases> bases,
                                             llvm::ArrayRef<SpaceBits> outs);

  //===--------------------------------------------------------------------===//
  // Spaces
  //===--------------------------------------------------------------------===//

  llvm::ArrayRef<SpaceBits> ins() const { return inSpaces; }
  llvm::ArrayRef<SpaceBits> outs() const { return outSpaces; }
  unsigned numInBits() const { return columns.size(); }
  unsigned numOutBits() const { return totalBits(outSpaces); }
  bool hasIn(Space space) const { return find(inSpaces, space) >= 0; }
  bool hasOut(Space space) const { return find(outSpaces, space) >= 0; }
  /// Zero for an absent space.
  unsigned inBits(Space space) const { return bitsOf(inSpaces, space); }
  unsigned outBits(Space space) const { return bitsOf(outSpaces, space); }
  /// One for an absent space.
  int64_t inSize(Space space) const { return sizeOf(inBits(space)); }
  int64_t outSize(Space space) const { return sizeOf(outBits(space)); }
  /// For layouts of at most 62 bits.
  int64_t totalInSize() const { return sizeOf(numInBits()); }
  int64_t totalOutSize() const { return sizeOf(numOutBits()); }
  /// Position of the space's lowest bit in the packed word; the space must be
  /// there.
  unsigned inShift(Space space) const { return shiftOf(inSpaces, space); }
  unsigned outShift(Space space) const { return shiftOf(outSpaces, space); }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// One packed output per input bit.
  llvm::ArrayRef<uint64_t> packedColumns() const { return columns; }
  /// The columns of one input space; none if it is absent.
  llvm::ArrayRef<uint64_t> packedColumns(Space in) const;
  /// Coordinate in `out` of basis vector `bit` of `in`.
  uint64_t basis(Space in, unsigned bit, Space out) const;
  /// All coordinates of basis vector `bit` of `in`, in the order of outs().
  llvm::SmallVector<int64_t, 6> basis(Space in, unsigned bit) const;

  uint64_t applyPacked(uint64_t packedIn) const {
    return f2Apply(columns, packedIn);
  }
  /// Absent inputs are zero; the result has every output, in order.
  llvm::SmallVector<SpaceIndex, 6>
  apply(llvm::ArrayRef<SpaceIndex> indices) const;

  uint64_t packIn(llvm::ArrayRef<SpaceIndex> indices) const {
    return pack(inSpaces, indices);
  }
  uint64_t packOut(llvm::ArrayRef<SpaceIndex> indices) const {
    return pack(outSpaces, indices);
  }
  llvm::SmallVector<SpaceIndex, 6> unpackIn(uint64_t word) const {
    return unpack(inSpaces, word);
  }
  llvm::SmallVector<SpaceIndex, 6> unpackOut(uint64_t word) const {
    return unpack(outSpaces, word);
  }
  /// The part of a packed word that belongs to one space; zero if absent.
  uint64_t extractIn(uint64_t word, Space space) const {
    return extract(inSpaces, word, space);
  }
  uint64_t extractOut(uint64_t word, Space space) const {
    return extract(outSpaces, word, space);
  }

  //===--------------------------------------------------------------------===//
  // Algebra
  //===--------------------------------------------------------------------===//

  /// Direct sum: (x, y) -> (A x, B y). In a space that both have, the bits of
  /// the left operand are the low ones. Spaces keep the left operand's order,
  /// new ones follow. Associative, with neutral element LinearLayout().
  friend LinearLayout operator*(const LinearLayout &a, const LinearLayout &b);
  LinearLayout &operator*=(const LinearLayout &other) {
    return *this = *this * other;
  }

  /// x -> outer(this(x)). Every output of this is an input of `outer`, with at
  /// most its bits; inputs of `outer` that this lacks are zero.
  LinearLayout compose(const LinearLayout &outer) const;

  bool isInjective() const;
  bool isSurjective() const;
  /// Both; the layout then has an inverse.
  bool isPermutation() const { return isInjective() && isSurjective(); }

  /// The inverse of a permutation.
  LinearLayout invert() const;

  /// P from outputs to inputs with this(P(y)) == y for every y in the image.
  /// Free variables (see freeVariables) are zero in P's values, so of the
  /// inputs that hold y, P names the one with no free bit set. P is linear
  /// everywhere; outside the image P(y) has no meaning. A permutation's
  /// pseudo-inverse is its inverse.
  LinearLayout pseudoInvert() const;

  /// For each x, a y with outer(y) == this(x), free variables of `outer` zero:
  /// "where in `outer` is what `this` holds at x". Both layouts have the same
  /// outputs (in any order), and the image of `outer` covers that of this.
  LinearLayout invertAndCompose(const LinearLayout &outer) const;

  /// C with left * C == *this (as maps), if there is one.
  std::optional<LinearLayout> divideLeft(const LinearLayout &left) const;
  /// C with C * right == *this (as maps), if there is one.
  std::optional<LinearLayout> divideRight(const LinearLayout &right) const;

  //===--------------------------------------------------------------------===//
  // Parts
  //===--------------------------------------------------------------------===//

  /// Inputs outside `ins` fixed to zero, outputs outside `outs` dropped. Absent
  /// spaces are ignored; the order is this layout's.
  LinearLayout sublayout(llvm::ArrayRef<Space> ins,
                         llvm::ArrayRef<Space> outs) const;
  bool sublayoutIsZero(llvm::ArrayRef<Space> ins,
                       llvm::ArrayRef<Space> outs) const;
  /// The sublayout maps bit i of its packed input to bit i of its packed
  /// output, and has as many of either.
  bool sublayoutIsIdentity(llvm::ArrayRef<Space> ins,
                           llvm::ArrayRef<Space> outs) const;

  /// Packed mask of input bits whose column depends on those of lower bits.
  /// Inputs with all of these bits zero meet every element of the image exactly
  /// once; there are as many of them as the kernel has dimensions.
  uint64_t freeVariables() const;
  /// The part of freeVariables() in one input space: the bits along which it
  /// holds copies.
  uint64_t freeVariableMask(Space in) const {
    return extractIn(freeVariables(), in);
  }
  /// Basis of the packed inputs that map to zero.
  llvm::SmallVector<uint64_t> kernel() const { return f2Kernel(columns); }

  /// Drops the bits of `in` that map to zero.
  LinearLayout removeZeroBases(Space in) const;
  /// Drops the bits of `in` whose column depends on lower bits of `in`: copies
  /// that one thread (for registers) holds of its own elements.
  LinearLayout removeReplication(Space in) const;

  //===--------------------------------------------------------------------===//
  // Spaces renamed, reordered, regrouped
  //===--------------------------------------------------------------------===//

  /// `order` names every space exactly once.
  LinearLayout transposeIns(llvm::ArrayRef<Space> order) const;
  LinearLayout transposeOuts(llvm::ArrayRef<Space> order) const;
  LinearLayout renameIn(Space from, Space to) const;
  LinearLayout renameOut(Space from, Space to) const;

  LinearLayout flattenIns(Space into,
                          BitOrder order = BitOrder::FirstLowest) const;
  LinearLayout flattenOuts(Space into,
                           BitOrder order = BitOrder::LastLowest) const;
  /// Flattens and splits again: tt.reshape, with the default order, is
  /// reshapeOuts(dims(newShape)).
  LinearLayout reshapeIns(llvm::ArrayRef<SpaceBits> into,
                          BitOrder order = BitOrder::FirstLowest) const;
  LinearLayout reshapeOuts(llvm::ArrayRef<SpaceBits> into,
                           BitOrder order = BitOrder::LastLowest) const;

  /// (x, y) -> A x + B y: the inputs of `other` follow (in a common space: its
  /// bits are the high ones). Both have the same outputs in the same order.
  LinearLayout concatIns(const LinearLayout &other) const;
  /// x -> (A x, B x). Both have the same inputs in the same order, and no
  /// output in common.
  LinearLayout concatOuts(const LinearLayout &other) const;

  //===--------------------------------------------------------------------===//
  // Tensors: outputs dim0, dim1, ... in order
  //===--------------------------------------------------------------------===//

  /// Makes the outputs exactly `shape`: coordinates beyond a smaller size wrap
  /// around (those basis vectors lose their high bits: copies), and a larger
  /// size is reached by more bits of `growIn`, dimension order[0] first.
  LinearLayout fitShape(llvm::ArrayRef<SpaceBits> shape, Space growIn,
                        llvm::ArrayRef<unsigned> order) const;
  /// Drops dimension `index`; those above it move down: the layout of a tensor
  /// reduced along it.
  LinearLayout eraseDim(unsigned index) const;
  /// Puts a dimension of size 1 at `index`; those from there on move up.
  LinearLayout insertDim(unsigned index) const;
  /// Result dimension i is dimension order[i]: tt.trans.
  LinearLayout permuteDims(llvm::ArrayRef<unsigned> order) const;

  //===--------------------------------------------------------------------===//
  // Vectorization
  //===--------------------------------------------------------------------===//

  /// The largest k such that registers r, r+1, ..., r + 2^k - 1, for every r
  /// that is a multiple of 2^k, hold consecutive elements along `out`, starting
  /// at a multiple of 2^k, all other coordinates equal. That is: register bit i
  /// maps to coordinate 1 << i of `out` for i < k, and no other input touches
  /// the k lowest bits of `out`.
  unsigned contiguousRegisterBits(Space out) const;

  /// The same when registers may be taken in any order: masks m[0..k) of
  /// registers, linearly independent, with m[i] mapping to coordinate 1 << i of
  /// `out` and to zero elsewhere, for the largest such k. The registers r ^
  /// span(m) of a thread hold an aligned run of 2^k elements along `out`;
  /// register r ^ (xor of m[i] over the bits i of j) holds element
  /// (element of r) ^ j of it.
  llvm::SmallVector<uint64_t> contiguousRegisterMasks(Space out) const;

  //===--------------------------------------------------------------------===//
  // Comparison and text
  //===--------------------------------------------------------------------===//

  /// The same spaces in the same order with the same columns.
  friend bool operator==(const LinearLayout &a, const LinearLayout &b) {
    return a.columns == b.columns && a.inSpaces == b.inSpaces &&
           a.outSpaces == b.outSpaces;
  }
  friend bool operator!=(const LinearLayout &a, const LinearLayout &b) {
    return !(a == b);
  }
  /// The same map: the order of spaces and spaces of one index don't count.
  bool equalAsMap(const LinearLayout &other) const;
  /// The same map once both have lost the bits of `in` that hold copies (see
  /// removeReplication).
  bool equalUpToReplication(const LinearLayout &other,
                            Space in = Space::Register) const {
    return removeReplication(in).equalAsMap(other.removeReplication(in));
  }
  friend llvm::hash_code hash_value(const LinearLayout &layout);

  /// One line: {register = [[0, 1], [0, 2]], lane = []} -> [dim0 = 1, dim1 =
  /// 4].
  void print(llvm::raw_ostream &os) const;
  /// One line per basis vector, for people.
  void printTable(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  using SpaceList = llvm::SmallVector<SpaceBits, 6>;

  LinearLayout(llvm::ArrayRef<SpaceBits> ins, llvm::ArrayRef<SpaceBits> outs)
      : inSpaces(ins), outSpaces(outs) {}

  static int64_t sizeOf(unsigned bits) {
    assert(bits < 63 && "the size doesn't fit a signed word");
    return int64_t(1) << bits;
  }
  static int find(llvm::ArrayRef<SpaceBits> list, Space space);
  static unsigned bitsOf(llvm::ArrayRef<SpaceBits> list, Space space);
  static unsigned shiftOf(llvm::ArrayRef<SpaceBits> list, Space space);
  static unsigned totalBits(llvm::ArrayRef<SpaceBits> list);
  static uint64_t pack(llvm::ArrayRef<SpaceBits> list,
                       llvm::ArrayRef<SpaceIndex> indices);
  static llvm::SmallVector<SpaceIndex, 6> unpack(llvm::ArrayRef<SpaceBits> list,
                                                 uint64_t word);
  static uint64_t extract(llvm::ArrayRef<SpaceBits> list, uint64_t word,
                          Space space);
  static SpaceList merge(llvm::ArrayRef<SpaceBits> a,
                         llvm::ArrayRef<SpaceBits> b);
  static SpaceList permuted(llvm::ArrayRef<SpaceBits> list,
                            llvm::ArrayRef<Space> order);
  static void rename(SpaceList &list, Space from, Space to);

  LinearLayout keepInBits(uint64_t mask) const;
  std::optional<LinearLayout> divide(const LinearLayout &by, bool low) const;
  void assertValid() const;

  SpaceList inSpaces;
  SpaceList outSpaces;
  llvm::SmallVector<uint64_t, 20> columns;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const LinearLayout &layout);

} // namespace ttc

#endif // TTC_LAYOUT_LINEARLAYOUT_H
