//===- PTXToLLVMPatterns.h - Families of ptx operations ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_CONVERSION_PTXTOLLVM_PTXTOLLVMPATTERNS_H
#define TTC_LIB_CONVERSION_PTXTOLLVM_PTXTOLLVMPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace ttc {

/// ptx.wgmma and the wait that returns its results (MatrixToLLVM.cpp).
void populateMatrixToLLVMPatterns(mlir::RewritePatternSet &patterns);

} // namespace ttc

#endif // TTC_LIB_CONVERSION_PTXTOLLVM_PTXTOLLVMPATTERNS_H
