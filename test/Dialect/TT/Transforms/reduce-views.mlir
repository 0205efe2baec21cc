// RUN: tt-opt %s --tt-shrink-tiles | FileCheck %s

// CHECK-LABEL: @extent_one
// CHECK-NEXT: %[[R:.*]] = tt.reshape %arg0 : tensor<64x1xf32> -> tensor<64xf32>
// CHECK-NEXT: tt.return %[[R]]
tt.func private @extent_one(%a: tensor<64x1xf32>) -> tensor<64xf32> {
  %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<64x1xf32>) -> tensor<64xf32>
  tt.return %0 : tensor<64xf32>
}

// With several operands, too; there is nothing to combine, whatever it does.
// CHECK-LABEL: @extent_one_argmax
// CHECK-NEXT: %[[V:.*]] = tt.reshape %arg0 : tensor<1x64xf32> -> tensor<64xf32>
// CHECK-NEXT: %[[I:.*]] = tt.splat %arg1 : i32 -> tensor<64xi32>
// CHECK-NEXT: tt.return %[[V]], %[[I]]
tt.func private @extent_one_argmax(%a: tensor<1x64xf32>, %n: i32) -> (tensor<64xf32>, tensor<64xi32>) {
  %i = tt.splat %n : i32 -> tensor<1x64xi32>
  %0:2 = "tt.reduce"(%a, %i) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %k: i32, %y: f32, %l: i32):
    %g = arith.cmpf ogt, %x, %y : f32
    %s = arith.select %g, %x, %y : f32
    %t = arith.select %g, %k, %l : i32
    tt.reduce.return %s, %t : f32, i32
  }) : (tensor<1x64xf32>, tensor<1x64xi32>) -> (tensor<64xf32>, tensor<64xi32>)
  tt.return %0#0, %0#1 : tensor<64xf32>, tensor<64xi32>
}

// CHECK-LABEL: @extent_one_scan
// CHECK-NEXT: tt.return %arg0
tt.func private @extent_one_scan(%a: tensor<1x64xf32>) -> tensor<1x64xf32> {
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.scan.return %s : f32
  }) : (tensor<1x64xf32>) -> tensor<1x64xf32>
  tt.return %0 : tensor<1x64xf32>
}

// CHECK-LABEL: @one_element
// CHECK-NEXT: %[[R:.*]] = tt.unsplat %arg0 : tensor<1xf32>
// CHECK-NEXT: tt.return %[[R]]
tt.func private @one_element(%a: tensor<1xf32>) -> f32 {
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<1xf32>) -> f32
  tt.return %0 : f32
}

// CHECK-LABEL: @largest_of_equals
// CHECK-NEXT: tt.return %arg0
tt.func private @largest_of_equals(%a: f32) -> f32 {
  %t = tt.splat %a : f32 -> tensor<64xf32>
  %0 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.maxnumf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %0 : f32
}

// 64 times the value, not the value.
// CHECK-LABEL: @sum_of_equals
// CHECK: tt.reduce
tt.func private @sum_of_equals(%a: f32) -> f32 {
  %t = tt.splat %a : f32 -> tensor<64xf32>
  %0 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %0 : f32
}

// CHECK-LABEL: @equal_rows
// CHECK-NEXT: %[[R:.*]] = "tt.reduce"(%arg0) <{axis = 2 : i32}>
// CHECK: (tensor<1x4x8xf32>) -> tensor<1x4xf32>
// CHECK-NEXT: tt.broadcast %[[R]] : tensor<1x4xf32> -> tensor<2x4xf32>
tt.func private @equal_rows(%a: tensor<1x4x8xf32>) -> tensor<2x4xf32> {
  %t = tt.broadcast %a : tensor<1x4x8xf32> -> tensor<2x4x8xf32>
  %0 = "tt.reduce"(%t) <{axis = 2 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<2x4x8xf32>) -> tensor<2x4xf32>
  tt.return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @transposed
// CHECK-NEXT: %[[R:.*]] = "tt.reduce"(%arg0) <{axis = 0 : i32}>
// CHECK: (tensor<2x4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: tt.trans %[[R]] {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
tt.func private @transposed(%a: tensor<2x4x8xf32>) -> tensor<8x4xf32> {
  %t = tt.trans %a {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  %0 = "tt.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x2x4xf32>) -> tensor<8x4xf32>
  tt.return %0 : tensor<8x4xf32>
}
