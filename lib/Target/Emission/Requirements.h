//===- Requirements.h - What a lowered module asks of the target *- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruction selection stops the process at an intrinsic that the target or
// the PTX version lacks. So every operation and every intrinsic is looked up
// first, and the PTX version is the lowest that has them all.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_TARGET_EMISSION_REQUIREMENTS_H
#define TTC_LIB_TARGET_EMISSION_REQUIREMENTS_H

#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace ttc {

/// Where `instruction` comes from.
mlir::Location getLocation(const llvm::Instruction &instruction,
                           mlir::MLIRContext *context);

/// Gathers what the parts of one module need. Each part that the target, or
/// the PTX version asked for by the user, lacks is an error at its place.
class RequirementChecker {
public:
  RequirementChecker(TargetInfo target, std::optional<unsigned> ptxVersion)
      : target(target), requested(ptxVersion),
        lowest(target.getLowestPTXVersion()) {}

  /// Checks that the PTX version asked for exists and knows the target.
  mlir::LogicalResult checkRequest(mlir::Location loc);

  /// Checks ptx operations, and those of NVVM that become inline assembly.
  mlir::LogicalResult checkOperations(mlir::ModuleOp lowered);

  /// Checks every intrinsic that `module` calls, and that the code generator
  /// can select it at all.
  mlir::LogicalResult checkIntrinsics(const llvm::Module &module,
                                      mlir::MLIRContext *context);

  /// The version to write.
  unsigned getPTXVersion() const { return requested.value_or(lowest); }

private:
  mlir::LogicalResult check(const llvm::Twine &what, Requirement needed,
                            std::optional<Feature> feature, mlir::Location loc);
  mlir::LogicalResult checkCall(const llvm::Function &intrinsic,
                                const llvm::Instruction &call,
                                mlir::Location loc);

  TargetInfo target;
  std::optional<unsigned> requested;
  unsigned lowest;
};

} // namespace ttc

#endif // TTC_LIB_TARGET_EMISSION_REQUIREMENTS_H
