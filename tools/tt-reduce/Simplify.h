//===- Simplify.h - Simpler stand-ins for an op's results -------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's reducer takes away ops that nothing uses, and asks the dialects for
// patterns that make others so. These are the patterns of `tt`.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_TT_REDUCE_SIMPLIFY_H
#define TTC_TOOLS_TT_REDUCE_SIMPLIFY_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace ttc {

/// Lets `--reduction-tree` replace the results of an op by its operands or by
/// zeros.
void registerReductionPatterns(mlir::DialectRegistry &registry);

} // namespace ttc

#endif // TTC_TOOLS_TT_REDUCE_SIMPLIFY_H
