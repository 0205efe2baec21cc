//===- Translation.cpp - From a lowered module to LLVM IR -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done around MLIR's own translation:
// - ptx operations, and NVVM operations without intrinsic, become inline
//   assembly first;
// - locations are reduced to what LLVM's debug information can say, so that
//   every PTX line with a known origin gets its `.loc`;
// - afterwards, inline assembly is convergent, unless it is known to be one
//   thread's access to memory.
//
//===----------------------------------------------------------------------===//

#include "ttc/Target/Emission/Emission.h"

#include "CodeGen.h"
#include "Legality.h"
#include "Libdevice.h"
#include "Requirements.h"
#include "ttc/Conversion/PTXToLLVM/PTXToLLVM.h"
#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"

namespace mlir {
#define GEN_PASS_DECL_CONVERTNVVMTOLLVMPASS
#include "mlir/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

/// Marks a call that every thread makes for itself, as opposed to one that
/// threads make together; such a call may be moved into and out of branches.
static constexpr llvm::StringLiteral perThreadAttr = "ttc-per-thread";

namespace {
/// Tells LLVM what inline assembly with a `ptx.access` does to memory.
struct PTXTranslationInterface : LLVMTranslationDialectInterface {
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  LogicalResult
  amendOperation(Operation *op, ArrayRef<llvm::Instruction *> instructions,
                 NamedAttribute attribute,
                 LLVM::ModuleTranslation &translation) const override {
    for (llvm::Instruction *instruction : instructions) {
      auto *call = dyn_cast<llvm::CallInst>(instruction);
      if (!call || !call->isInlineAsm())
        continue;
      call->addFnAttr(llvm::Attribute::get(call->getContext(), perThreadAttr));
      call->setDoesNotThrow();
      call->addFnAttr(llvm::Attribute::WillReturn);
      StringRef access = cast<StringAttr>(attribute.getValue()).getValue();
      if (access == "read")
        call->setOnlyReadsMemory();
      else if (access == "write")
        call->setOnlyWritesMemory();
    }
    return success();
  }
};
} // namespace

/// Makes convergent what is not known to be one thread's own: inline assembly,
/// and functions, which may have a barrier inside.
static void markConvergent(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!function.isIntrinsic() && !function.getName().starts_with("__nv_"))
      function.setConvergent();
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block) {
        auto *call = dyn_cast<llvm::CallBase>(&instruction);
        if (!call || !call->isInlineAsm())
          continue;
        if (call->hasFnAttr(perThreadAttr))
          call->removeFnAttr(perThreadAttr);
        else
          call->setConvergent();
      }
  }
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

namespace {
/// Reduces locations to file positions and call sites of such: names are
/// dropped, and of a fused location the first part with a position stays.
class LocationSimplifier {
public:
  explicit LocationSimplifier(MLIRContext *context) : context(context) {}

  /// A location of `root` with debug information attached stays as it is.
  void run(Operation *root) {
    root->walk([&](Operation *op) { op->setLoc(simplify(op->getLoc())); });
  }

private:
  Location simplify(Location loc) {
    auto known = simplified.find(loc);
    if (known != simplified.end())
      return known->second;
    Location result = compute(loc);
    simplified.try_emplace(loc, result);
    return result;
  }

  Location compute(Location loc) {
    if (auto name = dyn_cast<NameLoc>(loc))
      return simplify(name.getChildLoc());
    if (auto call = dyn_cast<CallSiteLoc>(loc)) {
      Location callee = simplify(call.getCallee());
      Location caller = simplify(call.getCaller());
      if (isa<UnknownLoc>(callee))
        return caller;
      if (isa<UnknownLoc>(caller))
        return callee;
      return CallSiteLoc::get(callee, caller);
    }
    if (auto fused = dyn_cast<FusedLoc>(loc)) {
      if (isa_and_nonnull<LLVM::DILocalScopeAttr>(fused.getMetadata()))
        return loc;
      for (Location part : fused.getLocations())
        if (Location known = simplify(part); !isa<UnknownLoc>(known))
          return known;
      return UnknownLoc::get(context);
    }
    if (isa<FileLineColLoc, UnknownLoc>(loc))
      return loc;
    if (auto range = dyn_cast<FileLineColRange>(loc))
      return FileLineColLoc::get(range.getFilename(), range.getStartLine(),
                                 range.getStartColumn());
    return UnknownLoc::get(context);
  }

