// LLVM drops a load nobody needs and merges equal ones, though they are inline
// assembly; it keeps those that a store separates, and volatile ones.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s

// CHECK-LABEL: .entry kernel(
llvm.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %c: i1)
    attributes {nvvm.kernel} {
  %0 = ptx.ld %p if %c : !llvm.ptr<1> -> f64
  // CHECK-COUNT-1: ld.global.cg.b32
  %1 = ptx.ld %p cache = cg : !llvm.ptr<1> -> i32
  %2 = ptx.ld %p cache = cg : !llvm.ptr<1> -> i32
  %3 = llvm.add %1, %2 : i32
  // CHECK: ld.volatile.global.b32
  // CHECK: ld.volatile.global.b32
  %4 = ptx.ld %p if %c volatile : !llvm.ptr<1> -> i32
  %5 = ptx.ld %p if %c volatile : !llvm.ptr<1> -> i32
  // CHECK-NOT: ld.global
  // CHECK: @%p{{[0-9]+}} st.global.b32
  ptx.st %q, (%3) if %c : !llvm.ptr<1>, i32
  // CHECK: ld.global.cg.b32
  %6 = ptx.ld %p cache = cg : !llvm.ptr<1> -> i32
  // CHECK: @%p{{[0-9]+}} st.global.b32
  ptx.st %q, (%6) if %c : !llvm.ptr<1>, i32
  llvm.return
}
