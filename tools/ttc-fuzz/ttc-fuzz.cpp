//===- ttc-fuzz.cpp - Throws broken IR at the compiler --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes texts, and bytecode, of a corpus, and compiles what comes out. It
// must not crash, hang, leak, take memory without end, fail without an error,
// or write what does not read back.
//
//   ttc-fuzz ../shared/corpus --runs=20000 --seed=1 --save=findings
//
// Inputs are compiled in batches, each in a process of its own, so that a crash
// ends a batch only; what is left of it goes on in another. Leaks are looked
// for where the address sanitizer is built in, at the end of a batch, and then
// for each of its inputs alone.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
static bool findsLeaks() { return __lsan_do_recoverable_leak_check() != 0; }
#else
static bool findsLeaks() { return false; }
#endif

using namespace ttc;
using namespace ttc::fuzz;
namespace cl = llvm::cl;

static cl::OptionCategory category("ttc-fuzz options");

static cl::list<std::string>
    inputs(cl::Positional, cl::OneOrMore,
           cl::desc("<file or folder of .ttir, .ttgir, .mlir>..."),
           cl::cat(category));
static cl::opt<uint64_t> seed("seed",
                              cl::desc("Where chance starts (default: 1)"),
                              cl::init(1), cl::cat(category));
static cl::opt<uint64_t> runs("runs",
                              cl::desc("Number of inputs (default: 1000)"),
                              cl::init(1000), cl::cat(category));
static cl::opt<uint64_t>
    first("first", cl::desc("Number of the first input, to repeat some"),
          cl::init(0), cl::cat(category));
static cl::opt<unsigned> jobs("jobs", cl::desc("Processes (default: cores)"),
                              cl::init(std::thread::hardware_concurrency()),
                              cl::cat(category));
static cl::opt<unsigned>
    seconds("timeout",
            cl::desc("Seconds of processor time for one input (default: 20)"),
            cl::init(20), cl::cat(category));
static cl::opt<std::string>
    save("save", cl::desc("Folder for inputs that bring a fault"),
         cl::value_desc("folder"), cl::cat(category));
static cl::opt<bool>
    showFailed("show-failed",
               cl::desc("Print the errors of passes: what a verifier accepts "
                        "should not bring one"),
               cl::cat(category));
static cl::opt<Stage>
    stopAfter("to", cl::desc("Last stage:"),
              cl::values(clEnumValN(Stage::TTIR, "ttir", "Optimized TTIR"),
                         clEnumValN(Stage::TTGIR, "ttgir", "TTGIR"),
                         clEnumValN(Stage::Lowered, "mlir", "Lowered module"),
                         clEnumValN(Stage::LLVMIR, "llir", "LLVM IR"),
                         clEnumValN(Stage::PTX, "ptx", "PTX")),
              cl::init(Stage::TTIR), cl::cat(category));

/// Inputs of one process, unless it ends before.
static constexpr uint64_t batchSize = 50;
/// More memory than this, in KiB, is a fault.
static constexpr long maxResident = 4l << 20;
/// More findings than this say nothing new.
static constexpr unsigned maxFindings = 50;

//===----------------------------------------------------------------------===//
// The process of a batch
//===----------------------------------------------------------------------===//

namespace {
/// How a batch's process ends where it does not crash. The numbers are none
/// that a sanitizer or exit() uses.
enum Status { Finished = 0, Leaked = 101, Faulty = 102 };

/// What a batch tells its parent, in memory that both see.
struct Progress {
  uint64_t current;
  uint64_t outcomes[numOutcomes];
  char fault[256];
};

struct Batch {
  uint64_t begin, end;
};
} // namespace

