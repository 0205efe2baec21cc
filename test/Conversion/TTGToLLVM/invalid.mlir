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

// -----

module attributes {ttg.target = "cuda:80", "ttg.num-warps" = 4 : i32} {
tt.func public @atomics(%p: !tt.ptr<bf16>, %x: bf16, %q: !tt.ptr<i8>, %y: i8, %r: !tt.ptr<i32>, %z: i32) {
  // expected-error @below {{'tt.atomic_rmw' op cannot be lowered: the target has no atomic addition of bf16}}
  // expected-note @below {{operands}}
  // expected-note @below {{results}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %x : (!tt.ptr<bf16>, bf16) -> bf16
  // expected-error @below {{'tt.atomic_rmw' op cannot be lowered: atomics of this kind are for 32 and 64 bits}}
  // expected-note @below {{operands}}
  // expected-note @below {{results}}
  %1 = tt.atomic_rmw add, relaxed, gpu, %q, %y : (!tt.ptr<i8>, i8) -> i8
  // expected-error @below {{'tt.atomic_cas' op cannot be lowered: compare and swap is for 16, 32 and 64 bits}}
  // expected-note @below {{operands}}
  // expected-note @below {{results}}
  %2 = tt.atomic_cas relaxed, gpu, %q, %y, %y : (!tt.ptr<i8>, i8, i8) -> i8
  // expected-error @below {{'tt.atomic_rmw' op cannot be lowered: data moves between warps, but no shared memory is allocated for it}}
  // expected-note @below {{operands}}
  // expected-note @below {{results}}
  %3 = tt.atomic_rmw add, relaxed, gpu, %r, %z : (!tt.ptr<i32>, i32) -> i32
  tt.store %r, %3 : !tt.ptr<i32>
  tt.return
}
}

// -----

module attributes {ttg.target = "cuda:80", "ttg.num-warps" = 4 : i32} {
tt.func public @access(%p: !tt.ptr<i4>, %x: f32) {
  // expected-error @below {{'tt.load' op cannot be lowered: elements of this width are not accessible}}
  // expected-note @below {{operands}}
  // expected-note @below {{results}}
  %0 = tt.load %p : !tt.ptr<i4>
  // expected-error @below {{'tt.extern_elementwise' op cannot be lowered: 'my_function' is no function of CUDA's device library}}
  // expected-note @below {{operands}}
  // expected-note @below {{results}}
  %1 = tt.extern_elementwise %x {libname = "mine", libpath = "mine.bc", pure = true, symbol = "my_function"} : (f32) -> f32
  %2 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (f32) -> f32
  // expected-error @below {{'tt.extern_elementwise' op cannot be lowered: '__nv_sinf' is called with other types elsewhere in the module}}
  // expected-note @below {{operands}}
  // expected-note @below {{results}}
  %3 = tt.extern_elementwise %x, %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (f32, f32) -> f32
  tt.return
}
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {ttg.target = "cuda:90"} {
tt.func public @threads() {
  // expected-error @below {{'tt.make_range' op cannot be lowered: the layout of tensor<64xi32, #ttg.blocked<}}
  // expected-note @below {{results}}
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b>
  tt.return
}
}

// -----

module attributes {ttg.target = "cuda:90"} {
tt.func public @vectors(%x: f32) {
  // expected-error @below {{'arith.constant' op cannot be lowered: no registers for values of type vector<4xf32>}}
  // expected-note @below {{results}}
  %v = arith.constant dense<1.0> : vector<4xf32>
  tt.return
}
}

// -----

module attributes {ttg.target = "cuda:90"} {
// expected-error @below {{'builtin.module' op cannot be lowered: a module holds kernels}}
module {
  tt.func public @nested() {
    tt.return
  }
}
}

// -----

module attributes {ttg.target = "cuda:90"} {
tt.func public @parallel() {
  %n = arith.constant 4 : index
  // expected-error @below {{'scf.parallel' op cannot be lowered: this operation is not supported}}
  // expected-note @below {{operands}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce
  }
  tt.return
}
}
