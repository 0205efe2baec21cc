// Layouts print as aliases, as in Triton's dumps.

// RUN: tt-opt %s --verify-roundtrip | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s

// CHECK-DAG: [[B:#blocked[0-9]*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: [[C:#blocked[0-9]*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = {{\[}}[1, 0]]}>
// CHECK-DAG: [[L:#linear[0-9]*]] = #ttg.linear<{register = {{\[}}[0, 1], [0, 2]], lane = {{\[}}[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = {{\[}}[4, 0], [8, 0]], block = []}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#cluster = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1, 0]]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @convert(
  // CHECK-SAME: %arg0: tensor<16x32xf32, [[B]]>, %arg1: tensor<16xf32, #ttg.slice<{dim = 1, parent = [[B]]}>>
  tt.func private @convert(%x: tensor<16x32xf32, #blocked>, %y: tensor<16xf32, #ttg.slice<{dim = 1, parent = #blocked}>>) {
    // CHECK: ttg.convert_layout %arg0 : tensor<16x32xf32, [[B]]> -> tensor<16x32xf32, [[L]]>
    %0 = ttg.convert_layout %x : tensor<16x32xf32, #blocked> -> tensor<16x32xf32, #linear>
    // The layouts are one map, written in two ways.
    // CHECK: arith.addf
    %e = tt.expand_dims %y {axis = 1 : i32} : tensor<16xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xf32, #blocked>
    %b = tt.broadcast %e : tensor<16x1xf32, #blocked> -> tensor<16x32xf32, #linear>
    %1 = arith.addf %0, %b : tensor<16x32xf32, #linear>
    // CHECK: ttg.barrier all
    ttg.barrier all
    // CHECK: ttg.barrier local
    ttg.barrier local
    // CHECK: ttg.barrier local|global_read|global_write
    ttg.barrier local|global_read|global_write
    tt.return
  }
}

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.maxnreg = 128 : i32, ttg.shared = 1024 : i32} {
  // CHECK-LABEL: @clustered(
  // CHECK-SAME: %arg0: tensor<32x32xf32, [[C]]>
  tt.func private @clustered(%x: tensor<32x32xf32, #cluster>) {
    tt.return
  }
}
