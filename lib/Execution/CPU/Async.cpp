//===- Async.cpp - Groups of asynchronous work ----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

bool ttc::cpu::performsAtOnce(Cluster &cluster) {
  switch (cluster.execution->options.async) {
  case AsyncPolicy::Late:
    return false;
  case AsyncPolicy::Early:
    return true;
  case AsyncPolicy::Random:
    return cluster.async->random() >> 8 & 1;
  }
  llvm_unreachable("unknown policy");
}

void ttc::cpu::beginWork(AsyncWork &work, Thread *thread, const Site *site,
                         bool asyncProxy) {
  work.thread = thread;
  work.site = site;
  if (Checker *checker = thread->block->cluster->execution->checker.get())
    work.token = checker->issue(thread, asyncProxy);
}

std::shared_ptr<AsyncWork> ttc::cpu::makeWork(Thread *thread, const Site *site,
                                              bool asyncProxy) {
  auto work = std::make_shared<AsyncWork>();
  beginWork(*work, thread, site, asyncProxy);
  return work;
}

void ttc::cpu::issueWork(std::shared_ptr<AsyncWork> work, GroupQueue *queue) {
  Cluster *cluster = work->thread->block->cluster;
  bool atOnce = performsAtOnce(*cluster);
  if (queue) {
    if (atOnce && work->perform)
      std::exchange(work->perform, nullptr)();
    queue->open.push_back(std::move(work));
    return;
  }
  if (atOnce) {
    work->complete();
    ++cluster->events;
    return;
  }
  cluster->async->inFlight.push_back(std::move(work));
}

void ttc::cpu::commitGroup(GroupQueue &queue) {
  queue.committed.push_back(std::exchange(queue.open, {}));
}

void ttc::cpu::waitGroups(Thread *thread, GroupQueue &queue, size_t keep) {
  Checker *checker = thread->block->cluster->execution->checker.get();
  while (queue.committed.size() > keep) {
    AsyncGroup group = std::move(queue.committed.front());
    queue.committed.pop_front();
    for (std::shared_ptr<AsyncWork> &work : group) {
      work->complete();
      if (checker)
        checker->acquire(thread, work->token);
    }
  }
}

bool ttc::cpu::completeOldest(Cluster &cluster) {
  if (cluster.async->inFlight.empty())
    return false;
  std::shared_ptr<AsyncWork> work = std::move(cluster.async->inFlight.front());
  cluster.async->inFlight.pop_front();
  // A fault in the work is the thread's that issued it.
  Worker *worker = cluster.worker;
  worker->thread = work->thread;
  work->complete();
  worker->thread = nullptr;
  return true;
}

void ttc::cpu::copyBytes(const AsyncWork &work, uint64_t to, uint64_t from,
                         uint32_t bytes) {
  if (Checker *checker =
          work.thread->block->cluster->execution->checker.get()) {
    checker->access(work.token, work.site, from, bytes, AccessMode::Read);
    checker->access(work.token, work.site, to, bytes, AccessMode::Write);
  }
  memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes);
}

//===----------------------------------------------------------------------===//
// cp.async and bulk copies without tensors
//===----------------------------------------------------------------------===//

/// cp.async: parameters are the size and whether the source size is given;
/// what the source lacks of the size is filled with zeros.
static void copyAsync(Thread *thread, const Site *site, uint64_t *in) {
  uint64_t to = in[0], from = in[1];
  uint32_t bytes = site->params[0];
  uint32_t fromBytes =
      site->params[1] ? std::min<uint64_t>(uint32_t(in[2]), bytes) : bytes;
  if ((to | from) & (bytes - 1))
    fail(thread, Report::Kind::Misaligned, site,
         "a copy of " + llvm::Twine(bytes) + " bytes from " +
             describeAddress(thread, from) + " to " +
             describeAddress(thread, to) + "; both must be multiples of it");
  std::shared_ptr<AsyncWork> work = makeWork(thread, site, false);
  AsyncWork *raw = work.get();
  work->perform = [=] {
    if (fromBytes)
      copyBytes(*raw, to, from, fromBytes);
    if (fromBytes == bytes)
      return;
    if (Checker *checker = thread->block->cluster->execution->checker.get())
      checker->access(raw->token, site, to + fromBytes, bytes - fromBytes,
                      AccessMode::Write);
    memset(reinterpret_cast<char *>(to) + fromBytes, 0, bytes - fromBytes);
  };
  issueWork(std::move(work), &thread->async->copies);
}

/// The same address in the shared memory of another block of the cluster.
static uint64_t inBlock(uint64_t address, uint32_t rank) {
  return (address & ~uint64_t(0xff000000)) | uint64_t(rank) << 24;
}

static void checkBulk(Thread *thread, const Site *site, uint64_t to,
                      uint64_t from, uint32_t bytes) {
  if ((to | from | bytes) & 15)
    fail(thread, Report::Kind::Misaligned, site,
         "a bulk copy of " + llvm::Twine(bytes) + " bytes from " +
             describeAddress(thread, from) + " to " +
             describeAddress(thread, to) + "; all must be multiples of 16");
}

