// RUN: tt-opt %s --tt-shrink-tiles | FileCheck %s
// RUN: tt-opt %s --tt-optimize-loops | FileCheck %s --check-prefix=LOOP

// A promise names dimensions, so it stays with the shape that it was given for.
// CHECK-LABEL: @transposed
// CHECK: %[[S:.*]] = arith.addi %arg0, %arg1 : tensor<4x64xi32>
// CHECK-NEXT: tt.trans %[[S]] {order = array<i32: 1, 0>, tt.contiguity = dense<[64, 1]> : tensor<2xi32>}
tt.func private @transposed(%a: tensor<4x64xi32>, %b: tensor<4x64xi32>) -> tensor<64x4xi32> {
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<4x64xi32> -> tensor<64x4xi32>
  %1 = tt.trans %b {order = array<i32: 1, 0>} : tensor<4x64xi32> -> tensor<64x4xi32>
  %2 = arith.addi %0, %1 {tt.contiguity = dense<[64, 1]> : tensor<2xi32>} : tensor<64x4xi32>
  tt.return %2 : tensor<64x4xi32>
}

// CHECK-LABEL: @scalar
// CHECK: %[[S:.*]] = arith.muli %arg0, %arg0 {tt.divisibility = dense<16> : tensor<1xi32>} : i32
// CHECK-NEXT: tt.splat %[[S]] {tt.divisibility = dense<16> : tensor<1xi32>}
tt.func private @scalar(%a: i32) -> tensor<64xi32> {
  %0 = tt.splat %a : i32 -> tensor<64xi32>
  %1 = arith.muli %0, %0 {tt.divisibility = dense<16> : tensor<1xi32>} : tensor<64xi32>
  tt.return %1 : tensor<64xi32>
}

// Of the sum, not of what is added first now.
// CHECK-LABEL: @reassociated
// CHECK: arith.addi %arg1, %arg2 : i32
// CHECK: arith.addi %arg0, %{{.*}} {tt.contiguity = dense<64> : tensor<1xi32>} : tensor<64xi32>
tt.func private @reassociated(%t: tensor<64xi32>, %a: i32, %b: i32) -> tensor<64xi32> {
  %0 = tt.splat %a : i32 -> tensor<64xi32>
  %1 = tt.splat %b : i32 -> tensor<64xi32>
  %2 = arith.addi %t, %0 : tensor<64xi32>
  %3 = arith.addi %2, %1 {tt.contiguity = dense<64> : tensor<1xi32>} : tensor<64xi32>
  tt.return %3 : tensor<64xi32>
}

// Where the loop begins is aligned; where it is later need not be.
// LOOP-LABEL: @carried
// LOOP: tt.addptr %{{.*}}, %arg1 {tt.divisibility
// LOOP: scf.for
// LOOP-NOT: tt.divisibility
// LOOP: tt.return
tt.func private @carried(%p: !tt.ptr<f32>, %t: tensor<64xi32>, %n: i32, %x: tensor<64xf32>) -> tensor<64x!tt.ptr<f32>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = tt.splat %n : i32 -> tensor<64xi32>
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %1 = tt.addptr %0, %t {tt.divisibility = dense<64> : tensor<1xi32>} : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %1) -> (tensor<64x!tt.ptr<f32>>) : i32 {
    tt.store %q, %x : tensor<64x!tt.ptr<f32>>
    %3 = tt.addptr %q, %step : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %3 : tensor<64x!tt.ptr<f32>>
  }
  tt.return %1 : tensor<64x!tt.ptr<f32>>
}
