//===- CompileTest.cpp - Compilation through the C interface --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What comes out of a compilation, and what bad input is answered with.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ttc::test;

TEST_F(CAPITest, Versions) {
  EXPECT_EQ(ttcGetAPIVersion(), unsigned(TTC_API_VERSION));
  EXPECT_TRUE(contains(ttcGetVersion(), "."));
  EXPECT_EQ(std::string(ttcGetLLVMVersion()).substr(0, 3), "22.");
  EXPECT_EQ(std::string(ttcGetTarget(0)), "cuda:75");
  size_t count = 0;
  while (ttcGetTarget(count))
    ++count;
  EXPECT_EQ(count, 8u);
}

TEST_F(CAPITest, KeepsTheLastArtifactOrAll) {
  Result result = compile(addKernel);
  ASSERT_TRUE(result) << getMessage();
  EXPECT_TRUE(contains(getArtifact(result, ttcStagePTX), ".entry add("));
  EXPECT_EQ(getArtifact(result, ttcStageTTGIR), "");
  size_t size = 7;
  EXPECT_EQ(ttcResultGetArtifact(result.get(), ttcStageCubin, &size), nullptr);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(ttcResultGetArtifact(result.get(), ttcStage(7), nullptr), nullptr);

  set("keep_texts", 1);
  result = compile(addKernel);
  EXPECT_TRUE(contains(getArtifact(result, ttcStageTTIR), "tt.func"));
  EXPECT_TRUE(contains(getArtifact(result, ttcStageTTGIR), "#ttg.blocked"));
  EXPECT_TRUE(contains(getArtifact(result, ttcStageLowered), "llvm.func"));
  EXPECT_TRUE(contains(getArtifact(result, ttcStageLLVMIR), "define"));
}

TEST_F(CAPITest, FactsOfTheKernel) {
  set("num_warps", 8);
  set("enable_fp_fusion", 0);
  Result result = compile(addKernel);
  ASSERT_TRUE(result) << getMessage();
  EXPECT_EQ(getInteger(result, "num_warps"), 8);
  EXPECT_EQ(getInteger(result, "enable_fp_fusion"), 0);
  EXPECT_EQ(getInteger(result, "global_scratch_size"), 0);
  EXPECT_EQ(getInteger(result, "global_scratch_align"), 1);
  EXPECT_EQ(getInteger(result, "program_id_axes"), 1);
  EXPECT_EQ(getInteger(result, "num_programs_axes"), 0);
  EXPECT_EQ(getInteger(result, "ptx_version"), 80);
  EXPECT_STREQ(ttcResultGetString(result.get(), "name"), "add");
  EXPECT_STREQ(ttcResultGetString(result.get(), "target"), "cuda:90");
  EXPECT_STREQ(ttcResultGetString(result.get(), "arch"), "sm_90a");
  int64_t value = 5;
  EXPECT_FALSE(ttcResultGetInteger(result.get(), "name", &value));
  EXPECT_EQ(value, 5);
  EXPECT_EQ(ttcResultGetString(result.get(), "num_warps"), nullptr);

  ASSERT_EQ(ttcResultGetNumParameters(result.get()), 4u);
  EXPECT_EQ(ttcResultGetParameterKind(result.get(), 0), ttcParameterPointer);
  EXPECT_STREQ(ttcResultGetParameterType(result.get(), 0), "f32");
  EXPECT_EQ(ttcResultGetParameterDivisibility(result.get(), 0), 16);
  EXPECT_EQ(ttcResultGetParameterKind(result.get(), 3), ttcParameterScalar);
  EXPECT_STREQ(ttcResultGetParameterType(result.get(), 3), "i32");
  EXPECT_EQ(ttcResultGetParameterDivisibility(result.get(), 3), 1);
  EXPECT_EQ(ttcResultGetParameterName(result.get(), 4), nullptr);

  std::string json = ttcResultGetMetadataJSON(result.get());
  EXPECT_TRUE(contains(json, "\"num_warps\": 8"));
  EXPECT_TRUE(contains(json, "\"enable_fp_fusion\": false"));
  EXPECT_TRUE(contains(json, "\"kind\": \"pointer\""));
}

