//===- Readable.cpp - What MLIR's readers would not survive ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few texts crash MLIR's parser, and a scan finds them. Its reader of bytecode
// trusts what it reads: damaged bytecode can make it overrun a buffer, ask for
// endless memory or recurse without end. No scan short of a second reader would
// find that out, so a child process tries.
//
//===----------------------------------------------------------------------===//

#include "ttc/Tools/Tools.h"

#include "ttc/Compiler/Nesting.h"
#include "ttc/Compiler/TextFault.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Depth of a module
//===----------------------------------------------------------------------===//

namespace {
/// How deep types, attributes and locations nest; each is looked at once.
class ElementDepth {
public:
  unsigned get(Attribute attribute) {
    return attribute ? compute(attribute) : 0;
  }
  unsigned get(Type type) { return type ? compute(type) : 0; }

private:
  template <typename ElementT>
  unsigned compute(ElementT element) {
    auto known = depths.find(element.getAsOpaquePointer());
    if (known != depths.end())
      return known->second;
    unsigned deepest = 0;
    element.walkImmediateSubElements(
        [&](Attribute inner) { deepest = std::max(deepest, get(inner)); },
        [&](Type inner) { deepest = std::max(deepest, get(inner)); });
    return depths[element.getAsOpaquePointer()] = deepest + 1;
  }

  llvm::DenseMap<const void *, unsigned> depths;
};
} // namespace

static unsigned getElementDepth(Operation *op, ElementDepth &elements) {
  unsigned deepest = std::max(elements.get(op->getAttrDictionary()),
                              elements.get(op->getLoc()));
  for (Type type : op->getResultTypes())
    deepest = std::max(deepest, elements.get(type));
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      deepest = std::max({deepest, elements.get(argument.getType()),
                          elements.get(argument.getLoc())});
  return deepest;
}

/// Whether ops, and what is in their attributes and types, nest deeper than
/// ttc::maxNestingDepth.
static bool isTooDeep(ModuleOp module) {
  ElementDepth elements;
  // Not recursive, as regions may be nested without end.
  SmallVector<std::pair<Operation *, unsigned>> left{{module, 1}};
  while (!left.empty()) {
    auto [op, depth] = left.pop_back_val();
    if (depth + getElementDepth(op, elements) > maxNestingDepth)
      return true;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        left.push_back({&inner, depth + 1});
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

namespace {
/// How the trial's process ends; a crash may bring any other status.
enum TrialStatus { Survived = 0, TooDeep = 2, Silent = 3 };
} // namespace

/// Seconds of processor time that reading may take.
static constexpr unsigned trialSeconds = 60;

/// Bytes that reading may take. A kernel of a megabyte takes a hundredth.
static constexpr uint64_t trialBytes = 2ull << 30;

/// Lets the process take so much more memory than it has. Counted from what it
/// has, as a sanitizer's own mappings are larger than any sensible limit.
static void limitMemory(uint64_t bytes) {
  std::ifstream file("/proc/self/statm");
  uint64_t pages = 0;
  // The sixth number is what RLIMIT_DATA limits.
  for (unsigned field = 0; field < 6; ++field)
    file >> pages;
  rlim_t limit = pages * sysconf(_SC_PAGESIZE) + bytes;
  rlimit memory{limit, limit};
  setrlimit(RLIMIT_DATA, &memory);
}

/// Reads the bytecode and ends the process.
[[noreturn]] static void runTrial(llvm::MemoryBufferRef bytecode,
                                  const DialectRegistry &registry) {
  // What goes wrong is told by who reads next; a crash leaves no trace.
  int null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  for (int crash : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP})
    signal(crash, SIG_DFL);
  rlimit none{0, 0}, time{trialSeconds, trialSeconds};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &time);
  limitMemory(trialBytes);

  {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(bytecode, /*NullTerminator=*/false),
        llvm::SMLoc());
    bool isReported = false;
    ScopedDiagnosticHandler silence(&context, [&](Diagnostic &) {
      isReported = true;
      return success();
    });
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
    // Tearing down what was read would be the same recursion again.
    if (module && isTooDeep(*module))
      _exit(TooDeep);
    // Nobody who reads it next would hear why it can't be read.
    if (!module && !isReported)
      _exit(Silent);
    if (module)
      module->print(llvm::nulls());
  }
  // An overrun that hit no page's end is seen, if at all, when the allocator
  // gets its memory back.
  _exit(Survived);
}

std::optional<std::string>
ttc::findBytecodeFault(llvm::MemoryBufferRef bytecode,
                       const DialectRegistry &registry) {
  pid_t child = fork();
  if (child == 0)
    runTrial(bytecode, registry);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return std::string("no process to try the bytecode in: ") +
           std::strerror(errno);
  if (WIFEXITED(status) && WEXITSTATUS(status) == Survived)
    return std::nullopt;
  if (WIFEXITED(status) && WEXITSTATUS(status) == TooDeep)
    return llvm::formatv("the bytecode is nested more than {0} levels deep, "
                         "which is not supported",
                         maxNestingDepth)
        .str();
  if (WIFEXITED(status) && WEXITSTATUS(status) == Silent)
    return std::string("the bytecode is damaged: MLIR's reader refuses it "
                       "without a reason");
  if (WIFSIGNALED(status) &&
      (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return std::string("the bytecode is damaged: MLIR's reader does not come "
                       "to an end");
  return std::string("the bytecode is damaged: MLIR's reader crashes, or takes "
                     "more than 2 GiB of memory");
}

//===----------------------------------------------------------------------===//
// Input of either kind
//===----------------------------------------------------------------------===//

bool ttc::isReadable(llvm::MemoryBufferRef input,
                     const DialectRegistry &registry) {
  if (isBytecode(input)) {
    std::optional<std::string> fault = findBytecodeFault(input, registry);
    // Bytecode has no lines to show.
    if (fault)
      llvm::errs() << input.getBufferIdentifier() << ": error: " << *fault
                   << "\n";
    return !fault;
  }
  std::optional<TextFault> fault = findTextFault(input.getBuffer());
  if (!fault)
    return true;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input, /*NullTerminator=*/false),
      llvm::SMLoc());
  sources.PrintMessage(
      llvm::SMLoc::getFromPointer(input.getBufferStart() + fault->offset),
      llvm::SourceMgr::DK_Error, fault->message);
  return false;
}

int ttc::runOnLargeStack(llvm::function_ref<int()> body) {
  int result = 0;
  std::optional<unsigned> stackBytes = 1u << 30;
  llvm::thread thread(stackBytes, [&] { result = body(); });
  thread.join();
  return result;
}
