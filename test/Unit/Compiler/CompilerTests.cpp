//===- CompilerTests.cpp - The compiler as a library ----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What clients of ttc::compile() rely on beyond what tt-translate shows:
// results, diagnostics in parts, use from many threads.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <thread>

using namespace ttc;

/// A lowered kernel that stores `value`.
static std::string getKernel(unsigned value) {
  return R"(
    module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 2 : i32} {
      llvm.func @store(%p: !llvm.ptr<1> loc("out"("k.py":1:0)), %n: i32)
          attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
        %c = llvm.mlir.constant()" +
         std::to_string(value) + R"( : i32) : i32
        %x = llvm.add %c, %n : i32
        ptx.st %p, (%x) cache = cs : !llvm.ptr<1>, i32
        llvm.return
      }
    })";
}

static CompileOptions getOptions(Stage stopAfter) {
  CompileOptions options;
  options.stopAfter = stopAfter;
  return options;
}

TEST(CompilerTest, KeepsWhatIsAskedFor) {
  CompileOptions options = getOptions(Stage::PTX);
  CompileResult result = compile(getKernel(7), "kernel", options);
  ASSERT_TRUE(result.succeeded);
  EXPECT_TRUE(result.diagnostics.empty());
  EXPECT_FALSE(result.ptx.empty());
  EXPECT_TRUE(result.llvmIR.empty());
  EXPECT_TRUE(result.lowered.empty());
  EXPECT_FALSE(result.loweredModule);
  EXPECT_EQ(result.kernel.ptxVersion, 80u);

  options.keepTexts = true;
  options.keepLoweredModule = true;
  result = compile(getKernel(7), "kernel", options);
  EXPECT_FALSE(result.llvmIR.empty());
  EXPECT_EQ(result.getArtifact(Stage::LLVMIR), result.llvmIR);
  // As it was lowered, not as emission left it.
  ASSERT_TRUE(result.loweredModule);
  EXPECT_NE(result.lowered.find("ptx.st"), std::string::npos);
  bool hasPTX = false;
  result.loweredModule->walk([&](mlir::Operation *op) {
    hasPTX |= op->getName().getStringRef() == "ptx.st";
  });
  EXPECT_TRUE(hasPTX);
}

TEST(CompilerTest, StopsAtTheLoweredModule) {
  CompileResult result =
      compile(getKernel(7), "kernel", getOptions(Stage::Lowered));
  ASSERT_TRUE(result.succeeded);
  EXPECT_TRUE(result.loweredModule);
  EXPECT_FALSE(result.lowered.empty());
  EXPECT_TRUE(result.ptx.empty());
}

TEST(CompilerTest, RefusesToGoBack) {
  CompileResult result =
      compile(getKernel(7), "kernel", getOptions(Stage::TTGIR));
  EXPECT_FALSE(result.succeeded);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].message,
            "the module is past the stage asked for, 'ttgir'");
}

TEST(CompilerTest, DescribesTheKernel) {
  CompileResult result =
      compile(getKernel(7), "kernel", getOptions(Stage::PTX));
  const KernelInfo &kernel = result.kernel;
  EXPECT_EQ(kernel.name, "store");
  EXPECT_EQ(kernel.target, "cuda:90");
  EXPECT_EQ(kernel.numWarps, 2u);
  EXPECT_EQ(kernel.numCTAs, 1u);
  ASSERT_EQ(kernel.parameters.size(), 2u);
  EXPECT_EQ(kernel.parameters[0].name, "out");
  EXPECT_TRUE(kernel.parameters[0].isPointer);
  EXPECT_EQ(kernel.parameters[0].type, "");
  EXPECT_EQ(kernel.parameters[1].name, "arg1");
  EXPECT_FALSE(kernel.parameters[1].isPointer);
  EXPECT_EQ(kernel.parameters[1].type, "i32");
}

TEST(CompilerTest, DescribesPointersOfTTIR) {
  CompileOptions options = getOptions(Stage::TTIR);
  options.target = "sm_80";
  CompileResult result = compile(R"(
    tt.func public @f(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32} loc("x"("k.py":1:0)),
                      %n: i64 {tt.divisibility = 8 : i32}) {
      tt.return
    })",
                                 "kernel", options);
  ASSERT_TRUE(result.succeeded);
  ASSERT_EQ(result.kernel.parameters.size(), 2u);
  EXPECT_TRUE(result.kernel.parameters[0].isPointer);
  EXPECT_EQ(result.kernel.parameters[0].type, "f16");
  EXPECT_EQ(result.kernel.parameters[0].divisibility, 16);
  EXPECT_EQ(result.kernel.parameters[1].type, "i64");
  EXPECT_EQ(result.kernel.parameters[1].divisibility, 8);
}

