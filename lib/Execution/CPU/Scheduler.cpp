//===- Scheduler.cpp - Which fiber runs next ------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Woken threads go first, in the order they were woken; then threads that have
// not begun; then those that polled in vain. So a warp runs as far as it can
// before the next one starts, few stacks are live, and the order depends on
// nothing but the kernel.
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "Checker.h"
#include "Profiler.h"
#include "Runtime.h"
#include <csignal>
#include <cstring>
#include <thread>

using namespace ttc;
using namespace ttc::cpu;

thread_local Worker *Worker::current = nullptr;

//===----------------------------------------------------------------------===//
// Fibers
//===----------------------------------------------------------------------===//

namespace {
/// Polls that a thread makes before others get their turn.
constexpr uint32_t fuelPerTurn = 1024;

void fiberMain(Transfer transfer) {
  auto *thread = static_cast<Thread *>(transfer.data);
  Worker *worker = Worker::current;
  worker->main = transfer.fctx;
  Execution &execution = worker->execution;
  execution.entry(&thread->state, execution.arguments.data());
  threadLeaves(thread);
  laneExited(thread);
  thread->status = ThreadStatus::Done;
  jump_fcontext(worker->main, nullptr);
  llvm_unreachable("a thread that ended was resumed");
}
} // namespace

void ttc::cpu::suspend(Thread *thread, ThreadStatus status) {
  thread->status = status;
  Worker *worker = Worker::current;
  Transfer transfer = jump_fcontext(worker->main, nullptr);
  worker->main = transfer.fctx;
  thread->fuel = fuelPerTurn;
}

