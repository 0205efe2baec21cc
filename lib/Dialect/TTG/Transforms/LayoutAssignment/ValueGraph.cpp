//===- ValueGraph.cpp - The tensor values whose layouts interact ----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

/// Ops that a rematerialized value may be computed of; more cost more than a
/// conversion would.
static constexpr unsigned maxRematerializedOps = 48;

/// Assumed for loops whose trip count is not known.
static constexpr double assumedTripCount = 16;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

static bool hasTensor(Operation *op) {
  return llvm::any_of(op->getOperands(), isTensor) ||
         llvm::any_of(op->getResults(), isTensor);
}

//===----------------------------------------------------------------------===//
// Kinds of ops
//===----------------------------------------------------------------------===//

/// Makes its result from scalars alone, so in any layout.
bool ValueGraph::isLayoutFree(Operation *op) const {
  return isa<tt::SplatOp, tt::MakeRangeOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// All tensors have one shape and one layout.
static bool isUniform(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() ||
         isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp,
             tt::AssertOp, tt::UnsplatOp>(op);
}

/// Forwards tensors to regions or blocks, which have nodes of their own.
static bool forwards(Operation *op) {
  return isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
             BranchOpInterface>(op) &&
         !isa<tt::ReduceOp>(op);
}

/// The layout rule of a view or reduction is stated on the operand's side.
static bool isOperandSided(Operation *op) {
  return isa<tt::ReduceOp, tt::JoinOp>(op);
}

static RankedTensorType referenceType(Operation *op) {
  if (isa<tt::LayoutTransferOpInterface>(op) && !isOperandSided(op))
    return cast<RankedTensorType>(op->getResult(0).getType());
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
      return type;
  return cast<RankedTensorType>(op->getResult(0).getType());
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

FailureOr<ValueGraph> ValueGraph::build(Operation *func) {
  // Nothing here says in which layout a caller has it.
  for (BlockArgument argument : func->getRegion(0).getArguments())
    if (isTensor(argument))
      return func->emitOpError() << "argument " << argument.getArgNumber()
                                 << " of a kernel cannot be "
                                 << argument.getType();
  ValueGraph graph(func);
  if (failed(graph.findRematerialized()))
    return failure();
  graph.tieForwardedValues();
  if (failed(graph.addNodes()))
    return failure();
  graph.addEdges();
  return graph;
}

/// Pure ops of few ancestors, all of them rematerialized. Ops come in an order
/// in which definitions precede uses (dominance), so one walk suffices.
LogicalResult ValueGraph::findRematerialized() {
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() == 0 || !hasTensor(op) || op->getNumRegions() ||
        !isPure(op))
      return;
    if (isLayoutFree(op)) {
      rematerializedOps[op] = 0;
      return;
    }
    if (!isUniform(op) &&
        (!isa<tt::LayoutTransferOpInterface>(op) || isOperandSided(op)))
      return;
    if (!llvm::all_of(op->getResults(), isTensor))
      return;
    unsigned cost = 1;
    for (Value operand : op->getOperands()) {
      if (!isTensor(operand))
        continue;
      Operation *def = operand.getDefiningOp();
      auto it = def ? rematerializedOps.find(def) : rematerializedOps.end();
      if (it == rematerializedOps.end())
        return;
      cost += it->second;
    }
    if (cost <= maxRematerializedOps)
      rematerializedOps[op] = cost;
  });
  return success();
}

