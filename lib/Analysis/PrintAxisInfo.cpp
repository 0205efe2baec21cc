//===- PrintAxisInfo.cpp - Say what is known of integers and pointers -----===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Analysis/AxisInfo.h"
#include "ttc/Analysis/Passes.h"
#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/IR/Diagnostics.h"

namespace ttc {
#define GEN_PASS_DEF_PRINTAXISINFO
#include "ttc/Analysis/Passes.h.inc"
} // namespace ttc

using namespace mlir;
using namespace ttc;

namespace {
struct PrintAxisInfo : public ttc::impl::PrintAxisInfoBase<PrintAxisInfo> {
  void runOnOperation() override {
    if (failed(tt::verifyKnownExtents(getOperation())))
      return signalPassFailure();
    AxisInfoAnalysis analysis(getOperation());
    auto print = [&](Value value) {
      const AxisInfo *info = analysis.lookup(value);
      if (!info)
        return;
      std::string text;
      llvm::raw_string_ostream os(text);
      info->print(os);
      emitRemark(value.getLoc()) << text;
    };
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      llvm::for_each(op->getResults(), print);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), print);
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
