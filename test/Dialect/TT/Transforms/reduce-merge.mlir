// RUN: tt-opt %s --tt-shrink-tiles --remarks-filter=tt-optimize --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// Neighbouring axes, whichever comes first.
// CHECK-LABEL: @largest
// CHECK-NEXT: %[[R:.*]] = tt.reshape %arg0 : tensor<4x8xi32> -> tensor<32xi32>
// CHECK-NEXT: "tt.reduce"(%[[R]]) <{axis = 0 : i32}>
// CHECK: arith.maxsi
// CHECK: (tensor<32xi32>) -> i32
// CHECK-NEXT: tt.return
// REMARK: reduce-merge.mlir:[[#@LINE+7]]{{.*}}two axes reduced at once"
tt.func private @largest(%x: tensor<4x8xi32>) -> i32 {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %m = arith.maxsi %a, %b : i32
    tt.reduce.return %m : i32
  }) : (tensor<4x8xi32>) -> tensor<8xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %m = arith.maxsi %b, %a : i32
    tt.reduce.return %m : i32
  }) : (tensor<8xi32>) -> i32
  tt.return %1 : i32
}

// The last axis moves beside the first one.
// CHECK-LABEL: @outer_axes
// CHECK-NEXT: %[[T:.*]] = tt.trans %arg0 {order = array<i32: 0, 2, 1>} : tensor<2x4x8xf32> -> tensor<2x8x4xf32>
// CHECK-NEXT: %[[R:.*]] = tt.reshape %[[T]] : tensor<2x8x4xf32> -> tensor<16x4xf32>
// CHECK-NEXT: "tt.reduce"(%[[R]]) <{axis = 0 : i32}>
// CHECK: (tensor<16x4xf32>) -> tensor<4xf32>
// CHECK-NEXT: tt.return
// REMARK: two axes reduced at once, added in another order: off by at most 15 * 2^-23 of the sum of magnitudes"
tt.func private @outer_axes(%x: tensor<2x4x8xf32>) -> tensor<4xf32> {
  %0 = "tt.reduce"(%x) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<2x4x8xf32>) -> tensor<2x4xf32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<2x4xf32>) -> tensor<4xf32>
  tt.return %1 : tensor<4xf32>
}

// A dimension that was kept in between does not hide the second reduction.
// CHECK-LABEL: @kept_dimension
// CHECK-NEXT: %[[R:.*]] = tt.reshape %arg0 : tensor<4x8xi32> -> tensor<32xi32>
// CHECK-NEXT: %[[S:.*]] = "tt.reduce"(%[[R]])
// CHECK: tt.splat %[[S]] : i32 -> tensor<1xi32>
tt.func private @kept_dimension(%x: tensor<4x8xi32>) -> tensor<1xi32> {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4x8xi32>) -> tensor<4xi32>
  %e = tt.expand_dims %0 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %1 = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4x1xi32>) -> tensor<1xi32>
  tt.return %1 : tensor<1xi32>
}

// CHECK-LABEL: @expanded
// CHECK-NEXT: %[[S:.*]] = "tt.reduce"(%arg0) <{axis = 0 : i32}>
// CHECK: (tensor<4x8xf32>) -> tensor<8xf32>
// CHECK-NEXT: tt.expand_dims %[[S]] {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
tt.func private @expanded(%x: tensor<4x8xf32>) -> tensor<1x8xf32> {
  %e = tt.expand_dims %x {axis = 1 : i32} : tensor<4x8xf32> -> tensor<4x1x8xf32>
  %0 = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x1x8xf32>) -> tensor<1x8xf32>
  tt.return %0 : tensor<1x8xf32>
}

// The sum of the largest is not the largest sum.
// CHECK-LABEL: @different
// CHECK: "tt.reduce"(%arg0) <{axis = 1 : i32}>
// CHECK: arith.maxnumf
// CHECK: "tt.reduce"(%{{.*}}) <{axis = 0 : i32}>
// CHECK: arith.addf
tt.func private @different(%x: tensor<4x8xf32>) -> f32 {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4xf32>) -> f32
  tt.return %1 : f32
}

// The rows are needed, so reducing once more would be more work. Nor are
// subtractions, or products of floats, taken for what can be reordered.
// CHECK-LABEL: @rows_used
// CHECK-COUNT-4: "tt.reduce"
// CHECK-NOT: "tt.reduce"
tt.func private @rows_used(%x: tensor<4x8xi32>, %y: tensor<4x8xf32>) -> (tensor<4xi32>, i32, f32) {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4x8xi32>) -> tensor<4xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4xi32>) -> i32
  %2 = "tt.reduce"(%y) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.mulf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  %3 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.mulf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4xf32>) -> f32
  tt.return %0, %1, %3 : tensor<4xi32>, i32, f32
}

// Sums that don't overflow in one order can in another.
// CHECK-LABEL: @overflow_flags
// CHECK: tt.reshape
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NOT: overflow
// CHECK: tt.return
tt.func private @overflow_flags(%x: tensor<4x8xi32>) -> i32 {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b overflow<nsw> : i32
    tt.reduce.return %s : i32
  }) : (tensor<4x8xi32>) -> tensor<4xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b overflow<nsw> : i32
    tt.reduce.return %s : i32
  }) : (tensor<4xi32>) -> i32
  tt.return %1 : i32
}
