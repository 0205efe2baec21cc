// What may be merged and removed follows from the effects on memory.

// RUN: tt-opt %s --cse | FileCheck %s
// RUN: tt-opt %s --canonicalize | FileCheck %s --check-prefix=DEAD

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!m = !ttg.memdesc<128xf32, #shared, #smem, mutable>
!t = tensor<128xf32, #blocked>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @loads
  // CHECK-NEXT: %[[A:.*]] = ttg.local_load
  // CHECK-NEXT: ttg.local_store
  // CHECK-NEXT: %[[B:.*]] = ttg.local_load
  // CHECK-NEXT: ttg.barrier local
  // CHECK-NEXT: %[[C:.*]] = ttg.local_load
  // CHECK-NEXT: ttg.async_wait
  // CHECK-NEXT: %[[D:.*]] = ttg.local_load
  // CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]], %[[C]], %[[D]]
  tt.func private @loads(%m: !m, %x: !t) -> (!t, !t, !t, !t, !t) {
    %0 = ttg.local_load %m : !m -> !t
    %1 = ttg.local_load %m : !m -> !t
    ttg.local_store %x, %m : !t -> !m
    %2 = ttg.local_load %m : !m -> !t
    ttg.barrier local
    %3 = ttg.local_load %m : !m -> !t
    %w = ttg.async_wait {num = 0 : i32}
    %4 = ttg.local_load %m : !m -> !t
    tt.return %0, %1, %2, %3, %4 : !t, !t, !t, !t, !t
  }

  // CHECK-LABEL: @indexed
  // CHECK-NEXT: %[[A:.*]] = ttg.local_gather
  // CHECK-NEXT: ttg.local_scatter
  // CHECK-NEXT: %[[B:.*]] = ttg.local_gather
  // CHECK-COUNT-2: ttg.local_atomic_scatter_rmw
  // CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]]
  tt.func private @indexed(%m: !m, %i: tensor<128xi32, #blocked>, %x: !t) -> (!t, !t, !t) {
    %0 = ttg.local_gather %m[%i] {axis = 0 : i32} : !m, tensor<128xi32, #blocked> -> !t
    %1 = ttg.local_gather %m[%i] {axis = 0 : i32} : !m, tensor<128xi32, #blocked> -> !t
    ttg.local_scatter %m[%i], %x {axis = 0 : i32} : !m, tensor<128xi32, #blocked>, !t
    %2 = ttg.local_gather %m[%i] {axis = 0 : i32} : !m, tensor<128xi32, #blocked> -> !t
    %3 = ttg.local_atomic_scatter_rmw fadd, %m[%i], %x {axis = 0 : i32} : (!m, !t, tensor<128xi32, #blocked>) -> !t
    %4 = ttg.local_atomic_scatter_rmw fadd, %m[%i], %x {axis = 0 : i32} : (!m, !t, tensor<128xi32, #blocked>) -> !t
    tt.return %0, %1, %2 : !t, !t, !t
  }

  // Two pieces of memory are two, even with one content.
  // CHECK-LABEL: @allocations
  // CHECK-COUNT-2: ttg.local_alloc :
  // CHECK-COUNT-2: ttg.local_alloc %
  // CHECK: tt.return
  tt.func private @allocations(%x: !t) -> (!m, !m, !m, !m) {
    %0 = ttg.local_alloc : () -> !m
    %1 = ttg.local_alloc : () -> !m
    %2 = ttg.local_alloc %x : (!t) -> !m
    %3 = ttg.local_alloc %x : (!t) -> !m
    tt.return %0, %1, %2, %3 : !m, !m, !m, !m
  }

  // Views and layouts are of no effect; copies, groups and waits are.
  // CHECK-LABEL: @views_and_copies
  // CHECK-COUNT-1: ttg.memdesc_reinterpret
  // CHECK-COUNT-1: ttg.convert_layout
  // CHECK-COUNT-2: ttg.async_copy_global_to_local
  // CHECK-COUNT-2: ttg.async_commit_group
  // CHECK-COUNT-2: ttg.async_wait
  // CHECK-COUNT-2: ttg.barrier
  // CHECK-NEXT: tt.return
  tt.func private @views_and_copies(%m: !m, %x: !t, %p: tensor<128x!tt.ptr<f32>, #blocked>)
      -> (!ttg.memdesc<128xi32, #shared, #smem, mutable>, !ttg.memdesc<128xi32, #shared, #smem, mutable>, tensor<128xf32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
    %0 = ttg.memdesc_reinterpret %m : !m -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
    %1 = ttg.memdesc_reinterpret %m : !m -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
    %2 = ttg.convert_layout %x : !t -> tensor<128xf32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %3 = ttg.convert_layout %x : !t -> tensor<128xf32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %4 = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    %5 = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    %6 = ttg.async_commit_group
    %7 = ttg.async_commit_group
    %8 = ttg.async_wait {num = 0 : i32}
    %9 = ttg.async_wait {num = 0 : i32}
    ttg.barrier local
    ttg.barrier local
    tt.return %0, %1, %2, %3 : !ttg.memdesc<128xi32, #shared, #smem, mutable>, !ttg.memdesc<128xi32, #shared, #smem, mutable>, tensor<128xf32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  }

  // What nobody reads goes; what other threads may see stays.
  // DEAD-LABEL: @unused
  // DEAD-NOT: ttg.local_alloc
  // DEAD-NOT: ttg.local_load
  // DEAD: ttg.async_copy_global_to_local
  // DEAD-NEXT: ttg.async_commit_group
  // DEAD-NEXT: ttg.async_wait
  // DEAD-NEXT: ttg.local_store
  // DEAD-NEXT: ttg.local_atomic_scatter_rmw
  // DEAD-NEXT: ttg.inline_asm "impure"
  // DEAD-NEXT: ttg.barrier
  // DEAD-NEXT: tt.return
  tt.func private @unused(%m: !m, %x: !t, %p: tensor<128x!tt.ptr<f32>, #blocked>, %i: tensor<128xi32, #blocked>, %s: i32) {
    %0 = ttg.local_alloc : () -> !m
    %1 = ttg.local_alloc %x : (!t) -> !m
    %2 = ttg.local_load %m : !m -> !t
    %3 = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    %4 = ttg.async_commit_group
    %5 = ttg.async_wait {num = 0 : i32}
    ttg.local_store %x, %m : !t -> !m
    %6 = ttg.local_atomic_scatter_rmw fadd, %m[%i], %x {axis = 0 : i32} : (!m, !t, tensor<128xi32, #blocked>) -> !t
    %7 = ttg.inline_asm "pure" {constraints = "=r,r", pure = true} %s : (i32) -> i32
    %8 = ttg.inline_asm "impure" {constraints = "=r,r", pure = false} %s : (i32) -> i32
    ttg.barrier local
    tt.return
  }
}
