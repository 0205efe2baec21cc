//===- Options.cpp - Options by name --------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of options: what they are called, what they may be, where they go.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "ttc/Target/Info/TargetInfo.h"

using namespace ttc;
using namespace ttc::capi;
using llvm::StringRef;

namespace {
struct Option {
  const char *name;
  ttcOptionKind kind;
  const char *help;
  /// An error if the option cannot have this value.
  llvm::Error (*setString)(ttcOptions &options, StringRef value);
  void (*setInteger)(ttcOptions &options, unsigned value);
};
} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

template <auto member>
static llvm::Error setText(ttcOptions &o, StringRef v) {
  o.compile.*member = v.str();
  return llvm::Error::success();
}
template <auto member>
static llvm::Error setToolText(ttcOptions &o, StringRef v) {
  o.compile.toolkit.*member = v.str();
  return llvm::Error::success();
}
template <auto member>
static void setNumber(ttcOptions &o, unsigned v) {
  o.compile.*member = v;
}
template <auto member>
static void setCPUNumber(ttcOptions &o, unsigned v) {
  o.cpu.*member = v;
}

static llvm::Error setTarget(ttcOptions &options, StringRef value) {
  // An empty one is none, not the module's.
  if (llvm::Error error = TargetInfo::get(value).takeError())
    return error;
  options.compile.target = value.str();
  return llvm::Error::success();
}

static llvm::Error setStopAfter(ttcOptions &options, StringRef value) {
  for (unsigned stage = 0; stage <= unsigned(Stage::SASS); ++stage)
    if (value == getStageExtension(Stage(stage))) {
      options.compile.stopAfter = Stage(stage);
      return llvm::Error::success();
    }
  return llvm::createStringError(
      "there is no stage '" + value +
      "': it must be ttir, ttgir, mlir, llir, ptx, cubin or sass");
}

static llvm::Error setAsync(ttcOptions &options, StringRef value) {
  using cpu::AsyncPolicy;
  if (value == "late")
    options.cpu.async = AsyncPolicy::Late;
  else if (value == "early")
    options.cpu.async = AsyncPolicy::Early;
  else if (value == "random")
    options.cpu.async = AsyncPolicy::Random;
  else
    return llvm::createStringError("'" + value +
                                   "' must be late, early or random");
  return llvm::Error::success();
}

static constexpr ttcOptionKind text = ttcOptionString;
static constexpr ttcOptionKind number = ttcOptionInteger;
static constexpr ttcOptionKind boolean = ttcOptionBoolean;

static constexpr Option table[] = {
    {"target", text, "GPU to compile for, \"cuda:90\" or \"sm_90a\"", setTarget,
     nullptr},
    {"num_warps", number, "warps of a block", nullptr,
     setNumber<&CompileOptions::numWarps>},
    {"num_ctas", number, "blocks of a cluster", nullptr,
     setNumber<&CompileOptions::numCTAs>},
    {"num_stages", number, "stages of a pipelined loop", nullptr,
     setNumber<&CompileOptions::numStages>},
    {"enable_fp_fusion", boolean, "a product and a sum may become one fma",
     nullptr, setNumber<&CompileOptions::fpFusion>},
    {"ptx_version", number, "PTX ISA version to write, 84 for 8.4", nullptr,
     setNumber<&CompileOptions::ptxVersion>},
    {"maxnreg", number, "most registers of a thread", nullptr,
     setNumber<&CompileOptions::maxRegisters>},
    {"min_blocks_per_sm", number, "fewest blocks of a multiprocessor", nullptr,
     setNumber<&CompileOptions::minBlocksPerSM>},
    {"kernel", text, "kernel to compile, of several",
     setText<&CompileOptions::kernel>, nullptr},
    {"stop_after", text, "last stage to reach", setStopAfter, nullptr},
    {"keep_texts", boolean, "keep the artifacts of all stages", nullptr,
     setNumber<&CompileOptions::keepTexts>},
    {"remarks", boolean, "have passes say what they did", nullptr,
     setNumber<&CompileOptions::remarks>},
    {"cuda_path", text, "folder of a CUDA toolkit, looked in first",
     setToolText<&ToolkitOptions::folder>, nullptr},
    {"ptxas", text, "path of the assembler",
     setToolText<&ToolkitOptions::ptxas>, nullptr},
    {"nvdisasm", text, "path of the disassembler",
     setToolText<&ToolkitOptions::nvdisasm>, nullptr},
    {"libdevice", text, "path of the library of device functions",
     setToolText<&ToolkitOptions::libdevice>, nullptr},
    {"tool_timeout", number, "seconds that ptxas or nvdisasm may take", nullptr,
     [](ttcOptions &o, unsigned v) { o.compile.toolkit.timeoutSeconds = v; }},
    {"cpu_check", boolean, "watch a kernel on the CPU for errors", nullptr,
     setCPUNumber<&cpu::Options::check>},
    {"cpu_timeout", number, "seconds that a kernel may run on the CPU", nullptr,
     setCPUNumber<&cpu::Options::timeout>},
    {"cpu_workers", number, "threads of the CPU that run blocks", nullptr,
     setCPUNumber<&cpu::Options::workers>},
    {"cpu_async", text, "when copies take effect on the CPU", setAsync,
     nullptr},
    {"cpu_seed", number, "seed of the CPU's random moments", nullptr,
     setCPUNumber<&cpu::Options::seed>},
    {"cpu_profile", boolean, "count what each source line does on the CPU",
     nullptr, setCPUNumber<&cpu::Options::profile>},
};

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

