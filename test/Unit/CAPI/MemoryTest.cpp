//===- MemoryTest.cpp - Exhausted memory in libttc.so ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each attempt has a process of its own, as what was in use when memory ran out
// stays so.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ttc::test;

/// Bytes of address space that the process has.
static size_t getSize() {
  long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return size_t(pages) * sysconf(_SC_PAGESIZE);
}

/// Like what the compiler allocates most.
static constexpr size_t blockSize = 4096;

enum Outcome { Compiled, Reported, Wrong };

namespace {
struct Block {
  Block *next;
};
} // namespace

/// All memory that there is, in blocks of this size.
static Block *takeAll(size_t size) {
  Block *taken = nullptr;
  while (auto *block = static_cast<Block *>(std::malloc(size))) {
    block->next = taken;
    taken = block;
  }
  return taken;
}

/// Compiles with so many blocks of memory and no more, whatever the heap has
/// from before.
static Outcome compileWithin(size_t blocks) {
  ttcOptions *options = ttcOptionsCreate();
  ttcOptionsSetString(options, "stop_after", "ptx");
  rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = getSize() + (16 << 20);
  setrlimit(RLIMIT_AS, &limit);
  Block *large = takeAll(blockSize);
  takeAll(64);
  for (; large && blocks > 0; --blocks) {
    Block *next = large->next;
    std::free(large);
    large = next;
  }
  ttcResult *result;
  ttcError *error =
      ttcCompile(addKernel.data(), addKernel.size(), "k", options, &result);
  if (!error)
    return Compiled;
  return ttcErrorGetCode(error) == ttcErrorMemory && !result ? Reported : Wrong;
}

TEST(MemoryTest, ExhaustionIsAnError) {
  unsigned reported = 0, compiled = 0;
  for (size_t blocks = 0; blocks <= 2048; blocks += 128) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      _exit(compileWithin(blocks));
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status))
        << "signal " << WTERMSIG(status) << " with " << blocks << " blocks";
    ASSERT_NE(WEXITSTATUS(status), Wrong) << "with " << blocks << " blocks";
    reported += WEXITSTATUS(status) == Reported;
    compiled += WEXITSTATUS(status) == Compiled;
  }
  EXPECT_GT(reported, 0u);
  EXPECT_GT(compiled, 0u);
}
