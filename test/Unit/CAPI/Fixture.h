//===- Fixture.h - What tests of the C interface share ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TEST_UNIT_CAPI_FIXTURE_H
#define TTC_TEST_UNIT_CAPI_FIXTURE_H

#include "ttc-c/Compiler.h"

#include "gtest/gtest.h"

#include <cstring>
#include <memory>
#include <string>

namespace ttc::test {

template <auto destroy>
struct Destroyer {
  template <typename T>
  void operator()(T *handle) const {
    destroy(handle);
  }
};
using Error = std::unique_ptr<ttcError, Destroyer<ttcErrorDestroy>>;
using Options = std::unique_ptr<ttcOptions, Destroyer<ttcOptionsDestroy>>;
using Result = std::unique_ptr<ttcResult, Destroyer<ttcResultDestroy>>;

/// The error's text, empty for success.
inline std::string toText(ttcError *error) {
  Error owner(error);
  return error ? ttcErrorGetMessage(error) : "";
}

/// x[i] + y[i] for 256 elements, of which n exist; line 3 is the kernel's.
inline const std::string addKernel = R"(
module attributes {ttg.target = "cuda:90"} {
  tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %size = arith.constant 256 : i32
    %id = tt.get_program_id x : i32
    %start = arith.muli %id, %size : i32
    %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %base = tt.splat %start : i32 -> tensor<256xi32>
    %i = arith.addi %base, %range : tensor<256xi32>
    %end = tt.splat %n : i32 -> tensor<256xi32>
    %ok = arith.cmpi slt, %i, %end : tensor<256xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %xv = tt.load %xp, %ok : tensor<256x!tt.ptr<f32>>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %yp = tt.addptr %ys, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %yv = tt.load %yp, %ok : tensor<256x!tt.ptr<f32>>
    %sum = arith.addf %xv, %yv : tensor<256xf32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %op = tt.addptr %os, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    tt.store %op, %sum, %ok : tensor<256x!tt.ptr<f32>>
    tt.return
  }
}
)";

class CAPITest : public testing::Test {
protected:
  CAPITest() : options(ttcOptionsCreate()) { set("stop_after", "ptx"); }

  void set(const char *name, const std::string &value) {
    EXPECT_EQ(toText(ttcOptionsSetString(options.get(), name, value.c_str())),
              "");
  }
  void set(const char *name, int64_t value) {
    EXPECT_EQ(toText(ttcOptionsSetInteger(options.get(), name, value)), "");
  }

  /// The result and no error, or an error and no result.
  Result compile(const std::string &text) {
    ttcResult *result;
    error.reset(
        ttcCompile(text.data(), text.size(), "k.ttir", options.get(), &result));
    EXPECT_EQ(error == nullptr, result != nullptr);
    return Result(result);
  }
  std::string getMessage() const {
    return error ? ttcErrorGetMessage(error.get()) : "";
  }

  static std::string getArtifact(const Result &result, ttcStage stage) {
    size_t size;
    const char *data = ttcResultGetArtifact(result.get(), stage, &size);
    return data ? std::string(data, size) : "";
  }
  static int64_t getInteger(const Result &result, const char *property) {
    int64_t value = -1;
    EXPECT_TRUE(ttcResultGetInteger(result.get(), property, &value));
    return value;
  }

  Options options;
  /// Of the last compilation.
  Error error;
};

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace ttc::test

#endif // TTC_TEST_UNIT_CAPI_FIXTURE_H
