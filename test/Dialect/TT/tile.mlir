// RUN: tt-opt %s --verify-roundtrip | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s

// CHECK-LABEL: @tile
tt.func @tile(%x: tensor<64xf32>, %i: tensor<64xi32>, %m: tensor<64xi1>, %t: tensor<64x8xf32>, %j: tensor<64x4xi32>) {
  // CHECK: tt.cat %arg0, %arg0 : tensor<64xf32> -> tensor<128xf32>
  %0 = tt.cat %x, %x : tensor<64xf32> -> tensor<128xf32>
  // CHECK: "tt.scan"(%arg0) <{axis = 0 : i32, reverse = true}> ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   tt.scan.return %[[S]] : f32
  // CHECK-NEXT: }) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: "tt.map_elementwise"(%arg0, %arg1) <{pack = 2 : i32}> ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: i32, %{{.*}}: i32):
  // CHECK-NEXT:   tt.map_elementwise.return %[[B]], %[[A]] : f32, f32
  // CHECK-NEXT: }) : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  %2 = "tt.map_elementwise"(%x, %i) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    tt.map_elementwise.return %b, %a : f32, f32
  }) : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  // CHECK: tt.gather %arg3[%arg4] {axis = 1 : i32} : (tensor<64x8xf32>, tensor<64x4xi32>) -> tensor<64x4xf32>
  %3 = tt.gather %t[%j] {axis = 1 : i32} : (tensor<64x8xf32>, tensor<64x4xi32>) -> tensor<64x4xf32>
  // CHECK: tt.gather %arg3[%arg4] {axis = 1 : i32, efficient_layout} :
  %4 = tt.gather %t[%j] {axis = 1 : i32, efficient_layout} : (tensor<64x8xf32>, tensor<64x4xi32>) -> tensor<64x4xf32>
  // CHECK: tt.histogram %arg1 : tensor<64xi32> -> tensor<16xi32>
  %5 = tt.histogram %i : tensor<64xi32> -> tensor<16xi32>
  // CHECK: tt.histogram %arg1, %arg2 : tensor<64xi32> -> tensor<16xi32>
  %6 = tt.histogram %i, %m : tensor<64xi32> -> tensor<16xi32>
  // CHECK: tt.elementwise_inline_asm "add.u32 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg1 : tensor<64xi32> -> tensor<64xi32>
  %7 = tt.elementwise_inline_asm "add.u32 $0, $1, 1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %i : tensor<64xi32> -> tensor<64xi32>
  // CHECK: tt.elementwise_inline_asm "mov.u32 $0, 1;" {{.*}} -> i32
  %8 = tt.elementwise_inline_asm "mov.u32 $0, 1;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  // CHECK: tt.print " x: " {hex = true, isSigned = array<i32: 1, 0>} : %arg1, %arg0 : tensor<64xi32>, tensor<64xf32>
  tt.print " x: " {hex = true, isSigned = array<i32: 1, 0>} : %i, %x : tensor<64xi32>, tensor<64xf32>
  // CHECK: tt.print " none" {hex = false, isSigned = array<i32>}
  tt.print " none" {hex = false, isSigned = array<i32>}
  tt.return
}

// CHECK-LABEL: @atomics
tt.func @atomics(%p: tensor<64x!tt.ptr<i32>>, %x: tensor<64xi32>, %m: tensor<64xi1>, %q: !tt.ptr<i32>, %y: i32) {
  // CHECK: tt.atomic_load acquire, gpu, %arg0, %arg2 : (tensor<64x!tt.ptr<i32>>, tensor<64xi1>) -> tensor<64xi32>
  %0 = tt.atomic_load acquire, gpu, %p, %m : (tensor<64x!tt.ptr<i32>>, tensor<64xi1>) -> tensor<64xi32>
  // CHECK: tt.atomic_load relaxed, sys, %arg3 : (!tt.ptr<i32>) -> i32
  %1 = tt.atomic_load relaxed, sys, %q : (!tt.ptr<i32>) -> i32
  // CHECK: tt.atomic_store release, cta, %arg0, %arg1, %arg2 : tensor<64x!tt.ptr<i32>>
  tt.atomic_store release, cta, %p, %x, %m : tensor<64x!tt.ptr<i32>>
  // CHECK: tt.atomic_poll acquire, gpu, %arg3, %arg4 : !tt.ptr<i32>, i32 -> i1
  %2 = tt.atomic_poll acquire, gpu, %q, %y : !tt.ptr<i32>, i32 -> i1
  tt.return
}
