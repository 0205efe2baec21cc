//===- ExtentRelations.cpp - What each op says of extents -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow and elementwise ops through MLIR's interfaces and traits; a rule
// for each op that gives a tile another shape. An op without a rule says
// nothing, which can leave an extent open, but never make it a wrong one.
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

using Dim = ExtentSolver::Dim;

//===----------------------------------------------------------------------===//
// One shape
//===----------------------------------------------------------------------===//

/// All tiles that the op takes and makes have one shape.
static void relateSame(Operation *op, ExtentSolver &solver) {
  SmallVector<Dim> first;
  for (ValueRange values :
       {ValueRange(op->getOperands()), ValueRange(op->getResults())})
    for (Value value : values) {
      SmallVector<Dim> dims = solver.dims(value);
      if (!getTile(value.getType()))
        continue;
      if (first.empty())
        first = dims;
      solver.equal(op, first, dims);
    }
}

/// Whether a trait says that tiles have one shape.
static bool hasOneShape(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() ||
         op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
         op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
         isa<LoadOp, StoreOp, AtomicRMWOp, AtomicCASOp, AtomicLoadOp,
             AtomicStoreOp, AtomicPollOp, AdvanceOp, ScanOp, MapElementwiseOp>(
             op);
}

//===----------------------------------------------------------------------===//
// Control flow and calls
//===----------------------------------------------------------------------===//

static void relateValues(Operation *op, ExtentSolver &solver, ValueRange from,
                         ValueRange to) {
  for (auto [a, b] : llvm::zip(from, to))
    solver.equal(op, solver.dims(a), solver.dims(b));
}

static void relateRegions(RegionBranchOpInterface op, ExtentSolver &solver) {
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  for (RegionSuccessor successor : successors)
    relateValues(op, solver, op.getEntrySuccessorOperands(successor),
                 successor.getSuccessorInputs());
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      auto end = dyn_cast<RegionBranchTerminatorOpInterface>(
          block.empty() ? nullptr : &block.back());
      if (!end)
        continue;
      successors.clear();
      op.getSuccessorRegions(RegionBranchPoint(end), successors);
      for (RegionSuccessor successor : successors)
        relateValues(end, solver, end.getSuccessorOperands(successor),
                     successor.getSuccessorInputs());
    }
}

static void relateBranch(BranchOpInterface op, ExtentSolver &solver) {
  for (auto [index, block] : llvm::enumerate(op->getSuccessors())) {
    SuccessorOperands operands = op.getSuccessorOperands(index);
    for (unsigned i = operands.getProducedOperandCount(); i < operands.size();
         ++i)
      solver.equal(op, solver.dims(operands[i]),
                   solver.dims(block->getArgument(i)));
  }
}

/// A function has one signature for all of its callers.
static void relateCall(CallOp op, ExtentSolver &solver,
                       SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(op, op.getCalleeAttr());
  if (!callee)
    return;
  for (auto [index, value] : llvm::enumerate(op.getOperands()))
    solver.equal(op, solver.dims(value), solver.argumentDims(callee, index));
  for (auto [index, value] : llvm::enumerate(op.getResults()))
    solver.equal(op, solver.dims(value), solver.resultDims(callee, index));
}

