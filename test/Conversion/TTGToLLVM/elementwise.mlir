// RUN: tt-opt %s --convert-ttg-to-llvm=fp-fusion=false | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {

// The table of @constants.
// CHECK: llvm.mlir.global internal constant @[[TABLE:.*]](dense<[0, 1, 4, 9, {{.*}}]> : tensor<64xi16>)

// Registers with equal operands share the result.
// CHECK-LABEL: llvm.func @shared
// CHECK: llvm.mul %arg0, %arg0
// CHECK-NOT: llvm.mul
tt.func public @shared(%n: i32, %p: !tt.ptr<i32>) {
  %s = tt.splat %n : i32 -> tensor<128xi32, #b>
  %m = arith.muli %s, %s : tensor<128xi32, #b>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b>
  tt.store %ps, %m : tensor<128x!tt.ptr<i32>, #b>
  tt.return
}

// A scalar condition chooses between tiles.
// CHECK-LABEL: llvm.func @select
// CHECK-COUNT-2: llvm.select %arg0, %{{.*}}, %arg1 : i1, i32
tt.func public @select(%c: i1, %n: i32, %p: !tt.ptr<i32>) {
  %s = tt.splat %n : i32 -> tensor<64xi32, #b>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b>
  %x = arith.select %c, %r, %s : tensor<64xi32, #b>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b>
  tt.store %ps, %x : tensor<64x!tt.ptr<i32>, #b>
  tt.return
}

// Offsets are in elements; LLVM sign-extends them. An i1 takes a byte.
// CHECK-LABEL: llvm.func @addptr
// CHECK: llvm.getelementptr %arg0[%arg3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f64
// CHECK: llvm.getelementptr %arg1[%arg4] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: llvm.getelementptr %arg2[%arg3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.ptr<1>
tt.func public @addptr(%a: !tt.ptr<f64>, %b: !tt.ptr<i1>, %c: !tt.ptr<!tt.ptr<i8>>, %i: i32, %j: i64) {
  %0 = tt.addptr %a, %i : !tt.ptr<f64>, i32
  %1 = tt.addptr %b, %j : !tt.ptr<i1>, i64
  %2 = tt.addptr %c, %i : !tt.ptr<!tt.ptr<i8>>, i32
  %3 = tt.load %0 : !tt.ptr<f64>
  %4 = tt.load %1 : !tt.ptr<i1>
  %5 = tt.load %2 : !tt.ptr<!tt.ptr<i8>>
  tt.store %0, %3 : !tt.ptr<f64>
  tt.store %1, %4 : !tt.ptr<i1>
  tt.store %2, %5 : !tt.ptr<!tt.ptr<i8>>
  tt.return
}

// CHECK-LABEL: llvm.func @division
// CHECK: llvm.call_intrinsic "llvm.nvvm.div.full"(%arg0, %arg0) : (f32, f32) -> f32
// CHECK: llvm.fdiv %{{.*}}, %arg0 : f32
// CHECK: llvm.fdiv %arg1, %arg1 : f64
// CHECK: %[[W:.*]] = llvm.fpext %arg2 : f16 to f32
// CHECK: %[[V:.*]] = llvm.fpext %arg2 : f16 to f32
// CHECK: %[[Q:.*]] = llvm.call_intrinsic "llvm.nvvm.div.full"(%[[W]], %[[V]]) : (f32, f32) -> f32
// CHECK: llvm.fptrunc %[[Q]] : f32 to f16
// CHECK: llvm.call @__nv_fmodf
tt.func public @division(%x: f32, %y: f64, %z: f16, %p: !tt.ptr<f32>, %q: !tt.ptr<f64>, %r: !tt.ptr<f16>) {
  %0 = arith.divf %x, %x : f32
  %1 = tt.precise_divf %0, %x : f32
  %2 = arith.divf %y, %y : f64
  %3 = arith.divf %z, %z : f16
  %4 = arith.remf %1, %x : f32
  tt.store %p, %4 : !tt.ptr<f32>
  tt.store %q, %2 : !tt.ptr<f64>
  tt.store %r, %3 : !tt.ptr<f16>
  tt.return
}

