//===- SolverTest.cpp - Choosing one label per node at least cost ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/TTG/Transforms/LayoutAssignment/Solver.h"

#include "gtest/gtest.h"

#include <random>
#include <vector>

using namespace ttc::ttg;

namespace {
/// A problem with its prices in tables. The price of an edge is a multiple of a
/// distance between labels that obeys the triangle inequality, as the prices of
/// conversions nearly do.
struct Tables {
  Tables(unsigned nodes, unsigned labels, unsigned numEdges, unsigned seed)
      : labels(labels), random(seed) {
    auto price = [&] { return double(random() % 100); };
    for (unsigned i = 0; i < nodes * labels; ++i)
      unary.push_back(price());
    for (unsigned i = 0; i < labels; ++i)
      place.push_back(price());
    for (unsigned i = 0; i < numEdges; ++i) {
      edges.emplace_back(random() % nodes, random() % nodes);
      weights.push_back(1 + random() % 3);
    }
    problem.numNodes = nodes;
    problem.numLabels = labels;
    problem.edges = edges;
    problem.unary = unaryFn;
    problem.pairwise = pairwiseFn;
  }

  double pairwise(unsigned edge, unsigned a, unsigned b) const {
    return weights[edge] * std::abs(place[a] - place[b]);
  }

  double bruteForce() const {
    double best = 1e30;
    std::vector<unsigned> labelling(problem.numNodes, 0);
    for (;;) {
      best = std::min(best, problem.cost(labelling));
      unsigned i = 0;
      while (i < labelling.size() && ++labelling[i] == labels)
        labelling[i++] = 0;
      if (i == labelling.size())
        return best;
    }
  }

  unsigned labels;
  std::mt19937 random;
  std::vector<double> unary, place, weights;
  std::vector<std::pair<unsigned, unsigned>> edges;
  LabelProblem problem;
  std::function<double(unsigned, unsigned)> unaryFn = [this](unsigned node,
                                                             unsigned label) {
    return unary[node * labels + label];
  };
  std::function<double(unsigned, unsigned, unsigned)> pairwiseFn =
      [this](unsigned edge, unsigned a, unsigned b) {
        return pairwise(edge, a, b);
      };
};

TEST(SolverTest, OptimalForTwoLabels) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Tables tables(1 + seed % 10, 2, seed % 20, seed);
    EXPECT_DOUBLE_EQ(tables.problem.cost(solveLabels(tables.problem)),
                     tables.bruteForce())
        << "seed " << seed;
  }
}

// With more labels the optimum is out of reach in general; moves come close.
TEST(SolverTest, NearlyOptimalForMoreLabels) {
  double found = 0, best = 0, uniform = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Tables tables(2 + seed % 6, 4, 3 + seed % 10, seed);
    const LabelProblem &problem = tables.problem;
    found += problem.cost(solveLabels(problem));
    best += tables.bruteForce();
    double cheapest = 1e30;
    for (unsigned label = 0; label < 4; ++label)
      cheapest = std::min(cheapest, problem.cost(std::vector<unsigned>(
                                        problem.numNodes, label)));
    uniform += cheapest;
  }
  EXPECT_LE(found, 1.05 * best);
  EXPECT_LE(found, 0.9 * uniform);
}

// A chain between two nodes of opposite wishes is cut at its cheapest edge,
// though no single node gains by moving.
TEST(SolverTest, CutsAChainWhereItIsCheapest) {
  std::vector<std::pair<unsigned, unsigned>> edges = {
      {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}};
  std::vector<double> width = {8, 4, 2, 4, 8};
  auto unary = [](unsigned node, unsigned label) {
    return (node == 0 && label == 1) || (node == 5 && label == 0) ? 100.0 : 0.0;
  };
  auto pairwise = [&](unsigned edge, unsigned a, unsigned b) {
    return a == b ? 0.0 : width[edge];
  };
  LabelProblem problem;
  problem.numNodes = 6;
  problem.numLabels = 2;
  problem.edges = edges;
  problem.unary = unary;
  problem.pairwise = pairwise;
  EXPECT_EQ(solveLabels(problem),
            (llvm::SmallVector<unsigned>{0, 0, 0, 1, 1, 1}));
}
} // namespace
