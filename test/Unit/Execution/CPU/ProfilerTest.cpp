//===- ProfilerTest.cpp - Transactions of one request ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profiler.h"
#include "gtest/gtest.h"

using namespace ttc::cpu;

namespace {
/// Lane l accesses `first + stride * l`.
Request strided(uint64_t first, uint64_t stride, uint32_t active = ~0u) {
  Request request;
  request.seen = ~0u;
  request.active = active;
  for (unsigned lane = 0; lane < 32; ++lane)
    request.addresses[lane] = first + stride * lane;
  return request;
}
} // namespace

TEST(Profiler, SectorsOfContiguousLanes) {
  SectorCount floats = countSectors(strided(4096, 4), 4);
  EXPECT_EQ(floats.sectors, 4u);
  EXPECT_EQ(floats.least, 4u);
  SectorCount vectors = countSectors(strided(4096, 16), 16);
  EXPECT_EQ(vectors.sectors, 16u);
  EXPECT_EQ(vectors.least, 16u);
}

TEST(Profiler, SectorsOfStridedLanes) {
  SectorCount two = countSectors(strided(4096, 8), 4);
  EXPECT_EQ(two.sectors, 8u);
  EXPECT_EQ(two.least, 4u);
  SectorCount far = countSectors(strided(4096, 128), 4);
  EXPECT_EQ(far.sectors, 32u);
  EXPECT_EQ(far.least, 4u);
}

TEST(Profiler, SectorsOfShiftedAndSharedAddresses) {
  EXPECT_EQ(countSectors(strided(4100, 4), 4).sectors, 5u);
  SectorCount same = countSectors(strided(4096, 0), 4);
  EXPECT_EQ(same.sectors, 1u);
  EXPECT_EQ(same.least, 1u);
  EXPECT_EQ(countSectors(strided(4096, 4, 0xff), 4).sectors, 1u);
}

TEST(Profiler, WavefrontsOfWords) {
  EXPECT_EQ(countWavefronts(strided(0, 4), 4).wavefronts, 1u);
  EXPECT_EQ(countWavefronts(strided(0, 8), 4).wavefronts, 2u);
  EXPECT_EQ(countWavefronts(strided(0, 128), 4).wavefronts, 32u);
  EXPECT_EQ(countWavefronts(strided(0, 132), 4).wavefronts, 1u);
  // The same word for all lanes is one access.
  EXPECT_EQ(countWavefronts(strided(64, 0), 4).wavefronts, 1u);
  // Halves of a word, too.
  EXPECT_EQ(countWavefronts(strided(0, 2), 2).wavefronts, 1u);
}

TEST(Profiler, WavefrontsOfWiderAccesses) {
  WavefrontCount pairs = countWavefronts(strided(0, 8), 8);
  EXPECT_EQ(pairs.wavefronts, 2u);
  EXPECT_EQ(pairs.least, 2u);
  WavefrontCount quads = countWavefronts(strided(0, 16), 16);
  EXPECT_EQ(quads.wavefronts, 4u);
  EXPECT_EQ(quads.least, 4u);
  // Rows of 128 bytes: each quarter warp hits four banks only.
  WavefrontCount rows = countWavefronts(strided(0, 128), 16);
  EXPECT_EQ(rows.wavefronts, 32u);
  EXPECT_EQ(rows.least, 4u);
}
