//===- Toolkit.cpp - NVIDIA's programs and bitcode ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs get their input and leave their output in temporary files, which
// are removed whatever happens.
//
//===----------------------------------------------------------------------===//

#include "ttc/Target/Emission/Toolkit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace ttc;
using llvm::StringRef;
namespace sys = llvm::sys;

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// Within a toolkit.
static constexpr llvm::StringLiteral libdevicePath =
    "nvvm/libdevice/libdevice.10.bc";

static std::string joinPath(StringRef folder, StringRef relative) {
  llvm::SmallString<128> path(folder);
  sys::path::append(path, relative);
  return std::string(path);
}

/// The toolkit that a program of PATH belongs to: the parent of the folder
/// that holds it, links resolved.
static std::string getToolkitOf(StringRef program) {
  llvm::ErrorOr<std::string> found = sys::findProgramByName(program);
  llvm::SmallString<128> path;
  if (!found || sys::fs::real_path(*found, path))
    return "";
  return sys::path::parent_path(sys::path::parent_path(path)).str();
}

/// Folders that may be laid out like a CUDA toolkit, in order of preference.
static llvm::SmallVector<std::string> getToolkits(StringRef cudaPath) {
  llvm::SmallVector<std::string> folders;
  if (!cudaPath.empty())
    folders.push_back(cudaPath.str());
  if (std::optional<std::string> home = sys::Process::GetEnv("CUDA_HOME"))
    if (!home->empty())
      folders.push_back(*home);
  for (StringRef program : {"ptxas", "nvdisasm"})
    if (std::string folder = getToolkitOf(program); !folder.empty())
      folders.push_back(folder);
  folders.push_back("/usr/local/cuda");

  std::string self = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&getToolkits));
  for (StringRef folder = sys::path::parent_path(self); !folder.empty();
       folder = sys::path::parent_path(folder))
    folders.push_back(joinPath(folder, "cuda"));
  return folders;
}

static llvm::Expected<std::string>
findFile(StringRef cudaPath, StringRef relative, StringRef package) {
  for (const std::string &folder : getToolkits(cudaPath))
    if (std::string path = joinPath(folder, relative); sys::fs::exists(path))
      return path;
  StringRef name = sys::path::filename(relative);
  return llvm::createStringError(
      "cannot find " + name +
      " in the folder of --cuda-path, in CUDA_HOME, PATH or /usr/local/cuda; "
      "run tools/setup.sh, or install a CUDA toolkit or the PyPI package " +
      package);
}

llvm::Error Toolkit::checkFolder() const {
  if (cudaPath.empty())
    return llvm::Error::success();
  if (!sys::fs::is_directory(cudaPath))
    return llvm::createStringError("there is no folder '" + cudaPath +
                                   "' to look for a CUDA toolkit in");
  for (StringRef file : {StringRef("bin/ptxas"), StringRef("bin/nvdisasm"),
                         StringRef(libdevicePath)})
    if (sys::fs::exists(joinPath(cudaPath, file)))
      return llvm::Error::success();
  return llvm::createStringError("the folder '" + cudaPath +
                                 "' has nothing of a CUDA toolkit: neither "
                                 "bin/ptxas nor bin/nvdisasm nor " +
                                 libdevicePath);
}

llvm::Expected<std::string> Toolkit::findProgram(StringRef name) const {
  return findFile(cudaPath, joinPath("bin", name),
                  name == "ptxas" ? "nvidia-cuda-nvcc"
                                  : "nvidia-cuda-nvdisasm");
}

llvm::Expected<std::string> Toolkit::findLibdevice() const {
  return findFile(cudaPath, libdevicePath, "nvidia-nvvm");
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {
/// A temporary file that is removed with the object.
class TemporaryFile {
public:
  static llvm::Expected<TemporaryFile> create(StringRef extension) {
    llvm::SmallString<128> path;
    if (std::error_code error =
            sys::fs::createTemporaryFile("ttc", extension, path))
      return llvm::createStringError(error, "cannot make a temporary file: " +
                                                error.message());
    return TemporaryFile(path);
  }

  StringRef getPath() const { return path; }

  llvm::Error write(StringRef contents) const {
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error);
    if (!error) {
      stream << contents;
      stream.close();
      error = stream.error();
      stream.clear_error();
    }
    if (error)
      return llvm::createStringError(error, "cannot write " + path + ": " +
                                                error.message());
    return llvm::Error::success();
  }

  /// The contents; empty if they can't be read.
  std::string read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  explicit TemporaryFile(StringRef path)
      : path(path), remover(std::make_unique<llvm::FileRemover>(path)) {}

  std::string path;
  std::unique_ptr<llvm::FileRemover> remover;
};
} // namespace

