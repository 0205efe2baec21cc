//===- GlibcCompatTest.cpp - The stand-ins for newer glibc functions ------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program defines both functions, so plain calls reach ours; where glibc
// has its own, the next object's definition is the oracle.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <link.h>
#include <set>

extern "C" {
uint32_t arc4random(void);
int _dl_find_object(void *address, struct dl_find_object *result);
}

namespace {

using FindObject = int(void *, dl_find_object *);

int functionOfThisProgram(int x) { return x + 1; }

void *const addresses[] = {
    reinterpret_cast<void *>(functionOfThisProgram),
    dlsym(RTLD_DEFAULT, "printf"),
    dlsym(RTLD_DEFAULT, "cos"),
    dlsym(RTLD_DEFAULT, "_ZSt9terminatev"),
};

TEST(GlibcCompat, FindsTheObjectOfEachAddress) {
  for (void *address : addresses) {
    ASSERT_NE(address, nullptr);
    dl_find_object found = {};
    ASSERT_EQ(_dl_find_object(address, &found), 0);
    EXPECT_LE(found.dlfo_map_start, address);
    EXPECT_GT(found.dlfo_map_end, address);
    // The table opens with its version, which has been 1 ever since.
    ASSERT_NE(found.dlfo_eh_frame, nullptr);
    EXPECT_EQ(*static_cast<uint8_t *>(found.dlfo_eh_frame), 1);
  }
}

TEST(GlibcCompat, NamesTheTableThatGlibcNames) {
  auto *original =
      reinterpret_cast<FindObject *>(dlsym(RTLD_NEXT, "_dl_find_object"));
  if (!original)
    GTEST_SKIP() << "this glibc has no _dl_find_object";
  ASSERT_NE(original, &_dl_find_object);
  for (void *address : addresses) {
    dl_find_object ours = {}, theirs = {};
    ASSERT_EQ(_dl_find_object(address, &ours), 0);
    ASSERT_EQ(original(address, &theirs), 0);
    EXPECT_EQ(ours.dlfo_eh_frame, theirs.dlfo_eh_frame);
  }
}

TEST(GlibcCompat, FindsNothingOutsideEveryObject) {
  int onTheStack = 0;
  dl_find_object found = {};
  EXPECT_EQ(_dl_find_object(nullptr, &found), -1);
  EXPECT_EQ(_dl_find_object(&onTheStack, &found), -1);
}

TEST(GlibcCompat, RandomNumbersDiffer) {
  std::set<uint32_t> seen;
  for (int i = 0; i < 64; ++i)
    seen.insert(arc4random());
  EXPECT_GE(seen.size(), 60u);
}

} // namespace
