//===- CPU.cpp - Execution on the CPU for C -------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program holds what it was compiled from no longer than compiling takes,
// except the text, out of which reports quote lines.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "ttc/Compiler/Diagnostics.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <mutex>

using namespace ttc;
using namespace ttc::capi;
using llvm::StringRef;

struct ttcCPUProgram {
  std::unique_ptr<cpu::Program> program;
  std::string name, text;
  std::vector<KernelParameter> parameters;
  unsigned numCTAs = 1;
  bool hasProfile = false;
  std::string profile;
  std::mutex mutex;
};

struct ttcCPULaunch {
  struct Argument {
    std::string name;
    bool isBuffer, initialized;
    /// A scalar's value.
    std::string value;
    void *data;
    size_t size;
  };
  std::array<uint32_t, 3> grid;
  std::vector<Argument> arguments;
};

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Compiles the lowered module for the host; null after an error, which is then
/// among the diagnostics.
static std::unique_ptr<cpu::Program> compileForHost(CompileResult &compiled,
                                                    StringRef text,
                                                    StringRef name,
                                                    ttcOptions &options) {
  // Where there is no libdevice, kernels that need it say so.
  llvm::Expected<std::string> libdevice =
      Toolkit(options.compile.toolkit).findLibdevice();
  if (libdevice)
    options.cpu.libdevice = *libdevice;
  else
    llvm::consumeError(libdevice.takeError());
  DiagnosticCollector collector(text, name, compiled.context.get(),
                                /*remarks=*/false, compiled.diagnostics);
  return cpu::Program::create(*compiled.loweredModule, options.cpu);
}

ttcError *ttcCPUProgramCreate(const char *text, size_t size, const char *name,
                              const ttcOptions *options, ttcResult **result,
                              ttcCPUProgram **program) {
  if (!program)
    return makeNullError("program");
  *program = nullptr;
  if (result)
    *result = nullptr;
  if (!text)
    return makeNullError("text");
  return guard([&]() -> ttcError * {
    ttcOptions settings = getOptions(options);
    StringRef source(text, size), sourceName(name ? name : "");
    settings.compile.stopAfter = Stage::Lowered;
    if (settings.compile.target.empty() && !source.contains("ttg.target"))
      settings.compile.target = "cuda:90";
    CompileResult compiled = compile(source, sourceName, settings.compile);
    if (!compiled.succeeded)
      return makeError(std::move(compiled));
    auto made = std::make_unique<ttcCPUProgram>();
    made->program = compileForHost(compiled, source, sourceName, settings);
    if (!made->program)
      return makeError(std::move(compiled));
    made->name = sourceName.str();
    made->text = source.str();
    made->parameters = compiled.kernel.parameters;
    made->numCTAs = compiled.kernel.numCTAs;
    made->hasProfile = settings.cpu.profile;
    if (result)
      *result = makeResult(std::move(compiled));
    *program = made.release();
    return nullptr;
  });
}

