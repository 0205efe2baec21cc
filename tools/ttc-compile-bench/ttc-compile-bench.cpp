//===- ttc-compile-bench.cpp - Measures compilation by stage --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles files in process, each a number of times, and prints a line for
// each: the milliseconds of every stage, from the repetition whose sum was the
// least, and that sum.
//
//   vector_add_1024.ttir parse=0.41 ttir=0.30 ttgir=0.82 ... total=5.12
//
// Options of a kernel come from the JSON file beside it, where there is one.
//
// With --parallel it measures nothing, but sees whether threads that compile at
// once get what one alone gets.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <thread>

using namespace ttc;
namespace cl = llvm::cl;

static cl::OptionCategory category("ttc-compile-bench options");

static cl::list<std::string> inputs(cl::Positional, cl::OneOrMore,
                                    cl::desc("<file>..."), cl::cat(category));
static cl::opt<unsigned> repeats("repeats",
                                 cl::desc("Compilations of each file"),
                                 cl::init(2), cl::cat(category));
static cl::opt<unsigned> threads(
    "parallel",
    cl::desc("Compile all files at once in so many threads, and compare what "
             "comes out with what one thread makes of them"),
    cl::cat(category));
static cl::opt<std::string>
    target("target", cl::desc("Architecture, instead of the JSON file's"),
           cl::value_desc("sm_90a"), cl::cat(category));
static cl::opt<Stage>
    stopAfter("to", cl::desc("Last stage:"),
              cl::values(clEnumValN(Stage::TTIR, "ttir", "Optimized TTIR"),
                         clEnumValN(Stage::TTGIR, "ttgir", "TTGIR"),
                         clEnumValN(Stage::Lowered, "mlir", "Lowered module"),
                         clEnumValN(Stage::LLVMIR, "llir", "LLVM IR"),
                         clEnumValN(Stage::PTX, "ptx", "PTX (default)"),
                         clEnumValN(Stage::Cubin, "cubin", "Cubin")),
              cl::init(Stage::PTX), cl::cat(category));

static double getSum(const CompileResult &result) {
  double sum = 0;
  for (const StageTime &time : result.times)
    sum += time.milliseconds;
  return sum;
}

/// The options for the kernel of `path`; false after an error.
static bool readOptions(llvm::StringRef path, CompileOptions &options) {
  llvm::SmallString<128> json(path);
  llvm::sys::path::replace_extension(json, "json");
  if (auto file = llvm::MemoryBuffer::getFile(json))
    if (llvm::Error error = readMetadataJSON((*file)->getBuffer(), options)) {
      llvm::errs() << json << ": " << llvm::toString(std::move(error)) << "\n";
      return false;
    }
  if (!target.empty())
    options.target = target;
  options.stopAfter = stopAfter;
  return true;
}

static bool measure(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    llvm::errs() << path << ": " << file.getError().message() << "\n";
    return false;
  }
  CompileOptions options;
  if (!readOptions(path, options))
    return false;

  std::optional<CompileResult> fastest;
  for (unsigned i = 0; i < std::max(1u, repeats.getValue()); ++i) {
    CompileResult result = compile((*file)->getBuffer(), path, options);
    if (!result.succeeded) {
      for (const CompileDiagnostic &diagnostic : result.diagnostics)
        llvm::errs() << diagnostic.rendered;
      return false;
    }
    if (!fastest || getSum(result) < getSum(*fastest))
      fastest = std::move(result);
  }
  llvm::outs() << llvm::sys::path::filename(path);
  for (const StageTime &time : fastest->times)
    llvm::outs() << " " << time.name << "="
                 << llvm::format("%.2f", time.milliseconds);
  llvm::outs() << " total=" << llvm::format("%.2f", getSum(*fastest)) << "\n";
  llvm::outs().flush();
  return true;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace {
struct Input {
  std::string path, text;
  CompileOptions options;
};
} // namespace

static std::optional<std::vector<Input>> readInputs() {
  std::vector<Input> result;
  for (const std::string &path : inputs) {
    auto file = llvm::MemoryBuffer::getFile(path);
    if (!file) {
      llvm::errs() << path << ": " << file.getError().message() << "\n";
      return std::nullopt;
    }
    Input &input = result.emplace_back();
    input.path = path;
    input.text = (*file)->getBuffer().str();
    if (!readOptions(path, input.options))
      return std::nullopt;
    input.options.keepTexts = true;
  }
  return result;
}

/// All that comes out of a compilation, errors included, but for times.
static std::string getOutput(const Input &input) {
  CompileResult result = compile(input.text, input.path, input.options);
  std::string output = getMetadataJSON(result.kernel);
  for (Stage stage : {Stage::TTIR, Stage::TTGIR, Stage::Lowered, Stage::LLVMIR,
                      Stage::PTX, Stage::Cubin})
    output += result.getArtifact(stage);
  for (const CompileDiagnostic &diagnostic : result.diagnostics)
    output += diagnostic.rendered;
  return output;
}

/// How many inputs come out other than `expected`, taken by threads as each
/// gets free.
static unsigned countDifferences(const std::vector<Input> &list,
                                 const std::vector<std::string> &expected) {
  std::atomic<size_t> next = 0;
  std::atomic<unsigned> differences = 0;
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < threads; ++i)
    workers.emplace_back([&] {
      for (size_t index; (index = next++) < list.size();)
        differences += getOutput(list[index]) != expected[index];
    });
  for (std::thread &worker : workers)
    worker.join();
  return differences;
}

static bool compareThreads() {
  std::optional<std::vector<Input>> list = readInputs();
  if (!list)
    return false;
  std::vector<std::string> expected;
  for (const Input &input : *list)
    expected.push_back(getOutput(input));
  unsigned differences = 0;
  for (unsigned i = 0; i < repeats; ++i)
    differences += countDifferences(*list, expected);
  llvm::outs() << list->size() << " files, " << threads << " threads, "
               << repeats << " times: " << differences << " differ\n";
  return differences == 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter(ttc::printVersion);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "measures how long kernels take to compile\n");
  if (threads > 0)
    return compareThreads() ? 0 : 1;
  bool succeeded = true;
  for (const std::string &path : inputs)
    succeeded &= measure(path);
  return succeeded ? 0 : 1;
}
