// RUN: tt-opt %s --tt-simplify=form-dots --remarks-filter=tt-optimize --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: tt-opt %s --tt-simplify=form-dots | tt-opt --tt-simplify=form-dots | FileCheck %s
// RUN: tt-opt %s --tt-simplify | FileCheck %s --check-prefix=OFF

// Without the option, products are products.
// OFF-NOT: tt.dot

// CHECK-LABEL: @middle
// CHECK-NEXT: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<16x8xf32>
// CHECK-NEXT: %[[D:.*]] = tt.dot %arg0, %arg1, %[[Z]] : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
// CHECK-NEXT: tt.return %[[D]]
// REMARK: products are summed by a dot, added in another order: off by at most 31 * 2^-23 of the sum of magnitudes"
tt.func private @middle(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>) -> tensor<16x8xf32> {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16x32xf16> -> tensor<16x32x1xf16>
  %1 = arith.extf %0 : tensor<16x32x1xf16> to tensor<16x32x1xf32>
  %2 = tt.broadcast %1 : tensor<16x32x1xf32> -> tensor<16x32x8xf32>
  %3 = tt.expand_dims %b {axis = 0 : i32} : tensor<32x8xf16> -> tensor<1x32x8xf16>
  %4 = tt.broadcast %3 : tensor<1x32x8xf16> -> tensor<16x32x8xf16>
  %5 = arith.extf %4 : tensor<16x32x8xf16> to tensor<16x32x8xf32>
  %6 = arith.mulf %5, %2 : tensor<16x32x8xf32>
  %7 = "tt.reduce"(%6) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x8xf32>) -> tensor<16x8xf32>
  tt.return %7 : tensor<16x8xf32>
}

// Along the last dimension, where the second factor is a transposed matrix, and
// into an accumulator. Integers are exact.
// CHECK-LABEL: @last
// CHECK: %[[B:.*]] = tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<16x32xi8> -> tensor<32x16xi8>
// CHECK-NEXT: %[[D:.*]] = tt.dot %arg0, %[[B]], %arg2 : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xi32>
// CHECK-NEXT: tt.return %[[D]]
// REMARK: products are summed by a dot"
tt.func private @last(%a: tensor<16x32xi8>, %b: tensor<16x32xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %0 = arith.extsi %a : tensor<16x32xi8> to tensor<16x32xi32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<16x32xi32> -> tensor<16x1x32xi32>
  %2 = tt.broadcast %1 : tensor<16x1x32xi32> -> tensor<16x16x32xi32>
  %3 = arith.extsi %b : tensor<16x32xi8> to tensor<16x32xi32>
  %4 = tt.expand_dims %3 {axis = 0 : i32} : tensor<16x32xi32> -> tensor<1x16x32xi32>
  %5 = tt.broadcast %4 : tensor<1x16x32xi32> -> tensor<16x16x32xi32>
  %6 = arith.muli %2, %5 : tensor<16x16x32xi32>
  %7 = "tt.reduce"(%6) <{axis = 2 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tt.reduce.return %s : i32
  }) : (tensor<16x16x32xi32>) -> tensor<16x16xi32>
  %8 = arith.addi %7, %c : tensor<16x16xi32>
  tt.return %8 : tensor<16x16xi32>
}

