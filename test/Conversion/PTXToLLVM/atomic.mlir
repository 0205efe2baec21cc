// RUN: tt-opt %s --convert-ptx-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @atom
llvm.func @atom(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %c: i1, %i: i32, %l: i64,
                %f: f32, %d: f64, %h: f16, %v: vector<2xbf16>, %w: i16) {
  // CHECK: {ptx.access = "readwrite"} "atom.relaxed.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f"
  %0 = ptx.atom add relaxed gpu %g, %f : !llvm.ptr<1>, f32
  // CHECK: %[[Z:.*]] = llvm.mlir.zero : i32
  // CHECK: "@$3 atom.acq_rel.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,b,0" %{{.*}}, %{{.*}}, %{{.*}}, %[[Z]]
  %1 = ptx.atom add acq_rel sys %g, %i if %c : !llvm.ptr<1>, i32
  // CHECK: "atom.acquire.cta.shared.min.s64 $0, [$1], $2;", "=l,r,l"
  %2 = ptx.atom min acquire cta %s, %l : !llvm.ptr<3>, i64
  // CHECK: "atom.relaxed.cluster.global.max.u32 $0, [$1], $2;"
  %3 = ptx.atom umax relaxed cluster %g, %i : !llvm.ptr<1>, i32
  // CHECK: "atom.release.gpu.global.exch.b64 $0, [$1], $2;", "=d,l,d"
  %4 = ptx.atom exch release gpu %g, %d : !llvm.ptr<1>, f64
  // CHECK: "atom.relaxed.gpu.global.dec.u32 $0, [$1], $2;"
  %5 = ptx.atom dec relaxed gpu %g, %i : !llvm.ptr<1>, i32
  // CHECK: "atom.relaxed.gpu.global.xor.b32 $0, [$1], $2;"
  %6 = ptx.atom xor relaxed gpu %g, %i : !llvm.ptr<1>, i32
  // CHECK: llvm.bitcast %{{.*}} : f16 to i16
  // CHECK: %[[O:.*]] = llvm.inline_asm {{.*}} "atom.relaxed.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h"
  // CHECK: llvm.bitcast %[[O]] : i16 to f16
  %7 = ptx.atom add relaxed gpu %g, %h : !llvm.ptr<1>, f16
  // CHECK: "@$4 atom.acquire.gpu.global.cas.b16 $0, [$1], $2, $3;", "=h,l,h,h,b,0"
  %8 = ptx.cas acquire gpu %g, %w, %w if %c : !llvm.ptr<1>, i16
  llvm.return
}

// CHECK-LABEL: llvm.func @red
llvm.func @red(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %c: i1, %i: i32, %d: f64,
               %v: vector<2xbf16>) {
  // CHECK: {ptx.access = "readwrite"} "@$2 red.release.gpu.global.add.noftz.bf16x2 [$0], $1;", "l,r,b"
  ptx.red add release gpu %g, %v if %c : !llvm.ptr<1>, vector<2xbf16>
  // CHECK: "red.relaxed.cta.shared.add.f64 [$0], $1;", "r,d"
  ptx.red add relaxed cta %s, %d : !llvm.ptr<3>, f64
  // CHECK: "red.relaxed.gpu.global.min.u32 [$0], $1;"
  ptx.red umin relaxed gpu %g, %i : !llvm.ptr<1>, i32
  llvm.return
}
