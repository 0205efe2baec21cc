//===- KernelTest.cpp - Whole kernels on the CPU --------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "llvm/Support/FileSystem.h"
#include <cmath>
#include <numeric>

using namespace ttc::cpu;

namespace {
const char *vectorAdd = R"(
  %n32 = llvm.mlir.constant(4 : i32) : i32
  %block = llvm.mlir.constant(128 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %cta = nvvm.read.ptx.sreg.ctaid.x : i32
  %first = llvm.mul %cta, %block : i32
  %mine = llvm.mul %tid, %n32 : i32
  %i = llvm.add %first, %mine : i32
  %on = llvm.icmp "slt" %i, %n : i32
  %px = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %py = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %po = llvm.getelementptr %o[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x:4 = ptx.ld %px if %on : !llvm.ptr<1> -> f32, f32, f32, f32
  %y:4 = ptx.ld %py if %on : !llvm.ptr<1> -> f32, f32, f32, f32
  %a = llvm.fadd %x#0, %y#0 : f32
  %b = llvm.fadd %x#1, %y#1 : f32
  %c = llvm.fadd %x#2, %y#2 : f32
  %d = llvm.fadd %x#3, %y#3 : f32
  ptx.st %po, (%a, %b, %c, %d) if %on : !llvm.ptr<1>, f32, f32, f32, f32
)";
const char *vectorAddSignature =
    "%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %o: !llvm.ptr<1>, %n: i32";

std::string replaced(std::string text, const std::string &what,
                     const std::string &with) {
  size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}
} // namespace

TEST(Kernel, VectorAdd) {
  int n = 1000;
  std::vector<float> x(n), y(n), o(n, -1);
  std::iota(x.begin(), x.end(), 0.0f);
  std::iota(y.begin(), y.end(), 0.5f);
  Runner runner;
  std::string body = replaced(vectorAdd, "%x:4", "%vx:4");
  body = replaced(body, "%y:4", "%vy:4");
  for (int i = 0; i < 4; ++i) {
    body =
        replaced(body, "%x#" + std::to_string(i), "%vx#" + std::to_string(i));
    body =
        replaced(body, "%y#" + std::to_string(i), "%vy#" + std::to_string(i));
  }
  runner.buffer("x", x).buffer("y", y).buffer("o", o, false).scalar("n", n);
  runner.grid(8);
  ASSERT_TRUE(runner.run(kernelText(vectorAddSignature, body)))
      << runner.launchError;
  EXPECT_TRUE(runner.result.ok()) << runner.reports();
  EXPECT_EQ(runner.result.blocksDone, 8u);
  for (int i = 0; i < n; ++i)
    ASSERT_EQ(o[i], x[i] + y[i]) << i;
}

TEST(Kernel, WarpSumByShuffles) {
  std::vector<float> x(32), o(32);
  std::iota(x.begin(), x.end(), 1.0f);
  std::string body = R"(
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v0 = llvm.load %p : !llvm.ptr<1> -> f32
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %clamp = llvm.mlir.constant(31 : i32) : i32
)";
  int number = 0;
  for (int step : {16, 8, 4, 2, 1}) {
    std::string v = "%v" + std::to_string(number);
    std::string next = "%v" + std::to_string(++number);
    std::string s = "%s" + std::to_string(number);
    std::string k = "%k" + std::to_string(number);
    body += k + " = llvm.mlir.constant(" + std::to_string(step) +
            " : i32) : i32\n" + s + " = nvvm.shfl.sync bfly %mask, " + v +
            ", " + k + ", %clamp : f32 -> f32\n" + next + " = llvm.fadd " + v +
            ", " + s + " : f32\n";
  }
  body += R"(
  %q = llvm.getelementptr %o[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v5, %q : f32, !llvm.ptr<1>
)";
  Runner runner;
  runner.buffer("x", x).buffer("o", o, false);
  ASSERT_TRUE(
      runner.run(kernelText("%x: !llvm.ptr<1>, %o: !llvm.ptr<1>", body)));
  EXPECT_TRUE(runner.result.ok()) << runner.reports();
  for (float value : o)
    EXPECT_EQ(value, 32.0f * 33 / 2);
}

