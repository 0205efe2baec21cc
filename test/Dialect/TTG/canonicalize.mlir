// RUN: tt-opt %s --canonicalize | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @convert_to_itself
  // CHECK-NEXT: tt.return %arg0
  tt.func private @convert_to_itself(%x: tensor<512xf32, #a>) -> tensor<512xf32, #a> {
    %0 = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32, #a>
    tt.return %0 : tensor<512xf32, #a>
  }

  // CHECK-LABEL: @two_converts
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %arg0 : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
  // CHECK-NEXT: tt.return %[[C]]
  tt.func private @two_converts(%x: tensor<512xf32, #a>) -> tensor<512xf32, #c> {
    %0 = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32, #b>
    %1 = ttg.convert_layout %0 : tensor<512xf32, #b> -> tensor<512xf32, #c>
    tt.return %1 : tensor<512xf32, #c>
  }

  // CHECK-LABEL: @there_and_back
  // CHECK-NEXT: tt.return %arg0
  tt.func private @there_and_back(%x: tensor<512xf32, #a>) -> tensor<512xf32, #a> {
    %0 = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32, #b>
    %1 = ttg.convert_layout %0 : tensor<512xf32, #b> -> tensor<512xf32, #a>
    tt.return %1 : tensor<512xf32, #a>
  }

  // CHECK-LABEL: @constant
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<3> : tensor<512xi32, #blocked2>
  // CHECK-NEXT: tt.return %[[C]]
  tt.func private @constant() -> tensor<512xi32, #b> {
    %c = arith.constant dense<3> : tensor<512xi32, #a>
    %0 = ttg.convert_layout %c : tensor<512xi32, #a> -> tensor<512xi32, #b>
    tt.return %0 : tensor<512xi32, #b>
  }

  // CHECK-LABEL: @barriers_stay
  // CHECK-NEXT: ttg.barrier all
  // CHECK-NEXT: ttg.barrier local
  tt.func private @barriers_stay() {
    ttg.barrier all
    ttg.barrier local
    tt.return
  }

  // CHECK-LABEL: @views_that_change_nothing
  // CHECK-NEXT: tt.return %arg0
  tt.func private @views_that_change_nothing(%m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable> {
    %0 = ttg.memdesc_trans %m {order = array<i32: 0, 1>} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %1 = ttg.memdesc_reshape %0 : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %2 = ttg.memdesc_reinterpret %1 : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    tt.return %2 : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  }

  // A transpose of a square piece is none of them.
  // CHECK-LABEL: @transpose_stays
  // CHECK-NEXT: ttg.memdesc_trans
  tt.func private @transpose_stays(%m: !ttg.memdesc<64x64xf16, #tmem, #ttng.tensor_memory, mutable>) -> !ttg.memdesc<64x64xf16, #tmem, #ttng.tensor_memory, mutable> {
    %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<64x64xf16, #tmem, #ttng.tensor_memory, mutable>
    tt.return %0 : !ttg.memdesc<64x64xf16, #tmem, #ttng.tensor_memory, mutable>
  }
}
