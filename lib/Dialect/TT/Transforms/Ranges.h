//===- Ranges.h - Between what bounds integers lie --------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TT_TRANSFORMS_RANGES_H
#define TTC_LIB_DIALECT_TT_TRANSFORMS_RANGES_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

#include <optional>

namespace mlir::scf {
class ForOp;
} // namespace mlir::scf

namespace ttc::tt {

/// The bounds of every integer, and of every tile's elements, in an op with
/// regions. Holds for the values that were there when it was made.
class Ranges {
public:
  explicit Ranges(mlir::Operation *root);

  /// The bounds, or nullopt if nothing is known.
  std::optional<mlir::ConstantIntRanges> of(mlir::Value value) const;

  bool isNonNegative(mlir::Value value) const;

  /// Whether a 64-bit integer is a sign-extended 32-bit one.
  bool fits32(mlir::Value value) const;

private:
  void visit(mlir::Region &region);
  void visit(mlir::Operation *op);
  void visitCounter(mlir::scf::ForOp loop);
  /// Results that are one of several values, of the last op of each region or
  /// of `others`.
  void visitResults(mlir::Operation *op, mlir::OperandRange others);
  /// Bounds that hold for both; nullopt if either has none.
  std::optional<mlir::ConstantIntRanges> join(mlir::Value a,
                                              mlir::Value b) const;
  void set(mlir::Value value,
           const std::optional<mlir::ConstantIntRanges> &range);

  /// Values of which nothing is known are not here.
  llvm::DenseMap<mlir::Value, mlir::ConstantIntRanges> known;
};

} // namespace ttc::tt

#endif // TTC_LIB_DIALECT_TT_TRANSFORMS_RANGES_H
