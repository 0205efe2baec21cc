// RUN: tt-opt %s --tt-shrink-tiles | FileCheck %s

// CHECK-LABEL: @expand_of_broadcast
// CHECK-NEXT: %[[E:.*]] = tt.expand_dims %arg0 {axis = 0 : i32} : tensor<64x1xf32> -> tensor<1x64x1xf32>
// CHECK-NEXT: tt.broadcast %[[E]] : tensor<1x64x1xf32> -> tensor<1x64x32xf32>
tt.func private @expand_of_broadcast(%a: tensor<64x1xf32>) -> tensor<1x64x32xf32> {
  %0 = tt.broadcast %a : tensor<64x1xf32> -> tensor<64x32xf32>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64x32xf32> -> tensor<1x64x32xf32>
  tt.return %1 : tensor<1x64x32xf32>
}

// CHECK-LABEL: @trans_of_broadcast
// CHECK-NEXT: %[[T:.*]] = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<64x1xf32> -> tensor<1x64xf32>
// CHECK-NEXT: tt.broadcast %[[T]] : tensor<1x64xf32> -> tensor<32x64xf32>
tt.func private @trans_of_broadcast(%a: tensor<64x1xf32>) -> tensor<32x64xf32> {
  %0 = tt.broadcast %a : tensor<64x1xf32> -> tensor<64x32xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<32x64xf32>
  tt.return %1 : tensor<32x64xf32>
}

// CHECK-LABEL: @trans_of_trans
// CHECK-NEXT: tt.trans %arg0 {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
tt.func private @trans_of_trans(%a: tensor<2x4x8xf32>) -> tensor<8x2x4xf32> {
  %0 = tt.trans %a {order = array<i32: 1, 2, 0>} : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 2, 0>} : tensor<4x8x2xf32> -> tensor<8x2x4xf32>
  tt.return %1 : tensor<8x2x4xf32>
}

// CHECK-LABEL: @trans_back
// CHECK-NEXT: tt.return %arg0
tt.func private @trans_back(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<8x4xf32> -> tensor<4x8xf32>
  tt.return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: @trans_of_expanded
// CHECK-NEXT: tt.expand_dims %arg0 {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
tt.func private @trans_of_expanded(%a: tensor<64xf32>) -> tensor<1x64xf32> {
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x1xf32> -> tensor<1x64xf32>
  tt.return %1 : tensor<1x64xf32>
}

// CHECK-LABEL: @trans_of_expanded_matrix
// CHECK-NEXT: %[[T:.*]] = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
// CHECK-NEXT: tt.expand_dims %[[T]] {axis = 1 : i32} : tensor<8x4xf32> -> tensor<8x1x4xf32>
tt.func private @trans_of_expanded_matrix(%a: tensor<4x8xf32>) -> tensor<8x1x4xf32> {
  %0 = tt.expand_dims %a {axis = 0 : i32} : tensor<4x8xf32> -> tensor<1x4x8xf32>
  %1 = tt.trans %0 {order = array<i32: 2, 0, 1>} : tensor<1x4x8xf32> -> tensor<8x1x4xf32>
  tt.return %1 : tensor<8x1x4xf32>
}

// CHECK-LABEL: @reshape_of_expanded
// CHECK-NEXT: tt.reshape %arg0 : tensor<64xf32> -> tensor<8x8xf32>
tt.func private @reshape_of_expanded(%a: tensor<64xf32>) -> tensor<8x8xf32> {
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %1 = tt.reshape %0 : tensor<64x1xf32> -> tensor<8x8xf32>
  tt.return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: @expand_of_reshaped
// CHECK-NEXT: tt.reshape %arg0 : tensor<64xf32> -> tensor<8x1x8xf32>
tt.func private @expand_of_reshaped(%a: tensor<64xf32>) -> tensor<8x1x8xf32> {
  %0 = tt.reshape %a : tensor<64xf32> -> tensor<8x8xf32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<8x8xf32> -> tensor<8x1x8xf32>
  tt.return %1 : tensor<8x1x8xf32>
}

// CHECK-LABEL: @reshape_that_expands
// CHECK-NEXT: tt.expand_dims %arg0 {axis = 1 : i32} : tensor<8x8xf32> -> tensor<8x1x8xf32>
tt.func private @reshape_that_expands(%a: tensor<8x8xf32>) -> tensor<8x1x8xf32> {
  %0 = tt.reshape %a : tensor<8x8xf32> -> tensor<8x1x8xf32>
  tt.return %0 : tensor<8x1x8xf32>
}

// CHECK-LABEL: @join_of_split
// CHECK-NEXT: tt.return %arg0
tt.func private @join_of_split(%a: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %0, %1 = tt.split %a : tensor<8x2xf32> -> tensor<8xf32>
  %2 = tt.join %0, %1 : tensor<8xf32> -> tensor<8x2xf32>
  tt.return %2 : tensor<8x2xf32>
}

// The other way round the halves trade places.
// CHECK-LABEL: @join_of_swapped
// CHECK: tt.join
tt.func private @join_of_swapped(%a: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %0, %1 = tt.split %a : tensor<8x2xf32> -> tensor<8xf32>
  %2 = tt.join %1, %0 : tensor<8xf32> -> tensor<8x2xf32>
  tt.return %2 : tensor<8x2xf32>
}