/// Values that receive the same operand have one layout: a loop's argument and
/// its result. Nodes are numbered in the order of the text, whatever the order
/// in which the ties were found.
void ValueGraph::tieForwardedValues() {
  llvm::EquivalenceClasses<void *> ties;
  llvm::MapVector<Value, Operation *> receivers;
  llvm::DenseMap<OpOperand *, Value> target;
  auto receive = [&](ValueRange values, Operation *at) {
    for (Value value : values)
      if (isTensor(value)) {
        receivers.insert({value, at});
        ties.insert(value.getAsOpaquePointer());
      }
  };
  auto tie = [&](OpOperand *operand, Value input) {
    if (!isTensor(input))
      return;
    auto [it, isNew] = target.try_emplace(operand, input);
    if (!isNew)
      ties.unionSets(it->second.getAsOpaquePointer(),
                     input.getAsOpaquePointer());
  };
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!forwards(op))
      return;
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          receive(block.getArguments(), op);
      receive(op->getResults(), op);
      RegionBranchSuccessorMapping mapping;
      branch.getSuccessorOperandInputMapping(mapping, std::nullopt);
      for (auto &[operand, inputs] : mapping)
        for (Value input : inputs)
          tie(operand, input);
    } else if (auto jump = dyn_cast<BranchOpInterface>(op)) {
      for (auto [i, block] : llvm::enumerate(op->getSuccessors())) {
        receive(block->getArguments(), op);
        SuccessorOperands operands = jump.getSuccessorOperands(i);
        unsigned first = operands.getProducedOperandCount();
        for (unsigned k = first; k < operands.size(); ++k)
          tie(&op->getOpOperand(operands.getOperandIndex(k)),
              block->getArgument(k));
      }
    }
  });
  llvm::DenseMap<void *, unsigned> nodeOfTie;
  for (auto [value, at] : receivers) {
    void *leader = ties.getLeaderValue(value.getAsOpaquePointer());
    auto [it, isNew] = nodeOfTie.try_emplace(leader, allNodes.size());
    if (isNew) {
      Node node;
      node.type = cast<RankedTensorType>(value.getType());
      node.weight = executions(at);
      allNodes.push_back(node);
    }
    nodeOf[value] = it->second;
  }
  for (auto &[operand, value] : target)
    forwardedTo[operand] = nodeOf.lookup(value);
}

LogicalResult ValueGraph::addNodes() {
  WalkResult result =
      func->walk([&](Operation *op) {
        if (!hasTensor(op) || rematerializedOps.contains(op))
          return WalkResult::advance();
        if (forwards(op))
          return WalkResult::advance();
        if (!isUniform(op) && !isa<tt::LayoutTransferOpInterface>(op) &&
            !isLayoutFree(op)) {
          op->emitOpError()
              << "cannot be given layouts: this operation is not supported";
          return WalkResult::interrupt();
        }
        Node node;
        node.op = op;
        node.type = referenceType(op);
        node.weight = executions(op);
        nodeOfOp[op] = allNodes.size();
        for (Value value : op->getResults())
          if (isTensor(value))
            nodeOf[value] = allNodes.size();
        allNodes.push_back(node);
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}

std::optional<unsigned> ValueGraph::getConsumer(OpOperand &use) const {
  if (auto it = forwardedTo.find(&use); it != forwardedTo.end())
    return it->second;
  return getOpNode(use.getOwner());
}

void ValueGraph::addEdges() {
  func->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      std::optional<unsigned> consumer = getConsumer(use);
      if (!isTensor(use.get()) || !consumer || isRematerialized(use.get()))
        continue;
      unsigned producer = getNode(use.get());
      if (producer == *consumer)
        continue;
      // A conversion can stand anywhere from the definition to the use.
      double weight = std::min(executions(op), allNodes[producer].weight);
      for (unsigned node : {producer, *consumer})
        allNodes[node].edges.push_back(allEdges.size());
      allEdges.push_back({producer, *consumer, &use, weight});
    }
  });
}

static double tripCount(Operation *loop) {
  if (auto loopLike = dyn_cast<scf::ForOp>(loop)) {
    auto lb = getConstantIntValue(loopLike.getLowerBound());
    auto ub = getConstantIntValue(loopLike.getUpperBound());
    auto step = getConstantIntValue(loopLike.getStep());
    if (lb && ub && step && *step > 0)
      return std::max<double>(1, double(*ub - *lb) / *step);
  }
  return isa<LoopLikeOpInterface>(loop) ? assumedTripCount : 1;
}

