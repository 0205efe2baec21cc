// The assembler takes everything that verifies, without a word.

// REQUIRES: ptxas
// RUN: tt-translate %s --tt-to-cubin --target=cuda:75 -o %t.cubin 2>&1 | count 0
// RUN: tt-translate %s --tt-to-cubin --target=cuda:80 -o %t.cubin 2>&1 | count 0
// RUN: tt-translate %s --tt-to-cubin --target=cuda:86 -o %t.cubin 2>&1 | count 0
// RUN: tt-translate %s --tt-to-cubin --target=cuda:89 -o %t.cubin 2>&1 | count 0
// RUN: tt-translate %s --tt-to-cubin --target=cuda:90 -o %t.cubin 2>&1 | count 0
// RUN: llvm-readelf --file-header %t.cubin | FileCheck %s
// RUN: tt-translate %s --tt-to-cubin --target=cuda:100 -o %t.cubin 2>&1 | count 0
// RUN: tt-translate %s --tt-to-cubin --target=cuda:103 -o %t.cubin 2>&1 | count 0
// RUN: tt-translate %s --tt-to-cubin --target=cuda:120 -o %t.cubin 2>&1 | count 0

// CHECK: Machine: NVIDIA CUDA architecture

llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

llvm.func @kernel(%g: !llvm.ptr<1>, %x: f32, %h: f16, %b: i8, %d: f64, %i: i32,
                  %w: i16, %l: i64, %v: vector<2xf16>, %c: i1)
    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %s = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
  %0 = ptx.ld %g if %c else (%b : i8) cache = cg : !llvm.ptr<1> -> i8
  %1:2 = ptx.ld %g if %c else (%h, %h : f16, f16) evict = evict_first : !llvm.ptr<1> -> f16, f16
  %2:16 = ptx.ld %g if %c cache = lu : !llvm.ptr<1> -> i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8
  %3:2 = ptx.ld %s if %c else (%d, %d : f64, f64) cache = cv : !llvm.ptr<3> -> f64, f64
  %4 = ptx.ld %s if %c volatile : !llvm.ptr<3> -> bf16
  ptx.st %g, (%0) if %c cache = wt : !llvm.ptr<1>, i8
  ptx.st %g, (%1#0, %1#1) if %c evict = evict_unchanged : !llvm.ptr<1>, f16, f16
  ptx.st %s, (%2#0, %2#5) if %c cache = wb : !llvm.ptr<3>, i8, i8
  ptx.st %s, (%4) if %c volatile : !llvm.ptr<3>, bf16
  ptx.st %g, (%3#0, %3#1) if %c evict = evict_normal : !llvm.ptr<1>, f64, f64
  %5 = ptx.atom add relaxed gpu %g, %x : !llvm.ptr<1>, f32
  %6 = ptx.atom add acq_rel sys %g, %d if %c : !llvm.ptr<1>, f64
  %7 = ptx.atom add release cta %s, %h if %c : !llvm.ptr<3>, f16
  %8 = ptx.atom add acquire gpu %g, %v : !llvm.ptr<1>, vector<2xf16>
  %9 = ptx.atom exch relaxed gpu %g, %x : !llvm.ptr<1>, f32
  %10 = ptx.atom inc relaxed cta %s, %i : !llvm.ptr<3>, i32
  %11 = ptx.atom umin relaxed gpu %g, %l : !llvm.ptr<1>, i64
  %12 = ptx.cas acq_rel gpu %g, %w, %w : !llvm.ptr<1>, i16
  ptx.red max relaxed gpu %g, %i if %c : !llvm.ptr<1>, i32
  ptx.red add release gpu %g, %h : !llvm.ptr<1>, f16
  ptx.red xor relaxed cta %s, %l : !llvm.ptr<3>, i64
  llvm.return
}