void ttcCPUProgramDestroy(ttcCPUProgram *program) { delete program; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

ttcCPULaunch *ttcCPULaunchCreate(uint32_t gridX, uint32_t gridY,
                                 uint32_t gridZ) {
  return new (std::nothrow) ttcCPULaunch{{gridX, gridY, gridZ}, {}};
}

void ttcCPULaunchDestroy(ttcCPULaunch *launch) { delete launch; }

ttcError *ttcCPULaunchAddScalar(ttcCPULaunch *launch, const char *name,
                                const void *value, size_t size) {
  if (!launch)
    return makeNullError("launch");
  if (!value)
    return makeNullError("value");
  // The widest type that a parameter has.
  if (size == 0 || size > 8)
    return makeError(ttcErrorInvalidArgument,
                     "a scalar has 1 to 8 bytes, not " + std::to_string(size));
  return guard([&]() -> ttcError * {
    std::string bytes(static_cast<const char *>(value), size);
    launch->arguments.push_back({name ? name : "", /*isBuffer=*/false,
                                 /*initialized=*/true, std::move(bytes),
                                 nullptr, size});
    return nullptr;
  });
}

ttcError *ttcCPULaunchAddBuffer(ttcCPULaunch *launch, const char *name,
                                void *data, size_t size, int initialized) {
  if (!launch)
    return makeNullError("launch");
  if (!data && size > 0)
    return makeNullError("data");
  return guard([&]() -> ttcError * {
    launch->arguments.push_back({name ? name : "", /*isBuffer=*/true,
                                 initialized != 0, "", data, size});
    return nullptr;
  });
}

/// The launch as the runtime has it: its grid counts blocks, not clusters.
static cpu::Launch toLaunch(const ttcCPUProgram &program,
                            const ttcCPULaunch &launch) {
  cpu::Launch result;
  result.grid = launch.grid;
  result.grid[0] *= program.numCTAs;
  for (const ttcCPULaunch::Argument &given : launch.arguments) {
    size_t index = result.arguments.size();
    cpu::Argument argument;
    argument.kind = given.isBuffer ? cpu::Argument::Kind::Buffer
                                   : cpu::Argument::Kind::Scalar;
    argument.name = given.name;
    if (given.name.empty() && index < program.parameters.size())
      argument.name = program.parameters[index].name;
    argument.data =
        given.isBuffer ? given.data : const_cast<char *>(given.value.data());
    argument.bytes = given.size;
    argument.initialized = given.initialized;
    result.arguments.push_back(std::move(argument));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static std::string getLine(StringRef text, unsigned number) {
  for (unsigned line = 1; line < number; ++line)
    text = text.split('\n').second;
  return text.split('\n').first.rtrim('\r').str();
}

/// Splits "file:line:column".
static void parsePlace(StringRef where, CompileDiagnostic &diagnostic) {
  auto [front, column] = where.rsplit(':');
  auto [file, line] = front.rsplit(':');
  if (column.getAsInteger(10, diagnostic.column) ||
      line.getAsInteger(10, diagnostic.line))
    return;
  diagnostic.file = file.str();
}

static CompileDiagnostic toDiagnostic(const cpu::Report &report,
                                      const ttcCPUProgram &program) {
  CompileDiagnostic result;
  result.message = report.message;
  result.category = "cpu";
  result.name = cpu::kindName(report.kind).str();
  parsePlace(report.where, result);
  if (!result.file.empty() && result.file == program.name)
    result.sourceLine = getLine(program.text, result.line);
  else if (auto file = llvm::MemoryBuffer::getFile(result.file))
    result.sourceLine = getLine((*file)->getBuffer(), result.line);
  for (const std::string &note : report.notes) {
    CompileDiagnostic &added = result.notes.emplace_back();
    added.severity = CompileDiagnostic::Note;
    added.message = note;
    added.rendered = "note: " + note + "\n";
  }
  llvm::raw_string_ostream stream(result.rendered);
  cpu::print(report, stream);
  return result;
}

ttcError *ttcCPUProgramRun(ttcCPUProgram *program, const ttcCPULaunch *launch) {
  if (!program)
    return makeNullError("program");
  if (!launch)
    return makeNullError("launch");
  return guard([&]() -> ttcError * {
    if (uint64_t(launch->grid[0]) * program->numCTAs > UINT32_MAX)
      return makeError(ttcErrorLaunch, "the grid has too many blocks in x");
    std::lock_guard<std::mutex> lock(program->mutex);
    program->profile.clear();
    cpu::Result result;
    if (std::optional<std::string> error =
            program->program->run(toLaunch(*program, *launch), result))
      return makeError(ttcErrorLaunch, std::move(*error));
    if (program->hasProfile) {
      llvm::raw_string_ostream stream(program->profile);
      cpu::printJSON(result.profile, stream);
    }
    if (result.ok())
      return nullptr;
    std::vector<CompileDiagnostic> diagnostics;
    for (const cpu::Report &report : result.reports)
      diagnostics.push_back(toDiagnostic(report, *program));
    return makeError(ttcErrorKernel, std::move(diagnostics));
  });
}

const char *ttcCPUProgramGetProfile(const ttcCPUProgram *program) {
  return program ? program->profile.c_str() : nullptr;
}
