//===- ModuleSettings.cpp - For what a module is compiled -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/IR/ModuleSettings.h"

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

/// What the module's attribute and the option say of a number; `fallback` if
/// neither does.
static FailureOr<unsigned> settleNumber(ModuleOp module, StringRef attribute,
                                        std::optional<unsigned> option,
                                        StringRef optionName, unsigned fallback,
                                        unsigned most) {
  std::optional<int64_t> stated = lookupModuleAttr(module, attribute);
  if (stated && option && *stated != *option)
    return module.emitError()
           << "the module says " << attribute << " = " << *stated << ", but "
           << optionName << " is " << *option;
  int64_t value = stated ? *stated : option.value_or(fallback);
  if (value < 1 || value > most || !llvm::isPowerOf2_64(value))
    return module.emitError()
           << (stated ? attribute : optionName) << " is " << value
           << "; it must be a power of two from 1 to " << most;
  return value;
}

static FailureOr<TargetInfo> settleTarget(ModuleOp module, StringRef option) {
  auto stated = module->getAttrOfType<StringAttr>(targetAttrName);
  if (!stated && option.empty())
    return module.emitError(
               "the module names no target (ttg.target), and no option "
               "gives one; known are ")
           << TargetInfo::listNames();
  llvm::Expected<TargetInfo> target =
      TargetInfo::get(stated ? stated.getValue() : option);
  if (!target)
    return module.emitError() << llvm::toString(target.takeError());
  if (!stated || option.empty())
    return *target;
  llvm::Expected<TargetInfo> other = TargetInfo::get(option);
  if (!other)
    return module.emitError() << llvm::toString(other.takeError());
  if (other->getSM() != target->getSM())
    return module.emitError()
           << "the module says ttg.target = \"" << stated.getValue()
           << "\", but the target asked for is " << option;
  return *target;
}

FailureOr<ModuleSettings>
ttg::settleModule(ModuleOp module, const RequestedSettings &requested) {
  FailureOr<TargetInfo> target = settleTarget(module, requested.target);
  if (failed(target))
    return failure();
  unsigned mostWarps =
      target->getMaxThreadsPerBlock() / target->getThreadsPerWarp();
  FailureOr<unsigned> numWarps =
      settleNumber(module, numWarpsAttrName, requested.numWarps,
                   "the number of warps", 4, mostWarps);
  FailureOr<unsigned> numCTAs = settleNumber(
      module, numCTAsAttrName, requested.numCTAs,
      "the number of blocks of a cluster", 1, target->getMaxBlocksPerCluster());
  if (failed(numWarps) || failed(numCTAs))
    return failure();
  return ModuleSettings{*target, *numWarps, *numCTAs};
}

void ttg::writeSettings(ModuleOp module, const ModuleSettings &settings) {
  Builder builder(module.getContext());
  auto set = [&](StringRef name, unsigned value) {
    module->setAttr(name, builder.getI32IntegerAttr(value));
  };
  module->setAttr(targetAttrName,
                  builder.getStringAttr(settings.target.getModuleName()));
  set(numWarpsAttrName, settings.numWarps);
  set(numCTAsAttrName, settings.numCTAs);
  set(threadsPerWarpAttrName, settings.target.getThreadsPerWarp());
}
