// RUN: tt-opt %s --convert-ptx-to-llvm | FileCheck %s

// The sums are outputs tied to inputs; nothing marks the calls as mere
// accesses to memory, so they stay convergent.
// CHECK-LABEL: llvm.func @wgmma
// CHECK-NOT: ptx.access
llvm.func @wgmma(%desc: i64, %r: i32, %c: f32, %s: i32, %h: vector<2xf16>,
                 %p: i1) {
  // CHECK: "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, $9, 1, 1, 1;", "=f,=f,=f,=f,r,r,r,r,l,b,0,1,2,3"
  %0:4 = ptx.wgmma f16 f16 a(%r, %r, %r, %r : i32, i32, i32, i32) b(%desc)
      sums(%c, %c, %c, %c) if %p {transposeB}
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  // CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true) : i1
  // CHECK: "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, $4, $5, $6, -1, 1, 1, 0;", "=f,=f,=f,=f,l,l,b,0,1,2,3" %{{.*}}, %{{.*}}, %[[TRUE]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
  %1:4 = ptx.wgmma bf16 bf16 a(%desc : i64) b(%desc)
      sums(%c, %c, %c, %c) {negateA, transposeA}
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  // CHECK: "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {$0, $1, $2, $3}, $4, $5, $6;", "=r,=r,=r,=r,l,l,b,0,1,2,3"
  %2:4 = ptx.wgmma s8 u8 a(%desc : i64) b(%desc) sums(%s, %s, %s, %s) {saturate}
      : i32, i32, i32, i32 -> i32, i32, i32, i32
  // CHECK: llvm.bitcast %{{.*}} : vector<2xf16> to i32
  // CHECK: "wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2 {$0, $1}, $2, $3, $4, 1, 1;", "=r,=r,l,l,b,0,1"
  %3:2 = ptx.wgmma e4m3 e5m2 a(%desc : i64) b(%desc) sums(%h, %h)
      : vector<2xf16>, vector<2xf16> -> vector<2xf16>, vector<2xf16>
  // CHECK: "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {$0, $1, $2, $3}, $4, $5, $6, 1, 1;"
  %4:4 = ptx.wgmma tf32 tf32 a(%desc : i64) b(%desc) sums(%c, %c, %c, %c)
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  // CHECK: "wgmma.wait_group.sync.aligned 1;", "=f,=f,0,1"
  %5:2 = ptx.wgmma_wait 1, (%0#0, %0#1) : f32, f32 -> f32, f32
  llvm.return
}
