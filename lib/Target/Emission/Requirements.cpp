//===- Requirements.cpp - What a lowered module asks of the target --------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables say which PTX version and architecture LLVM 22 asks for before it
// selects an intrinsic, by the start of its name: the longest entry that
// matches counts. An intrinsic of NVPTX in no table is refused, because nobody
// knows whether it can be selected.
//
//===----------------------------------------------------------------------===//

#include "Requirements.h"

#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace mlir;
using namespace ttc;

namespace {
struct Entry {
  llvm::StringLiteral prefix;
  Requirement needed = {};
  std::optional<Feature> feature = std::nullopt;
};
} // namespace

/// Marks an intrinsic that cannot be selected.
static constexpr Requirement never = {0, ~0u};

static constexpr Entry intrinsics[] = {
#include "NVVMIntrinsics.inc"
};

/// Intrinsics of all targets that NVPTX selects, without "llvm.", sorted.
static constexpr Entry genericIntrinsics[] = {
    {"abs"},
    {"assume"},
    {"bitreverse"},
    {"bswap"},
    {"canonicalize"},
    {"ceil"},
    {"copysign"},
    {"cos"},
    {"ctlz"},
    {"ctpop"},
    {"cttz"},
    {"dbg"},
    {"debugtrap"},
    {"donothing"},
    {"exp2"},
    {"expect"},
    {"experimental.noalias.scope.decl"},
    {"fabs"},
    {"floor"},
    {"fma"},
    {"fmuladd"},
    {"fptosi.sat"},
    {"fptoui.sat"},
    {"fshl"},
    {"fshr"},
    {"is.fpclass"},
    {"ldexp"},
    {"lifetime"},
    {"masked.load"},
    {"masked.store"},
    {"maximum"},
    {"maximumnum"},
    {"maxnum"},
    {"memcpy"},
    {"memmove"},
    {"memset"},
    {"minimum"},
    {"minimumnum"},
    {"minnum"},
    {"nearbyint"},
    {"rint"},
    {"round"},
    {"roundeven"},
    {"sadd"},
    {"scmp"},
    {"sin"},
    {"smax"},
    {"smin"},
    {"smul.with.overflow"},
    {"sqrt"},
    {"ssub"},
    {"tanh", {70, 75}},
    {"trap"},
    {"trunc"},
    {"uadd"},
    {"ucmp"},
    {"umax"},
    {"umin"},
    {"umul.with.overflow"},
    {"usub"},
    {"vector.reduce"},
};

/// Operations of NVVM that become inline assembly, without "nvvm.", sorted.
static constexpr Entry operations[] = {
    {"cp.async.bulk", {80, 90}},
    {"mbarrier", {70, 80}},
    {"mbarrier.arrive.expect_tx", {80, 90}},
    {"mbarrier.try_wait", {78, 90}},
    {"wgmma", {80, 90}, Feature::Wgmma},
};

/// The entry that `name`, or the longest start of it that ends at a dot, has
/// in the sorted `table`; null if there is none.
static const Entry *lookUp(llvm::ArrayRef<Entry> table, StringRef name) {
  while (!name.empty()) {
    const Entry *entry =
        llvm::lower_bound(table, name, [](const Entry &entry, StringRef name) {
          return entry.prefix < name;
        });
    if (entry != table.end() && entry->prefix == name)
      return entry;
    name = name.take_front(
        name.rfind('.') == StringRef::npos ? 0 : name.rfind('.'));
  }
  return nullptr;
}

static std::string formatVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

Location ttc::getLocation(const llvm::Instruction &instruction,
                          MLIRContext *context) {
  const llvm::DILocation *loc = instruction.getDebugLoc();
  if (!loc)
    return UnknownLoc::get(context);
  return FileLineColLoc::get(context, loc->getFilename(), loc->getLine(),
                             loc->getColumn());
}

