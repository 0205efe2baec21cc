// RUN: tt-opt %s --tt-combine | FileCheck %s

// CHECK-LABEL: @select_of_load
// CHECK-NEXT: %[[X:.*]] = tt.load %arg0, %arg1, %arg2
// CHECK-NEXT: tt.return %[[X]]
tt.func private @select_of_load(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %z: tensor<64xf32>) -> tensor<64xf32> {
  %0 = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %1 = arith.select %m, %0, %z : tensor<64xi1>, tensor<64xf32>
  tt.return %1 : tensor<64xf32>
}

// The load's own other value is seen nowhere.
// CHECK-LABEL: @select_of_load_with_other
// CHECK: %[[X:.*]] = tt.load %arg0, %arg1, %arg2
// CHECK-NEXT: tt.return %[[X]]
tt.func private @select_of_load_with_other(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %z: tensor<64xf32>) -> tensor<64xf32> {
  %c = arith.constant dense<0.0> : tensor<64xf32>
  %0 = tt.load %p, %m, %c : tensor<64x!tt.ptr<f32>>
  %1 = arith.select %m, %0, %z : tensor<64xi1>, tensor<64xf32>
  tt.return %1 : tensor<64xf32>
}

// CHECK-LABEL: @select_comes_too_late
// CHECK: tt.load %arg0, %arg1 :
// CHECK: arith.select
tt.func private @select_comes_too_late(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %z: tensor<64xf32>) -> tensor<64xf32> {
  %0 = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %1 = arith.addf %z, %z : tensor<64xf32>
  %2 = arith.select %m, %0, %1 : tensor<64xi1>, tensor<64xf32>
  tt.return %2 : tensor<64xf32>
}

// CHECK-LABEL: @select_by_another_mask
// CHECK: arith.select
tt.func private @select_by_another_mask(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %n: tensor<64xi1>, %z: tensor<64xf32>) -> tensor<64xf32> {
  %0 = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %1 = arith.select %n, %0, %z : tensor<64xi1>, tensor<64xf32>
  tt.return %1 : tensor<64xf32>
}

// CHECK-LABEL: @select_where_masked_off
// CHECK: arith.select %arg1, %arg2, %arg3
tt.func private @select_where_masked_off(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %y: tensor<64xf32>, %z: tensor<64xf32>) -> tensor<64xf32> {
  %0 = tt.load %p, %m, %z : tensor<64x!tt.ptr<f32>>
  %1 = arith.select %m, %y, %0 : tensor<64xi1>, tensor<64xf32>
  tt.return %1 : tensor<64xf32>
}

// CHECK-LABEL: @select_in_store
// CHECK-NEXT: tt.store %arg0, %arg2, %arg1
tt.func private @select_in_store(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %y: tensor<64xf32>, %z: tensor<64xf32>) {
  %0 = arith.select %m, %y, %z : tensor<64xi1>, tensor<64xf32>
  tt.store %p, %0, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: @extended_offset
// CHECK-NEXT: tt.addptr %arg0, %arg1 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
tt.func private @extended_offset(%p: tensor<64x!tt.ptr<f32>>, %i: tensor<64xi32>) -> tensor<64x!tt.ptr<f32>> {
  %0 = arith.extsi %i : tensor<64xi32> to tensor<64xi64>
  %1 = tt.addptr %p, %0 : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
  tt.return %1 : tensor<64x!tt.ptr<f32>>
}

// Without the sign it is another offset.
// CHECK-LABEL: @zero_extended_offset
// CHECK: tt.addptr %arg0, %{{.*}} : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
tt.func private @zero_extended_offset(%p: tensor<64x!tt.ptr<f32>>, %i: tensor<64xi32>) -> tensor<64x!tt.ptr<f32>> {
  %0 = arith.extui %i : tensor<64xi32> to tensor<64xi64>
  %1 = tt.addptr %p, %0 : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
  tt.return %1 : tensor<64x!tt.ptr<f32>>
}

// CHECK-LABEL: @dot_and_sum
// CHECK: %[[D:.*]] = tt.dot %arg0, %arg1, %arg2
// CHECK-NEXT: tt.return %[[D]]
tt.func private @dot_and_sum(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  %0 = tt.dot %a, %b, %z : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = arith.addf %c, %0 : tensor<16x16xf32>
  tt.return %1 : tensor<16x16xf32>
}

// The dot waits for what it is added to.
// CHECK-LABEL: @dot_and_later_sum
// CHECK: %[[C:.*]] = arith.addi %arg2, %arg2
// CHECK-NEXT: %[[D:.*]] = tt.dot %arg0, %arg1, %[[C]]
// CHECK-NEXT: tt.return %[[D]]
tt.func private @dot_and_later_sum(%a: tensor<16x16xi8>, %b: tensor<16x16xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %z = arith.constant dense<0> : tensor<16x16xi32>
  %0 = tt.dot %a, %b, %z : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xi32>
  %1 = arith.addi %c, %c : tensor<16x16xi32>
  %2 = arith.addi %0, %1 : tensor<16x16xi32>
  tt.return %2 : tensor<16x16xi32>
}

// CHECK-LABEL: @dot_with_accumulator
// CHECK: arith.addf
tt.func private @dot_with_accumulator(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tt.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = arith.addf %0, %c : tensor<16x16xf32>
  tt.return %1 : tensor<16x16xf32>
}

// Partial sums are asked for, to be added with full precision.
// CHECK-LABEL: @dot_with_partial_sums
// CHECK: arith.addf
tt.func private @dot_with_partial_sums(%a: tensor<32x32xf8E5M2>, %b: tensor<32x32xf8E5M2>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %z = arith.constant dense<0.0> : tensor<32x32xf32>
  %0 = tt.dot %a, %b, %z {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  %1 = arith.addf %0, %c : tensor<32x32xf32>
  tt.return %1 : tensor<32x32xf32>
}