// Along the first dimension, 8-bit floats.
// CHECK-LABEL: @first
// CHECK: %[[A:.*]] = tt.trans %arg0 {order = array<i32: 1, 0>}
// CHECK: tt.dot %[[A]], %arg1, %{{.*}} : tensor<16x32xf8E4M3FN> * tensor<32x8xf8E4M3FN> -> tensor<16x8xf32>
tt.func private @first(%a: tensor<32x16xf8E4M3FN>, %b: tensor<32x8xf8E4M3FN>) -> tensor<16x8xf32> {
  %0 = tt.fp_to_fp %a : tensor<32x16xf8E4M3FN> -> tensor<32x16xf32>
  %1 = tt.expand_dims %0 {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
  %2 = tt.broadcast %1 : tensor<32x16x1xf32> -> tensor<32x16x8xf32>
  %3 = tt.fp_to_fp %b : tensor<32x8xf8E4M3FN> -> tensor<32x8xf32>
  %4 = tt.expand_dims %3 {axis = 1 : i32} : tensor<32x8xf32> -> tensor<32x1x8xf32>
  %5 = tt.broadcast %4 : tensor<32x1x8xf32> -> tensor<32x16x8xf32>
  %6 = arith.mulf %2, %5 : tensor<32x16x8xf32>
  %7 = "tt.reduce"(%6) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x16x8xf32>) -> tensor<16x8xf32>
  tt.return %7 : tensor<16x8xf32>
}

// Not where products would be rounded: f32, or multiplied as f16.
// CHECK-LABEL: @rounded
// CHECK-NOT: tt.dot
// CHECK: tt.return
tt.func private @rounded(%a: tensor<16x32xf32>, %b: tensor<32x8xf32>, %c: tensor<16x32xf16>, %d: tensor<32x8xf16>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
  %1 = tt.broadcast %0 : tensor<16x32x1xf32> -> tensor<16x32x8xf32>
  %2 = tt.expand_dims %b {axis = 0 : i32} : tensor<32x8xf32> -> tensor<1x32x8xf32>
  %3 = tt.broadcast %2 : tensor<1x32x8xf32> -> tensor<16x32x8xf32>
  %4 = arith.mulf %1, %3 : tensor<16x32x8xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x8xf32>) -> tensor<16x8xf32>
  %6 = tt.expand_dims %c {axis = 2 : i32} : tensor<16x32xf16> -> tensor<16x32x1xf16>
  %7 = tt.broadcast %6 : tensor<16x32x1xf16> -> tensor<16x32x8xf16>
  %8 = tt.expand_dims %d {axis = 0 : i32} : tensor<32x8xf16> -> tensor<1x32x8xf16>
  %9 = tt.broadcast %8 : tensor<1x32x8xf16> -> tensor<16x32x8xf16>
  %10 = arith.mulf %7, %9 : tensor<16x32x8xf16>
  %11 = arith.extf %10 : tensor<16x32x8xf16> to tensor<16x32x8xf32>
  %12 = "tt.reduce"(%11) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x8xf32>) -> tensor<16x8xf32>
  tt.return %5, %12 : tensor<16x8xf32>, tensor<16x8xf32>
}

// Nor where a tensor core would mostly compute nothing, nor where the sum runs
// along a dimension that one factor does not have.
// CHECK-LABEL: @too_small
// CHECK-NOT: tt.dot
// CHECK: tt.return
tt.func private @too_small(%a: tensor<8x32xf16>, %b: tensor<32x8xf16>) -> (tensor<8x8xf32>, tensor<32x8xf32>) {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<8x32xf16> -> tensor<8x32x1xf16>
  %1 = arith.extf %0 : tensor<8x32x1xf16> to tensor<8x32x1xf32>
  %2 = tt.broadcast %1 : tensor<8x32x1xf32> -> tensor<8x32x8xf32>
  %3 = tt.expand_dims %b {axis = 0 : i32} : tensor<32x8xf16> -> tensor<1x32x8xf16>
  %4 = arith.extf %3 : tensor<1x32x8xf16> to tensor<1x32x8xf32>
  %5 = tt.broadcast %4 : tensor<1x32x8xf32> -> tensor<8x32x8xf32>
  %6 = arith.mulf %2, %5 : tensor<8x32x8xf32>
  %7 = "tt.reduce"(%6) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x32x8xf32>) -> tensor<8x8xf32>
  %8 = "tt.reduce"(%6) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x32x8xf32>) -> tensor<32x8xf32>
  tt.return %7, %8 : tensor<8x8xf32>, tensor<32x8xf32>
}
