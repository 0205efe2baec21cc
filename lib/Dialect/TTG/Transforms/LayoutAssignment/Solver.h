//===- Solver.h - Choosing one label per node at least cost -----*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_SOLVER_H
#define TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_SOLVER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>

namespace ttc::ttg {

/// A choice of one of `numLabels` labels for each of `numNodes` nodes. The cost
/// of a labelling is the sum of `unary(node, label)` over the nodes and of
/// `pairwise(edge, labelOfFirst, labelOfSecond)` over the edges; both are
/// non-negative.
struct LabelProblem {
  unsigned numNodes = 0;
  unsigned numLabels = 0;
  llvm::ArrayRef<std::pair<unsigned, unsigned>> edges;
  llvm::function_ref<double(unsigned, unsigned)> unary;
  llvm::function_ref<double(unsigned, unsigned, unsigned)> pairwise;

  double cost(llvm::ArrayRef<unsigned> labels) const;
};

/// A labelling that no single move improves, where a move gives one label to
/// any set of nodes at once: the best such set is a minimum cut (alpha
/// expansion; Boykov, Veksler and Zabih, "Fast Approximate Energy Minimization
/// via Graph Cuts", 2001). Exact for two labels and the usual prices. Starts
/// from the best labelling with one label throughout; deterministic.
llvm::SmallVector<unsigned> solveLabels(const LabelProblem &problem);

} // namespace ttc::ttg

#endif // TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_SOLVER_H
