// RUN: tt-opt %s --split-input-file --canonicalize | FileCheck %s

// A range of one element is a constant.
// CHECK-LABEL: @range
// CHECK: arith.constant dense<7> : tensor<1xi32>
tt.func private @range() -> tensor<1xi32> {
  %0 = tt.make_range {end = 8 : i32, start = 7 : i32} : tensor<1xi32>
  tt.return %0 : tensor<1xi32>
}

// CHECK-LABEL: @splat_of_constant
// CHECK: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<64xf32>
// CHECK-NEXT: tt.return %[[C]]
tt.func private @splat_of_constant() -> tensor<64xf32> {
  %c = arith.constant 2.0 : f32
  %0 = tt.splat %c : f32 -> tensor<64xf32>
  tt.return %0 : tensor<64xf32>
}

// CHECK-LABEL: @unsplat_of_splat
// CHECK-NEXT: tt.return %arg0
tt.func private @unsplat_of_splat(%x: f32) -> f32 {
  %0 = tt.splat %x : f32 -> tensor<1xf32>
  %1 = tt.unsplat %0 : tensor<1xf32>
  tt.return %1 : f32
}

// CHECK-LABEL: @unsplat_of_constant
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT: tt.return %[[C]]
tt.func private @unsplat_of_constant() -> i32 {
  %0 = arith.constant dense<3> : tensor<1xi32>
  %1 = tt.unsplat %0 : tensor<1xi32>
  tt.return %1 : i32
}

// A constant passes through every view.
// CHECK-LABEL: @views_of_constant
// CHECK: %[[C:.*]] = arith.constant dense<1> : tensor<4x64xi32>
// CHECK-NEXT: tt.return %[[C]]
tt.func private @views_of_constant() -> tensor<4x64xi32> {
  %0 = arith.constant dense<1> : tensor<32xi32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %2 = tt.broadcast %1 : tensor<32x1xi32> -> tensor<32x8xi32>
  %3 = tt.reshape %2 : tensor<32x8xi32> -> tensor<64x4xi32>
  %4 = tt.trans %3 {order = array<i32: 1, 0>} : tensor<64x4xi32> -> tensor<4x64xi32>
  tt.return %4 : tensor<4x64xi32>
}

// So does a splat.
// CHECK-LABEL: @views_of_splat
// CHECK: %[[S:.*]] = tt.splat %arg0 : f32 -> tensor<4x64xf32>
// CHECK-NEXT: tt.return %[[S]]
tt.func private @views_of_splat(%x: f32) -> tensor<4x64xf32> {
  %0 = tt.splat %x : f32 -> tensor<32xf32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
  %2 = tt.broadcast %1 : tensor<32x1xf32> -> tensor<32x8xf32>
  %3 = tt.reshape %2 : tensor<32x8xf32> -> tensor<64x4xf32>
  %4 = tt.trans %3 {order = array<i32: 1, 0>} : tensor<64x4xf32> -> tensor<4x64xf32>
  tt.return %4 : tensor<4x64xf32>
}

// CHECK-LABEL: @views_that_change_nothing
// CHECK-NEXT: tt.return %arg0
tt.func private @views_that_change_nothing(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = tt.broadcast %x : tensor<8x4xf32> -> tensor<8x4xf32>
  %1 = tt.reshape %0 : tensor<8x4xf32> -> tensor<8x4xf32>
  %2 = tt.trans %1 {order = array<i32: 0, 1>} : tensor<8x4xf32> -> tensor<8x4xf32>
  tt.return %2 : tensor<8x4xf32>
}

