//===- tt-translate.cpp - Kernels to LLVM IR, PTX, cubin, SASS ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles one file, or standard input, as far as asked, and writes the result.
// All of the work is done by ttc::compile().
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"
#include "ttc/Target/Info/TargetInfo.h"
#include "ttc/Tools/Options.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace ttc;
namespace cl = llvm::cl;

static cl::OptionCategory category("tt-translate options");

/// A list, so that none or several of them can be answered clearly.
static cl::list<Stage> stages(
    cl::desc("What to write:"),
    cl::values(clEnumValN(Stage::LLVMIR, "tt-to-llvmir", "Optimized LLVM IR"),
               clEnumValN(Stage::PTX, "tt-to-ptx", "PTX"),
               clEnumValN(Stage::Cubin, "tt-to-cubin", "A cubin"),
               clEnumValN(Stage::SASS, "tt-to-sass", "SASS, disassembled")),
    cl::cat(category));

static cl::opt<std::string> input(cl::Positional, cl::desc("<file>"),
                                  cl::init("-"), cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("Where to write"),
                                   cl::value_desc("file"), cl::init("-"),
                                   cl::cat(category));
static cl::opt<std::string>
    target("target",
           cl::desc("Architecture, where the module names none; sm_90, sm_100, "
                    "sm_103 and sm_120 mean the variant with an a"),
           cl::value_desc("sm_90a"), cl::cat(category));
static cl::opt<unsigned>
    numWarps("num-warps", cl::desc("Warps of a block, for TTIR (default 4)"),
             cl::cat(category));
static cl::opt<unsigned>
    numStages("num-stages", cl::desc("Depth of software pipelines (default 3)"),
              cl::cat(category));
static cl::opt<unsigned>
    numCTAs("num-ctas", cl::desc("Blocks of a cluster, for TTIR (default 1)"),
            cl::cat(category));
static cl::opt<bool>
    fpFusion("fp-fusion",
             cl::desc("Fuse multiplications and additions (default true)"),
             cl::init(true), cl::cat(category));
static cl::opt<bool>
    ttOptimize("tt-optimize",
               cl::desc("Optimize TTIR before it gets layouts (default true)"),
               cl::init(true), cl::cat(category));
static cl::opt<std::string>
    ptxVersion("ptx-version",
               cl::desc("PTX ISA version to write, where the lowest that does "
                        "is not wanted"),
               cl::value_desc("8.0"), cl::cat(category));
static cl::opt<unsigned> maxRegisters("maxnreg",
                                      cl::desc("Registers per thread, at most"),
                                      cl::cat(category));
static cl::opt<unsigned>
    minBlocks("minctasm",
              cl::desc("Blocks per multiprocessor that must fit, at least"),
              cl::cat(category));
static cl::opt<std::string> kernel("kernel",
                                   cl::desc("Kernel to compile, of several"),
                                   cl::value_desc("name"), cl::cat(category));
static cl::opt<std::string>
    cudaPath("cuda-path", cl::desc("CUDA toolkit to look in before others"),
             cl::value_desc("folder"), cl::cat(category));
static cl::opt<std::string>
    optionsFrom("options-from",
                cl::desc("Take options from the JSON beside a dump"),
                cl::value_desc("file.json"), cl::cat(category));
static cl::opt<std::string>
    dumpDir("dump-dir",
            cl::desc("Also write what comes out of every stage, and the JSON"),
            cl::value_desc("folder"), cl::cat(category));
static cl::opt<bool>
    printStats("print-stats",
               cl::desc("Print registers, spills, shared memory and occupancy"),
               cl::cat(category));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tt-translate: error: " << message << "\n";
  return 1;
}

