// RUN: tt-opt %s --split-input-file --verify-diagnostics

// Text of layouts.

// expected-error@+1 {{expected a list of numbers for 'order'}}
tt.func private @f(%x: tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2]}>>)

// -----

// expected-error@+1 {{expected a list of numbers for 'sizePerThread'}}
tt.func private @f(%x: tensor<64xf32, #ttg.blocked<{sizePerThread = [-1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>>)

// -----

// expected-error@+1 {{expected no such field for 'colour'}}
tt.func private @f(%x: tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0], colour = 3}>>)

// -----

// expected-error@+1 {{expected 2 coordinates in each vector of 'CGALayout'}}
tt.func private @f(%x: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0], CGALayout = [[1]]}>>)

// -----

// expected-error@+1 {{expected 1 to 32 dimensions in 'order', found 0}}
tt.func private @f(%x: tensor<64xf32, #ttg.blocked<{sizePerThread = [], threadsPerWarp = [], warpsPerCTA = [], order = []}>>)

// -----

// expected-error@+1 {{expected 2 numbers in 'threadsPerWarp', as in 'order'; found 1}}
tt.func private @f(%x: tensor<64x2xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32], warpsPerCTA = [2, 1], order = [1, 0]}>>)

// -----

// expected-error@+1 {{expected powers of two in 'warpsPerCTA', found 3}}
tt.func private @f(%x: tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [3], order = [0]}>>)

// -----

// expected-error@+1 {{a tile of 2^65 elements is too large}}
tt.func private @f(%x: tensor<64xf32, #ttg.blocked<{sizePerThread = [1073741824], threadsPerWarp = [1073741824], warpsPerCTA = [32], order = [0]}>>)

// -----

// expected-error@+1 {{expected 'order' to be a permutation of the 2 dimensions}}
tt.func private @f(%x: tensor<64x2xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 1]}>>)

// -----

// expected-error@+1 {{expected a number for 'dim'}}
tt.func private @f(%x: tensor<64xf32, #ttg.slice<{dim = "x", parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>}>>)

// -----

// expected-error@+1 {{expected a layout for 'parent'}}
tt.func private @f(%x: tensor<64xf32, #ttg.slice<{dim = 0, parent = 3}>>)

// -----

// expected-error@+1 {{expected a dimension below 32, found 32}}
tt.func private @f(%x: tensor<64xf32, #ttg.slice<{dim = 32, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 1], order = [1, 0]}>}>>)

// -----

// expected-error@+1 {{expected a list of basis vectors for 'lane'}}
tt.func private @f(%x: tensor<64xf32, #ttg.linear<{register = [], lane = [1], warp = [], block = []}>>)

// -----

// expected-error@+1 {{expected basis vectors of 1 to 32 coordinates, found 0}}
tt.func private @f(%x: tensor<64xf32, #ttg.linear<{register = [], lane = [], warp = [], block = []}>>)

// -----

// expected-error@+1 {{the basis vectors do not reach every coordinate of the box they span}}
tt.func private @f(%x: tensor<4xf32, #ttg.linear<{register = [[3]], lane = [], warp = [], block = []}>>)

// -----

// expected-error@+1 {{basis vector}}
tt.func private @f(%x: tensor<4x4xf32, #ttg.linear<{register = [[1, 0], [1]], lane = [], warp = [], block = []}>>)

// -----

// expected-error@+1 {{unknown attribute `spiral` in dialect `ttg`}}
tt.func private @f(%x: tensor<4x4xf32, #ttg.spiral<{}>>)

// -----

// Layouts and the tensors that they are for.

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error@+1 {{expected a tensor of rank 1 for its layout, found rank 2}}
tt.func private @f(%x: tensor<64x2xf32, #blocked>)

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error@+1 {{dimension 3 of a slice is beyond the parent of a tensor of rank 1}}
tt.func private @f(%x: tensor<64xf32, #ttg.slice<{dim = 3, parent = #blocked}>>)

// -----

// Ranks are checked outside functions, too.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
%x = ub.poison : f32
// expected-error@+1 {{expected a tensor of rank 1 for its layout, found rank 2}}
%0 = tt.splat %x : f32 -> tensor<64x2xf32, #blocked>

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 8 : i32} {
  // expected-error@+1 {{is for 4 in 'ttg.num-warps', the module says 8}}
  tt.func private @f(%x: tensor<64xf32, #blocked>) {
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: f32) {
    // expected-error@+1 {{is for 64 in 'ttg.threads-per-warp', the module says 32}}
    %0 = tt.splat %x : f32 -> tensor<64xf32, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 2 : i32} {
  // expected-error@+1 {{is for 1 in 'ttg.num-ctas', the module says 2}}
  tt.func private @f(%x: tensor<64xf32, #blocked>) {
    tt.return
  }
}

// -----

// Two blocks that hold the same half leave the other half to nobody.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1], [1]]}>
// expected-error@+1 {{does not cover}}
tt.func private @f(%x: tensor<512xf32, #blocked>) {
  tt.return
}

// -----

// Module attributes.

// expected-error@+1 {{'ttg.target' expects a string, found 90 : i32}}
module attributes {ttg.target = 90 : i32} {}

// -----

// expected-error@+1 {{'ttg.num-warps' expects a power of two of type i32, found 3 : i32}}
module attributes {"ttg.num-warps" = 3 : i32} {}

// -----

// expected-error@+1 {{'ttg.num-ctas' expects a power of two of type i32, found 2 : i64}}
module attributes {"ttg.num-ctas" = 2} {}

// -----

// expected-error@+1 {{'ttg.shared' expects a non-negative number of type i32, found -1 : i32}}
module attributes {ttg.shared = -1 : i32} {}

// -----

// Layouts of operands and results.

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
tt.func private @f(%x: tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>>) {
  // expected-error@+3 {{the operand's layout does not lead to that of the result}}
  // expected-note@+2 {{expected: }}
  // expected-note@+1 {{found: }}
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<128x1xf32, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func private @f(%x: tensor<128xf32, #blocked>) {
  // expected-error@+1 {{and 'tensor<128x1xf32>', or on neither}}
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<128xf32, #blocked> -> tensor<128x1xf32>
  tt.return
}

// -----

// The axis is checked before any layout is asked about it.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
tt.func private @f(%x: tensor<128x1xf32, #blocked>) {
  // expected-error@+1 {{has no axis 2 in}}
  %0 = "tt.reduce"(%x) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<128x1xf32, #blocked>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.return
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func private @f(%p: tensor<512x!tt.ptr<f32>, #a>, %m: tensor<512xi1, #b>) {
  // expected-error@+1 {{mask: expected 'tensor<512xi1, #ttg.blocked<{sizePerThread = [1]}}
  %0 = "tt.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<512x!tt.ptr<f32>, #a>, tensor<512xi1, #b>) -> tensor<512xf32, #a>
  tt.return
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func private @f(%x: tensor<512xf32, #a>) {
  // expected-error@+1 {{expected one shape and element type, found}}
  %0 = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<256xf32, #a>
  tt.return
}

// -----

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func private @f(%x: tensor<512xf32, #a>) {
  // expected-error@+1 {{'ttg.convert_layout' op expected a layout on every tensor, found 'tensor<512xf32>'}}
  %0 = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32>
  tt.return
}

// -----

tt.func private @f() {
  // expected-error@+1 {{unknown kind of memory 'everything'}}
  ttg.barrier everything
  tt.return
}