// The order of a reshape that may reorder is up to its result's layout.
// CHECK-LABEL: @reorder_stays
// CHECK: tt.reshape %arg0 allow_reorder
tt.func private @reorder_stays(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tt.reshape %x allow_reorder : tensor<8xf32> -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// CHECK-LABEL: @broadcasts_merge
// CHECK: %[[B:.*]] = tt.broadcast %arg0 : tensor<1x1xf32> -> tensor<8x4xf32>
// CHECK-NEXT: tt.return %[[B]]
tt.func private @broadcasts_merge(%x: tensor<1x1xf32>) -> tensor<8x4xf32> {
  %0 = tt.broadcast %x : tensor<1x1xf32> -> tensor<8x1xf32>
  %1 = tt.broadcast %0 : tensor<8x1xf32> -> tensor<8x4xf32>
  tt.return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: @reshapes_merge
// CHECK: %[[R:.*]] = tt.reshape %arg0 : tensor<32xf32> -> tensor<8x4xf32>
// CHECK-NEXT: tt.return %[[R]]
tt.func private @reshapes_merge(%x: tensor<32xf32>) -> tensor<8x4xf32> {
  %0 = tt.reshape %x : tensor<32xf32> -> tensor<4x8xf32>
  %1 = tt.reshape %0 : tensor<4x8xf32> -> tensor<8x4xf32>
  tt.return %1 : tensor<8x4xf32>
}

// One of the two may reorder, so they stay apart.
// CHECK-LABEL: @reshapes_differ
// CHECK: tt.reshape %arg0 allow_reorder
// CHECK: tt.reshape
tt.func private @reshapes_differ(%x: tensor<32xf32>) -> tensor<8x4xf32> {
  %0 = tt.reshape %x allow_reorder : tensor<32xf32> -> tensor<4x8xf32>
  %1 = tt.reshape %0 : tensor<4x8xf32> -> tensor<8x4xf32>
  tt.return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: @split_of_join
// CHECK-NEXT: tt.return %arg0, %arg1
tt.func private @split_of_join(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tt.join %x, %y : tensor<8xf32> -> tensor<8x2xf32>
  %l, %h = tt.split %0 : tensor<8x2xf32> -> tensor<8xf32>
  tt.return %l, %h : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @addptr_zero
// CHECK-NEXT: tt.return %arg0
tt.func private @addptr_zero(%p: tensor<8x!tt.ptr<f32>>) -> tensor<8x!tt.ptr<f32>> {
  %c = arith.constant dense<0> : tensor<8xi32>
  %0 = tt.addptr %p, %c : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.return %0 : tensor<8x!tt.ptr<f32>>
}

// CHECK-LABEL: @bitcasts
// CHECK-NEXT: tt.return %arg0
tt.func private @bitcasts(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tt.bitcast %x : tensor<8xf32> -> tensor<8xi32>
  %1 = tt.bitcast %0 : tensor<8xi32> -> tensor<8xf32>
  tt.return %1 : tensor<8xf32>
}

// CHECK-LABEL: @conversion_to_itself
// CHECK-NEXT: tt.return %arg0
tt.func private @conversion_to_itself(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tt.fp_to_fp %x : tensor<8xf32> -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// CHECK-LABEL: @high_half
// CHECK: %[[C:.*]] = arith.constant dense<1> : tensor<8xi32>
// CHECK-NEXT: tt.return %[[C]]
tt.func private @high_half() -> tensor<8xi32> {
  %x = arith.constant dense<0x80000000> : tensor<8xi32>
  %y = arith.constant dense<2> : tensor<8xi32>
  %0 = tt.mulhiui %x, %y : tensor<8xi32>
  tt.return %0 : tensor<8xi32>
}

// CHECK-LABEL: @masked_on
// CHECK-NEXT: %[[V:.*]] = tt.load %arg0 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: tt.store %arg0, %[[V]] : tensor<8x!tt.ptr<f32>>
tt.func private @masked_on(%p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf32>) {
  %m = arith.constant dense<true> : tensor<8xi1>
  %0 = tt.load %p, %m, %x : tensor<8x!tt.ptr<f32>>
  tt.store %p, %0, %m : tensor<8x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: @masked_off
// CHECK-NEXT: tt.return %arg1
tt.func private @masked_off(%p: tensor<8x!tt.ptr<f32>>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %m = arith.constant dense<false> : tensor<8xi1>
  %0 = tt.load %p, %m, %x : tensor<8x!tt.ptr<f32>>
  tt.store %p, %x, %m : tensor<8x!tt.ptr<f32>>
  tt.return %0 : tensor<8xf32>
}

// A load nobody uses goes, a volatile one stays.
// CHECK-LABEL: @unused
// CHECK-NEXT: tt.load %arg0 {isVolatile = true}
// CHECK-NEXT: tt.return
tt.func private @unused(%p: !tt.ptr<f32>) {
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  tt.return
}

// CHECK-LABEL: @atomics_stay
// CHECK-NEXT: tt.atomic_rmw
// CHECK-NEXT: tt.atomic_cas
tt.func private @atomics_stay(%p: !tt.ptr<i32>, %x: i32) {
  %0 = tt.atomic_rmw add, relaxed, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %1 = tt.atomic_cas relaxed, gpu, %p, %x, %x : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// Only a pure function may go.
// CHECK-LABEL: @extern
// CHECK-NEXT: tt.extern_elementwise %arg0 {{.*}}pure = false
// CHECK-NEXT: tt.return
tt.func private @extern(%x: f32) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (f32) -> f32
  %1 = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "log_it"} : (f32) -> f32
  tt.return
}

// CHECK-LABEL: @assert
// CHECK-NEXT: tt.assert %arg0, "kept" : i1
// CHECK-NEXT: tt.return
tt.func private @assert(%c: i1) {
  %t = arith.constant dense<true> : tensor<8xi1>
  tt.assert %t, "removed" : tensor<8xi1>
  tt.assert %c, "kept" : i1
  tt.return
}

// CHECK-LABEL: @advance_by_nothing
// CHECK-NEXT: tt.return %arg0
tt.func private @advance_by_nothing(%b: !tt.ptr<tensor<4x4xf32>>) -> !tt.ptr<tensor<4x4xf32>> {
  %c = arith.constant 0 : i32
  %0 = tt.advance %b, [%c, %c] : <tensor<4x4xf32>>
  tt.return %0 : !tt.ptr<tensor<4x4xf32>>
}

// What has an effect stays, used or not.
// CHECK-LABEL: @effects
// CHECK-NEXT: tt.atomic_load
// CHECK-NEXT: tt.atomic_poll
// CHECK-NEXT: tt.elementwise_inline_asm "kept"
// CHECK-NEXT: tt.descriptor_reduce
// CHECK-NEXT: tt.print
// CHECK-NEXT: tt.return
tt.func @effects(%p: !tt.ptr<i32>, %x: i32, %d: !tt.tensordesc<8xf32>, %t: tensor<8xf32>) {
  %0 = tt.atomic_load relaxed, gpu, %p : (!tt.ptr<i32>) -> i32
  %1 = tt.atomic_poll relaxed, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  %2 = tt.elementwise_inline_asm "kept" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : i32 -> i32
  %3 = tt.elementwise_inline_asm "gone" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  %4 = tt.descriptor_load %d[%x] : !tt.tensordesc<8xf32> -> tensor<8xf32>
  tt.descriptor_reduce add, %d[%x], %t : !tt.tensordesc<8xf32>, tensor<8xf32>
  tt.print "x" {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
}
