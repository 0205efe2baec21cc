//===- FakeDriver.h - What the fake driver shows to tests -------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests load the driver (FakeDriver.cpp) before anything else does and look at
// it through its one function of its own, `fakeDriverObserved`.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TEST_UNIT_EXECUTION_CUDA_FAKEDRIVER_H
#define TTC_TEST_UNIT_EXECUTION_CUDA_FAKEDRIVER_H

#include <cstddef>
#include <cstdint>

/// The state of things, and what the last launch was.
struct Observed {
  unsigned grid[3], block[3], shared, clusterX, launches, memsets;
  size_t liveAllocations, liveModules, liveEvents;
  /// Of the last tensor map that a kernel got: type, rank, two sizes, stride,
  /// two sizes of the box, step, swizzle, fill.
  uint64_t map[10];
  /// The stream, the context that was current, and which attributes there were,
  /// a bit for each number.
  void *stream, *context;
  unsigned attributes;
  /// Primary contexts retained and not released.
  int retained;
};

#endif // TTC_TEST_UNIT_EXECUTION_CUDA_FAKEDRIVER_H
