//===- Checker.h - What a kernel must not do --------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every access is checked for its bounds, its alignment, whether somebody
// wrote what it reads, and whether it is ordered with conflicting accesses.
//
// Order is happens-before, by vector clocks: each thread counts its own
// releases; a barrier gives all its threads the maximum of their knowledge.
// Each granule of memory remembers its last write and the reads since then
// (exactly: all readers). Of accesses by other blocks in global memory, order
// is known per block: an acquire orders everything of the acquiring block
// behind everything that the releasing block did before its release. That may
// miss a race between blocks, never invent one.
//
// With checks, blocks run one after the other, so there is no locking here.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_CHECKER_H
#define TTC_LIB_EXECUTION_CPU_CHECKER_H

#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"

namespace ttc::cpu {

/// What each thread of a cluster knows of the others' clocks, shared between
/// threads that know the same.
using Clock = std::vector<uint32_t>;
using ClockRef = std::shared_ptr<const Clock>;

/// What the checks know of one thread.
struct ThreadChecks {
  /// Counts the thread's releases.
  uint32_t now = 1;
  ClockRef known;
  bool fenced = false;
  /// Atomic variables that it read without acquiring.
  std::vector<uint64_t> relaxedReads;
};

/// One access: the thread's clock, its index in the cluster and the site.
/// Zero stands for none.
struct Epoch {
  uint32_t clock = 0;
  uint16_t thread = 0;
  uint16_t unused = 0;
  uint32_t site = 0;
  explicit operator bool() const { return clock != 0; }
};

/// Reads by several threads of one block, indexed by thread.
using ReadSet = std::vector<Epoch>;

/// What is remembered of one granule.
struct Cell {
  Epoch write;
  Epoch read;
  /// Readers of the same block, when there is more than one.
  std::unique_ptr<ReadSet> readers;
  /// Of global memory: who the epochs above belong to (block + 1), when
  /// (the launch's count of releases), and a reader from another block.
  uint64_t writeBlock = 0, readBlock = 0, otherBlock = 0;
  uint32_t writeTime = 0, readTime = 0, otherTime = 0;
  uint32_t otherSite = 0;
};

/// The cells of one piece of memory, made when first needed. Granules start at
/// four bytes and become as small as the smallest access.
class Shadow {
public:
  void reset(size_t bytes, bool initialized);
  bool isWritten(size_t offset, size_t bytes) const;
  void markWritten(size_t offset, size_t bytes);
  /// Calls `function(cell, offset)` for each granule of [offset, +bytes).
  template <typename Function>
  void forEach(size_t offset, size_t bytes, Function function) {
    if (((offset | bytes) & ((size_t(1) << granuleBits) - 1)) != 0)
      refine(offset, bytes);
    size_t first = offset >> granuleBits;
    size_t last = (offset + bytes - 1) >> granuleBits;
    for (size_t i = first; i <= last; ++i)
      function(cell(i), i << granuleBits);
  }
  size_t size() const { return bytes; }

private:
  static constexpr unsigned pageBits = 10;
  using Page = std::array<Cell, 1 << pageBits>;
  Cell &cell(size_t index) {
    std::unique_ptr<Page> &page = pages[index >> pageBits];
    if (!page)
      page = std::make_unique<Page>();
    return (*page)[index & ((1 << pageBits) - 1)];
  }
  void refine(size_t offset, size_t bytes);

  size_t bytes = 0;
  unsigned granuleBits = 2;
  bool initialized = false;
  std::vector<bool> written;
  std::vector<std::unique_ptr<Page>> pages;
};

/// How an access takes part in order.
enum class AccessMode { Read, Write, Atomic };

class Checker {
public:
  explicit Checker(Execution &execution);

  void startCluster(Cluster &cluster);
  void endCluster(Cluster &cluster);

  /// An access that generated code is about to make; does not return if it
  /// must not be made.
  void access(Thread *thread, const Site *site, uint64_t address);
  /// The same for an access of the runtime's (matrix loads, copies).
  void access(Thread *thread, const Site *site, uint64_t address,
              uint32_t bytes, uint32_t align, AccessMode mode);

  /// All of `waiting` come after all of both lists.
  void synchronize(llvm::ArrayRef<Thread *> waiting,
                   llvm::ArrayRef<Thread *> arrived = {});
  void fence(Thread *thread, const Site *site);

  /// Knowledge handed from thread to thread through an object.
  void release(Thread *thread, ClockRef &object);
  void acquire(Thread *thread, const ClockRef &object);

private:
  /// What an atomic variable carries from its releasers to its acquirers.
  struct SyncVariable {
    ClockRef clock;
    uint64_t cluster = 0;
    llvm::DenseMap<uint64_t, uint32_t> blocks;
  };
  struct Place {
    Shadow *shadow = nullptr;
    size_t offset = 0;
    bool global = false;
    /// The block whose shared memory it is.
    Block *owner = nullptr;
  };

  bool locate(Thread *thread, const Site *site, uint64_t address,
              uint32_t bytes, Place &place);
  void checkRead(Thread *thread, const Site *site, const Place &place,
                 uint32_t bytes, uint64_t address, bool atomic);
  void checkWrite(Thread *thread, const Site *site, const Place &place,
                  uint32_t bytes, uint64_t address, bool atomic);
  void order(Thread *thread, const Site *site, uint64_t address);
  void reportRace(Thread *thread, const Site *site, uint64_t address,
                  bool isWrite, const Epoch &other, bool otherIsWrite,
                  uint64_t otherBlock);
  void recordRead(Thread *thread, const Site *site, Cell &cell, bool global);
  bool ordered(Thread *thread, const Epoch &epoch) const;
  bool orderedBlocks(Thread *thread, uint64_t block, uint32_t time) const;
  Epoch epochOf(Thread *thread, const Site *site) const;
  void releaseBlock(Thread *thread, SyncVariable &variable);
  void acquireBlock(Thread *thread, const SyncVariable &variable);

  Execution &execution;
  std::vector<Shadow> buffers;
  llvm::DenseMap<const Block *, std::unique_ptr<Shadow>> shared;
  llvm::DenseMap<const Cluster *, std::vector<ThreadChecks>> clocks;
  llvm::DenseMap<uint64_t, SyncVariable> variables;
  /// For each block, which others' releases it has seen, and when they were.
  llvm::DenseMap<uint64_t, llvm::DenseMap<uint64_t, uint32_t>> knownBlocks;
  uint32_t releases = 1;
};

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_CHECKER_H
