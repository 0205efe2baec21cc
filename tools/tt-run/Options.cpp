//===- Options.cpp - The command line of tt-run ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line is parsed once to find the input, and again together with
// the options that the input holds.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ttc/Execution/Launch.h"
#include "ttc/Tools/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace ttc::run;

cl::OptionCategory ttc::run::category(
    "Options of tt-run",
    "<file> is TTIR, TTGIR, a lowered module or a cubin; - is standard input. "
    "Values of --arg are described in docs/running.md. Lines of the input that "
    "start with '// tt-run:' hold further options.");

static cl::opt<std::string> inputName(cl::Positional, cl::cat(category),
                                      cl::init("-"), cl::desc("<file>"));
static cl::opt<std::string> device("device", cl::cat(category), cl::init("cpu"),
                                   cl::value_desc("cpu|cuda|cuda:N"),
                                   cl::desc("Where to run (default: cpu)"));
static cl::opt<bool> listDevices("list-devices", cl::cat(category),
                                 cl::desc("Print the devices there are"));

static cl::opt<bool>
    check("check", cl::cat(category), cl::init(true),
          cl::desc("On the CPU: look for races, bad addresses, divergence and "
                   "other faults (default: true)"));
static cl::opt<std::string> async(
    "async", cl::cat(category), cl::init("late"),
    cl::value_desc("late|early|random:SEED"),
    cl::desc("On the CPU: when asynchronous copies and products take effect "
             "(default: as late as allowed)"));
static cl::opt<std::string>
    blocks("blocks", cl::cat(category), cl::value_desc("N|FIRST..LAST"),
           cl::desc("On the CPU: run only these programs of the grid"));
static cl::opt<std::string>
    profile("profile", cl::cat(category), cl::ValueOptional,
            cl::value_desc("text|json"),
            cl::desc("On the CPU: print, for each source line, memory "
                     "transactions, bank conflicts and instructions"));
static cl::opt<unsigned> workers(
    "workers", cl::cat(category),
    cl::desc("On the CPU: threads that run blocks (default: one per core)"));

static cl::opt<std::string>
    target("target", cl::cat(category), cl::value_desc("sm_90a"),
           cl::desc("What to compile for (default: what the module says, else "
                    "the device's own); sm_90, sm_100, sm_103 and sm_120 mean "
                    "the variant with an a"));
static cl::opt<unsigned> numWarps("num-warps", cl::cat(category),
                                  cl::desc("Warps of a block (default: 4)"));
static cl::opt<unsigned> numCTAs("num-ctas", cl::cat(category),
                                 cl::desc("Blocks of a cluster (default: 1)"));
static cl::opt<unsigned>
    numStages("num-stages", cl::cat(category), cl::init(3),
              cl::desc("Stages of pipelined loops (default: 3)"));
static cl::opt<bool>
    fpFusion("fp-fusion", cl::cat(category), cl::init(true),
             cl::desc("Fuse multiplications and additions (default: true)"));
static cl::opt<bool>
    ttOptimize("tt-optimize", cl::cat(category), cl::init(true),
               cl::desc("Optimize TTIR before it gets layouts (default: "
                        "true)"));
static cl::opt<std::string> ptxVersion(
    "ptx-version", cl::cat(category), cl::value_desc("8.0"),
    cl::desc("PTX version to write (default: the lowest that does)"));
static cl::opt<std::string>
    kernel("kernel", cl::cat(category), cl::value_desc("NAME"),
           cl::desc("Which kernel to run, where the input has several"));
static cl::opt<std::string>
    cudaPath("cuda-path", cl::cat(category), cl::value_desc("DIR"),
             cl::desc("CUDA toolkit with ptxas and libdevice"));
static cl::opt<std::string> optionsFrom(
    "options-from", cl::cat(category), cl::value_desc("FILE.json"),
    cl::desc("Take compile options from the file Triton writes beside a dump"));
static cl::opt<bool> driverAssembles(
    "driver-assembler", cl::cat(category),
    cl::desc("Let the CUDA driver assemble the PTX: needs no ptxas"));
static cl::opt<std::string> metadata(
    "metadata", cl::cat(category), cl::value_desc("FILE.json"),
    cl::desc("What describes a cubin (default: FILE.json beside FILE.cubin)"));

static cl::opt<std::string> grid("grid", cl::cat(category),
                                 cl::value_desc("X[,Y[,Z]]"),
                                 cl::desc("How many programs to run"));
