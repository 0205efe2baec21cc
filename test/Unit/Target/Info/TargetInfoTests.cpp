//===- TargetInfoTests.cpp - Names, limits and occupancy of targets -------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pins how targets are named and refused, what separates generations, and which
// resource limits the blocks of a multiprocessor.
//
//===----------------------------------------------------------------------===//

#include "ttc/Target/Info/TargetInfo.h"

#include "gtest/gtest.h"

using namespace ttc;

static TargetInfo getTarget(llvm::StringRef name) {
  return llvm::cantFail(TargetInfo::get(name));
}

TEST(TargetInfoTest, NamesOfOneTarget) {
  for (llvm::StringRef name : {"cuda:90", "sm_90", "sm_90a"}) {
    EXPECT_EQ(getTarget(name).getName(), "sm_90a");
    EXPECT_EQ(getTarget(name).getModuleName(), "cuda:90");
  }
  EXPECT_EQ(getTarget("cuda:80").getName(), "sm_80");
  EXPECT_EQ(getTarget("cuda:120").getName(), "sm_120a");
}

TEST(TargetInfoTest, UnknownNamesAreRefusedWithAList) {
  for (llvm::StringRef name :
       {"", "cuda:", "cuda:91", "sm_80a", "sm_9x", "hip:gfx942", "90"}) {
    llvm::Expected<TargetInfo> target = TargetInfo::get(name);
    ASSERT_FALSE(static_cast<bool>(target)) << name.str();
    std::string text = llvm::toString(target.takeError());
    EXPECT_NE(text.find("unknown target '" + name.str() + "'"),
              std::string::npos);
    EXPECT_NE(text.find("sm_75, sm_80"), std::string::npos);
  }
}

TEST(TargetInfoTest, AbilitiesByGeneration) {
  EXPECT_FALSE(getTarget("sm_75").has(Feature::Redux));
  EXPECT_TRUE(getTarget("sm_80").has(Feature::Redux));
  EXPECT_FALSE(getTarget("sm_89").has(Feature::AtomicBF16));
  EXPECT_TRUE(getTarget("sm_90").has(Feature::Wgmma));
  EXPECT_FALSE(getTarget("sm_100").has(Feature::Wgmma));
  EXPECT_TRUE(getTarget("sm_103").has(Feature::Tcgen05));
  EXPECT_FALSE(getTarget("sm_120").has(Feature::Tcgen05));
  EXPECT_EQ(getTarget("sm_90").getMaxAccessBytes(), 16u);
  EXPECT_EQ(getTarget("sm_100").getMaxAccessBytes(), 32u);
}

TEST(TargetInfoTest, RequirementsCompareArchitectures) {
  EXPECT_TRUE(getTarget("sm_80").satisfies({74, 80}));
  EXPECT_FALSE(getTarget("sm_75").satisfies({74, 80}));
  Requirement all{60, 70};
  all.include({78, 90});
  all.include({74, 80});
  EXPECT_EQ(all.ptxVersion, 78u);
  EXPECT_EQ(all.sm, 90u);
}

TEST(TargetInfoTest, Occupancy) {
  TargetInfo hopper = getTarget("sm_90");
  // Limited by warps, by registers, and by shared memory.
  EXPECT_EQ(hopper.getBlocksPerSM(128, 32, 0), 16u);
  EXPECT_EQ(hopper.getBlocksPerSM(256, 128, 0), 2u);
  EXPECT_EQ(hopper.getBlocksPerSM(128, 32, 100 * 1024), 2u);
  EXPECT_EQ(hopper.getBlocksPerSM(128, 32, 227 * 1024), 1u);
  EXPECT_EQ(hopper.getBlocksPerSM(32, 16, 0), 32u);
  // Registers are given to warps in units of 256, so 255 counts as 256.
  EXPECT_EQ(hopper.getBlocksPerSM(256, 255, 0), 1u);
  // Nothing fits.
  EXPECT_EQ(hopper.getBlocksPerSM(128, 32, 228 * 1024), 0u);
  EXPECT_EQ(hopper.getBlocksPerSM(1024, 128, 0), 0u);
  EXPECT_EQ(getTarget("sm_86").getBlocksPerSM(128, 32, 0), 12u);
}