/// Time of the processor for the input, and, where it only waits, of the clock.
static void limitTime() {
  itimerval limit{{0, 0}, {time_t(seconds), 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  alarm(seconds * 20);
}

[[noreturn]] static void runBatch(llvm::ArrayRef<std::string> sources,
                                  Batch batch, Progress &progress) {
  for (int death : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP})
    if (!__has_feature(address_sanitizer))
      signal(death, SIG_DFL);
  for (uint64_t number = batch.begin; number < batch.end; ++number) {
    progress.current = number;
    limitTime();
    Input input = makeInput(sources, seed, number);
    TrialResult result = tryInput(input, stopAfter);
    if (showFailed && result.outcome == Outcome::Failed)
      llvm::errs() << "input " << number << ": " << result.error << "\n";
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    if (usage.ru_maxrss > maxResident)
      result.fault = "takes more than " + llvm::utostr(maxResident >> 20) +
                     " GiB of memory";
    if (!result.fault.empty()) {
      result.fault.copy(progress.fault, sizeof(progress.fault) - 1);
      _exit(Faulty);
    }
    ++progress.outcomes[static_cast<unsigned>(result.outcome)];
  }
  limitTime();
  _exit(findsLeaks() ? Leaked : Finished);
}

//===----------------------------------------------------------------------===//
// The parent
//===----------------------------------------------------------------------===//

namespace {
class Fuzzer {
public:
  explicit Fuzzer(std::vector<std::string> sources)
      : sources(std::move(sources)) {}

  /// Whether there was nothing to find.
  bool run();

private:
  struct Worker {
    Batch batch;
    Progress *progress;
  };

  bool start();
  void finish(Worker worker, int status);
  void report(uint64_t number, llvm::StringRef what);

  std::vector<std::string> sources;
  std::deque<Batch> waiting;
  std::map<pid_t, Worker> workers;
  uint64_t outcomes[numOutcomes] = {};
  unsigned findings = 0;
};
} // namespace

/// Writes the input into the folder for findings.
static void saveInput(llvm::ArrayRef<std::string> sources, uint64_t number) {
  Input input = makeInput(sources, seed, number);
  std::string name = llvm::formatv("{0}/{1}-{2}.{3}", save, seed, number,
                                   input.isBytecode ? "mlirbc" : "mlir");
  std::error_code error = llvm::sys::fs::create_directories(save);
  if (!error) {
    llvm::raw_fd_ostream file(name, error);
    file << input.bytes;
  }
  if (error)
    llvm::errs() << name << ": " << error.message() << "\n";
}

void Fuzzer::report(uint64_t number, llvm::StringRef what) {
  ++findings;
  llvm::errs() << "seed " << seed << ", input " << number << ": " << what
               << "\n";
  if (save.empty())
    return;
  // Making it may be what crashes.
  pid_t child = fork();
  if (child == 0) {
    saveInput(sources, number);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

/// Starts a process for the next batch; false if that is not possible.
bool Fuzzer::start() {
  void *memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  Worker worker{waiting.front(), new (memory) Progress{}};
  // What is still in the buffers would be written by both.
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0)
    runBatch(sources, worker.batch, *worker.progress);
  if (child < 0)
    return false;
  waiting.pop_front();
  workers.emplace(child, worker);
  return true;
}

void Fuzzer::finish(Worker worker, int status) {
  Progress progress = *worker.progress;
  munmap(worker.progress, sizeof(Progress));
  bool hasExited = WIFEXITED(status);
  if (hasExited && WEXITSTATUS(status) == Leaked &&
      worker.batch.end - worker.batch.begin > 1) {
    // Again, each alone, to learn which it is; these are counted then.
    for (uint64_t i = worker.batch.begin; i < worker.batch.end; ++i)
      waiting.push_back({i, i + 1});
    return;
  }
  for (auto [sum, count] : llvm::zip(outcomes, progress.outcomes))
    sum += count;
  if (hasExited && WEXITSTATUS(status) == Finished)
    return;
  int signal = hasExited ? 0 : WTERMSIG(status);
  if (hasExited && WEXITSTATUS(status) == Leaked)
    report(progress.current, "leaks memory");
  else if (hasExited && WEXITSTATUS(status) == Faulty)
    report(progress.current, progress.fault);
  else if (signal == SIGPROF || signal == SIGALRM)
    report(progress.current, "hangs");
  else if (hasExited)
    report(progress.current, "exits");
  else
    report(progress.current, std::string("crashes: ") + strsignal(signal));
  if (progress.current + 1 < worker.batch.end)
    waiting.push_back({progress.current + 1, worker.batch.end});
}

bool Fuzzer::run() {
  for (uint64_t begin = first, end = first + runs; begin < end;
       begin += batchSize)
    waiting.push_back({begin, std::min(begin + batchSize, end)});
  auto startTime = std::chrono::steady_clock::now();
  while (!workers.empty() || (!waiting.empty() && findings < maxFindings)) {
    while (workers.size() < std::max(1u, jobs.getValue()) && !waiting.empty() &&
           findings < maxFindings)
      if (!start()) {
        llvm::errs() << "no process for a batch: " << strerror(errno) << "\n";
        return false;
      }
    int status = 0;
    pid_t child = wait(&status);
    auto worker = workers.find(child);
    if (worker == workers.end())
      continue;
    finish(worker->second, status);
    workers.erase(worker);
  }
  std::chrono::duration<double> time =
      std::chrono::steady_clock::now() - startTime;
  llvm::outs() << llvm::formatv(
      "{0} rejected, {1} failed in a pass, {2} compiled, {3} bytecode refused, "
      "{4} faults, {5:f1} s\n",
      outcomes[0], outcomes[1], outcomes[2], outcomes[3], findings,
      time.count());
  return findings == 0;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static bool isSource(llvm::StringRef path) {
  llvm::StringRef extension = llvm::sys::path::extension(path);
  return extension == ".ttir" || extension == ".ttgir" || extension == ".mlir";
}

/// The texts of all files, in the order of their paths; empty after an error.
static std::vector<std::string> readSources() {
  std::vector<std::string> paths, sources;
  std::error_code error;
  for (const std::string &input : inputs) {
    if (!llvm::sys::fs::is_directory(input)) {
      paths.push_back(input);
      continue;
    }
    llvm::sys::fs::recursive_directory_iterator entry(input, error), end;
    for (; !error && entry != end; entry.increment(error))
      if (isSource(entry->path()))
        paths.push_back(entry->path());
  }
  llvm::sort(paths);
  for (const std::string &path : paths) {
    auto file = llvm::MemoryBuffer::getFile(path);
    if (!file) {
      llvm::errs() << path << ": " << file.getError().message() << "\n";
      return {};
    }
    sources.push_back((*file)->getBuffer().str());
  }
  if (sources.empty())
    llvm::errs() << "no .ttir, .ttgir or .mlir file is there\n";
  return sources;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter(ttc::printVersion);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "compiles kernels with random changes\n");
  std::vector<std::string> sources = readSources();
  if (sources.empty())
    return 1;
  return Fuzzer(std::move(sources)).run() ? 0 : 1;
}
