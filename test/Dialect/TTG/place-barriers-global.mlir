// RUN: tt-opt --split-input-file --ttg-place-barriers %s | FileCheck %s

// All threads load a scalar and the first one stores it: the store waits for
// the loads.

// CHECK-LABEL: @clear
// CHECK: tt.load
// CHECK: ttg.barrier all
// CHECK-NEXT: tt.store
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @clear(%x: !tt.ptr<f32>) {
    %v = tt.load %x : !tt.ptr<f32>
    %zero = arith.constant 0.0 : f32
    tt.store %x, %zero : !tt.ptr<f32>
    tt.return
  }
}

// -----

// A load by all threads sees what the first one stored before.

// CHECK-LABEL: @read_back
// CHECK: tt.store
// CHECK: ttg.barrier all
// CHECK-NEXT: tt.load
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @read_back(%x: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0.0 : f32
    %p = tt.addptr %x, %n : !tt.ptr<f32>, i32
    tt.store %x, %zero : !tt.ptr<f32>
    %v = tt.load %p : !tt.ptr<f32>
    tt.return
  }
}

// -----

// Another argument is another array; and where each element has one thread,
// that thread keeps its accesses in order.

// CHECK-LABEL: @no_barrier
// CHECK-NOT: ttg.barrier
// CHECK: tt.return
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @no_barrier(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %v = tt.load %x : !tt.ptr<f32>
    tt.store %y, %v : !tt.ptr<f32>
    %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b>
    %s = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
    %p = tt.addptr %s, %i : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
    %w = tt.load %p : tensor<128x!tt.ptr<f32>, #b>
    tt.store %p, %w : tensor<128x!tt.ptr<f32>, #b>
    tt.return
  }
}

// -----

// Sixteen elements in 128 threads: eight copies of each.

// CHECK-LABEL: @in_place
// CHECK: tt.load
// CHECK: ttg.barrier all
// CHECK-NEXT: tt.store
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @in_place(%x: !tt.ptr<f32>) {
    %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #b>
    %s = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #b>
    %p = tt.addptr %s, %i : tensor<16x!tt.ptr<f32>, #b>, tensor<16xi32, #b>
    %v = tt.load %p : tensor<16x!tt.ptr<f32>, #b>
    tt.store %p, %v : tensor<16x!tt.ptr<f32>, #b>
    tt.return
  }
}

// -----

// Around a loop, the load waits for the store of the round before, and the
// store for the load.

// CHECK-LABEL: @count
// CHECK: scf.for
// CHECK: ttg.barrier all
// CHECK-NEXT: tt.load
// CHECK: ttg.barrier all
// CHECK-NEXT: tt.store
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @count(%x: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %v = tt.load %x : !tt.ptr<i32>
      %w = arith.addi %v, %c1 : i32
      tt.store %x, %w : !tt.ptr<i32>
    }
    tt.return
  }
}
