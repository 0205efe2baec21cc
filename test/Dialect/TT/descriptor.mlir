// Descriptors in the spelling of each version, and block pointers.

// RUN: tt-opt %s --verify-roundtrip | tt-opt | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: tt-opt %s --tt-syntax=3.8 | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: tt-opt %s --tt-syntax=3.7 | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: tt-opt %s --tt-syntax=3.6 --verify-roundtrip | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: tt-opt %s --tt-syntax=3.6 | tt-opt | FileCheck %s --check-prefixes=CHECK,NEW

// CHECK-LABEL: @access
// NEW-SAME: %arg0: !tt.tensordesc<8x64xf16>, %arg1: !tt.tensordesc<8x64xf16>, %arg2: !tt.tensordesc<1x64xsi32>
// OLD-SAME: %arg0: !tt.tensordesc<tensor<8x64xf16>>, %arg1: !tt.tensordesc<tensor<8x64xf16>>, %arg2: !tt.tensordesc<tensor<1x64xsi32>>
tt.func @access(%d: !tt.tensordesc<8x64xf16>, %e: !tt.tensordesc<tensor<8x64xf16>>, %r: !tt.tensordesc<1x64xsi32>,
                %p: !tt.ptr<f16>, %i: i32, %s: i64, %rows: tensor<32xi32>) {
  %one = arith.constant 1 : i64
  // NEW: tt.make_tensor_descriptor %arg3, [%arg4, %arg4], [%arg5, %{{.*}}] : <f16>, <8x64xf16>
  // OLD: tt.make_tensor_descriptor %arg3, [%arg4, %arg4], [%arg5, %{{.*}}] : <f16>, <tensor<8x64xf16>>
  %0 = tt.make_tensor_descriptor %p, [%i, %i], [%s, %one] : <f16>, <8x64xf16>
  // CHECK: tt.make_tensor_descriptor {{.*}} {padding = 2 : i32} : <f16>
  %1 = tt.make_tensor_descriptor %p, [%i, %i], [%s, %one] {padding = 2 : i32} : <f16>, <tensor<8x64xf16>>
  // NEW: %[[T:.*]] = tt.descriptor_load %arg0[%arg4, %arg4] : !tt.tensordesc<8x64xf16> -> tensor<8x64xf16>
  // OLD: %[[T:.*]] = tt.descriptor_load %arg0[%arg4, %arg4] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  %t = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x64xf16> -> tensor<8x64xf16>
  // CHECK: tt.descriptor_store %arg1[%arg4, %arg4], %[[T]] : !tt.tensordesc<
  // CHECK-SAME: 8x64xf16>
  tt.descriptor_store %e[%i, %i], %t : !tt.tensordesc<8x64xf16>, tensor<8x64xf16>
  // CHECK: tt.descriptor_reduce max, %arg1[%arg4, %arg4], %[[T]] :
  tt.descriptor_reduce max, %e[%i, %i], %t : !tt.tensordesc<8x64xf16>, tensor<8x64xf16>
  // The sign is the descriptor's alone; leading ones may be dropped.
  // CHECK: tt.descriptor_load %arg2[%arg4, %arg4] {{.*}} -> tensor<64xi32>
  %u = tt.descriptor_load %r[%i, %i] : !tt.tensordesc<1x64xsi32> -> tensor<64xi32>
  // NEW: %[[G:.*]] = tt.descriptor_gather %arg2[%arg6, %arg4] : (!tt.tensordesc<1x64xsi32>, tensor<32xi32>, i32) -> tensor<32x64xi32>
  // OLD: %[[G:.*]] = tt.descriptor_gather %arg2[%arg6, %arg4] : (!tt.tensordesc<tensor<1x64xsi32>>, tensor<32xi32>, i32) -> tensor<32x64xi32>
  %g = tt.descriptor_gather %r[%rows, %i] : (!tt.tensordesc<1x64xsi32>, tensor<32xi32>, i32) -> tensor<32x64xi32>
  // CHECK: tt.descriptor_scatter %arg2[%arg6, %arg4], %[[G]] : !tt.tensordesc<
  // CHECK-SAME: tensor<32xi32>, i32, tensor<32x64xi32>
  tt.descriptor_scatter %r[%rows, %i], %g : !tt.tensordesc<1x64xsi32>, tensor<32xi32>, i32, tensor<32x64xi32>
  tt.return
}

// CHECK-LABEL: @block_pointers
tt.func @block_pointers(%p: !tt.ptr<f16>, %i: i32, %s: i64) {
  // CHECK: %[[B:.*]] = tt.make_tensor_ptr %arg0, [%arg2, %arg2], [%arg2, %arg2], [%arg1, %arg1] {order = array<i32: 1, 0>} : <tensor<64x32xf16>>
  %b = tt.make_tensor_ptr %p, [%s, %s], [%s, %s], [%i, %i] {order = array<i32: 1, 0>} : <tensor<64x32xf16>>
  // CHECK: %[[C:.*]] = tt.advance %[[B]], [%arg1, %arg1] : <tensor<64x32xf16>>
  %c = tt.advance %b, [%i, %i] : <tensor<64x32xf16>>
  // CHECK: %[[V:.*]] = tt.load %[[C]] {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<64x32xf16>>
  %v = tt.load %c {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<64x32xf16>>
  // CHECK: tt.store %[[C]], %[[V]] {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<64x32xf16>>
  tt.store %c, %v {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<64x32xf16>>
  tt.return
}
