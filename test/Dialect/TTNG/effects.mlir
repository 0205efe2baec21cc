// What may be merged and removed follows from the effects on memory: whatever
// orders, arrives or waits stays, as often as it is written.

// RUN: tt-opt %s --cse --canonicalize | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #bar, #smem, mutable>
!buf = !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
!acc = !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @barriers
  // CHECK-COUNT-2: ttng.init_barrier
  // CHECK-COUNT-2: ttng.barrier_expect
  // CHECK-COUNT-2: ttng.arrive_barrier
  // CHECK-COUNT-2: ttng.wait_barrier
  // CHECK-COUNT-2: ttng.async_copy_mbarrier_arrive
  // CHECK-COUNT-2: ttng.fence_async_shared
  // CHECK-COUNT-2: ttng.fence_mbarrier_init_release_cluster
  // CHECK-COUNT-2: ttng.cluster_arrive
  // CHECK-COUNT-2: ttng.cluster_wait
  // CHECK-COUNT-2: ttng.cluster_barrier
  // CHECK-COUNT-2: ttng.async_tma_store_wait
  // CHECK-COUNT-2: ttng.inval_barrier
  // CHECK-NEXT: tt.return
  tt.func private @barriers(%b: !bar, %phase: i32, %p: i1) {
    ttng.init_barrier %b, 1 : !bar
    ttng.init_barrier %b, 1 : !bar
    ttng.barrier_expect %b, 16, %p : !bar
    ttng.barrier_expect %b, 16, %p : !bar
    ttng.arrive_barrier %b, 1 : !bar
    ttng.arrive_barrier %b, 1 : !bar
    ttng.wait_barrier %b, %phase : !bar
    ttng.wait_barrier %b, %phase : !bar
    ttng.async_copy_mbarrier_arrive %b : !bar
    ttng.async_copy_mbarrier_arrive %b : !bar
    ttng.fence_async_shared {bCluster = false}
    ttng.fence_async_shared {bCluster = false}
    ttng.fence_mbarrier_init_release_cluster
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_arrive {relaxed = false}
    ttng.cluster_arrive {relaxed = false}
    ttng.cluster_wait
    ttng.cluster_wait
    ttng.cluster_barrier
    ttng.cluster_barrier
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.inval_barrier %b : !bar
    ttng.inval_barrier %b : !bar
    tt.return
  }

  // A wait stands between reads of what was waited for, in every memory.
  // CHECK-LABEL: @wait_orders
  // CHECK-COUNT-2: ttg.local_load
  // CHECK-COUNT-2: tt.load
  // CHECK: tt.return
  tt.func private @wait_orders(%b: !bar, %phase: i32, %m: !buf, %g: !tt.ptr<f32>)
      -> (tensor<64x64xf16, #rows>, tensor<64x64xf16, #rows>, f32, f32) {
    %0 = ttg.local_load %m : !buf -> tensor<64x64xf16, #rows>
    ttng.wait_barrier %b, %phase : !bar
    %1 = ttg.local_load %m : !buf -> tensor<64x64xf16, #rows>
    %2 = tt.load %g : !tt.ptr<f32>
    ttng.wait_barrier %b, %phase : !bar
    %3 = tt.load %g : !tt.ptr<f32>
    tt.return %0, %1, %2, %3 : tensor<64x64xf16, #rows>, tensor<64x64xf16, #rows>, f32, f32
  }

  // CHECK-LABEL: @copies
  // CHECK-COUNT-2: ttng.async_tma_copy_global_to_local
  // CHECK-COUNT-2: ttng.async_tma_copy_local_to_global
  // CHECK-COUNT-2: ttng.async_tma_reduce
  // CHECK-NEXT: tt.return
  tt.func private @copies(%d: !tt.tensordesc<64x64xf16, #shared>, %b: !bar, %m: !buf, %i: i32, %p: i1) {
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<64x64xf16, #shared>, !bar -> !buf
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<64x64xf16, #shared>, !bar -> !buf
    ttng.async_tma_copy_local_to_global %d[%i, %i] %m : !tt.tensordesc<64x64xf16, #shared>, !buf
    ttng.async_tma_copy_local_to_global %d[%i, %i] %m : !tt.tensordesc<64x64xf16, #shared>, !buf
    ttng.async_tma_reduce add, %d[%i, %i] %m : !tt.tensordesc<64x64xf16, #shared>, !buf
    ttng.async_tma_reduce add, %d[%i, %i] %m : !tt.tensordesc<64x64xf16, #shared>, !buf
    tt.return
  }

  // A product reads its operands' memory; its wait stays.
  // CHECK-LABEL: @products
  // CHECK-NEXT: %[[A:.*]] = ttng.warp_group_dot
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: %[[B:.*]] = ttng.warp_group_dot
  // CHECK-NEXT: ttng.warp_group_dot_wait
  // CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]]
  tt.func private @products(%m: !buf, %c: tensor<64x64xf32, #mma>, %x: tensor<64x64xf16, #rows>)
      -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
    %0 = ttng.warp_group_dot %m, %m, %c : !buf * !buf -> tensor<64x64xf32, #mma>
    %1 = ttng.warp_group_dot %m, %m, %c : !buf * !buf -> tensor<64x64xf32, #mma>
    ttg.local_store %x, %m : tensor<64x64xf16, #rows> -> !buf
    %2 = ttng.warp_group_dot %m, %m, %c : !buf * !buf -> tensor<64x64xf32, #mma>
    %3 = ttng.warp_group_dot_wait %0 {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    tt.return %0, %1, %2 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: @tensor_memory
  // CHECK-NEXT: %[[A:.*]] = ttng.tmem_load
  // CHECK-NEXT: ttng.tmem_store
  // CHECK-NEXT: %[[B:.*]] = ttng.tmem_load
  // CHECK-COUNT-2: ttng.tc_gen5_commit
  // CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]]
  tt.func private @tensor_memory(%m: !acc, %b: !bar, %x: tensor<128x64xf32, #rows>, %p: i1)
      -> (tensor<128x64xf32, #rows>, tensor<128x64xf32, #rows>, tensor<128x64xf32, #rows>) {
    %unused = ttng.tmem_alloc : () -> !acc
    %0 = ttng.tmem_load %m : !acc -> tensor<128x64xf32, #rows>
    %1 = ttng.tmem_load %m : !acc -> tensor<128x64xf32, #rows>
    ttng.tmem_store %x, %m, %p : tensor<128x64xf32, #rows> -> !acc
    %2 = ttng.tmem_load %m : !acc -> tensor<128x64xf32, #rows>
    ttng.tc_gen5_commit %b : !bar
    ttng.tc_gen5_commit %b : !bar
    tt.return %0, %1, %2 : tensor<128x64xf32, #rows>, tensor<128x64xf32, #rows>, tensor<128x64xf32, #rows>
  }
}
