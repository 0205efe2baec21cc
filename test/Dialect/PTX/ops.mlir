// RUN: tt-opt %s | tt-opt | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt | FileCheck %s

// CHECK-LABEL: llvm.func @loads
llvm.func @loads(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %x: f32, %y: f32,
                 %policy: i64) {
  // CHECK: ptx.ld %{{.*}} : !llvm.ptr<1> -> f32
  %0 = ptx.ld %g : !llvm.ptr<1> -> f32
  // CHECK: ptx.ld %{{.*}} if %{{.*}} : !llvm.ptr<3> -> i8
  %1 = ptx.ld %s if %p : !llvm.ptr<3> -> i8
  // CHECK: ptx.ld %{{.*}} if %{{.*}} else (%{{.*}}, %{{.*}} : f32, f32) policy %{{.*}} evict = evict_last : !llvm.ptr<1> -> f32, f32
  %2:2 = ptx.ld %g if %p else (%x, %y : f32, f32) policy %policy
      evict = evict_last : !llvm.ptr<1> -> f32, f32
  // CHECK: ptx.ld %{{.*}} cache = cg : !llvm.ptr<1> -> i64, i64
  %3:2 = ptx.ld %g cache = cg : !llvm.ptr<1> -> i64, i64
  // CHECK: ptx.ld %{{.*}} volatile : !llvm.ptr<3> -> f16, f16, f16, f16, f16, f16, f16, f16
  %4:8 = ptx.ld %s volatile : !llvm.ptr<3>
      -> f16, f16, f16, f16, f16, f16, f16, f16
  // CHECK: ptx.ld %{{.*}} evict = no_allocate : !llvm.ptr<1> -> f64, f64, f64, f64
  %5:4 = ptx.ld %g evict = no_allocate : !llvm.ptr<1> -> f64, f64, f64, f64
  llvm.return
}

// CHECK-LABEL: llvm.func @stores
llvm.func @stores(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %b: bf16, %i: i32,
                  %policy: i64) {
  // CHECK: ptx.st %{{.*}}, (%{{.*}}) : !llvm.ptr<1>, bf16
  ptx.st %g, (%b) : !llvm.ptr<1>, bf16
  // CHECK: ptx.st %{{.*}}, (%{{.*}}, %{{.*}}) if %{{.*}} policy %{{.*}} cache = cs : !llvm.ptr<1>, i32, i32
  ptx.st %g, (%i, %i) if %p policy %policy cache = cs : !llvm.ptr<1>, i32, i32
  // CHECK: ptx.st %{{.*}}, (%{{.*}}) evict = evict_unchanged : !llvm.ptr<1>, i32
  ptx.st %g, (%i) evict = evict_unchanged : !llvm.ptr<1>, i32
  // CHECK: ptx.st %{{.*}}, (%{{.*}}) if %{{.*}} volatile : !llvm.ptr<3>, i32
  ptx.st %s, (%i) if %p volatile : !llvm.ptr<3>, i32
  llvm.return
}

// CHECK-LABEL: llvm.func @atomics
llvm.func @atomics(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %p: i1, %i: i32,
                   %l: i64, %f: f32, %h: vector<2xf16>, %w: i16) {
  // CHECK: ptx.atom add acq_rel gpu %{{.*}}, %{{.*}} if %{{.*}} : !llvm.ptr<1>, f32
  %0 = ptx.atom add acq_rel gpu %g, %f if %p : !llvm.ptr<1>, f32
  // CHECK: ptx.atom umax relaxed cta %{{.*}}, %{{.*}} : !llvm.ptr<3>, i64
  %1 = ptx.atom umax relaxed cta %s, %l : !llvm.ptr<3>, i64
  // CHECK: ptx.red add release sys %{{.*}}, %{{.*}} : !llvm.ptr<1>, vector<2xf16>
  ptx.red add release sys %g, %h : !llvm.ptr<1>, vector<2xf16>
  // CHECK: ptx.red inc relaxed cluster %{{.*}}, %{{.*}} if %{{.*}} : !llvm.ptr<3>, i32
  ptx.red inc relaxed cluster %s, %i if %p : !llvm.ptr<3>, i32
  // CHECK: ptx.cas acquire gpu %{{.*}}, %{{.*}}, %{{.*}} if %{{.*}} : !llvm.ptr<1>, i16
  %2 = ptx.cas acquire gpu %g, %w, %w if %p : !llvm.ptr<1>, i16
  llvm.return
}

// CHECK-LABEL: llvm.func @access
llvm.func @access(%p: !llvm.ptr<1>) {
  // CHECK: llvm.inline_asm has_side_effects {ptx.access = "write"}
  llvm.inline_asm has_side_effects {ptx.access = "write"}
      "st.global.cs.b32 [$0], 0;", "l" %p : (!llvm.ptr<1>) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @wgmma
llvm.func @wgmma(%desc: i64, %r: i32, %c: f32, %s: i32, %h: vector<2xf16>,
                 %p: i1) {
  // CHECK: %[[D:.*]]:4 = ptx.wgmma f16 f16 a(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32, i32) b(%{{.*}}) sums(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) if %{{.*}} {transposeB} : f32, f32, f32, f32 -> f32, f32, f32, f32
  %0:4 = ptx.wgmma f16 f16 a(%r, %r, %r, %r : i32, i32, i32, i32) b(%desc)
      sums(%c, %c, %c, %c) if %p {transposeB}
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  // CHECK: ptx.wgmma s8 u8 a(%{{.*}} : i64) b(%{{.*}}) sums(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {saturate} : i32, i32, i32, i32 -> i32, i32, i32, i32
  %1:4 = ptx.wgmma s8 u8 a(%desc : i64) b(%desc) sums(%s, %s, %s, %s) {saturate}
      : i32, i32, i32, i32 -> i32, i32, i32, i32
  // CHECK: ptx.wgmma e4m3 e5m2 a(%{{.*}} : i64) b(%{{.*}}) sums(%{{.*}}, %{{.*}}) : vector<2xf16>, vector<2xf16> -> vector<2xf16>, vector<2xf16>
  %2:2 = ptx.wgmma e4m3 e5m2 a(%desc : i64) b(%desc) sums(%h, %h)
      : vector<2xf16>, vector<2xf16> -> vector<2xf16>, vector<2xf16>
  // CHECK: ptx.wgmma_wait 0, (%[[D]]#0, %[[D]]#1) : f32, f32 -> f32, f32
  %3:2 = ptx.wgmma_wait 0, (%0#0, %0#1) : f32, f32 -> f32, f32
  llvm.return
}
