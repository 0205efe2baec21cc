//===- Async.h - Work that completes later ----------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy in flight reads its source and writes its destination at one moment
// between its issue and the wait that the ISA ties it to: at the wait
// (AsyncPolicy::Late), at issue (Early), or at either, by chance (Random).
//
// Copies tied to a group complete when their thread waits for the group.
// Copies tied to an mbarrier have nobody who waits for them in particular:
// they complete, oldest first, when no thread of the cluster can go on
// otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_ASYNC_H
#define TTC_LIB_EXECUTION_CPU_ASYNC_H

#include "Checker.h"
#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <random>

namespace ttc::cpu {

/// One piece of asynchronous work.
struct AsyncWork {
  Thread *thread = nullptr;
  const Site *site = nullptr;
  AsyncToken token;
  /// Does the work; empty once done.
  std::function<void()> perform;
  /// What follows it, such as the signal to an mbarrier.
  std::function<void()> finish;

  void complete() {
    if (perform)
      std::exchange(perform, nullptr)();
    if (finish)
      std::exchange(finish, nullptr)();
  }
};
using AsyncGroup = std::vector<std::shared_ptr<AsyncWork>>;

/// Groups of one kind that a thread has committed, and what it has not.
struct GroupQueue {
  AsyncGroup open;
  std::deque<AsyncGroup> committed;
  bool empty() const { return open.empty() && committed.empty(); }
};

/// The asynchronous work of one thread.
struct ThreadAsync {
  GroupQueue copies; // cp.async
  GroupQueue bulk;   // cp.async.bulk
  GroupQueue wgmma;
  std::vector<WgmmaRegister> registers;
};

/// An mbarrier object, found by its address.
struct Mbarrier {
  uint32_t expected = 0;
  int64_t pending = 0;
  int64_t transactions = 0;
  uint64_t phase = 0;
  /// What arrivals of this phase released, and those of the last one.
  ClockRef released, completed;
  const Site *site = nullptr;
  Thread *owner = nullptr;
};

/// The asynchronous state of one cluster.
struct ClusterAsync {
  llvm::DenseMap<uint64_t, Mbarrier> barriers;
  std::deque<std::shared_ptr<AsyncWork>> inFlight;
  std::minstd_rand random;
};

/// Whether work issued now is to be performed at once.
bool performsAtOnce(Cluster &cluster);
/// Begins the work, with the knowledge that the checks need.
void beginWork(AsyncWork &work, Thread *thread, const Site *site,
               bool asyncProxy);
/// Makes work and begins it.
std::shared_ptr<AsyncWork> makeWork(Thread *thread, const Site *site,
                                    bool asyncProxy);
/// Performs it if the policy says so, and files it in the group or, when there
/// is none, with what completes by itself.
void issueWork(std::shared_ptr<AsyncWork> work, GroupQueue *queue);
void commitGroup(GroupQueue &queue);
/// Completes all but the newest `keep` groups; the thread has then seen them.
void waitGroups(Thread *thread, GroupQueue &queue, size_t keep);

/// Copies `bytes`, checked as accesses by the work.
void copyBytes(const AsyncWork &work, uint64_t to, uint64_t from,
               uint32_t bytes);

/// Adds `bytes` arrived to the barrier at `address`, on behalf of the work.
void completeTransactions(const AsyncWork &work, uint64_t address,
                          int64_t bytes);
/// An arrival that asynchronous work makes, counted or not beforehand.
void arriveAsync(const AsyncWork &work, uint64_t address);

void executeMbarrier(Thread *thread, const Site *site, uint64_t *in,
                     uint64_t *out);
void executeCopy(Thread *thread, const Site *site, uint64_t *in);
void executeTensorCopy(Thread *thread, const Site *site, uint64_t *in);
void executeWgmma(Thread *thread, const Site *site, uint64_t *in,
                  uint64_t *out);
void executeClusterBarrier(Thread *thread, const Site *site);

/// Reports what was never waited for, when a thread returns.
void threadLeaves(Thread *thread);
/// Reports what is left when a cluster ends.
void clusterLeaves(Cluster &cluster);

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_ASYNC_H
