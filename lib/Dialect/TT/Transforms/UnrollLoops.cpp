//===- UnrollLoops.cpp - Unrolling that the program asks for --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tt.loop_unroll_factor = n` on a loop: its body n times in a row, and a loop
// for the iterations that are left. MLIR unrolls; here its requirements are
// met: the distance from a non-negative lower bound to the upper one is not
// negative.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "ttc/Dialect/TT/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"

namespace ttc::tt {
#define GEN_PASS_DEF_UNROLLLOOPS
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"
} // namespace ttc::tt

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static constexpr StringLiteral unrollFactor = "tt.loop_unroll_factor";
/// More copies than this are a mistake, and would take forever to compile.
static constexpr int64_t maxUnrollFactor = 64;

/// Why a loop is not unrolled as asked; empty if it can be.
static StringRef findObstacle(scf::ForOp loop, int64_t factor) {
  if (factor > maxUnrollFactor)
    return "the factor is larger than 64";
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  if (!lower || *lower < 0)
    return "the lower bound is not known to be positive or 0";
  if (loop.getUnsignedCmp())
    return "the bounds are compared as unsigned";
  return "";
}

/// Makes sure that the upper bound is not below the lower one.
static void clampUpperBound(scf::ForOp loop) {
  if (getConstantIntValue(loop.getUpperBound()))
    return;
  OpBuilder builder(loop);
  loop.setUpperBound(arith::MaxSIOp::create(
      builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
}

static void unroll(scf::ForOp loop, int64_t factor) {
  loop->removeAttr(unrollFactor);
  if (factor <= 1)
    return;
  StringRef obstacle = findObstacle(loop, factor);
  if (obstacle.empty()) {
    // A loop that never runs is for canonicalization to remove.
    std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
    if (upper && *upper <= *getConstantIntValue(loop.getLowerBound()))
      return;
    clampUpperBound(loop);
    reportRewrite(loop, "unroll", "unrolled as the program asks");
    if (succeeded(loopUnrollByFactor(loop, factor)))
      return;
    obstacle = "the loop has no form that can be unrolled";
  }
  remark::missed(loop.getLoc(),
                 remark::RemarkOpts::name("unroll").category("tt-optimize"))
      << remark::reason("{0}", obstacle);
}

namespace {
struct UnrollLoops : tt::impl::UnrollLoopsBase<UnrollLoops> {
  void runOnOperation() override {
    // Inner loops come first, so that none is unrolled twice.
    SmallVector<std::pair<scf::ForOp, int64_t>> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (auto factor = loop->getAttrOfType<IntegerAttr>(unrollFactor))
        loops.emplace_back(loop, factor.getInt());
    });
    if (loops.empty())
      markAllAnalysesPreserved();
    for (auto [loop, factor] : loops)
      unroll(loop, factor);
  }
};
} // namespace
