//===- Fields.h - Proposals, each spread over the whole graph ---*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that cares proposes layouts for itself: a memory access those in which
// neighbouring threads meet neighbouring addresses with the widest vectors, a
// reduction those that keep its axis within warps. A proposal is spread from
// there through the graph, along uses and definitions, by the ops' own transfer
// rules. The result is a field: one layout for every node, consistent wherever
// the rules determine it. The labels between which the solver chooses are
// fields.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_FIELDS_H
#define TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_FIELDS_H

#include "ValueGraph.h"

#include "ttc/Analysis/AxisInfo.h"
#include "ttc/Target/Info/TargetInfo.h"

#include <vector>

namespace ttc::ttg {

/// One layout per node of a component, in the component's order.
using Field = std::vector<Layout>;

class FieldMaker {
public:
  FieldMaker(const ValueGraph &graph, const AxisInfoAnalysis &axes,
             const TargetInfo &target, unsigned numWarps, unsigned numCTAs)
      : graph(graph), axes(axes), target(target), numWarps(numWarps),
        numCTAs(numCTAs) {}

  /// The distinct fields of a connected set of nodes; at least one.
  llvm::SmallVector<Field> make(llvm::ArrayRef<unsigned> component);

  /// What the node's op proposes for itself, best guess first; may be empty.
  std::vector<Layout> propose(const Node &node) const;
  /// A layout for a shape of which nothing else is known.
  Layout fallback(mlir::RankedTensorType type) const;

private:
  Field spread(unsigned start, const Layout &layout,
               llvm::ArrayRef<unsigned> component);
  Layout canonical(const Layout &layout, llvm::ArrayRef<int64_t> shape);
  Layout blocked(mlir::RankedTensorType type, unsigned vector,
                 llvm::ArrayRef<unsigned> order,
                 llvm::ArrayRef<unsigned> warpOrder) const;

  const ValueGraph &graph;
  const AxisInfoAnalysis &axes;
  const TargetInfo &target;
  unsigned numWarps, numCTAs;
  /// The first encoding seen for each map and shape, so that equal maps are
  /// written alike.
  std::vector<std::pair<llvm::SmallVector<int64_t>, Layout>> known;
};

} // namespace ttc::ttg

#endif // TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_FIELDS_H
