// RUN: tt-opt %s --convert-ttg-to-llvm --split-input-file | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:90"} {

// Order and scope are kept; without uses of the result nothing is returned,
// unless the order makes later accesses wait for it.
// CHECK-LABEL: llvm.func @unused
// CHECK-COUNT-2: ptx.red add relaxed gpu %{{.*}}, %{{.*}} if %{{.*}} : !llvm.ptr<1>, i32
// CHECK-COUNT-2: ptx.red umax release cta
// CHECK-COUNT-2: ptx.atom xor acq_rel sys
// CHECK-NOT: barrier
tt.func public @unused(%p: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
  %ns = tt.splat %n : i32 -> tensor<128xi32, #b>
  %m = arith.cmpi slt, %r, %ns : tensor<128xi32, #b>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b>
  %pa = tt.addptr %ps, %r : tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>
  %0 = tt.atomic_rmw add, relaxed, gpu, %pa, %r, %m : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>, tensor<128xi1, #b>) -> tensor<128xi32, #b>
  %1 = tt.atomic_rmw umax, release, cta, %pa, %r : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>) -> tensor<128xi32, #b>
  %2 = tt.atomic_rmw xor, acq_rel, sys, %pa, %r : (tensor<128x!tt.ptr<i32>, #b>, tensor<128xi32, #b>) -> tensor<128xi32, #b>
  tt.return
}

// Two neighbours of 16 bits are one instruction.
// CHECK-LABEL: llvm.func @packed
// CHECK: ptx.red add relaxed gpu %{{.*}}, %{{.*}} : !llvm.ptr<1>, vector<2xf16>
// CHECK-NOT: ptx.red
tt.func public @packed(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: f16) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
  %xs = tt.splat %x : f16 -> tensor<128xf16, #b>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #b>
  %pa = tt.addptr %ps, %r : tensor<128x!tt.ptr<f16>, #b>, tensor<128xi32, #b>
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %pa, %xs : (tensor<128x!tt.ptr<f16>, #b>, tensor<128xf16, #b>) -> tensor<128xf16, #b>
  tt.return
}

// 32 elements: lanes 16 to 31 and the second warp hold copies. One thread
// performs each atomic, the others read what it wrote to shared memory.
// CHECK-LABEL: llvm.func @copies
// CHECK: %[[C48:.*]] = llvm.mlir.constant(48 : i32)
// CHECK: %[[HIGH:.*]] = llvm.and %{{.*}}, %[[C48]]
// CHECK: %[[OWNER:.*]] = llvm.icmp "eq" %[[HIGH]]
// CHECK: %[[OLD0:.*]] = ptx.atom add relaxed gpu %{{.*}}, %{{.*}} if %[[OWNER]]
// CHECK: %[[OLD1:.*]] = ptx.atom add relaxed gpu %{{.*}}, %{{.*}} if %[[OWNER]]
// CHECK: ptx.st %{{.*}}, (%[[OLD0]], %[[OLD1]]) if %[[OWNER]] : !llvm.ptr<3>, i32, i32
// CHECK: nvvm.barrier0
// CHECK: ptx.ld %{{.*}} : !llvm.ptr<3> -> i32, i32
tt.func public @copies(%p: !tt.ptr<i32>) {
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #b>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, #b>
  %pa = tt.addptr %ps, %r : tensor<32x!tt.ptr<i32>, #b>, tensor<32xi32, #b>
  %0 = tt.atomic_rmw add, relaxed, gpu, %pa, %r {"ttg.shared-offset" = 64 : i32} : (tensor<32x!tt.ptr<i32>, #b>, tensor<32xi32, #b>) -> tensor<32xi32, #b>
  %1 = arith.addi %0, %r : tensor<32xi32, #b>
  tt.store %pa, %1 : tensor<32x!tt.ptr<i32>, #b>
  tt.return
}

// A scalar stands for the block: barriers make the order hold for all of it.
// CHECK-LABEL: llvm.func @scalar
// CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i32
// CHECK: nvvm.barrier0
// CHECK-NEXT: ptx.red add release gpu %{{.*}} if %[[FIRST]]
// CHECK: %[[F:.*]] = ptx.cas acquire gpu %{{.*}} if %[[FIRST]] : !llvm.ptr<1>, i32
// CHECK: ptx.st
// CHECK: nvvm.barrier0
// CHECK: ptx.ld
// CHECK-NOT: barrier
tt.func public @scalar(%p: !tt.ptr<f32>, %x: f32) {
  %true = arith.constant true
  %0 = tt.atomic_rmw fadd, release, gpu, %p, %x, %true : (!tt.ptr<f32>, f32, i1) -> f32
  %1 = tt.atomic_cas acquire, gpu, %p, %x, %x {"ttg.shared-offset" = 0 : i32} : (!tt.ptr<f32>, f32, f32) -> f32
  %2 = arith.addf %1, %x : f32
  tt.store %p, %2 : !tt.ptr<f32>
  tt.return
}
}

// -----

// One warp: copies come by shuffles.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: llvm.func @shuffled
// CHECK: %[[C:.*]] = llvm.mlir.constant(15 : i32)
// CHECK: %[[OLD:.*]] = ptx.atom add relaxed gpu %{{.*}} : !llvm.ptr<1>, i64
// CHECK: %[[LANE:.*]] = llvm.and %{{.*}}, %[[C]] : i32
// CHECK: %[[LOW:.*]] = llvm.trunc %[[OLD]] : i64 to i32
// CHECK: nvvm.shfl.sync idx %{{.*}}, %[[LOW]], %[[LANE]]
// CHECK: nvvm.shfl.sync idx %{{.*}}, %{{.*}}, %[[LANE]]
tt.func public @shuffled(%p: !tt.ptr<i64>, %x: i64) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #b>
  %xs = tt.splat %x : i64 -> tensor<16xi64, #b>
  %ps = tt.splat %p : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>, #b>
  %pa = tt.addptr %ps, %r : tensor<16x!tt.ptr<i64>, #b>, tensor<16xi32, #b>
  %0 = tt.atomic_rmw add, relaxed, gpu, %pa, %xs : (tensor<16x!tt.ptr<i64>, #b>, tensor<16xi64, #b>) -> tensor<16xi64, #b>
  tt.store %pa, %0 : tensor<16x!tt.ptr<i64>, #b>
  tt.return
}
}
