// RUN: tt-opt %s --split-input-file --verify-diagnostics

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @alloc_immutable() {
  // expected-error@+1 {{expected mutable memory, found}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @alloc_part() {
  // expected-error@+1 {{expected a whole piece of memory, found}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x32xf16, #shared, #smem, mutable, 64x32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @alloc_shape(%t: tensor<64x32xf16, #blocked>) {
  // expected-error@+1 {{expected one shape and element type, found}}
  %0 = ttg.local_alloc %t : (tensor<64x32xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #shared, #smem>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @load_element(%m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) {
  // expected-error@+1 {{expected one shape and element type, found}}
  %0 = ttg.local_load %m : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> tensor<64x32xf32, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @store_immutable(%m: !ttg.memdesc<64x32xf16, #shared, #smem>, %t: tensor<64x32xf16, #blocked>) {
  // expected-error@+1 {{expected mutable memory, found}}
  ttg.local_store %t, %m : tensor<64x32xf16, #blocked> -> !ttg.memdesc<64x32xf16, #shared, #smem>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @gather_axis(%m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %i: tensor<64x32xi32, #blocked>) {
  // expected-error@+1 {{has no axis 2 in}}
  %0 = ttg.local_gather %m[%i] {axis = 2 : i32} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64x32xi32, #blocked> -> tensor<64x32xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @gather_element(%m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %i: tensor<64x32xi32, #blocked>) {
  // expected-error@+1 {{expected elements of 'f16', found}}
  %0 = ttg.local_gather %m[%i] {axis = 0 : i32} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64x32xi32, #blocked> -> tensor<64x32xf32, #blocked>
  tt.return
}

// -----

#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @gather_rank(%m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %i: tensor<64xi32, #flat>) {
  // expected-error@+1 {{expected indices of rank 2, found}}
  %0 = ttg.local_gather %m[%i] {axis = 0 : i32} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64xi32, #flat> -> tensor<64xf16, #flat>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @gather_shape(%m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %i: tensor<32x32xi32, #blocked>) {
  // expected-error@+1 {{expected values and indices of one shape and layout, found}}
  %0 = ttg.local_gather %m[%i] {axis = 0 : i32} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<32x32xi32, #blocked> -> tensor<64x32xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @scatter_immutable(%m: !ttg.memdesc<64x32xf16, #shared, #smem>, %i: tensor<64x32xi32, #blocked>, %t: tensor<64x32xf16, #blocked>) {
  // expected-error@+1 {{expected mutable memory, found}}
  ttg.local_scatter %m[%i], %t {axis = 0 : i32} : !ttg.memdesc<64x32xf16, #shared, #smem>, tensor<64x32xi32, #blocked>, tensor<64x32xf16, #blocked>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @index_shape(%m: !ttg.memdesc<3x64x32xf16, #shared, #smem>, %n: i32) {
  // expected-error@+1 {{expected the result shape 64x32, found}}
  %0 = ttg.memdesc_index %m[%n] : !ttg.memdesc<3x64x32xf16, #shared, #smem> -> !ttg.memdesc<32x64xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @index_keeps(%m: !ttg.memdesc<3x64x32xf16, #shared, #smem>, %n: i32) {
  // expected-error@+1 {{expected the element type, memory and mutability of}}
  %0 = ttg.memdesc_index %m[%n] : !ttg.memdesc<3x64x32xf16, #shared, #smem> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @index_range(%m: !ttg.memdesc<3x64x32xf16, #shared, #smem>) {
  %three = arith.constant 3 : i32
  // expected-error@+1 {{expected an index below 3, found 3}}
  %0 = ttg.memdesc_index %m[%three] : !ttg.memdesc<3x64x32xf16, #shared, #smem> -> !ttg.memdesc<64x32xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @subslice_offsets(%m: !ttg.memdesc<64x32xf16, #shared, #smem>) {
  // expected-error@+1 {{expected offsets that are multiples of the result's extents and within}}
  %0 = ttg.memdesc_subslice %m[8, 0] : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<16x32xf16, #shared, #smem, 64x32>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @subslice_count(%m: !ttg.memdesc<64x32xf16, #shared, #smem>) {
  // expected-error@+1 {{expected 2 offsets and a result of rank 2, found 1 and}}
  %0 = ttg.memdesc_subslice %m[0] : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<16x32xf16, #shared, #smem, 64x32>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @trans_order(%m: !ttg.memdesc<64x32xf16, #shared, #smem>) {
  // expected-error@+1 {{expected 'order' to be a permutation of the 2 dimensions}}
  %0 = ttg.memdesc_trans %m {order = array<i32: 0, 0>} : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<64x32xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @trans_shape(%m: !ttg.memdesc<64x32xf16, #shared, #smem>) {
  // expected-error@+1 {{expected the result shape 32x64, found}}
  %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<64x32xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @reshape_count(%m: !ttg.memdesc<64x32xf16, #shared, #smem>) {
  // expected-error@+1 {{expected 2048 elements, found}}
  %0 = ttg.memdesc_reshape %m : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @reinterpret(%m: !ttg.memdesc<64x32xf16, #shared, #smem>) {
  // expected-error@+1 {{expected the memory and mutability of}}
  %0 = ttg.memdesc_reinterpret %m : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<64x16xf32, #shared, #smem, mutable>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @copy_mask(%p: tensor<64x32x!tt.ptr<f16>, #blocked>, %m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %z: tensor<64x32xf16, #blocked>) {
  // expected-error@+1 {{expected a mask beside 'other'}}
  %0 = "ttg.async_copy_global_to_local"(%p, %m, %z) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (tensor<64x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64x32xf16, #blocked>) -> !ttg.async.token
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @copy_contiguity(%p: tensor<64x32x!tt.ptr<f16>, #blocked>, %m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) {
  // expected-error@+1 {{expected 'contiguity' to be a power of two, found 3}}
  %0 = ttg.async_copy_global_to_local %p, %m {contiguity = 3 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func private @copy_element(%p: tensor<64x32x!tt.ptr<f32>, #blocked>, %m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) {
  // expected-error@+1 {{expected one shape and element type, found}}
  %0 = ttg.async_copy_global_to_local %p, %m : tensor<64x32x!tt.ptr<f32>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
  tt.return
}

// -----

tt.func private @wait() {
  // expected-error@+1 {{expected a 'num' of at least 0, found -1}}
  %0 = ttg.async_wait {num = -1 : i32}
  tt.return
}

// -----

tt.func private @stage(%i: i32) {
  // expected-error@+1 {{expected a stage from 0 to 2, found 3}}
  %0 = ttg.predicate_stage %i, %i, %i maxStage 2 stage 3 : i32 -> i1
  tt.return
}

// -----

tt.func private @scratch_bytes() {
  // expected-error@+1 {{expected 'nbytes' to be positive, found 0}}
  %0 = ttg.global_scratch_alloc {alignment = 16 : i32, nbytes = 0 : i32} : !tt.ptr<i8>
  tt.return
}

// -----

tt.func private @scratch_alignment() {
  // expected-error@+1 {{expected 'alignment' to be a power of two, found 12}}
  %0 = ttg.global_scratch_alloc {alignment = 12 : i32, nbytes = 8 : i32} : !tt.ptr<i8>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func private @fp4_axis(%x: tensor<64x16xi8, #blocked>) {
  // expected-error@+1 {{has no axis 2 in}}
  %0 = ttg.fp4_to_fp %x {axis = 2 : i32} : tensor<64x16xi8, #blocked> -> tensor<64x32xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func private @fp4_shape(%x: tensor<64x16xi8, #blocked>) {
  // expected-error@+1 {{expected the result shape 128x16, found}}
  %0 = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<64x16xi8, #blocked> -> tensor<64x32xf16, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func private @fp4_layout(%x: tensor<64x32xi8, #blocked>) {
  // expected-error@+1 {{the operand's layout does not lead to that of the result}}
  %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<64x32xi8, #blocked> -> tensor<64x64xf16, #blocked>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error@+1 {{expected memory of numbers or pointers, found 'index'}}
tt.func private @f(%x: !ttg.memdesc<64x32xindex, #shared, #smem>) {
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error@+1 {{expected a layout of memory, found #ttg.blocked}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #blocked, #smem>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
// expected-error@+1 {{expected the memory space #ttg.shared_memory for}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #shared, #ttng.tensor_memory>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error@+1 {{expected a shape of rank 2 or more for its layout, found rank 1}}
tt.func private @f(%x: !ttg.memdesc<64xf16, #shared, #smem>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error@+1 {{expected extents that are powers of two, found 24}}
tt.func private @f(%x: !ttg.memdesc<64x24xf16, #shared, #smem>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error@+1 {{expected extents of 1 to 1048576, found 0}}
tt.func private @f(%x: !ttg.memdesc<0x64x32xf16, #shared, #smem>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error@+1 {{memory of more than 1048576 elements}}
tt.func private @f(%x: !ttg.memdesc<1048576x64x32xf16, #shared, #smem>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error@+1 {{expected a part of the piece that it is of, found extent 64 of 32}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #shared, #smem, 32x32>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
// expected-error@+1 {{expected a layout of registers as the encoding of}}
tt.func private @f(%x: tensor<64x32xf16, #shared>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected powers of two in 'vec', found 3}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected 'order' to be a permutation of the 2 dimensions}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 1]}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected 'swizzlingByteWidth' 0, 32, 64 or 128, found 16}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 16, transposed = false, elementBitWidth = 16}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected 'elementBitWidth' 8, 16, 32 or 64, found 4}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 4}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected 'elementBitWidth' 8 and 'swizzlingByteWidth' 128 beside 'fp4Padded', found 8 and 64}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, fp4Padded = true}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected true or false for 'transposed'}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = 1, elementBitWidth = 16}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected at least 64 elements along the fastest dimension for 'swizzlingByteWidth' 128, found 32}}
tt.func private @f(%x: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected at least one interval with its padding}}
tt.func private @f(%x: !ttg.memdesc<4x4xf16, #ttg.padded_shared<[] {order = [1, 0], shape = [4, 4]}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected powers of two in 'interval', found 6}}
tt.func private @f(%x: !ttg.memdesc<4x4xf16, #ttg.padded_shared<[6:+2] {order = [1, 0], shape = [4, 4]}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected different intervals}}
tt.func private @f(%x: !ttg.memdesc<4x4xf16, #ttg.padded_shared<[4:+2, 4:+1] {order = [1, 0], shape = [4, 4]}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected as many numbers in 'shape' as in 'order', 1 to 32; found 1 and 2}}
tt.func private @f(%x: !ttg.memdesc<4x4xf16, #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4]}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected the shape that the basis vectors span}}
tt.func private @f(%x: !ttg.memdesc<4x4xf16, #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4, 8]}>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected powers of two in 'alignment', found 12}}
tt.func private @f(%x: !ttg.memdesc<4x4xf16, #ttg.shared_linear<{offset = [[0, 1], [0, 2]]}, alignment = 12>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{the basis vectors do not reach every coordinate of the box they span}}
tt.func private @f(%x: !ttg.memdesc<1x4xf16, #ttg.shared_linear<{offset = [[0, 3]]}, alignment = 16>, #smem>) {
  tt.return
}

// -----

#smem = #ttg.shared_memory
// expected-error@+1 {{expected basis vectors of 1 to 32 coordinates, found 0}}
tt.func private @f(%x: !ttg.memdesc<4xf16, #ttg.shared_linear<{offset = []}, alignment = 16>, #smem>) {
  tt.return
}

// -----

// expected-error@+1 {{expected 'versionMajor' 2 (mma.sync) or 3 (wgmma), found 1}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>>) {
  tt.return
}

// -----

// expected-error@+1 {{expected 2 or 3 numbers in 'warpsPerCTA', found 1}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4], instrShape = [16, 8]}>>) {
  tt.return
}

// -----

// expected-error@+1 {{expected 3 numbers in 'instrShape' (M, N, K) and 2 in 'warpsPerCTA'; found 2 and 2}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>>) {
  tt.return
}

// -----

// expected-error@+1 {{expected 'instrShape' to begin with 16, 8, found 8 and 8}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [8, 8]}>>) {
  tt.return
}

// -----

// expected-error@+1 {{expected a multiple of 4 warps along the first dimension, found 2}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8, 16]}>>) {
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error@+1 {{expected 'opIdx' 0 or 1, found 2}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.dot_op<{opIdx = 2, parent = #blocked}>>) {
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = [1, 0]}>
// expected-error@+1 {{expected a layout of registers as 'parent', found}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.dot_op<{opIdx = 0, parent = #shared}>>) {
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error@+1 {{expected no 'kWidth' beside a parent that is no #ttg.nvidia_mma, found 2}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked, kWidth = 2}>>) {
  tt.return
}

// -----

// expected-error@+1 {{expected 'kWidth' to be a power of two up to 64, found 3}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 3}>>) {
  tt.return
}

// -----

// expected-error@+1 {{wgmma reads its right operand from shared memory only, found 'opIdx' 1}}
tt.func private @f(%x: tensor<16x8xf32, #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 16]}>, kWidth = 2}>>) {
  tt.return
}

// -----

tt.func private @captures(%x: i32) {
  // expected-error@+1 {{expected the arguments of partition 0 to be ('i32'), found ()}}
  ttg.warp_specialize(%x)
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}

// -----

tt.func private @warps() {
  // expected-error@+1 {{expected partitions of a power of two of warps, found 3}}
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(3) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

tt.func private @registers() {
  // expected-error@+1 {{expected 1 numbers in 'requestedRegisters', found 2}}
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 24, 24>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

tt.func private @yield(%x: i32) {
  // expected-error@+1 {{region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = ttg.warp_specialize()
  default {
    // expected-note@+1 {{region branch point}}
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> i32
  tt.return
}

// -----

tt.func private @isolated(%x: i32) {
  // expected-note@+1 {{required by region isolation constraints}}
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    // expected-error@+1 {{using value defined outside the region}}
    %0 = arith.addi %x, %x : i32
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

tt.func private @partition_layout(%x: i32) {
  ttg.warp_specialize(%x)
  default {
    ttg.warp_yield
  }
  partition0(%y: i32) num_warps(8) {
    // expected-error@+1 {{is for 4 in 'ttg.num-warps', the partition has 8}}
    %0 = tt.splat %y : i32 -> tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}

// -----

tt.func private @mask_results(%c: i1, %x: f32) {
  %0 = "ttg.mask"(%c) ({
    // expected-error@+1 {{expected ('i32'), found ('f32')}}
    ttg.mask.return %x : f32
  }) : (i1) -> i32
  tt.return
}

// -----

tt.func private @mask_end(%c: i1) {
  // expected-error@+1 {{expected the region to end in ttg.mask.return}}
  "ttg.mask"(%c) ({
    llvm.unreachable
  }) : (i1) -> ()
  tt.return
}
