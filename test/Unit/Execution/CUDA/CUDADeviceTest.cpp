//===- CUDADeviceTest.cpp - Use of the CUDA driver ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the device launches, checks and cleans up, against a driver that runs
// scripted kernels (FakeDriver.cpp). It is loaded first, so that the device's
// own search for libcuda.so.1 finds it already there.
//
//===----------------------------------------------------------------------===//

#include "FakeDriver.h"
#include "ttc/Execution/Device.h"
#include "ttc/Execution/Launch.h"

#include "gtest/gtest.h"

#include <cstring>
#include <dlfcn.h>

using namespace llvm;
using namespace ttc::exec;

class CUDADeviceTest : public testing::Test {
protected:
  void SetUp() override {
    void *library = dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_GLOBAL);
    ASSERT_TRUE(library) << dlerror();
    look = reinterpret_cast<const Observed *(*)()>(
        dlsym(library, "fakeDriverObserved"));
    device = cantFail(createCUDADevice());
    image.name = "kernel";
    launch.arguments = cantFail(
        inferArguments({"x=arange:i32[4]", "out=uninit:i32[4]", "n=4:i32"}));
  }

  std::string run(StringRef code) {
    image.cubin = ("kernel params=8,8,4 " + code).str();
    return toString(device->launch(image, launch));
  }

  const Observed *(*look)() = nullptr;
  std::unique_ptr<Device> device;
  KernelImage image;
  Launch launch;
};

static bool contains(StringRef text, StringRef part) {
  return text.contains(part);
}

TEST_F(CUDADeviceTest, DescribesItself) {
  EXPECT_EQ(device->describe(), "cuda:0 Fake GPU, sm_90, CUDA driver 13.0");
  EXPECT_EQ(device->defaultTarget(), "cuda:90");
  Expected<std::unique_ptr<Device>> other = createCUDADevice(1);
  ASSERT_FALSE(static_cast<bool>(other));
  EXPECT_EQ(toString(other.takeError()),
            "there is no GPU number 1: the driver sees 1");
}

TEST_F(CUDADeviceTest, ResultsComeBackAndEverythingIsFreed) {
  EXPECT_EQ(run("copy=16"), "");
  EXPECT_EQ(launch.arguments[1].bytes, launch.arguments[0].bytes);
  EXPECT_EQ(look()->liveAllocations, 0u);
  EXPECT_EQ(look()->liveModules, 0u);
}

TEST_F(CUDADeviceTest, GridBlockAndSharedMemory) {
  image.numWarps = 8;
  image.sharedBytes = 100000;
  launch.grid = {5, 6, 7};
  EXPECT_EQ(run(""), "");
  EXPECT_EQ(look()->grid[0], 5u);
  EXPECT_EQ(look()->grid[2], 7u);
  EXPECT_EQ(look()->block[0], 256u);
  EXPECT_EQ(look()->shared, 100000u);
  EXPECT_EQ(look()->clusterX, 0u);
}

TEST_F(CUDADeviceTest, ClustersMultiplyTheGrid) {
  image.numCTAs = 2;
  launch.grid = {5, 1, 1};
  EXPECT_EQ(run(""), "");
  EXPECT_EQ(look()->grid[0], 10u);
  EXPECT_EQ(look()->clusterX, 2u);
}

TEST_F(CUDADeviceTest, WritesOutsideOfABufferAreFound) {
  EXPECT_EQ(run("poke=15"), "");
  EXPECT_EQ(run("poke=16"),
            "the kernel wrote outside of argument 'out', which has 16 bytes: "
            "the byte 1 after its end was changed");
  EXPECT_TRUE(contains(run("poke=-3"), "the byte 3 before its start"));
  EXPECT_EQ(look()->liveAllocations, 0u);
}

