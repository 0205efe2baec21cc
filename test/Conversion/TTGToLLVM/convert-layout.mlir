// RUN: tt-opt %s --ttg-allocate-shared-memory --convert-ttg-to-llvm --split-input-file | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#registers = #ttg.linear<{register = [[0, 2], [0, 1]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#lanes = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 8], [0, 4], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#halves = #ttg.linear<{register = [[0, 1], [0, 4]], lane = [[0, 2], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#turned = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

  // CHECK-LABEL: @registers
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>
  tt.func public @registers(%p: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>>
    %s = tt.reshape %r : tensor<512xi32, #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>> -> tensor<16x32xi32, #a>
    // CHECK-NOT: nvvm.shfl
    // CHECK-NOT: ptx.st {{.*}}ptr<3>
    // CHECK: llvm.return
    %b = ttg.convert_layout %s : tensor<16x32xi32, #a> -> tensor<16x32xi32, #registers>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #registers>
    tt.store %ps, %b : tensor<16x32x!tt.ptr<i32>, #registers>
    tt.return
  }

  // Two words for 64 bits, in the order of the lanes.
  // CHECK-LABEL: @lanes
  tt.func public @lanes(%x: tensor<16x32xi64, #a>, %p: tensor<16x32x!tt.ptr<i64>, #lanes>) {
    // CHECK-COUNT-8: nvvm.shfl.sync idx
    // CHECK-NOT: nvvm.shfl
    // CHECK-NOT: nvvm.barrier
    // CHECK: llvm.return
    %b = ttg.convert_layout %x : tensor<16x32xi64, #a> -> tensor<16x32xi64, #lanes>
    tt.store %p, %b : tensor<16x32x!tt.ptr<i64>, #lanes>
    tt.return
  }

  // Two 16-bit elements in a word.
  // CHECK-LABEL: @packed
  tt.func public @packed(%x: tensor<16x32xf16, #a>, %p: tensor<16x32x!tt.ptr<f16>, #lanes>) {
    // CHECK: %[[HIGH:.*]] = llvm.shl %{{.*}}, %{{.*}} : i32
    // CHECK: %[[WORD:.*]] = llvm.or disjoint %{{.*}}, %[[HIGH]] : i32
    // CHECK: nvvm.shfl.sync idx %{{.*}}, %[[WORD]]
    // CHECK: llvm.lshr
    // CHECK-COUNT-1: nvvm.shfl.sync idx
    // CHECK-NOT: nvvm.shfl
    // CHECK: llvm.return
    %b = ttg.convert_layout %x : tensor<16x32xf16, #a> -> tensor<16x32xf16, #lanes>
    tt.store %p, %b : tensor<16x32x!tt.ptr<f16>, #lanes>
    tt.return
  }

  // A register that moves to the place of a lane: conditional exchanges around
  // the shuffles.
  // CHECK-LABEL: @exchanged
  tt.func public @exchanged(%x: tensor<16x32xf32, #a>, %p: tensor<16x32x!tt.ptr<f32>, #halves>) {
    // CHECK: llvm.select
    // CHECK: nvvm.shfl.sync
    // CHECK-NOT: nvvm.barrier
    // CHECK: llvm.return
    %b = ttg.convert_layout %x : tensor<16x32xf32, #a> -> tensor<16x32xf32, #halves>
    tt.store %p, %b : tensor<16x32x!tt.ptr<f32>, #halves>
    tt.return
  }

  // Across warps: stores, a barrier, loads.
  // CHECK-LABEL: @shared
  tt.func public @shared(%x: tensor<16x32xf32, #a>, %p: tensor<16x32x!tt.ptr<f32>, #turned>) {
    // CHECK-NOT: nvvm.shfl
    // CHECK: ptx.st {{.*}} : !llvm.ptr<3>
    // CHECK: nvvm.barrier0
    // CHECK-NOT: ptx.st {{.*}} : !llvm.ptr<3>
    // CHECK: ptx.ld {{.*}} : !llvm.ptr<3>
    // CHECK-NOT: nvvm.barrier
    // CHECK: llvm.return
    %b = ttg.convert_layout %x : tensor<16x32xf32, #a> -> tensor<16x32xf32, #turned>
    tt.store %p, %b : tensor<16x32x!tt.ptr<f32>, #turned>
    tt.return
  }

  // An i1 takes a byte of shared memory.
  // CHECK-LABEL: @bits
  tt.func public @bits(%x: tensor<16x32xi1, #a>, %p: tensor<16x32x!tt.ptr<i1>, #turned>) {
    // CHECK: llvm.zext %{{.*}} : i1 to i8
    // CHECK: ptx.st {{.*}} : !llvm.ptr<3>{{.*}} i8
    // CHECK: nvvm.barrier0
    // CHECK: %[[BYTE:.*]] = ptx.ld {{.*}} : !llvm.ptr<3> -> i8
    // CHECK: llvm.icmp "ne"
    %b = ttg.convert_layout %x : tensor<16x32xi1, #a> -> tensor<16x32xi1, #turned>
    tt.store %p, %b : tensor<16x32x!tt.ptr<i1>, #turned>
    tt.return
  }
}

// -----

// A tile larger than the scratch space takes it several times.
#col = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @rounds
  // CHECK: ptx.st
  // CHECK: nvvm.barrier0
  // CHECK: ptx.ld
  // CHECK: nvvm.barrier0
  // CHECK: ptx.st
  // CHECK: nvvm.barrier0
  // CHECK: ptx.ld
  // CHECK-NOT: nvvm.barrier
  tt.func public @rounds(%x: tensor<128x128xf32, #col>, %p: tensor<128x128x!tt.ptr<f32>, #row>) {
    %y = ttg.convert_layout %x : tensor<128x128xf32, #col> -> tensor<128x128xf32, #row>
    tt.store %p, %y : tensor<128x128x!tt.ptr<f32>, #row>
    tt.return
  }
}

// -----

// What a warp keeps to itself takes barriers of the warp, one of them before it
// writes again what it read.
#col = #ttg.linear<{register = [[1, 0], [2, 0], [0, 8], [0, 16]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]], warp = [[16, 0]], block = []}>
#row = #ttg.linear<{register = [[0, 1], [0, 2], [4, 0], [8, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[16, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @warps
  // CHECK-NOT: nvvm.barrier0
  // CHECK: nvvm.bar.warp.sync
  // CHECK-NOT: nvvm.barrier0
  // CHECK: ptx.st
  // CHECK-NOT: nvvm.barrier0
  // CHECK: nvvm.bar.warp.sync
  // CHECK-NOT: nvvm.barrier0
  // CHECK: ptx.ld
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  tt.func public @warps(%x: tensor<32x32xf64, #col>, %p: tensor<32x32x!tt.ptr<f64>, #row>) {
    %y = ttg.convert_layout %x : tensor<32x32xf64, #col> -> tensor<32x32xf64, #row>
    tt.store %p, %y : tensor<32x32x!tt.ptr<f64>, #row>
    tt.return
  }
}
