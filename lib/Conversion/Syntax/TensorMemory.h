//===- TensorMemory.h - How clusters split tensor memory --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   CTASplitM = 2   (up to 3.7)   <->   CGALayout = [[1, 0]]   (from 3.8 on)
//
// Relies on: nothing. Guarantees: what is split along one dimension has the
// later spelling after the import. A split along both has it only if it was
// read so: the older versions' numbers don't say which block is where.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_CONVERSION_SYNTAX_TENSORMEMORY_H
#define TTC_LIB_CONVERSION_SYNTAX_TENSORMEMORY_H

#include "ttc/Dialect/TT/IR/TT.h"

namespace ttc {

/// To `CGALayout` below `root`.
void importTensorMemory(mlir::Operation *root);

/// To the spelling of `version`; an error at the first op with a layout that
/// the version has no way to write.
llvm::LogicalResult exportTensorMemory(mlir::Operation *root,
                                       tt::SyntaxVersion version);

} // namespace ttc

#endif // TTC_LIB_CONVERSION_SYNTAX_TENSORMEMORY_H
