// Addresses that differ by a constant share everything but that constant, so
// the assembler can put it into the access.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s

// CHECK-LABEL: .entry kernel(
llvm.func @kernel(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c512 = llvm.mlir.constant(512 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  %ctaid = nvvm.read.ptx.sreg.ctaid.x : i32
  %block = llvm.mul %ctaid, %c1024 : i32
  %first = llvm.shl %tid, %c2 : i32
  %second = llvm.or disjoint %first, %c512 : i32
  %i0 = llvm.add %block, %first : i32
  %i1 = llvm.add %block, %second : i32
  // CHECK: mul.wide.s32
  // CHECK-NOT: mul.wide
  // CHECK: ld.global.v4.b32 {{.*}}, [[[BASE:%rd[0-9]+]]];
  // CHECK: ld.global.v4.b32 {{.*}}, [[[BASE]]+2048];
  %x0 = llvm.getelementptr %x[%i0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x1 = llvm.getelementptr %x[%i1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %0:4 = ptx.ld %x0 : !llvm.ptr<1> -> f32, f32, f32, f32
  %1:4 = ptx.ld %x1 : !llvm.ptr<1> -> f32, f32, f32, f32
  %y0 = llvm.getelementptr %y[%i0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %y1 = llvm.getelementptr %y[%i1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  // CHECK-NOT: mul.wide
  // CHECK: st.global.v4.b32 [[[OUT:%rd[0-9]+]]+2048]
  // CHECK: st.global.v4.b32 [[[OUT]]]
  ptx.st %y1, (%0#0, %0#1, %0#2, %0#3) : !llvm.ptr<1>, f32, f32, f32, f32
  ptx.st %y0, (%1#0, %1#1, %1#2, %1#3) : !llvm.ptr<1>, f32, f32, f32, f32
  llvm.return
}
