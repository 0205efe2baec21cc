//===- ExecutionTest.cpp - Running kernels through the C interface --------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the CPU, and through a driver without a GPU (FakeDriver.cpp), which is
// loaded first, so that the search for libcuda.so.1 finds it already there.
//
//===----------------------------------------------------------------------===//

#include "../Execution/CUDA/FakeDriver.h"
#include "Fixture.h"

#include <csignal>
#include <dlfcn.h>
#include <vector>

using namespace ttc::test;

//===----------------------------------------------------------------------===//
// CPU
//===----------------------------------------------------------------------===//

namespace {
using Program = std::unique_ptr<ttcCPUProgram, Destroyer<ttcCPUProgramDestroy>>;
using Launch = std::unique_ptr<ttcCPULaunch, Destroyer<ttcCPULaunchDestroy>>;

class CPUTest : public CAPITest {
protected:
  void create(const std::string &text = addKernel) {
    ttcCPUProgram *made;
    ASSERT_EQ(toText(ttcCPUProgramCreate(text.data(), text.size(), "k.ttir",
                                         options.get(), nullptr, &made)),
              "");
    program.reset(made);
  }

  /// Adds the first `count` elements, of 300.
  ttcError *run(int32_t count, int initialized = 1) {
    Launch launch(ttcCPULaunchCreate(2, 1, 1));
    size_t bytes = x.size() * sizeof(float);
    EXPECT_FALSE(
        ttcCPULaunchAddBuffer(launch.get(), "x", x.data(), bytes, initialized));
    EXPECT_FALSE(
        ttcCPULaunchAddBuffer(launch.get(), nullptr, y.data(), bytes, 1));
    EXPECT_FALSE(
        ttcCPULaunchAddBuffer(launch.get(), "out", out.data(), bytes, 0));
    EXPECT_FALSE(
        ttcCPULaunchAddScalar(launch.get(), "n", &count, sizeof(count)));
    return ttcCPUProgramRun(program.get(), launch.get());
  }

  Program program;
  std::vector<float> x = std::vector<float>(300, 1.5f),
                     y = std::vector<float>(300, 2.0f),
                     out = std::vector<float>(300, -1.0f);
};
} // namespace

TEST_F(CPUTest, ComputesInTheCallersMemory) {
  create();
  ASSERT_EQ(toText(run(299)), "");
  EXPECT_EQ(out[0], 3.5f);
  EXPECT_EQ(out[298], 3.5f);
  EXPECT_NE(out[299], 3.5f);
  x[7] = 10;
  ASSERT_EQ(toText(run(300)), "");
  EXPECT_EQ(out[7], 12.0f);
  EXPECT_EQ(out[299], 3.5f);
}

TEST_F(CPUTest, WhatTheKernelDoesWrongIsReportedInParts) {
  create();
  Error failure(run(310));
  ASSERT_TRUE(failure);
  EXPECT_EQ(ttcErrorGetCode(failure.get()), ttcErrorKernel);
  ASSERT_GE(ttcErrorGetNumDiagnostics(failure.get()), 1u);
  const ttcDiagnostic *first = ttcErrorGetDiagnostic(failure.get(), 0);
  EXPECT_STREQ(ttcDiagnosticGetCategory(first), "cpu");
  EXPECT_STREQ(ttcDiagnosticGetName(first), "out-of-bounds");
  EXPECT_STREQ(ttcDiagnosticGetFile(first), "k.ttir");
  EXPECT_EQ(ttcDiagnosticGetLine(first), 14u);
  EXPECT_TRUE(contains(ttcDiagnosticGetSourceLine(first), "%xv = tt.load"));
  EXPECT_TRUE(contains(ttcDiagnosticGetMessage(first), "'x'"));

  failure.reset(run(300, /*initialized=*/0));
  first = ttcErrorGetDiagnostic(failure.get(), 0);
  EXPECT_STREQ(ttcDiagnosticGetName(first), "uninitialized");
}

TEST_F(CPUTest, LaunchesThatDoNotFit) {
  create();
  Launch launch(ttcCPULaunchCreate(1, 1, 1));
  Error failure(ttcCPUProgramRun(program.get(), launch.get()));
  EXPECT_EQ(ttcErrorGetCode(failure.get()), ttcErrorLaunch);
  EXPECT_STREQ(ttcErrorGetMessage(failure.get()),
               "kernel 'add' has 4 parameters, 0 arguments were given");
  launch.reset(ttcCPULaunchCreate(0, 1, 1));
  failure.reset(ttcCPUProgramRun(program.get(), launch.get()));
  EXPECT_TRUE(contains(ttcErrorGetMessage(failure.get()), "no blocks"));
  char wide[16] = {};
  EXPECT_TRUE(
      contains(toText(ttcCPULaunchAddScalar(launch.get(), "n", wide, 16)),
               "1 to 8 bytes, not 16"));
  EXPECT_EQ(toText(ttcCPULaunchAddBuffer(launch.get(), "x", nullptr, 4, 1)),
            "'data' is NULL");
  EXPECT_EQ(toText(ttcCPUProgramRun(nullptr, launch.get())),
            "'program' is NULL");
}

