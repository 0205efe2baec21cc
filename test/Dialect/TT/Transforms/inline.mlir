// RUN: tt-opt %s --tt-optimize | FileCheck %s

// `noinline` functions stay, and so do their calls; kernels that are called are
// copied and stay as well; all others go.

// CHECK-LABEL: tt.func private @kept(
tt.func private @kept(%x: i32) -> i32 attributes {noinline = true} {
  %0 = arith.muli %x, %x : i32
  tt.return %0 : i32
}
// CHECK-NOT: @inlined
tt.func private @inlined(%x: i32) -> i32 attributes {noinline = false} {
  %0 = tt.call @kept(%x) : (i32) -> i32
  tt.return %0 : i32
}
// CHECK-NOT: @branches
tt.func private @branches(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b(%x : i32)
^a:
  %0 = arith.addi %x, %x : i32
  cf.br ^b(%0 : i32)
^b(%y: i32):
  tt.return %y : i32
}
// CHECK-LABEL: tt.func public @other(
// CHECK-NEXT: tt.store
tt.func public @other(%p: !tt.ptr<i32>, %x: i32) {
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}
// A kernel may not be inlined either, if it says so.
// CHECK-LABEL: tt.func public @separate(
tt.func public @separate(%p: !tt.ptr<i32>, %x: i32) attributes {noinline = true} {
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}
// CHECK-LABEL: tt.func public @kernel(
// CHECK: %[[K:.*]] = tt.call @kept(%{{.*}}) : (i32) -> i32
// CHECK: cf.cond_br
// CHECK: tt.store %{{.*}}, %{{.*}} : !tt.ptr<i32>
// CHECK: tt.call @separate(
tt.func public @kernel(%p: !tt.ptr<i32>, %x: i32, %c: i1) {
  %0 = tt.call @inlined(%x) : (i32) -> i32
  %1 = tt.call @branches(%0, %c) : (i32, i1) -> i32
  tt.call @other(%p, %1) : (!tt.ptr<i32>, i32) -> ()
  tt.call @separate(%p, %1) : (!tt.ptr<i32>, i32) -> ()
  tt.return
}
