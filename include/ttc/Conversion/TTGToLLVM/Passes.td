//===- Passes.td - Conversion of ttg to the LLVM dialect ---*- tablegen -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_TTGTOLLVM_PASSES
#define TTC_CONVERSION_TTGTOLLVM_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTTGToLLVM : Pass<"convert-ttg-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower tiles with layouts to the registers of one thread";
  let description = [{
    Turns a TTGIR module into what one thread of the block executes, in the LLVM,
    NVVM and ptx dialects. A tensor becomes as many scalars as the thread has
    distinct registers for it.

    ```mlir
    #b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32],
                       warpsPerCTA = [1], order = [0]}>
    tt.func public @copy(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
      %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #b>
      %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #b>
      %a = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>, #b>, tensor<64xi32, #b>
      %v = tt.load %a : tensor<64x!tt.ptr<f32>, #b>
      ...
    ```

    becomes

    ```mlir
    llvm.func @copy(%p: !llvm.ptr<1> {llvm.align = 16 : i32})
        attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
      %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
      %i = llvm.shl %tid, %c1 : i32
      %a = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %v:2 = ptx.ld %a : !llvm.ptr<1> -> f32, f32
      ...
    ```

    Module attributes stay: they are what later stages know of the launch.
    docs/lowering.md states the rules and the precision of each operation.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::scf::SCFDialect",
    "::ttc::ptx::PTXDialect"
  ];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "Architecture, as cuda:90, where the module does not name it">,
    Option<"fpFusion", "fp-fusion", "bool", /*default=*/"true",
           "Fuse a multiplication and an addition that uses it into an fma">
  ];
}

#endif // TTC_CONVERSION_TTGTOLLVM_PASSES
