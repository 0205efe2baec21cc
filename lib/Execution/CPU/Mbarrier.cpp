//===- Mbarrier.cpp - Barriers in shared memory ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, mbarrier: a phase completes when its pending arrivals and its
// transaction count are both zero; the next one begins at once with the
// expected count. The state that an arrival returns is the phase's number.
// The object's contents are ours: the kernel may not look at them.
//
//===----------------------------------------------------------------------===//

#include "Async.h"

using namespace ttc;
using namespace ttc::cpu;

namespace {
constexpr int64_t maxCount = (1 << 20) - 1;

/// The state of a barrier, which must have been initialized.
Mbarrier &find(Thread *thread, const Site *site, uint64_t address) {
  if (address & 7)
    fail(thread, Report::Kind::Misaligned, site,
         "the barrier at " + describeAddress(thread, address) +
             " is no multiple of 8");
  auto &barriers = thread->block->cluster->async->barriers;
  auto found = barriers.find(address);
  if (found == barriers.end() || !found->second.site)
    fail(thread, Report::Kind::BarrierMisuse, site,
         "there is no initialized barrier at " +
             describeAddress(thread, address));
  return found->second;
}

void completePhases(Cluster *cluster, Mbarrier &barrier) {
  if (barrier.pending > 0 || barrier.transactions != 0)
    return;
  ++barrier.phase;
  barrier.pending = barrier.expected;
  barrier.completed = std::exchange(barrier.released, nullptr);
  ++cluster->events;
}

void initialize(Thread *thread, const Site *site, uint64_t *in) {
  uint64_t address = in[0];
  uint32_t count = in[1];
  if (!(in[2] & 1))
    return;
  if (count == 0 || count > maxCount)
    fail(thread, Report::Kind::BarrierMisuse, site,
         "a barrier for " + llvm::Twine(count) + " arrivals; it must be 1 to " +
             llvm::Twine(maxCount));
  if (address & 7)
    fail(thread, Report::Kind::Misaligned, site,
         "the barrier at " + describeAddress(thread, address) +
             " is no multiple of 8");
  Cluster *cluster = thread->block->cluster;
  if (Checker *checker = cluster->execution->checker.get())
    checker->access(thread, site, address, 8, 8, AccessMode::Write);
  Mbarrier &barrier = cluster->async->barriers[address];
  if (barrier.site)
    report(thread, Report::Kind::BarrierMisuse, site,
           "initializes the barrier at " + describeAddress(thread, address) +
               " again, without mbarrier.inval",
           {"it was initialized" + atPlace(barrier.site)});
  barrier = {};
  barrier.expected = count;
  barrier.pending = count;
  barrier.site = site;
  barrier.owner = thread;
}

void invalidate(Thread *thread, const Site *site, uint64_t address) {
  Mbarrier &barrier = find(thread, site, address);
  if (barrier.transactions != 0)
    report(thread, Report::Kind::BarrierMisuse, site,
           "invalidates a barrier that still expects " +
               llvm::Twine(barrier.transactions) + " bytes");
  barrier = {};
}

/// Operands: address, count, bytes to expect, predicate. Parameters: whether
/// bytes are expected, whether it drops, whether it is relaxed.
void arrive(Thread *thread, const Site *site, uint64_t *in, uint64_t *out) {
  if (!(in[3] & 1))
    return;
  Cluster *cluster = thread->block->cluster;
  Mbarrier &barrier = find(thread, site, in[0]);
  uint32_t count = in[1];
  if (site->params[0])
    barrier.transactions += uint32_t(in[2]);
  out[0] = barrier.phase;
  if (count > barrier.pending)
    fail(thread, Report::Kind::BarrierMisuse, site,
         "arrives " + llvm::Twine(count) + " times at a barrier that expects " +
             llvm::Twine(barrier.pending) + " more in this phase",
         {"it was initialized" + atPlace(barrier.site)});
  if (site->params[1])
    barrier.expected -= count;
  barrier.pending -= count;
  Checker *checker = cluster->execution->checker.get();
  if (checker && !site->params[2])
    checker->release(thread, barrier.released);
  completePhases(cluster, barrier);
}

/// Whether the phase that is asked for has completed. A parity names the
/// phase that runs or the one before it.
bool hasCompleted(const Mbarrier &barrier, uint64_t which, bool isParity) {
  if (isParity)
    return (barrier.phase & 1) != (which & 1);
  return barrier.phase != which;
}

void acquire(Thread *thread, const Mbarrier &barrier) {
  if (Checker *checker = thread->block->cluster->execution->checker.get())
    checker->acquire(thread, barrier.completed);
}

/// Parameters: whether the operand is a parity, whether it is relaxed.
void test(Thread *thread, const Site *site, uint64_t *in, uint64_t *out) {
  if (hasCompleted(find(thread, site, in[0]), in[1], site->params[0])) {
    if (!site->params[1])
      acquire(thread, find(thread, site, in[0]));
    out[0] = 1;
    return;
  }
  out[0] = 0;
  // Let others run: the kernel will ask again.
  thread->polling = true;
  suspend(thread, ThreadStatus::Yielded);
  thread->polling = false;
}

void waitParity(Thread *thread, const Site *site, uint64_t *in) {
  while (!hasCompleted(find(thread, site, in[0]), in[1], true)) {
    thread->polling = true;
    suspend(thread, ThreadStatus::Yielded);
    thread->polling = false;
  }
  acquire(thread, find(thread, site, in[0]));
}
} // namespace

