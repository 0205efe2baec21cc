// RUN: tt-opt %s --verify-roundtrip | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s

// CHECK-LABEL: tt.func public @arguments(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: i32) attributes {noinline = false} {
tt.func public @arguments(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
  // CHECK-NEXT: tt.return
  tt.return
}

// CHECK-LABEL: tt.func private @"kernels._scaled__fp32__(1,)"(%arg0: f32) -> f32
tt.func private @"kernels._scaled__fp32__(1,)"(%x: f32) -> f32 {
  // CHECK: tt.return %arg0 : f32
  tt.return %x : f32
}

// CHECK: tt.func private @external(i32) -> i32
tt.func private @external(i32) -> i32

// CHECK-LABEL: @call
tt.func @call(%x: f32) {
  // CHECK: tt.call @"kernels._scaled__fp32__(1,)"(%arg0) : (f32) -> f32
  %0 = tt.call @"kernels._scaled__fp32__(1,)"(%x) : (f32) -> f32
  tt.return
}

// CHECK-LABEL: @pointers(%arg0: !tt.ptr<f16, 3>, %arg1: !tt.ptr<!tt.ptr<i8>>, %arg2: !tt.ptr<tensor<64x32xf16>>)
tt.func @pointers(%a: !tt.ptr<f16, 3>, %b: !tt.ptr<!tt.ptr<i8>>, %c: !tt.ptr<tensor<64x32xf16>>) {
  tt.return
}

// CHECK-LABEL: @programs
tt.func @programs() {
  // CHECK: tt.get_program_id x : i32
  %0 = tt.get_program_id x : i32
  // CHECK: tt.get_num_programs z : i32
  %1 = tt.get_num_programs z : i32
  // CHECK: tt.make_range {end = 192 : i32, start = 64 : i32} : tensor<128xi32>
  %2 = tt.make_range {end = 192 : i32, start = 64 : i32} : tensor<128xi32>
  tt.return
}

