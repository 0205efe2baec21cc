//===- Runtime.h - Threads, warps, blocks and their scheduler ---*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker (one host thread) executes clusters, one after the other or, when
// they wait for each other, in turns. A cluster's threads are fibers that run
// until they wait: the order is fixed, so a run gives the same every time.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_RUNTIME_H
#define TTC_LIB_EXECUTION_CPU_RUNTIME_H

#include "Fiber.h"
#include "Memory.h"
#include "Site.h"
#include "ThreadState.h"
#include "Wgmma.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace ttc::cpu {

class Checker;
class Profiler;
struct ThreadChecks;
struct ThreadAsync;
struct ClusterAsync;
struct Cluster;
struct Block;
struct Warp;
class Worker;
class Execution;

/// Where generated code enters a kernel.
using KernelEntry = void (*)(ThreadState *, void **);

enum class ThreadStatus : uint8_t { Fresh, Ready, Waiting, Yielded, Done };

/// One thread of the grid. Its state comes first: generated code has its
/// address.
struct Thread {
  ThreadState state;
  Block *block = nullptr;
  Warp *warp = nullptr;
  Context context = nullptr;
  Stack stack;
  ThreadStatus status = ThreadStatus::Fresh;
  /// Polls left before the thread lets others run.
  uint32_t fuel = 0;
  /// The instruction that it waits at, or the last one that it polled.
  const Site *at = nullptr;
  /// It polls for something that only other threads of its cluster or
  /// asynchronous work can bring about.
  bool polling = false;
  /// Index in its block and in its cluster.
  uint32_t index = 0;
  uint32_t clusterIndex = 0;
  ThreadChecks *checks = nullptr;
  std::shared_ptr<ThreadAsync> async;
  /// Between its arrival at the cluster barrier and its wait there.
  bool clusterArrived = false;
  uint64_t clusterPhase = 0;

  static Thread *of(ThreadState *state) {
    return reinterpret_cast<Thread *>(state);
  }
};

/// Lanes that have arrived at an instruction that they execute together.
struct Meeting {
  const Site *site = nullptr;
  uint32_t mask = 0;
  uint32_t arrived = 0;
  std::array<uint64_t *, 32> in{};
  std::array<uint64_t *, 32> out{};
};

struct Warp {
  Block *block = nullptr;
  uint32_t index = 0;
  /// Lanes that exist, and those that have returned.
  uint32_t lanes = 0;
  uint32_t exited = 0;
  Thread *threads = nullptr;
  llvm::SmallVector<Meeting, 2> meetings;
};

/// One of a block's sixteen barriers.
struct NamedBarrier {
  uint32_t expected = 0;
  uint32_t arrived = 0;
  uint32_t count = 0;
  bool all = true, any = false;
  const Site *site = nullptr;
  std::vector<Thread *> waiting;
  std::vector<Thread *> arrivedOnly;
  std::vector<uint64_t *> out;
  /// The instruction by which each warp takes part.
  std::map<uint32_t, const Site *> warpSites;
};

struct Block {
  Cluster *cluster = nullptr;
  uint32_t rank = 0;
  uint64_t linear = 0;
  uint32_t id[3] = {};
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::array<NamedBarrier, 16> barriers;
  std::vector<WarpGroupMeeting> warpGroups;
  uint32_t exited = 0;
};

enum class RunStatus { Done, Spinning, Failed };

struct Cluster {
  Execution *execution = nullptr;
  Worker *worker = nullptr;
  uint64_t linear = 0;
  std::vector<std::unique_ptr<Block>> blocks;
  SharedWindow window;
  std::deque<Thread *> ready;
  std::vector<Thread *> yielded;
  std::vector<Thread *> order;
  size_t nextFresh = 0;
  size_t done = 0;
  /// Counts what can end another thread's polling.
  uint64_t events = 0;
  uint64_t eventsAtTurn = ~uint64_t(0);
  bool failed = false;
  uint64_t clock = 0;
  std::shared_ptr<ClusterAsync> async;
  /// The cluster barrier.
  size_t arrived = 0;
  uint64_t phase = 0;
  std::vector<Thread *> waiting;
  std::shared_ptr<const std::vector<uint32_t>> released, completed;

  RunStatus run();
  void wake(Thread *thread) {
    thread->status = ThreadStatus::Ready;
    ready.push_back(thread);
    ++events;
  }

private:
  Thread *next();
  void reportDeadlock();
};

