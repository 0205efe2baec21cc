//===- Random.h - Random layouts for property tests -------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generators with a fixed seed per test, so that a failure repeats.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TEST_UNIT_LAYOUT_RANDOM_H
#define TTC_TEST_UNIT_LAYOUT_RANDOM_H

#include "ttc/Layout/LinearLayout.h"

#include <algorithm>
#include <random>

namespace ttc::test {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  /// 0 <= result <= max.
  unsigned upTo(unsigned max) {
    return std::uniform_int_distribution<unsigned>(0, max)(engine);
  }
  bool chance(unsigned percent) { return upTo(99) < percent; }
  uint64_t word(unsigned bits) { return engine() & lowMask(bits); }

  template <typename Range>
  void shuffle(Range &range) {
    std::shuffle(range.begin(), range.end(), engine);
  }

  /// Any columns, of any rank.
  LinearLayout layout(llvm::ArrayRef<SpaceBits> ins,
                      llvm::ArrayRef<SpaceBits> outs) {
    unsigned outBits = 0;
    for (SpaceBits entry : outs)
      outBits += entry.bits;
    llvm::SmallVector<uint64_t> columns;
    for (SpaceBits entry : ins)
      for (unsigned i = 0; i < entry.bits; ++i)
        columns.push_back(word(outBits));
    return LinearLayout::fromPacked(ins, outs, columns);
  }

  /// Independent columns that span everything.
  llvm::SmallVector<uint64_t> invertible(unsigned bits) {
    llvm::SmallVector<uint64_t> columns;
    F2Basis basis;
    while (columns.size() < bits) {
      uint64_t candidate = word(bits);
      if (basis.insert(candidate))
        columns.push_back(candidate);
    }
    return columns;
  }

private:
  std::mt19937_64 engine;
};

} // namespace ttc::test

#endif // TTC_TEST_UNIT_LAYOUT_RANDOM_H
