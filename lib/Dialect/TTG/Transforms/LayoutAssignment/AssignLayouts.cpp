//===- AssignLayouts.cpp - Layouts for every tensor, by cost --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps, each in a file of its own:
//
//   ValueGraph   what has a layout to choose, and which choices meet
//   Fields       candidate layouts, spread consistently over the graph
//   Prices       what a layout and a conversion cost
//   Solver       one field for each node, at least total price
//   here         types and conversions written into the IR, and the remarks
//
// Relies on functions being inlined. Guarantees that every tensor has a layout
// and that each conversion left was priced against computing the value in the
// other layout.
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/Transforms/LayoutAssignment.h"

#include "Fields.h"
#include "Prices.h"
#include "Solver.h"
#include "ValueGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

static RankedTensorType withLayout(Type type, const Layout &layout) {
  return cast<RankedTensorType>(type).cloneWithEncoding(layout.encoding);
}

static remark::RemarkOpts remarkOptions(StringRef name, Operation *op) {
  auto func = op->getParentOfType<tt::FuncOp>();
  return remark::RemarkOpts::name(name)
      .category("layout-assignment")
      .function(func ? func.getName() : "");
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Nodes that edges connect, each group in ascending order.
static SmallVector<SmallVector<unsigned>>
findComponents(const ValueGraph &graph) {
  llvm::EquivalenceClasses<unsigned> classes;
  for (unsigned node = 0; node < graph.nodes().size(); ++node)
    classes.insert(node);
  for (const Edge &edge : graph.edges())
    classes.unionSets(edge.producer, edge.consumer);
  llvm::MapVector<unsigned, SmallVector<unsigned>> groups;
  for (unsigned node = 0; node < graph.nodes().size(); ++node)
    groups[classes.getLeaderValue(node)].push_back(node);
  SmallVector<SmallVector<unsigned>> result;
  for (auto &[leader, nodes] : groups)
    result.push_back(std::move(nodes));
  return result;
}

/// Writes the layout chosen for each node of the component to `chosen`.
static void choose(const ValueGraph &graph, ArrayRef<unsigned> component,
                   ArrayRef<Field> fields, const PriceList &prices,
                   MutableArrayRef<Layout> chosen) {
  llvm::DenseMap<unsigned, unsigned> position;
  for (auto [i, node] : llvm::enumerate(component))
    position[node] = i;
  SmallVector<const Edge *> edges;
  SmallVector<std::pair<unsigned, unsigned>> ends;
  for (unsigned node : component)
    for (unsigned index : graph.nodes()[node].edges) {
      const Edge &edge = graph.edges()[index];
      if (edge.producer != node)
        continue;
      edges.push_back(&edge);
      ends.emplace_back(position[edge.producer], position[edge.consumer]);
    }
  // Every price is asked for many times.
  std::vector<SmallVector<double>> nodePrices;
  std::vector<std::vector<Layout>> made, taken;
  for (const Field &field : fields) {
    SmallVector<double> &column = nodePrices.emplace_back();
    for (auto [node, layout] : llvm::zip(component, field)) {
      const Node &info = graph.nodes()[node];
      column.push_back(
          fields.size() == 1 ? 0 : info.weight * prices.node(info, layout));
    }
    std::vector<Layout> &from = made.emplace_back(), &to = taken.emplace_back();
    for (auto [edge, end] : llvm::zip(edges, ends)) {
      from.push_back(graph.resultLayout(edge->producer, field[end.first]));
      to.push_back(graph.operandLayout(edge->consumer, field[end.second]));
    }
  }
  auto unary = [&](unsigned node, unsigned label) {
    return nodePrices[label][node];
  };
  auto pairwise = [&](unsigned edge, unsigned a, unsigned b) {
    return edges[edge]->weight *
           prices.conversion(
               cast<RankedTensorType>(edges[edge]->use->get().getType()),
               made[a][edge], taken[b][edge]);
  };
  LabelProblem problem;
  problem.numNodes = component.size();
  problem.numLabels = fields.size();
  problem.edges = ends;
  problem.unary = unary;
  problem.pairwise = pairwise;
  SmallVector<unsigned> labels = solveLabels(problem);
  for (auto [i, node] : llvm::enumerate(component))
    chosen[node] = fields[labels[i]][i];
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Gives tensors their types and each use the layout that it needs.
class Rewriter {
public:
  Rewriter(tt::FuncOp func, const ValueGraph &graph, ArrayRef<Layout> chosen)
      : func(func), graph(graph), chosen(chosen), builder(func.getContext()) {}

  void run() {
    // Uses first: the layouts that they need follow from types without layouts.
    std::vector<std::pair<OpOperand *, Layout>> uses;
    func.walk([&](Operation *op) {
      for (OpOperand &use : op->getOpOperands()) {
        std::optional<unsigned> consumer = graph.getConsumer(use);
        if (consumer && isTensor(use.get()))
          uses.emplace_back(&use,
                            graph.operandLayout(*consumer, chosen[*consumer]));
      }
    });
    SmallVector<Operation *> rematerialized;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          setTypes(block.getArguments());
      if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
          graph.isRematerialized(*llvm::find_if(op->getResults(), isTensor)))
        rematerialized.push_back(op);
      else
        setTypes(op->getResults());
    });
    for (auto &[use, layout] : uses)
      use->set(get(use->get(), layout,
                   isa<tt::LayoutTransferOpInterface>(use->getOwner())));
    for (Operation *op : llvm::reverse(rematerialized))
      if (op->use_empty())
        op->erase();
  }