/// Collects reports so that their order and text never depend on timing.
class Reports {
public:
  /// `cluster` orders the reports of different workers.
  void add(uint64_t cluster, Report report);
  /// Drops what came from clusters behind `last`, sorts and merges.
  std::vector<Report> take(uint64_t last);

private:
  struct Entry {
    uint64_t cluster;
    uint64_t sequence;
    Report report;
  };
  std::mutex mutex;
  std::map<std::pair<uint64_t, std::string>, Entry> entries;
  uint64_t sequence = 0;
};

/// One launch of one kernel.
class Execution {
public:
  Execution(const HostModuleInfo &info, const KernelInfo &kernel,
            KernelEntry entry, const Options &options);
  ~Execution();

  const HostModuleInfo &info;
  const KernelInfo &kernel;
  KernelEntry entry;
  const Options &options;
  GlobalMemory memory;
  std::vector<void *> arguments;
  std::array<uint32_t, 3> grid{};
  std::array<uint32_t, 3> clusterGrid{};
  uint64_t firstCluster = 0, endCluster = 0;
  unsigned workers = 1;
  Reports reports;
  std::unique_ptr<Checker> checker;
  std::unique_ptr<Profiler> profiler;
  /// Data that the module defines, for the checks.
  std::vector<std::pair<uint64_t, uint64_t>> moduleData;

  /// Runs all clusters; returns the number of blocks that ended.
  uint64_t run();

  /// Whether the time given has passed.
  bool outOfTime() const;
  /// Clusters behind this one are not started any more.
  std::atomic<uint64_t> lastCluster{~uint64_t(0)};
  std::atomic<uint64_t> nextCluster{0};
  std::atomic<uint64_t> clustersDone{0};

private:
  std::chrono::steady_clock::time_point deadline;
};

/// Values of Worker::fault's second return.
constexpr int faultBySignal = 1, faultByCheck = 2;

/// A host thread's part of an execution.
class Worker {
public:
  explicit Worker(Execution &execution) : execution(execution) {}
  void run(bool reportsProgress);

  /// Runs `thread` until it waits, polls or ends.
  void resume(Thread *thread);

  Execution &execution;
  /// The worker of this host thread, and the fiber it runs.
  static thread_local Worker *current;
  Thread *thread = nullptr;
  /// Whether it runs on that thread's stack or, on its behalf, on the worker's.
  bool inFiber = false;
  Context main = nullptr;
  /// Where a fault returns to.
  sigjmp_buf fault;
  void *faultAddress = nullptr;
  int faultSignal = 0;
  StackPool stacks;

private:
  std::unique_ptr<Cluster> makeCluster();
  void start(Cluster &cluster, uint64_t linear);
  RunStatus runCluster(Cluster &cluster);
  void describeFault();
};

/// Lets other threads run until this one is woken or its turn comes.
void suspend(Thread *thread, ThreadStatus status);

/// Adds a report about `thread` at `site`; the message is followed by who and
/// where the thread is.
void report(Thread *thread, Report::Kind kind, const Site *site,
            const llvm::Twine &message, std::vector<std::string> notes = {});

/// The same, and the run ends: the calling fiber does not go on.
[[noreturn]] void fail(Thread *thread, Report::Kind kind, const Site *site,
                       const llvm::Twine &message,
                       std::vector<std::string> notes = {});

/// "thread 5 (lane 5 of warp 0) of block (0, 0, 0)".
std::string describe(const Thread *thread);
/// "lanes 0-15 and 20".
std::string describeLanes(uint32_t mask);
/// "x + 4096 bytes", "shared memory + 16 bytes", or the number.
std::string describeAddress(const Thread *thread, uint64_t address);
/// " at file:line:column", or nothing.
std::string atPlace(const Site *site);

// Handlers of sites (Warp.cpp, Barrier.cpp, ...).
void meetLanes(Thread *thread, const Site *site, uint64_t *in, uint64_t *out);
void laneExited(Thread *thread);
void arriveAtBarrier(Thread *thread, const Site *site, uint64_t *in,
                     uint64_t *out);
/// Completes asynchronous work of the cluster that nothing waits for
/// explicitly; true when there was some.
bool completeOldest(Cluster &cluster);

/// Functions of the runtime that generated code calls, by name.
llvm::ArrayRef<std::pair<llvm::StringRef, void *>> runtimeFunctions();

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_RUNTIME_H
