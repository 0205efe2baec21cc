// RUN: tt-opt %s --tt-print-axis-info --split-input-file --verify-diagnostics

// Tiles, addresses and control flow.

// expected-remark @+2 {{contiguity = [1], divisibility = [16], constancy = [1]}}
// expected-remark @+1 {{contiguity = [1], divisibility = [4], constancy = [1]}}
tt.func @matrix(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 4 : i32}) {
  // expected-remark @+1 {{contiguity = [32]}}
  %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark @+1 {{contiguity = [64]}}
  %j = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [32, 1], divisibility = [1073741824, 1], constancy = [1, 1], nonnegative}}
  %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark @+1 {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [1, 1], nonnegative}}
  %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [4, 4], constancy = [32, 1]}}
  %s = tt.splat %stride : i32 -> tensor<32x1xi32>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [4, 4], constancy = [1, 1]}}
  %rows = arith.muli %i2, %s : tensor<32x1xi32>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [4, 4], constancy = [1, 64]}}
  %rowsb = tt.broadcast %rows : tensor<32x1xi32> -> tensor<32x64xi32>
  // expected-remark @+1 {{contiguity = [1, 64], divisibility = [1, 1073741824], constancy = [32, 1], nonnegative}}
  %jb = tt.broadcast %j2 : tensor<1x64xi32> -> tensor<32x64xi32>
  // expected-remark @+1 {{contiguity = [1, 64], divisibility = [1, 4], constancy = [1, 1]}}
  %offsets = arith.addi %rowsb, %jb : tensor<32x64xi32>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [16, 16], constancy = [32, 64]}}
  %base = tt.splat %p : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  // Four elements of two bytes.
  // expected-remark @+1 {{contiguity = [1, 64], divisibility = [2, 8], constancy = [1, 1]}}
  %ptrs = tt.addptr %base, %offsets : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  // expected-remark @+1 {{contiguity = [64, 1], divisibility = [8, 2], constancy = [1, 1]}}
  %t = tt.trans %ptrs {order = array<i32: 1, 0>} : tensor<32x64x!tt.ptr<f16>> -> tensor<64x32x!tt.ptr<f16>>
  // Steps of four bytes are no longer steps of one element.
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [2, 2], constancy = [1, 1]}}
  %cast = tt.bitcast %ptrs : tensor<32x64x!tt.ptr<f16>> -> tensor<32x64x!tt.ptr<f32>>
  // expected-remark @+1 {{contiguity = [1, 64], divisibility = [2, 8], constancy = [1, 1]}}
  %same = tt.bitcast %ptrs : tensor<32x64x!tt.ptr<f16>> -> tensor<32x64x!tt.ptr<bf16>>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [2, 2], constancy = [1, 1]}}
  %number = tt.ptr_to_int %ptrs : tensor<32x64x!tt.ptr<f16>> -> tensor<32x64xi64>
  tt.return
}

// -----

// Rows of a reshaped range are runs; rows of a constant tile are constant.
// expected-remark @+1 {{constancy = [1]}}
tt.func @reshapes(%n: i32) {
  // expected-remark @+1 {{contiguity = [128]}}
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  // expected-remark @+1 {{contiguity = [1, 32], divisibility = [1, 32], constancy = [1, 1], nonnegative}}
  %a = tt.reshape %r : tensor<128xi32> -> tensor<4x32xi32>
  // expected-remark @+1 {{contiguity = [1, 32, 1], divisibility = [1, 32, 1], constancy = [1, 1, 1], nonnegative}}
  %b = tt.reshape %a : tensor<4x32xi32> -> tensor<4x32x1xi32>
  // The seams between rows are not known to be steps of one.
  // expected-remark @+1 {{contiguity = [32], divisibility = [32], constancy = [1], nonnegative}}
  %c = tt.reshape %a : tensor<4x32xi32> -> tensor<128xi32>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], nonnegative}}
  %d = tt.reshape %r allow_reorder : tensor<128xi32> -> tensor<4x32xi32>
  // expected-remark @+1 {{constancy = [128]}}
  %s = tt.splat %n : i32 -> tensor<128xi32>
  // expected-remark @+1 {{constancy = [4, 32]}}
  %e = tt.reshape %s allow_reorder : tensor<128xi32> -> tensor<4x32xi32>
  // expected-remark @+1 {{constant = 5}}
  %five = arith.constant dense<5> : tensor<128xi32>
  // expected-remark @+1 {{constant = 32}}
  %c32 = arith.constant dense<32> : tensor<128xi32>
  // expected-remark @+1 {{constancy = [32], nonnegative}}
  %row = arith.divsi %r, %c32 : tensor<128xi32>
  // expected-remark @+1 {{constancy = [2, 16], nonnegative}}
  %f = tt.reshape %row : tensor<128xi32> -> tensor<8x16xi32>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1]}}
  %j = tt.join %r, %s : tensor<128xi32> -> tensor<128x2xi32>
  tt.return
}

