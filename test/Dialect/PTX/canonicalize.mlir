// RUN: tt-opt %s --canonicalize | FileCheck %s

// A predicate that is always true goes, and the else values with it.
// CHECK-LABEL: llvm.func @always
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr<1>, %[[X:.*]]: i32)
llvm.func @always(%p: !llvm.ptr<1>, %x: i32) -> i32 {
  %true = llvm.mlir.constant(true) : i1
  // CHECK: %[[LD:.*]] = ptx.ld %[[P]] cache = cg : !llvm.ptr<1> -> i32
  %0 = ptx.ld %p if %true else (%x : i32) cache = cg : !llvm.ptr<1> -> i32
  // CHECK: %[[OLD:.*]] = ptx.atom add relaxed gpu %[[P]], %[[LD]] : !llvm.ptr<1>, i32
  %1 = ptx.atom add relaxed gpu %p, %0 if %true : !llvm.ptr<1>, i32
  // CHECK: ptx.st %[[P]], (%[[OLD]]) : !llvm.ptr<1>, i32
  ptx.st %p, (%1) if %true : !llvm.ptr<1>, i32
  llvm.return %1 : i32
}

// With one that is always false nothing is accessed.
// CHECK-LABEL: llvm.func @never
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr<1>, %[[X:.*]]: i32)
llvm.func @never(%p: !llvm.ptr<1>, %x: i32) -> !llvm.struct<(i32, i32, i32)> {
  // CHECK-DAG: %[[Z:.*]] = llvm.mlir.{{zero|constant\(0 : i32\)}} : i32
  // CHECK-NOT: ptx.
  %false = llvm.mlir.constant(false) : i1
  %0 = ptx.ld %p if %false else (%x : i32) : !llvm.ptr<1> -> i32
  %1 = ptx.ld %p if %false : !llvm.ptr<1> -> i32
  %2 = ptx.cas relaxed gpu %p, %x, %x if %false : !llvm.ptr<1>, i32
  ptx.st %p, (%0) if %false : !llvm.ptr<1>, i32
  ptx.red add relaxed gpu %p, %0 if %false : !llvm.ptr<1>, i32
  %s = llvm.mlir.undef : !llvm.struct<(i32, i32, i32)>
  // CHECK: llvm.insertvalue %[[X]], %{{.*}}[0]
  %s0 = llvm.insertvalue %0, %s[0] : !llvm.struct<(i32, i32, i32)>
  // CHECK: llvm.insertvalue %[[Z]], %{{.*}}[1]
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(i32, i32, i32)>
  // CHECK: llvm.insertvalue %[[Z]], %{{.*}}[2]
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.struct<(i32, i32, i32)>
  llvm.return %s2 : !llvm.struct<(i32, i32, i32)>
}

// A load nobody reads goes; a volatile one and an atomic stay.
// CHECK-LABEL: llvm.func @unused
llvm.func @unused(%p: !llvm.ptr<1>, %x: i32, %c: i1) {
  // CHECK-NEXT: ptx.ld %{{.*}} volatile
  // CHECK-NEXT: ptx.atom
  // CHECK-NEXT: llvm.return
  %0 = ptx.ld %p if %c : !llvm.ptr<1> -> i32
  %1 = ptx.ld %p volatile : !llvm.ptr<1> -> i32
  %2 = ptx.atom add relaxed gpu %p, %x : !llvm.ptr<1>, i32
  llvm.return
}