TEST_F(CPUTest, ProfileOfTheLastRun) {
  create();
  ASSERT_EQ(toText(run(300)), "");
  EXPECT_STREQ(ttcCPUProgramGetProfile(program.get()), "");
  set("cpu_profile", 1);
  create();
  ASSERT_EQ(toText(run(300)), "");
  EXPECT_TRUE(contains(ttcCPUProgramGetProfile(program.get()), "k.ttir:14"));
}

TEST_F(CPUTest, SignalHandlersAreLeftAlone) {
  auto getHandlers = [] {
    std::vector<void (*)(int)> handlers;
    for (int number = 1; number < 32; ++number) {
      struct sigaction action = {};
      sigaction(number, nullptr, &action);
      handlers.push_back(action.sa_handler);
    }
    return handlers;
  };
  std::vector<void (*)(int)> before = getHandlers();
  create();
  EXPECT_EQ(getHandlers(), before);
  EXPECT_EQ(toText(run(300)), "");
  EXPECT_EQ(getHandlers(), before);
}

TEST_F(CPUTest, ErrorsOfCompiling) {
  ttcCPUProgram *made;
  Error failure(
      ttcCPUProgramCreate("x", 1, "k.ttir", options.get(), nullptr, &made));
  EXPECT_EQ(ttcErrorGetCode(failure.get()), ttcErrorCompile);
  EXPECT_EQ(made, nullptr);
}

//===----------------------------------------------------------------------===//
// CUDA
//===----------------------------------------------------------------------===//

namespace {
class CUDATest : public testing::Test {
protected:
  void SetUp() override {
    void *library = dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_GLOBAL);
    ASSERT_TRUE(library) << dlerror();
    look = reinterpret_cast<const Observed *(*)()>(
        dlsym(library, "fakeDriverObserved"));
    setContext =
        reinterpret_cast<int (*)(void *)>(dlsym(library, "cuCtxSetCurrent"));
    setContext(nullptr);
  }
  void TearDown() override {
    ttcCUDAKernelDestroy(kernel);
    EXPECT_EQ(look()->liveModules, 0u);
    EXPECT_EQ(look()->retained, 0);
  }

  std::string load(const std::string &code, unsigned sharedBytes = 0,
                   int device = -1) {
    ttcCUDAKernelDestroy(kernel);
    return toText(ttcCUDAKernelLoad(code.data(), code.size(), "kernel",
                                    sharedBytes, device, &kernel));
  }
  std::string launch(std::vector<const void *> arguments,
                     const uint32_t *cluster = nullptr, unsigned shared = 0,
                     unsigned flags = ttcLaunchDefault) {
    const uint32_t grid[] = {4, 5, 6};
    return toText(ttcCUDAKernelLaunch(kernel, grid, 128, cluster, shared,
                                      &stream, arguments.data(),
                                      arguments.size(), flags));
  }

  const Observed *(*look)() = nullptr;
  int (*setContext)(void *) = nullptr;
  ttcCUDAKernel *kernel = nullptr;
  int stream = 0;
  char from[4] = {1, 2, 3, 4}, to[4] = {};
  void *pointers[2] = {from, to};
};
} // namespace

TEST_F(CUDATest, TargetOfTheDevice) {
  int count = 0;
  EXPECT_EQ(toText(ttcCUDAGetDeviceCount(&count)), "");
  EXPECT_EQ(count, 1);
  const char *target;
  EXPECT_EQ(toText(ttcCUDAGetDeviceTarget(-1, &target)), "");
  EXPECT_STREQ(target, "cuda:90");
  EXPECT_TRUE(contains(toText(ttcCUDAGetDeviceTarget(1, &target)),
                       "opening GPU number 1 failed"));
}

