// RUN: tt-opt %s --ttg-allocate-shared-memory --convert-ttg-to-llvm --split-input-file | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#tile = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#slice = #ttg.slice<{dim = 1, parent = #tile}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

  // Own registers as a balanced tree, lanes as a butterfly, one word for each
  // warp, one barrier, one vector for every thread.
  // CHECK-LABEL: @row
  tt.func public @row(%f: f32, %p: !tt.ptr<f32>) {
    // CHECK-DAG: %[[LANE:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
    // CHECK-DAG: %[[FIRST:.*]] = llvm.icmp "eq" %[[LANE]]
    // CHECK-DAG: %[[BASE:.*]] = llvm.mlir.addressof @global_smem
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #row>
    // CHECK: %[[X0:.*]] = llvm.sitofp
    // CHECK: %[[X1:.*]] = llvm.sitofp
    // CHECK: %[[X2:.*]] = llvm.sitofp
    // CHECK: %[[X3:.*]] = llvm.sitofp
    %x = arith.sitofp %r : tensor<512xi32, #row> to tensor<512xf32, #row>
    // CHECK: %[[A:.*]] = llvm.fadd %[[X0]], %[[X1]]
    // CHECK: %[[B:.*]] = llvm.fadd %[[X2]], %[[X3]]
    // CHECK: llvm.fadd %[[A]], %[[B]]
    // CHECK-COUNT-5: nvvm.shfl.sync bfly
    // CHECK-NOT: nvvm.shfl.sync
    // CHECK: ptx.st %{{.*}}, (%{{.*}}) if %[[FIRST]] : !llvm.ptr<3>, f32
    // CHECK-NEXT: nvvm.barrier0
    // CHECK-NEXT: %[[P:.*]]:4 = ptx.ld %[[BASE]] : !llvm.ptr<3> -> f32, f32, f32, f32
    // CHECK: %[[C:.*]] = llvm.fadd %[[P]]#0, %[[P]]#1
    // CHECK: %[[D:.*]] = llvm.fadd %[[P]]#2, %[[P]]#3
    // CHECK: llvm.fadd %[[C]], %[[D]]
    // CHECK-NOT: nvvm.barrier
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<512xf32, #row>) -> f32
    tt.store %p, %s : !tt.ptr<f32>
    tt.return
  }

  // Only the lanes along the axis: eight, three exchanges for each of the two
  // registers that hold rows.
  // CHECK-LABEL: @lanes_of_the_axis
  tt.func public @lanes_of_the_axis(%p: tensor<32x!tt.ptr<f32>, #slice>, %x: tensor<32x8xf32, #tile>) {
    // CHECK-COUNT-6: nvvm.shfl.sync bfly
    // CHECK-NOT: nvvm.shfl.sync
    // CHECK-NOT: nvvm.barrier
    // CHECK: llvm.return
    %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32x8xf32, #tile>) -> tensor<32xf32, #slice>
    tt.store %p, %s : tensor<32x!tt.ptr<f32>, #slice>
    tt.return
  }

  // A region that is not known to commute gets the lower lane's value first. A
  // value from outside the region is the same in all of them.
  // CHECK-LABEL: @pairs
  tt.func public @pairs(%bias: i32, %p: !tt.ptr<i32>) {
    %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #wide>
    %x = arith.sitofp %i : tensor<128xi32, #wide> to tensor<128xf32, #wide>
    // CHECK: %[[UPPER:.*]] = llvm.icmp "ne"
    // CHECK: %[[W:.*]] = nvvm.shfl.sync bfly
    // CHECK: %[[OTHER:.*]] = llvm.bitcast %[[W]] : i32 to f32
    // CHECK: %[[OTHERI:.*]] = nvvm.shfl.sync bfly
    // CHECK: %[[A:.*]] = llvm.select %[[UPPER]], %[[OTHER]], %[[OWN:.*]] : i1, f32
    // CHECK: %[[B:.*]] = llvm.select %[[UPPER]], %[[OWN]], %[[OTHER]] : i1, f32
    // CHECK: llvm.select %[[UPPER]], %[[OTHERI]], %[[OWNI:.*]] : i1, i32
    // CHECK: llvm.select %[[UPPER]], %[[OWNI]], %[[OTHERI]] : i1, i32
    // CHECK: llvm.fcmp "ogt" %[[A]], %[[B]]
    // CHECK: llvm.add %{{.*}}, %arg0
    // One barrier for the scratch of both.
    // CHECK: ptx.st {{.*}} f32
    // CHECK: ptx.st {{.*}} i32
    // CHECK: nvvm.barrier0
    // CHECK: ptx.ld {{.*}} f32
    // CHECK: ptx.ld {{.*}} i32
    // CHECK-NOT: nvvm.barrier
    // CHECK: llvm.return
    %s:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %c = arith.cmpf ogt, %a, %b : f32
      %m = arith.select %c, %a, %b : f32
      %mi = arith.select %c, %ai, %bi : i32
      %shifted = arith.addi %mi, %bias : i32
      tt.reduce.return %m, %shifted : f32, i32
    }) : (tensor<128xf32, #wide>, tensor<128xi32, #wide>) -> (f32, i32)
    tt.store %p, %s#1 : !tt.ptr<i32>
    tt.return
  }

  // One instruction for a whole warp.
  // CHECK-LABEL: @whole_warp
  tt.func public @whole_warp(%p: !tt.ptr<i32>) {
    // CHECK-NOT: nvvm.shfl
    // CHECK: nvvm.redux.sync umax
    // CHECK-NOT: nvvm.redux
    // CHECK-NOT: nvvm.shfl
    // CHECK: llvm.return
    %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #wide>
    %s = "tt.reduce"(%i) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.maxui %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<128xi32, #wide>) -> i32
    tt.store %p, %s : !tt.ptr<i32>
    tt.return
  }
}