TEST(CompilerTest, DescribesThePartsOfDescriptors) {
  const char *text = R"(
    tt.func public @load(%x: !tt.tensordesc<8x32xf16> loc("x"),
                         %n: i32 loc("n")) {
      tt.return
    })";
  CompileOptions options = getOptions(Stage::Lowered);
  options.target = "cuda:80";
  CompileResult result = compile(text, "kernel", options);
  ASSERT_TRUE(result.succeeded);
  std::vector<std::string> found;
  for (const KernelParameter &parameter : result.kernel.parameters)
    found.push_back(parameter.name + " " + parameter.type + " " +
                    std::to_string(parameter.divisibility) + " " +
                    parameter.descriptor);
  std::vector<std::string> expected = {"x f16 16 x",
                                       "x.shape.0 i64 1 x",
                                       "x.shape.1 i64 1 x",
                                       "x.stride.0 i64 8 x",
                                       "x.stride.1 i64 1 x",
                                       "x.padding i1 1 x",
                                       "n i32 1 "};
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(result.kernel.parameters[0].isPointer);

  // The lowered kernel has these parameters, under these names.
  result = compile(result.lowered, "lowered", options);
  ASSERT_TRUE(result.succeeded);
  ASSERT_EQ(result.kernel.parameters.size(), expected.size());
  EXPECT_EQ(result.kernel.parameters[3].name, "x.stride.0");
}

TEST(CompilerTest, DiagnosticsInParts) {
  CompileResult result = compile("module {\n  llvm.frobnicate\n}",
                                 "kernel.mlir", getOptions(Stage::PTX));
  EXPECT_FALSE(result.succeeded);
  ASSERT_FALSE(result.diagnostics.empty());
  const CompileDiagnostic &diagnostic = result.diagnostics[0];
  EXPECT_EQ(diagnostic.severity, CompileDiagnostic::Error);
  EXPECT_EQ(diagnostic.file, "kernel.mlir");
  EXPECT_EQ(diagnostic.line, 2u);
  EXPECT_EQ(diagnostic.column, 3u);
  EXPECT_NE(diagnostic.rendered.find("kernel.mlir:2:3: error: "),
            std::string::npos);
  EXPECT_NE(diagnostic.rendered.find("  llvm.frobnicate\n  ^"),
            std::string::npos);
}

TEST(CompilerTest, TimesEveryStage) {
  CompileResult result =
      compile(getKernel(7), "kernel", getOptions(Stage::PTX));
  std::string names;
  for (const StageTime &time : result.times) {
    names += time.name + " ";
    EXPECT_GT(time.milliseconds, 0);
  }
  EXPECT_EQ(names, "parse llir ptx ");
}

TEST(CompilerTest, ManyThreadsAtOnce) {
  constexpr unsigned count = 8;
  auto compileOne = [](unsigned value) {
    CompileResult result =
        compile(getKernel(value), "kernel", getOptions(Stage::PTX));
    return result.succeeded ? result.ptx : "failed";
  };
  std::vector<std::string> alone, together(count);
  for (unsigned i = 0; i < count; ++i)
    alone.push_back(compileOne(i + 100));
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i)
    threads.emplace_back([&, i] { together[i] = compileOne(i + 100); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(alone, together);
  EXPECT_NE(alone[0], alone[1]);
}

TEST(CompilerTest, ReadsWhatItWrites) {
  KernelInfo kernel;
  kernel.name = "f";
  kernel.target = "cuda:80";
  kernel.numWarps = 16;
  kernel.numStages = 5;
  kernel.numCTAs = 2;
  kernel.fpFusion = false;
  CompileOptions options;
  ASSERT_FALSE(
      static_cast<bool>(readMetadataJSON(getMetadataJSON(kernel), options)));
  EXPECT_EQ(options.target, "cuda:80");
  EXPECT_EQ(options.numWarps, 16u);
  EXPECT_EQ(options.numStages, 5u);
  EXPECT_EQ(options.numCTAs, 2u);
  EXPECT_FALSE(options.fpFusion);
}
