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

#include "ttc/Dialect/TTG/IR/ModuleSettings.h"
#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Dialect/TTG/Transforms/LayoutAssignment.h"

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
    else if (!callee.getBody().hasOneBlock() &&
             !isa<tt::FuncOp>(call->getParentOp()))
      diag << "calls '" << call.getCallee() << "' within '"
           << call->getParentOp()->getName()
           << "', which can't hold the callee's branches";
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
    auto option = [](unsigned value) {
      return value ? std::optional<unsigned>(value) : std::nullopt;
    };
    FailureOr<ModuleSettings> settings =
        settleModule(module, {target, option(numWarps), option(numCTAs)});
    if (failed(settings))
      return signalPassFailure();
    writeSettings(module, *settings);
    if (failed(verifyInlined(module)) || failed(tt::verifyKnownExtents(module)))
      return signalPassFailure();
    if (hasLayouts(module))
      return;
    for (auto func : module.getOps<tt::FuncOp>())
      if (!func.isExternal() &&
          failed(assignLayouts(func, settings->target, settings->numWarps,
                               settings->numCTAs)))
        return signalPassFailure();
  }
};
} // namespace
