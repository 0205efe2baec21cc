//===- Passes.td - Passes on the ttg dialect ---------------*- tablegen -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_TRANSFORMS_PASSES
#define TTC_DIALECT_TTG_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def AllocateSharedMemory
    : Pass<"ttg-allocate-shared-memory", "::mlir::ModuleOp"> {
  let summary = "Give every op that needs it a place in shared memory";
  let description = [{
    Writes where an op's scratch space begins as `ttg.shared-offset` on the op,
    and how much shared memory the kernels need as `ttg.shared` on the module:

    ```mlir
    module attributes {ttg.shared = 32 : i32, ...} {
      ...
      %a = "tt.reduce"(%x) ... {"ttg.shared-offset" = 0 : i32}
      %b = "tt.reduce"(%y) ... {"ttg.shared-offset" = 16 : i32}
    ```

    Scratch is dead after its op, so all of it could begin at 0. But then an op
    must wait until every thread has read what the one before it wrote. So ops
    that follow one another take turns through as much shared memory as costs
    no blocks on a multiprocessor.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Architecture, as cuda:90, where the module does not name it">
  ];
}

def PlaceBarriers : Pass<"ttg-place-barriers", "::mlir::ModuleOp"> {
  let summary = "Wait before memory that other threads may read is written";
  let description = [{
    Follows, along all paths, which bytes of shared memory threads may still be
    reading since the last barrier, and puts `ttg.barrier local` before ops that
    write them. An op that waits for all threads itself, between its writes and
    its reads, counts as a barrier. Runs after `ttg-allocate-shared-memory`.

    A `tt.load` of a scalar, or of a tile of which several threads hold copies,
    is made by all of these threads, a `tt.store` by the first only. Between two
    such accesses to one array (one pointer argument) goes a `ttg.barrier all`.
  }];
}

#endif // TTC_DIALECT_TTG_TRANSFORMS_PASSES
