//===- TTGBase.td - The ttg dialect ---------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGBASE
#define TTC_DIALECT_TTG_IR_TTGBASE

include "mlir/IR/OpBase.td"

def TTG_Dialect : Dialect {
  let name = "ttg";
  let cppNamespace = "::ttc::ttg";
  let summary = "Where the elements of a tile live on a GPU";
  let description = [{
    At this level (TTGIR) every tensor carries a layout, an encoding attribute
    of this dialect, and a module says for what it was laid out:

    | module attribute | meaning |
    |---|---|
    | `ttg.target` | `"cuda:90"`: the architecture |
    | `"ttg.num-warps"` | warps in a block |
    | `"ttg.threads-per-warp"` | 32 |
    | `"ttg.num-ctas"` | blocks in a cluster that share a program |
    | `ttg.shared` | bytes of shared memory, once allocated |
    | `ttg.maxnreg` | registers per thread, at most |

    A layout is a linear map over F2 from (register, lane, warp, block) to the
    tensor's coordinates. The attributes below are ways of writing such maps;
    two that denote the same map for a shape are interchangeable.
  }];
  let dependentDialects = ["::ttc::tt::TTDialect", "::mlir::gpu::GPUDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerTypes();
    void registerAttributes();
    void registerOps();
  }];
}

#endif // TTC_DIALECT_TTG_IR_TTGBASE
