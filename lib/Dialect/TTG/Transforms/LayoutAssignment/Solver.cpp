//===- Solver.cpp - Choosing one label per node at least cost -------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include "llvm/ADT/STLExtras.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/throw_exception.hpp>

using namespace ttc::ttg;

/// ttc is compiled without exceptions; the algorithm used throws none.
void boost::throw_exception(const std::exception &) { std::terminate(); }
void boost::throw_exception(const std::exception &,
                            const boost::source_location &) {
  std::terminate();
}

double LabelProblem::cost(llvm::ArrayRef<unsigned> labels) const {
  double total = 0;
  for (unsigned node = 0; node < numNodes; ++node)
    total += unary(node, labels[node]);
  for (auto [i, edge] : llvm::enumerate(edges))
    total += pairwise(i, labels[edge.first], labels[edge.second]);
  return total;
}

namespace {
using namespace boost;

/// The cheapest way to cut source from sink.
class MinCut {
  using Traits = adjacency_list_traits<vecS, vecS, directedS>;
  using Graph = adjacency_list<
      vecS, vecS, directedS,
      property<vertex_index_t, long,
               property<vertex_color_t, default_color_type,
                        property<vertex_distance_t, long,
                                 property<vertex_predecessor_t,
                                          Traits::edge_descriptor>>>>,
      property<edge_capacity_t, double,
               property<edge_residual_capacity_t, double,
                        property<edge_reverse_t, Traits::edge_descriptor>>>>;

public:
  explicit MinCut(unsigned numNodes)
      : graph(numNodes + 2), source(numNodes), sink(numNodes + 1) {}

  /// Paid when `node` ends on the sink's side, or on the source's.
  void addUnary(unsigned node, double onSink, double onSource) {
    if (onSink > onSource)
      addEdge(source, node, onSink - onSource, 0);
    else if (onSource > onSink)
      addEdge(node, sink, onSource - onSink, 0);
  }

  /// Paid when `from` ends on the source's side and `to` on the sink's.
  void addEdge(unsigned from, unsigned to, double capacity, double back) {
    auto edge = boost::add_edge(from, to, graph).first;
    auto reverse = boost::add_edge(to, from, graph).first;
    put(edge_capacity, graph, edge, capacity);
    put(edge_capacity, graph, reverse, back);
    put(edge_reverse, graph, edge, reverse);
    put(edge_reverse, graph, reverse, edge);
  }

  /// Whether each node ends on the sink's side.
  llvm::SmallVector<bool> solve() {
    boykov_kolmogorov_max_flow(graph, source, sink);
    llvm::SmallVector<bool> onSink(source);
    for (unsigned node = 0; node < source; ++node)
      onSink[node] = get(vertex_color, graph, node) !=
                     color_traits<default_color_type>::black();
    return onSink;
  }

private:
  Graph graph;
  unsigned source, sink;
};
} // namespace

/// The best labelling in which any set of nodes changes to `alpha`. A node that
/// keeps its label ends on the source's side of the cut.
static llvm::SmallVector<unsigned> expand(const LabelProblem &problem,
                                          llvm::ArrayRef<unsigned> labels,
                                          unsigned alpha) {
  MinCut cut(problem.numNodes);
  llvm::SmallVector<double> onAlpha(problem.numNodes), onKeep(problem.numNodes);
  for (unsigned node = 0; node < problem.numNodes; ++node) {
    onAlpha[node] = problem.unary(node, alpha);
    onKeep[node] = problem.unary(node, labels[node]);
  }
  for (auto [i, edge] : llvm::enumerate(problem.edges)) {
    auto [p, q] = edge;
    double keepKeep = problem.pairwise(i, labels[p], labels[q]);
    double keepAlpha = problem.pairwise(i, labels[p], alpha);
    double alphaKeep = problem.pairwise(i, alpha, labels[q]);
    double alphaAlpha = problem.pairwise(i, alpha, alpha);
    // Prices that no cut can express (a detour cheaper than the direct way) are
    // rounded up; the result is then only kept if it is cheaper indeed.
    double between =
        std::max(0.0, keepAlpha + alphaKeep - keepKeep - alphaAlpha);
    onKeep[p] += keepKeep;
    onAlpha[p] += alphaKeep;
    onAlpha[q] += alphaAlpha - alphaKeep;
    cut.addEdge(p, q, between, 0);
  }
  for (unsigned node = 0; node < problem.numNodes; ++node)
    cut.addUnary(node, onAlpha[node], onKeep[node]);
  llvm::SmallVector<unsigned> result(labels);
  for (auto [node, toAlpha] : llvm::enumerate(cut.solve()))
    if (toAlpha)
      result[node] = alpha;
  return result;
}

llvm::SmallVector<unsigned> ttc::ttg::solveLabels(const LabelProblem &problem) {
  llvm::SmallVector<unsigned> best(problem.numNodes, 0);
  double bestCost = problem.cost(best);
  auto consider = [&](llvm::SmallVector<unsigned> labels) {
    double cost = problem.cost(labels);
    // Far above rounding, far below one instruction.
    if (cost >= bestCost - 1e-6)
      return false;
    best = std::move(labels);
    bestCost = cost;
    return true;
  };
  for (unsigned label = 1; label < problem.numLabels; ++label)
    consider(llvm::SmallVector<unsigned>(problem.numNodes, label));
  if (problem.numLabels < 2 || problem.numNodes < 2)
    return best;
  bool improved = true;
  while (improved) {
    improved = false;
    for (unsigned label = 0; label < problem.numLabels; ++label)
      improved |= consider(expand(problem, best, label));
  }
  return best;
}
