//===- MemoryCount.h - Heap memory that a thread has ------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compilation runs in one thread, so what that thread allocates is what the
// compilation does, whatever else happens in the process; the size of the
// process would tell of all threads together. A program that links the library
// TTCMemoryCount gets an `operator new` that counts by threads, and with it the
// peaks in StageTime. Others keep their own, and peaks are zero. libttc.so
// counts.
//
// Counted is what C++'s operators allocate, in bytes that the heap sets aside:
// nearly all that LLVM and MLIR use. Memory freed by another thread than the
// one that allocated it counts for the thread that frees it.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_COMPILER_MEMORYCOUNT_H
#define TTC_COMPILER_MEMORYCOUNT_H

#include <cstdint>

namespace ttc {

struct MemoryCount {
  /// Bytes allocated now; negative where more was freed than allocated.
  int64_t live;
  /// The largest value of `live` since somebody last set this.
  int64_t peak;
};

/// The calling thread's. Null in programs without TTCMemoryCount.
__attribute__((weak)) MemoryCount *getMemoryCount();

} // namespace ttc

#endif // TTC_COMPILER_MEMORYCOUNT_H
