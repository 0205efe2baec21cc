//===- Passes.td - From tiles to tiles with layouts -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_TTTOTTG_PASSES
#define TTC_CONVERSION_TTTOTTG_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTTToTTG : Pass<"convert-tt-to-ttg", "::mlir::ModuleOp"> {
  let summary = "Fixes target and warps of a TTIR module and lays out its tensors";
  let description = [{
    Writes the module attributes `ttg.target`, `"ttg.num-warps"`,
    `"ttg.num-ctas"` and `"ttg.threads-per-warp"` and gives every tensor a
    layout. What the module says already wins over the options that are left
    out, and must agree with those that are given. A module whose tensors have
    layouts is left as it is.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "Target, \"cuda:90\" or \"sm_90a\"">,
    Option<"numWarps", "num-warps", "unsigned", "0",
           "Warps per block; 4 if neither this nor the module says">,
    Option<"numCTAs", "num-ctas", "unsigned", "0",
           "Blocks per cluster; 1 if neither this nor the module says">
  ];
  let dependentDialects = ["::ttc::ttg::TTGDialect"];
}

#endif // TTC_CONVERSION_TTTOTTG_PASSES