static cl::list<std::string> arguments(
    "arg", cl::cat(category), cl::value_desc("[NAME=]VALUE"),
    cl::desc(
        "A kernel argument: 1000, zeros:f32[1000], randn:f32[8,64]:seed=1, "
        "[1, 2]:i32, FILE.npy, ..."));
static cl::list<std::string> lets("let", cl::cat(category),
                                  cl::value_desc("NAME=EXPRESSION"),
                                  cl::desc("Name a value for use in --expect"));
static cl::list<std::string>
    outputs("out", cl::cat(category), cl::value_desc("NAME=FILE.npy"),
            cl::desc("Write an argument to a file after the run"));
static cl::list<std::string>
    prints("print", cl::cat(category), cl::value_desc("NAME"),
           cl::desc("Print an argument after the run"));
static cl::opt<unsigned> printLimit(
    "print-limit", cl::cat(category), cl::init(16),
    cl::desc("Show the ends of dimensions longer than this (default: 16)"));
static cl::list<std::string> expectations(
    "expect", cl::cat(category),
    cl::value_desc("NAME=VALUE[:rtol=X][:atol=X][:rowtol=X]"),
    cl::desc("Fail unless the argument has this value after the run"));
static cl::opt<double>
    timeout("timeout", cl::cat(category), cl::value_desc("SECONDS"),
            cl::desc("Give up on a kernel that runs longer"));

static cl::opt<bool>
    bench("bench", cl::cat(category),
          cl::desc("Time the kernel instead of running it once"));
static cl::opt<unsigned>
    benchWarmup("bench-warmup", cl::cat(category), cl::init(10),
                cl::desc("Launches before those timed (default: 10)"));
static cl::opt<unsigned>
    benchRepeats("bench-repeats", cl::cat(category), cl::init(50),
                 cl::desc("Launches that are timed (default: 50)"));
static cl::opt<bool> benchFlush(
    "bench-flush", cl::cat(category), cl::init(true),
    cl::desc("Empty the L2 cache before each launch (default: true)"));
static cl::opt<uint64_t> benchBytes(
    "bench-bytes", cl::cat(category), cl::value_desc("N"),
    cl::desc("Bytes moved, for GB/s (default: those of all buffers, once)"));

/// The options that the input's text holds.
static std::vector<std::string> directives(StringRef text) {
  std::vector<std::string> result;
  BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.ltrim();
    if (!line.consume_front("//"))
      continue;
    line = line.ltrim();
    if (!line.consume_front("tt-run:"))
      continue;
    SmallVector<const char *> words;
    cl::TokenizeGNUCommandLine(line, saver, words);
    llvm::append_range(result, words);
  }
  return result;
}

/// Texts without a name, and for each name the last text, in order of first
/// occurrence: the command line's arguments come last and replace the input's.
static std::vector<std::string> lastOfEachName(ArrayRef<std::string> texts) {
  std::vector<std::string> result;
  for (const std::string &text : texts) {
    StringRef name = ttc::exec::splitName(text).first;
    auto same = find_if(result, [&](const std::string &earlier) {
      return !name.empty() && ttc::exec::splitName(earlier).first == name;
    });
    if (same == result.end())
      result.push_back(text);
    else
      *same = text;
  }
  return result;
}

/// Options of the command line over those of the JSON file.
static Expected<ttc::CompileOptions> compileOptions() {
  ttc::CompileOptions options;
  if (!optionsFrom.empty()) {
    auto buffer = MemoryBuffer::getFile(optionsFrom);
    if (!buffer)
      return createStringError("can't read '" + optionsFrom +
                               "': " + buffer.getError().message());
    if (Error error = ttc::readMetadataJSON((*buffer)->getBuffer(), options))
      return createStringError("'" + optionsFrom +
                               "': " + toString(std::move(error)));
  }
  auto isGiven = [](cl::Option &option) {
    return option.getNumOccurrences() > 0;
  };
  if (isGiven(target))
    options.target = target;
  if (isGiven(numWarps))
    options.numWarps = numWarps;
  if (isGiven(numCTAs))
    options.numCTAs = numCTAs;
  if (isGiven(numStages))
    options.numStages = numStages;
  if (isGiven(fpFusion))
    options.fpFusion = fpFusion;
  options.optimizeTiles = ttOptimize;
  if (isGiven(ptxVersion)) {
    options.ptxVersion = ttc::parsePTXVersion(ptxVersion);
    if (!options.ptxVersion)
      return createStringError("'" + ptxVersion +
                               "' is no PTX version; write it like 8.0");
  }
  options.kernel = kernel;
  options.toolkit.folder = cudaPath;
  return options;
}