// -----

// What attributes promise, of arguments and of operations.
tt.func @promises(
    // expected-remark @+1 {{contiguity = [1], divisibility = [8], constancy = [1]}}
    %n: i32 {tt.divisibility = 24 : i32},
    // expected-remark @+1 {{contiguity = [1, 32], divisibility = [1, 64], constancy = [16, 1]}}
    %t: tensor<16x32xi32> {tt.contiguity = dense<[1, 32]> : tensor<2xi32>,
                           tt.divisibility = dense<[1, 64]> : tensor<2xi32>,
                           tt.constancy = dense<[16, 1]> : tensor<2xi32>}) {
  // expected-remark @+1 {{constancy = [64]}}
  %s = tt.splat %n : i32 -> tensor<64xi32>
  // expected-remark @+1 {{contiguity = [64], divisibility = [64], constancy = [64]}}
  %m = arith.muli %s, %s {tt.contiguity = dense<64> : tensor<1xi32>, tt.divisibility = dense<64> : tensor<1xi32>} : tensor<64xi32>
  tt.return
}

// -----

// What holds for a loop-carried pointer holds at the start and is kept by a
// step; the variable is a multiple of what divides bound and step.
// expected-remark @+2 {{divisibility = [32]}}
// expected-remark @+1 {{divisibility = [1]}}
tt.func @loop(%p: !tt.ptr<f32> {tt.divisibility = 32 : i32}, %n: i32) {
  // expected-remark @+1 {{constant = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @+1 {{constant = 6}}
  %step = arith.constant 6 : i32
  // expected-remark @+1 {{contiguity = [64]}}
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark @+1 {{constancy = [64]}}
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  // expected-remark @+1 {{contiguity = [64], divisibility = [32], constancy = [1]}}
  %ptrs = tt.addptr %base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  // expected-remark @+2 {{contiguity = [1], divisibility = [2], constancy = [1], nonnegative}}
  // expected-remark @+1 {{contiguity = [64], divisibility = [8], constancy = [1]}}
  %end = scf.for %i = %zero to %n step %step iter_args(%at = %ptrs) -> (tensor<64x!tt.ptr<f32>>) : i32 {
    // expected-remark @+1 {{contiguity = [1], divisibility = [2], constancy = [64], nonnegative}}
    %s = tt.splat %i : i32 -> tensor<64xi32>
    // expected-remark @+1 {{contiguity = [64], divisibility = [8], constancy = [1]}}
    %next = tt.addptr %at, %s : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %next : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// A private function's arguments are what its callers pass.
// expected-remark @+1 {{contiguity = [1], divisibility = [8], constancy = [1]}}
tt.func private @callee(%n: i32) -> i32 {
  // expected-remark @+1 {{constant = 2}}
  %c2 = arith.constant 2 : i32
  // expected-remark @+1 {{divisibility = [16]}}
  %r = arith.muli %n, %c2 : i32
  tt.return %r : i32
}

tt.func public @caller(
    // expected-remark @+1 {{divisibility = [1]}}
    %c: i1,
    // expected-remark @+1 {{divisibility = [8]}}
    %a: i32 {tt.divisibility = 8 : i32},
    // expected-remark @+1 {{divisibility = [16]}}
    %b: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @+1 {{divisibility = [16]}}
  %x = tt.call @callee(%a) : (i32) -> i32
  // expected-remark @+1 {{divisibility = [16]}}
  %y = tt.call @callee(%b) : (i32) -> i32
  // expected-remark @+1 {{divisibility = [8]}}
  %z = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  tt.return
}
