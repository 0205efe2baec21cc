//===- Syntax.cpp - Between the versions of Triton ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gpu.barrier        (3.6)   <->   ttg.barrier all            (later)
//   #ttg.linear<{register = [[1], [0]], ...}>    ->
//   #ttg.linear<{register = [[1]], ...}>         (3.9)
//
// Relies on: nothing. Guarantees: after the import no op has two spellings;
// after the export every op is one that the version has.
//
//===----------------------------------------------------------------------===//

#include "ttc/Conversion/Syntax/Syntax.h"

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

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

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
    if (result.wasInterrupted())
      return signalPassFailure();
    if (version == SyntaxVersion::V3_6)
      replaceBarriers(root);
    if (version < SyntaxVersion::V3_9)
      return;
    dropReplication(root);
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