double ValueGraph::executions(Operation *op) {
  Operation *parent = op->getParentOp();
  if (op == func || !parent || parent == func)
    return 1;
  auto [it, isNew] = executionCache.try_emplace(parent, 0);
  if (!isNew)
    return it->second;
  double result = executions(parent) * tripCount(parent);
  return executionCache[parent] = result;
}

//===----------------------------------------------------------------------===//
// Transfer
//===----------------------------------------------------------------------===//

Value ttg::getMask(Operation *access) {
  if (auto load = dyn_cast<tt::LoadOp>(access))
    return load.getMask();
  if (auto store = dyn_cast<tt::StoreOp>(access))
    return store.getMask();
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(access))
    return atomic.getMask();
  return {};
}

Layout ttg::makeLayout(MLIRContext *context, const LinearLayout &map,
                       ArrayRef<int64_t> shape, Attribute preferred) {
  if (auto layout = dyn_cast_or_null<tt::LayoutAttrInterface>(preferred)) {
    LinearLayout found = layout.toLinearLayout(shape);
    if (found.equalUpToReplication(map))
      return {preferred, found};
  }
  return {LinearEncodingAttr::get(context, map), map};
}

Layout ttg::makeLayout(Attribute encoding, ArrayRef<int64_t> shape) {
  return {encoding,
          cast<tt::LayoutAttrInterface>(encoding).toLinearLayout(shape)};
}

/// The way a person would write the layout on the other side of a view.
static Attribute preferredEncoding(Operation *op, Attribute encoding,
                                   bool toResult) {
  auto layout = cast<tt::LayoutAttrInterface>(encoding);
  if (isa<tt::BroadcastOp>(op))
    return encoding;
  auto slice = [&](unsigned axis) {
    return SliceEncodingAttr::get(op->getContext(), axis, layout);
  };
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
    if (!toResult)
      return slice(expand.getAxis());
    auto sliced = dyn_cast<SliceEncodingAttr>(encoding);
    return sliced && sliced.getDim() == expand.getAxis()
               ? Attribute(sliced.getParent())
               : Attribute();
  }
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return toResult ? slice(reduce.getAxis()) : Attribute();
  return {};
}

static RankedTensorType tensorOperand(Operation *op) {
  return cast<RankedTensorType>(op->getOperand(0).getType());
}

static Layout toResult(Operation *op, const Layout &operand) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type)
    return {};
  auto map =
      cast<tt::LayoutTransferOpInterface>(op).transferToResult(operand.map);
  if (!map)
    return {};
  return makeLayout(op->getContext(), *map, type.getShape(),
                    preferredEncoding(op, operand.encoding, true));
}

Layout ttg::transferToOperand(Operation *op, const Layout &result) {
  auto map =
      cast<tt::LayoutTransferOpInterface>(op).transferToOperand(result.map);
  if (!map)
    return {};
  return makeLayout(op->getContext(), *map, tensorOperand(op).getShape(),
                    preferredEncoding(op, result.encoding, false));
}

static bool isView(Operation *op) {
  return op && isa<tt::LayoutTransferOpInterface>(op);
}

Layout ValueGraph::resultLayout(unsigned node, const Layout &layout) const {
  Operation *op = allNodes[node].op;
  return isView(op) && isOperandSided(op) ? toResult(op, layout) : layout;
}

Layout ValueGraph::operandLayout(unsigned node, const Layout &layout) const {
  Operation *op = allNodes[node].op;
  return isView(op) && !isOperandSided(op) ? transferToOperand(op, layout)
                                           : layout;
}

Layout ValueGraph::fromOperand(unsigned node, const Layout &operand) const {
  Operation *op = allNodes[node].op;
  return isView(op) && !isOperandSided(op) ? toResult(op, operand) : operand;
}

Layout ValueGraph::fromResult(unsigned node, const Layout &result) const {
  Operation *op = allNodes[node].op;
  if (!isView(op) || !isOperandSided(op))
    return result;
  if (isa<tt::ReduceOp>(op))
    return {};
  return transferToOperand(op, result);
}