// CHECK-LABEL: llvm.func @functions
// CHECK: %[[LOG2E:.*]] = llvm.mlir.constant(1.44269502 : f32)
// CHECK: %[[X:.*]] = llvm.fmul %arg0, %[[LOG2E]] : f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%[[X]]) : (f32) -> f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"
// CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.approx.f"
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f32) -> f32
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
// CHECK: llvm.call @__nv_logf
// CHECK: llvm.intr.floor
// CHECK: llvm.intr.minnum
// CHECK: llvm.intr.maximum
// CHECK: llvm.call @__nv_exp(%arg1) : (f64) -> f64
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f64) -> f64
// CHECK: llvm.call @__nv_erff(%arg0)
tt.func public @functions(%x: f32, %y: f64, %p: !tt.ptr<f32>, %q: !tt.ptr<f64>) {
  %0 = math.exp %x : f32
  %1 = math.exp2 %0 : f32
  %2 = math.sqrt %1 : f32
  %3 = tt.precise_sqrt %2 : f32
  %4 = math.rsqrt %3 : f32
  %5 = math.log %4 : f32
  %6 = math.floor %5 : f32
  %7 = arith.minnumf %6, %x : f32
  %8 = arith.maximumf %7, %x : f32
  %9 = math.exp %y : f64
  %10 = math.sqrt %9 : f64
  %11 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_erff"} : (f32) -> f32
  %12 = arith.addf %8, %11 : f32
  tt.store %p, %12 : !tt.ptr<f32>
  tt.store %q, %10 : !tt.ptr<f64>
  tt.return
}

// CHECK-LABEL: llvm.func @integers
// CHECK: %[[A:.*]] = llvm.zext %arg0 : i32 to i64
// CHECK: %[[B:.*]] = llvm.zext %arg1 : i32 to i64
// CHECK: %[[P:.*]] = llvm.mul %[[A]], %[[B]]
// CHECK: %[[H:.*]] = llvm.lshr %[[P]]
// CHECK: %[[HI:.*]] = llvm.trunc %[[H]] : i64 to i32
// CHECK: %[[Q:.*]] = llvm.sdiv %[[HI]], %arg1
// CHECK: %[[M:.*]] = llvm.mul %[[Q]], %arg1
// CHECK: %[[NE:.*]] = llvm.icmp "ne" %[[M]], %[[HI]]
// CHECK: %[[S:.*]] = llvm.xor %[[HI]], %arg1
// CHECK: %[[GE:.*]] = llvm.icmp "sge" %[[S]]
// CHECK: %[[UP:.*]] = llvm.and %[[NE]], %[[GE]]
// CHECK: %[[Q1:.*]] = llvm.add %[[Q]]
// CHECK: llvm.select %[[UP]], %[[Q1]], %[[Q]]
// CHECK: llvm.intr.smax
tt.func public @integers(%x: i32, %y: i32, %p: !tt.ptr<i32>) {
  %0 = tt.mulhiui %x, %y : i32
  %1 = arith.ceildivsi %0, %y : i32
  %2 = arith.maxsi %1, %y : i32
  tt.store %p, %2 : !tt.ptr<i32>
  tt.return
}

// Rounding towards zero: one step back where the nearest value lies above.
// CHECK-LABEL: llvm.func @towards_zero
// CHECK: %[[N:.*]] = llvm.fptrunc %arg0 : f32 to bf16
// CHECK: %[[W:.*]] = llvm.fpext %[[N]] : bf16 to f32
// CHECK: %[[UP:.*]] = llvm.fcmp "ogt"
// CHECK: %[[C:.*]] = llvm.bitcast %[[N]] : bf16 to i16
// CHECK: %[[D:.*]] = llvm.sub %[[C]]
// CHECK: %[[R:.*]] = llvm.select %[[UP]], %[[D]], %[[C]]
// CHECK: llvm.bitcast %[[R]] : i16 to bf16
tt.func public @towards_zero(%x: f32, %p: !tt.ptr<bf16>) {
  %0 = tt.fp_to_fp %x, rounding = rtz : f32 -> bf16
  tt.store %p, %0 : !tt.ptr<bf16>
  tt.return
}

// Constants stand once, at the start; what is no splat is read from a table.
// CHECK-LABEL: llvm.func @constants
// CHECK: %[[P:.*]] = llvm.mlir.addressof @[[TABLE]]
// CHECK: %[[A:.*]] = llvm.getelementptr %[[P]][%[[I0:.*]]] : {{.*}}, i16
// CHECK: llvm.load %[[A]]
tt.func public @constants(%p: !tt.ptr<i16>) {
  %t = arith.constant dense<[0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 289, 324, 361, 400, 441, 484, 529, 576, 625, 676, 729, 784, 841, 900, 961, 1024, 1089, 1156, 1225, 1296, 1369, 1444, 1521, 1600, 1681, 1764, 1849, 1936, 2025, 2116, 2209, 2304, 2401, 2500, 2601, 2704, 2809, 2916, 3025, 3136, 3249, 3364, 3481, 3600, 3721, 3844, 3969]> : tensor<64xi16, #b>
  %ps = tt.splat %p : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>, #b>
  tt.store %ps, %t : tensor<64x!tt.ptr<i16>, #b>
  tt.return
}
}
