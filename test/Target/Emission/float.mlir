// Multiplication and addition stay apart unless they are one `fma` already,
// and carry a rounding, so the assembler does not join them either. Division
// and square root are correctly rounded, subnormals kept.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s

// CHECK-LABEL: .entry kernel(
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32, %y: f32) attributes {nvvm.kernel} {
  // CHECK: mul.rn.f32
  %0 = llvm.fmul %x, %y : f32
  // CHECK: add.rn.f32
  %1 = llvm.fadd %0, %y : f32
  // CHECK: fma.rn.f32
  %2 = llvm.intr.fma(%1, %x, %y) : (f32, f32, f32) -> f32
  // CHECK: div.rn.f32
  %3 = llvm.fdiv %2, %y : f32
  // CHECK: sqrt.rn.f32
  %4 = llvm.intr.sqrt(%3) : (f32) -> f32
  // CHECK: st.global
  ptx.st %p, (%4) : !llvm.ptr<1>, f32
  llvm.return
}
