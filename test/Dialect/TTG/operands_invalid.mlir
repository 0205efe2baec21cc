// What the types of operands and results must be, beside their shapes.

// RUN: tt-opt %s --split-input-file --verify-diagnostics

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func private @f(%m: !ttg.memdesc<64xf32, #shared, #ttg.shared_memory, mutable>) {
  // expected-error@+1 {{'ttg.local_load' op expected a layout on every tensor, found 'tensor<64xf32>'}}
  %0 = ttg.local_load %m : !ttg.memdesc<64xf32, #shared, #ttg.shared_memory, mutable> -> tensor<64xf32>
  tt.return
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
tt.func private @f(%m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // expected-error@+1 {{'ttg.local_dealloc' op expected shared memory, found}}
  ttg.local_dealloc %m : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func private @f(%m: !ttg.memdesc<64xf32, #shared, #ttg.shared_memory, mutable>) {
  // expected-error@+1 {{expected no more than the 256 bytes of}}
  %0 = ttg.memdesc_reinterpret %m : !ttg.memdesc<64xf32, #shared, #ttg.shared_memory, mutable> -> !ttg.memdesc<256xi16, #shared, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func private @f(%m: !ttg.memdesc<128xf32, #shared, #ttg.shared_memory, mutable>, %i: tensor<128xi32, #blocked>, %t: tensor<128xf32, #blocked>) {
  // expected-error@+1 {{'xor' expects integers of 8 to 64 bits, found 'f32'}}
  %0 = ttg.local_atomic_scatter_rmw xor, %m[%i], %t {axis = 0 : i32} : (!ttg.memdesc<128xf32, #shared, #ttg.shared_memory, mutable>, tensor<128xf32, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xf32, #blocked>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func private @f(%x: tensor<64xf32>, %m: !ttg.memdesc<64xf32, #shared, #ttg.shared_memory, mutable>) {
  // expected-error@+1 {{expected a tensor of pointers, found 'tensor<64xf32>'}}
  %0 = ttg.async_copy_global_to_local %x, %m : tensor<64xf32> -> <64xf32, #shared, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// expected-error@+1 {{expected a matrix for the layout of a dot operand, found rank 1}}
tt.func private @f(%x: tensor<64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>)

// -----

tt.func private @f() {
  // expected-error@+1 {{'ttg.warp_specialize' op expected one ttg.warp_specialize.partitions in its second region}}
  "ttg.warp_specialize"() <{partitionNumWarps = array<i32>}> ({
    ttg.warp_yield
  }, {
    ttg.warp_yield
  }) : () -> ()
  tt.return
}

// -----

// Tensors in partitions are checked before the op that says their warps.
tt.func private @f(%x: f32) {
  // expected-error@+1 {{'ttg.warp_specialize' op requires attribute 'partitionNumWarps'}}
  "ttg.warp_specialize"(%x) ({
    ttg.warp_yield
  }, {
    "ttg.warp_specialize.partitions"() ({
    ^bb0(%a: f32):
      %0 = tt.splat %a : f32 -> tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>>
      ttg.warp_return
    }) : () -> ()
  }) : (f32) -> ()
  tt.return
}

// -----

tt.func private @f() {
  // expected-error@+1 {{expected 1 to 256 registers in 'requestedRegisters', found 257}}
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 257>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// expected-error@+1 {{expected a rank of 1 to 32, found 33}}
tt.func private @f(%x: !ttg.memdesc<64xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32, rank = 33}>, #ttg.shared_memory>)

// -----

// expected-error@+1 {{'shape' is too large}}
tt.func private @f(%x: !ttg.memdesc<64xf32, #ttg.padded_shared<[4:+4] {order = [2, 1, 0], shape = [1073741824, 1073741824, 1024]}>, #ttg.shared_memory>)
