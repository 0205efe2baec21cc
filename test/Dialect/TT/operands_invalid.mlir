// What the types of operands and results must be, beside their shapes.

// RUN: tt-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'tt.func' op expected a name}}
tt.func private @""()

// -----

// expected-error@+1 {{'tt.func' op expected 'noinline' to be true or false, found 1 : i32}}
tt.func private @f() attributes {noinline = 1 : i32}

// -----

// expected-error@+1 {{expected a tile of 1 to 32 dimensions, found 'tensor<f32>'}}
tt.func private @f(%x: tensor<f32>)

// -----

// expected-error@+1 {{expected a tile of numbers or pointers to scalars, found 'tensor<4x!tt.ptr<tensor<8xf32>>>'}}
tt.func private @f(%x: tensor<4x!tt.ptr<tensor<8xf32>>>)

// -----

// A basis of 2 leaves out the part between.
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[2]]}>
module attributes {"ttg.num-ctas" = 2 : i32} {
  // expected-error@+1 {{the layout does not cover}}
  tt.func private @f(%x: tensor<512xf32, #a>) {
    tt.return
  }
}

// -----

tt.func private @f(%p: tensor<8x!tt.ptr<f32>>, %i: i32) {
  // expected-error@+1 {{'tt.addptr' op expected tensors like 'tensor<8x!tt.ptr<f32>>', found 'i32'}}
  %0 = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, i32
  tt.return
}

// -----

tt.func private @f(%x: tensor<8xf32>, %y: f32) {
  // expected-error@+1 {{'tt.extern_elementwise' op expected tensors like 'tensor<8xf32>', found 'f32'}}
  %0 = tt.extern_elementwise %x, %y {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (tensor<8xf32>, f32) -> tensor<8xf32>
  tt.return
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func private @f(%t: tensor<64x8xf32>, %i: tensor<64x4xi32, #a>) {
  // expected-error@+1 {{'tt.gather' op expected layouts on both of 'tensor<64x4xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>' and 'tensor<64x8xf32>', or on neither}}
  %0 = tt.gather %t[%i] {axis = 1 : i32} : (tensor<64x8xf32>, tensor<64x4xi32, #a>) -> tensor<64x4xf32, #a>
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<tensor<8xf32>>, %i: i32) {
  // expected-error@+1 {{'tt.addptr' op expected a pointer to a scalar, found '!tt.ptr<tensor<8xf32>>'}}
  %0 = tt.addptr %p, %i : !tt.ptr<tensor<8xf32>>, i32
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error@+1 {{'tt.ptr_to_int' op expected a pointer to a scalar, found}}
  %0 = tt.ptr_to_int %p : !tt.ptr<tensor<8xf32>> -> i64
  tt.return
}

// -----

tt.func private @f(%i: i64) {
  // expected-error@+1 {{'tt.int_to_ptr' op expected a pointer to a scalar, found}}
  %0 = tt.int_to_ptr %i : i64 -> !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error@+1 {{'tt.bitcast' op expected a pointer to a scalar, found}}
  %0 = tt.bitcast %p : !tt.ptr<tensor<8xf32>> -> !tt.ptr<i32>
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error@+1 {{'tt.atomic_load' op expected a pointer to a scalar, found}}
  %0 = tt.atomic_load relaxed, gpu, %p : (!tt.ptr<tensor<8xf32>>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error@+1 {{'max' expects integers of 8 to 64 bits, found 'f32'}}
  %0 = tt.atomic_rmw max, relaxed, gpu, %p, %x : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error@+1 {{'fadd' expects f16, bf16, f32 or f64, found 'i32'}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// -----

tt.func private @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tt.scan' op expected a result for each of 2 operands, found 1}}
  %0 = "tt.scan"(%x, %x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tt.scan.return %a, %b : f32, f32
  }) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func private @f(%x: i32) {
  // expected-error@+1 {{'tt.print' op expected 0 or 1 in 'isSigned', found 2}}
  tt.print "x" {hex = false, isSigned = array<i32: 2>} : %x : i32
  tt.return
}

// -----

// expected-error@+1 {{expected a block of at most 1048576 elements, found 2048x1024}}
tt.func private @f(%d: !tt.tensordesc<2048x1024xf16>)

// -----

tt.func private @f(%p: !tt.ptr<f16>, %i: i32, %s: i64) {
  // expected-error@+1 {{'tt.make_tensor_descriptor' op expected 5 operands for 2 dimensions, found 6}}
  %0 = "tt.make_tensor_descriptor"(%p, %i, %i, %s, %s, %s) <{padding = 1 : i32}> : (!tt.ptr<f16>, i32, i32, i64, i64, i64) -> !tt.tensordesc<8x64xf16>
  tt.return
}

// -----

tt.func private @f(%p: !tt.ptr<f16>, %i: i32, %s: i64) {
  // expected-error@+1 {{'tt.make_tensor_ptr' op expected 7 operands for 2 dimensions, found 8}}
  %0 = "tt.make_tensor_ptr"(%p, %s, %s, %s, %s, %i, %i, %i) <{order = array<i32: 1, 0>}> : (!tt.ptr<f16>, i64, i64, i64, i64, i32, i32, i32) -> !tt.ptr<tensor<8x64xf16>>
  tt.return
}
