//===- CarriedTiles.cpp - Loops carry scalars instead of tiles ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %p0 = addptr(splat %a, %offsets)
//   scf.for ... iter_args(%p = %p0) {
//     use %p
//     yield addptr(%p, splat %s)
//   }
// becomes
//   scf.for ... iter_args(%b = %a) {
//     use addptr(splat %b, %offsets)
//     yield addptr(%b, %s)
//   }
//
// A tile of pointers costs two registers for each element of a thread all
// through the loop, a scalar two. Likewise a tile of integers that grows by
// the same amount everywhere becomes what it was plus a scalar that begins
// at 0, or the scalar alone if it was the same everywhere. Exact: all are sums
// modulo a power of two.
//
// The old argument stays without a use, for canonicalization to remove.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

//===----------------------------------------------------------------------===//
// Steps of the loop
//===----------------------------------------------------------------------===//

/// One step `tile + step` or `step + tile`, `step` uniform; false for any other
/// value.
static bool matchStep(Value value, Value &tile, Value &step) {
  if (auto add = value.getDefiningOp<AddPtrOp>()) {
    tile = add.getPtr();
    step = add.getOffset();
    return isUniform(step);
  }
  auto add = value.getDefiningOp<arith::AddIOp>();
  if (!add)
    return false;
  tile = add.getLhs();
  step = add.getRhs();
  if (!isUniform(step))
    std::swap(tile, step);
  return isUniform(step);
}

/// The steps from a loop's argument to the value it has in the next iteration;
/// empty if that is no such sum.
static SmallVector<Value> findSteps(Value argument, Value next) {
  SmallVector<Value> steps;
  while (next != argument) {
    Value step;
    if (!matchStep(next, next, step))
      return {};
    steps.push_back(step);
  }
  return steps;
}

//===----------------------------------------------------------------------===//
// Where pointers begin
//===----------------------------------------------------------------------===//

/// The tile that a tile of pointers comes from by one op that keeps what is
/// added to all of them; null if there is none.
static Value getPointerSource(Value tile) {
  Operation *def = tile.getDefiningOp();
  if (isa_and_nonnull<AddPtrOp, BroadcastOp, ExpandDimsOp, TransOp, ReshapeOp>(
          def))
    return def->getOperand(0);
  return {};
}

/// The scalar that all pointers of a tile are offsets from, or null.
static Value findBase(Value tile) {
  while (Value source = getPointerSource(tile))
    tile = source;
  auto splat = tile.getDefiningOp<SplatOp>();
  return splat ? splat.getSrc() : Value();
}

/// The tile with another scalar as its base.
static Value rebase(OpBuilder &builder, Value tile, Value base) {
  Operation *def = tile.getDefiningOp();
  Value source = getPointerSource(tile);
  if (!source)
    return SplatOp::create(builder, def->getLoc(), tile.getType(), base);
  SmallVector<Value> operands(def->getOperands());
  operands[0] = rebase(builder, source, base);
  Operation *rebased = rebuild(builder, def, operands, tile.getType());
  // They were promises of where the loop begins.
  dropPromises(rebased);
  return rebased->getResult(0);
}

//===----------------------------------------------------------------------===//
// The pattern
//===----------------------------------------------------------------------===//

namespace {
/// A tile that a loop carries, and what it becomes.
struct CarriedTile {
  unsigned index;
  /// What it is before the loop.
  Value init;
  /// What the scalar is before the loop.
  Value begin;
  /// What each iteration adds.
  SmallVector<Value> steps;
};

/// All tiles of a loop at once, so that it is rebuilt once.
struct ScalarizeCarriedTiles : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    SmallVector<CarriedTile> tiles;
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      RankedTensorType type = getPlainTile(argument.getType());
      if (!type || argument.use_empty())
        continue;
      SmallVector<Value> steps =
          findSteps(argument, loop.getYieldedValues()[i]);
      Value begin = steps.empty() ? Value() : findBegin(rewriter, loop, i);
      if (!begin)
        continue;
      reportRewrite(loop, "carried-tile", "carried as a scalar");
      tiles.push_back({static_cast<unsigned>(i), loop.getInitArgs()[i], begin,
                       std::move(steps)});
    }
    if (tiles.empty())
      return failure();
    scalarize(rewriter, loop, tiles);
    return success();
  }

private:
  static bool isPointer(Value tile) {
    return isa<PointerType>(getScalarType(tile.getType()));
  }

  /// What the scalar is before the loop; null for pointers without a base.
  static Value findBegin(PatternRewriter &rewriter, scf::ForOp loop,
                         unsigned index) {
    Value init = loop.getInitArgs()[index];
    if (isPointer(init))
      return findBase(init);
    if (isUniform(init))
      return getUniformScalar(rewriter, loop.getLoc(), init);
    return arith::ConstantOp::create(
        rewriter, loop.getLoc(),
        rewriter.getZeroAttr(getScalarType(init.getType())));
  }

  /// The tile for a value of the scalar.
  static Value tileOf(OpBuilder &builder, Value init, Value scalar) {
    if (isPointer(init))
      return rebase(builder, init, scalar);
    Value tile =
        SplatOp::create(builder, scalar.getLoc(), init.getType(), scalar);
    if (isUniform(init))
      return tile;
    return arith::AddIOp::create(builder, scalar.getLoc(), init, tile);
  }

  static Value addSteps(OpBuilder &builder, Location loc, Value scalar,
                        ArrayRef<Value> steps) {
    for (Value step : steps) {
      Value amount = getUniformScalar(builder, loc, step);
      scalar = isPointer(scalar)
                   ? Value(AddPtrOp::create(builder, loc, scalar.getType(),
                                            scalar, amount))
                   : Value(arith::AddIOp::create(builder, loc, scalar, amount));
    }
    return scalar;
  }

  static void scalarize(PatternRewriter &rewriter, scf::ForOp loop,
                        ArrayRef<CarriedTile> tiles) {
    auto begins = llvm::map_to_vector(
        tiles, [](const CarriedTile &tile) { return tile.begin; });
    auto yieldScalars = [&](OpBuilder &builder, Location loc,
                            ArrayRef<BlockArgument> added) {
      SmallVector<Value> yielded;
      for (auto [tile, scalar] : llvm::zip_equal(tiles, added))
        yielded.push_back(addSteps(builder, loc, scalar, tile.steps));
      return yielded;
    };
    auto newLoop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, begins, /*replaceInitOperandUsesInLoop=*/false,
        yieldScalars));
    rewriter.setInsertionPointToStart(newLoop.getBody());
    auto scalars = newLoop.getRegionIterArgs().take_back(tiles.size());
    for (auto [tile, scalar] : llvm::zip_equal(tiles, scalars))
      rewriter.replaceAllUsesWith(newLoop.getRegionIterArgs()[tile.index],
                                  tileOf(rewriter, tile.init, scalar));
    rewriter.setInsertionPointAfter(newLoop);
    auto ends = newLoop.getResults().take_back(tiles.size());
    for (auto [tile, end] : llvm::zip_equal(tiles, ends))
      if (Value result = newLoop.getResult(tile.index); !result.use_empty())
        rewriter.replaceAllUsesWith(result, tileOf(rewriter, tile.init, end));
  }
};
} // namespace

void tt::populateCarriedTilePatterns(RewritePatternSet &patterns) {
  patterns.add<ScalarizeCarriedTiles>(patterns.getContext());
}