void Worker::resume(Thread *next) {
  if (!next->context) {
    next->stack = stacks.acquire();
    if (!next->stack.base) {
      report(next, Report::Kind::Fault, nullptr,
             "the host has no memory for another stack");
      next->block->cluster->failed = true;
      return;
    }
    next->context = make_fcontext(next->stack.top(), Stack::bytes, fiberMain);
    next->fuel = fuelPerTurn;
  }
  thread = next;
  inFiber = true;
  Transfer transfer = jump_fcontext(next->context, next);
  thread = nullptr;
  inFiber = false;
  next->context = transfer.fctx;
  if (next->status == ThreadStatus::Done) {
    stacks.release(next->stack);
    next->stack = {};
  }
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

Thread *Cluster::next() {
  if (!ready.empty()) {
    Thread *thread = ready.front();
    ready.pop_front();
    return thread;
  }
  if (nextFresh < order.size())
    return order[nextFresh++];
  return nullptr;
}

RunStatus Cluster::run() {
  while (true) {
    if (failed)
      return RunStatus::Failed;
    if (Thread *thread = next()) {
      worker->resume(thread);
      if (thread->status == ThreadStatus::Done) {
        ++done;
        ++events;
      } else if (thread->status == ThreadStatus::Yielded) {
        yielded.push_back(thread);
      }
      continue;
    }
    if (done == order.size())
      return RunStatus::Done;
    if (execution->outOfTime()) {
      Thread *thread = yielded.empty() ? order.front() : yielded.front();
      report(thread, Report::Kind::Timeout, thread->at,
             "the kernel did not end in the time given");
      failed = true;
      continue;
    }
    // Everyone waits or polls. If nothing has changed since they polled last,
    // asynchronous work has to complete now.
    bool changed = events != eventsAtTurn;
    eventsAtTurn = events;
    bool stuck = llvm::all_of(yielded, [](Thread *t) { return t->polling; });
    if ((!changed || yielded.empty()) && stuck) {
      if (completeOldest(*this)) {
        ++events;
      } else {
        reportDeadlock();
        failed = true;
        continue;
      }
    }
    for (Thread *thread : yielded) {
      thread->status = ThreadStatus::Ready;
      ready.push_back(thread);
    }
    bool spinning = !changed && !yielded.empty() && !stuck;
    yielded.clear();
    if (spinning)
      return RunStatus::Spinning;
  }
}

/// Groups the threads by what they wait at.
void Cluster::reportDeadlock() {
  llvm::MapVector<const Site *, std::vector<Thread *>> waiting;
  for (Thread *thread : order)
    if (thread->status != ThreadStatus::Done)
      waiting[thread->at].push_back(thread);
  std::vector<std::string> notes;
  for (auto &[site, threads] : waiting) {
    std::string text = std::to_string(threads.size()) + " of " +
                       std::to_string(order.size()) + " threads wait at '" +
                       (site ? site->name : std::string("an unknown place")) +
                       "'" + atPlace(site) + ", the first is " +
                       describe(threads.front());
    notes.push_back(std::move(text));
  }
  if (done)
    notes.push_back(std::to_string(done) + " threads have returned");
  auto &[site, threads] = *waiting.begin();
  bool barrier = site && site->kind == SiteKind::Barrier;
  bool aligned = site && site->kind != SiteKind::Barrier &&
                 site->kind < SiteKind::Barrier &&
                 site->kind > SiteKind::Branch;
  report(threads.front(),
         barrier   ? Report::Kind::BarrierMisuse
         : aligned ? Report::Kind::Divergence
                   : Report::Kind::Deadlock,
         site,
         barrier ? "deadlock: not all threads reach the barrier"
         : aligned
             ? "deadlock: not all lanes of the warp reach this instruction"
             : "deadlock: no thread can go on",
         std::move(notes));
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

std::unique_ptr<Cluster> Worker::makeCluster() {
  const KernelInfo &kernel = execution.kernel;
  auto cluster = std::make_unique<Cluster>();
  cluster->execution = &execution;
  cluster->worker = this;
  uint32_t blocks = kernel.cluster[0] * kernel.cluster[1] * kernel.cluster[2];
  uint32_t threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
  if (!cluster->window.allocate(blocks, execution.info.sharedBytes))
    return nullptr;
  for (uint32_t rank = 0; rank < blocks; ++rank) {
    auto block = std::make_unique<Block>();
    block->cluster = cluster.get();
    block->rank = rank;
    block->threads.resize(threads);
    block->warps.resize((threads + 31) / 32);
    cluster->blocks.push_back(std::move(block));
  }
  return cluster;
}

/// Registers of `thread` that are the same in every block.
static void setRegisters(ThreadState &state, const Execution &execution,
                         uint32_t index) {
  const KernelInfo &kernel = execution.kernel;
  state.tid[0] = index % kernel.block[0];
  state.tid[1] = index / kernel.block[0] % kernel.block[1];
  state.tid[2] = index / kernel.block[0] / kernel.block[1];
  uint32_t clusterSize = 1;
  for (int i = 0; i < 3; ++i) {
    state.ntid[i] = kernel.block[i];
    state.nctaid[i] = execution.grid[i];
    state.nclusterid[i] = execution.clusterGrid[i];
    state.clusterNctaid[i] = kernel.cluster[i];
    clusterSize *= kernel.cluster[i];
  }
  state.clusterNctarank = clusterSize;
  state.laneid = index % 32;
  state.warpid = index / 32;
  state.nwarpid =
      (kernel.block[0] * kernel.block[1] * kernel.block[2] + 31) / 32;
  state.lanemaskEq = 1u << state.laneid;
  state.lanemaskLt = state.lanemaskEq - 1;
  state.lanemaskLe = state.lanemaskLt | state.lanemaskEq;
  state.lanemaskGe = ~state.lanemaskLt;
  state.lanemaskGt = ~state.lanemaskLe;
  state.totalSmem = state.dynamicSmem = state.aggrSmem =
      execution.info.sharedBytes;
}

void Worker::start(Cluster &cluster, uint64_t linear) {
  const KernelInfo &kernel = execution.kernel;
  cluster.linear = linear;
  cluster.ready.clear();
  cluster.yielded.clear();
  cluster.order.clear();
  cluster.nextFresh = cluster.done = 0;
  cluster.events = 0;
  cluster.eventsAtTurn = ~uint64_t(0);
  cluster.failed = false;
  cluster.clock = 0;
  cluster.async = std::make_shared<ClusterAsync>();
  cluster.async->random.seed(execution.options.seed * 2654435761u + linear + 1);
  cluster.arrived = 0;
  cluster.phase = 0;
  cluster.waiting.clear();
  cluster.released = cluster.completed = nullptr;
  uint32_t id[3];
  id[0] = linear % execution.clusterGrid[0];
  id[1] = linear / execution.clusterGrid[0] % execution.clusterGrid[1];
  id[2] = linear / execution.clusterGrid[0] / execution.clusterGrid[1];
  for (std::unique_ptr<Block> &block : cluster.blocks) {
    uint32_t rank = block->rank;
    uint32_t inCluster[3] = {rank % kernel.cluster[0],
                             rank / kernel.cluster[0] % kernel.cluster[1],
                             rank / kernel.cluster[0] / kernel.cluster[1]};
    for (int i = 0; i < 3; ++i)
      block->id[i] = id[i] * kernel.cluster[i] + inCluster[i];
    block->linear =
        block->id[0] +
        uint64_t(execution.grid[0]) *
            (block->id[1] + uint64_t(execution.grid[1]) * block->id[2]);
    block->exited = 0;
    block->warpGroups.clear();
    for (NamedBarrier &barrier : block->barriers)
      barrier = {};
    uint64_t base = cluster.window.address() + (uint64_t(rank) << 24);
    // What nothing wrote must not look like an answer.
    memset(reinterpret_cast<char *>(base) + sharedStart, 0xff,
           execution.info.sharedBytes);
    for (uint32_t i = 0, e = block->warps.size(); i < e; ++i) {
      Warp &warp = block->warps[i];
      warp.block = block.get();
      warp.index = i;
      warp.exited = 0;
      warp.threads = &block->threads[i * 32];
      uint32_t lanes = std::min<size_t>(32, block->threads.size() - i * 32);
      warp.lanes = lanes == 32 ? ~0u : (1u << lanes) - 1;
      warp.meetings.clear();
    }
    for (uint32_t i = 0, e = block->threads.size(); i < e; ++i) {
      Thread &thread = block->threads[i];
      if (!thread.block) {
        setRegisters(thread.state, execution, i);
        thread.block = block.get();
        thread.index = i;
        thread.clusterIndex = rank * block->threads.size() + i;
        thread.warp = &block->warps[i / 32];
        thread.state.clusterCtarank = rank;
        for (int d = 0; d < 3; ++d)
          thread.state.clusterCtaid[d] = inCluster[d];
        thread.state.window = cluster.window.address();
        thread.state.sharedBase = base;
      }
      for (int d = 0; d < 3; ++d) {
        thread.state.ctaid[d] = block->id[d];
        thread.state.clusterid[d] = id[d];
      }
      thread.context = nullptr;
      thread.status = ThreadStatus::Fresh;
      thread.at = nullptr;
      thread.polling = false;
      thread.clusterArrived = false;
      if (thread.async)
        *thread.async = {};
      else
        thread.async = std::make_shared<ThreadAsync>();
      cluster.order.push_back(&thread);
    }
  }
  if (execution.checker)
    execution.checker->startCluster(cluster);
}

RunStatus Worker::runCluster(Cluster &cluster) {
  RunStatus status;
  // Returns a second time for a signal, or for a failed check while the worker
  // acts on a thread's behalf.
  int reason = sigsetjmp(fault, 1);
  if (reason == 0) {
    status = cluster.run();
    if (status == RunStatus::Done)
      clusterLeaves(cluster);
  } else {
    if (reason == faultBySignal)
      describeFault();
    thread = nullptr;
    inFiber = false;
    cluster.failed = true;
    status = RunStatus::Failed;
  }
  if (status == RunStatus::Spinning)
    return status;
  if (status == RunStatus::Done) {
    if (execution.checker)
      execution.checker->endCluster(cluster);
    if (execution.profiler)
      execution.profiler->endCluster(cluster);
    execution.clustersDone += 1;
  } else {
    uint64_t last = execution.lastCluster;
    while (cluster.linear < last &&
           !execution.lastCluster.compare_exchange_weak(last, cluster.linear))
      ;
  }
  for (std::unique_ptr<Block> &block : cluster.blocks)
    for (Thread &thread : block->threads)
      if (thread.stack.base) {
        stacks.release(thread.stack);
        thread.stack = {};
      }
  return status;
}

/// Says what a signal in generated code means for the kernel.
void Worker::describeFault() {
  Thread *culprit = thread;
  thread = nullptr;
  if (!culprit)
    return;
  uint64_t address = reinterpret_cast<uint64_t>(faultAddress);
  if (faultSignal == SIGSEGV || faultSignal == SIGBUS) {
    if (culprit->stack.inGuard(faultAddress))
      report(culprit, Report::Kind::StackOverflow, culprit->at,
             "stack overflow: the thread needs more than " +
                 llvm::Twine(Stack::bytes / 1024) +
                 " KiB for its local variables");
    else
      report(culprit, Report::Kind::OutOfBounds, nullptr,
             "illegal memory access at " + describeAddress(culprit, address));
    return;
  }
  report(culprit, Report::Kind::Fault, nullptr,
         llvm::Twine("the thread was stopped by signal ") +
             llvm::Twine(faultSignal));
}

void Worker::run(bool reportsProgress) {
  current = this;
  // Faults in fibers need a stack of their own: theirs may have overflowed.
  std::vector<char> alternate(64 * 1024);
  stack_t signalStack{}, before{};
  signalStack.ss_sp = alternate.data();
  signalStack.ss_size = alternate.size();
  sigaltstack(&signalStack, &before);
  std::deque<std::unique_ptr<Cluster>> resident;
  std::unique_ptr<Cluster> spare;
  auto lastProgress = std::chrono::steady_clock::now();
  bool exhausted = false;
  while (true) {
    bool startOne = !exhausted && resident.empty();
    std::unique_ptr<Cluster> cluster;
    RunStatus status = RunStatus::Spinning;
    if (!resident.empty()) {
      cluster = std::move(resident.front());
      resident.pop_front();
      if (cluster->linear > execution.lastCluster)
        cluster->failed = true;
      status = runCluster(*cluster);
      // Whoever spins may wait for a block that has not begun.
      startOne = status == RunStatus::Spinning && !exhausted &&
                 execution.info.interBlock;
    } else if (exhausted) {
      break;
    }
    if (cluster) {
      if (status == RunStatus::Spinning)
        resident.push_back(std::move(cluster));
      else
        spare = std::move(cluster);
    }
    if (startOne) {
      uint64_t linear = execution.nextCluster++;
      if (linear >= execution.endCluster || linear > execution.lastCluster) {
        exhausted = true;
      } else {
        std::unique_ptr<Cluster> fresh =
            spare ? std::move(spare) : makeCluster();
        if (!fresh) {
          execution.reports.add(linear,
                                {Report::Kind::Fault,
                                 "",
                                 "the host has no memory for another block",
                                 {},
                                 1});
          execution.lastCluster = linear;
          break;
        }
        start(*fresh, linear);
        resident.push_front(std::move(fresh));
      }
    }
    if (reportsProgress && execution.options.progress) {
      auto now = std::chrono::steady_clock::now();
      if (now - lastProgress > std::chrono::milliseconds(500)) {
        lastProgress = now;
        execution.options.progress(execution.clustersDone,
                                   execution.endCluster -
                                       execution.firstCluster);
      }
    }
  }
  sigaltstack(&before, nullptr);
  current = nullptr;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {
/// Handlers are the process's, so they are set while any execution runs.
std::mutex handlerMutex;
unsigned handlerUsers = 0;
constexpr int handledSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction previousHandlers[std::size(handledSignals)];

void onFault(int signal, siginfo_t *details, void *context) {
  Worker *worker = Worker::current;
  if (worker && worker->thread) {
    worker->faultAddress = details->si_addr;
    worker->faultSignal = signal;
    siglongjmp(worker->fault, faultBySignal);
  }
  // Not ours: let whoever was there before decide, by faulting again.
  for (size_t i = 0; i < std::size(handledSignals); ++i)
    if (handledSignals[i] == signal)
      sigaction(signal, &previousHandlers[i], nullptr);
}

void installHandlers() {
  std::lock_guard<std::mutex> lock(handlerMutex);
  if (handlerUsers++)
    return;
  struct sigaction action{};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < std::size(handledSignals); ++i)
    sigaction(handledSignals[i], &action, &previousHandlers[i]);
}

void removeHandlers() {
  std::lock_guard<std::mutex> lock(handlerMutex);
  if (--handlerUsers)
    return;
  for (size_t i = 0; i < std::size(handledSignals); ++i)
    sigaction(handledSignals[i], &previousHandlers[i], nullptr);
}
} // namespace

Execution::Execution(const HostModuleInfo &info, const KernelInfo &kernel,
                     KernelEntry entry, const Options &options)
    : info(info), kernel(kernel), entry(entry), options(options) {}

Execution::~Execution() = default;

bool Execution::outOfTime() const {
  return options.timeout > 0 && std::chrono::steady_clock::now() > deadline;
}

uint64_t Execution::run() {
  deadline = std::chrono::steady_clock::now() +
             std::chrono::microseconds(uint64_t(options.timeout * 1e6));
  nextCluster = firstCluster;
  installHandlers();
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < workers; ++i)
    threads.emplace_back([this, i] { Worker(*this).run(i == 0); });
  for (std::thread &thread : threads)
    thread.join();
  removeHandlers();
  return clustersDone * kernel.cluster[0] * kernel.cluster[1] *
         kernel.cluster[2];
}
