//===- RuntimeCalls.cpp - What generated code calls -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface between generated code and the runtime:
//
//   ttc_rt_op(thread, site, in, out)            execute an instruction
//   ttc_rt_access(thread, site, address, on)    announce a memory access
//   ttc_rt_loop(thread)                         once for each turn of a loop
//   ttc_rt_block(thread, block)                 count a basic block's entry
//   ttc_rt_branch(thread, site, taken)          announce a branch's outcome
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "Checker.h"
#include "Profiler.h"
#include "Runtime.h"
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

namespace {
const Site *siteAt(Thread *thread, uint32_t index) {
  return &thread->block->cluster->execution->info.sites[index];
}

/// A C string of the kernel's, or a placeholder when there is none.
std::string textAt(uint64_t address) {
  auto *text = reinterpret_cast<const char *>(address);
  return text ? std::string(text, strnlen(text, 4096)) : std::string("?");
}

void assertFailed(Thread *thread, const Site *site, uint64_t *in) {
  fail(thread, Report::Kind::Assertion, site,
       textAt(in[1]) + ":" + std::to_string(uint32_t(in[2])) + ": " +
           textAt(in[3]) + ": assertion `" + textAt(in[0]) + "` failed");
}

[[noreturn]] void endThread(Thread *thread) {
  threadLeaves(thread);
  laneExited(thread);
  suspend(thread, ThreadStatus::Done);
  llvm_unreachable("a thread that ended was resumed");
}

/// mapa: the address of the same variable in another block of the cluster.
uint64_t mapShared(Thread *thread, const Site *site, uint64_t *in) {
  uint32_t rank = in[1];
  if (rank >= thread->block->cluster->blocks.size())
    fail(thread, Report::Kind::OutOfBounds, site,
         "the cluster has no block of rank " + llvm::Twine(rank));
  return (in[0] & ~uint64_t(0xff000000)) | uint64_t(rank) << 24;
}

void executeOp(ThreadState *state, uint32_t index, uint64_t *in,
               uint64_t *out) {
  Thread *thread = Thread::of(state);
  const Site *site = siteAt(thread, index);
  Cluster *cluster = thread->block->cluster;
  switch (site->kind) {
  case SiteKind::Shuffle:
  case SiteKind::Vote:
  case SiteKind::Match:
  case SiteKind::Redux:
  case SiteKind::Elect:
  case SiteKind::WarpSync:
  case SiteKind::LdMatrix:
  case SiteKind::StMatrix:
  case SiteKind::Mma:
    return meetLanes(thread, site, in, out);
  case SiteKind::ActiveMask:
    // Any set of lanes that holds the executing one is right.
    out[0] = thread->warp->lanes & ~thread->warp->exited;
    return;
  case SiteKind::Barrier:
  case SiteKind::BarrierArrive:
    return arriveAtBarrier(thread, site, in, out);
  case SiteKind::Fence:
    if (Checker *checker = cluster->execution->checker.get())
      checker->fence(thread, site);
    return;
  case SiteKind::FenceProxy:
    if (Checker *checker = cluster->execution->checker.get())
      checker->fenceProxy(thread);
    return;
  case SiteKind::ClusterArrive:
  case SiteKind::ClusterWait:
    return executeClusterBarrier(thread, site);
  case SiteKind::MapShared:
    out[0] = mapShared(thread, site, in);
    return;
  case SiteKind::MbarInit:
  case SiteKind::MbarInval:
  case SiteKind::MbarExpectTx:
  case SiteKind::MbarCompleteTx:
  case SiteKind::MbarArrive:
  case SiteKind::MbarTestWait:
  case SiteKind::MbarWaitParity:
    return executeMbarrier(thread, site, in, out);
  case SiteKind::CpAsync:
  case SiteKind::CpAsyncCommit:
  case SiteKind::CpAsyncWait:
  case SiteKind::CpAsyncMbarArrive:
  case SiteKind::BulkLoad:
  case SiteKind::BulkStore:
  case SiteKind::BulkSharedToCluster:
  case SiteKind::TensorLoad:
  case SiteKind::TensorStore:
  case SiteKind::TensorReduce:
  case SiteKind::BulkCommit:
  case SiteKind::BulkWait:
    return executeCopy(thread, site, in);
  case SiteKind::Wgmma:
  case SiteKind::WgmmaFence:
  case SiteKind::WgmmaCommit:
  case SiteKind::WgmmaWait:
  case SiteKind::WgmmaRead:
  case SiteKind::WgmmaMove:
    return executeWgmma(thread, site, in, out);
  case SiteKind::AssertFail:
    return assertFailed(thread, site, in);
  case SiteKind::Clock:
    out[0] = ++cluster->clock;
    return;
  case SiteKind::Exit:
    endThread(thread);
  case SiteKind::Trap:
    fail(thread, Report::Kind::Fault, site, "trap");
  case SiteKind::Load:
  case SiteKind::Store:
  case SiteKind::Atomic:
  case SiteKind::Branch:
    llvm_unreachable("announced, not executed");
  }
}

void announceAccess(ThreadState *state, uint32_t index, void *address,
                    uint32_t on) {
  Thread *thread = Thread::of(state);
  const Site *site = siteAt(thread, index);
  Execution *execution = thread->block->cluster->execution;
  thread->at = site;
  if (site->kind == SiteKind::Atomic || site->isVolatile)
    thread->fuel = thread->fuel > 64 ? thread->fuel - 64 : 1;
  auto place = reinterpret_cast<uint64_t>(address);
  if (execution->profiler)
    execution->profiler->access(thread, site, place, on);
  if (on && execution->checker)
    execution->checker->access(thread, site, place);
}

void loopTurn(ThreadState *state) {
  Thread *thread = Thread::of(state);
  if (LLVM_LIKELY(--thread->fuel > 0))
    return;
  suspend(thread, ThreadStatus::Yielded);
}

void enterBlock(ThreadState *state, uint32_t block) {
  Thread *thread = Thread::of(state);
  thread->block->cluster->execution->profiler->enterBlock(thread, block);
}

void announceBranch(ThreadState *state, uint32_t index, uint32_t taken) {
  Thread *thread = Thread::of(state);
  thread->block->cluster->execution->profiler->branch(
      thread, siteAt(thread, index), taken);
}
} // namespace

llvm::ArrayRef<std::pair<llvm::StringRef, void *>>
ttc::cpu::runtimeFunctions() {
  static const std::pair<llvm::StringRef, void *> functions[] = {
      {"ttc_rt_op", reinterpret_cast<void *>(executeOp)},
      {"ttc_rt_access", reinterpret_cast<void *>(announceAccess)},
      {"ttc_rt_loop", reinterpret_cast<void *>(loopTurn)},
      {"ttc_rt_block", reinterpret_cast<void *>(enterBlock)},
      {"ttc_rt_branch", reinterpret_cast<void *>(announceBranch)},
  };
  return functions;
}
