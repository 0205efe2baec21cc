// RUN: tt-opt %s --tt-shrink-tiles | FileCheck %s

// CHECK-LABEL: @rows_first
// CHECK: %[[R:.*]] = arith.addi %arg0, %arg2 : tensor<1x32xi32>
// CHECK: %[[B:.*]] = tt.broadcast %[[R]] : tensor<1x32xi32> -> tensor<64x32xi32>
// CHECK: arith.addi %{{.*}}, %[[B]] : tensor<64x32xi32>
// CHECK-NOT: arith.addi
tt.func private @rows_first(%a: tensor<1x32xi32>, %b: tensor<64x1xi32>, %c: tensor<1x32xi32>) -> tensor<64x32xi32> {
  %0 = tt.broadcast %a : tensor<1x32xi32> -> tensor<64x32xi32>
  %1 = tt.broadcast %b : tensor<64x1xi32> -> tensor<64x32xi32>
  %2 = tt.broadcast %c : tensor<1x32xi32> -> tensor<64x32xi32>
  %3 = arith.addi %0, %1 : tensor<64x32xi32>
  %4 = arith.addi %3, %2 : tensor<64x32xi32>
  tt.return %4 : tensor<64x32xi32>
}

// What was promised of the old sums does not hold of the new ones.
// CHECK-LABEL: @scalars_first
// CHECK: %[[S:.*]] = arith.addi %arg1, %arg2 : i32
// CHECK: %[[T:.*]] = tt.splat %[[S]]
// CHECK: arith.addi %arg0, %[[T]] : tensor<64xi32>
tt.func private @scalars_first(%r: tensor<64xi32>, %a: i32, %b: i32) -> tensor<64xi32> {
  %0 = tt.splat %a : i32 -> tensor<64xi32>
  %1 = tt.splat %b : i32 -> tensor<64xi32>
  %2 = arith.addi %r, %0 overflow<nsw> : tensor<64xi32>
  %3 = arith.addi %1, %2 overflow<nsw> : tensor<64xi32>
  tt.return %3 : tensor<64xi32>
}

// CHECK-LABEL: @masks
// CHECK: arith.andi %arg0, %arg2 : tensor<1x32xi1>
tt.func private @masks(%a: tensor<1x32xi1>, %b: tensor<64x1xi1>, %c: tensor<1x32xi1>) -> tensor<64x32xi1> {
  %0 = tt.broadcast %a : tensor<1x32xi1> -> tensor<64x32xi1>
  %1 = tt.broadcast %b : tensor<64x1xi1> -> tensor<64x32xi1>
  %2 = tt.broadcast %c : tensor<1x32xi1> -> tensor<64x32xi1>
  %3 = arith.andi %0, %1 : tensor<64x32xi1>
  %4 = arith.andi %3, %2 : tensor<64x32xi1>
  tt.return %4 : tensor<64x32xi1>
}

// CHECK-LABEL: @floats_stay
// CHECK: %[[A:.*]] = arith.addf %arg0, %{{.*}} : tensor<64xf32>
// CHECK: arith.addf %[[A]], %{{.*}} : tensor<64xf32>
tt.func private @floats_stay(%r: tensor<64xf32>, %a: f32, %b: f32) -> tensor<64xf32> {
  %0 = tt.splat %a : f32 -> tensor<64xf32>
  %1 = tt.splat %b : f32 -> tensor<64xf32>
  %2 = arith.addf %r, %0 : tensor<64xf32>
  %3 = arith.addf %2, %1 : tensor<64xf32>
  tt.return %3 : tensor<64xf32>
}

// The inner sum is needed anyway.
// CHECK-LABEL: @used_twice
// CHECK: %[[A:.*]] = arith.addi %arg0, %{{.*}} : tensor<64xi32>
// CHECK: arith.addi %[[A]], %{{.*}} : tensor<64xi32>
tt.func private @used_twice(%r: tensor<64xi32>, %a: i32, %b: i32) -> (tensor<64xi32>, tensor<64xi32>) {
  %0 = tt.splat %a : i32 -> tensor<64xi32>
  %1 = tt.splat %b : i32 -> tensor<64xi32>
  %2 = arith.addi %r, %0 : tensor<64xi32>
  %3 = arith.addi %2, %1 : tensor<64xi32>
  tt.return %2, %3 : tensor<64xi32>, tensor<64xi32>
}

// CHECK-LABEL: @pointers
// CHECK: %[[P:.*]] = tt.addptr %arg0, %arg2 : !tt.ptr<f32>, i64
// CHECK: %[[T:.*]] = tt.splat %[[P]]
// CHECK: tt.addptr %[[T]], %arg1 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
tt.func private @pointers(%p: !tt.ptr<f32>, %r: tensor<64xi32>, %a: i64) -> tensor<64x!tt.ptr<f32>> {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %1 = tt.splat %a : i64 -> tensor<64xi64>
  %2 = tt.addptr %0, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %3 = tt.addptr %2, %1 : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
  tt.return %3 : tensor<64x!tt.ptr<f32>>
}