TEST_F(CAPITest, AxesOfTheGrid) {
  std::string text = R"(
    tt.func public @axes(%p: !tt.ptr<i32>) {
      %y = tt.get_program_id y : i32
      %n = tt.get_num_programs z : i32
      %sum = arith.addi %y, %n : i32
      tt.store %p, %sum : !tt.ptr<i32>
      tt.return
    })";
  set("target", "sm_80");
  Result result = compile(text);
  ASSERT_TRUE(result) << getMessage();
  EXPECT_EQ(getInteger(result, "program_id_axes"), 2);
  EXPECT_EQ(getInteger(result, "num_programs_axes"), 4);
}

TEST_F(CAPITest, TimeAndMemoryOfEachStep) {
  Result result = compile(addKernel);
  ASSERT_EQ(ttcResultGetNumSteps(result.get()), 6u);
  const char *names[] = {"parse", "ttir", "ttgir", "mlir", "llir", "ptx"};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_STREQ(ttcResultGetStepName(result.get(), i), names[i]);
    EXPECT_GT(ttcResultGetStepMilliseconds(result.get(), i), 0);
#ifdef TTC_COUNTS_MEMORY
    EXPECT_GT(ttcResultGetStepPeakBytes(result.get(), i), 1000);
    EXPECT_LT(ttcResultGetStepPeakBytes(result.get(), i), 100 << 20);
#endif
  }
}

TEST_F(CAPITest, ErrorsInParts) {
  std::string text = "module {\n  tt.func public @f(%x: i32) {\n"
                     "    %y = arith.addi %x, %z : i32\n    tt.return\n  }\n}";
  set("target", "cuda:90");
  EXPECT_FALSE(compile(text));
  EXPECT_EQ(ttcErrorGetCode(error.get()), ttcErrorCompile);
  ASSERT_EQ(ttcErrorGetNumDiagnostics(error.get()), 1u);
  const ttcDiagnostic *first = ttcErrorGetDiagnostic(error.get(), 0);
  EXPECT_EQ(ttcDiagnosticGetSeverity(first), ttcSeverityError);
  EXPECT_STREQ(ttcDiagnosticGetMessage(first),
               "use of undeclared SSA value name");
  EXPECT_STREQ(ttcDiagnosticGetFile(first), "k.ttir");
  EXPECT_EQ(ttcDiagnosticGetLine(first), 3u);
  EXPECT_EQ(ttcDiagnosticGetColumn(first), 25u);
  EXPECT_STREQ(ttcDiagnosticGetSourceLine(first),
               "    %y = arith.addi %x, %z : i32");
  EXPECT_TRUE(contains(ttcDiagnosticGetRendered(first), "k.ttir:3:25: error:"));
  EXPECT_TRUE(contains(getMessage(), "k.ttir:3:25: error:"));
  EXPECT_EQ(ttcErrorGetDiagnostic(error.get(), 1), nullptr);
}

TEST_F(CAPITest, NotesInParts) {
  std::string text = "module {\n  llvm.func @f()\n  llvm.func @f()\n}";
  EXPECT_FALSE(compile(text));
  const ttcDiagnostic *first = ttcErrorGetDiagnostic(error.get(), 0);
  ASSERT_EQ(ttcDiagnosticGetNumNotes(first), 1u);
  const ttcDiagnostic *note = ttcDiagnosticGetNote(first, 0);
  EXPECT_EQ(ttcDiagnosticGetSeverity(note), ttcSeverityNote);
  EXPECT_EQ(ttcDiagnosticGetLine(note), 2u);
  EXPECT_STREQ(ttcDiagnosticGetSourceLine(note), "  llvm.func @f()");
  EXPECT_TRUE(contains(ttcDiagnosticGetRendered(note), "k.ttir:2:3: note:"));
  EXPECT_TRUE(contains(ttcDiagnosticGetRendered(first), "k.ttir:2:3: note:"));
  EXPECT_EQ(ttcDiagnosticGetNote(first, 1), nullptr);
}

TEST_F(CAPITest, RemarksSayWhichPassAndWhat) {
  EXPECT_EQ(ttcResultGetNumDiagnostics(compile(addKernel).get()), 0u);
  set("remarks", 1);
  Result result = compile(addKernel);
  ASSERT_GT(ttcResultGetNumDiagnostics(result.get()), 0u);
  const ttcDiagnostic *remark = ttcResultGetDiagnostic(result.get(), 0);
  EXPECT_EQ(ttcDiagnosticGetSeverity(remark), ttcSeverityRemark);
  EXPECT_STRNE(ttcDiagnosticGetCategory(remark), "");
  EXPECT_STREQ(ttcDiagnosticGetName(remark), "memory-access");
  EXPECT_EQ(ttcDiagnosticGetLine(remark), 14u);
  EXPECT_TRUE(contains(ttcDiagnosticGetMessage(remark),
                       "Analysis: tt.load: 32-bit accesses (Layout="))
      << ttcDiagnosticGetMessage(remark);
}

