//===- TensorMemory.cpp - How clusters split tensor memory ----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"

#include "ttc/Dialect/TTNG/IR/TTNG.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace ttc;
using tt::SyntaxVersion;
using ttng::TensorMemoryEncodingAttr;
using ttng::TensorMemoryScalesEncodingAttr;

namespace {
/// How a cluster splits a tensor, in either spelling.
struct Split {
  uint64_t m = 1, n = 1;
  ArrayAttr bases;
};
} // namespace

static Attribute withSplit(TensorMemoryEncodingAttr layout, Split split) {
  return TensorMemoryEncodingAttr::get(layout.getContext(), layout.getBlockM(),
                                       layout.getBlockN(),
                                       layout.getColStride(), split.m, split.n,
                                       split.bases, layout.getTwoCTAs());
}

static Attribute withSplit(TensorMemoryScalesEncodingAttr layout, Split split) {
  return TensorMemoryScalesEncodingAttr::get(layout.getContext(), split.m,
                                             split.n, split.bases);
}

template <typename Layout>
static Split getSplit(Layout layout) {
  return {layout.getCTASplitM(), layout.getCTASplitN(), layout.getCGALayout()};
}

/// The block's bits step through the parts of one dimension.
static Split toBases(MLIRContext *context, Split split) {
  if (split.bases || (split.m == 1) == (split.n == 1))
    return split;
  Builder builder(context);
  SmallVector<Attribute> bases;
  int64_t parts = split.m * split.n;
  for (int64_t step = 1; step < parts; step *= 2)
    bases.push_back(split.m > 1 ? builder.getI64ArrayAttr({step, 0})
                                : builder.getI64ArrayAttr({0, step}));
  return {1, 1, builder.getArrayAttr(bases)};
}

/// The reverse; what has no such form stays.
static Split toNumbers(MLIRContext *context, Split split) {
  if (!split.bases || split.bases.size() > 31)
    return split;
  uint64_t parts = uint64_t(1) << split.bases.size();
  for (Split candidate : {Split{parts, 1, {}}, Split{1, parts, {}}})
    if (toBases(context, candidate).bases == split.bases)
      return candidate;
  return split;
}

using Rewrite = Split (*)(MLIRContext *, Split);

static void rewriteSplits(Operation *root, Rewrite rewrite) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](TensorMemoryEncodingAttr layout) {
    return withSplit(layout, rewrite(layout.getContext(), getSplit(layout)));
  });
  replacer.addReplacement([&](TensorMemoryScalesEncodingAttr layout) {
    return withSplit(layout, rewrite(layout.getContext(), getSplit(layout)));
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

void ttc::importTensorMemory(Operation *root) { rewriteSplits(root, toBases); }

LogicalResult ttc::exportTensorMemory(Operation *root, SyntaxVersion version) {
  bool hasNumbers = version < SyntaxVersion::V3_8;
  rewriteSplits(root, hasNumbers ? toNumbers : toBases);
  Attribute foreign;
  AttrTypeWalker walker;
  auto check = [&](auto layout) {
    Split split = getSplit(layout);
    bool isForeign = hasNumbers ? split.bases && !split.bases.empty()
                                : split.m * split.n > 1;
    if (isForeign)
      foreign = layout;
    return isForeign ? WalkResult::interrupt() : WalkResult::advance();
  };
  walker.addWalk(
      [&](TensorMemoryEncodingAttr layout) { return check(layout); });
  walker.addWalk(
      [&](TensorMemoryScalesEncodingAttr layout) { return check(layout); });
  WalkResult result = root->walk([&](Operation *op) {
    walker.walk(op->getAttrDictionary());
    for (Type type : op->getResultTypes())
      walker.walk(type);
    if (!foreign)
      return WalkResult::advance();
    op->emitOpError() << foreign << " has no spelling in this version of "
                      << "Triton";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