/// Fills `options` from the command line; an error's text if that is wrong.
static std::string readOptions(CompileOptions &options) {
  if (stages.size() != 1)
    return std::string(stages.empty() ? "nothing says what to write"
                                      : "only one thing can be written") +
           ": give one of --tt-to-llvmir, --tt-to-ptx, --tt-to-cubin and "
           "--tt-to-sass";
  if (!optionsFrom.empty()) {
    auto file = llvm::MemoryBuffer::getFile(optionsFrom);
    if (!file)
      return "cannot read " + optionsFrom + ": " + file.getError().message();
    if (llvm::Error error = readMetadataJSON((*file)->getBuffer(), options))
      return optionsFrom + ": " + llvm::toString(std::move(error));
  }
  if (!target.empty())
    options.target = target;
  if (numWarps.getNumOccurrences())
    options.numWarps = numWarps;
  if (numStages.getNumOccurrences())
    options.numStages = numStages;
  if (numCTAs.getNumOccurrences())
    options.numCTAs = numCTAs;
  if (fpFusion.getNumOccurrences())
    options.fpFusion = fpFusion;
  options.optimizeTiles = ttOptimize;
  if (maxRegisters.getNumOccurrences())
    options.maxRegisters = maxRegisters;
  if (minBlocks.getNumOccurrences())
    options.minBlocksPerSM = minBlocks;
  if (!ptxVersion.empty()) {
    options.ptxVersion = parsePTXVersion(ptxVersion);
    if (!options.ptxVersion)
      return "'" + ptxVersion + "' is no PTX version; write it like 8.0";
  }
  options.kernel = kernel;
  options.toolkit.folder = cudaPath;
  // The statistics are the assembler's.
  options.stopAfter = stages.front();
  if (printStats)
    options.stopAfter = std::max(options.stopAfter, Stage::Cubin);
  options.keepTexts = !dumpDir.empty() || options.stopAfter != stages.front();
  return "";
}

static std::string writeFile(llvm::StringRef path, llvm::StringRef contents) {
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_None);
  if (error)
    return ("cannot write " + path + ": " + error.message()).str();
  file.os() << contents;
  file.os().flush();
  if (std::error_code written = file.os().error()) {
    file.os().clear_error();
    return ("cannot write " + path + ": " + written.message()).str();
  }
  file.keep();
  return "";
}

/// Writes NAME.ttir and so on into the folder of --dump-dir.
static std::string dump(const CompileResult &result) {
  if (std::error_code error = llvm::sys::fs::create_directories(dumpDir))
    return "cannot make " + dumpDir + ": " + error.message();
  auto write = [&](llvm::StringRef extension, llvm::StringRef contents) {
    llvm::SmallString<128> path(dumpDir);
    llvm::sys::path::append(path, result.kernel.name + "." + extension);
    return contents.empty() ? std::string() : writeFile(path, contents);
  };
  for (Stage stage : {Stage::TTIR, Stage::TTGIR, Stage::Lowered, Stage::LLVMIR,
                      Stage::PTX, Stage::Cubin, Stage::SASS})
    if (std::string error =
            write(getStageExtension(stage), result.getArtifact(stage));
        !error.empty())
      return error;
  return write("json", getMetadataJSON(result.kernel));
}

static void printStatistics(const KernelInfo &kernel) {
  TargetInfo info = llvm::cantFail(TargetInfo::get(kernel.target));
  const AssemblerStatistics &used = kernel.resources;
  unsigned threads = kernel.numWarps * info.getThreadsPerWarp();
  unsigned shared = kernel.sharedBytes + used.staticSharedBytes;
  unsigned blocks = info.getBlocksPerSM(threads, used.registers, shared);
  unsigned warps = blocks * kernel.numWarps;
  llvm::errs() << kernel.name << " for " << info.getName() << ", "
               << kernel.numWarps << " warps:\n"
               << "  registers      " << used.registers << " per thread\n"
               << "  spills         " << used.spillStoreBytes
               << " bytes stored, " << used.spillLoadBytes << " loaded\n"
               << "  stack          " << used.stackBytes
               << " bytes per thread\n"
               << "  shared memory  " << shared << " bytes per block\n"
               << "  occupancy      " << warps << " of "
               << info.getMaxWarpsPerSM() << " warps (" << blocks
               << " blocks per multiprocessor)\n";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "compiles a kernel in Triton IR (TTIR, TTGIR or a lowered module)\n");

  CompileOptions options;
  if (std::string error = readOptions(options); !error.empty())
    return fail(error);
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!file)
    return fail("cannot read " + input + ": " + file.getError().message());

  llvm::StringRef name = input == "-" ? "<stdin>" : llvm::StringRef(input);
  CompileResult result = compile((*file)->getBuffer(), name, options);
  for (const CompileDiagnostic &diagnostic : result.diagnostics)
    llvm::errs() << diagnostic.rendered;
  if (!result.succeeded)
    return 1;
  if (!dumpDir.empty())
    if (std::string error = dump(result); !error.empty())
      return fail(error);
  if (printStats)
    printStatistics(result.kernel);
  if (std::string error = writeFile(output, result.getArtifact(stages.front()));
      !error.empty())
    return fail(error);
  return 0;
}
