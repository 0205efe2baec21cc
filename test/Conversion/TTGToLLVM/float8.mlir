// RUN: tt-opt %s --convert-ttg-to-llvm --split-input-file | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {
// Two registers are one instruction, the first in the lower half.
// CHECK-LABEL: llvm.func @pairs
// CHECK: %[[X:.*]]:2 = ptx.ld
// CHECK: %[[H:.*]] = llvm.zext %[[X]]#1 : i8 to i16
// CHECK: %[[U:.*]] = llvm.shl %[[H]]
// CHECK: %[[L:.*]] = llvm.zext %[[X]]#0 : i8 to i16
// CHECK: %[[P:.*]] = llvm.or disjoint %[[L]], %[[U]]
// CHECK: %[[W:.*]] = llvm.call_intrinsic "llvm.nvvm.e5m2x2.to.f16x2.rn"(%[[P]])
// CHECK: llvm.extractelement %[[W]]
// CHECK: %[[F0:.*]] = llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.extractelement %[[W]]
// CHECK: %[[F1:.*]] = llvm.fpext %{{.*}} : f16 to f32
// CHECK: %[[N:.*]] = llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"(%[[F1]], %[[F0]])
// CHECK: %[[S:.*]] = llvm.lshr %[[N]]
// CHECK: %[[B0:.*]] = llvm.trunc %[[N]] : i16 to i8
// CHECK: %[[B1:.*]] = llvm.trunc %[[S]] : i16 to i8
// CHECK: ptx.st %{{.*}}, (%[[B0]], %[[B1]])
tt.func public @pairs(%p: !tt.ptr<f8E5M2> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b>
  %ps = tt.splat %p : !tt.ptr<f8E5M2> -> tensor<64x!tt.ptr<f8E5M2>, #b>
  %pa = tt.addptr %ps, %r : tensor<64x!tt.ptr<f8E5M2>, #b>, tensor<64xi32, #b>
  %x = tt.load %pa : tensor<64x!tt.ptr<f8E5M2>, #b>
  %f = tt.fp_to_fp %x : tensor<64xf8E5M2, #b> -> tensor<64xf32, #b>
  %y = tt.fp_to_fp %f, rounding = rtne : tensor<64xf32, #b> -> tensor<64xf8E4M3FN, #b>
  %qs = tt.splat %q : !tt.ptr<f8E4M3FN> -> tensor<64x!tt.ptr<f8E4M3FN>, #b>
  %qa = tt.addptr %qs, %r : tensor<64x!tt.ptr<f8E4M3FN>, #b>, tensor<64xi32, #b>
  tt.store %qa, %y : tensor<64x!tt.ptr<f8E4M3FN>, #b>
  tt.return
}

// An 8-bit float is a byte; a single one takes half of the instruction.
// CHECK-LABEL: llvm.func @native
// CHECK: %[[X:.*]] = ptx.ld %arg0 : !llvm.ptr<1> -> i8
// CHECK: %[[W:.*]] = llvm.zext %[[X]] : i8 to i16
// CHECK: %[[H:.*]] = llvm.call_intrinsic "llvm.nvvm.e4m3x2.to.f16x2.rn"(%[[W]]) : (i16) -> vector<2xf16>
// CHECK: %[[E:.*]] = llvm.extractelement %[[H]]
// CHECK: %[[F:.*]] = llvm.fpext %[[E]] : f16 to f32
// CHECK: %[[P:.*]] = llvm.call_intrinsic "llvm.nvvm.ff.to.e5m2x2.rn"(%{{.*}}, %[[F]]) : (f32, f32) -> i16
// CHECK: %[[B:.*]] = llvm.trunc %[[P]] : i16 to i8
// CHECK: ptx.st %arg1, (%[[B]])
tt.func public @native(%p: !tt.ptr<f8E4M3FN>, %q: !tt.ptr<f8E5M2>) {
  %x = tt.load %p : !tt.ptr<f8E4M3FN>
  %f = tt.fp_to_fp %x : f8E4M3FN -> f32
  %y = tt.fp_to_fp %f, rounding = rtne : f32 -> f8E5M2
  tt.store %q, %y : !tt.ptr<f8E5M2>
  tt.return
}

// Arithmetic is done in f32; a sign is a bit of the byte.
// CHECK-LABEL: llvm.func @arithmetic
// CHECK: %[[X:.*]] = ptx.ld %arg0 : !llvm.ptr<1> -> i8
// CHECK: %[[A:.*]] = llvm.and %[[X]], %{{.*}} : i8
// CHECK: llvm.call_intrinsic "llvm.nvvm.e4m3x2.to.f16x2.rn"
// CHECK: llvm.call_intrinsic "llvm.nvvm.e4m3x2.to.f16x2.rn"
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"
tt.func public @arithmetic(%p: !tt.ptr<f8E4M3FN>) {
  %x = tt.load %p : !tt.ptr<f8E4M3FN>
  %a = math.absf %x : f8E4M3FN
  %y = arith.addf %a, %x : f8E4M3FN
  tt.store %p, %y : !tt.ptr<f8E4M3FN>
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:80"} {
// test/Execution checks the values.
// CHECK-LABEL: llvm.func @computed
// CHECK-NOT: llvm.nvvm
// CHECK: llvm.fmul
// CHECK: llvm.return
tt.func public @computed(%p: !tt.ptr<f8E4M3FN>, %q: !tt.ptr<f8E5M2>) {
  %x = tt.load %p : !tt.ptr<f8E4M3FN>
  %f = tt.fp_to_fp %x : f8E4M3FN -> f32
  %y = tt.fp_to_fp %f, rounding = rtne : f32 -> f8E5M2
  tt.store %q, %y : !tt.ptr<f8E5M2>
  tt.return
}
}
