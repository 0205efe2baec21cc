//===- Passes.td - Conversion of ptx to the LLVM dialect ---*- tablegen -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_PTXTOLLVM_PASSES
#define TTC_CONVERSION_PTXTOLLVM_PASSES

include "mlir/Pass/PassBase.td"

def ConvertPTXToLLVM : Pass<"convert-ptx-to-llvm"> {
  let summary = "Turn ptx operations into LLVM operations or inline assembly";
  let description = [{
    A load or store with neither predicate nor hint becomes `llvm.load` or
    `llvm.store` of a vector, which LLVM understands best; every other operation
    becomes one PTX instruction in `llvm.inline_asm`, whose `ptx.access`
    attribute says what it does to memory.

    ```mlir
    %0:2 = ptx.ld %p if %c : !llvm.ptr<1> -> f32, f32
    ```

    becomes

    ```mlir
    %zero = llvm.mlir.zero : f32
    %1 = llvm.inline_asm has_side_effects {ptx.access = "read"}
           "@$3 ld.global.v2.b32 {$0, $1}, [$2];", "=f,=f,l,b,0,1"
           %p, %c, %zero, %zero : ... -> !llvm.struct<(f32, f32)>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // TTC_CONVERSION_PTXTOLLVM_PASSES
