// RUN: tt-opt %s --ttg-allocate-shared-memory --split-input-file | FileCheck %s

// Scratch of ops that follow one another is disjoint: four warps leave four
// partial results, 16 bytes, each time.
// CHECK: module attributes {{.*}}ttg.shared = 48 : i32
#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @three_sums
  tt.func public @three_sums(%x: tensor<512xf32, #row>) {
    // CHECK: <{axis = 0 : i32}> ({
    // CHECK: }) {"ttg.shared-offset" = 0 : i32}
    %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) : (tensor<512xf32, #row>) -> f32
    // CHECK: }) {"ttg.shared-offset" = 16 : i32}
    %b = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) : (tensor<512xf32, #row>) -> f32
    // CHECK: }) {"ttg.shared-offset" = 32 : i32}
    %c = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) : (tensor<512xf32, #row>) -> f32
    tt.return
  }
}

// -----

// Two operands of a reduction lie one after the other. What stays within a
// thread or a warp needs nothing. Kernels of a module share the space.
// CHECK: module attributes {{.*}}ttg.shared = 32 : i32
#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#slice = #ttg.slice<{dim = 1, parent = #rows}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @argmax
  tt.func public @argmax(%x: tensor<512xf32, #row>, %i: tensor<512xi32, #row>) {
    // CHECK: }) {"ttg.shared-offset" = 0 : i32}
    %a:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
    ^bb0(%v: f32, %vi: i32, %w: f32, %wi: i32):
      %c = arith.cmpf ogt, %v, %w : f32
      %m = arith.select %c, %v, %w : f32
      %mi = arith.select %c, %vi, %wi : i32
      tt.reduce.return %m, %mi : f32, i32
    }) : (tensor<512xf32, #row>, tensor<512xi32, #row>) -> (f32, i32)
    tt.return
  }

  // CHECK-LABEL: @warps_hold_rows
  tt.func public @warps_hold_rows(%x: tensor<4x128xf32, #rows>) {
    // CHECK-NOT: shared-offset
    %a = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) : (tensor<4x128xf32, #rows>) -> tensor<4xf32, #slice>
    tt.return
  }
}

// -----

// A conversion that needs all of the arena, and ops around it: the arena grows
// to it and no further.
// CHECK: module attributes {{.*}}ttg.shared = 32768 : i32
#col = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#slice = #ttg.slice<{dim = 0, parent = #row}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @transpose
  tt.func public @transpose(%x: tensor<128x128xf32, #col>) {
    // A tile of 64 KiB goes in two rounds.
    // CHECK: ttg.convert_layout %{{.*}} {"ttg.shared-offset" = 0 : i32}
    %y = ttg.convert_layout %x : tensor<128x128xf32, #col> -> tensor<128x128xf32, #row>
    // CHECK: }) {"ttg.shared-offset" = 0 : i32}
    %a = "tt.reduce"(%y) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) : (tensor<128x128xf32, #row>) -> tensor<128xf32, #slice>
    tt.return
  }
}

// -----

// The result of a scalar atomic comes from one thread; one that nobody reads
// takes no way.
// CHECK: module attributes {{.*}}ttg.shared = 16 : i32
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @tickets
  tt.func public @tickets(%p: !tt.ptr<i32>, %one: i32, %yes: i1) {
    // CHECK: tt.atomic_rmw {{.*}} {"ttg.shared-offset" = 0 : i32}
    %t = tt.atomic_rmw add, acq_rel, gpu, %p, %one, %yes : (!tt.ptr<i32>, i32, i1) -> i32
    // CHECK-NOT: shared-offset
    %u = tt.atomic_rmw add, acq_rel, gpu, %p, %t, %yes : (!tt.ptr<i32>, i32, i1) -> i32
    tt.return
  }
}

// -----

// Nothing to allocate: no target is needed either.
// CHECK: module attributes {ttg.shared = 0 : i32}
module {
  tt.func public @empty() {
    tt.return
  }
}

// -----

// Copies in another lane: a shuffle, and no scratch, if they are in the same
// registers.
#same = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [0]], warp = [], block = []}>
#other = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [1]], warp = [], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @copies
  tt.func public @copies(%p: tensor<32x!tt.ptr<i32>, #same>, %v: tensor<32xi32, #same>,
                         %q: tensor<32x!tt.ptr<i32>, #other>, %w: tensor<32xi32, #other>) {
    // CHECK-NOT: shared-offset
    // CHECK: tt.store
    %a = tt.atomic_rmw add, relaxed, gpu, %p, %v : (tensor<32x!tt.ptr<i32>, #same>, tensor<32xi32, #same>) -> tensor<32xi32, #same>
    tt.store %p, %a : tensor<32x!tt.ptr<i32>, #same>
    // CHECK: tt.atomic_rmw {{.*}} {"ttg.shared-offset" = 0 : i32}
    %b = tt.atomic_rmw add, relaxed, gpu, %q, %w : (tensor<32x!tt.ptr<i32>, #other>, tensor<32xi32, #other>) -> tensor<32xi32, #other>
    tt.store %q, %b : tensor<32x!tt.ptr<i32>, #other>
    tt.return
  }
}