namespace {
/// Each thread writes its index to shared memory and reads its mirror image's.
const char *mirror = R"(
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %last = llvm.mlir.constant(127 : i32) : i32
  %s = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
  %p = llvm.getelementptr %s[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %tid, %p : i32, !llvm.ptr<3>
  nvvm.barrier0
  %other = llvm.sub %last, %tid : i32
  %q = llvm.getelementptr %s[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %q : !llvm.ptr<3> -> i32
  %r = llvm.getelementptr %o[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %r : i32, !llvm.ptr<1>
)";
} // namespace

TEST(Kernel, SharedMemoryAndBarrier) {
  std::vector<int> o(128);
  Runner runner;
  runner.buffer("o", o, false);
  ASSERT_TRUE(runner.run(kernelText("%o: !llvm.ptr<1>", mirror, 4, 512)));
  EXPECT_TRUE(runner.result.ok()) << runner.reports();
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(o[i], 127 - i);
}

TEST(Kernel, MutantWithoutBarrierIsARace) {
  std::vector<int> o(128);
  Runner runner;
  runner.buffer("o", o, false);
  ASSERT_TRUE(runner.run(kernelText(
      "%o: !llvm.ptr<1>", replaced(mirror, "nvvm.barrier0", ""), 4, 512)));
  ASSERT_FALSE(runner.result.ok());
  EXPECT_NE(runner.reports().find("[uninitialized]"), std::string::npos)
      << runner.reports();
  EXPECT_NE(runner.reports().find("[race]"), std::string::npos)
      << runner.reports();
}

TEST(Kernel, MathThroughIntrinsicsAndLibdevice) {
  const char *path = std::getenv("TTC_LIBDEVICE");
  if (!path)
    path = "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc";
  if (!llvm::sys::fs::exists(path))
    GTEST_SKIP() << "no libdevice";
  std::vector<float> x(32), o(32 * 5);
  for (int i = 0; i < 32; ++i)
    x[i] = 0.25f * (i + 1);
  std::string module = kernelText("%x: !llvm.ptr<1>, %o: !llvm.ptr<1>", R"(
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %p = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  %e = llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%v) : (f32) -> f32
  %d = llvm.call_intrinsic "llvm.nvvm.div.full"(%v, %e) : (f32, f32) -> f32
  %l = llvm.call @__nv_expf(%v) : (f32) -> f32
  %t = llvm.call @__nv_tanhf(%v) : (f32) -> f32
  %s = llvm.intr.sqrt(%v) : (f32) -> f32
  %five = llvm.mlir.constant(5 : i32) : i32
  %i = llvm.mul %tid, %five : i32
  %q = llvm.getelementptr %o[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %e, %q : f32, !llvm.ptr<1>
  %q1 = llvm.getelementptr %q[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  llvm.store %d, %q1 : f32, !llvm.ptr<1>
  %q2 = llvm.getelementptr %q[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  llvm.store %l, %q2 : f32, !llvm.ptr<1>
  %q3 = llvm.getelementptr %q[3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  llvm.store %t, %q3 : f32, !llvm.ptr<1>
  %q4 = llvm.getelementptr %q[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  llvm.store %s, %q4 : f32, !llvm.ptr<1>
)");
  module = replaced(module, "llvm.func @k",
                    "llvm.func @__nv_expf(f32) -> f32\n"
                    "llvm.func @__nv_tanhf(f32) -> f32\nllvm.func @k");
  Runner runner;
  runner.options.libdevice = path;
  runner.buffer("x", x).buffer("o", o, false);
  ASSERT_TRUE(runner.run(module));
  EXPECT_TRUE(runner.result.ok()) << runner.reports();
  for (int i = 0; i < 32; ++i) {
    EXPECT_FLOAT_EQ(o[5 * i], std::exp2(x[i]));
    EXPECT_FLOAT_EQ(o[5 * i + 1], x[i] / std::exp2(x[i]));
    EXPECT_FLOAT_EQ(o[5 * i + 2], std::exp(x[i]));
    EXPECT_NEAR(o[5 * i + 3], std::tanh(x[i]), 2e-7);
    EXPECT_EQ(o[5 * i + 4], std::sqrt(x[i]));
  }
}

TEST(Kernel, InlineAssemblyIsAnErrorAtItsLine) {
  Runner runner;
  EXPECT_FALSE(runner.compile(kernelText("", R"(
  llvm.inline_asm has_side_effects "membar.gl;", "" : () -> ()
)")));
  EXPECT_NE(runner.diagnostics.find(":5:3"), std::string::npos)
      << runner.diagnostics;
  EXPECT_NE(runner.diagnostics.find("inline assembly"), std::string::npos)
      << runner.diagnostics;
}