/// Operands: destination, source, mbarrier, bytes, multicast mask.
static void bulkLoad(Thread *thread, const Site *site, uint64_t *in) {
  uint64_t to = in[0], from = in[1], barrier = in[2];
  uint32_t bytes = in[3];
  bool multicast = site->params[0];
  uint32_t mask = in[4] & 0xffff;
  checkBulk(thread, site, to, from, bytes);
  std::shared_ptr<AsyncWork> work = makeWork(thread, site, true);
  AsyncWork *raw = work.get();
  auto forEachTarget = [=](auto function) {
    if (!multicast)
      return function(to, barrier);
    for (uint32_t rank = 0; rank < 16; ++rank)
      if (mask >> rank & 1)
        function(inBlock(to, rank), inBlock(barrier, rank));
  };
  work->perform = [=] {
    forEachTarget([&](uint64_t target, uint64_t) {
      copyBytes(*raw, target, from, bytes);
    });
  };
  work->finish = [=] {
    forEachTarget([&](uint64_t, uint64_t signal) {
      completeTransactions(*raw, signal, bytes);
    });
  };
  issueWork(std::move(work), nullptr);
}

/// Operands: destination, source, bytes.
static void bulkStore(Thread *thread, const Site *site, uint64_t *in) {
  uint64_t to = in[0], from = in[1];
  uint32_t bytes = in[2];
  checkBulk(thread, site, to, from, bytes);
  std::shared_ptr<AsyncWork> work = makeWork(thread, site, true);
  AsyncWork *raw = work.get();
  work->perform = [=] { copyBytes(*raw, to, from, bytes); };
  issueWork(std::move(work), &thread->async->bulk);
}

void ttc::cpu::executeCopy(Thread *thread, const Site *site, uint64_t *in) {
  thread->at = site;
  ThreadAsync &async = *thread->async;
  switch (site->kind) {
  case SiteKind::CpAsync:
    return copyAsync(thread, site, in);
  case SiteKind::CpAsyncCommit:
    return commitGroup(async.copies);
  case SiteKind::CpAsyncWait:
    // A negative count waits for what was not committed, too.
    if (site->params[0] < 0)
      commitGroup(async.copies);
    return waitGroups(thread, async.copies,
                      std::max<int64_t>(site->params[0], 0));
  case SiteKind::CpAsyncMbarArrive: {
    // Once all copies so far are done, they arrive.
    AsyncGroup earlier = async.copies.open;
    for (const AsyncGroup &group : async.copies.committed)
      earlier.insert(earlier.end(), group.begin(), group.end());
    async.copies = {};
    uint64_t address = in[0];
    Mbarrier &barrier = thread->block->cluster->async->barriers[address];
    if (!site->params[0])
      ++barrier.pending;
    std::shared_ptr<AsyncWork> work = makeWork(thread, site, false);
    AsyncWork *raw = work.get();
    work->perform = [=] {
      for (const std::shared_ptr<AsyncWork> &copy : earlier)
        copy->complete();
    };
    work->finish = [=] { arriveAsync(*raw, address); };
    return issueWork(std::move(work), nullptr);
  }
  case SiteKind::BulkLoad:
  case SiteKind::BulkSharedToCluster:
    return bulkLoad(thread, site, in);
  case SiteKind::BulkStore:
    return bulkStore(thread, site, in);
  case SiteKind::BulkCommit:
    return commitGroup(async.bulk);
  case SiteKind::BulkWait:
    return waitGroups(thread, async.bulk, site->params[0]);
  default:
    return executeTensorCopy(thread, site, in);
  }
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

void ttc::cpu::threadLeaves(Thread *thread) {
  ThreadAsync &async = *thread->async;
  bool checks = thread->block->cluster->execution->checker != nullptr;
  struct Kind {
    GroupQueue &queue;
    const char *what;
  };
  for (Kind kind : {Kind{async.copies, "an asynchronous copy"},
                    Kind{async.bulk, "a bulk copy"},
                    Kind{async.wgmma, "an asynchronous matrix product"}}) {
    if (kind.queue.empty())
      continue;
    commitGroup(kind.queue);
    const AsyncWork *first = nullptr;
    for (const AsyncGroup &group : kind.queue.committed)
      if (!group.empty() && !first)
        first = group.front().get();
    if (first && checks)
      report(thread, Report::Kind::AsyncNotWaited, first->site,
             llvm::Twine("returns without having waited for ") + kind.what);
    waitGroups(thread, kind.queue, 0);
  }
}

void ttc::cpu::clusterLeaves(Cluster &cluster) {
  while (!cluster.async->inFlight.empty()) {
    const AsyncWork &work = *cluster.async->inFlight.front();
    if (cluster.execution->checker)
      report(work.thread, Report::Kind::AsyncNotWaited, work.site,
             "the kernel ends without having waited for this");
    completeOldest(cluster);
  }
  if (!cluster.execution->checker)
    return;
  std::vector<const Mbarrier *> left;
  for (auto &[address, barrier] : cluster.async->barriers)
    if (barrier.site)
      left.push_back(&barrier);
  llvm::sort(left, [](const Mbarrier *a, const Mbarrier *b) {
    return a->site < b->site;
  });
  for (const Mbarrier *barrier : left)
    report(barrier->owner, Report::Kind::LeakedBarrier, barrier->site,
           "the kernel ends without mbarrier.inval of this barrier");
}
