//===- Fields.cpp - Proposals, each spread over the whole graph -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fields.h"

#include <deque>

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

/// More proposals than this are not worth the time to price them.
static constexpr size_t maxFields = 12;

static SmallVector<unsigned> rowMajor(unsigned rank) {
  return SmallVector<unsigned>(llvm::reverse(llvm::seq<unsigned>(0, rank)));
}

//===----------------------------------------------------------------------===//
// Proposals
//===----------------------------------------------------------------------===//

Layout FieldMaker::blocked(RankedTensorType type, unsigned vector,
                           ArrayRef<unsigned> order,
                           ArrayRef<unsigned> warpOrder) const {
  SmallVector<unsigned> sizePerThread(type.getRank(), 1);
  sizePerThread[order[0]] = vector;
  return makeLayout(getBlockedLayout(type.getContext(), type.getShape(),
                                     sizePerThread, order, warpOrder, numWarps,
                                     numCTAs),
                    type.getShape());
}

Layout FieldMaker::fallback(RankedTensorType type) const {
  SmallVector<unsigned> order = rowMajor(type.getRank());
  return blocked(type, 1, order, order);
}

/// Neighbouring threads at neighbouring addresses: the axis of the longest runs
/// is the fastest one, and each thread takes as many neighbours as one access
/// holds and as leave work for all threads.
static SmallVector<unsigned> orderByContiguity(const AxisInfo &info) {
  SmallVector<unsigned> order = rowMajor(info.rank());
  // Ties go to the later axis, the faster one of row-major tensors.
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(info.contiguity(a), a) > std::pair(info.contiguity(b), b);
  });
  return order;
}

std::vector<Layout> FieldMaker::propose(const Node &node) const {
  std::vector<Layout> proposals;
  if (!node.op || node.type.getRank() == 0)
    return proposals;
  auto add = [&](Layout layout) {
    for (const Layout &known : proposals)
      if (known.map.equalUpToReplication(layout.map))
        return;
    proposals.push_back(std::move(layout));
  };
  if (isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(node.op)) {
    Value ptr = node.op->getOperand(0);
    SmallVector<unsigned> order = orderByContiguity(axes.get(ptr));
    bool isVector = isa<tt::LoadOp, tt::StoreOp>(node.op);
    int64_t vector = isVector
                         ? axes.getVectorLimit(ptr, getMask(node.op), order[0],
                                               target.getMaxAccessBytes())
                         : 1;
    int64_t perThread = node.type.getNumElements() /
                        (int64_t(numWarps) * target.getThreadsPerWarp());
    vector = std::min({vector, std::max<int64_t>(perThread, 1),
                       node.type.getDimSize(order[0])});
    // Warps along the fastest axis make long runs of memory; along the slowest
    // they keep reductions of the fastest within a warp.
    add(blocked(node.type, vector, order, order));
    add(blocked(node.type, vector, order,
                SmallVector<unsigned>(llvm::reverse(order))));
  } else if (auto reduce = dyn_cast<tt::ReduceOp>(node.op)) {
    SmallVector<unsigned> order = rowMajor(node.type.getRank()), warpOrder;
    for (unsigned dim : order)
      if (dim != reduce.getAxis())
        warpOrder.push_back(dim);
    warpOrder.push_back(reduce.getAxis());
    add(blocked(node.type, 1, order, warpOrder));
  }
  return proposals;
}

//===----------------------------------------------------------------------===//
// Spreading
//===----------------------------------------------------------------------===//

Layout FieldMaker::canonical(const Layout &layout, ArrayRef<int64_t> shape) {
  for (auto &[knownShape, entry] : known)
    if (ArrayRef<int64_t>(knownShape) == shape &&
        entry.map.equalUpToReplication(layout.map))
      return entry;
  known.emplace_back(SmallVector<int64_t>(shape), layout);
  return layout;
}

Field FieldMaker::spread(unsigned start, const Layout &layout,
                         ArrayRef<unsigned> component) {
  llvm::DenseMap<unsigned, Layout> found;
  std::deque<unsigned> queue;
  auto reach = [&](unsigned node, const Layout &layout) {
    if (!layout || found.count(node))
      return;
    found[node] = canonical(layout, graph.nodes()[node].type.getShape());
    queue.push_back(node);
  };
  auto run = [&] {
    while (!queue.empty()) {
      unsigned node = queue.front();
      queue.pop_front();
      for (unsigned index : graph.nodes()[node].edges) {
        const Edge &edge = graph.edges()[index];
        Layout from = found[node];
        if (edge.producer == node)
          reach(
              edge.consumer,
              graph.fromOperand(edge.consumer, graph.resultLayout(node, from)));
        else
          reach(
              edge.producer,
              graph.fromResult(edge.producer, graph.operandLayout(node, from)));
      }
    }
  };
  reach(start, layout);
  run();
  // What no rule reaches (the operands of a reduction whose result the field
  // begins at) proposes for itself.
  for (unsigned node : component) {
    if (found.count(node))
      continue;
    std::vector<Layout> own = propose(graph.nodes()[node]);
    if (own.empty())
      continue;
    reach(node, own.front());
    run();
  }
  Field field;
  for (unsigned node : component) {
    if (!found.count(node)) {
      reach(node, fallback(graph.nodes()[node].type));
      run();
    }
    field.push_back(found[node]);
  }
  return field;
}

SmallVector<Field> FieldMaker::make(ArrayRef<unsigned> component) {
  SmallVector<Field> fields;
  // The field that begins with this layout is there already if another one
  // passes through it.
  auto isNew = [&](size_t position, const Layout &layout) {
    return llvm::none_of(fields, [&](const Field &field) {
      return field[position].map.equalUpToReplication(layout.map);
    });
  };
  for (auto [position, node] : llvm::enumerate(component))
    for (const Layout &layout : propose(graph.nodes()[node]))
      if (fields.size() < maxFields && isNew(position, layout))
        fields.push_back(spread(node, layout, component));
  if (fields.empty())
    fields.push_back(spread(component.front(),
                            fallback(graph.nodes()[component.front()].type),
                            component));
  return fields;
}