TEST_F(CUDATest, LaunchesOnTheCallersAddressesAndStream) {
  ASSERT_EQ(load("kernel params=8,8 copy=4"), "");
  ASSERT_EQ(launch({&pointers[0], &pointers[1]}), "");
  EXPECT_EQ(to[3], 4);
  EXPECT_EQ(look()->grid[0], 4u);
  EXPECT_EQ(look()->grid[2], 6u);
  EXPECT_EQ(look()->block[0], 128u);
  EXPECT_EQ(look()->block[1], 1u);
  EXPECT_EQ(look()->stream, &stream);
  EXPECT_EQ(look()->attributes, 0u);
  EXPECT_EQ(toText(ttcCUDAStreamSynchronize(&stream)), "");
}

TEST_F(CUDATest, ClustersSharedMemoryAndFlags) {
  const uint32_t cluster[] = {2, 1, 1};
  ASSERT_EQ(load("kernel params=8,8", 100000), "");
  ASSERT_EQ(launch({&pointers[0], &pointers[1]}, cluster, 100000,
                   ttcLaunchCooperative | ttcLaunchProgrammaticDependent),
            "");
  EXPECT_EQ(look()->clusterX, 2u);
  EXPECT_EQ(look()->shared, 100000u);
  EXPECT_EQ(look()->attributes, 1u << 2 | 1u << 4 | 1u << 6);
  EXPECT_TRUE(contains(launch({&pointers[0], &pointers[1]}, nullptr, 100001),
                       "launching kernel 'kernel' failed"));
}

TEST_F(CUDATest, ScratchPointersMayBeLeftOut) {
  ASSERT_EQ(load("kernel params=8,8,8,8"), "");
  EXPECT_EQ(launch({&pointers[0], &pointers[1]}), "");
  EXPECT_EQ(launch({&pointers[0]}), "kernel 'kernel' takes 4 parameters, but 1 "
                                    "arguments are given");
  EXPECT_EQ(launch({&pointers[0], nullptr}), "'arguments[1]' is NULL");
}

TEST_F(CUDATest, FactsOfTheDriver) {
  ASSERT_EQ(load("kernel params=8,4"), "");
  auto get = [&](const char *property) {
    int64_t value = -2;
    ttcCUDAKernelGetInteger(kernel, property, &value);
    return value;
  };
  EXPECT_EQ(get("num_parameters"), 2);
  EXPECT_EQ(get("num_regs"), 40);
  EXPECT_EQ(get("local_bytes"), 16);
  EXPECT_EQ(get("static_shared"), 64);
  EXPECT_EQ(get("max_threads"), 512);
  EXPECT_EQ(get("device"), 0);
  EXPECT_EQ(get("color"), -2);
  EXPECT_EQ(ttcCUDAKernelGetParameterSize(kernel, 1), 4u);
  EXPECT_EQ(ttcCUDAKernelGetParameterSize(kernel, 2), 0u);
}

TEST_F(CUDATest, ContextOfTheCallerIsUsedAndLeft) {
  int mine, other;
  setContext(&mine);
  ASSERT_EQ(load("kernel params=8,8"), "");
  EXPECT_EQ(look()->retained, 0);
  ASSERT_EQ(launch({&pointers[0], &pointers[1]}), "");
  EXPECT_EQ(look()->context, &mine);
  setContext(&other);
  ASSERT_EQ(launch({&pointers[0], &pointers[1]}), "");
  EXPECT_EQ(look()->context, &mine);
  setContext(nullptr);
  ASSERT_EQ(load("kernel params=8,8"), "");
  EXPECT_EQ(look()->retained, 1);
}

TEST_F(CUDATest, CodeThatIsNone) {
  EXPECT_TRUE(contains(load("kernel nonsense"), "CUDA_ERROR_INVALID_IMAGE"));
  EXPECT_TRUE(contains(load("kernel nonsense"), "the fake assembler's log"));
  EXPECT_EQ(load(std::string("a\0b", 3)), "this is neither a cubin nor PTX");
  EXPECT_EQ(load(""), "this is neither a cubin nor PTX");
  EXPECT_TRUE(contains(load("\177ELF"), "the cubin is cut off"));
  EXPECT_TRUE(contains(load("\177ELF" + std::string(96, '\377')), "cut off"));
  EXPECT_TRUE(contains(load("other"), "looking up kernel 'kernel' failed"));
  EXPECT_TRUE(contains(load("kernel", 0, 3), "opening GPU number 3 failed"));
  EXPECT_EQ(kernel, nullptr);
}

TEST_F(CUDATest, KernelsErrorsAppearAtTheWait) {
  ASSERT_EQ(load("kernel params=8,8 fail=700"), "");
  ASSERT_EQ(launch({&pointers[0], &pointers[1]}), "");
  EXPECT_TRUE(contains(toText(ttcCUDAStreamSynchronize(&stream)),
                       "CUDA_ERROR_ILLEGAL_ADDRESS"));
}