private:
  static bool isTensor(Value value) {
    return isa<RankedTensorType>(value.getType());
  }

  void setTypes(ValueRange values) {
    for (Value value : values)
      if (isTensor(value) && !graph.isRematerialized(value)) {
        unsigned node = graph.getNode(value);
        Layout layout = graph.resultLayout(node, chosen[node]);
        value.setType(withLayout(value.getType(), layout));
      }
  }

  /// `value` in a layout: itself, computed again, or converted.
  Value get(Value value, const Layout &layout, bool isView) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getEncoding() == layout.encoding)
      return value;
    // Views compare layouts as maps; all others get the one way of writing that
    // their map has here.
    if (isView && !graph.isRematerialized(value) &&
        tt::getLayout(type)->equalUpToReplication(layout.map))
      return value;
    auto [it, isNew] = copies.try_emplace({value, layout.encoding}, Value());
    if (!isNew)
      return it->second;
    Value copy = graph.isRematerialized(value) ? recompute(value, layout)
                                               : convert(value, layout);
    return copies[{value, layout.encoding}] = copy;
  }

  Value convert(Value value, const Layout &layout) {
    builder.setInsertionPointAfterValue(value);
    return ConvertLayoutOp::create(builder, value.getLoc(),
                                   withLayout(value.getType(), layout), value);
  }

  Value recompute(Value value, const Layout &layout) {
    Operation *op = value.getDefiningOp();
    Layout operandLayout = layout;
    bool isView = isa<tt::LayoutTransferOpInterface>(op);
    if (isView)
      operandLayout = transferToOperand(op, layout);
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isTensor(operand) ? get(operand, operandLayout, isView)
                                           : operand);
    builder.setInsertionPointAfter(op);
    Operation *copy = builder.clone(*op);
    copy->setOperands(operands);
    for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults())) {
      to.setType(withLayout(from.getType(), layout));
      copies[{from, layout.encoding}] = to;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(copy)) {
      auto type = cast<RankedTensorType>(constant.getType());
      auto dense = cast<DenseElementsAttr>(constant.getValue());
      constant.setValueAttr(dense.isSplat() ? dense.resizeSplat(type)
                                            : dense.reshape(type));
    }
    return copies.lookup({value, layout.encoding});
  }

  tt::FuncOp func;
  const ValueGraph &graph;
  ArrayRef<Layout> chosen;
  OpBuilder builder;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> copies;
};
} // namespace

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static std::string print(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attr.print(os);
  return text;
}

/// What became of each memory access, with facts as they were before types
/// changed.
static void remarkAccesses(const ValueGraph &graph, ArrayRef<Layout> chosen,
                           const PriceList &prices) {
  for (auto [node, layout] : llvm::zip(graph.nodes(), chosen)) {
    if (!node.op || !isa<tt::LoadOp, tt::StoreOp>(node.op))
      continue;
    AccessCost cost = prices.access(node.op, layout);
    auto pointee = cast<tt::PointerType>(
        tt::getScalarType(node.op->getOperand(0).getType()));
    unsigned bits = tt::getBitWidth(pointee.getPointeeType());
    remark::analysis(node.op->getLoc(), remarkOptions("memory-access", node.op))
        << remark::add("{0}: {1}-bit accesses",
                       node.op->getName().getStringRef(), cost.vector * bits)
        << remark::metric("Layout", print(layout.encoding))
        << remark::metric("Instructions", cost.instructions)
        << remark::metric("Sectors", cost.sectors)
        << remark::metric("MinSectors", cost.minSectors);
  }
}

static void remarkConversions(tt::FuncOp func, const PriceList &prices) {
  func.walk([&](ConvertLayoutOp op) {
    RankedTensorType from = op.getSrc().getType(), to = op.getType();
    double price =
        prices.conversion(from, makeLayout(from.getEncoding(), from.getShape()),
                          makeLayout(to.getEncoding(), to.getShape()));
    remark::missed(op.getLoc(), remarkOptions("conversion", op))
        << remark::reason("layouts of producer and consumer differ")
        << remark::metric("From", print(from.getEncoding()))
        << remark::metric("To", print(to.getEncoding()))
        << remark::metric("Price", price);
  });
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

LogicalResult ttg::assignLayouts(tt::FuncOp func, const TargetInfo &target,
                                 unsigned numWarps, unsigned numCTAs) {
  FailureOr<ValueGraph> graph = ValueGraph::build(func);
  if (failed(graph))
    return failure();
  AxisInfoAnalysis axes(func);
  PriceList prices(axes, target, numWarps);
  FieldMaker maker(*graph, axes, target, numWarps, numCTAs);
  std::vector<Layout> chosen(graph->nodes().size());
  for (ArrayRef<unsigned> component : findComponents(*graph))
    choose(*graph, component, maker.make(component), prices, chosen);
  bool hasRemarks = func.getContext()->getRemarkEngine() != nullptr;
  if (hasRemarks)
    remarkAccesses(*graph, chosen, prices);
  Rewriter(func, *graph, chosen).run();
  if (hasRemarks)
    remarkConversions(func, prices);
  return success();
}
