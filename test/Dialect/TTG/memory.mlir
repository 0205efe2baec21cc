// RUN: tt-opt %s --verify-roundtrip | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-DAG: #generic_linear = #ttg.generic_linear<{register = {{\[}}[1]], lane = {{\[}}[2], [4], [8], [16], [32]], warp = {{\[}}[0], [0]], block = []}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#generic = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[0], [0]], block = []}>
// CHECK-DAG: [[SW:#shared[0-9]*]] = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
// CHECK-DAG: [[TR:#shared[0-9]*]] = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [0, 1]}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 32, rank = 3}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.padded_shared<[64:+4, 128:+8] {order = [1, 0], shape = [64, 32]}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.padded_shared<[4:+2] {offset = {{\[}}[0, 1], [2, 0], [1, 0], [0, 2]], block = []}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.shared_linear<{offset = {{\[}}[0, 1], [0, 2], [1, 0]]}, alignment = 32>
// CHECK-DAG: #smem = #ttg.shared_memory
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#trans = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [0, 1]}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nv3 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 32, rank = 3}>
#fp4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#padded = #ttg.padded_shared<[64:+4, 128:+8] {order = [1, 0], shape = [64, 32]}>
#bases = #ttg.padded_shared<[4:+2] {offset = [[0, 1], [2, 0], [1, 0], [0, 2]], block = []}>
#linear = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0]], block = []}, alignment = 32>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @types
  tt.func private @types(
      %a: !ttg.memdesc<2x16x32xf32, #nv3, #smem>, %b: !ttg.memdesc<8x64xi8, #fp4, #smem, mutable>,
      %c: !ttg.memdesc<64x32xf16, #padded, #smem>, %d: !ttg.memdesc<4x4xf16, #bases, #smem>,
      %e: !ttg.memdesc<2x4xf16, #linear, #smem>,
      // CHECK: !ttg.memdesc<16x32xf16, [[SW]], #smem, mutable, 64x32>
      %f: !ttg.memdesc<16x32xf16, #shared, #smem, mutable, 64x32>,
      %g: tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>,
      %h: tensor<64xf32, #generic>) {
    tt.return
  }

  // CHECK-LABEL: @local
  tt.func private @local(%t: tensor<64x32xf16, #blocked>, %i: tensor<64x32xi32, #blocked>, %n: i32) {
    // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x32xf16, [[SW]], #smem, mutable>
    %m = ttg.local_alloc : () -> !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>
    // CHECK: ttg.local_alloc %arg0 : (tensor<64x32xf16, #blocked{{.*}}>) -> !ttg.memdesc<64x32xf16, [[SW]], #smem>
    %a = ttg.local_alloc %t : (tensor<64x32xf16, #blocked>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
    // CHECK: %[[B:.*]] = ttg.memdesc_index %[[M]][%arg2] : !ttg.memdesc<3x64x32xf16, [[SW]], #smem, mutable> -> !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>
    %b = ttg.memdesc_index %m[%n] : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    // CHECK: ttg.local_store %arg0, %[[B]] : tensor<64x32xf16, #blocked{{.*}}> -> !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>
    ttg.local_store %t, %b : tensor<64x32xf16, #blocked> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    // CHECK: ttg.memdesc_subslice %[[B]][16, 0] : !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable> -> !ttg.memdesc<16x32xf16, [[SW]], #smem, mutable, 64x32>
    %s = ttg.memdesc_subslice %b[16, 0] : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<16x32xf16, #shared, #smem, mutable, 64x32>
    // CHECK: ttg.memdesc_trans %[[B]] {order = array<i32: 1, 0>} : {{.*}} -> !ttg.memdesc<32x64xf16, [[TR]], #smem, mutable>
    %r = ttg.memdesc_trans %b {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf16, #trans, #smem, mutable>
    // CHECK: ttg.memdesc_reshape
    %l = ttg.local_alloc : () -> !ttg.memdesc<64xi32, #line, #smem, mutable>
    %q = ttg.memdesc_reshape %l : !ttg.memdesc<64xi32, #line, #smem, mutable> -> !ttg.memdesc<64xi32, #line, #smem, mutable>
    // CHECK: ttg.memdesc_reinterpret
    %x = ttg.memdesc_reinterpret %l : !ttg.memdesc<64xi32, #line, #smem, mutable> -> !ttg.memdesc<128xi16, #line, #smem, mutable>
    // CHECK: %[[W:.*]] = ttg.async_wait {num = 1 : i32}
    %w = ttg.async_wait {num = 1 : i32}
    // CHECK: ttg.local_load %[[B]] token %[[W]] : !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable> -> tensor<64x32xf16, #blocked{{.*}}>
    %v = ttg.local_load %b token %w : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> tensor<64x32xf16, #blocked>
    // CHECK: ttg.local_gather %[[B]][%arg1] {axis = 0 : i32} : !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>, tensor<64x32xi32, #blocked{{.*}}> -> tensor<64x32xf16, #blocked{{.*}}>
    %g = ttg.local_gather %b[%i] {axis = 0 : i32} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64x32xi32, #blocked> -> tensor<64x32xf16, #blocked>
    // CHECK: ttg.local_scatter %[[B]][%arg1], %arg0 {axis = 0 : i32} : !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>, tensor<64x32xi32, #blocked{{.*}}>, tensor<64x32xf16, #blocked{{.*}}>
    ttg.local_scatter %b[%i], %t {axis = 0 : i32} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64x32xi32, #blocked>, tensor<64x32xf16, #blocked>
    // CHECK: ttg.local_atomic_scatter_rmw fadd, %[[B]][%arg1], %arg0 {axis = 0 : i32} : (!ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>, tensor<64x32xf16, #blocked{{.*}}>, tensor<64x32xi32, #blocked{{.*}}>) -> tensor<64x32xf16, #blocked{{.*}}>
    %o = ttg.local_atomic_scatter_rmw fadd, %b[%i], %t {axis = 0 : i32} : (!ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64x32xf16, #blocked>, tensor<64x32xi32, #blocked>) -> tensor<64x32xf16, #blocked>
    // CHECK: ttg.local_dealloc %[[M]] : !ttg.memdesc<3x64x32xf16, [[SW]], #smem, mutable>
    ttg.local_dealloc %m : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: @async
  tt.func private @async(%p: tensor<64x32x!tt.ptr<f16>, #blocked>, %c: tensor<64x32xi1, #blocked>, %z: tensor<64x32xf16, #blocked>, %m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) {
    // CHECK: %[[K:.*]] = ttg.async_copy_global_to_local %arg0, %arg3 mask %arg1 other %arg2 {contiguity = 4 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked{{.*}}> -> <64x32xf16, [[SW]], #smem, mutable>
    %k = ttg.async_copy_global_to_local %p, %m mask %c other %z {contiguity = 4 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    // CHECK: ttg.async_copy_global_to_local %arg0, %arg3 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_normal>}
    %l = ttg.async_copy_global_to_local %p, %m cacheModifier = cg : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    // CHECK: %[[G:.*]] = ttg.async_commit_group tokens %[[K]]
    %g = ttg.async_commit_group tokens %k
    // CHECK: ttg.async_commit_group{{$}}
    %e = ttg.async_commit_group
    // CHECK: ttg.async_wait %[[G]] {num = 0 : i32}
    %w = ttg.async_wait %g {num = 0 : i32}
    tt.return
  }

  // CHECK-LABEL: @specialized
  // GENERIC: "ttg.warp_specialize"(
  // GENERIC: "ttg.warp_specialize.partitions"() ({
  // GENERIC-COUNT-2: "ttg.warp_return"() : () -> ()
  tt.func private @specialized(%m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %x: i32) {
    // CHECK: %{{.*}}:2 = ttg.warp_specialize(%arg0, %arg1) attributes {requestedRegisters = array<i32: 24, 32>}
    // CHECK-NEXT: default {
    // CHECK-NEXT:   ttg.warp_yield %arg1, %arg1 : i32, i32
    // CHECK-NEXT: }
    // CHECK-NEXT: partition0(%{{.*}}: !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>, %{{.*}}: i32) num_warps(8) {
    // CHECK:        ttg.warp_return
    // CHECK-NEXT: }
    // CHECK-NEXT: partition1(%{{.*}}: !ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>, %{{.*}}: i32) num_warps(1) {
    // CHECK-NEXT:   ttg.warp_return
    // CHECK-NEXT: } : (!ttg.memdesc<64x32xf16, [[SW]], #smem, mutable>, i32) -> (i32, i32)
    %r:2 = ttg.warp_specialize(%m, %x) attributes {requestedRegisters = array<i32: 24, 32>}
    default {
      ttg.warp_yield %x, %x : i32, i32
    }
    partition0(%a: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %b: i32) num_warps(8) {
      // A partition's tensors are laid out for its own warps.
      %s = tt.splat %b : i32 -> tensor<512xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>>
      ttg.warp_return
    }
    partition1(%a: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %b: i32) num_warps(1) {
      ttg.warp_return
    } : (!ttg.memdesc<64x32xf16, #shared, #smem, mutable>, i32) -> (i32, i32)
    tt.return
  }

  // CHECK-LABEL: @others
  tt.func private @others(%i: i32, %c: i1, %x: f32, %b: tensor<64x16xi8, #blocked>) {
    // CHECK: ttg.warp_id
    %0 = ttg.warp_id
    // CHECK: ttg.warp_id {omitUniformHint}
    %1 = ttg.warp_id {omitUniformHint}
    // CHECK: ttg.predicate_stage %arg0, %arg0, %arg0 maxStage 2 stage 1 : i32 -> i1
    %2 = ttg.predicate_stage %i, %i, %i maxStage 2 stage 1 : i32 -> i1
    // CHECK: "ttg.mask"(%arg1) ({
    // CHECK-NEXT: ttg.mask.return %arg2 : f32
    // CHECK-NEXT: }) : (i1) -> f32
    %3 = "ttg.mask"(%c) ({
      ttg.mask.return %x : f32
    }) : (i1) -> f32
    // CHECK: ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
    %4 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
    // CHECK: ttg.inline_asm "mov.u32 $0, $1;" {constraints = "=r,r", pure = true} %arg0 : (i32) -> i32
    %5 = ttg.inline_asm "mov.u32 $0, $1;" {constraints = "=r,r", pure = true} %i : (i32) -> i32
    // CHECK: ttg.fp4_to_fp %arg3 {axis = 1 : i32} : tensor<64x16xi8, #blocked{{.*}}> -> tensor<64x32xbf16, #blocked{{.*}}>
    %6 = ttg.fp4_to_fp %b {axis = 1 : i32} : tensor<64x16xi8, #blocked> -> tensor<64x32xbf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
    tt.return
  }
}
