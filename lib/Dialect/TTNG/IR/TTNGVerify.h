//===- TTNGVerify.h - Checks that several ops share -------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TTNG_IR_TTNGVERIFY_H
#define TTC_LIB_DIALECT_TTNG_IR_TTNGVERIFY_H

#include "ttc/Dialect/TTNG/IR/TTNG.h"

namespace ttc::ttng {

using Effects = llvm::SmallVectorImpl<
    mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>;

/// The type is mutable shared memory of i64, one per block: mbarriers.
llvm::LogicalResult verifyBarrier(mlir::Operation *op, ttg::MemDescType type);

llvm::LogicalResult verifyMutable(mlir::Operation *op, ttg::MemDescType type);
llvm::LogicalResult verifyShared(mlir::Operation *op, ttg::MemDescType type);
llvm::LogicalResult verifyTensorMemory(mlir::Operation *op,
                                       ttg::MemDescType type);

/// A tensor and a piece of memory have one shape and element type.
llvm::LogicalResult verifySameTile(mlir::Operation *op, mlir::Type tensor,
                                   ttg::MemDescType memory);

/// The extents of `d = a * b`: MxK, KxN and MxN.
llvm::LogicalResult verifyProduct(mlir::Operation *op,
                                  llvm::ArrayRef<int64_t> a,
                                  llvm::ArrayRef<int64_t> b,
                                  llvm::ArrayRef<int64_t> d);

/// Element types that a tensor core multiplies and sums up: integers of 8 bits
/// in i32; floating-point numbers of one width from 8 to 32 bits in f32, or in
/// f16 if they have at most 16 bits.
llvm::LogicalResult verifyProductTypes(mlir::Operation *op, mlir::Type a,
                                       mlir::Type b, mlir::Type d);

} // namespace ttc::ttng

#endif // TTC_LIB_DIALECT_TTNG_IR_TTNGVERIFY_H
