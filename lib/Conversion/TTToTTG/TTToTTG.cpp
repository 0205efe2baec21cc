//===- TTToTTG.cpp - From tiles to tiles with layouts ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Settles for what the module is compiled, then assigns layouts. No tensor op
// changes its name: TTIR and TTGIR share them.
//
//===----------------------------------------------------------------------===//

#include "ttc/Conversion/TTToTTG/TTToTTG.h"

#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Dialect/TTG/Transforms/LayoutAssignment.h"
#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"

namespace ttc {
#define GEN_PASS_DEF_CONVERTTTTOTTG
#include "ttc/Conversion/TTToTTG/Passes.h.inc"
} // namespace ttc

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

/// Whether layouts have been assigned: a tensor with an encoding exists.
static bool hasLayouts(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        for (Type type : op->getResultTypes())
          if (auto tensor = dyn_cast<RankedTensorType>(type))
            if (tensor.getEncoding())
              return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// The count that module and option agree on; both may be silent.
static FailureOr<unsigned> settleCount(ModuleOp module, StringRef name,
                                       unsigned option, unsigned otherwise) {
  std::optional<int64_t> found = lookupModuleAttr(module, name);
  if (found && option && *found != option)
    return module.emitError() << "the module says '" << name << "' = " << *found
                              << ", the options " << option;
  unsigned count = found ? *found : option ? option : otherwise;
  if (!llvm::isPowerOf2_32(count))
    return module.emitError()
           << "expected a power of two for '" << name << "', found " << count;
  module->setAttr(name, Builder(module.getContext()).getI32IntegerAttr(count));
  return count;
}

static FailureOr<TargetInfo> settleTarget(ModuleOp module, StringRef option) {
  auto found = module->getAttrOfType<StringAttr>(targetAttrName);
  if (!found && option.empty())
    return module.emitError() << "no target: the module has no '"
                              << targetAttrName << "' and no option names one";
  auto get = [&](StringRef name) -> FailureOr<TargetInfo> {
    llvm::Expected<TargetInfo> target = TargetInfo::get(name);
    if (!target)
      return module.emitError() << llvm::toString(target.takeError());
    return *target;
  };
  FailureOr<TargetInfo> target = get(found ? found.getValue() : option);
  if (failed(target))
    return failure();
  if (found && !option.empty()) {
    FailureOr<TargetInfo> other = get(option);
    if (failed(other))
      return failure();
    if (other->getName() != target->getName())
      return module.emitError() << "the module is for " << target->getName()
                                << ", the options say " << other->getName();
  }
  module->setAttr(
      targetAttrName,
      Builder(module.getContext()).getStringAttr(target->getModuleName()));
  return target;
}

/// Calls are gone by now unless something kept them from being inlined.
static LogicalResult verifyInlined(ModuleOp module) {
  WalkResult result = module.walk([](tt::CallOp call) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
        call, call.getCalleeAttr());
    auto noinline = callee->getAttrOfType<BoolAttr>("noinline");
    InFlightDiagnostic diag = call.emitOpError();
    if (noinline && noinline.getValue())
      diag << "calls '" << call.getCallee()
           << "', which is marked noinline; such calls are not supported";
    else if (callee.isExternal())
      diag << "calls '" << call.getCallee() << "', which has no body";
    else
      diag << "is part of a recursion through '" << call.getCallee()
           << "'; kernels cannot recurse";
    diag.attachNote(callee.getLoc()) << "callee is here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ConvertTTToTTG : ttc::impl::ConvertTTToTTGBase<ConvertTTToTTG> {
  using ConvertTTToTTGBase::ConvertTTToTTGBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<TargetInfo> target = settleTarget(module, this->target);
    if (failed(target))
      return signalPassFailure();
    FailureOr<unsigned> warps =
        settleCount(module, numWarpsAttrName, numWarps, 4);
    FailureOr<unsigned> ctas = settleCount(module, numCTAsAttrName, numCTAs, 1);
    FailureOr<unsigned> threads = settleCount(module, threadsPerWarpAttrName, 0,
                                              target->getThreadsPerWarp());
    if (failed(warps) || failed(ctas) || failed(threads))
      return signalPassFailure();
    if (*warps * target->getThreadsPerWarp() >
        target->getMaxThreadsPerBlock()) {
      module.emitError() << *warps << " warps are more than the "
                         << target->getMaxThreadsPerBlock()
                         << " threads that a block may have";
      return signalPassFailure();
    }
    if (failed(verifyInlined(module)))
      return signalPassFailure();
    if (hasLayouts(module))
      return;
    for (auto func : module.getOps<tt::FuncOp>())
      if (!func.isExternal() &&
          failed(assignLayouts(func, *target, *warps, *ctas)))
        return signalPassFailure();
  }
};
} // namespace
