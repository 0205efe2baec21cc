// RUN: tt-opt %s --verify-roundtrip | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s

// CHECK-LABEL: @dot
tt.func private @dot(%a: tensor<16x32xf16>, %b: tensor<32x64xf16>, %c: tensor<16x64xf32>) {
  // CHECK: tt.dot %arg0, %arg1, %arg2 : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>
  // CHECK: tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16>
  %1 = tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>
  // CHECK: tt.dot {{.*}}, inputPrecision = bf16x6 :
  %2 = tt.dot %a, %b, %c, inputPrecision = bf16x6 : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>
  tt.return
}

// CHECK-LABEL: @batch
tt.func private @batch(%a: tensor<4x16x32xi8>, %b: tensor<4x32x16xi8>, %c: tensor<4x16x16xi32>) {
  // CHECK: tt.dot %arg0, %arg1, %arg2 : tensor<4x16x32xi8> * tensor<4x32x16xi8> -> tensor<4x16x16xi32>
  %0 = tt.dot %a, %b, %c : tensor<4x16x32xi8> * tensor<4x32x16xi8> -> tensor<4x16x16xi32>
  tt.return
}

// CHECK-LABEL: @scaled
tt.func private @scaled(%a: tensor<32x64xi8>, %sa: tensor<32x4xi8>, %b: tensor<128x32xf8E4M3FN>, %sb: tensor<32x8xf8E4M3FN>, %c: tensor<32x32xf32>) {
  // CHECK: tt.dot_scaled %arg0 scale %arg1, %arg2 scale %arg3, %arg4 lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<32x64xi8>, tensor<32x4xi8> * tensor<128x32xf8E4M3FN>, tensor<32x8xf8E4M3FN> -> tensor<32x32xf32>
  %0 = tt.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<32x64xi8>, tensor<32x4xi8> * tensor<128x32xf8E4M3FN>, tensor<32x8xf8E4M3FN> -> tensor<32x32xf32>
  // CHECK: tt.dot_scaled %arg0, %arg2 scale %arg3, %arg4 lhs = e2m1 rhs = e4m3 {fastMath = true} : tensor<32x64xi8> * tensor<128x32xf8E4M3FN>, tensor<32x8xf8E4M3FN> -> tensor<32x32xf32>
  %1 = tt.dot_scaled %a, %b scale %sb, %c lhs = e2m1 rhs = e4m3 {fastMath = true} : tensor<32x64xi8> * tensor<128x32xf8E4M3FN>, tensor<32x8xf8E4M3FN> -> tensor<32x32xf32>
  tt.return
}

// Four-bit elements packed along M and N instead of K.
// CHECK-LABEL: @packed
tt.func private @packed(%a: tensor<16x64xi8>, %b: tensor<64x16xi8>, %c: tensor<32x32xf32>) {
  // CHECK: {fastMath = false, lhs_k_pack = false, rhs_k_pack = false}
  %0 = tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = false, rhs_k_pack = false} : tensor<16x64xi8> * tensor<64x16xi8> -> tensor<32x32xf32>
  tt.return
}
