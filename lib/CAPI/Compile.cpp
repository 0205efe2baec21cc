//===- Compile.cpp - Compilation for C ------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of compiling, of the assembler and of the disassembler are one type,
// which differs in what is filled in.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/MLIRContext.h"

#include <chrono>

using namespace ttc;
using namespace ttc::capi;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

const char *ttcStageGetName(ttcStage stage) {
  if (unsigned(stage) > unsigned(ttcStageSASS))
    return nullptr;
  return getStageExtension(Stage(stage)).data();
}

ttcResult *capi::makeResult(CompileResult compiled) {
  compiled.loweredModule = {};
  compiled.context.reset();
  replaceZeros(compiled.diagnostics);
  std::string metadata = getMetadataJSON(compiled.kernel);
  return new ttcResult{std::move(compiled), std::move(metadata)};
}

ttcError *capi::makeError(CompileResult compiled) {
  bool isTool =
      llvm::any_of(compiled.diagnostics, [](const CompileDiagnostic &each) {
        return each.category == "toolkit";
      });
  return makeError(isTool ? ttcErrorTool : ttcErrorCompile,
                   std::move(compiled.diagnostics));
}

ttcError *ttcCompile(const char *text, size_t size, const char *name,
                     const ttcOptions *options, ttcResult **result) {
  if (!result)
    return makeNullError("result");
  *result = nullptr;
  if (!text)
    return makeNullError("text");
  return guard([&]() -> ttcError * {
    CompileResult compiled = compile(StringRef(text, size), name ? name : "",
                                     getOptions(options).compile);
    if (!compiled.succeeded)
      return makeError(std::move(compiled));
    *result = makeResult(std::move(compiled));
    return nullptr;
  });
}

void ttcResultDestroy(ttcResult *result) { delete result; }

//===----------------------------------------------------------------------===//
// Assembler and disassembler
//===----------------------------------------------------------------------===//

/// The word behind `directive` at the start of a line.
static StringRef getDirective(StringRef ptx, StringRef directive) {
  while (!ptx.empty()) {
    auto [line, rest] = ptx.split('\n');
    line = line.trim();
    if (line.consume_front(directive))
      return line.ltrim().take_while(
          [](char c) { return c != ',' && c != ' ' && c != '('; });
    ptx = rest;
  }
  return "";
}

/// The name of the first kernel.
static StringRef getEntry(StringRef ptx) {
  StringRef name = ptx.substr(ptx.find(".entry")).split(".entry").second;
  return name.ltrim().take_while(
      [](char c) { return c == '_' || c == '$' || llvm::isAlnum(c); });
}

/// Fills in what the PTX says of itself; an error if that is not enough.
static llvm::Error describePTX(StringRef ptx, const CompileOptions &options,
                               KernelInfo &kernel) {
  StringRef named = getDirective(ptx, ".target");
  std::string wanted = options.target.empty() ? named.str() : options.target;
  if (wanted.empty())
    return llvm::createStringError("this is no PTX: it has no .target");
  llvm::Expected<TargetInfo> target = TargetInfo::get(wanted);
  if (!target)
    return target.takeError();
  kernel.target = target->getModuleName();
  kernel.arch = target->getName().str();
  auto [major, minor] = getDirective(ptx, ".version").split('.');
  unsigned majorNumber = 0, minorNumber = 0;
  major.getAsInteger(10, majorNumber);
  minor.getAsInteger(10, minorNumber);
  kernel.ptxVersion = 10 * majorNumber + minorNumber;
  kernel.name = options.kernel.empty() ? getEntry(ptx).str() : options.kernel;
  return llvm::Error::success();
}

/// Runs a step and notes its time.
static void timed(CompileResult &result, Stage stage,
                  llvm::function_ref<void()> body) {
  auto start = std::chrono::steady_clock::now();
  body();
  std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - start;
  result.times.push_back({getStageExtension(stage).str(), time.count()});
}

static llvm::Error disassemble(const Toolkit &toolkit, StringRef cubin,
                               CompileResult &result) {
  llvm::Expected<std::string> sass = "";
  timed(result, Stage::SASS, [&] { sass = toolkit.disassemble(cubin); });
  if (!sass)
    return sass.takeError();
  result.sass = std::move(*sass);
  return llvm::Error::success();
}

