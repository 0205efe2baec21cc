//===- Metadata.cpp - The JSON beside a cubin -----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what a launcher needs to know of a kernel, and reads options out of
// what Triton wrote.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"

#include "ttc/Compiler/Nesting.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace ttc;
using llvm::StringRef;

std::vector<KernelProperty> ttc::getProperties(const KernelInfo &kernel) {
  const AssemblerStatistics &resources = kernel.resources;
  return {
      {"num_warps", kernel.numWarps},
      {"num_stages", kernel.numStages},
      {"num_ctas", kernel.numCTAs},
      {"enable_fp_fusion", kernel.fpFusion, /*isBoolean=*/true},
      {"shared", kernel.sharedBytes},
      // Nothing that ttc makes uses memory which only its launcher knows of.
      {"global_scratch_size", 0},
      {"global_scratch_align", 1},
      {"profile_scratch_size", 0},
      {"profile_scratch_align", 1},
      {"ptx_version", kernel.ptxVersion},
      {"program_id_axes", kernel.programIdAxes},
      {"num_programs_axes", kernel.numProgramsAxes},
      {"num_regs", resources.registers},
      {"stack_bytes", resources.stackBytes},
      {"spill_store_bytes", resources.spillStoreBytes},
      {"spill_load_bytes", resources.spillLoadBytes},
      {"static_shared", resources.staticSharedBytes},
      {"num_barriers", resources.barriers},
  };
}

static llvm::StringRef getKind(const KernelParameter &parameter) {
  return parameter.isPointer      ? "pointer"
         : parameter.isDescriptor ? "descriptor"
                                  : "scalar";
}

std::string ttc::getMetadataJSON(const KernelInfo &kernel) {
  llvm::json::Object object{
      {"name", kernel.name}, {"target", kernel.target}, {"arch", kernel.arch}};
  for (const KernelProperty &property : getProperties(kernel)) {
    if (property.isBoolean)
      object[property.name] = property.value != 0;
    else
      object[property.name] = property.value;
  }
  llvm::json::Array parameters;
  for (const KernelParameter &parameter : kernel.parameters) {
    llvm::json::Object described{{"name", parameter.name},
                                 {"kind", getKind(parameter)},
                                 {"type", parameter.type},
                                 {"divisibility", parameter.divisibility}};
    if (!parameter.descriptor.empty())
      described["descriptor"] = parameter.descriptor;
    parameters.push_back(std::move(described));
  }
  object["parameters"] = std::move(parameters);
  return llvm::formatv("{0:2}\n", llvm::json::Value(std::move(object))).str();
}

/// The value of `key` as a number of at most 32 bits; an error if it is
/// something else, and nullopt where it is absent or null.
static llvm::Expected<std::optional<unsigned>>
readNumber(const llvm::json::Object &object, StringRef key) {
  const llvm::json::Value *value = object.get(key);
  if (!value || value->getAsNull())
    return std::nullopt;
  std::optional<int64_t> number = value->getAsInteger();
  if (!number || *number < 0 || *number > UINT32_MAX)
    return llvm::createStringError("'" + key + "' is not a number");
  return static_cast<unsigned>(*number);
}

/// "cuda:90", as a string or in the parts that Triton's cache has.
static llvm::Expected<std::string>
readTarget(const llvm::json::Object &object) {
  const llvm::json::Value *value = object.get("target");
  if (!value)
    return "";
  if (std::optional<StringRef> text = value->getAsString())
    return text->str();
  if (const llvm::json::Object *parts = value->getAsObject()) {
    std::optional<StringRef> backend = parts->getString("backend");
    std::optional<int64_t> arch = parts->getInteger("arch");
    if (backend && arch)
      return (*backend + ":" + llvm::Twine(*arch)).str();
  }
  return llvm::createStringError("'target' is neither a text like \"cuda:90\" "
                                 "nor an object with backend and arch");
}

llvm::Expected<llvm::json::Value> ttc::parseJSON(StringRef text) {
  if (findDeepNesting(text))
    return llvm::createStringError("it is nested too deep");
  return llvm::json::parse(text);
}

llvm::Error ttc::readMetadataJSON(StringRef json, CompileOptions &options) {
  llvm::Expected<llvm::json::Value> value = parseJSON(json);
  if (!value)
    return value.takeError();
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("not a JSON object");

  auto read = [&](StringRef key,
                  llvm::function_ref<void(unsigned)> set) -> llvm::Error {
    llvm::Expected<std::optional<unsigned>> number = readNumber(*object, key);
    if (!number)
      return number.takeError();
    if (*number)
      set(**number);
    return llvm::Error::success();
  };
  if (llvm::Error error =
          read("num_warps", [&](unsigned n) { options.numWarps = n; }))
    return error;
  if (llvm::Error error =
          read("num_ctas", [&](unsigned n) { options.numCTAs = n; }))
    return error;
  if (llvm::Error error =
          read("num_stages", [&](unsigned n) { options.numStages = n; }))
    return error;
  if (llvm::Error error =
          read("maxnreg", [&](unsigned n) { options.maxRegisters = n; }))
    return error;

  llvm::Expected<std::string> target = readTarget(*object);
  if (!target)
    return target.takeError();
  if (!target->empty())
    options.target = *target;
  const llvm::json::Value *fuse = object->get("enable_fp_fusion");
  if (fuse && !fuse->getAsNull()) {
    if (!fuse->getAsBoolean())
      return llvm::createStringError("'enable_fp_fusion' is no boolean");
    options.fpFusion = *fuse->getAsBoolean();
  }
  return llvm::Error::success();
}