LogicalResult RequirementChecker::check(const llvm::Twine &what,
                                        Requirement needed,
                                        std::optional<Feature> feature,
                                        Location loc) {
  if (!target.satisfies(needed) || (feature && !target.has(*feature)))
    return emitError(loc) << what << " does not exist on " << target.getName()
                          << (target.satisfies(needed)
                                  ? std::string()
                                  : "; it needs sm_" +
                                        std::to_string(needed.sm));
  if (requested && needed.ptxVersion > *requested)
    return emitError(loc) << what << " needs PTX "
                          << formatVersion(needed.ptxVersion)
                          << ", but version " << formatVersion(*requested)
                          << " was asked for";
  lowest = std::max(lowest, needed.ptxVersion);
  return success();
}

LogicalResult RequirementChecker::checkRequest(Location loc) {
  if (!requested)
    return success();
  if (llvm::Error error = TargetInfo::checkPTXVersion(*requested))
    return emitError(loc) << llvm::toString(std::move(error));
  return check(target.getName(), {target.getLowestPTXVersion(), 0},
               std::nullopt, loc);
}

LogicalResult RequirementChecker::checkOperations(ModuleOp lowered) {
  WalkResult result = lowered.walk([&](Operation *op) {
    LogicalResult status = success();
    if (auto instruction = dyn_cast<ptx::InstructionOpInterface>(op)) {
      status = check("this '" + op->getName().getStringRef() + "'",
                     instruction.getRequirement(), std::nullopt, op->getLoc());
    } else if (isa<NVVM::BasicPtxBuilderInterface>(op)) {
      StringRef name = op->getName().getStringRef();
      if (const Entry *entry = lookUp(operations, name.drop_front(5)))
        status = check("'" + name + "'", entry->needed, entry->feature,
                       op->getLoc());
    } else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op)) {
      for (unsigned i = 0, end = function.getNumArguments(); i < end; ++i)
        if (function.getArgAttr(i, "nvvm.grid_constant") && succeeded(status))
          status = check("a grid-constant parameter", {77, 70}, std::nullopt,
                         op->getLoc());
    }
    return failed(status) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Whether the code generator has an instruction for the generic intrinsic
/// `name` ("sin.f32") on this type; `approximate` is the `afn` flag.
static bool hasInstruction(StringRef name, llvm::Type *type, bool approximate) {
  const Entry *entry = lookUp(genericIntrinsics, name);
  if (!entry)
    return false;
  llvm::Type *scalar = type->getScalarType();
  return llvm::StringSwitch<bool>(entry->prefix)
      .Cases({"sin", "cos", "tanh"}, approximate && !scalar->isDoubleTy())
      .Case("exp2", !scalar->isDoubleTy())
      .Case("canonicalize", !scalar->isBFloatTy())
      .Default(true);
}

LogicalResult RequirementChecker::checkCall(const llvm::Function &intrinsic,
                                            const llvm::Instruction &call,
                                            Location loc) {
  StringRef name = intrinsic.getName();
  if (name.consume_front("llvm.nvvm.")) {
    const Entry *entry = lookUp(intrinsics, name);
    if (!entry || entry->needed.sm == never.sm)
      return emitError(loc) << "intrinsic '" << intrinsic.getName()
                            << "' is not one that can be translated to PTX";
    return check("'" + intrinsic.getName() + "'", entry->needed, entry->feature,
                 loc);
  }
  name.consume_front("llvm.");
  bool approximate = isa<llvm::FPMathOperator>(call) && call.hasApproxFunc();
  if (!hasInstruction(name, call.getType(), approximate))
    return emitError(loc) << "PTX has no instruction for '"
                          << intrinsic.getName()
                          << "'; libdevice has the mathematical functions that "
                             "PTX lacks";
  return check("'" + intrinsic.getName() + "'",
               lookUp(genericIntrinsics, name)->needed, std::nullopt, loc);
}

LogicalResult RequirementChecker::checkIntrinsics(const llvm::Module &module,
                                                  MLIRContext *context) {
  bool failed = false;
  for (const llvm::Function &function : module) {
    if (!function.getName().starts_with("llvm."))
      continue;
    for (const llvm::User *user : function.users()) {
      auto *call = dyn_cast<llvm::Instruction>(user);
      if (!call)
        continue;
      failed |=
          mlir::failed(checkCall(function, *call, getLocation(*call, context)));
      // One call stands for all, but for functions that depend on flags.
      if (function.getName().starts_with("llvm.nvvm.") || failed)
        break;
    }
  }
  return failure(failed);
}