  MLIRContext *context;
  llvm::DenseMap<Location, Location> simplified;
};
} // namespace

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

void ttc::registerEmissionDialects(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect, NVVM::NVVMDialect, ptx::PTXDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  registry.addExtension(+[](MLIRContext *, ptx::PTXDialect *dialect) {
    dialect->addInterfaces<PTXTranslationInterface>();
  });
}

/// Turns what MLIR's translation does not know into what it does.
static LogicalResult prepare(ModuleOp lowered) {
  convertPTXToLLVM(lowered);
  LocationSimplifier(lowered.getContext()).run(lowered);

  PassManager passes(lowered.getContext());
  bool hasInlinePTX = lowered
                          .walk([](NVVM::BasicPtxBuilderInterface op) {
                            return WalkResult::interrupt();
                          })
                          .wasInterrupted();
  if (hasInlinePTX)
    passes.addPass(createConvertNVVMToLLVMPass());
  LLVM::DIScopeForLLVMFuncOpPassOptions debugInfo;
  debugInfo.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass(debugInfo));
  return passes.run(lowered);
}

/// Sets what the user asked for beside what the kernels say.
static void setKernelLimits(ModuleOp lowered, const EmissionOptions &options) {
  Builder builder(lowered.getContext());
  auto set = [&](LLVM::LLVMFuncOp kernel, StringRef name,
                 std::optional<unsigned> value) {
    if (value)
      kernel->setAttr(name, builder.getI32IntegerAttr(*value));
  };
  for (auto function : lowered.getOps<LLVM::LLVMFuncOp>())
    if (function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName())) {
      set(function, NVVM::NVVMDialect::getMaxnregAttrName(),
          options.maxRegisters);
      set(function, NVVM::NVVMDialect::getMinctasmAttrName(),
          options.minBlocksPerSM);
    }
}

Location ttc::getKernelLocation(ModuleOp lowered) {
  for (auto function : lowered.getOps<LLVM::LLVMFuncOp>())
    if (function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      return function.getLoc();
  return lowered.getLoc();
}

/// LLVM's verifier; MLIR would let it write to standard error.
static LogicalResult verify(const llvm::Module &module, Location loc) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream))
    return emitError(loc) << "LLVM: " << StringRef(text).rtrim();
  return success();
}

FailureOr<LLVMProgram> ttc::translateToLLVM(ModuleOp lowered,
                                            const EmissionOptions &options) {
  Location loc = getKernelLocation(lowered);
  RequirementChecker requirements(options.target, options.ptxVersion);
  if (failed(requirements.checkRequest(loc)) ||
      failed(requirements.checkOperations(lowered)) ||
      failed(checkVariables(lowered)))
    return failure();
  setKernelLimits(lowered, options);
  if (failed(prepare(lowered)))
    return failure();

  LLVMProgram program;
  program.context = std::make_unique<llvm::LLVMContext>();
  program.context->setDiscardValueNames(true);
  forwardDiagnostics(*program.context, loc);
  program.module = translateModuleToLLVMIR(lowered, *program.context, "kernel",
                                           /*disableVerification=*/true);
  if (!program.module || failed(verify(*program.module, loc)))
    return failure();
  markConvergent(*program.module);
  if (failed(checkLegality(*program.module, options.target, loc)) ||
      failed(
          requirements.checkIntrinsics(*program.module, lowered.getContext())))
    return failure();

  program.ptxVersion = requirements.getPTXVersion();
  program.machine = createTargetMachine(options.target, program.ptxVersion);
  program.module->setTargetTriple(program.machine->getTargetTriple());
  program.module->setDataLayout(program.machine->createDataLayout());
  if (failed(linkLibdevice(*program.module, options.toolkit, loc)))
    return failure();
  return program;
}
