//===- TTNG.h - The ttng dialect: what only NVIDIA GPUs have ----*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTNG_IR_TTNG_H
#define TTC_DIALECT_TTNG_IR_TTNG_H

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "ttc/Dialect/TTNG/IR/TTNGDialect.h.inc"
#include "ttc/Dialect/TTNG/IR/TTNGEnums.h.inc"

namespace ttc::ttng {

/// Module attribute: whether pairs of blocks work on one product.
inline constexpr llvm::StringLiteral twoCTAsAttrName = "ttng.two-ctas";

/// Blackwell's tensor memory, as a resource that ops have effects on.
struct TensorMemory : mlir::SideEffects::Resource::Base<TensorMemory> {
  llvm::StringRef getName() final { return "<tensor memory>"; }
};

} // namespace ttc::ttng

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/TTNG/IR/TTNGAttrs.h.inc"

#define GET_OP_CLASSES
#include "ttc/Dialect/TTNG/IR/TTNGOps.h.inc"

#endif // TTC_DIALECT_TTNG_IR_TTNG_H
