// RUN: tt-opt %s --split-input-file --verify-diagnostics

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @product(%x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %c: tensor<128x64xf32, #mma>) {
  // expected-error@+1 {{expected matrices MxK, KxN and MxN, found 64x64, 64x64 and 128x64}}
  %0 = ttng.warp_group_dot %x, %x, %c : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<128x64xf32, #mma>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @widths(%x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %y: !ttg.memdesc<64x64xf32, #shared, #smem>, %c: tensor<64x64xf32, #mma>) {
  // expected-error@+1 {{expected operands of i8, or of floating-point numbers of one width up to 32 bits, found 'f16' and 'f32'}}
  %0 = ttng.warp_group_dot %x, %y, %c : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf32, #shared, #smem> -> tensor<64x64xf32, #mma>
  tt.return
}

// -----

#mma2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @accumulator(%x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %c: tensor<64x64xf32, #mma2>) {
  // expected-error@+1 {{expected an accumulator in a layout of wgmma, found}}
  %0 = ttng.warp_group_dot %x, %x, %c : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma2>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @left(%x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %a: tensor<64x64xf16, #mma>, %c: tensor<64x64xf32, #mma>) {
  // expected-error@+1 {{expected the left operand in a layout for}}
  %0 = ttng.warp_group_dot %a, %x, %c : tensor<64x64xf16, #mma> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
tt.func private @wait(%c: tensor<64x64xf32, #mma>) {
  // expected-error@+1 {{expected the operands' types}}
  %0 = "ttng.warp_group_dot_wait"(%c) <{pendings = 0 : i32}> : (tensor<64x64xf32, #mma>) -> i32
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
tt.func private @pendings(%c: tensor<64x64xf32, #mma>) {
  // expected-error@+1 {{expected 'pendings' to be at least 0, found -1}}
  %0 = ttng.warp_group_dot_wait %c {pendings = -1 : i32} : tensor<64x64xf32, #mma>
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @no_barrier(%x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) {
  // expected-error@+1 {{expected an mbarrier, mutable shared memory of i64, found}}
  ttng.init_barrier %x, 1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func private @count(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
  // expected-error@+1 {{expected 'count' to be positive, found 0}}
  ttng.init_barrier %b, 0 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  tt.return
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func private @arrive(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
  // expected-error@+1 {{expected 'count' to be positive, found -2}}
  ttng.arrive_barrier %b, -2 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  tt.return
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func private @size(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %p: i1) {
  // expected-error@+1 {{expected 'size' to be at least 0, found -8}}
  ttng.barrier_expect %b, -8, %p : !ttg.memdesc<1xi64, #bar, #smem, mutable>
  tt.return
}

// -----

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func private @packed(%x: tensor<64xf32, #flat>) {
  // expected-error@+1 {{expected 3 operands for 'fma', found 2}}
  %0 = ttng.packed_arith fma %x, %x : (tensor<64xf32, #flat>, tensor<64xf32, #flat>) -> tensor<64xf32, #flat>
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @coordinates(%d: !tt.tensordesc<64x64xf16, #shared>, %x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %i: i32) {
  // expected-error@+1 {{expected 2 coordinates, one for each dimension of the block, found 1}}
  ttng.async_tma_copy_local_to_global %d[%i] %x : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @block(%d: !tt.tensordesc<64x64xf16, #shared>, %x: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %i: i32) {
  // expected-error@+1 {{expected memory for 'tensor<64x64xf16>', found}}
  ttng.async_tma_copy_local_to_global %d[%i, %i] %x : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @reduction(%d: !tt.tensordesc<64x64xf16, #shared>, %x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %i: i32) {
  // expected-error@+1 {{expected an operation, found 'none'}}
  ttng.async_tma_reduce none, %d[%i, %i] %x : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @row(%d: !tt.tensordesc<64x64xf16, #shared>, %x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %i: i32, %r: tensor<64xi32, #flat>) {
  // expected-error@+1 {{expected a descriptor of one row of a matrix, found}}
  ttng.async_tma_scatter %d[%r, %i] %x : !tt.tensordesc<64x64xf16, #shared>, tensor<64xi32, #flat>, i32, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @rows(%d: !tt.tensordesc<1x64xf16, #shared>, %x: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %i: i32, %r: tensor<32xi32, #flat>) {
  // expected-error@+1 {{expected memory for 'tensor<32x64xf16>', found}}
  ttng.async_tma_scatter %d[%r, %i] %x : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32, #flat>, i32, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

tt.func private @store_wait() {
  // expected-error@+1 {{expected 'pendings' to be at least 0, found -1}}
  ttng.async_tma_store_wait {pendings = -1 : i32}
  tt.return
}

// -----

tt.func private @tensormap(%m: !tt.ptr<i8>, %i: i32) {
  // expected-error@+1 {{expected 2 extents, 1 strides and 2 element strides, found 2, 0 and 2}}
  ttng.tensormap_create %m, %m, [%i, %i], [%i, %i], [], [%i, %i] {elem_type = 0 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i32, i32, i32) -> ()
  tt.return
}

// -----

tt.func private @tensormap_rank(%m: !tt.ptr<i8>) {
  // expected-error@+1 {{expected 1 to 5 dimensions, found 0}}
  ttng.tensormap_create %m, %m, [], [], [], [] {elem_type = 0 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>) -> ()
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func private @tmem_alloc() {
  // expected-error@+1 {{expected tensor memory, found}}
  %0 = ttng.tmem_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
tt.func private @tmem_load(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // expected-error@+1 {{expected one shape and element type, found}}
  %0 = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf16, #rows>
  tt.return
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
tt.func private @subslice(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // expected-error@+1 {{expected either 'N' or 'offset'}}
  %0 = ttng.tmem_subslice %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>
  tt.return
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
tt.func private @subslice_range(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // expected-error@+1 {{expected columns within}}
  %0 = ttng.tmem_subslice %m {N = 48 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
tt.func private @mma(%a: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %p: i1) {
  // expected-error@+1 {{expected matrices MxK, KxN and MxN, found 128x64, 128x64 and 128x64}}
  ttng.tc_gen5_mma %a, %a, %m, %p, %p : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  tt.return
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func private @answer(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
  // expected-error@+1 {{expected shared memory of two i64 for the answer, found}}
  %0 = ttng.clc_load_result %b : !ttg.memdesc<1xi64, #bar, #smem, mutable> -> i128
  tt.return
}

// -----

// expected-error@+1 {{expected 'blockM' 64 or 128, found 32}}
tt.func private @f(%x: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 32, blockN = 64, colStride = 1>, #ttng.tensor_memory>)

// -----

// expected-error@+1 {{expected 'blockN' and 'colStride' to be powers of two, found 48 and 1}}
tt.func private @f(%x: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 48, colStride = 1>, #ttng.tensor_memory>)

// -----

// expected-error@+1 {{expected 'CTASplitM' and 'CTASplitN' to be powers of two, found 3 and 1}}
tt.func private @f(%x: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CTASplitM = 3>, #ttng.tensor_memory>)

// -----

// expected-error@+1 {{expected either 'CGALayout' or 'CTASplitM' and 'CTASplitN'}}
tt.func private @f(%x: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CTASplitM = 2, CGALayout = [[1, 0]]>, #ttng.tensor_memory>)

// -----

// expected-error@+1 {{expected basis vectors of two coordinates in 'CGALayout', found [1]}}
tt.func private @f(%x: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CGALayout = [[1]]>, #ttng.tensor_memory>)

// -----

// expected-error@+1 {{expected at least 128 rows of tensor memory, found 64}}
tt.func private @f(%x: !ttg.memdesc<64x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory>)

// -----

// expected-error@+1 {{expected scales of 8 bits, found 'f32'}}
tt.func private @f(%x: !ttg.memdesc<128x4xf32, #ttng.tensor_memory_scales_encoding<>, #ttng.tensor_memory>)

// -----

// expected-error@+1 {{'ttng.two-ctas' expects true or false, found 1 : i64}}
module attributes {"ttng.two-ctas" = 1} {}
