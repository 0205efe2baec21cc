//===- ValueGraph.h - The tensor values whose layouts interact --*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node is something that has one layout to choose: an op whose tensors'
// layouts determine each other, or a group of region arguments and results that
// control flow ties together. An edge is a use: a value that a node makes and
// another one takes.
//
// Values that can be computed in any layout from scalars by a few pure ops
// (ranges, splats, constants, and what is computed of them: addresses, masks)
// have no node. They are computed again in each layout that is asked for, so
// that no conversion of theirs is ever paid.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_VALUEGRAPH_H
#define TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_VALUEGRAPH_H

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "llvm/ADT/EquivalenceClasses.h"

namespace ttc::ttg {

/// An encoding and, cached, the map that it denotes for one shape.
struct Layout {
  mlir::Attribute encoding;
  LinearLayout map;

  explicit operator bool() const { return bool(encoding); }
};

/// A use of one node's value by another.
struct Edge {
  unsigned producer;
  unsigned consumer;
  mlir::OpOperand *use;
  /// Times that a conversion at this edge would run.
  double weight;
};

struct Node {
  /// Null for a group of values tied by control flow.
  mlir::Operation *op = nullptr;
  /// The tensor whose layout is the node's: see ValueGraph::resultLayout.
  mlir::RankedTensorType type;
  /// Times that the op runs, by the trip counts of the loops around it.
  double weight = 1;
  llvm::SmallVector<unsigned, 4> edges;
};

class ValueGraph {
public:
  /// Fails, with a diagnostic, at an op that has no layout rule.
  static mlir::FailureOr<ValueGraph> build(mlir::Operation *func);

  llvm::ArrayRef<Node> nodes() const { return allNodes; }
  llvm::ArrayRef<Edge> edges() const { return allEdges; }

  /// Whether a tensor value is computed anew in each layout.
  bool isRematerialized(mlir::Value value) const {
    return !nodeOf.contains(value);
  }
  /// The node that makes the value; it must not be rematerialized.
  unsigned getNode(mlir::Value value) const { return nodeOf.lookup(value); }
  std::optional<unsigned> getOpNode(mlir::Operation *op) const {
    auto it = nodeOfOp.find(op);
    return it == nodeOfOp.end() ? std::nullopt
                                : std::optional<unsigned>(it->second);
  }
  /// The node whose layout an operand must follow, for operands of ops that
  /// have a node and for operands that control flow forwards.
  std::optional<unsigned> getConsumer(mlir::OpOperand &use) const;

  //===--------------------------------------------------------------------===//
  // Transfer: from a node's layout to those of its values, and back
  //===--------------------------------------------------------------------===//

  /// The layout of the tensors that the node makes.
  Layout resultLayout(unsigned node, const Layout &layout) const;
  /// The layout of the tensors that it takes.
  Layout operandLayout(unsigned node, const Layout &layout) const;
  /// The node's layout if it takes tensors in `operand`.
  Layout fromOperand(unsigned node, const Layout &operand) const;
  /// The node's layout if it makes tensors in `result`; none where that would
  /// force a bad one (a reduction done by one thread).
  Layout fromResult(unsigned node, const Layout &result) const;

private:
  explicit ValueGraph(mlir::Operation *func) : func(func) {}

  mlir::LogicalResult findRematerialized();
  mlir::LogicalResult addNodes();
  void tieForwardedValues();
  void addEdges();
  bool isLayoutFree(mlir::Operation *op) const;
  double executions(mlir::Operation *op);

  mlir::Operation *func;
  llvm::SmallVector<Node> allNodes;
  llvm::SmallVector<Edge> allEdges;
  llvm::DenseMap<mlir::Value, unsigned> nodeOf;
  llvm::DenseMap<mlir::Operation *, unsigned> nodeOfOp;
  llvm::DenseMap<mlir::OpOperand *, unsigned> forwardedTo;
  llvm::DenseMap<mlir::Operation *, unsigned> rematerializedOps;
  llvm::DenseMap<mlir::Operation *, double> executionCache;
};

/// The mask of a memory access; null if it has none.
mlir::Value getMask(mlir::Operation *access);

/// The layout that the operand of a view must have for its result to have
/// `result`; null if there is none.
Layout transferToOperand(mlir::Operation *view, const Layout &result);

/// The encoding to print for a map: `preferred` if it denotes the map for this
/// shape, a `#ttg.linear` otherwise.
Layout makeLayout(mlir::MLIRContext *context, const LinearLayout &map,
                  llvm::ArrayRef<int64_t> shape,
                  mlir::Attribute preferred = {});

/// The layout that `encoding` denotes for `shape`.
Layout makeLayout(mlir::Attribute encoding, llvm::ArrayRef<int64_t> shape);

} // namespace ttc::ttg

#endif // TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_VALUEGRAPH_H