TEST_F(CUDADeviceTest, FailuresAreNamed) {
  EXPECT_EQ(run("fail=700"),
            "running the kernel failed: CUDA_ERROR_ILLEGAL_ADDRESS (700): an "
            "illegal memory access was encountered");
  EXPECT_TRUE(contains(run("fail=12345"), "unknown error (12345)"));
  EXPECT_TRUE(contains(run("nonsense"), "CUDA_ERROR_INVALID_IMAGE"));
  EXPECT_TRUE(contains(run("nonsense"), "the fake assembler's log"));
  image.name = "other";
  EXPECT_TRUE(contains(run(""), "looking up kernel 'other' failed"));
  image.name = "kernel";
  image.cubin.clear();
  EXPECT_TRUE(contains(toString(device->launch(image, launch)),
                       "neither to a cubin nor to PTX"));
}

TEST_F(CUDADeviceTest, PTXIsTakenWhereThereIsNoCubin) {
  image.ptx = "kernel params=8,8,4 copy=16";
  EXPECT_EQ(toString(device->launch(image, launch)), "");
  EXPECT_EQ(launch.arguments[1].bytes, launch.arguments[0].bytes);
}

TEST_F(CUDADeviceTest, ParametersAreCompared) {
  launch.arguments.pop_back();
  EXPECT_EQ(run(""),
            "kernel 'kernel' takes 3 parameters, but 2 arguments are given");
  launch.arguments.push_back(cantFail(inferArguments({"n=4:i64"}))[0]);
  EXPECT_EQ(run(""), "argument 'n' has 8 bytes, but parameter 2 of kernel "
                     "'kernel' has 4");
}

TEST_F(CUDADeviceTest, ScratchPointersOfTritonAreNull) {
  image.cubin = "kernel params=8,8,4,8,8 copy=16";
  EXPECT_EQ(toString(device->launch(image, launch)), "");
}

TEST_F(CUDADeviceTest, LimitsAreNamed) {
  image.numWarps = 64;
  EXPECT_TRUE(contains(run(""), "has 2048 threads in a block"));
  image.numWarps = 4;
  image.sharedBytes = 232449;
  EXPECT_TRUE(contains(run(""), "needs 232449 bytes of shared memory"));
}

TEST_F(CUDADeviceTest, EndlessKernelsAreGivenUp) {
  launch.timeoutSeconds = 0.01;
  EXPECT_EQ(run("hang"), "the kernel did not end within 0.01 seconds");
}

TEST_F(CUDADeviceTest, OutOfMemoryNamesTheArgument) {
  launch.arguments[1].bytes.resize((size_t(1) << 30) + 1);
  EXPECT_TRUE(contains(run(""), "argument 'out' (1073741825 bytes): allocating "
                                "device memory failed"));
}

TEST_F(CUDADeviceTest, TensorMapsDescribeTheBufferInnermostFirst) {
  launch.arguments =
      cantFail(inferArguments({"a=zeros:f16[128,64]", "b=zeros:f32[8]",
                               "tensormap:a:box=32,16:swizzle=64:fill=nan"}));
  image.cubin = "kernel params=8,8,128";
  ASSERT_EQ(toString(device->launch(image, launch)), "");
  const uint64_t want[] = {6, 2, 64, 128, 128, 16, 32, 1, 2, 1};
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(look()->map[i], want[i]) << i;
}

TEST_F(CUDADeviceTest, BenchTimesLaunchesAfterWarmUp) {
  image.cubin = "kernel params=8,8,4 copy=16";
  unsigned launches = look()->launches, memsets = look()->memsets;
  BenchResult result =
      cantFail(device->bench(image, launch, BenchOptions{3, 5, true}));
  EXPECT_EQ(result.milliseconds, std::vector<double>(5, 1.0));
  EXPECT_EQ(look()->launches - launches, 8u);
  // Four guard zones, and the cache before each launch.
  EXPECT_EQ(look()->memsets - memsets, 4u + 8u);
  EXPECT_EQ(look()->liveEvents, 0u);
  memsets = look()->memsets;
  cantFail(device->bench(image, launch, BenchOptions{0, 2, false}));
  EXPECT_EQ(look()->memsets - memsets, 4u);
  EXPECT_TRUE(isPoison(launch.arguments[1], 0)) << "buffers stay as they were";
}