/// "late", "early" or "random:SEED".
static Error parseAsync(StringRef text, ttc::cpu::Options &options) {
  using ttc::cpu::AsyncPolicy;
  auto [name, seed] = text.split(':');
  std::optional<AsyncPolicy> policy =
      StringSwitch<std::optional<AsyncPolicy>>(name)
          .Case("late", AsyncPolicy::Late)
          .Case("early", AsyncPolicy::Early)
          .Case("random", AsyncPolicy::Random)
          .Default(std::nullopt);
  bool isSeeded = policy == AsyncPolicy::Random;
  if (!policy || seed.empty() == isSeeded ||
      (isSeeded && seed.getAsInteger(0, options.seed)))
    return createStringError("--async=" + text +
                             ": expected late, early or random:SEED");
  options.async = *policy;
  return Error::success();
}

/// "N" are the first N programs; "FIRST..LAST" includes both.
static Error parseBlocks(StringRef text, ttc::cpu::Options &options) {
  if (text.empty())
    return Error::success();
  uint64_t first = 0, last = 0;
  auto [from, to] = text.split("..");
  bool isRange = text.contains("..");
  bool isBad = isRange ? from.getAsInteger(10, first) ||
                             to.getAsInteger(10, last) || last < first
                       : from.getAsInteger(10, last) || last == 0;
  if (isBad)
    return createStringError("--blocks=" + text +
                             ": expected N, at least 1, or FIRST..LAST");
  options.blocks = {first, isRange ? last - first + 1 : last};
  return Error::success();
}

static Expected<ttc::cpu::Options> cpuOptions() {
  ttc::cpu::Options options;
  options.check = check;
  options.timeout = timeout;
  options.workers = workers;
  options.profile = profile.getNumOccurrences() > 0;
  if (options.profile && !profile.empty() && profile != "text" &&
      profile != "json")
    return createStringError("--profile=" + profile +
                             ": expected text or json");
  if (Error error = parseAsync(async, options))
    return error;
  if (Error error = parseBlocks(blocks, options))
    return error;
  return options;
}

static Expected<Request> makeRequest(std::string input) {
  Request request;
  request.inputName = inputName;
  request.input = std::move(input);
  request.device = device;
  request.listDevices = listDevices;
  Expected<ttc::cpu::Options> cpu = cpuOptions();
  if (!cpu)
    return cpu.takeError();
  request.cpu = std::move(*cpu);
  request.profileAsJSON = profile == "json";
  Expected<ttc::CompileOptions> compile = compileOptions();
  if (!compile)
    return compile.takeError();
  request.compile = std::move(*compile);
  request.driverAssembles = driverAssembles;
  request.metadata = metadata;
  request.grid = grid;
  request.arguments = lastOfEachName(arguments);
  request.lets = lastOfEachName(lets);
  request.outputs = outputs;
  request.prints = prints;
  request.expectations = lastOfEachName(expectations);
  request.printLimit = printLimit;
  request.timeout = timeout;
  request.bench = bench;
  request.benchOptions = {benchWarmup, benchRepeats, benchFlush};
  request.benchBytes = benchBytes;
  return request;
}

Expected<Request> ttc::run::parseCommandLine(int argc, char **argv) {
  cl::SetVersionPrinter(ttc::printVersion);
  cl::HideUnrelatedOptions(category);
  StringRef overview = "Runs a kernel on a GPU or on the CPU.\n";
  cl::ParseCommandLineOptions(argc, argv, overview);
  if (listDevices)
    return makeRequest("");
  auto buffer = MemoryBuffer::getFileOrSTDIN(inputName);
  if (!buffer)
    return createStringError("can't read '" + inputName +
                             "': " + buffer.getError().message());
  std::string input = (*buffer)->getBuffer().str();
  std::vector<std::string> words = directives(input);
  if (!words.empty()) {
    std::vector<const char *> all = {argv[0]};
    for (const std::string &word : words)
      all.push_back(word.c_str());
    all.insert(all.end(), argv + 1, argv + argc);
    cl::ResetAllOptionOccurrences();
    cl::ParseCommandLineOptions(static_cast<int>(all.size()), all.data(),
                                overview);
  }
  return makeRequest(std::move(input));
}