static void relateReturn(ReturnOp op, ExtentSolver &solver) {
  auto func = cast<FuncOp>(op->getParentOp());
  for (auto [index, value] : llvm::enumerate(op.getOperands()))
    solver.equal(op, solver.dims(value), solver.resultDims(func, index));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// `with` is `without` and a dimension at `axis`; returns that one.
static std::optional<Dim> relateInserted(Operation *op, ExtentSolver &solver,
                                         Value without, Value with,
                                         unsigned axis) {
  SmallVector<Dim> rest = solver.dims(with);
  if (axis >= rest.size())
    return std::nullopt;
  Dim inserted = rest[axis];
  rest.erase(rest.begin() + axis);
  solver.equal(op, solver.dims(without), rest);
  return inserted;
}

static void relateInserted(Operation *op, ExtentSolver &solver, Value without,
                           Value with, unsigned axis, int64_t extent) {
  if (std::optional<Dim> dim = relateInserted(op, solver, without, with, axis))
    solver.is(op, *dim, extent);
}

static unsigned lastAxis(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getRank() - 1;
}

static void relateBroadcast(BroadcastOp op, ExtentSolver &solver) {
  for (auto [from, to] :
       llvm::zip_equal(solver.dims(op.getSrc()), solver.dims(op.getResult())))
    solver.broadcast(op, from, to);
}

static void relateTrans(TransOp op, ExtentSolver &solver) {
  SmallVector<Dim> from = solver.dims(op.getSrc());
  for (auto [axis, dim] :
       llvm::zip_equal(op.getOrder(), solver.dims(op.getResult())))
    solver.equal(op, from[axis], dim);
}

static void relateCat(CatOp op, ExtentSolver &solver) {
  SmallVector<Dim> from = solver.dims(op.getLhs());
  SmallVector<Dim> to = solver.dims(op.getResult());
  solver.equal(op, from, solver.dims(op.getRhs()));
  solver.product(op, 2, from.front(), to.front());
  solver.equal(op, ArrayRef(from).drop_front(), ArrayRef(to).drop_front());
}

static void relateReduce(ReduceOp op, ExtentSolver &solver) {
  for (auto [src, result] : llvm::zip_equal(op.getSrcs(), op.getResults())) {
    solver.equal(op, solver.dims(op.getSrcs()[0]), solver.dims(src));
    relateInserted(op, solver, result, src, op.getAxis());
  }
}

static void relateGather(GatherOp op, ExtentSolver &solver) {
  SmallVector<Dim> from = solver.dims(op.getSrc());
  SmallVector<Dim> indices = solver.dims(op.getIndices());
  solver.equal(op, indices, solver.dims(op.getResult()));
  from.erase(from.begin() + op.getAxis());
  indices.erase(indices.begin() + op.getAxis());
  solver.equal(op, from, indices);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// The dimensions of a matrix or of a batch of them.
struct MatrixDims {
  MatrixDims(ExtentSolver &solver, Value value) {
    SmallVector<Dim> dims = solver.dims(value);
    columns = dims.pop_back_val();
    rows = dims.pop_back_val();
    batch = dims;
  }
  SmallVector<Dim> batch;
  Dim rows, columns;
};
} // namespace

static void relateDot(DotOp op, ExtentSolver &solver) {
  MatrixDims a(solver, op.getA()), b(solver, op.getB()), d(solver, op.getD());
  solver.equal(op, solver.dims(op.getC()), solver.dims(op.getD()));
  solver.equal(op, a.batch, d.batch);
  solver.equal(op, b.batch, d.batch);
  solver.equal(op, a.rows, d.rows);
  solver.equal(op, b.columns, d.columns);
  solver.equal(op, a.columns, b.rows);
}

/// Scales have their rows in common with the operand; how many there are along
/// K depends on the format of the hardware, so that says nothing here.
static void relateScale(DotScaledOp op, ExtentSolver &solver, Value scale,
                        ArrayRef<Dim> batch, Dim rows) {
  if (!scale)
    return;
  MatrixDims dims(solver, scale);
  solver.equal(op, dims.batch, batch);
  solver.equal(op, dims.rows, rows);
}

static void relateDotScaled(DotScaledOp op, ExtentSolver &solver) {
  MatrixDims a(solver, op.getA()), b(solver, op.getB()), d(solver, op.getD());
  solver.equal(op, solver.dims(op.getC()), solver.dims(op.getD()));
  solver.equal(op, a.batch, d.batch);
  solver.equal(op, b.batch, d.batch);
  // Two elements of 4 bits in a byte, along K or along the other dimension.
  bool packsA = op.getAElemType() == ScaleDotElemType::E2M1;
  bool packsB = op.getBElemType() == ScaleDotElemType::E2M1;
  solver.product(op, packsA && !op.getLhsKPack() ? 2 : 1, a.rows, d.rows);
  solver.product(op, packsB && !op.getRhsKPack() ? 2 : 1, b.columns, d.columns);
  bool doublesA = packsA && op.getLhsKPack();
  bool doublesB = packsB && op.getRhsKPack();
  if (doublesB && !doublesA)
    solver.product(op, 2, b.rows, a.columns);
  else
    solver.product(op, doublesA && !doublesB ? 2 : 1, a.columns, b.rows);
  relateScale(op, solver, op.getAScale(), d.batch, d.rows);
  relateScale(op, solver, op.getBScale(), d.batch, d.columns);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// The tile has the block's extents, without leading ones that it lacks.
static void relateBlock(Operation *op, ExtentSolver &solver,
                        TensorDescType desc, Value tile) {
  SmallVector<Dim> dims = solver.dims(tile);
  for (auto [dim, extent] :
       llvm::zip(llvm::reverse(dims), llvm::reverse(desc.getShape())))
    solver.is(op, dim, extent);
}

/// The tile has a row of the block for each of `rows`.
static void relateRows(Operation *op, ExtentSolver &solver, TensorDescType desc,
                       Value rows, Value tile) {
  SmallVector<Dim> dims = solver.dims(tile);
  solver.equal(op, solver.dims(rows), dims.front());
  solver.is(op, dims.back(), desc.getShape().back());
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

static void relateTileOp(Operation *operation, ExtentSolver &solver) {
  TypeSwitch<Operation *>(operation)
      .Case([&](MakeRangeOp op) {
        solver.is(op, solver.dims(op.getResult()).front(),
                  int64_t(int32_t(op.getEnd())) - int32_t(op.getStart()));
      })
      .Case([&](UnsplatOp op) {
        for (Dim dim : solver.dims(op.getSrc()))
          solver.is(op, dim, 1);
      })
      .Case([&](ExpandDimsOp op) {
        relateInserted(op, solver, op.getSrc(), op.getResult(), op.getAxis(),
                       1);
      })
      .Case([&](BroadcastOp op) { relateBroadcast(op, solver); })
      .Case([&](ReshapeOp op) {
        solver.product(op, 1, solver.dims(op.getSrc()),
                       solver.dims(op.getResult()));
      })
      .Case([&](TransOp op) { relateTrans(op, solver); })
      .Case([&](JoinOp op) {
        solver.equal(op, solver.dims(op.getLhs()), solver.dims(op.getRhs()));
        relateInserted(op, solver, op.getLhs(), op.getResult(),
                       lastAxis(op.getResult()), 2);
      })
      .Case([&](SplitOp op) {
        solver.equal(op, solver.dims(op.getOutLHS()),
                     solver.dims(op.getOutRHS()));
        relateInserted(op, solver, op.getOutLHS(), op.getSrc(),
                       lastAxis(op.getSrc()), 2);
      })
      .Case([&](CatOp op) { relateCat(op, solver); })
      .Case([&](ReduceOp op) { relateReduce(op, solver); })
      .Case([&](GatherOp op) { relateGather(op, solver); })
      .Case([&](HistogramOp op) {
        if (op.getMask())
          solver.equal(op, solver.dims(op.getSrc()), solver.dims(op.getMask()));
      })
      .Case([&](DotOp op) { relateDot(op, solver); })
      .Case([&](DotScaledOp op) { relateDotScaled(op, solver); })
      .Case([&](DescriptorLoadOp op) {
        relateBlock(op, solver, op.getDesc().getType(), op.getResult());
      })
      .Case<DescriptorStoreOp, DescriptorReduceOp>([&](auto op) {
        relateBlock(op, solver, op.getDesc().getType(), op.getSrc());
      })
      .Case([&](DescriptorGatherOp op) {
        relateRows(op, solver, op.getDesc().getType(), op.getXOffsets(),
                   op.getResult());
      })
      .Case([&](DescriptorScatterOp op) {
        relateRows(op, solver, op.getDesc().getType(), op.getXOffsets(),
                   op.getSrc());
      });
}

void tt::relateExtents(Operation *op, ExtentSolver &solver,
                       SymbolTableCollection &symbols) {
  if (auto call = dyn_cast<CallOp>(op))
    relateCall(call, solver, symbols);
  else if (auto ret = dyn_cast<ReturnOp>(op))
    relateReturn(ret, solver);
  else if (auto regions = dyn_cast<RegionBranchOpInterface>(op))
    relateRegions(regions, solver);
  else if (auto branch = dyn_cast<BranchOpInterface>(op))
    relateBranch(branch, solver);
  else if (hasOneShape(op))
    relateSame(op, solver);
  else
    relateTileOp(op, solver);
}