TEST_F(CAPITest, BadInputIsAnError) {
  EXPECT_FALSE(compile("this is no IR"));
  EXPECT_TRUE(contains(getMessage(), "k.ttir:1:1: error:"));
  EXPECT_FALSE(compile(""));
  EXPECT_TRUE(contains(getMessage(), "nothing to compile"));
  std::string rubbish;
  for (unsigned i = 0; i < 5000; ++i)
    rubbish += char(i * i * 2654435761u >> 24);
  EXPECT_FALSE(compile(rubbish));
  EXPECT_TRUE(contains(getMessage(), "error:"));
  EXPECT_FALSE(compile(std::string("ML\xefR", 4) + rubbish));
  EXPECT_TRUE(contains(getMessage(), "this is MLIR bytecode"));
  EXPECT_FALSE(compile(std::string(100000, '(')));
  EXPECT_TRUE(contains(getMessage(), "nested"));
}

TEST_F(CAPITest, TextEndsWhereItsSizeSays) {
  std::string text = addKernel + "// a comment", more = text + "\nrubbish";
  ttcResult *result;
  EXPECT_EQ(toText(ttcCompile(more.data(), text.size(), "k.ttir", options.get(),
                              &result)),
            "");
  ttcResultDestroy(result);
}

TEST_F(CAPITest, NothingIsReadBehindTheText) {
  size_t page = sysconf(_SC_PAGESIZE);
  void *memory = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  char *end = static_cast<char *>(memory) + page;
  ASSERT_EQ(mprotect(end, page, PROT_NONE), 0);
  const std::string texts[] = {
      addKernel.substr(0, 40), "tt.func @", "%", "\"a", "// x", "0x", "1e", ""};
  for (const std::string &text : texts) {
    char *start = std::copy_backward(text.begin(), text.end(), end);
    ttcResult *result;
    EXPECT_NE(toText(ttcCompile(start, text.size(), "k.ttir", options.get(),
                                &result)),
              "")
        << text;
  }
  munmap(memory, 2 * page);
}

TEST_F(CAPITest, OptionsAreChecked) {
  auto setString = [&](const char *name, const char *value) {
    return toText(ttcOptionsSetString(options.get(), name, value));
  };
  auto setInteger = [&](const char *name, int64_t value) {
    return toText(ttcOptionsSetInteger(options.get(), name, value));
  };
  EXPECT_TRUE(contains(setString("target", "sm_42"), "option 'target': "));
  EXPECT_TRUE(contains(setString("target", "sm_42"), "sm_90"));
  EXPECT_TRUE(contains(setString("warps", "4"), "there is no option 'warps'; "
                                                "there are target, num_warps"));
  EXPECT_EQ(setString("num_warps", "4"),
            "option 'num_warps' is a number, not a text");
  EXPECT_EQ(setInteger("target", 4), "option 'target' is a text, not a number");
  EXPECT_EQ(setInteger("num_warps", -1),
            "option 'num_warps' is -1; it must be from 0 to 4294967295");
  EXPECT_EQ(setInteger("num_warps", 3),
            "option 'num_warps': the number of warps is 3; it must be a power "
            "of two from 1 to 32");
  EXPECT_EQ(setInteger("num_stages", 0),
            "option 'num_stages': the number of pipeline stages is 0; it must "
            "be at least 1");
  EXPECT_EQ(setInteger("ptx_version", 79),
            "option 'ptx_version': PTX 7.9 is no version that can be written; "
            "the highest is 9.0");
  EXPECT_EQ(setInteger("remarks", 2),
            "option 'remarks' is 2; it must be from 0 to 1");
  EXPECT_TRUE(contains(setString("stop_after", "cubim"), "no stage 'cubim'"));
  EXPECT_TRUE(contains(setString("cpu_async", "never"), "late, early"));
  EXPECT_TRUE(
      contains(toText(ttcOptionsReadMetadata(options.get(), "{")), "Expected"));
  EXPECT_EQ(toText(ttcOptionsReadMetadata(options.get(), "{\"num_warps\": 2}")),
            "");
  EXPECT_EQ(getInteger(compile(addKernel), "num_warps"), 2);
  EXPECT_TRUE(contains(toText(ttcOptionsReadMetadata(
                           options.get(), std::string(200000, '[').c_str())),
                       "nested too deep"));
  // All of a text or nothing.
  for (const char *json : {"{\"num_warps\": 8, \"num_stages\": 0}",
                           "{\"num_warps\": 8, \"target\": \"cuda:1\"}",
                           "{\"num_warps\": 8, \"enable_fp_fusion\": \"no\"}"})
    EXPECT_NE(toText(ttcOptionsReadMetadata(options.get(), json)), "") << json;
  EXPECT_EQ(getInteger(compile(addKernel), "num_warps"), 2);
}

