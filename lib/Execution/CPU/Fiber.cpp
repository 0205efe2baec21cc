//===- Fiber.cpp - Stacks and switches ------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "Memory.h"
#include <sys/mman.h>

using namespace ttc::cpu;

bool Stack::inGuard(const void *address) const {
  auto *p = static_cast<const char *>(address);
  return p < base && p >= base - pageBytes();
}

StackPool::~StackPool() {
  for (Stack stack : all)
    munmap(stack.base - pageBytes(), Stack::bytes + pageBytes());
}

Stack StackPool::acquire() {
  if (!free.empty()) {
    Stack stack = free.back();
    free.pop_back();
    return stack;
  }
  void *memory =
      mmap(nullptr, Stack::bytes + pageBytes(), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return {};
  if (mprotect(memory, pageBytes(), PROT_NONE) != 0) {
    munmap(memory, Stack::bytes + pageBytes());
    return {};
  }
  Stack stack{static_cast<char *>(memory) + pageBytes()};
  all.push_back(stack);
  return stack;
}
