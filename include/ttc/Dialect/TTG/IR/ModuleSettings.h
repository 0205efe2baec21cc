//===- ModuleSettings.h - For what a module is compiled ---------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_MODULESETTINGS_H
#define TTC_DIALECT_TTG_IR_MODULESETTINGS_H

#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace ttc::ttg {

/// What a caller asks for; empty where it leaves the choice to the module.
struct RequestedSettings {
  /// "cuda:90" or "sm_90a"
  llvm::StringRef target;
  std::optional<unsigned> numWarps;
  std::optional<unsigned> numCTAs;
};

struct ModuleSettings {
  TargetInfo target;
  /// Per block.
  unsigned numWarps;
  /// Blocks per cluster.
  unsigned numCTAs;
};

/// What the module's attributes and the request agree on. The number of warps
/// is 4 and that of blocks 1 where neither says; a missing target, a
/// disagreement or a value that the target does not have is a diagnostic at
/// the module.
mlir::FailureOr<ModuleSettings>
settleModule(mlir::ModuleOp module, const RequestedSettings &requested);

/// Writes the settings as module attributes, `"ttg.threads-per-warp"` included.
void writeSettings(mlir::ModuleOp module, const ModuleSettings &settings);

} // namespace ttc::ttg

#endif // TTC_DIALECT_TTG_IR_MODULESETTINGS_H
