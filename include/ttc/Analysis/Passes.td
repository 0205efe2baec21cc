//===- Passes.td - Passes that show analyses ---------------*- tablegen -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_ANALYSIS_PASSES
#define TTC_ANALYSIS_PASSES

include "mlir/Pass/PassBase.td"

def PrintAxisInfo : Pass<"tt-print-axis-info"> {
  let summary = "Say what is known of every integer and pointer";
  let description = [{
    Emits one remark for each integer or pointer that an operation makes or a
    function or loop takes:

    ```
    remark: contiguity = [128], divisibility = [16], constancy = [1]
    ```
  }];
}

#endif // TTC_ANALYSIS_PASSES
