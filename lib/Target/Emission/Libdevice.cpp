//===- Libdevice.cpp - NVIDIA's bitcode library ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is read lazily, function by function: parsing all of it takes
// longer than compiling most kernels.
//
//===----------------------------------------------------------------------===//

#include "Libdevice.h"

#include "Requirements.h"
#include "ttc/Target/Emission/Libdevice.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace ttc;

static bool isMissing(const llvm::Function &function) {
  return function.isDeclaration() && function.getName().starts_with("__nv_");
}

/// Where a function is called, else `loc`.
static Location getCallLocation(const llvm::Function &function, Location loc) {
  for (const llvm::User *user : function.users())
    if (auto *call = dyn_cast<llvm::CallBase>(user))
      if (call->getDebugLoc())
        return getLocation(*call, loc.getContext());
  return loc;
}

/// Opens the file at `path` for `module`.
static llvm::Expected<std::unique_ptr<llvm::Module>> open(llvm::Module &module,
                                                          StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(
        buffer.getError(), "it can't be read: " + buffer.getError().message());
  auto library =
      llvm::getOwningLazyBitcodeModule(std::move(*buffer), module.getContext(),
                                       /*ShouldLazyLoadMetadata=*/true);
  if (!library)
    return library.takeError();
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  return library;
}

std::string ttc::describeMismatch(const llvm::Function &declared,
                                  const llvm::Module &library) {
  const llvm::Function *defined = library.getFunction(declared.getName());
  if (!defined || defined->getFunctionType() == declared.getFunctionType())
    return "";
  std::string text;
  llvm::raw_string_ostream(text)
      << "'" << declared.getName() << "' is called as '"
      << *declared.getFunctionType() << "', but libdevice has '"
      << *defined->getFunctionType() << "'";
  return text;
}

/// A call with other types than the function has is undefined behaviour.
static LogicalResult checkSignatures(const llvm::Module &module,
                                     const llvm::Module &library,
                                     Location loc) {
  bool failed = false;
  for (const llvm::Function &function : module)
    if (isMissing(function))
      if (std::string text = describeMismatch(function, library);
          !text.empty()) {
        emitError(getCallLocation(function, loc)) << text;
        failed = true;
      }
  return failure(failed);
}

/// Links what is missing from the library and makes it private to the module
/// and inlined.
static llvm::Error link(llvm::Module &module,
                        std::unique_ptr<llvm::Module> library) {
  auto internalize = [](llvm::Module &linked, const llvm::StringSet<> &names) {
    for (const auto &name : names) {
      llvm::GlobalValue *value = linked.getNamedValue(name.getKey());
      if (!value || value->isDeclaration())
        continue;
      value->setLinkage(llvm::GlobalValue::InternalLinkage);
      if (auto *function = dyn_cast<llvm::Function>(value)) {
        function->removeFnAttr(llvm::Attribute::NoInline);
        function->removeFnAttr(llvm::Attribute::OptimizeNone);
        function->addFnAttr(llvm::Attribute::AlwaysInline);
      }
    }
  };
  if (llvm::Linker::linkModules(module, std::move(library),
                                llvm::Linker::LinkOnlyNeeded, internalize))
    return llvm::createStringError("cannot link libdevice");
  return llvm::Error::success();
}

LogicalResult ttc::linkLibdevice(llvm::Module &module, const Toolkit &toolkit,
                                 Location loc) {
  auto missing = llvm::find_if(module, isMissing);
  if (missing == module.end())
    return success();
  Location callLoc = getCallLocation(*missing, loc);
  llvm::Expected<std::string> path = toolkit.findLibdevice();
  if (!path)
    return emitToolkitError(callLoc)
           << "'" << missing->getName() << "' is a function of libdevice: "
           << llvm::toString(path.takeError());
  llvm::Expected<std::unique_ptr<llvm::Module>> library = open(module, *path);
  if (!library)
    return emitToolkitError(callLoc) << "libdevice, " << *path << ": "
                                     << llvm::toString(library.takeError());
  if (mlir::failed(checkSignatures(module, **library, loc)))
    return failure();
  if (llvm::Error error = link(module, std::move(*library)))
    return emitError(callLoc) << llvm::toString(std::move(error));

  // Subnormal numbers are kept; libdevice asks by __nvvm_reflect.
  module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 0u);
  bool failed = false;
  for (const llvm::Function &function : module)
    if (isMissing(function)) {
      emitError(getCallLocation(function, loc))
          << "libdevice has no function '" << function.getName() << "'";
      failed = true;
    }
  return failure(failed);
}
