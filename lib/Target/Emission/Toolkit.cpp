//===- Toolkit.cpp - NVIDIA's programs and bitcode ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs get their input and leave their output in temporary files, which
// are removed whatever happens. They are waited for without alarms and signal
// handlers, which belong to the whole process.
//
//===----------------------------------------------------------------------===//

#include "ttc/Target/Emission/Toolkit.h"

#include "mlir/IR/Diagnostics.h"
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

#include <chrono>
#include <csignal>
#include <dlfcn.h>
#include <thread>

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

/// Paths of the running program and of the library that this code is in, which
/// may be the same.
static llvm::SmallVector<std::string, 2> getOwnPaths() {
  llvm::SmallVector<std::string, 2> paths = {sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&getOwnPaths))};
  Dl_info object;
  llvm::SmallString<128> path;
  if (dladdr(reinterpret_cast<void *>(&getOwnPaths), &object) &&
      !sys::fs::real_path(object.dli_fname, path) && path != paths.front())
    paths.push_back(std::string(path));
  return paths;
}

/// Folders that may be laid out like a CUDA toolkit, in order of preference.
static llvm::SmallVector<std::string> getToolkits(StringRef given) {
  llvm::SmallVector<std::string> folders;
  if (!given.empty())
    folders.push_back(given.str());
  if (std::optional<std::string> home = sys::Process::GetEnv("CUDA_HOME"))
    if (!home->empty())
      folders.push_back(*home);
  for (StringRef program : {"ptxas", "nvdisasm"})
    if (std::string folder = getToolkitOf(program); !folder.empty())
      folders.push_back(folder);
  folders.push_back("/usr/local/cuda");
  for (const std::string &own : getOwnPaths())
    for (StringRef folder = sys::path::parent_path(own); !folder.empty();
         folder = sys::path::parent_path(folder))
      for (StringRef name : {"cuda", "nvidia/cu13"})
        folders.push_back(joinPath(folder, name));
  return folders;
}

/// `file` is the path that the user gave for it, if any.
static llvm::Expected<std::string> findFile(StringRef file, StringRef folder,
                                            StringRef relative,
                                            StringRef package) {
  if (!file.empty())
    return file.str();
  for (const std::string &toolkit : getToolkits(folder))
    if (std::string path = joinPath(toolkit, relative); sys::fs::exists(path))
      return path;
  return llvm::createStringError(
      "cannot find " + sys::path::filename(relative) +
      (folder.empty() ? "" : " in the folder given,") +
      " in CUDA_HOME, PATH or /usr/local/cuda; install a CUDA toolkit or the "
      "PyPI package " +
      package +
      ", say where it is, or in a checkout of ttc run tools/setup.sh");
}

llvm::Error Toolkit::checkPaths() const {
  for (StringRef file : {options.ptxas, options.nvdisasm, options.libdevice})
    if (!file.empty() && !sys::fs::is_regular_file(file))
      return llvm::createStringError("there is no file '" + file + "'");
  if (options.folder.empty())
    return llvm::Error::success();
  if (!sys::fs::is_directory(options.folder))
    return llvm::createStringError("there is no folder '" + options.folder +
                                   "' to look for a CUDA toolkit in");
  for (StringRef file : {StringRef("bin/ptxas"), StringRef("bin/nvdisasm"),
                         StringRef(libdevicePath)})
    if (sys::fs::exists(joinPath(options.folder, file)))
      return llvm::Error::success();
  return llvm::createStringError("the folder '" + options.folder +
                                 "' has nothing of a CUDA toolkit: neither "
                                 "bin/ptxas nor bin/nvdisasm nor " +
                                 libdevicePath);
}

llvm::Expected<std::string> Toolkit::findProgram(StringRef name) const {
  bool isAssembler = name == "ptxas";
  return findFile(isAssembler ? options.ptxas : options.nvdisasm,
                  options.folder, joinPath("bin", name),
                  isAssembler ? "nvidia-cuda-nvcc" : "nvidia-cuda-nvdisasm");
}

llvm::Expected<std::string> Toolkit::findLibdevice() const {
  return findFile(options.libdevice, options.folder, libdevicePath,
                  "nvidia-nvvm");
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
            sys::fs::createTemporaryFile("ttc", extension, path)) {
      llvm::SmallString<64> folder;
      sys::path::system_temp_directory(/*erasedOnReboot=*/true, folder);
      return llvm::createStringError(
          error, "cannot make a temporary file in '" + folder +
                     "': " + error.message() +
                     "; set TMPDIR to a folder that can be written to");
    }
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

/// Whether the process has the system throw away how its children end, as some
/// servers do.
static bool isStatusLost() {
  struct sigaction action;
  return sigaction(SIGCHLD, nullptr, &action) == 0 &&
         (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT));
}

