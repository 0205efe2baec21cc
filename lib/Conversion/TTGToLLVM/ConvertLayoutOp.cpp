//===- ConvertLayoutOp.cpp - ttg.convert_layout ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the elements move is planned in Analysis/SharedMemory.h: by renaming
// registers, by shuffles within warps, or through shared memory.
//
//   %b = ttg.convert_layout %a {"ttg.shared-offset" = 0}
//
// becomes, if it goes through shared memory,
//
//   ptx.st %to, (%a0, %a1, %a2, %a3) : !llvm.ptr<3>, f32, f32, f32, f32
//   nvvm.barrier0
//   %b:4 = ptx.ld %from : !llvm.ptr<3> -> f32, f32, f32, f32
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "ttc/Analysis/SharedMemory.h"

using namespace mlir;
using namespace ttc;

namespace {
struct ConvertLayoutLowering : LoweringPattern<ttg::ConvertLayoutOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(ttg::ConvertLayoutOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<ConversionPlan> plan = planConvertLayout(op);
    auto offset = op->getAttrOfType<IntegerAttr>(ttg::sharedOffsetAttrName);
    if (!plan) {
      replaceUnsupported(op, rewriter, lowering,
                         "elements would have to move between the blocks of a "
                         "cluster");
      return success();
    }
    if (plan->shared && !offset) {
      replaceUnsupported(op, rewriter, lowering, missingSharedMemory);
      return success();
    }
    Emitter emitter = emitterAt(op, rewriter);
    SmallVector<SmallVector<Value>> values;
    values.push_back(emitConversion(emitter, *plan, adaptor.getSrc(),
                                    offset ? offset.getInt() : 0));
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};
} // namespace

void ttc::populateConvertLayoutPatterns(const LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns,
                                        LoweringContext &lowering) {
  patterns.add<ConvertLayoutLowering>(converter, lowering);
}