// -----

// Turing has no such instruction; f32 has one from sm_100a on.
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:75", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @turing
  // CHECK-COUNT-5: nvvm.shfl.sync bfly
  // CHECK-NOT: nvvm.redux
  tt.func public @turing(%p: !tt.ptr<i32>) {
    %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #row>
    %s = "tt.reduce"(%i) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<32xi32, #row>) -> i32
    tt.store %p, %s : !tt.ptr<i32>
    tt.return
  }
}

// -----

#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @blackwell
  // CHECK: nvvm.redux.sync fmax %{{.*}} {nan = true}
  // CHECK: nvvm.redux.sync fmin
  // CHECK-NOT: nan
  // CHECK-COUNT-5: nvvm.shfl.sync bfly
  tt.func public @blackwell(%p: !tt.ptr<f32>, %x: tensor<32xf32, #row>) {
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32xf32, #row>) -> f32
    tt.store %p, %s : !tt.ptr<f32>
    %t = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.minnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32xf32, #row>) -> f32
    tt.store %p, %t : !tt.ptr<f32>
    %u = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<32xf32, #row>) -> f32
    tt.store %p, %u : !tt.ptr<f32>
    tt.return
  }
}

// -----

// Parts of 32 warps: four a lane, the rest by three exchanges.
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [32], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 32 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @many_warps
  // CHECK-COUNT-5: nvvm.shfl.sync bfly
  // CHECK: nvvm.barrier0
  // CHECK: ptx.ld {{.*}} -> f16, f16, f16, f16
  // CHECK-COUNT-3: nvvm.shfl.sync bfly
  // CHECK-NOT: nvvm.shfl.sync
  tt.func public @many_warps(%p: !tt.ptr<f16>, %x: tensor<1024xf16, #row>) {
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f16, %b: f16):
      %c = arith.addf %a, %b : f16
      tt.reduce.return %c : f16
    }) : (tensor<1024xf16, #row>) -> f16
    tt.store %p, %s : !tt.ptr<f16>
    tt.return
  }
}
