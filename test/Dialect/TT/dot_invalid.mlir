// RUN: tt-opt %s --split-input-file --verify-diagnostics

tt.func private @k(%a: tensor<16x32xf16>, %b: tensor<64x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{expected one extent K, found 32 in the left operand and 64 in the right one}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<64x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func private @shape(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x32xf32>) {
  // expected-error@+1 {{expected the result shape 16x16, found 'tensor<16x32xf32>'}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x32xf32>
  tt.return
}

// -----

tt.func private @batch(%a: tensor<2x16x32xf16>, %b: tensor<4x32x16xf16>, %c: tensor<2x16x16xf32>) {
  // expected-error@+1 {{expected the result shape 2x16x16, found}}
  %0 = tt.dot %a, %b, %c : tensor<2x16x32xf16> * tensor<4x32x16xf16> -> tensor<2x16x16xf32>
  tt.return
}

// -----

tt.func private @rank(%a: tensor<16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{expected three matrices or three batches of matrices, found}}
  %0 = tt.dot %a, %b, %c : tensor<16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func private @widths(%a: tensor<16x16xf16>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{expected operands of one width, both integers or both floating-point, found 'f16' and 'f32'}}
  %0 = tt.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func private @pointers(%a: tensor<16x16x!tt.ptr<f16>>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{expected operands of one width, both integers or both floating-point, found '!tt.ptr<f16>' and '!tt.ptr<f16>'}}
  %0 = tt.dot %a, %a, %c : tensor<16x16x!tt.ptr<f16>> * tensor<16x16x!tt.ptr<f16>> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func private @accumulator(%a: tensor<16x16xi8>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{expected an integer accumulator for operands of 'i8', found 'tensor<16x16xf32>'}}
  %0 = tt.dot %a, %a, %c : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func private @imprecise(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{expected a 'maxNumImpreciseAcc' of at least 0, found -1}}
  %0 = tt.dot %a, %a, %c {maxNumImpreciseAcc = -1 : i32} : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func private @accumulator_type(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{failed to verify that all of {c, d} have same type}}
  %0 = "tt.dot"(%a, %a, %c) : (tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf16>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func private @operand_layout(%a: tensor<16x16xf16, #blocked>, %c: tensor<16x16xf32, #blocked>) {
  // expected-error@+1 {{expected the layout of dot operand 0, found}}
  %0 = tt.dot %a, %a, %c : tensor<16x16xf16, #blocked> * tensor<16x16xf16, #blocked> -> tensor<16x16xf32, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func private @without_layout(%a: tensor<16x16xf16>, %c: tensor<16x16xf32, #blocked>) {
  // expected-error@+1 {{, or on neither}}
  %0 = tt.dot %a, %a, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32, #blocked>
  tt.return
}

// -----

tt.func private @format(%a: tensor<16x32xf16>, %c: tensor<16x32xf32>, %b: tensor<32x32xf8E5M2>) {
  // expected-error@+1 {{lhs: expected elements of format e4m3, found 'tensor<16x32xf16>'}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<16x32xf16> * tensor<32x32xf8E5M2> -> tensor<16x32xf32>
  tt.return
}

// -----

tt.func private @format_rhs(%a: tensor<16x32xbf16>, %c: tensor<16x32xf32>, %b: tensor<32x32xf8E5M2>) {
  // expected-error@+1 {{rhs: expected elements of format e2m1, found 'tensor<32x32xf8E5M2>'}}
  %0 = tt.dot_scaled %a, %b, %c lhs = bf16 rhs = e2m1 {fastMath = false} : tensor<16x32xbf16> * tensor<32x32xf8E5M2> -> tensor<16x32xf32>
  tt.return
}

// -----

tt.func private @scale(%a: tensor<16x64xf8E5M2>, %s: tensor<16x8xi8>, %b: tensor<64x16xf8E5M2>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{lhs: expected scales of 8 bits, one for 16 or 32 elements along K: 16x4 or half as many; found 'tensor<16x8xi8>'}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<16x64xf8E5M2>, tensor<16x8xi8> * tensor<64x16xf8E5M2> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func private @scale_rhs(%a: tensor<16x64xf8E5M2>, %s: tensor<16x2xi16>, %b: tensor<64x16xf8E5M2>, %c: tensor<16x16xf32>) {
  // expected-error@+1 {{rhs: expected scales of 8 bits, one for 16 or 32 elements along K: 16x4 or half as many; found 'tensor<16x2xi16>'}}
  %0 = tt.dot_scaled %a, %b scale %s, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<16x64xf8E5M2> * tensor<64x16xf8E5M2>, tensor<16x2xi16> -> tensor<16x16xf32>
  tt.return
}
