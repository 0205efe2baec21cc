//===- TTG.h - The ttg dialect: layouts and GPU-level ops -------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTG_H
#define TTC_DIALECT_TTG_IR_TTG_H

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/TensorEncoding.h"

#include "ttc/Dialect/TTG/IR/TTGAttrInterfaces.h.inc"
#include "ttc/Dialect/TTG/IR/TTGDialect.h.inc"
#include "ttc/Dialect/TTG/IR/TTGEnums.h.inc"

namespace ttc::ttg {
/// A block's shared memory, as a resource that ops have effects on.
struct SharedMemory : mlir::SideEffects::Resource::Base<SharedMemory> {
  llvm::StringRef getName() final { return "<shared memory>"; }
};

class WarpSpecializePartitionsOp;
} // namespace ttc::ttg

#define GET_TYPEDEF_CLASSES
#include "ttc/Dialect/TTG/IR/TTGTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/TTG/IR/TTGAttrs.h.inc"

#define GET_OP_CLASSES
#include "ttc/Dialect/TTG/IR/TTGOps.h.inc"

namespace ttc::ttg {

/// Names of module attributes.
inline constexpr llvm::StringLiteral targetAttrName = "ttg.target";
inline constexpr llvm::StringLiteral numWarpsAttrName = "ttg.num-warps";
inline constexpr llvm::StringLiteral numCTAsAttrName = "ttg.num-ctas";
inline constexpr llvm::StringLiteral threadsPerWarpAttrName =
    "ttg.threads-per-warp";
inline constexpr llvm::StringLiteral sharedAttrName = "ttg.shared";
inline constexpr llvm::StringLiteral maxRegistersAttrName = "ttg.maxnreg";
/// On an op that needs shared memory of its own: where it begins, in bytes.
inline constexpr llvm::StringLiteral sharedOffsetAttrName = "ttg.shared-offset";

/// An integer attribute of the module around `op`; nullopt if absent.
std::optional<int64_t> lookupModuleAttr(mlir::Operation *op,
                                        llvm::StringRef name);

/// Warps that run `op`: those of the partition that it is in, or else the
/// module's `ttg.num-warps`.
unsigned lookupNumWarps(mlir::Operation *op);

/// What a thread holds of a tensor that has a layout: the tensor's layout
/// without the registers that repeat elements of their own thread. This is the
/// numbering of the registers wherever a tensor stands for scalars.
LinearLayout getThreadLayout(mlir::RankedTensorType type);

/// A blocked layout that covers `shape` with full warps: `sizePerThread`
/// elements per thread, then threads along the dimensions in `order`, then
/// warps along those in `warpOrder`, each dimension only as far as it reaches.
BlockedEncodingAttr getBlockedLayout(mlir::MLIRContext *context,
                                     llvm::ArrayRef<int64_t> shape,
                                     llvm::ArrayRef<unsigned> sizePerThread,
                                     llvm::ArrayRef<unsigned> order,
                                     llvm::ArrayRef<unsigned> warpOrder,
                                     unsigned numWarps, unsigned numCTAs);

} // namespace ttc::ttg

#endif // TTC_DIALECT_TTG_IR_TTG_H
