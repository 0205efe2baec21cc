//===- Legality.h - What NVPTX can generate code for ------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Much of LLVM IR means nothing on a GPU, and the code generator aborts or
// crashes at it rather than reporting it. This check comes first.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_TARGET_EMISSION_LEGALITY_H
#define TTC_LIB_TARGET_EMISSION_LEGALITY_H

#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"

namespace ttc {

/// Checks what would take MLIR's translation too much time or memory.
mlir::LogicalResult checkVariables(mlir::ModuleOp lowered);

/// Checks names, globals, types, instructions and inline assembly of `module`.
/// Errors are at the instruction, or at `loc` for what has no place.
mlir::LogicalResult checkLegality(const llvm::Module &module, TargetInfo target,
                                  mlir::Location loc);

} // namespace ttc

#endif // TTC_LIB_TARGET_EMISSION_LEGALITY_H