static llvm::Error assemble(StringRef ptx, const CompileOptions &options,
                            CompileResult &result) {
  Toolkit toolkit(options.toolkit);
  llvm::Expected<Assembled> assembled = Assembled();
  timed(result, Stage::Cubin, [&] {
    assembled = toolkit.assemble(ptx, result.kernel.arch, result.kernel.name);
  });
  if (!assembled)
    return assembled.takeError();
  result.cubin = std::move(assembled->cubin);
  result.kernel.resources = assembled->statistics;
  if (!assembled->warnings.empty()) {
    CompileDiagnostic warning;
    warning.severity = CompileDiagnostic::Warning;
    warning.message = StringRef(assembled->warnings).rtrim().str();
    warning.rendered = "warning: " + warning.message + "\n";
    result.diagnostics.push_back(std::move(warning));
  }
  if (options.stopAfter < Stage::SASS)
    return llvm::Error::success();
  return disassemble(toolkit, result.cubin, result);
}

ttcError *ttcAssemble(const char *ptx, size_t size, const ttcOptions *options,
                      ttcResult **result) {
  if (!result)
    return makeNullError("result");
  *result = nullptr;
  if (!ptx)
    return makeNullError("ptx");
  return guard([&]() -> ttcError * {
    CompileOptions settings = getOptions(options).compile;
    CompileResult made;
    StringRef text(ptx, size);
    if (llvm::Error error = Toolkit(settings.toolkit).checkPaths())
      return makeError(ttcErrorTool, std::move(error));
    if (llvm::Error error = describePTX(text, settings, made.kernel))
      return makeError(ttcErrorCompile, std::move(error));
    if (llvm::Error error = assemble(text, settings, made))
      return makeError(ttcErrorTool, std::move(error));
    *result = makeResult(std::move(made));
    return nullptr;
  });
}

