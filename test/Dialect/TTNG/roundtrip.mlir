// RUN: tt-opt %s --verify-roundtrip | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s

// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-DAG: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#lhs = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#s8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
#lin = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0]]}, alignment = 16>
!bar = !ttg.memdesc<1xi64, #bar, #smem, mutable>
!buf = !ttg.memdesc<128x128xf16, #shared, #smem, mutable>
!buf8 = !ttg.memdesc<128x128xf8E4M3FN, #s8, #smem, mutable>
!acc = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
!sc = !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory, mutable>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = true} {
  // CHECK-LABEL: @dot
  tt.func private @dot(%x: !buf, %a: tensor<128x128xf16, #lhs>, %c: tensor<128x128xf32, #mma>, %u: i1) {
    // CHECK: %[[D:.*]] = ttng.warp_group_dot %arg0, %arg0, %arg2 {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable> * !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable> -> tensor<128x128xf32, #mma>
    %0 = ttng.warp_group_dot %x, %x, %c {inputPrecision = 0 : i32, isAsync = true} : !buf * !buf -> tensor<128x128xf32, #mma>
    // CHECK: ttng.warp_group_dot %arg1, %arg0, %arg2, %arg3 {{.*}}: tensor<128x128xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc
    %1 = ttng.warp_group_dot %a, %x, %c, %u {isAsync = true} : tensor<128x128xf16, #lhs> * !buf -> tensor<128x128xf32, #mma>
    // CHECK: ttng.warp_group_dot_wait %[[D]], %arg0 {pendings = 1 : i32} : tensor<128x128xf32, #mma>, !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable>
    %2:2 = ttng.warp_group_dot_wait %0, %x {pendings = 1 : i32} : tensor<128x128xf32, #mma>, !buf
    tt.return
  }

  // CHECK-LABEL: @barriers
  tt.func private @barriers(%b: !bar, %x: !buf, %i: i32, %p: i1) {
    // CHECK: ttng.init_barrier %arg0, 2 : !ttg.memdesc<1xi64, #shared{{.*}}, #smem, mutable>
    ttng.init_barrier %b, 2 : !bar
    // CHECK: ttng.barrier_expect %arg0, 1024, %arg3 :
    ttng.barrier_expect %b, 1024, %p : !bar
    // CHECK: ttng.barrier_expect %arg0, 8 {async_task_id = array<i32: 0>}, %arg3 :
    ttng.barrier_expect %b, 8 {async_task_id = array<i32: 0>}, %p : !bar
    // CHECK: ttng.wait_barrier %arg0, %arg2 : !ttg.memdesc<1xi64
    ttng.wait_barrier %b, %i : !bar
    // CHECK: ttng.wait_barrier %arg0, %arg2, %arg3 deps %arg1, %arg1 : !ttg.memdesc<1xi64, #shared{{.*}}, #smem, mutable>, !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable>, !ttg.memdesc
    ttng.wait_barrier %b, %i, %p deps %x, %x : !bar, !buf, !buf
    // CHECK: ttng.arrive_barrier %arg0, 1 :
    ttng.arrive_barrier %b, 1 : !bar
    // CHECK: ttng.arrive_barrier %arg0, 2, %arg3 :
    ttng.arrive_barrier %b, 2, %p : !bar
    // CHECK: ttng.async_copy_mbarrier_arrive %arg0 {noIncrement} :
    ttng.async_copy_mbarrier_arrive %b {noIncrement} : !bar
    // CHECK: ttng.inval_barrier %arg0 :
    ttng.inval_barrier %b : !bar
    // CHECK: ttng.fence_async_shared {bCluster = false}
    ttng.fence_async_shared {bCluster = false}
    // CHECK: ttng.fence_mbarrier_init_release_cluster
    ttng.fence_mbarrier_init_release_cluster
    // CHECK: ttng.cluster_arrive {relaxed = true}
    ttng.cluster_arrive {relaxed = true}
    // CHECK: ttng.cluster_wait
    ttng.cluster_wait
    // CHECK: ttng.cluster_barrier{{$}}
    ttng.cluster_barrier
    // CHECK: ttng.cluster_barrier {relaxed = true}
    ttng.cluster_barrier {relaxed = true}
    tt.return
  }

  // CHECK-LABEL: @copies
  tt.func private @copies(%d: !tt.tensordesc<128x128xf16, #shared>, %r: !tt.tensordesc<1x128xf16, #shared>, %b: !bar, %x: !buf, %i: i32, %p: i1, %rows: tensor<128xi32, #flat>, %t: tensor<128x128xf16, #rows>) {
    // CHECK: ttng.async_tma_copy_global_to_local %arg0[%arg4, %arg4] %arg3, %arg2, %arg5 : !tt.tensordesc<128x128xf16, #shared{{.*}}>, !ttg.memdesc<1xi64, #shared{{.*}}, #smem, mutable> -> !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %x, %b, %p : !tt.tensordesc<128x128xf16, #shared>, !bar -> !buf
    // CHECK: ttng.async_tma_copy_global_to_local {{.*}}cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>, isVolatile = true
    ttng.async_tma_copy_global_to_local %d[%i, %i] %x, %b, %p evictionPolicy = evict_first {isVolatile = true} : !tt.tensordesc<128x128xf16, #shared>, !bar -> !buf
    // CHECK: ttng.async_tma_copy_local_to_global %arg0[%arg4, %arg4] %arg3 : !tt.tensordesc<128x128xf16, #shared{{.*}}>, !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable>
    ttng.async_tma_copy_local_to_global %d[%i, %i] %x : !tt.tensordesc<128x128xf16, #shared>, !buf
    // CHECK: ttng.async_tma_reduce add, %arg0[%arg4, %arg4] %arg3 :
    ttng.async_tma_reduce add, %d[%i, %i] %x : !tt.tensordesc<128x128xf16, #shared>, !buf
    // CHECK: ttng.async_tma_gather %arg1[%arg6, %arg4] %arg3, %arg2, %arg5 : !tt.tensordesc<1x128xf16, #shared{{.*}}>, tensor<128xi32, #blocked{{.*}}>, i32, !ttg.memdesc<1xi64, #shared{{.*}}, #smem, mutable>, !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable>, i1
    ttng.async_tma_gather %r[%rows, %i] %x, %b, %p : !tt.tensordesc<1x128xf16, #shared>, tensor<128xi32, #flat>, i32, !bar, !buf, i1
    // CHECK: ttng.async_tma_scatter %arg1[%arg6, %arg4] %arg3 :
    ttng.async_tma_scatter %r[%rows, %i] %x : !tt.tensordesc<1x128xf16, #shared>, tensor<128xi32, #flat>, i32, !buf
    // CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.async_tma_store_wait {pendings = 0 : i32}
    // CHECK: ttng.async_shared_store %arg7, %arg3, %arg2 : tensor<128x128xf16, #blocked{{.*}}> -> !ttg.memdesc<128x128xf16, #shared{{.*}}, #smem, mutable>, !ttg.memdesc<1xi64
    ttng.async_shared_store %t, %x, %b : tensor<128x128xf16, #rows> -> !buf, !bar
    tt.return
  }

  // CHECK-LABEL: @tensormaps
  tt.func private @tensormaps(%m: !tt.ptr<i8>, %p: !tt.ptr<f16>, %i: i32, %s: i64, %x: tensor<64xf32, #ttg.slice<{dim = 0, parent = #rows}>>) {
    // CHECK: ttng.tensormap_create %arg0, %arg1, [%arg2, %arg2], [%arg2, %arg2], [%arg3], [%arg2, %arg2] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_create %m, %p, [%i, %i], [%i, %i], [%s], [%i, %i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    // CHECK: ttng.tensormap_fenceproxy_acquire %arg0 : !tt.ptr<i8>
    ttng.tensormap_fenceproxy_acquire %m : !tt.ptr<i8>
    // CHECK: ttng.reinterpret_tensor_descriptor %arg0 : !tt.ptr<i8> to !tt.tensordesc<128x128xf16, #shared{{.*}}>
    %d = ttng.reinterpret_tensor_descriptor %m : !tt.ptr<i8> to !tt.tensordesc<128x128xf16, #shared>
    // CHECK: ttng.packed_arith add %arg4, %arg4 :
    %0 = ttng.packed_arith add %x, %x : (tensor<64xf32, #ttg.slice<{dim = 0, parent = #rows}>>, tensor<64xf32, #ttg.slice<{dim = 0, parent = #rows}>>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #rows}>>
    tt.return
  }

  // CHECK-LABEL: @tensor_memory
  tt.func private @tensor_memory(%x: !buf, %y: !buf8, %b: !bar, %p: i1, %acc: !acc, %s: !sc, %q: !ttg.memdesc<128x4xi8, #lin, #smem, mutable>) {
    // CHECK: %[[M:.*]], %[[K:.*]] = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %m, %k = ttng.tmem_alloc : () -> (!acc, !ttg.async.token)
    // CHECK: ttng.tmem_alloc : () -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
    %n = ttng.tmem_alloc : () -> !sc
    // CHECK: %[[T:.*]], %[[L:.*]] = ttng.tmem_load %[[M]][%[[K]]] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked{{.*}}>
    %t, %l = ttng.tmem_load %m[%k] : !acc -> tensor<128x128xf32, #rows>
    // CHECK: ttng.tmem_load %arg4 : !ttg.memdesc<128x128xf32, #tmem
    %u = ttng.tmem_load %acc : !acc -> tensor<128x128xf32, #rows>
    // CHECK: ttng.tmem_store %[[T]], %[[M]][%[[L]]], %arg3 : tensor<128x128xf32, #blocked{{.*}}> -> !ttg.memdesc
    %o = ttng.tmem_store %t, %m[%l], %p : tensor<128x128xf32, #rows> -> !acc
    // CHECK: ttng.tmem_store %[[T]], %arg4, %arg3 : tensor<128x128xf32
    ttng.tmem_store %t, %acc, %p : tensor<128x128xf32, #rows> -> !acc
    // CHECK: ttng.tmem_subslice %arg4 {N = 32 : i32} : {{.*}} -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
    %c = ttng.tmem_subslice %acc {N = 32 : i32} : !acc -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
    // CHECK: ttng.tmem_subslice %arg4 {offset = 32 : i32} :
    %e = ttng.tmem_subslice %acc {offset = 32 : i32} : !acc -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
    // CHECK: ttng.tmem_copy %arg6, %arg5 : !ttg.memdesc<128x4xi8, #shared{{.*}}, #smem, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
    ttng.tmem_copy %q, %s : !ttg.memdesc<128x4xi8, #lin, #smem, mutable>, !sc
    // CHECK: ttng.tc_gen5_mma %arg0, %arg0, %arg4, %arg3, %arg3, %arg2[%arg3], %arg2[%arg3] {is_async, multicast} : !ttg.memdesc<128x128xf16
    ttng.tc_gen5_mma %x, %x, %acc, %p, %p, %b[%p], %b[%p] {is_async, multicast} : !buf, !buf, !acc, !bar, !bar
    // CHECK: ttng.tc_gen5_mma %arg0, %arg0, %[[M]][%[[L]]], %arg3, %arg3 : !ttg.memdesc
    %f = ttng.tc_gen5_mma %x, %x, %m[%l], %p, %p : !buf, !buf, !acc
    // CHECK: ttng.tc_gen5_mma %arg0, %arg0, %arg4[], %arg3, %arg3 : !ttg.memdesc
    %g = ttng.tc_gen5_mma %x, %x, %acc[], %p, %p : !buf, !buf, !acc
    // CHECK: ttng.tc_gen5_mma_scaled %arg1, %arg1, %arg4, %arg5, %arg5, %arg3, %arg3 lhs = e4m3 rhs = e4m3, %arg2[%arg3] {is_async} :
    ttng.tc_gen5_mma_scaled %y, %y, %acc, %s, %s, %p, %p lhs = e4m3 rhs = e4m3, %b[%p] {is_async} : !buf8, !buf8, !acc, !sc, !sc, !bar
    // CHECK: ttng.tc_gen5_commit %arg2 : !ttg.memdesc<1xi64
    ttng.tc_gen5_commit %b : !bar
    // CHECK: ttng.tc_gen5_commit %arg2, %arg3 descs %arg0 : !ttg.memdesc<1xi64, #shared{{.*}}, #smem, mutable>, !ttg.memdesc<128x128xf16
    ttng.tc_gen5_commit %b, %p descs %x : !bar, !buf
    tt.return
  }

  // CHECK-LABEL: @launch_control
  tt.func private @launch_control(%a: !ttg.memdesc<2xi64, #bar, #smem, mutable>, %b: !bar) {
    // CHECK: ttng.clc_try_cancel %arg0, %arg1 : !ttg.memdesc<2xi64, #shared{{.*}}, #smem, mutable>, !ttg.memdesc<1xi64, #shared{{.*}}, #smem, mutable>
    ttng.clc_try_cancel %a, %b : !ttg.memdesc<2xi64, #bar, #smem, mutable>, !bar
    // CHECK: %[[R:.*]] = ttng.clc_load_result %arg0 : !ttg.memdesc<2xi64, #shared{{.*}}, #smem, mutable> -> i128
    %r = ttng.clc_load_result %a : !ttg.memdesc<2xi64, #bar, #smem, mutable> -> i128
    // CHECK: ttng.clc_is_canceled %[[R]] : i128 -> i1
    %c = ttng.clc_is_canceled %r : i128 -> i1
    // CHECK: ttng.clc_get_program_id %[[R]], x : i128 -> i32
    %x = ttng.clc_get_program_id %r, x : i128 -> i32
    tt.return
  }
}
