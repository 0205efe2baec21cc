// RUN: tt-opt %s --convert-ptx-to-llvm | FileCheck %s

// Without predicate and hints LLVM's own accesses do, alignment and volatile
// kept.
// CHECK-LABEL: llvm.func @plain
llvm.func @plain(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  // CHECK: %[[V:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  // CHECK: llvm.extractelement %[[V]][%{{.*}} : i32] : vector<4xf32>
  %0:4 = ptx.ld %g : !llvm.ptr<1> -> f32, f32, f32, f32
  // CHECK: llvm.load volatile %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  %1 = ptx.ld %s volatile : !llvm.ptr<3> -> i16
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<1>
  ptx.st %g, (%0#0, %0#1) : !llvm.ptr<1>, f32, f32
  // CHECK: llvm.store volatile %{{.*}}, %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr<3>
  ptx.st %s, (%1) volatile : !llvm.ptr<3>, i16
  llvm.return
}

// One instruction; else values are tied to the result registers.
// CHECK-LABEL: llvm.func @predicated
// CHECK-SAME: (%[[G:.*]]: !llvm.ptr<1>, %[[C:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32)
llvm.func @predicated(%g: !llvm.ptr<1>, %c: i1, %x: f32, %y: f32)
    -> !llvm.struct<(f32, f32)> {
  // CHECK-NEXT: %[[R:.*]] = llvm.inline_asm has_side_effects {ptx.access = "read"} "@$3 ld.global.v2.b32 {$0, $1}, [$2];", "=f,=f,l,b,0,1" %[[G]], %[[C]], %[[X]], %[[Y]]
  // CHECK-NEXT: llvm.extractvalue %[[R]][0]
  // CHECK-NEXT: llvm.extractvalue %[[R]][1]
  %0:2 = ptx.ld %g if %c else (%x, %y : f32, f32) : !llvm.ptr<1> -> f32, f32
  %s = llvm.mlir.undef : !llvm.struct<(f32, f32)>
  %s0 = llvm.insertvalue %0#0, %s[0] : !llvm.struct<(f32, f32)>
  %s1 = llvm.insertvalue %0#1, %s0[1] : !llvm.struct<(f32, f32)>
  llvm.return %s1 : !llvm.struct<(f32, f32)>
}

// Without else values the registers are zero before.
// CHECK-LABEL: llvm.func @zero
llvm.func @zero(%s: !llvm.ptr<3>, %c: i1) -> f64 {
  // CHECK: %[[Z:.*]] = llvm.mlir.zero : f64
  // CHECK: "@$2 ld.shared.b64 $0, [$1];", "=d,r,b,0" %{{.*}}, %{{.*}}, %[[Z]]
  %0 = ptx.ld %s if %c : !llvm.ptr<3> -> f64
  llvm.return %0 : f64
}

// CHECK-LABEL: llvm.func @hints
llvm.func @hints(%g: !llvm.ptr<1>, %c: i1, %x: i32, %policy: i64) {
  // CHECK: "ld.global.cg.b32 $0, [$1];", "=r,l"
  %0 = ptx.ld %g cache = cg : !llvm.ptr<1> -> i32
  // CHECK: "ld.global.L1::evict_last.L2::cache_hint.b64 $0, [$1], $2;", "=l,l,l"
  %1 = ptx.ld %g policy %policy evict = evict_last : !llvm.ptr<1> -> i64
  // CHECK: {ptx.access = "readwrite"} "@$2 ld.volatile.global.b32 $0, [$1];", "=r,l,b,0"
  %2 = ptx.ld %g if %c volatile : !llvm.ptr<1> -> i32
  // CHECK: {ptx.access = "write"} "@$3 st.global.cs.v2.b32 [$0], {$1, $2};", "l,r,r,b"
  ptx.st %g, (%x, %x) if %c cache = cs : !llvm.ptr<1>, i32, i32
  // CHECK: "st.global.wt.L2::cache_hint.b32 [$0], $1, $2;", "l,r,l"
  ptx.st %g, (%x) policy %policy cache = wt : !llvm.ptr<1>, i32
  llvm.return
}

// Narrow scalars travel in the fewest words; a lone byte in 16 bits.
// CHECK-LABEL: llvm.func @narrow
llvm.func @narrow(%g: !llvm.ptr<1>, %c: i1, %b: i8, %h: f16) {
  // CHECK: %[[B:.*]] = llvm.inline_asm {{.*}} "@$2 ld.global.b8 $0, [$1];", "=h,l,b,0"
  // CHECK: llvm.trunc %[[B]] : i16 to i8
  %0 = ptx.ld %g if %c : !llvm.ptr<1> -> i8
  // CHECK: %[[H:.*]] = llvm.inline_asm {{.*}} "@$2 ld.global.b16 $0, [$1];", "=h,l,b,0"
  // CHECK: llvm.bitcast %[[H]] : i16 to bf16
  %1 = ptx.ld %g if %c : !llvm.ptr<1> -> bf16
  // CHECK: "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<4xi8>
  %2:4 = ptx.ld %g if %c : !llvm.ptr<1> -> i8, i8, i8, i8
  // CHECK: llvm.zext %{{.*}} : i8 to i16
  // CHECK: "@$2 st.global.b8 [$0], $1;", "l,h,b"
  ptx.st %g, (%b) if %c : !llvm.ptr<1>, i8
  // CHECK: "@$5 st.global.v4.b32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,b"
  ptx.st %g, (%h, %h, %h, %h, %h, %h, %h, %h) if %c
      : !llvm.ptr<1>, f16, f16, f16, f16, f16, f16, f16, f16
  // CHECK: "@$5 ld.global.v4.b64 {$0, $1, $2, $3}, [$4];", "=l,=l,=l,=l,l,b,0,1,2,3"
  %3:4 = ptx.ld %g if %c : !llvm.ptr<1> -> i64, i64, i64, i64
  llvm.return
}