const char *ttcGetOptionName(size_t index) {
  return index < std::size(table) ? table[index].name : nullptr;
}
ttcOptionKind ttcGetOptionKind(size_t index) {
  return index < std::size(table) ? table[index].kind : ttcOptionString;
}
const char *ttcGetOptionHelp(size_t index) {
  return index < std::size(table) ? table[index].help : nullptr;
}

ttcOptions *ttcOptionsCreate(void) { return new (std::nothrow) ttcOptions; }
void ttcOptionsDestroy(ttcOptions *options) { delete options; }

ttcOptions capi::getOptions(const ttcOptions *options) {
  return options ? *options : ttcOptions();
}

/// The option of that name; an error if there is none, or it is no string
/// although one is given, or one although none is.
static ttcError *findOption(StringRef name, bool isString,
                            const Option *&found) {
  std::string known;
  for (const Option &option : table) {
    if (option.name == name) {
      found = &option;
      if ((option.kind == ttcOptionString) == isString)
        return nullptr;
      return makeError(ttcErrorInvalidArgument,
                       "option '" + name.str() + "' is " +
                           (isString ? "a number" : "a text") + ", not " +
                           (isString ? "a text" : "a number"));
    }
    known += (known.empty() ? "" : ", ") + std::string(option.name);
  }
  return makeError(ttcErrorInvalidArgument, "there is no option '" +
                                                name.str() + "'; there are " +
                                                known);
}

ttcError *ttcOptionsSetString(ttcOptions *options, const char *name,
                              const char *value) {
  if (!options)
    return makeNullError("options");
  if (!name)
    return makeNullError("name");
  if (!value)
    return makeNullError("value");
  const Option *option;
  if (ttcError *error = findOption(name, /*isString=*/true, option))
    return error;
  if (llvm::Error error = option->setString(*options, value))
    return makeError(ttcErrorInvalidArgument,
                     "option '" + std::string(name) +
                         "': " + toString(std::move(error)));
  return nullptr;
}

ttcError *ttcOptionsSetInteger(ttcOptions *options, const char *name,
                               int64_t value) {
  if (!options)
    return makeNullError("options");
  if (!name)
    return makeNullError("name");
  return guard([&]() -> ttcError * {
    const Option *option;
    if (ttcError *error = findOption(name, /*isString=*/false, option))
      return error;
    int64_t most = option->kind == ttcOptionBoolean ? 1 : UINT32_MAX;
    if (value < 0 || value > most)
      return makeError(ttcErrorInvalidArgument,
                       "option '" + std::string(name) + "' is " +
                           std::to_string(value) + "; it must be from 0 to " +
                           std::to_string(most));
    ttcOptions changed = *options;
    option->setInteger(changed, unsigned(value));
    if (llvm::Error error = checkOptions(changed.compile))
      return makeError(ttcErrorInvalidArgument,
                       "option '" + std::string(name) +
                           "': " + toString(std::move(error)));
    *options = std::move(changed);
    return nullptr;
  });
}

ttcError *ttcOptionsReadMetadata(ttcOptions *options, const char *json) {
  if (!options)
    return makeNullError("options");
  if (!json)
    return makeNullError("json");
  return guard([&]() -> ttcError * {
    CompileOptions changed = options->compile;
    if (llvm::Error error = readMetadataJSON(json, changed))
      return makeError(ttcErrorInvalidArgument, std::move(error));
    if (llvm::Error error = checkOptions(changed))
      return makeError(ttcErrorInvalidArgument, std::move(error));
    options->compile = std::move(changed);
    return nullptr;
  });
}
