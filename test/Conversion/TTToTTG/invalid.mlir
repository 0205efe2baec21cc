// RUN: tt-opt --split-input-file --verify-diagnostics --tt-optimize --convert-tt-to-ttg="target=cuda:90 num-warps=4" %s

// expected-note @below {{callee is here}}
tt.func private @slow(%x: f32) -> f32 attributes {noinline = true} {
  tt.return %x : f32
}
tt.func public @calls_noinline(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @below {{calls 'slow', which is marked noinline; such calls are not supported}}
  %y = tt.call @slow(%x) : (f32) -> f32
  tt.store %p, %y : !tt.ptr<f32>
  tt.return
}

// -----

// expected-note @below {{callee is here}}
tt.func private @recursive(%x: i32) -> i32 {
  // expected-error @below {{is part of a recursion through 'recursive'; kernels cannot recurse}}
  %y = tt.call @recursive(%x) : (i32) -> i32
  tt.return %y : i32
}
tt.func public @calls_recursive(%p: !tt.ptr<i32>, %x: i32) {
  %y = tt.call @recursive(%x) : (i32) -> i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// -----

// expected-note @below {{callee is here}}
tt.func private @elsewhere(%x: i32) -> i32
tt.func public @calls_external(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error @below {{calls 'elsewhere', which has no body}}
  %y = tt.call @elsewhere(%x) : (i32) -> i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// -----

// expected-error @below {{the module says ttg.num-warps = 8, but the number of warps is 4}}
module attributes {"ttg.num-warps" = 8 : i32} {
  tt.func public @nothing() {
    tt.return
  }
}

// -----

// expected-error @below {{argument 1 of a kernel cannot be 'tensor<16xf32>'}}
tt.func public @tensor(%n: i32, %x: tensor<16xf32>) {
  tt.return
}

// -----

// A loop or condition holds one block.
// expected-note @+1 {{callee is here}}
tt.func private @branches(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b(%x : i32)
^a:
  %0 = arith.addi %x, %x : i32
  cf.br ^b(%0 : i32)
^b(%y: i32):
  tt.return %y : i32
}
tt.func public @kernel(%p: !tt.ptr<i32>, %x: i32, %c: i1) {
  scf.if %c {
    // expected-error @+1 {{'tt.call' op calls 'branches' within 'scf.if', which can't hold the callee's branches}}
    %1 = tt.call @branches(%x, %c) : (i32, i1) -> i32
    tt.store %p, %1 : !tt.ptr<i32>
  }
  tt.return
}