/// The exit status; 0 where it is lost, as what a program leaves shows how it
/// went.
static int getStatus(const sys::ProcessInfo &ended, std::string &message) {
  if (ended.Pid > 0 || !isStatusLost())
    return ended.ReturnCode;
  message.clear();
  return 0;
}

/// Waits for the end of a process, or kills it when `timeoutSeconds` are over.
static int waitFor(const sys::ProcessInfo &process, unsigned timeoutSeconds,
                   std::string &message) {
  if (timeoutSeconds == 0)
    return getStatus(sys::Wait(process, std::nullopt, &message), message);
  using Clock = std::chrono::steady_clock;
  Clock::time_point deadline =
      Clock::now() + std::chrono::seconds(timeoutSeconds);
  while (Clock::now() < deadline) {
    sys::ProcessInfo state = sys::Wait(process, /*SecondsToWait=*/0, &message);
    if (state.Pid != 0)
      return getStatus(state, message);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(process.Pid, SIGKILL);
  std::string killed;
  sys::Wait(process, std::nullopt, &killed);
  message = "it did not end within " + std::to_string(timeoutSeconds) +
            " seconds and was killed";
  return -1;
}

/// Runs `program` and returns what it printed to both streams; an error with
/// that text if it failed.
static llvm::Expected<std::string> execute(StringRef program,
                                           llvm::ArrayRef<StringRef> arguments,
                                           unsigned timeoutSeconds,
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
  bool notStarted = false;
  sys::ProcessInfo process =
      sys::ExecuteNoWait(program, command, std::nullopt, redirects,
                         /*MemoryLimit=*/0, &message, &notStarted);
  int status = notStarted || process.Pid == sys::ProcessInfo::InvalidPid
                   ? -1
                   : waitFor(process, timeoutSeconds, message);
  std::string output = log->read();
  if (status == 0)
    return output;
  std::string text = (sys::path::filename(program) + " failed").str();
  if (!message.empty())
    text += ": " + message;
  else if (status > 0)
    text += " with exit status " + std::to_string(status);
  if (StringRef printed = StringRef(output).trim(); !printed.empty())
    text += ":\n" + printed.str();
  return llvm::createStringError(text);
}

std::string Toolkit::getVersion(StringRef path) const {
  llvm::Expected<std::string> output =
      execute(path, {"--version"}, options.timeoutSeconds);
  if (!output) {
    llvm::consumeError(output.takeError());
    return "";
  }
  // "Cuda compilation tools, release 13.0, V13.0.88"
  StringRef version = StringRef(*output).split(", V").second;
  return version.take_while([](char c) { return llvm::isDigit(c) || c == '.'; })
      .str();
}

/// For a program that does not say that it failed, but did. `log` is what it
/// printed.
static llvm::Error makeNothingError(StringRef program, StringRef log) {
  std::string text = (program + " left no result; is there room where "
                                "temporary files are?")
                         .str();
  if (StringRef printed = log.trim(); !printed.empty())
    text += " It printed:\n" + printed.str();
  return llvm::createStringError(text);
}

static bool isELF(StringRef contents) {
  return contents.starts_with("\x7f"
                              "ELF");
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
      execute(*program,
              {"-v", "-lineinfo", "-arch", target, "-o", output->getPath(),
               input->getPath()},
              options.timeoutSeconds);
  if (!log)
    return log.takeError();
  Assembled result;
  result.cubin = output->read();
  if (!isELF(result.cubin))
    return makeNothingError(*program, *log);
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
      execute(*program, {"-c", "-g", input->getPath()}, options.timeoutSeconds,
              output->getPath());
  if (!log)
    return log.takeError();
  std::string sass = output->read();
  if (sass.empty())
    return makeNothingError(*program, *log);
  return sass;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// In the metadata of a diagnostic.
static constexpr llvm::StringLiteral toolkitMark = "toolkit";

mlir::InFlightDiagnostic ttc::emitToolkitError(mlir::Location loc) {
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(loc);
  diagnostic.getUnderlyingDiagnostic()->getMetadata().emplace_back(toolkitMark);
  return diagnostic;
}

bool ttc::isToolkitError(const mlir::Diagnostic &diagnostic) {
  using mlir::DiagnosticArgument;
  auto &metadata = const_cast<mlir::Diagnostic &>(diagnostic).getMetadata();
  return llvm::any_of(metadata, [](const DiagnosticArgument &mark) {
    return mark.getKind() ==
               DiagnosticArgument::DiagnosticArgumentKind::String &&
           mark.getAsString() == toolkitMark;
  });
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
