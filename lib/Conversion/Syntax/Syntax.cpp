//===- Syntax.cpp - Between the versions of Triton ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gpu.barrier        (3.6)   <->   ttg.barrier all            (later)
//   #ttg.linear<{register = [[1], [0]], ...}>    ->
//   #ttg.linear<{register = [[1]], ...}>
//   %b = tt.broadcast %a : 128x1, #mma -> 128x64, #mma1      <->
//   %c = ttg.convert_layout %a : 128x1, #mma -> 128x1, #mma1
//   %b = tt.broadcast %c : 128x1, #mma1 -> 128x64, #mma1    (before 3.9)
//
// Versions before 3.9 infer the layouts of view ops with every register that
// repeats an element, and compare what they infer with what is written. Here,
// and in 3.9, copies don't count. So none is kept when IR is read, and what an
// older version needs comes back as conversions that move nothing, which the
// next reader takes away again.
//
// Relies on: nothing. Guarantees: after the import no op has two spellings;
// after the export every op is one that the version has.
//
//===----------------------------------------------------------------------===//

#include "ttc/Conversion/Syntax/Syntax.h"

#include "TensorMemory.h"
#include "ttc/Dialect/TTNG/IR/TTNG.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace ttc {
#define GEN_PASS_DEF_IMPORTSYNTAX
#define GEN_PASS_DEF_EXPORTSYNTAX
#include "ttc/Conversion/Syntax/Passes.h.inc"
} // namespace ttc

using namespace mlir;
using namespace ttc;
using tt::SyntaxVersion;

