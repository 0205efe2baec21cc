// Loads and stores as they stand in PTX: one instruction each, no branches.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s
// RUN: tt-translate %s --tt-to-ptx --target=cuda:80 | FileCheck %s

// CHECK: .extern .shared .align 16 .b8 global_smem[];
llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

// CHECK-LABEL: .entry kernel(
llvm.func @kernel(%g: !llvm.ptr<1>, %n: i32, %x: f32, %policy: i64)
    attributes {nvvm.kernel} {
  // CHECK-NOT: bra
  %smem = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %c = llvm.icmp "slt" %tid, %n : i32
  // CHECK: mov.u32 [[TID:%r[0-9]+]], %tid.x;
  // CHECK: setp.lt.s32 [[P:%p[0-9]+]], [[TID]],
  %p = llvm.getelementptr %g[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<8 x f32>
  %s = llvm.getelementptr %smem[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<8 x f32>

  // CHECK: @[[P]] ld.global.v4.b32 {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, [%rd{{[0-9]+}}];
  %0:4 = ptx.ld %p if %c else (%x, %x, %x, %x : f32, f32, f32, f32) : !llvm.ptr<1> -> f32, f32, f32, f32
  // The address of shared memory is 32 bits wide.
  // CHECK: @[[P]] st.shared.v2.b32 [%r{{[0-9]+}}], {%r{{[0-9]+}}, %r{{[0-9]+}}};
  ptx.st %s, (%0#0, %0#1) if %c : !llvm.ptr<3>, f32, f32
  // CHECK: st.shared.v4.b32 [%r{{[0-9]+}}+16], {
  %s4 = llvm.getelementptr %s[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
  ptx.st %s4, (%0#0, %0#1, %0#2, %0#3) : !llvm.ptr<3>, f32, f32, f32, f32
  // CHECK: bar.sync 0;
  nvvm.barrier0
  // CHECK: ld.shared.v4.b32 {
  %1:8 = ptx.ld %smem : !llvm.ptr<3> -> f16, f16, f16, f16, f16, f16, f16, f16
  // CHECK: ld.volatile.shared.b32 %r{{[0-9]+}}, [global_smem+16];
  %s16 = llvm.getelementptr %smem[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %2 = ptx.ld %s16 volatile : !llvm.ptr<3> -> i32
  // CHECK: @[[P]] st.global.cs.v4.b32 [%rd{{[0-9]+}}], {
  ptx.st %p, (%1#7, %1#6, %1#5, %1#4, %1#3, %1#2, %1#1, %1#0) if %c cache = cs
      : !llvm.ptr<1>, f16, f16, f16, f16, f16, f16, f16, f16
  // CHECK: st.global.L1::no_allocate.L2::cache_hint.b32 [%rd{{[0-9]+}}], %r{{[0-9]+}}, %rd{{[0-9]+}};
  ptx.st %p, (%2) policy %policy evict = no_allocate : !llvm.ptr<1>, i32
  // CHECK: ret;
  llvm.return
}
