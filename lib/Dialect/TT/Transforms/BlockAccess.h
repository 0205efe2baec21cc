//===- BlockAccess.h - Blocks of tensors through plain pointers -*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What block pointers and tensor descriptors become: an access to a block is
// one through the pointers
//
//   base + position0 * stride0 + position1 * stride1 + ...
//
// under the mask 0 <= position < extent for each dimension that is checked.
// Positions are 64 bits wide, so none wraps into the tensor.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TT_TRANSFORMS_BLOCKACCESS_H
#define TTC_LIB_DIALECT_TT_TRANSFORMS_BLOCKACCESS_H

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Transforms/DialectConversion.h"

namespace ttc::tt {

//===----------------------------------------------------------------------===//
// One access
//===----------------------------------------------------------------------===//

/// A dimension of a tensor in memory, as an access sees it.
struct AccessDim {
  /// Where the elements are: an i64, or a tile of them that can be broadcast to
  /// the tile of the access.
  mlir::Value position;
  /// The tensor's extent, an i64; null if the dimension is not checked.
  mlir::Value extent;
  /// Distance of neighbours in elements, an i64; null for 1.
  mlir::Value stride;
};

struct AccessOperands {
  mlir::Value pointers;
  /// Null if no dimension is checked.
  mlir::Value mask;
};

/// Builds what an access to the elements of one tile needs.
class BlockAccess {
public:
  /// `tile` is what is read or written, without an encoding.
  BlockAccess(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::RankedTensorType tile)
      : builder(builder), loc(loc), tile(tile) {}

  /// `first` (i32 or i64), `first + 1`, ... along one axis of the tile, as i64.
  mlir::Value positions(mlir::Value first, unsigned axis);
  /// A line of i32 along one axis of the tile, as i64.
  mlir::Value along(mlir::Value line, unsigned axis);

  /// What an access to the tensor at `base` has as operands.
  AccessOperands operands(mlir::Value base, llvm::ArrayRef<AccessDim> dims);
  /// What is read out of bounds. `isNaN` is an i1 that chooses between NaN and
  /// zero; it has no meaning for integers, which are 0.
  mlir::Value padding(mlir::Value isNaN);

private:
  mlir::Value pointers(mlir::Value base, llvm::ArrayRef<AccessDim> dims);
  mlir::Value mask(llvm::ArrayRef<AccessDim> dims);
  mlir::Value widen(mlir::Value value);
  mlir::Value isInside(const AccessDim &dim);
  mlir::Value spread(mlir::Value value);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::RankedTensorType tile;
};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The tile that a block pointer points to; null for any other type.
mlir::RankedTensorType getBlock(mlir::Type type);

/// A block pointer of rank r becomes its base, r extents, r strides, and r
/// offsets (all i64).
void addBlockPointerConversion(mlir::TypeConverter &converter);
void populateBlockPointerPatterns(const mlir::TypeConverter &converter,
                                  mlir::RewritePatternSet &patterns,
                                  mlir::ConversionTarget &target);

/// A tensor descriptor becomes what getDescriptorParts lists.
void addDescriptorConversion(mlir::TypeConverter &converter);
void populateDescriptorPatterns(const mlir::TypeConverter &converter,
                                mlir::RewritePatternSet &patterns,
                                mlir::ConversionTarget &target);
/// Reports a descriptor op that has no form with plain pointers.
llvm::LogicalResult verifyDescriptorOp(mlir::Operation *op);

/// Functions, calls, branches, loops and selections pass on what a value
/// becomes.
void populateCarrierPatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns,
                             mlir::ConversionTarget &target);
/// Whether populateCarrierPatterns knows the op.
bool isCarrier(mlir::Operation *op);

} // namespace ttc::tt

#endif // TTC_LIB_DIALECT_TT_TRANSFORMS_BLOCKACCESS_H
