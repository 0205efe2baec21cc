//===- MemoryCount.cpp - Counts what each thread allocates ----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces C++'s operators. The heap itself knows the size of each block, so
// none gets a header, and blocks may come and go between this and other code.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/MemoryCount.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <malloc.h>
#include <new>

static thread_local ttc::MemoryCount memoryCount;

ttc::MemoryCount *ttc::getMemoryCount() { return &memoryCount; }

static void *count(void *block) {
  if (!block)
    return nullptr;
  memoryCount.live += malloc_usable_size(block);
  memoryCount.peak = std::max(memoryCount.peak, memoryCount.live);
  return block;
}

static void *allocate(size_t size) { return count(std::malloc(size)); }

static void *allocate(size_t size, std::align_val_t alignment) {
  void *block = nullptr;
  if (posix_memalign(&block, std::max(size_t(alignment), sizeof(void *)), size))
    return nullptr;
  return count(block);
}

static void *orThrow(void *block) {
  if (!block)
    throw std::bad_alloc();
  return block;
}

static void release(void *block) {
  if (block)
    memoryCount.live -= malloc_usable_size(block);
  std::free(block);
}

using Alignment = std::align_val_t;
using NoThrow = const std::nothrow_t &;

void *operator new(size_t size) { return orThrow(allocate(size)); }
void *operator new[](size_t size) { return orThrow(allocate(size)); }
void *operator new(size_t size, NoThrow) noexcept { return allocate(size); }
void *operator new[](size_t size, NoThrow) noexcept { return allocate(size); }
void *operator new(size_t size, Alignment alignment) {
  return orThrow(allocate(size, alignment));
}
void *operator new[](size_t size, Alignment alignment) {
  return orThrow(allocate(size, alignment));
}
void *operator new(size_t size, Alignment alignment, NoThrow) noexcept {
  return allocate(size, alignment);
}
void *operator new[](size_t size, Alignment alignment, NoThrow) noexcept {
  return allocate(size, alignment);
}

void operator delete(void *block) noexcept { release(block); }
void operator delete[](void *block) noexcept { release(block); }
void operator delete(void *block, size_t) noexcept { release(block); }
void operator delete[](void *block, size_t) noexcept { release(block); }
void operator delete(void *block, NoThrow) noexcept { release(block); }
void operator delete[](void *block, NoThrow) noexcept { release(block); }
void operator delete(void *block, Alignment) noexcept { release(block); }
void operator delete[](void *block, Alignment) noexcept { release(block); }
void operator delete(void *block, size_t, Alignment) noexcept {
  release(block);
}
void operator delete[](void *block, size_t, Alignment) noexcept {
  release(block);
}
void operator delete(void *block, Alignment, NoThrow) noexcept {
  release(block);
}
void operator delete[](void *block, Alignment, NoThrow) noexcept {
  release(block);
}
