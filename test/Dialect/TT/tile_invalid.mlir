// RUN: tt-opt %s --split-input-file --verify-diagnostics

tt.func @cat_element(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected element type 'f32', found 'tensor<128xi32>'}}
  %0 = tt.cat %x, %x : tensor<64xf32> -> tensor<128xi32>
  tt.return
}

// -----

tt.func @cat_rank(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected equal ranks of at least 1, found 'tensor<64xf32>' and 'tensor<64x2xf32>'}}
  %0 = tt.cat %x, %x : tensor<64xf32> -> tensor<64x2xf32>
  tt.return
}

// -----

tt.func @cat_shape(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the result shape 128, found 'tensor<64xf32>'}}
  %0 = tt.cat %x, %x : tensor<64xf32> -> tensor<64xf32>
  tt.return
}

// -----

tt.func @scan_axis(%x: tensor<64xf32>) {
  // expected-error@+1 {{has no axis 1 in 'tensor<64xf32>'}}
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    tt.scan.return %a : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @scan_result(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the result type 'tensor<64xf32>', found 'tensor<64xi32>'}}
  %0 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    tt.scan.return %a : f32
  }) : (tensor<64xf32>) -> tensor<64xi32>
  tt.return
}

// -----

tt.func @scan_end(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the region to end in tt.scan.return}}
  %0 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    llvm.unreachable
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @map_shapes(%x: tensor<64xf32>, %y: tensor<32xf32>) {
  // expected-error@+1 {{expected operands of one shape and layout, found 'tensor<64xf32>' and 'tensor<32xf32>'}}
  %0 = "tt.map_elementwise"(%x, %y) <{pack = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<64xf32>, tensor<32xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @map_result(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected results of the operands' shape and layout, found 'tensor<64xf32>' and 'tensor<32xf32>'}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<64xf32>) -> tensor<32xf32>
  tt.return
}

// -----

tt.func @map_pack(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected 'pack' to be a power of two, found 3}}
  %0 = "tt.map_elementwise"(%x) <{pack = 3 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    tt.map_elementwise.return %a, %b, %c : f32, f32, f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @map_huge_pack(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected 'pack' to be at most 1048576, found 1073741824}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1073741824 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @map_arguments(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the region's arguments to be ('f32', 'f32'), found ('f32')}}
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a, %a : f32, f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @map_return(%x: tensor<64xf32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    // expected-error@+1 {{expected ('f32'), found ()}}
    tt.map_elementwise.return
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @gather_axis(%t: tensor<64xf32>, %i: tensor<64xi32>) {
  // expected-error@+1 {{has no axis 1 in 'tensor<64xf32>'}}
  %0 = tt.gather %t[%i] {axis = 1 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @gather_element(%t: tensor<64xf32>, %i: tensor<64xi32>) {
  // expected-error@+1 {{expected element type 'f32', found 'tensor<64xi32>'}}
  %0 = tt.gather %t[%i] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// -----

tt.func @gather_indices(%t: tensor<64x8xf32>, %i: tensor<32x4xi32>) {
  // expected-error@+1 {{expected indices of the shape of 'tensor<64x8xf32>', except along axis 1, found 'tensor<32x4xi32>'}}
  %0 = tt.gather %t[%i] {axis = 1 : i32} : (tensor<64x8xf32>, tensor<32x4xi32>) -> tensor<32x4xf32>
  tt.return
}

// -----

tt.func @gather_result(%t: tensor<64xf32>, %i: tensor<32xi32>) {
  // expected-error@+1 {{expected a result of the shape and layout of 'tensor<32xi32>', found 'tensor<64xf32>'}}
  %0 = tt.gather %t[%i] {axis = 0 : i32} : (tensor<64xf32>, tensor<32xi32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @histogram_rank(%x: tensor<8x8xi32>) {
  // expected-error@+1 {{expected one-dimensional tensors, found 'tensor<8x8xi32>' and 'tensor<16xi32>'}}
  %0 = tt.histogram %x : tensor<8x8xi32> -> tensor<16xi32>
  tt.return
}

// -----

tt.func @histogram_mask(%x: tensor<8xi32>, %m: tensor<4xi1>) {
  // expected-error@+1 {{expected a mask of the shape and layout of 'tensor<8xi32>', found 'tensor<4xi1>'}}
  %0 = "tt.histogram"(%x, %m) : (tensor<8xi32>, tensor<4xi1>) -> tensor<16xi32>
  tt.return
}

// -----

tt.func @asm_pack(%x: tensor<8xi32>) {
  // expected-error@+1 {{expected 'packed_element' to be a power of two, found 0}}
  %0 = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 0 : i32, pure = true} %x : tensor<8xi32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @print_signs(%x: i32) {
  // expected-error@+1 {{expected a number in 'isSigned' for each of 1 operands, found 2}}
  tt.print "x" {hex = false, isSigned = array<i32: 1, 1>} : %x : i32
  tt.return
}

// -----

// Elementwise ops of every dialect work on one layout.
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @layouts(%x: tensor<256xf16, #a>) {
  // expected-error@+1 {{'arith.extf' op expected one layout, found}}
  %0 = arith.extf %x : tensor<256xf16, #a> to tensor<256xf32, #b>
  tt.return
}
