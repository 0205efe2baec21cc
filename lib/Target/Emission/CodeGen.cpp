//===- CodeGen.cpp - LLVM's NVPTX code generator --------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the code generator without the passes that cost more than they give
// after ttc's lowering. LLVM's process-wide switches get their values once,
// before the first use, and never change.
//
//===----------------------------------------------------------------------===//

#include "CodeGen.h"

#include "ttc/Target/Emission/Emission.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

namespace {
class DiagnosticForwarder : public llvm::DiagnosticHandler {
public:
  explicit DiagnosticForwarder(Location loc) : loc(loc) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    if (info.getSeverity() == llvm::DS_Error) {
      HasErrors = true;
      emitError(loc) << "LLVM: " << text;
    } else if (info.getSeverity() == llvm::DS_Warning) {
      emitWarning(loc) << "LLVM: " << text;
    }
    return true;
  }

private:
  Location loc;
};
} // namespace

void ttc::forwardDiagnostics(llvm::LLVMContext &context, Location loc) {
  context.setDiagnosticHandler(std::make_unique<DiagnosticForwarder>(loc));
}

//===----------------------------------------------------------------------===//
// Target machine
//===----------------------------------------------------------------------===//

/// Registers NVPTX and sets its switches, once in a process.
static void initializeNVPTX() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    // Addresses of shared memory are 32 bits wide: half the registers and
    // instructions of address arithmetic.
    llvm::StringRef name = "nvptx-short-ptr";
    auto &options = llvm::cl::getRegisteredOptions();
    if (auto found = options.find(name); found != options.end())
      found->second->addOccurrence(1, name, "true");
  });
}

std::unique_ptr<llvm::TargetMachine>
ttc::createTargetMachine(TargetInfo target, unsigned ptxVersion) {
  initializeNVPTX();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *backEnd =
      llvm::TargetRegistry::lookupTarget(triple, error);
  llvm::TargetOptions options;
  // Additions and multiplications stay apart: what may be fused, is already.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(backEnd->createTargetMachine(
      triple, target.getName(), "+ptx" + std::to_string(ptxVersion), options,
      std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

//===----------------------------------------------------------------------===//
// Code generation
//===----------------------------------------------------------------------===//

/// Passes that the code generator would add, by their names, sorted. The first
/// group finds nothing to do after ttc's pipeline and its lowering, which
/// shares address arithmetic and makes vectors itself; the second serves
/// languages and targets that are not ours.
static constexpr llvm::StringLiteral droppedPasses[] = {
    // clang-format off
    "early-cse", "gvn", "load-store-vectorizer", "nary-reassociate", "slsr",

    "expand-memcmp", "gc-analysis", "gc-lowering", "mergeicmps",
    "objc-arc-contract", "partially-inline-libcalls", "replace-with-veclib",
    "safe-stack", "shadow-stack-gc-lowering", "stack-protector",
    // clang-format on
};

namespace {
class FilteredPassManager : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override {
    const llvm::PassInfo *info = llvm::Pass::lookupPassInfo(pass->getPassID());
    if (info && llvm::is_contained(droppedPasses, info->getPassArgument()))
      delete pass;
    else
      llvm::legacy::PassManager::add(pass);
  }
};
} // namespace

FailureOr<std::string> ttc::emitPTX(LLVMProgram &program, Location loc) {
  llvm::SmallString<0> ptx;
  llvm::raw_svector_ostream stream(ptx);
  FilteredPassManager passes;
  if (program.machine->addPassesToEmitFile(passes, stream, nullptr,
                                           llvm::CodeGenFileType::AssemblyFile,
                                           /*DisableVerify=*/true)) {
    emitError(loc) << "LLVM cannot write PTX";
    return failure();
  }
  passes.run(*program.module);
  if (program.context->getDiagHandlerPtr()->HasErrors)
    return failure();
  return std::string(ptx);
}
