// RUN: tt-opt %s --convert-ttg-to-llvm --split-input-file --verify-diagnostics

module attributes {ttg.target = "cuda:90"} {
tt.func public @no_layout(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.make_range' op cannot be lowered: tensor<64xi32> has no layout}}
  // expected-note @below {{results: 'tensor<64xi32>'}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  tt.return
}
}

// -----

module attributes {ttg.target = "cuda:90"} {
tt.func private @callee(%x: i32) attributes {noinline = true} {
  tt.return
}
tt.func public @call(%x: i32) {
  // expected-error @below {{'tt.call' op cannot be lowered: calls are inlined before}}
  // expected-note @below {{operands: 'i32'}}
  tt.call @callee(%x) : (i32) -> ()
  tt.return
}
}

// -----

module attributes {ttg.target = "cuda:90"} {
tt.func public @unknown_op(%x: i32, %y: i32) {
  // expected-error @below {{'arith.mului_extended' op cannot be lowered: this operation is not supported}}
  // expected-note @below {{operands: 'i32', 'i32'}}
  // expected-note @below {{results: 'i32', 'i32'}}
  %lo, %hi = arith.mului_extended %x, %y : i32
  tt.return
}
}

// -----

module attributes {ttg.target = "cuda:90"} {
tt.func public @no_instruction(%x: f64) {
  // expected-error @below {{'tt.fp_to_fp' op cannot be lowered: no instruction for these types}}
  // expected-note @below {{operands: 'f64'}}
  // expected-note @below {{results: 'f8E4M3FN'}}
  %y = tt.fp_to_fp %x, rounding = rtne : f64 -> f8E4M3FN
  tt.return
}
}

// -----

// expected-error @below {{no target}}
module {
tt.func public @k() {
  tt.return
}
}

// -----

// expected-error @below {{'ttg.num-ctas' is 2, only 1 is supported}}
module attributes {ttg.target = "cuda:90", "ttg.num-ctas" = 2 : i32} {
tt.func public @k() {
  tt.return
}
}
