// RUN: tt-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected the shape of a block, found 'f32'}}
tt.func @f(%d: !tt.tensordesc<f32>)

// -----

// expected-error@+1 {{expected a block of at least one dimension}}
tt.func @f(%d: !tt.tensordesc<tensor<f32>>)

// -----

// expected-error@+1 {{expected a block of numbers, found '!tt.ptr<f32>'}}
tt.func @f(%d: !tt.tensordesc<8x!tt.ptr<f32>>)

// -----

// expected-error@+1 {{expected a block whose extents are powers of two, found 12}}
tt.func @f(%d: !tt.tensordesc<12x8xf32>)

// -----

// Blocks are of known extents, whatever tiles are.
// expected-error@+1 {{expected a block whose extents are powers of two, found ?}}
tt.func @f(%d: !tt.tensordesc<tensor<?x8xf32>>)

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error@+1 {{expected a layout of shared memory, found #ttg.blocked}}
tt.func @f(%d: !tt.tensordesc<8x8xf32, #blocked>)

// -----

tt.func @base(%p: !tt.ptr<f32>, %i: i32, %s: i64) {
  // expected-error@+1 {{expected a base pointer to 'f16', found '!tt.ptr<f32>'}}
  %0 = tt.make_tensor_descriptor %p, [%i], [%s] : <f32>, <8xf16>
  tt.return
}

// -----

tt.func @extents(%p: !tt.ptr<f32>, %i: i32, %s: i64) {
  // expected-error@+1 {{expected 2 operands in 'shape', one for each dimension of the block, found 1}}
  %0 = tt.make_tensor_descriptor %p, [%i], [%s] : <f32>, <8x8xf32>
  tt.return
}

// -----

tt.func @last_stride(%p: !tt.ptr<f32>, %i: i32) {
  %two = arith.constant 2 : i64
  // expected-error@+1 {{expected a last stride of 1, found 2}}
  %0 = tt.make_tensor_descriptor %p, [%i], [%two] : <f32>, <8xf32>
  tt.return
}

// -----

tt.func @padding(%p: !tt.ptr<i32>, %i: i32, %s: i64) {
  // expected-error@+1 {{expected padding with zeros for 'i32'}}
  %0 = tt.make_tensor_descriptor %p, [%i], [%s] {padding = 2 : i32} : <i32>, <8xi32>
  tt.return
}

// -----

tt.func @indices(%d: !tt.tensordesc<8x8xf32>, %i: i32) {
  // expected-error@+1 {{expected 2 operands in 'indices', one for each dimension of the block, found 1}}
  %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<8x8xf32> -> tensor<8x8xf32>
  tt.return
}

// -----

tt.func @loaded(%d: !tt.tensordesc<8x8xf32>, %i: i32) {
  // expected-error@+1 {{expected 'tensor<8x8xf32>' for '!tt.tensordesc<8x8xf32>', found 'tensor<8xf32>'}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x8xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @stored(%d: !tt.tensordesc<8xf32>, %i: i32, %t: tensor<8xi32>) {
  // expected-error@+1 {{expected 'tensor<8xf32>' for '!tt.tensordesc<8xf32>', found 'tensor<8xi32>'}}
  tt.descriptor_store %d[%i], %t : !tt.tensordesc<8xf32>, tensor<8xi32>
  tt.return
}

// -----

tt.func @reduced(%d: !tt.tensordesc<8xf32>, %i: i32, %t: tensor<8xf32>) {
  // expected-error@+1 {{expected an operation, found 'none'}}
  tt.descriptor_reduce none, %d[%i], %t : !tt.tensordesc<8xf32>, tensor<8xf32>
  tt.return
}

// -----

tt.func @gather_block(%d: !tt.tensordesc<8x8xf32>, %i: i32, %r: tensor<4xi32>) {
  // expected-error@+1 {{expected a descriptor of one row of a matrix, found '!tt.tensordesc<8x8xf32>'}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<8x8xf32>, tensor<4xi32>, i32) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @gather_rows(%d: !tt.tensordesc<1x8xf32>, %i: i32, %r: tensor<4x1xi32>) {
  // expected-error@+1 {{expected a one-dimensional tensor of rows, found 'tensor<4x1xi32>'}}
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x8xf32>, tensor<4x1xi32>, i32) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @scatter_shape(%d: !tt.tensordesc<1x8xf32>, %i: i32, %r: tensor<4xi32>, %t: tensor<8x8xf32>) {
  // expected-error@+1 {{expected 'tensor<4x8xf32>', found 'tensor<8x8xf32>'}}
  tt.descriptor_scatter %d[%r, %i], %t : !tt.tensordesc<1x8xf32>, tensor<4xi32>, i32, tensor<8x8xf32>
  tt.return
}