ttcError *ttcDisassemble(const void *cubin, size_t size,
                         const ttcOptions *options, ttcResult **result) {
  if (!result)
    return makeNullError("result");
  *result = nullptr;
  if (!cubin)
    return makeNullError("cubin");
  return guard([&]() -> ttcError * {
    CompileOptions settings = getOptions(options).compile;
    CompileResult made;
    if (llvm::Error error = Toolkit(settings.toolkit).checkPaths())
      return makeError(ttcErrorTool, std::move(error));
    StringRef code(static_cast<const char *>(cubin), size);
    if (llvm::Error error = disassemble(Toolkit(settings.toolkit), code, made))
      return makeError(ttcErrorTool, std::move(error));
    *result = makeResult(std::move(made));
    return nullptr;
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

const char *ttcResultGetArtifact(const ttcResult *result, ttcStage stage,
                                 size_t *size) {
  if (size)
    *size = 0;
  if (!result || !ttcStageGetName(stage))
    return nullptr;
  const std::string &artifact = result->compiled.getArtifact(Stage(stage));
  if (artifact.empty())
    return nullptr;
  if (size)
    *size = artifact.size();
  return artifact.data();
}

int ttcResultGetInteger(const ttcResult *result, const char *property,
                        int64_t *value) {
  if (!result || !property || !value)
    return 0;
  for (const KernelProperty &known : getProperties(result->compiled.kernel))
    if (known.name == property)
      return *value = known.value, 1;
  return 0;
}

const char *ttcResultGetString(const ttcResult *result, const char *property) {
  if (!result || !property)
    return nullptr;
  const KernelInfo &kernel = result->compiled.kernel;
  if (StringRef("name") == property)
    return kernel.name.c_str();
  if (StringRef("target") == property)
    return kernel.target.c_str();
  if (StringRef("arch") == property)
    return kernel.arch.c_str();
  return nullptr;
}

const char *ttcResultGetMetadataJSON(const ttcResult *result) {
  return result ? result->metadata.c_str() : nullptr;
}

static const KernelParameter *getParameter(const ttcResult *result,
                                           size_t index) {
  if (index >= ttcResultGetNumParameters(result))
    return nullptr;
  return &result->compiled.kernel.parameters[index];
}

size_t ttcResultGetNumParameters(const ttcResult *result) {
  return result ? result->compiled.kernel.parameters.size() : 0;
}
const char *ttcResultGetParameterName(const ttcResult *result, size_t index) {
  const KernelParameter *parameter = getParameter(result, index);
  return parameter ? parameter->name.c_str() : nullptr;
}
ttcParameterKind ttcResultGetParameterKind(const ttcResult *result,
                                           size_t index) {
  const KernelParameter *parameter = getParameter(result, index);
  if (parameter && parameter->isPointer)
    return ttcParameterPointer;
  if (parameter && parameter->isDescriptor)
    return ttcParameterDescriptor;
  return ttcParameterScalar;
}
const char *ttcResultGetParameterType(const ttcResult *result, size_t index) {
  const KernelParameter *parameter = getParameter(result, index);
  return parameter ? parameter->type.c_str() : nullptr;
}
int64_t ttcResultGetParameterDivisibility(const ttcResult *result,
                                          size_t index) {
  const KernelParameter *parameter = getParameter(result, index);
  return parameter ? parameter->divisibility : 0;
}

size_t ttcResultGetNumDiagnostics(const ttcResult *result) {
  return result ? result->compiled.diagnostics.size() : 0;
}
const ttcDiagnostic *ttcResultGetDiagnostic(const ttcResult *result,
                                            size_t index) {
  if (index >= ttcResultGetNumDiagnostics(result))
    return nullptr;
  return wrap(&result->compiled.diagnostics[index]);
}

static const StageTime *getStep(const ttcResult *result, size_t index) {
  if (index >= ttcResultGetNumSteps(result))
    return nullptr;
  return &result->compiled.times[index];
}

size_t ttcResultGetNumSteps(const ttcResult *result) {
  return result ? result->compiled.times.size() : 0;
}
const char *ttcResultGetStepName(const ttcResult *result, size_t index) {
  const StageTime *step = getStep(result, index);
  return step ? step->name.c_str() : nullptr;
}
double ttcResultGetStepMilliseconds(const ttcResult *result, size_t index) {
  const StageTime *step = getStep(result, index);
  return step ? step->milliseconds : 0;
}
int64_t ttcResultGetStepPeakBytes(const ttcResult *result, size_t index) {
  const StageTime *step = getStep(result, index);
  return step ? step->peakBytes : 0;
}

//===----------------------------------------------------------------------===//
// Toolkit
//===----------------------------------------------------------------------===//

struct ttcTool {
  std::string path, version;
};

ttcError *ttcToolFind(const ttcOptions *options, const char *name,
                      ttcTool **tool) {
  if (!tool)
    return makeNullError("tool");
  *tool = nullptr;
  if (!name)
    return makeNullError("name");
  return guard([&]() -> ttcError * {
    StringRef wanted = name;
    if (wanted != "ptxas" && wanted != "nvdisasm" && wanted != "libdevice")
      return makeError(ttcErrorInvalidArgument,
                       "there is no tool '" + wanted.str() +
                           "'; there are ptxas, nvdisasm and libdevice");
    Toolkit toolkit(getOptions(options).compile.toolkit);
    if (llvm::Error error = toolkit.checkPaths())
      return makeError(ttcErrorTool, std::move(error));
    bool isProgram = wanted != "libdevice";
    llvm::Expected<std::string> path =
        isProgram ? toolkit.findProgram(wanted) : toolkit.findLibdevice();
    if (!path)
      return makeError(ttcErrorTool, path.takeError());
    std::string version = isProgram ? toolkit.getVersion(*path) : "";
    *tool = new ttcTool{std::move(*path), std::move(version)};
    return nullptr;
  });
}

void ttcToolDestroy(ttcTool *tool) { delete tool; }
const char *ttcToolGetPath(const ttcTool *tool) {
  return tool ? tool->path.c_str() : nullptr;
}
const char *ttcToolGetVersion(const ttcTool *tool) {
  return tool ? tool->version.c_str() : nullptr;
}
