// Functions of libdevice are linked, answered __nvvm_reflect for the target,
// and inlined; subnormals are kept.

// REQUIRES: libdevice
// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s
// RUN: tt-translate %s --tt-to-ptx --target=cuda:75 | FileCheck %s
// RUN: tt-translate %s --tt-to-llvmir --target=cuda:90 | FileCheck %s --check-prefix=LLVM

// LLVM-NOT: @__nv
// LLVM: call float @llvm.nvvm.ex2.approx.ftz.f
// LLVM-NOT: @__nv

// CHECK-NOT: .func
// CHECK-LABEL: .entry kernel(
llvm.func @__nv_expf(f32) -> f32
llvm.func @__nv_tanhf(f32) -> f32
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  // CHECK-NOT: call
  // CHECK: ex2.approx.ftz.f32
  %0 = llvm.call @__nv_expf(%x) : (f32) -> f32
  %1 = llvm.call @__nv_tanhf(%0) : (f32) -> f32
  // CHECK: st.global
  ptx.st %p, (%1) : !llvm.ptr<1>, f32
  llvm.return
}
