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
//
//===----------------------------------------------------------------------===//

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
  laneExited(thread);
  suspend(thread, ThreadStatus::Done);
  llvm_unreachable("a thread that ended was resumed");
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
  case SiteKind::AssertFail:
    return assertFailed(thread, site, in);
  case SiteKind::Clock:
    out[0] = ++cluster->clock;
    return;
  case SiteKind::Exit:
    endThread(thread);
  case SiteKind::Trap:
    fail(thread, Report::Kind::Fault, site, "trap");
  default:
    fail(thread, Report::Kind::BadInstruction, site,
         "the runtime cannot execute '" + site->name + "'");
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
} // namespace

llvm::ArrayRef<std::pair<llvm::StringRef, void *>>
ttc::cpu::runtimeFunctions() {
  static const std::pair<llvm::StringRef, void *> functions[] = {
      {"ttc_rt_op", reinterpret_cast<void *>(executeOp)},
      {"ttc_rt_access", reinterpret_cast<void *>(announceAccess)},
      {"ttc_rt_loop", reinterpret_cast<void *>(loopTurn)},
  };
  return functions;
}
