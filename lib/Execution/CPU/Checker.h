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
// Asynchronous work is done by agents: each thread has one, which knows what
// the thread knew when it issued the work, and whose accesses come before
// nothing until somebody waits for them. Work of the async proxy sees a write
// of ordinary instructions only behind a proxy fence: clocks hold a second
// half, what is known to be visible to that proxy, which a fence brings up.
//
// With checks, blocks run one after the other, so there is no locking here.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_CHECKER_H
#define TTC_LIB_EXECUTION_CPU_CHECKER_H

#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"

namespace ttc::cpu {

/// What a thread knows of the others' clocks, shared between threads that know
/// the same. For N threads in a cluster: N of the threads, N of their agents,
/// and as many again of what is visible to the async proxy.
using Clock = std::vector<uint32_t>;
using ClockRef = std::shared_ptr<const Clock>;

/// What the checks know of one thread.
struct ThreadChecks {
  /// Counts the thread's releases, and the work that it gave its agent.
  uint32_t now = 1;
  uint32_t agentNow = 0;
  ClockRef known;
  bool fenced = false;
  /// Atomic variables that it read without acquiring.
  std::vector<uint64_t> relaxedReads;
};

/// One access: the thread's clock, its index in the cluster (agents follow the
/// threads) and the site. A clock of zero stands for none.
struct Epoch {
  uint32_t clock = 0;
  uint32_t site = 0;
  uint16_t thread = 0;
  bool asyncProxy = false;
  explicit operator bool() const { return clock != 0; }
};

/// Reads by several threads of one block, indexed by thread.
using ReadSet = std::vector<Epoch>;

/// What few granules need.
struct CellExtra {
  /// Readers of the same block, when there is more than one.
  ReadSet readers;
  /// A reader from another block.
  uint32_t otherBlock = 0, otherTime = 0, otherSite = 0;
  /// The newest atomic access, and whether it wrote.
  Epoch atomic;
  uint32_t atomicBlock = 0, atomicTime = 0;
  bool atomicWrites = false;
};

/// What is remembered of one granule.
struct Cell {
  Epoch write;
  Epoch read;
  /// Of global memory: who the epochs belong to (block + 1), and when they were
  /// (the launch's count of releases).
  uint32_t writeBlock = 0, readBlock = 0;
  uint32_t writeTime = 0, readTime = 0;
  std::unique_ptr<CellExtra> extra;
};

/// The cells of one piece of memory, made when first needed. Granules start at
/// 16 bytes, the widest access, and become as small as the smallest one.
class Shadow {
public:
  void reset(size_t bytes, bool initialized);
  bool isWritten(size_t offset, size_t bytes) const;
  void markWritten(size_t offset, size_t bytes);
  /// Calls `function(cell)` for each granule of [offset, +bytes).
  template <typename Function>
  void forEach(size_t offset, size_t bytes, Function function) {
    if (((offset | bytes) & ((size_t(1) << granuleBits) - 1)) != 0)
      refine(offset, bytes);
    size_t first = offset >> granuleBits;
    size_t last = (offset + bytes - 1) >> granuleBits;
    for (size_t i = first; i <= last; ++i)
      function(cell(i));
  }

private:
  static constexpr unsigned pageBits = 9;
  using Page = std::array<Cell, 1 << pageBits>;
  Cell &cell(size_t index) {
    std::unique_ptr<Page> &page = pages[index >> pageBits];
    if (!page)
      page = std::make_unique<Page>();
    return (*page)[index & ((1 << pageBits) - 1)];
  }
  size_t pageCount() const {
    return (((bytes + 15) >> granuleBits) >> pageBits) + 1;
  }
  void refine(size_t offset, size_t bytes);

  size_t bytes = 0;
  unsigned granuleBits = 4;
  bool initialized = false;
  /// One for each byte that was written.
  std::vector<uint8_t> written;
  std::vector<std::unique_ptr<Page>> pages;
};

/// How an access takes part in order.
enum class AccessMode { Read, Write, Atomic };

/// A piece of asynchronous work: what its agent knew, and its number.
struct AsyncToken {
  Thread *thread = nullptr;
  std::shared_ptr<Clock> known;
  uint32_t clock = 0;
  bool asyncProxy = false;
};

class Checker {
public:
  explicit Checker(Execution &execution);

  void startCluster(Cluster &cluster);
  void endCluster(Cluster &cluster);

  /// An access that generated code is about to make; does not return if it
  /// must not be made.
  void access(Thread *thread, const Site *site, uint64_t address);
  /// The same for an access of the runtime's (matrix loads).
  void access(Thread *thread, const Site *site, uint64_t address,
              uint32_t bytes, uint32_t align, AccessMode mode);
  /// An access by asynchronous work.
  void access(const AsyncToken &token, const Site *site, uint64_t address,
              uint32_t bytes, AccessMode mode);

  /// All of `waiting` come after all of both lists.
  void synchronize(llvm::ArrayRef<Thread *> waiting,
                   llvm::ArrayRef<Thread *> arrived = {});
  void fence(Thread *thread, const Site *site);
  /// What the thread knows becomes visible to the async proxy.
  void fenceProxy(Thread *thread);

  /// Knowledge handed from thread to thread through an object.
  void release(Thread *thread, ClockRef &object);
  void acquire(Thread *thread, const ClockRef &object);

  /// Begins asynchronous work of the thread.
  AsyncToken issue(Thread *thread, bool asyncProxy);
  /// The work is done, for those who acquire the object, or for `thread`.
  void release(const AsyncToken &token, ClockRef &object);
  void acquire(Thread *thread, const AsyncToken &token);

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
  };
  /// Who accesses: a thread or its agent.
  struct Actor {
    Thread *thread;
    const Site *site;
    uint32_t index;
    uint32_t now;
    const Clock *known;
    bool isAgent;
    bool asyncProxy;
    /// The block (plus one), as cells of global memory name it.
    uint64_t block;
  };

  Actor actorOf(Thread *thread, const Site *site) const;
  bool locate(Thread *thread, const Site *site, uint64_t address,
              uint32_t bytes, Place &place);
  void check(const Actor &actor, const Place &place, uint64_t address,
             uint32_t bytes, AccessMode mode);
  void checkRead(const Actor &actor, const Place &place, uint64_t address,
                 uint32_t bytes);
  void checkWrite(const Actor &actor, const Place &place, uint64_t address,
                  uint32_t bytes);
  void checkAtomic(const Actor &actor, const Place &place, uint64_t address,
                   uint32_t bytes, bool writes);
  void order(Thread *thread, const Site *site, uint64_t address);
  void reportRace(const Actor &actor, uint64_t address, bool isWrite,
                  const Epoch &other, bool otherIsWrite, uint64_t otherBlock);
  void recordRead(const Actor &actor, Cell &cell, uint64_t block);
  /// Whether the actor comes after the access. `proxied`: it must also be
  /// visible to the async proxy, if that is the actor's.
  bool ordered(const Actor &actor, const Epoch &epoch, bool proxied) const;
  bool orderedBlocks(const Actor &actor, uint64_t block, uint32_t time) const;
  static Epoch epochOf(const Actor &actor, const Execution &execution);
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