void ttc::cpu::completeTransactions(const AsyncWork &work, uint64_t address,
                                    int64_t bytes) {
  Cluster *cluster = work.thread->block->cluster;
  auto found = cluster->async->barriers.find(address);
  if (found == cluster->async->barriers.end() || !found->second.site) {
    report(work.thread, Report::Kind::BarrierMisuse, work.site,
           "completes at " + describeAddress(work.thread, address) +
               ", where there is no initialized barrier");
    return;
  }
  Mbarrier &barrier = found->second;
  barrier.transactions -= bytes;
  if (Checker *checker = cluster->execution->checker.get())
    checker->release(work.token, barrier.released);
  completePhases(cluster, barrier);
}

void ttc::cpu::arriveAsync(const AsyncWork &work, uint64_t address) {
  Cluster *cluster = work.thread->block->cluster;
  Mbarrier &barrier = cluster->async->barriers[address];
  if (!barrier.site)
    return;
  --barrier.pending;
  if (Checker *checker = cluster->execution->checker.get())
    checker->release(work.token, barrier.released);
  completePhases(cluster, barrier);
}

void ttc::cpu::executeMbarrier(Thread *thread, const Site *site, uint64_t *in,
                               uint64_t *out) {
  thread->at = site;
  switch (site->kind) {
  case SiteKind::MbarInit:
    return initialize(thread, site, in);
  case SiteKind::MbarInval:
    return invalidate(thread, site, in[0]);
  case SiteKind::MbarExpectTx:
    find(thread, site, in[0]).transactions += uint32_t(in[1]);
    return;
  case SiteKind::MbarCompleteTx: {
    Mbarrier &barrier = find(thread, site, in[0]);
    barrier.transactions -= uint32_t(in[1]);
    return completePhases(thread->block->cluster, barrier);
  }
  case SiteKind::MbarArrive:
    return arrive(thread, site, in, out);
  case SiteKind::MbarTestWait:
    return test(thread, site, in, out);
  default:
    return waitParity(thread, site, in);
  }
}

//===----------------------------------------------------------------------===//
// Cluster barrier
//===----------------------------------------------------------------------===//

/// barrier.cluster: all threads of all blocks arrive, then wait.
void ttc::cpu::executeClusterBarrier(Thread *thread, const Site *site) {
  Cluster &cluster = *thread->block->cluster;
  Checker *checker = cluster.execution->checker.get();
  thread->at = site;
  if (site->kind == SiteKind::ClusterArrive) {
    if (thread->clusterArrived)
      fail(thread, Report::Kind::BarrierMisuse, site,
           "arrives at the cluster barrier twice without waiting");
    thread->clusterArrived = true;
    thread->clusterPhase = cluster.phase;
    bool relaxed = site->params[0];
    if (checker && !relaxed)
      checker->release(thread, cluster.released);
    if (++cluster.arrived == cluster.order.size()) {
      cluster.arrived = 0;
      ++cluster.phase;
      cluster.completed = std::exchange(cluster.released, nullptr);
      for (Thread *waiting : std::exchange(cluster.waiting, {}))
        cluster.wake(waiting);
      ++cluster.events;
    }
    return;
  }
  if (!thread->clusterArrived)
    fail(thread, Report::Kind::BarrierMisuse, site,
         "waits at the cluster barrier without having arrived");
  thread->clusterArrived = false;
  if (thread->clusterPhase == cluster.phase) {
    cluster.waiting.push_back(thread);
    suspend(thread, ThreadStatus::Waiting);
  }
  if (checker)
    checker->acquire(thread, cluster.completed);
}