/// Drops registers that repeat elements of their own thread.
static void dropReplication(Operation *root) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](ttg::LinearEncodingAttr layout) -> Attribute {
    return ttg::LinearEncodingAttr::get(
        layout.getContext(),
        layout.getLayout().removeReplication(Space::Register));
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

/// Whether a view op's layouts agree if `type` is that of its operands.
static bool canRead(tt::LayoutTransferOpInterface view, RankedTensorType type) {
  return tt::isLayoutTransfer(
      view, type, cast<RankedTensorType>(view->getResult(0).getType()));
}

/// Takes away conversions that move nothing in front of a view op.
static void dropConversions(tt::LayoutTransferOpInterface view) {
  // A reduction's results may be scalars; its layouts are slices everywhere.
  if (isa<tt::ReduceOp>(view))
    return;
  RankedTensorType type;
  SmallVector<ttg::ConvertLayoutOp, 2> conversions;
  for (Value operand : view->getOperands()) {
    auto convert = operand.getDefiningOp<ttg::ConvertLayoutOp>();
    if (!convert)
      return;
    auto source = cast<RankedTensorType>(convert.getSrc().getType());
    if ((type && source != type) ||
        !tt::haveSameLayout(source, convert.getType()))
      return;
    type = source;
    conversions.push_back(convert);
  }
  if (!type || !canRead(view, type))
    return;
  for (auto [i, convert] : llvm::enumerate(conversions))
    view->setOperand(i, convert.getSrc());
  for (ttg::ConvertLayoutOp convert :
       llvm::SmallSetVector<ttg::ConvertLayoutOp, 2>(conversions.begin(),
                                                     conversions.end()))
    if (convert.use_empty())
      convert.erase();
}

namespace {
struct ImportSyntaxPass : ttc::impl::ImportSyntaxBase<ImportSyntaxPass> {
  void runOnOperation() override {
    getOperation()->walk([](ModuleOp module) {
      auto twoCTAs = module->getAttrOfType<BoolAttr>(ttng::twoCTAsAttrName);
      if (twoCTAs && !twoCTAs.getValue())
        module->removeAttr(ttng::twoCTAsAttrName);
    });
    getOperation()->walk([](gpu::BarrierOp barrier) {
      OpBuilder builder(barrier);
      auto replacement = ttg::BarrierOp::create(builder, barrier.getLoc(),
                                                ttg::MemorySpaces::All);
      replacement->setDiscardableAttrs(barrier->getDiscardableAttrDictionary());
      barrier.erase();
    });
    dropReplication(getOperation());
    importTensorMemory(getOperation());
    getOperation()->walk(
        [](tt::LayoutTransferOpInterface view) { dropConversions(view); });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

/// Versions that have an op: from `first` to `last`.
static std::pair<SyntaxVersion, SyntaxVersion> versionsOf(Operation *op) {
  if (isa<tt::AtomicLoadOp, tt::AtomicStoreOp, tt::AtomicPollOp,
          ttg::InlineAsmOp, ttg::LocalAtomicScatterRMWOp,
          ttng::AsyncSharedStoreOp, ttng::ClusterBarrierOp,
          ttng::PackedArithOp>(op))
    return {SyntaxVersion::V3_9, SyntaxVersion::Newest};
  if (isa<tt::MakeTensorPtrOp, tt::AdvanceOp>(op))
    return {SyntaxVersion::V3_6, SyntaxVersion::V3_8};
  if (isa<ttng::ClusterArriveOp, ttng::ClusterWaitOp>(op))
    return {SyntaxVersion::V3_6, SyntaxVersion::V3_8};
  return {SyntaxVersion::V3_6, SyntaxVersion::Newest};
}

static StringRef stringify(SyntaxVersion version) {
  static constexpr StringLiteral names[] = {"3.6", "3.7", "3.8", "3.9"};
  return names[static_cast<unsigned>(version)];
}

/// Whether the version infers from a view op's operand the layout that its
/// result has.
static bool infersResult(tt::LayoutTransferOpInterface view,
                         SyntaxVersion version) {
  auto operand = cast<RankedTensorType>(view->getOperand(0).getType());
  auto result = cast<RankedTensorType>(view->getResult(0).getType());
  if (!operand.getEncoding())
    return true;
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(*view)) {
    auto slice = dyn_cast<ttg::SliceEncodingAttr>(operand.getEncoding());
    if (!slice || slice.getDim() != expand.getAxis())
      return false;
  }
  if (version >= SyntaxVersion::V3_9)
    return true;
  if (isa<tt::BroadcastOp>(view))
    return operand.getEncoding() == result.getEncoding();
  std::optional<LinearLayout> expected =
      view.transferToResult(*tt::getLayout(operand));
  return expected && expected->equalAsMap(*tt::getLayout(result));
}

/// A layout of the operands from which every version infers the result's; null
/// if there is none.
static Attribute operandLayoutFor(tt::LayoutTransferOpInterface view) {
  auto result = cast<RankedTensorType>(view->getResult(0).getType());
  Attribute layout = result.getEncoding();
  if (isa<tt::BroadcastOp>(view))
    return layout;
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(*view))
    return ttg::SliceEncodingAttr::get(view->getContext(), expand.getAxis(),
                                       cast<tt::LayoutAttrInterface>(layout));
  std::optional<LinearLayout> map =
      view.transferToOperand(*tt::getLayout(result));
  return map ? ttg::LinearEncodingAttr::get(view->getContext(), *map) : nullptr;
}

static void addConversions(tt::LayoutTransferOpInterface view,
                           SyntaxVersion version) {
  if (isa<tt::ReduceOp>(view) || infersResult(view, version))
    return;
  Attribute layout = operandLayoutFor(view);
  if (!layout)
    return;
  auto type = cast<RankedTensorType>(view->getOperand(0).getType());
  OpBuilder builder(view);
  for (OpOperand &operand : view->getOpOperands())
    operand.set(ttg::ConvertLayoutOp::create(builder, view->getLoc(),
                                             type.cloneWithEncoding(layout),
                                             operand.get()));
}

namespace {
struct ExportSyntaxPass : ttc::impl::ExportSyntaxBase<ExportSyntaxPass> {
  void runOnOperation() override {
    Operation *root = getOperation();
    version = getContext().getOrLoadDialect<tt::TTDialect>()->getSyntax();
    WalkResult result = root->walk([&](Operation *op) {
      auto [first, last] = versionsOf(op);
      if (version >= first && version <= last)
        return WalkResult::advance();
      op->emitOpError() << "does not exist in Triton " << stringify(version);
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted() || failed(exportTensorMemory(root, version)))
      return signalPassFailure();
    if (version == SyntaxVersion::V3_6)
      replaceBarriers(root);
    dropReplication(root);
    root->walk([&](tt::LayoutTransferOpInterface view) {
      addConversions(view, version);
    });
    if (version < SyntaxVersion::V3_9)
      return;
    root->walk([](ModuleOp module) {
      if (module->hasAttr(ttg::numWarpsAttrName) &&
          !module->hasAttr(ttng::twoCTAsAttrName))
        module->setAttr(ttng::twoCTAsAttrName,
                        BoolAttr::get(module.getContext(), false));
    });
  }

  /// The one barrier of 3.6 orders all memory.
  static void replaceBarriers(Operation *root) {
    root->walk([](ttg::BarrierOp barrier) {
      OpBuilder builder(barrier);
      auto replacement = gpu::BarrierOp::create(builder, barrier.getLoc());
      replacement->setDiscardableAttrs(barrier->getDiscardableAttrDictionary());
      barrier.erase();
    });
  }

  SyntaxVersion version = SyntaxVersion::Newest;
};
} // namespace
