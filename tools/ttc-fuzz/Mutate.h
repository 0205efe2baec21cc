//===- Mutate.h - Texts that are nearly right -------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes one of a set of texts and changes a few things in it: tokens, numbers,
// lines, what stands in brackets, also by what other texts have there.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_TTC_FUZZ_MUTATE_H
#define TTC_TOOLS_TTC_FUZZ_MUTATE_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <random>
#include <string>

namespace ttc::fuzz {

/// The same numbers on every machine, from the run's seed and an input's
/// number.
class Random {
public:
  Random(uint64_t seed, uint64_t input) : engine(makeEngine(seed, input)) {}

  /// From 0 to `end` - 1; `end` is not 0.
  size_t below(size_t end) { return engine() % end; }
  template <typename RangeT>
  auto &pick(RangeT &&range) {
    return range[below(std::size(range))];
  }

private:
  static std::mt19937_64 makeEngine(uint64_t seed, uint64_t input) {
    std::seed_seq sequence{uint32_t(seed), uint32_t(seed >> 32),
                           uint32_t(input), uint32_t(input >> 32)};
    return std::mt19937_64(sequence);
  }

  std::mt19937_64 engine;
};

/// One of `sources` with one to four changes.
std::string mutateText(llvm::ArrayRef<std::string> sources, Random &random);

/// `bytes` with one to four of them changed, cut off or taken from elsewhere.
std::string mutateBytes(std::string bytes, Random &random);

} // namespace ttc::fuzz

#endif // TTC_TOOLS_TTC_FUZZ_MUTATE_H
