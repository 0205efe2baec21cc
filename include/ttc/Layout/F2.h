//===- F2.h - Linear algebra over F2 in machine words -----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector over F2 of at most 64 coordinates is a uint64_t; addition is xor.
// F2Basis keeps a basis in echelon form and remembers, for each of its members,
// the combination of inserted vectors that gives it, so that one structure
// answers rank, membership, kernels and solutions of linear systems.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LAYOUT_F2_H
#define TTC_LAYOUT_F2_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

#include <cstdint>
#include <optional>

namespace ttc {

/// The word whose low `bits` bits are set. `bits` may be 64.
constexpr uint64_t lowMask(unsigned bits) {
  return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

/// Calls `fn(index)` for every set bit of `word`, lowest first.
template <typename Fn>
void forEachBit(uint64_t word, Fn fn) {
  for (; word; word &= word - 1)
    fn(static_cast<unsigned>(llvm::countr_zero(word)));
}

/// A growing basis of a subspace of F2^64. Every member has a pivot, its lowest
/// set bit, that no earlier member has as pivot.
class F2Basis {
public:
  /// A vector written as (combination of inserted tags) + residue; the residue
  /// has no pivot bit, so it is zero exactly when the vector is in the span.
  struct Reduced {
    uint64_t residue;
    uint64_t combination;
  };

  F2Basis() = default;
  explicit F2Basis(llvm::ArrayRef<uint64_t> vectors) {
    for (uint64_t v : vectors)
      insert(v);
  }

  /// Linear in `v`, also outside the span.
  Reduced reduce(uint64_t v) const {
    uint64_t combination = 0;
    for (uint64_t hit; (hit = v & pivots);) {
      unsigned bit = llvm::countr_zero(hit);
      v ^= members[bit];
      combination ^= combinations[bit];
    }
    return {v, combination};
  }

  /// Adds `v`, known to the caller as `tag`. True when the span grew.
  bool insert(uint64_t v, uint64_t tag = 0) {
    Reduced r = reduce(v);
    if (!r.residue)
      return false;
    unsigned bit = llvm::countr_zero(r.residue);
    pivots |= uint64_t(1) << bit;
    members[bit] = r.residue;
    combinations[bit] = r.combination ^ tag;
    return true;
  }

  bool contains(uint64_t v) const { return reduce(v).residue == 0; }

  /// The xor of tags whose vectors sum to `v`, if `v` is in the span.
  std::optional<uint64_t> solve(uint64_t v) const {
    Reduced r = reduce(v);
    if (r.residue)
      return std::nullopt;
    return r.combination;
  }

  unsigned rank() const { return llvm::popcount(pivots); }

  /// The pivot positions. The unit vectors at all other positions span a
  /// complement.
  uint64_t pivotMask() const { return pivots; }

private:
  uint64_t pivots = 0;
  // Entry i is meaningful only when bit i of `pivots` is set.
  uint64_t members[64];
  uint64_t combinations[64];
};

/// A basis of the span of `vectors`, a subset of them.
llvm::SmallVector<uint64_t> f2Independent(llvm::ArrayRef<uint64_t> vectors);

/// The combinations (bit i for vectors[i]) that sum to zero: a basis of the
/// kernel of the matrix whose columns are `vectors`, at most 64 of them. The
/// highest bit set in each is the column found to depend on earlier ones.
llvm::SmallVector<uint64_t> f2Kernel(llvm::ArrayRef<uint64_t> vectors);

/// A basis of span(a) ∩ span(b).
llvm::SmallVector<uint64_t> f2Intersection(llvm::ArrayRef<uint64_t> a,
                                           llvm::ArrayRef<uint64_t> b);

/// Members of `candidates`, in order, that extend `subspace` to the span of
/// both.
llvm::SmallVector<uint64_t> f2Extend(llvm::ArrayRef<uint64_t> subspace,
                                     llvm::ArrayRef<uint64_t> candidates);

/// The xor of columns[i] over the bits i set in `v`: matrix times vector.
inline uint64_t f2Apply(llvm::ArrayRef<uint64_t> columns, uint64_t v) {
  uint64_t result = 0;
  forEachBit(v, [&](unsigned bit) { result ^= columns[bit]; });
  return result;
}

} // namespace ttc

#endif // TTC_LAYOUT_F2_H
