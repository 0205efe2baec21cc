// Launch bounds and parameter alignment become directives; the user's limits
// win over the module's.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s --check-prefixes=CHECK,MODULE
// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 --maxnreg=128 --minctasm=3 | FileCheck %s --check-prefixes=CHECK,USER

// RUN: sed 's/^llvm.func/module attributes {ttg.maxnreg = 96 : i32} {\nllvm.func/; s/^}/}\n}/' %s > %t.mlir
// RUN: tt-translate %t.mlir --tt-to-ptx --target=cuda:90 | FileCheck %s --check-prefix=LIMIT
// RUN: not tt-translate %t.mlir --tt-to-ptx --target=cuda:90 --maxnreg=64 2>&1 | FileCheck %s --check-prefix=CONFLICT

// LIMIT: .maxnreg 96
// CONFLICT: error: the module says ttg.maxnreg = 96, but 64 registers were asked for
// CHECK: .visible .entry kernel(
// CHECK-NEXT: .param .u64 .ptr .global .align 16 kernel_param_0
// CHECK-NEXT: )
// CHECK-NEXT: .reqntid 64
// MODULE-NEXT: .minnctapersm 2
// USER-NEXT: .minnctapersm 3
// MODULE-NEXT: .maxnreg 40
// USER-NEXT: .maxnreg 128
llvm.func @kernel(%p: !llvm.ptr<1> {llvm.align = 16 : i32}) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: 64>, nvvm.minctasm = 2 : i32,
    nvvm.maxnreg = 40 : i32} {
  llvm.return
}
