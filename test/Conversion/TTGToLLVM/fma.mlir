// RUN: tt-opt %s --convert-ttg-to-llvm --split-input-file | FileCheck %s
// RUN: tt-opt %s --convert-ttg-to-llvm=fp-fusion=false --split-input-file | FileCheck %s --check-prefix=NONE

// NONE-NOT: llvm.intr.fma

module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:80"} {
// CHECK-LABEL: llvm.func @fused
// CHECK: %[[A:.*]] = llvm.intr.fma(%arg0, %arg1, %arg2) : (f32, f32, f32) -> f32
// CHECK: %[[B:.*]] = llvm.intr.fma(%[[A]], %arg1, %arg2) : (f32, f32, f32) -> f32
// CHECK: %[[N:.*]] = llvm.fneg %arg2
// CHECK: %[[C:.*]] = llvm.intr.fma(%[[B]], %arg1, %[[N]]) : (f32, f32, f32) -> f32
// CHECK: %[[M:.*]] = llvm.fneg %[[C]]
// CHECK: llvm.intr.fma(%[[M]], %arg1, %arg2) : (f32, f32, f32) -> f32
// CHECK-NOT: llvm.fmul
tt.func public @fused(%x: f32, %y: f32, %z: f32, %p: !tt.ptr<f32>) {
  %0 = arith.mulf %x, %y : f32
  %1 = arith.addf %0, %z : f32
  %2 = arith.mulf %1, %y : f32
  %3 = arith.addf %z, %2 : f32
  %4 = arith.mulf %3, %y : f32
  %5 = arith.subf %4, %z : f32
  %6 = arith.mulf %5, %y : f32
  %7 = arith.subf %z, %6 : f32
  tt.store %p, %7 : !tt.ptr<f32>
  tt.return
}

// One of two products is the addend.
// CHECK-LABEL: llvm.func @two_products
// CHECK: %[[Q:.*]] = llvm.fmul %arg2, %arg2
// CHECK: llvm.intr.fma(%arg0, %arg1, %[[Q]])
tt.func public @two_products(%x: f32, %y: f32, %z: f32, %p: !tt.ptr<f32>) {
  %0 = arith.mulf %x, %y : f32
  %1 = arith.mulf %z, %z : f32
  %2 = arith.addf %0, %1 : f32
  tt.store %p, %2 : !tt.ptr<f32>
  tt.return
}

// A product with another use, or made outside of the loop, stays.
// CHECK-LABEL: llvm.func @kept
// CHECK: llvm.fmul
// CHECK: llvm.fmul
// CHECK: llvm.fadd
// CHECK: llvm.fadd
tt.func public @kept(%x: f32, %y: f32, %n: i32, %p: !tt.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = arith.mulf %x, %y : f32
  %1 = arith.mulf %x, %x : f32
  %s = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> f32 : i32 {
    %b = arith.addf %a, %0 : f32
    scf.yield %b : f32
  }
  %t = arith.addf %s, %1 : f32
  tt.store %p, %t : !tt.ptr<f32>
  tt.store %p, %1 : !tt.ptr<f32>
  tt.return
}

// CHECK-LABEL: llvm.func @bf16
// CHECK: llvm.intr.fma(%arg0, %arg0, %arg0) : (bf16, bf16, bf16) -> bf16
tt.func public @bf16(%x: bf16, %p: !tt.ptr<bf16>) {
  %0 = arith.mulf %x, %x : bf16
  %1 = arith.addf %0, %x : bf16
  tt.store %p, %1 : !tt.ptr<bf16>
  tt.return
}
}

// -----

// sm_75 has no fma of bf16.
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:75"} {
// CHECK-LABEL: llvm.func @bf16
// CHECK: llvm.fmul
// CHECK: llvm.fadd
tt.func public @bf16(%x: bf16, %p: !tt.ptr<bf16>) {
  %0 = arith.mulf %x, %x : bf16
  %1 = arith.addf %0, %x : bf16
  tt.store %p, %1 : !tt.ptr<bf16>
  tt.return
}
}
