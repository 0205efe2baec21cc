//===- Extents.h - Which extents of tiles are equal -------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents that are equal form a class (union-find). Ops make classes one, or
// say what a class is. Two relations wait until enough is known: equally many
// elements (`product`), and the result of a broadcast. They are looked at again
// when a class that they mention becomes known or grows, so the whole is
// near-linear in the number of dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TT_TRANSFORMS_EXTENTS_H
#define TTC_LIB_DIALECT_TT_TRANSFORMS_EXTENTS_H

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/IR/Diagnostics.h"

namespace ttc::tt {

/// The tile of a type whose extents are of interest: a tensor, or what a block
/// pointer points to; null for any other.
mlir::RankedTensorType getTile(mlir::Type type);

/// The same type around a tile of another shape.
mlir::Type withShape(mlir::Type type, llvm::ArrayRef<int64_t> shape);

class ExtentSolver {
public:
  /// One dimension of a tile.
  using Dim = unsigned;

  /// The dimensions of a value's tile; none if it has no tile.
  llvm::SmallVector<Dim> dims(mlir::Value value);
  /// Those of the result of a function, or, of a function without a body, of an
  /// argument.
  llvm::SmallVector<Dim> resultDims(FuncOp func, unsigned index);
  llvm::SmallVector<Dim> argumentDims(FuncOp func, unsigned index);

  /// What `op` says of dimensions. A contradiction is reported there and at the
  /// ops that the contradicting extents come from.
  void equal(mlir::Operation *op, Dim a, Dim b);
  void equal(mlir::Operation *op, llvm::ArrayRef<Dim> a, llvm::ArrayRef<Dim> b);
  void is(mlir::Operation *op, Dim dim, int64_t extent);
  /// `factor` times the product of `a` is the product of `b`.
  void product(mlir::Operation *op, int64_t factor, llvm::ArrayRef<Dim> a,
               llvm::ArrayRef<Dim> b);
  /// `from` is 1 or equal to `to`.
  void broadcast(mlir::Operation *op, Dim from, Dim to);

  /// Draws every conclusion from what was said.
  llvm::LogicalResult solve();

  /// The extent; dynamic if it is not known.
  int64_t extent(Dim dim);
  llvm::SmallVector<int64_t> shape(llvm::ArrayRef<Dim> dims);

  /// Adds notes about the relations that an unknown extent is in.
  void explain(mlir::InFlightDiagnostic &diag, Dim dim);
  /// One dimension of its class, the same for all of them.
  Dim find(Dim dim);

private:
  struct Node {
    Dim parent;
    /// Dynamic while it is not known; meaningful at the root.
    int64_t extent;
    /// The op that the extent comes from.
    mlir::Operation *origin;
    /// The relations that wait for the class to be known; meaningful at the
    /// root.
    llvm::SmallVector<unsigned, 0> relations;
  };
  struct Relation {
    mlir::Operation *op;
    /// Zero for a broadcast from `a` to `b`.
    int64_t factor;
    llvm::SmallVector<Dim, 4> a, b;
    bool isQueued = false;
    bool isDone = false;
  };

  Dim addDims(mlir::Type type, mlir::Operation *origin);
  llvm::SmallVector<Dim> dimsOf(Dim first, mlir::Type type);
  void addRelation(Relation relation);
  void enqueue(Dim root);
  void visit(Relation &relation);
  void visitBroadcast(Relation &relation);
  void visitProduct(Relation &relation);
  bool isKnown(Dim dim);
  void conflict(mlir::Operation *op, Dim a, int64_t extentB,
                mlir::Operation *originB);
  void reportProduct(const Relation &relation);

  llvm::SmallVector<Node, 0> nodes;
  llvm::DenseMap<mlir::Value, Dim> values;
  llvm::DenseMap<std::pair<mlir::Operation *, int>, Dim> signatures;
  llvm::SmallVector<Relation, 0> relations;
  llvm::SmallVector<unsigned, 0> queue;
  bool hasFailed = false;
};

/// Tells the solver what an op says of the extents of its tiles.
void relateExtents(mlir::Operation *op, ExtentSolver &solver,
                   mlir::SymbolTableCollection &symbols);

} // namespace ttc::tt

#endif // TTC_LIB_DIALECT_TT_TRANSFORMS_EXTENTS_H
