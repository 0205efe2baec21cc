//===- LayoutBenchmark.cpp - What layouts and plans cost to compute -------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts are computed wherever a pass has a question about a tensor, so they
// must cost next to nothing. The figures in docs/layouts.md are of this
// program.
//
//===----------------------------------------------------------------------===//

#include "ttc/Layout/Conversion.h"

#include <benchmark/benchmark.h>

using namespace ttc;

namespace {

constexpr Space R = Space::Register, L = Space::Lane, W = Space::Warp;

LinearLayout rows() {
  return (LinearLayout::identityND(R, {1, 8}, {1, 0}) *
          LinearLayout::identityND(L, {1, 32}, {1, 0}) *
          LinearLayout::identityND(W, {4, 1}, {1, 0}))
      .fitShape(dims({128, 256}), R, {1, 0});
}

LinearLayout columns() {
  return (LinearLayout::identityND(R, {8, 1}, {0, 1}) *
          LinearLayout::identityND(L, {16, 2}, {0, 1}) *
          LinearLayout::identityND(W, {1, 4}, {0, 1}))
      .fitShape(dims({128, 256}), R, {0, 1});
}

/// Accumulators of 16x8 tensor-core instructions.
LinearLayout accumulators() {
  return (LinearLayout::identity1D(2, R, Space::dim(1)) *
          LinearLayout::identity1D(4, L, Space::dim(1)) *
          LinearLayout::identity1D(8, L, Space::dim(0)) *
          LinearLayout::identity1D(2, R, Space::dim(0)) *
          LinearLayout::identity1D(4, W, Space::dim(0)))
      .fitShape(dims({128, 256}), R, {1, 0});
}

void buildBlocked(benchmark::State &state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(rows());
}
BENCHMARK(buildBlocked);

void buildBlockedAndComposeWithInverse(benchmark::State &state) {
  LinearLayout other = columns();
  for (auto _ : state)
    benchmark::DoNotOptimize(rows().invertAndCompose(other));
}
BENCHMARK(buildBlockedAndComposeWithInverse);

void invert(benchmark::State &state) {
  LinearLayout layout = columns();
  for (auto _ : state)
    benchmark::DoNotOptimize(layout.invert());
}
BENCHMARK(invert);

void reshape(benchmark::State &state) {
  LinearLayout layout = columns();
  auto shape = dims({64, 2, 16, 16});
  for (auto _ : state)
    benchmark::DoNotOptimize(layout.reshapeOuts(shape));
}
BENCHMARK(reshape);

void compare(benchmark::State &state) {
  LinearLayout a = columns(), b = columns();
  for (auto _ : state) {
    benchmark::DoNotOptimize(a == b);
    benchmark::DoNotOptimize(hash_value(a));
  }
}
BENCHMARK(compare);

void planTranspose(benchmark::State &state) {
  LinearLayout src = rows(), dst = columns();
  ConversionOptions options;
  options.elementBits = state.range(0);
  options.sharedLimit = 1 << 18;
  for (auto _ : state)
    benchmark::DoNotOptimize(planConversion(src, dst, options));
}
BENCHMARK(planTranspose)->Arg(8)->Arg(16)->Arg(32);

void planStoreOfAccumulators(benchmark::State &state) {
  LinearLayout src = accumulators(), dst = rows();
  ConversionOptions options;
  options.elementBits = state.range(0);
  options.sharedLimit = 1 << 18;
  for (auto _ : state)
    benchmark::DoNotOptimize(planConversion(src, dst, options));
}
BENCHMARK(planStoreOfAccumulators)->Arg(16)->Arg(32);

void planWithinThreads(benchmark::State &state) {
  LinearLayout src = rows(), dst = src;
  for (auto _ : state)
    benchmark::DoNotOptimize(planConversion(src, dst, ConversionOptions()));
}
BENCHMARK(planWithinThreads);

} // namespace