/// Runs `program` and returns what it printed to both streams; an error with
/// that text if it failed.
static llvm::Expected<std::string> execute(StringRef program,
                                           llvm::ArrayRef<StringRef> arguments,
                                           StringRef standardOutput = "") {
  llvm::Expected<TemporaryFile> log = TemporaryFile::create("log");
  if (!log)
    return log.takeError();
  llvm::SmallVector<StringRef> command = {program};
  llvm::append_range(command, arguments);
  std::optional<StringRef> redirects[] = {
      StringRef(""), standardOutput.empty() ? log->getPath() : standardOutput,
      log->getPath()};
  std::string message;
  int status =
      sys::ExecuteAndWait(program, command, std::nullopt, redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  std::string output = log->read();
  if (status == 0)
    return output;
  StringRef name = sys::path::filename(program);
  std::string text = (name + " failed").str();
  if (!message.empty())
    text += ": " + message;
  if (StringRef printed = StringRef(output).trim(); !printed.empty())
    text += ":\n" + printed.str();
  return llvm::createStringError(text);
}

llvm::Expected<Assembled> Toolkit::assemble(StringRef ptx, StringRef target,
                                            StringRef kernel) const {
  llvm::Expected<std::string> program = findProgram("ptxas");
  if (!program)
    return program.takeError();
  llvm::Expected<TemporaryFile> input = TemporaryFile::create("ptx");
  if (!input)
    return input.takeError();
  llvm::Expected<TemporaryFile> output = TemporaryFile::create("cubin");
  if (!output)
    return output.takeError();
  if (llvm::Error error = input->write(ptx))
    return error;

  llvm::Expected<std::string> log =
      execute(*program, {"-v", "-lineinfo", "-arch", target, "-o",
                         output->getPath(), input->getPath()});
  if (!log)
    return log.takeError();
  Assembled result;
  result.cubin = output->read();
  result.statistics = parseAssemblerStatistics(*log, kernel);
  llvm::SmallVector<StringRef> lines;
  StringRef(*log).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    if (line.contains("warning"))
      result.warnings += line.str() + "\n";
  return result;
}

llvm::Expected<std::string> Toolkit::disassemble(StringRef cubin) const {
  llvm::Expected<std::string> program = findProgram("nvdisasm");
  if (!program)
    return program.takeError();
  llvm::Expected<TemporaryFile> input = TemporaryFile::create("cubin");
  if (!input)
    return input.takeError();
  llvm::Expected<TemporaryFile> output = TemporaryFile::create("sass");
  if (!output)
    return output.takeError();
  if (llvm::Error error = input->write(cubin))
    return error;
  llvm::Expected<std::string> log =
      execute(*program, {"-c", "-g", input->getPath()}, output->getPath());
  if (!log)
    return log.takeError();
  return output->read();
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// The number in front of `unit` in `text`; 0 if there is none.
static unsigned getNumberBefore(StringRef text, StringRef unit) {
  size_t end = text.find(unit);
  if (end == StringRef::npos)
    return 0;
  unsigned value = 0;
  StringRef before = text.take_front(end).rtrim();
  size_t start = before.find_last_not_of("0123456789");
  before.drop_front(start == StringRef::npos ? 0 : start + 1)
      .getAsInteger(10, value);
  return value;
}

AssemblerStatistics ttc::parseAssemblerStatistics(StringRef output,
                                                  StringRef name) {
  std::string heading = ("Compiling entry function '" + name + "'").str();
  size_t start = output.find(heading);
  if (start == StringRef::npos)
    return {};
  StringRef section = output.substr(start + heading.size());
  section = section.take_front(section.find("Compiling entry function"));

  AssemblerStatistics statistics;
  statistics.registers = getNumberBefore(section, " registers");
  statistics.stackBytes = getNumberBefore(section, " bytes stack frame");
  statistics.spillStoreBytes = getNumberBefore(section, " bytes spill stores");
  statistics.spillLoadBytes = getNumberBefore(section, " bytes spill loads");
  statistics.staticSharedBytes = getNumberBefore(section, " bytes smem");
  statistics.barriers = getNumberBefore(section, " barriers");
  return statistics;
}
