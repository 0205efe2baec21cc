//===- TTGOps.td - Operations of the ttg dialect --------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGOPS
#define TTC_DIALECT_TTG_IR_TTGOPS

include "ttc/Dialect/TTG/IR/TTGMemoryOps.td"
include "ttc/Dialect/TTG/IR/TTGOpBase.td"
include "ttc/Dialect/TTG/IR/TTGProgramOps.td"

def TTG_ConvertLayoutOp : TTG_Op<"convert_layout", [Pure]> {
  let summary = "the same tile in another layout";
  let description = [{
    Moves elements between registers and threads, as cheaply as the two maps
    allow: not at all, within each thread, by warp shuffles, or through shared
    memory.

    ```mlir
    %b = ttg.convert_layout %a : tensor<64x32xf32, #blocked> -> tensor<64x32xf32, #blocked1>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TTG_BarrierOp : TTG_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for all threads of the block";
  let description = [{
    What the threads of a block did to the named memory before the barrier is
    seen by all of them after it. Triton 3.6 writes `gpu.barrier` for
    `ttg.barrier all`.

    ```mlir
    ttg.barrier all
    ```
  }];
  let arguments = (ins TTG_MemorySpaces:$spaces);
  let assemblyFormat = "custom<MemorySpaces>($spaces) attr-dict";
}

#endif // TTC_DIALECT_TTG_IR_TTGOPS