TEST_F(CAPITest, EveryOptionIsDescribed) {
  size_t count = 0;
  for (; const char *name = ttcGetOptionName(count); ++count) {
    EXPECT_STRNE(ttcGetOptionHelp(count), "") << name;
    // Of its own kind it is known; what value it takes is another question.
    ttcError *set = ttcGetOptionKind(count) == ttcOptionString
                        ? ttcOptionsSetString(options.get(), name, "?")
                        : ttcOptionsSetInteger(options.get(), name, 1);
    EXPECT_FALSE(contains(toText(set), "there is no option")) << name;
  }
  EXPECT_EQ(count, 23u);
  EXPECT_EQ(ttcGetOptionHelp(count), nullptr);
}

TEST_F(CAPITest, NullsAreErrorsOrNothing) {
  ttcResult *result;
  EXPECT_EQ(toText(ttcCompile(nullptr, 0, "", nullptr, &result)),
            "'text' is NULL");
  EXPECT_EQ(toText(ttcCompile("", 0, "", nullptr, nullptr)),
            "'result' is NULL");
  EXPECT_NE(toText(ttcCompile("", 0, nullptr, nullptr, &result)), "");
  EXPECT_EQ(toText(ttcOptionsSetString(nullptr, "target", "")),
            "'options' is NULL");
  EXPECT_EQ(toText(ttcOptionsSetString(options.get(), nullptr, "")),
            "'name' is NULL");
  EXPECT_EQ(toText(ttcOptionsSetString(options.get(), "target", nullptr)),
            "'value' is NULL");
  EXPECT_EQ(toText(ttcOptionsReadMetadata(options.get(), nullptr)),
            "'json' is NULL");
  EXPECT_EQ(ttcErrorGetMessage(nullptr), nullptr);
  EXPECT_EQ(ttcErrorGetNumDiagnostics(nullptr), 0u);
  EXPECT_EQ(ttcDiagnosticGetMessage(nullptr), nullptr);
  EXPECT_EQ(ttcDiagnosticGetNumNotes(nullptr), 0u);
  EXPECT_EQ(ttcResultGetNumParameters(nullptr), 0u);
  EXPECT_EQ(ttcResultGetArtifact(nullptr, ttcStagePTX, nullptr), nullptr);
  EXPECT_EQ(ttcResultGetMetadataJSON(nullptr), nullptr);
  EXPECT_EQ(ttcResultGetNumSteps(nullptr), 0u);
  ttcErrorDestroy(nullptr);
  ttcOptionsDestroy(nullptr);
  ttcResultDestroy(nullptr);
  ttcToolDestroy(nullptr);
  ttcCPUProgramDestroy(nullptr);
  ttcCPULaunchDestroy(nullptr);
  ttcCUDAKernelDestroy(nullptr);
}

TEST_F(CAPITest, ThreadsHaveTheirOwnResultsAndErrors) {
  std::string wanted = getArtifact(compile(addKernel), ttcStagePTX);
  std::vector<std::thread> threads;
  std::vector<unsigned> right(8);
  for (unsigned t = 0; t < right.size(); ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 5; ++i) {
        // Every other one fails, at a line of its own.
        bool fails = (t + i) % 2;
        std::string text =
            fails ? std::string(t + 1, '\n') + "rubbish" : addKernel;
        ttcResult *result;
        Error failure(ttcCompile(text.data(), text.size(), "k.ttir",
                                 options.get(), &result));
        Result owner(result);
        if (!fails)
          right[t] += getArtifact(owner, ttcStagePTX) == wanted;
        else
          right[t] += ttcDiagnosticGetLine(
                          ttcErrorGetDiagnostic(failure.get(), 0)) == t + 2;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, std::vector<unsigned>(right.size(), 5));
}
