// What the kernel uses raises the PTX version.

// RUN: split-file %s %t
// RUN: tt-translate %t/hint.mlir --tt-to-ptx --target=cuda:75 | FileCheck %s -DPTX=7.4
// RUN: tt-translate %t/hint.mlir --tt-to-ptx --target=cuda:90 | FileCheck %s -DPTX=8.0
// RUN: tt-translate %t/wide.mlir --tt-to-ptx --target=cuda:100 | FileCheck %s -DPTX=8.8
// RUN: tt-translate %t/tanh.mlir --tt-to-ptx --target=cuda:75 | FileCheck %s -DPTX=7.0
// RUN: not tt-translate %t/hint.mlir --tt-to-ptx --target=cuda:80 --ptx-version=7.3 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: not tt-translate %t/hint.mlir --tt-to-ptx --target=cuda:90 --ptx-version=7.8 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tt-translate %t/hint.mlir --tt-to-ptx --target=cuda:80 --ptx-version=7.9 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tt-translate %t/wide.mlir --tt-to-ptx --target=cuda:90 2>&1 | FileCheck %s --check-prefix=SM
// RUN: not tt-translate %t/intrinsic.mlir --tt-to-ptx --target=cuda:75 2>&1 | FileCheck %s --check-prefix=INTRINSIC

// CHECK: .version [[PTX]]
// LOW: hint.mlir:2:8: error: this 'ptx.ld' needs PTX 7.4, but version 7.3 was asked for
// TARGET: error: sm_90a needs PTX 8.0, but version 7.8 was asked for
// UNKNOWN: error: PTX 7.9 is no version that can be written; the highest is 9.0
// SM: wide.mlir:2:10: error: this 'ptx.ld' does not exist on sm_90a; it needs sm_100
// INTRINSIC: intrinsic.mlir:3:8: error: 'llvm.nvvm.redux.sync.add' does not exist on sm_75; it needs sm_80

//--- hint.mlir
llvm.func @kernel(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %0 = ptx.ld %p evict = evict_last : !llvm.ptr<1> -> i32
  ptx.st %p, (%0) : !llvm.ptr<1>, i32
  llvm.return
}

//--- wide.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %c: i1) attributes {nvvm.kernel} {
  %0:4 = ptx.ld %p if %c : !llvm.ptr<1> -> i64, i64, i64, i64
  ptx.st %p, (%0#3) : !llvm.ptr<1>, i64
  llvm.return
}

//--- tanh.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.intr.tanh(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  ptx.st %p, (%0) : !llvm.ptr<1>, f32
  llvm.return
}

//--- intrinsic.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: i32) attributes {nvvm.kernel} {
  %m = llvm.mlir.constant(-1 : i32) : i32
  %0 = nvvm.redux.sync add %x, %m : i32 -> i32
  ptx.st %p, (%0) : !llvm.ptr<1>, i32
  llvm.return
}
