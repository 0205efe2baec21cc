//===- Rewrites.h - Patterns of the TTIR optimizer --------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TT_TRANSFORMS_REWRITES_H
#define TTC_LIB_DIALECT_TT_TRANSFORMS_REWRITES_H

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::scf {
class ForOp;
class WhileOp;
} // namespace mlir::scf

namespace ttc::tt {

//===----------------------------------------------------------------------===//
// Patterns by family
//===----------------------------------------------------------------------===//

/// Chains of views become shorter, in one order of views.
void populateViewPatterns(mlir::RewritePatternSet &patterns);
/// Views move past elementwise ops and loads, where less is computed or read.
void populateElementwisePatterns(mlir::RewritePatternSet &patterns);
/// Integers are associated so that small tiles meet first.
void populateReassociationPatterns(mlir::RewritePatternSet &patterns);
/// Reductions of views become views of reductions.
void populateReductionPatterns(mlir::RewritePatternSet &patterns);
/// Selects, masks and pointer sums fold into loads and stores.
void populateMemoryPatterns(mlir::RewritePatternSet &patterns);
/// Casts move to where they cost least.
void populateCastPatterns(mlir::RewritePatternSet &patterns);
/// Sums become accumulators of dots.
void populateDotPatterns(mlir::RewritePatternSet &patterns);
/// Sums of products become dots.
void populateDotFormingPatterns(mlir::RewritePatternSet &patterns);

/// Loops carry a scalar instead of a tile that grows evenly.
void populateCarriedTilePatterns(mlir::RewritePatternSet &patterns);
/// What loops carry, and nobody uses, does not change.
void populateDeadCarriedValuePatterns(mlir::RewritePatternSet &patterns);
/// Loops combine tiles, and what they carry is reduced after them.
void populateLoopReductionPatterns(mlir::RewritePatternSet &patterns);

/// Moves loads that every iteration repeats before the loop, and of a `while`
/// those that come before its condition; returns whether there were any.
bool hoistLoads(mlir::scf::ForOp loop);
bool hoistLoads(mlir::scf::WhileOp loop);

/// Rewrites what the ranges of integers prove; returns whether that was
/// anything.
bool narrowIntegers(FuncOp func);

//===----------------------------------------------------------------------===//
// What a reduction combines with
//===----------------------------------------------------------------------===//

/// The op that combines two elements, where the reduction has one operand and
/// its region is that op on both arguments; null otherwise.
mlir::Operation *getCombineOp(ReduceOp op);

/// Whether an op combines any number of elements to the same bits in any order.
bool isOrderFree(mlir::Operation *combine);

/// How far apart the sums of floats in two orders can be, for `count`
/// additions.
std::string describeReordering(const llvm::Twine &count, mlir::FloatType type);

//===----------------------------------------------------------------------===//
// What repeats in a tile
//===----------------------------------------------------------------------===//

/// Whether a tensor is a scalar repeated: a splat or such a constant.
bool isUniform(mlir::Value tile);

/// The shape of the smallest tile, of equal rank, that a tensor is a broadcast
/// of, as far as its own definition says: all ones if it is uniform.
llvm::SmallVector<int64_t> distinctShape(mlir::Value tile);

/// The smallest shape that broadcasts of both shapes have in common.
llvm::SmallVector<int64_t> joinShapes(llvm::ArrayRef<int64_t> a,
                                      llvm::ArrayRef<int64_t> b);

/// The tile of this shape that `tile` is a broadcast of; the shape is at least
/// `distinctShape(tile)`.
mlir::Value shrinkTile(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tile, llvm::ArrayRef<int64_t> shape);

/// The scalar that a uniform tile repeats.
mlir::Value getUniformScalar(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value tile);

/// `tile` with another dimension, of extent 1.
mlir::Value expandDims(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tile, unsigned axis);

/// `value` as a tile of type `type`, or itself: a scalar is repeated, a tile
/// gets the leading dimensions that it lacks and is broadcast. Where operands
/// of unlike ranks are to meet, this is how.
mlir::Value broadcastTo(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, mlir::Type type);

/// The type as a tensor without an encoding; null for any other. Tiles with
/// layouts are left alone: the layout assignment has priced them as they are.
mlir::RankedTensorType getPlainTile(mlir::Type type);

/// A copy of an op without regions, with other operands and one result type.
mlir::Operation *rebuild(mlir::OpBuilder &builder, mlir::Operation *op,
                         mlir::ValueRange operands, mlir::Type type);

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// Gives `to`, which computes the same value, what the program promises of the
/// value of `from`: `tt.divisibility` and the like, by dimension.
void copyPromises(mlir::Operation *from, mlir::Operation *to);

/// For an op that combines the same values in another order: what does not
/// overflow in one order can in another.
void dropOverflowPromises(mlir::Operation *op);

/// For an op that computes another value than the one it is a copy of, or the
/// same with other dimensions.
void dropPromises(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Reports a rewrite in category `tt-optimize`.
void reportRewrite(mlir::Operation *op, llvm::StringRef name,
                   llvm::StringRef what);

} // namespace ttc::tt

#endif // TTC_LIB_DIALECT_TT_TRANSFORMS_REWRITES_H
