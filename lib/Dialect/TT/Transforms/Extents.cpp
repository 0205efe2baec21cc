//===- Extents.cpp - Which extents of tiles are equal ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

RankedTensorType tt::getTile(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor;
  auto pointer = dyn_cast<PointerType>(type);
  return pointer ? dyn_cast<RankedTensorType>(pointer.getPointeeType())
                 : RankedTensorType();
}

Type tt::withShape(Type type, ArrayRef<int64_t> shape) {
  RankedTensorType tile = getTile(type).clone(shape);
  auto pointer = dyn_cast<PointerType>(type);
  return pointer ? Type(PointerType::get(tile, pointer.getAddressSpace()))
                 : tile;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

ExtentSolver::Dim ExtentSolver::addDims(Type type, Operation *origin) {
  Dim first = nodes.size();
  for (int64_t extent : getTile(type).getShape())
    nodes.push_back({Dim(nodes.size()), extent, origin, {}});
  return first;
}

SmallVector<ExtentSolver::Dim> ExtentSolver::dimsOf(Dim first, Type type) {
  return llvm::to_vector(
      llvm::seq<Dim>(first, first + getTile(type).getRank()));
}

/// The op that a value comes from, or that its block belongs to.
static Operation *getOrigin(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? op : value.getParentBlock()->getParentOp();
}

SmallVector<ExtentSolver::Dim> ExtentSolver::dims(Value value) {
  Type type = value.getType();
  if (!getTile(type))
    return {};
  auto found = values.find(value);
  if (found == values.end())
    found = values.insert({value, addDims(type, getOrigin(value))}).first;
  return dimsOf(found->second, type);
}

SmallVector<ExtentSolver::Dim> ExtentSolver::resultDims(FuncOp func,
                                                        unsigned index) {
  Type type = func.getResultTypes()[index];
  if (!getTile(type))
    return {};
  std::pair<Operation *, int> key = {func, int(index)};
  auto found = signatures.find(key);
  if (found == signatures.end())
    found = signatures.insert({key, addDims(type, func)}).first;
  return dimsOf(found->second, type);
}

SmallVector<ExtentSolver::Dim> ExtentSolver::argumentDims(FuncOp func,
                                                          unsigned index) {
  if (!func.isExternal())
    return dims(func.getArgument(index));
  Type type = func.getArgumentTypes()[index];
  if (!getTile(type))
    return {};
  std::pair<Operation *, int> key = {func, -1 - int(index)};
  auto found = signatures.find(key);
  if (found == signatures.end())
    found = signatures.insert({key, addDims(type, func)}).first;
  return dimsOf(found->second, type);
}

ExtentSolver::Dim ExtentSolver::find(Dim dim) {
  while (nodes[dim].parent != dim) {
    nodes[dim].parent = nodes[nodes[dim].parent].parent;
    dim = nodes[dim].parent;
  }
  return dim;
}

int64_t ExtentSolver::extent(Dim dim) { return nodes[find(dim)].extent; }

bool ExtentSolver::isKnown(Dim dim) {
  return !ShapedType::isDynamic(extent(dim));
}

SmallVector<int64_t> ExtentSolver::shape(ArrayRef<Dim> dims) {
  return llvm::map_to_vector(dims, [&](Dim dim) { return extent(dim); });
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

void ExtentSolver::conflict(Operation *op, Dim a, int64_t extentB,
                            Operation *originB) {
  hasFailed = true;
  const Node &node = nodes[find(a)];
  InFlightDiagnostic diag = op->emitOpError()
                            << "cannot have one extent that is both "
                            << node.extent << " and " << extentB;
  diag.attachNote(node.origin->getLoc()) << node.extent << " comes from here";
  diag.attachNote(originB->getLoc()) << extentB << " comes from here";
}

/// Looks again at what mentions a class of which more is known now.
void ExtentSolver::enqueue(Dim root) {
  for (unsigned index : nodes[root].relations)
    if (!relations[index].isDone && !relations[index].isQueued) {
      relations[index].isQueued = true;
      queue.push_back(index);
    }
}

void ExtentSolver::is(Operation *op, Dim dim, int64_t extent) {
  Node &node = nodes[find(dim)];
  if (ShapedType::isDynamic(node.extent)) {
    node.extent = extent;
    node.origin = op;
    enqueue(find(dim));
    node.relations.clear();
  } else if (node.extent != extent && !hasFailed) {
    conflict(op, dim, extent, op);
  }
}

void ExtentSolver::equal(Operation *op, Dim a, Dim b) {
  Dim rootA = find(a), rootB = find(b);
  if (rootA == rootB)
    return;
  if (isKnown(rootA) && isKnown(rootB) && extent(a) != extent(b)) {
    if (!hasFailed)
      conflict(op, a, extent(b), nodes[rootB].origin);
    return;
  }
  // The class that is known stays, or else the one that more mentions.
  if (isKnown(rootB) || (!isKnown(rootA) && nodes[rootA].relations.size() <
                                                nodes[rootB].relations.size()))
    std::swap(rootA, rootB);
  enqueue(rootB);
  nodes[rootB].parent = rootA;
  if (!isKnown(rootA))
    nodes[rootA].relations.append(nodes[rootB].relations);
  nodes[rootB].relations.clear();
}

void ExtentSolver::equal(Operation *op, ArrayRef<Dim> a, ArrayRef<Dim> b) {
  if (a.size() == b.size())
    for (auto [x, y] : llvm::zip_equal(a, b))
      equal(op, x, y);
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

void ExtentSolver::addRelation(Relation relation) {
  unsigned index = relations.size();
  relation.isQueued = true;
  relations.push_back(std::move(relation));
  for (ArrayRef<Dim> side :
       {ArrayRef<Dim>(relations[index].a), ArrayRef<Dim>(relations[index].b)})
    for (Dim dim : side)
      if (!isKnown(dim))
        nodes[find(dim)].relations.push_back(index);
  queue.push_back(index);
}

void ExtentSolver::product(Operation *op, int64_t factor, ArrayRef<Dim> a,
                           ArrayRef<Dim> b) {
  addRelation({op, factor, SmallVector<Dim, 4>(a), SmallVector<Dim, 4>(b)});
}

void ExtentSolver::broadcast(Operation *op, Dim from, Dim to) {
  addRelation({op, /*factor=*/0, {from}, {to}});
}

/// What may be 1 or more stays open until one of the two is ruled out.
void ExtentSolver::visitBroadcast(Relation &relation) {
  Dim from = relation.a.front(), to = relation.b.front();
  if (isKnown(from)) {
    relation.isDone = true;
    if (extent(from) != 1)
      equal(relation.op, from, to);
  } else if (isKnown(to) && extent(to) == 1) {
    relation.isDone = true;
    is(relation.op, from, 1);
  }
}

namespace {
/// The known part of a product, and how often each unknown class is in it.
struct Factors {
  /// More than any tile has, once it overflows.
  int64_t known = 1;
  llvm::SmallMapVector<unsigned, int, 4> unknown;

  static constexpr int64_t tooMany = int64_t(1) << 62;
  void multiply(int64_t factor) {
    known = factor >= tooMany / known ? tooMany : known * factor;
  }
};
} // namespace

/// The number whose power `exponent` is `value`; nullopt if there is none.
static std::optional<int64_t> exactRoot(int64_t value, unsigned exponent) {
  if (exponent == 1)
    return value;
  std::optional<unsigned> bits = log2Exact(value);
  if (!bits || *bits % exponent)
    return std::nullopt;
  return int64_t(1) << (*bits / exponent);
}

void ExtentSolver::reportProduct(const Relation &relation) {
  if (hasFailed)
    return;
  hasFailed = true;
  auto text = [&](Value value) {
    return withShape(value.getType(), shape(dims(value)));
  };
  InFlightDiagnostic diag = relation.op->emitOpError()
                            << "no extents suit "
                            << text(relation.op->getOperand(0)) << " and "
                            << text(relation.op->getResult(0));
  llvm::SmallSetVector<Operation *, 4> origins;
  for (ArrayRef<Dim> side :
       {ArrayRef<Dim>(relation.a), ArrayRef<Dim>(relation.b)})
    for (Dim dim : side)
      if (isKnown(dim) && nodes[find(dim)].origin != relation.op)
        origins.insert(nodes[find(dim)].origin);
  for (Operation *origin : origins)
    diag.attachNote(origin->getLoc()) << "an extent comes from here";
}

void ExtentSolver::visitProduct(Relation &relation) {
  Factors left, right;
  llvm::SmallMapVector<unsigned, int, 4> unknown;
  auto collect = [&](ArrayRef<Dim> dims, Factors &factors, int sign) {
    for (Dim dim : dims) {
      if (isKnown(dim))
        factors.multiply(extent(dim));
      else
        unknown[find(dim)] += sign;
    }
  };
  left.multiply(relation.factor);
  collect(relation.a, left, 1);
  collect(relation.b, right, -1);
  unknown.remove_if([](auto &entry) { return entry.second == 0; });

  if (unknown.empty()) {
    relation.isDone = true;
    if (left.known != right.known)
      reportProduct(relation);
  } else if (unknown.size() == 1) {
    relation.isDone = true;
    auto [dim, count] = unknown.front();
    int64_t larger = count > 0 ? right.known : left.known;
    int64_t smaller = count > 0 ? left.known : right.known;
    std::optional<int64_t> root;
    if (larger % smaller == 0)
      root = exactRoot(larger / smaller, std::abs(count));
    if (root)
      is(relation.op, dim, *root);
    else
      reportProduct(relation);
  } else if (unknown.size() == 2 && left.known == right.known &&
             unknown.front().second + unknown.back().second == 0) {
    // x * y = y * z leaves x = z.
    relation.isDone = true;
    equal(relation.op, unknown.front().first, unknown.back().first);
  }
}

void ExtentSolver::visit(Relation &relation) {
  relation.isQueued = false;
  if (relation.isDone)
    return;
  if (relation.factor)
    visitProduct(relation);
  else
    visitBroadcast(relation);
}

LogicalResult ExtentSolver::solve() {
  while (!queue.empty() && !hasFailed)
    visit(relations[queue.pop_back_val()]);
  return failure(hasFailed);
}

void ExtentSolver::explain(InFlightDiagnostic &diag, Dim dim) {
  for (unsigned index : nodes[find(dim)].relations) {
    const Relation &relation = relations[index];
    if (relation.isDone)
      continue;
    if (relation.factor)
      diag.attachNote(relation.op->getLoc())
          << "this leaves more than one extent open";
    else if (isKnown(relation.b.front()))
      diag.attachNote(relation.op->getLoc())
          << "this allows 1 and " << extent(relation.b.front());
    else
      diag.attachNote(relation.op->getLoc())
          << "this allows 1 and what its result has";
    return;
  }
}
