//===- InferShapes.cpp - Extents that the program leaves out --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<?xi32>
//   %p = tt.splat %x : !tt.ptr<f32> -> tensor<?x!tt.ptr<f32>>
//   %q = tt.addptr %p, %r : tensor<?x!tt.ptr<f32>>, tensor<?xi32>
//
// becomes the same with 64 for each `?`: ops say which extents are equal, or
// what they are, in no direction (Extents.h). What contradicts itself, and what
// nothing determines, is an error. Afterwards every tile has known extents, and
// the module has been verified with them.
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "Rewrites.h"
#include "ttc/Dialect/TT/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/Verifier.h"

namespace ttc::tt {
#define GEN_PASS_DEF_INFERSHAPES
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"
} // namespace ttc::tt

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static bool isOpen(Type type) {
  RankedTensorType tile = getTile(type);
  return tile && !tile.hasStaticShape();
}

/// Calls `visit` for each value that an op makes, results and then the
/// arguments of its blocks.
static void forEachValue(Operation *op, function_ref<void(Value)> visit) {
  for (Value result : op->getResults())
    visit(result);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        visit(argument);
}

static bool hasOpenTiles(Operation *op) {
  bool found = false;
  forEachValue(op, [&](Value value) { found |= isOpen(value.getType()); });
  if (auto func = dyn_cast<FuncOp>(op))
    found |= llvm::any_of(func.getArgumentTypes(), isOpen) ||
             llvm::any_of(func.getResultTypes(), isOpen);
  return found;
}

namespace {
struct InferShapes : tt::impl::InferShapesBase<InferShapes> {
  void runOnOperation() override {
    WalkResult open = getOperation()->walk([](Operation *op) {
      return hasOpenTiles(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!open.wasInterrupted())
      markAllAnalysesPreserved();
    else if (failed(infer()))
      signalPassFailure();
  }

private:
  LogicalResult infer() {
    ExtentSolver solver;
    SymbolTableCollection symbols;
    getOperation()->walk(
        [&](Operation *op) { relateExtents(op, solver, symbols); });
    if (failed(solver.solve()) || failed(verifyClosed(solver)))
      return failure();
    getOperation()->walk([&](Operation *op) { rewrite(op, solver); });
    // An extent can be one that no tile may have.
    return verify(getOperation());
  }

  LogicalResult verifyClosed(ExtentSolver &solver);
  static void rewrite(Operation *op, ExtentSolver &solver);
};

/// Reports what is still open, once for each class of equal extents, at the
/// first op that has one.
class OpenReporter {
public:
  explicit OpenReporter(ExtentSolver &solver) : solver(solver) {}

  void check(Operation *op, Type type, ArrayRef<ExtentSolver::Dim> dims) {
    for (auto [axis, dim] : llvm::enumerate(dims)) {
      if (!ShapedType::isDynamic(solver.extent(dim)) ||
          !reported.insert(solver.find(dim)).second)
        continue;
      InFlightDiagnostic diag =
          op->emitOpError() << "leaves extent " << axis << " of " << type
                            << " open; nothing that it is made of or used for "
                               "determines it";
      solver.explain(diag, dim);
    }
  }
  bool hasFound() const { return !reported.empty(); }

private:
  ExtentSolver &solver;
  llvm::DenseSet<ExtentSolver::Dim> reported;
};
} // namespace

LogicalResult InferShapes::verifyClosed(ExtentSolver &solver) {
  OpenReporter reporter(solver);
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    forEachValue(op, [&](Value value) {
      if (isOpen(value.getType()))
        reporter.check(op, value.getType(), solver.dims(value));
    });
    auto func = dyn_cast<FuncOp>(op);
    if (!func)
      return;
    for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
      if (isOpen(type))
        reporter.check(op, type, solver.argumentDims(func, index));
    for (auto [index, type] : llvm::enumerate(func.getResultTypes()))
      if (isOpen(type))
        reporter.check(op, type, solver.resultDims(func, index));
  });
  return failure(reporter.hasFound());
}

static std::string text(Type from, Type to) {
  std::string result;
  llvm::raw_string_ostream(result) << from << " is " << to;
  return result;
}

void InferShapes::rewrite(Operation *op, ExtentSolver &solver) {
  bool hasListener = op->getContext()->getRemarkEngine();
  forEachValue(op, [&](Value value) {
    Type from = value.getType();
    if (!isOpen(from))
      return;
    value.setType(withShape(from, solver.shape(solver.dims(value))));
    if (hasListener)
      reportRewrite(op, "shape", text(from, value.getType()));
  });
  auto func = dyn_cast<FuncOp>(op);
  if (!func)
    return;
  auto close = [&](Type type, ArrayRef<ExtentSolver::Dim> dims) {
    return isOpen(type) ? withShape(type, solver.shape(dims)) : type;
  };
  SmallVector<Type> arguments, results;
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
    arguments.push_back(close(type, solver.argumentDims(func, index)));
  for (auto [index, type] : llvm::enumerate(func.getResultTypes()))
    results.push_back(close(type, solver.resultDims(func, index)));
  func.setFunctionType(FunctionType::get(op->getContext(), arguments, results));
}
