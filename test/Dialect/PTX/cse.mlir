// RUN: tt-opt %s --cse | FileCheck %s

// Equal loads are one, unless a store or an acquire stands between them.
// CHECK-LABEL: llvm.func @loads
llvm.func @loads(%p: !llvm.ptr<1>, %flag: !llvm.ptr<1>, %x: i32, %c: i1)
    -> !llvm.struct<(i32, i32, i32)> {
  // CHECK: %[[A:.*]] = ptx.ld
  // CHECK-NOT: ptx.ld
  // CHECK: ptx.atom add acquire
  // CHECK: %[[B:.*]] = ptx.ld
  %0 = ptx.ld %p if %c : !llvm.ptr<1> -> i32
  %1 = ptx.ld %p if %c : !llvm.ptr<1> -> i32
  %2 = ptx.atom add acquire gpu %flag, %x : !llvm.ptr<1>, i32
  %3 = ptx.ld %p if %c : !llvm.ptr<1> -> i32
  %s = llvm.mlir.undef : !llvm.struct<(i32, i32, i32)>
  // CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[A]], %{{.*}}[1]
  // CHECK: llvm.insertvalue %[[B]], %{{.*}}[2]
  %s0 = llvm.insertvalue %0, %s[0] : !llvm.struct<(i32, i32, i32)>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(i32, i32, i32)>
  %s2 = llvm.insertvalue %3, %s1[2] : !llvm.struct<(i32, i32, i32)>
  llvm.return %s2 : !llvm.struct<(i32, i32, i32)>
}
