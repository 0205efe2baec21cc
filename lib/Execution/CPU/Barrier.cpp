//===- Barrier.cpp - Barriers of a block ----------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, barrier{.cta}: sixteen barriers for each block; threads that sync
// or arrive are counted, and the barrier completes and starts anew when the
// number expected is there. Without a number, all threads of the block are
// expected, those that have returned included: a barrier after a return in
// some threads is reported as one that not all threads reach.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Runtime.h"
#include "Warp.h"

using namespace ttc;
using namespace ttc::cpu;

namespace {
/// Aligned: all threads of a warp execute the same instruction.
void checkAligned(Thread *thread, const Site *site, NamedBarrier &barrier) {
  auto [known, added] = barrier.warpSites.insert({thread->state.warpid, site});
  if (!added && known->second != site)
    report(thread, Report::Kind::Divergence, site,
           "the lanes of a warp must execute the same aligned barrier",
           {"another lane has come from '" + known->second->name + "'" +
            atPlace(known->second)});
}

void complete(NamedBarrier &barrier, Cluster *cluster, Thread *last) {
  if (Checker *checker = cluster->execution->checker.get())
    checker->synchronize(barrier.waiting, barrier.arrivedOnly);
  uint64_t result = 0;
  switch (barrier.site->params[0]) {
  case BarrierPopc:
    result = barrier.count;
    break;
  case BarrierAnd:
    result = barrier.all;
    break;
  case BarrierOr:
    result = barrier.any;
    break;
  }
  for (uint64_t *out : barrier.out)
    out[0] = result;
  for (Thread *thread : barrier.waiting)
    if (thread != last)
      cluster->wake(thread);
  barrier = {};
}
} // namespace

void ttc::cpu::arriveAtBarrier(Thread *thread, const Site *site, uint64_t *in,
                               uint64_t *out) {
  Block &block = *thread->block;
  uint32_t id = in[0];
  uint32_t expected = in[1];
  bool waits = site->kind == SiteKind::Barrier;
  thread->at = site;
  if (id >= block.barriers.size())
    fail(thread, Report::Kind::BarrierMisuse, site,
         "there is no barrier " + llvm::Twine(id) + ", only 0 to 15");
  if (expected % 32 || expected > block.warps.size() * 32 ||
      (!waits && expected == 0))
    fail(thread, Report::Kind::BarrierMisuse, site,
         "a barrier for " + llvm::Twine(expected) +
             " threads; it must be a multiple of 32, at most those of the "
             "block");
  NamedBarrier &barrier = block.barriers[id];
  if (expected == 0)
    expected = block.threads.size();
  if (!barrier.site) {
    barrier.site = site;
    barrier.expected = expected;
  } else if (barrier.expected != expected) {
    fail(thread, Report::Kind::BarrierMisuse, site,
         "barrier " + llvm::Twine(id) + " is used for " +
             llvm::Twine(expected) + " threads",
         {"others expect " + std::to_string(barrier.expected) +
          atPlace(barrier.site)});
  }
  if (site->params[1])
    checkAligned(thread, site, barrier);
  if (waits) {
    bool predicate = in[2] != 0;
    barrier.count += predicate;
    barrier.all &= predicate;
    barrier.any |= predicate;
    barrier.waiting.push_back(thread);
    barrier.out.push_back(out);
    if (barrier.site->kind != SiteKind::Barrier)
      barrier.site = site;
  } else {
    barrier.arrivedOnly.push_back(thread);
  }
  if (++barrier.arrived == barrier.expected) {
    complete(barrier, block.cluster, waits ? thread : nullptr);
    ++block.cluster->events;
    return;
  }
  if (waits)
    suspend(thread, ThreadStatus::Waiting);
}
