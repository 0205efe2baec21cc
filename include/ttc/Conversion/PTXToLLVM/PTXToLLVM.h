//===- PTXToLLVM.h - Conversion of ptx to the LLVM dialect ------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step before LLVM IR: `ptx` operations become LLVM operations or
// inline assembly. Shared pointers are 32 bits wide in the inline assembly, as
// ttc's data layout has them.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_PTXTOLLVM_PTXTOLLVM_H
#define TTC_CONVERSION_PTXTOLLVM_PTXTOLLVM_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace ttc {

#define GEN_PASS_DECL
#include "ttc/Conversion/PTXToLLVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ttc/Conversion/PTXToLLVM/Passes.h.inc"

/// Adds a pattern for every operation of the ptx dialect.
void populatePTXToLLVMPatterns(mlir::RewritePatternSet &patterns);

/// Converts every ptx operation nested in `root`.
void convertPTXToLLVM(mlir::Operation *root);

} // namespace ttc

#endif // TTC_CONVERSION_PTXTOLLVM_PTXTOLLVM_H
