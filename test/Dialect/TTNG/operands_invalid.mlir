// What the types of operands must be, beside their shapes.

// RUN: tt-opt %s --split-input-file --verify-diagnostics

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
!m = !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory>
tt.func private @f(%a: !m, %c: tensor<64x64xi32, #mma>) {
  // expected-error@+1 {{'ttng.warp_group_dot' op expected an accumulator of f32 or f16 for operands of 'f16', found 'i32'}}
  %0 = ttng.warp_group_dot %a, %a, %c : !m * !m -> tensor<64x64xi32, #mma>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 32]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
!m = !ttg.memdesc<64x64xi8, #shared, #ttg.shared_memory>
tt.func private @f(%a: !m, %c: tensor<64x64xf32, #mma>) {
  // expected-error@+1 {{'ttng.warp_group_dot' op expected an accumulator of i32 for operands of 'i8', found 'f32'}}
  %0 = ttng.warp_group_dot %a, %a, %c : !m * !m -> tensor<64x64xf32, #mma>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
!m = !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory>
tt.func private @f(%a: !m, %c: tensor<64x64xf32, #mma>) {
  // expected-error@+1 {{'ttng.warp_group_dot' op expected a 'maxNumImpreciseAcc' of at least 0, found -1}}
  %0 = ttng.warp_group_dot %a, %a, %c {maxNumImpreciseAcc = -1 : i32} : !m * !m -> tensor<64x64xf32, #mma>
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!a = !ttg.memdesc<128x128xi32, #shared, #ttg.shared_memory>
!d = !ttg.memdesc<128x128xi32, #tmem, #ttng.tensor_memory, mutable>
tt.func private @f(%a: !a, %d: !d, %p: i1) {
  // expected-error@+1 {{'ttng.tc_gen5_mma' op expected operands of i8, or of floating-point numbers of one width up to 32 bits, found 'i32' and 'i32'}}
  ttng.tc_gen5_mma %a, %a, %d, %p, %p : !a, !a, !d
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!a = !ttg.memdesc<128x128xf16, #shared, #ttg.shared_memory>
!b = !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>
!d = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
tt.func private @f(%a: !a, %b: !b, %d: !d, %p: i1) {
  // expected-error@+1 {{'ttng.tc_gen5_mma' op expected a predicate for each of 1 barriers, found 0}}
  "ttng.tc_gen5_mma"(%a, %a, %d, %p, %p, %b) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 1, 0>}> : (!a, !a, !d, i1, i1, !b) -> ()
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!a = !ttg.memdesc<128x128xf8E4M3FN, #shared, #ttg.shared_memory>
!s = !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>
!d = !ttg.memdesc<128x128xi32, #tmem, #ttng.tensor_memory, mutable>
tt.func private @f(%a: !a, %s: !s, %d: !d, %p: i1) {
  // expected-error@+1 {{expected an accumulator of f32 or f16, found 'i32'}}
  ttng.tc_gen5_mma_scaled %a, %a, %d, %s, %s, %p, %p lhs = e4m3 rhs = e4m3 : !a, !a, !d, !s, !s
  tt.return
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#scales = #ttng.tensor_memory_scales_encoding<>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!a = !ttg.memdesc<128x128xf16, #shared, #ttg.shared_memory>
!s = !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>
!d = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
tt.func private @f(%a: !a, %s: !s, %d: !d, %p: i1) {
  // expected-error@+1 {{expected operands and scales of 8 bits, found '!ttg.memdesc<128x128xf16}}
  ttng.tc_gen5_mma_scaled %a, %a, %d, %s, %s, %p, %p lhs = e4m3 rhs = e4m3 : !a, !a, !d, !s, !s
  tt.return
}

// -----

#lin = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0]]}, alignment = 16>
#scales = #ttng.tensor_memory_scales_encoding<>
!a = !ttg.memdesc<128x4xf32, #lin, #ttg.shared_memory>
!s = !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory, mutable>
tt.func private @f(%a: !a, %s: !s) {
  // expected-error@+1 {{'ttng.tmem_copy' op expected elements of one type, found}}
  ttng.tmem_copy %a, %s : !a, !s
  tt.return
}

// -----

#scales = #ttng.tensor_memory_scales_encoding<>
!s = !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory, mutable>
tt.func private @f(%s: !s) {
  // expected-error@+1 {{'ttng.tmem_copy' op expected shared memory, found}}
  ttng.tmem_copy %s, %s : !s, !s
  tt.return
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!d = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
tt.func private @f(%d: !d) {
  // expected-error@+1 {{expected some columns of '!ttg.memdesc<128x128xf32}}
  %0 = ttng.tmem_subslice %d {N = 0 : i32} : !d -> !ttg.memdesc<128x32xf16, #tmem, #ttng.tensor_memory, mutable, 128x128>
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{'ttng.reinterpret_tensor_descriptor' op expected a pointer to i8 for the tensor map, found '!tt.ptr<f32>'}}
  %d = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<f32> to !tt.tensordesc<128x128xf16>
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<i32>) {
  // expected-error@+1 {{'ttng.tensormap_fenceproxy_acquire' op expected a pointer to i8 for the tensor map, found '!tt.ptr<i32>'}}
  ttng.tensormap_fenceproxy_acquire %p : !tt.ptr<i32>
  tt.return
}

// -----

tt.func private @f(%m: !tt.ptr<i8>, %p: !tt.ptr<f16>, %i: i32) {
  // expected-error@+1 {{expected 'swizzle_mode' from 0 to 4, found 5}}
  ttng.tensormap_create %m, %p, [%i], [%i], [], [%i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 5 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32) -> ()
  tt.return
}