// CHECK-LABEL: @views
tt.func @views(%x: f32, %t: tensor<64x32xf32>) {
  // CHECK: %[[S:.*]] = tt.splat %arg0 : f32 -> tensor<64xf32>
  %s = tt.splat %x : f32 -> tensor<64xf32>
  // CHECK: %[[E:.*]] = tt.expand_dims %[[S]] {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %e = tt.expand_dims %s {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  // CHECK: tt.broadcast %[[E]] : tensor<64x1xf32> -> tensor<64x8xf32>
  %b = tt.broadcast %e : tensor<64x1xf32> -> tensor<64x8xf32>
  // CHECK: tt.reshape %[[S]] : tensor<64xf32> -> tensor<8x8xf32>
  %r = tt.reshape %s : tensor<64xf32> -> tensor<8x8xf32>
  // CHECK: tt.reshape %[[S]] allow_reorder efficient_layout : tensor<64xf32> -> tensor<8x8xf32>
  %q = tt.reshape %s allow_reorder efficient_layout : tensor<64xf32> -> tensor<8x8xf32>
  // CHECK: tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<32x64xf32>
  %p = tt.trans %t {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<32x64xf32>
  // CHECK: %[[J:.*]] = tt.join %[[S]], %[[S]] : tensor<64xf32> -> tensor<64x2xf32>
  %j = tt.join %s, %s : tensor<64xf32> -> tensor<64x2xf32>
  // CHECK: %{{.*}}, %{{.*}} = tt.split %[[J]] : tensor<64x2xf32> -> tensor<64xf32>
  %l, %h = tt.split %j : tensor<64x2xf32> -> tensor<64xf32>
  // CHECK: tt.unsplat
  %one = tt.splat %x : f32 -> tensor<1xf32>
  %u = tt.unsplat %one : tensor<1xf32>
  tt.return
}

// CHECK-LABEL: @memory
tt.func @memory(%p: !tt.ptr<f32>, %i: tensor<64xi32>, %m: tensor<64xi1>, %x: tensor<64xf32>) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  // CHECK: %[[Q:.*]] = tt.addptr %{{.*}}, %arg1 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %q = tt.addptr %s, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  // CHECK: tt.load %[[Q]] : tensor<64x!tt.ptr<f32>>
  %0 = tt.load %q : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.load %[[Q]], %arg2 {isVolatile = true} : tensor<64x!tt.ptr<f32>>
  %1 = tt.load %q, %m {isVolatile = true} : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.load %[[Q]], %arg2, %arg3 : tensor<64x!tt.ptr<f32>>
  %2 = tt.load %q, %m, %x : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.store %[[Q]], %arg3 : tensor<64x!tt.ptr<f32>>
  tt.store %q, %x : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.store %[[Q]], %arg3, %arg2 : tensor<64x!tt.ptr<f32>>
  tt.store %q, %x, %m : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %[[Q]], %arg3, %arg2 : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  %3 = tt.atomic_rmw fadd, acq_rel, gpu, %q, %x, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  // CHECK: tt.atomic_cas relaxed, sys, %[[Q]], %arg3, %arg3 : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %4 = tt.atomic_cas relaxed, sys, %q, %x, %x : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// CHECK-LABEL: @elementwise
tt.func @elementwise(%x: tensor<64xf32>, %i: tensor<64xi32>, %p: !tt.ptr<f32>, %a: i64) {
  // CHECK: tt.int_to_ptr %arg3 : i64 -> !tt.ptr<f32>
  %0 = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
  // CHECK: tt.ptr_to_int %arg2 : !tt.ptr<f32> -> i64
  %1 = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  // CHECK: tt.bitcast %arg0 : tensor<64xf32> -> tensor<64xi32>
  %2 = tt.bitcast %x : tensor<64xf32> -> tensor<64xi32>
  // CHECK: tt.fp_to_fp %arg0, rounding = rtne : tensor<64xf32> -> tensor<64xf8E4M3FN>
  %3 = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E4M3FN>
  // CHECK: tt.fp_to_fp %arg0 : tensor<64xf32> -> tensor<64xf64>
  %4 = tt.fp_to_fp %x : tensor<64xf32> -> tensor<64xf64>
  // CHECK: tt.clampf %arg0, %arg0, %arg0, propagateNan = all : tensor<64xf32>
  %5 = tt.clampf %x, %x, %x, propagateNan = all : tensor<64xf32>
  // CHECK: tt.precise_sqrt %arg0 : tensor<64xf32>
  %6 = tt.precise_sqrt %x : tensor<64xf32>
  // CHECK: tt.precise_divf %arg0, %arg0 : tensor<64xf32>
  %7 = tt.precise_divf %x, %x : tensor<64xf32>
  // CHECK: tt.mulhiui %arg1, %arg1 : tensor<64xi32>
  %8 = tt.mulhiui %i, %i : tensor<64xi32>
  // CHECK: tt.extern_elementwise %arg0 {libname = "", libpath = "", pure = true, symbol = "__nv_rsqrtf"} : (tensor<64xf32>) -> tensor<64xf32>
  %9 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_rsqrtf"} : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// CHECK-LABEL: @reduce
tt.func @reduce(%x: tensor<64x32xf32>, %y: tensor<64x32xi32>) {
  // CHECK: "tt.reduce"(%arg0) <{axis = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   tt.reduce.return %[[S]] : f32
  // CHECK-NEXT: }) : (tensor<64x32xf32>) -> tensor<64xf32>
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x32xf32>) -> tensor<64xf32>
  // CHECK: "tt.reduce"(%arg0, %arg1) <{axis = 0 : i32}>
  // CHECK: (tensor<64x32xf32>, tensor<64x32xi32>) -> (tensor<32xf32>, tensor<32xi32>)
  %1:2 = "tt.reduce"(%x, %y) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    tt.reduce.return %a, %i : f32, i32
  }) : (tensor<64x32xf32>, tensor<64x32xi32>) -> (tensor<32xf32>, tensor<32xi32>)
  // CHECK: tt.assert %{{.*}}, "index < 0: \22out of range" : tensor<64xi1>
  %c = arith.constant dense<true> : tensor<64xi1>
  tt.assert %c, "index < 0: \22out of range" : tensor<64xi1>
  tt.return
}
