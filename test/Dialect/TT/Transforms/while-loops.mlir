// RUN: tt-opt %s --tt-optimize-loops --canonicalize | FileCheck %s

// The condition's part of the loop runs at least once, so needs no mask; what
// comes after the condition may never run.
// CHECK-LABEL: @hoisted_load
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[X:.*]] = tt.load %arg0 : !tt.ptr<i32>
// CHECK-NEXT: %[[RUNS:.*]] = arith.cmpi sgt, %[[X]], %[[ZERO]]
// CHECK-NEXT: %[[Y:.*]] = tt.load %arg1, %[[RUNS]] : !tt.ptr<i32>
// CHECK-NEXT: scf.while
// CHECK-NEXT: arith.cmpi slt, %{{.*}}, %[[X]]
// CHECK: do
// CHECK-NOT: tt.load
// CHECK: arith.addi %{{.*}}, %[[Y]]
tt.func private @hoisted_load(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %l = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi slt, %i, %l : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    %l = tt.load %q : !tt.ptr<i32>
    %j = arith.addi %i, %l : i32
    scf.yield %j : i32
  }
  tt.return %0 : i32
}

// Something writes after the condition; another thread may write what is
// volatile.
// CHECK-LABEL: @loads_that_stay
// CHECK: scf.while
// CHECK-NEXT: tt.load
// CHECK: scf.while
// CHECK-NEXT: tt.load
tt.func private @loads_that_stay(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %l = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi slt, %i, %l : i32
    scf.condition(%c) %l : i32
  } do {
  ^bb0(%i: i32):
    tt.store %q, %i : !tt.ptr<i32>
    scf.yield %i : i32
  }
  scf.while : () -> () {
    %l = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    %c = arith.cmpi slt, %c0, %l : i32
    scf.condition(%c)
  } do {
    scf.yield
  }
  tt.return
}

// A mask that there is gets narrower. A condition that depends on what the loop
// reads is not computed twice.
// CHECK-LABEL: @loads_after_conditions
// CHECK: %[[RUNS:.*]] = arith.cmpi sgt, %arg3, %{{.*}}
// CHECK: %[[ALL:.*]] = tt.splat %[[RUNS]] : i1 -> tensor<8xi1>
// CHECK: %[[M:.*]] = arith.andi %arg2, %[[ALL]]
// CHECK: tt.load %arg1, %[[M]]
// CHECK: scf.while
// CHECK: do
// CHECK-NOT: tt.load
// CHECK: scf.while
// CHECK: do
// CHECK: tt.load %arg1
tt.func private @loads_after_conditions(%p: !tt.ptr<i32>, %q: tensor<8x!tt.ptr<i32>>, %m: tensor<8xi1>, %n: i32, %x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<8xi32>) -> (i32, tensor<8xi32>) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %a : i32, tensor<8xi32>
  } do {
  ^bb0(%i: i32, %a: tensor<8xi32>):
    %l = tt.load %q, %m : tensor<8x!tt.ptr<i32>>
    %b = arith.muli %a, %l : tensor<8xi32>
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %b : i32, tensor<8xi32>
  }
  %1:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<8xi32>) -> (i32, tensor<8xi32>) {
    %r = tt.addptr %p, %i : !tt.ptr<i32>, i32
    %s = tt.load %r : !tt.ptr<i32>
    %c = arith.cmpi slt, %s, %n : i32
    scf.condition(%c) %i, %a : i32, tensor<8xi32>
  } do {
  ^bb0(%i: i32, %a: tensor<8xi32>):
    %l = tt.load %q, %m : tensor<8x!tt.ptr<i32>>
    %b = arith.muli %a, %l : tensor<8xi32>
    %j = arith.addi %i, %c1 : i32
    scf.yield %j, %b : i32, tensor<8xi32>
  }
  tt.return %0#1, %1#1 : tensor<8xi32>, tensor<8xi32>
}

// Values that only their own next iteration uses.
// CHECK-LABEL: @dead_in_while
// CHECK: scf.while (%{{[^,]*}} = %{{[^,]*}}) : (i32) -> i32 {
// CHECK-NOT: arith.mulf
// CHECK: tt.return
tt.func private @dead_in_while(%n: i32, %x: tensor<64xf32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<64xf32>) -> (i32, tensor<64xf32>) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %a : i32, tensor<64xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<64xf32>):
    %j = arith.addi %i, %c1 : i32
    %b = arith.mulf %a, %a : tensor<64xf32>
    scf.yield %j, %b : i32, tensor<64xf32>
  }
  tt.return %0#0 : i32
}

// CHECK-LABEL: @dead_in_for
// CHECK: scf.for {{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) -> (i32)
// CHECK-NOT: arith.mulf
// CHECK: tt.return
tt.func private @dead_in_for(%n: i32, %x: tensor<64xf32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %a = %x, %b = %x) -> (i32, tensor<64xf32>, tensor<64xf32>) : i32 {
    %t = arith.addi %s, %i : i32
    %c = arith.mulf %b, %b : tensor<64xf32>
    %d = arith.mulf %a, %c : tensor<64xf32>
    scf.yield %t, %c, %d : i32, tensor<64xf32>, tensor<64xf32>
  }
  tt.return %0#0 : i32
}

// No result is used, but a store, the loop's condition, or an inner loop.
// CHECK-LABEL: @used_inside
// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %{{.*}}) -> (i32, i32)
// CHECK: scf.while (%{{[^,]*}} = %{{[^,]*}}) : (i32) -> i32
// CHECK: arith.muli
// CHECK: tt.return
tt.func private @used_inside(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0) -> (i32, i32) : i32 {
    scf.for %j = %c0 to %b step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
    tt.store %p, %a : !tt.ptr<i32>
    %x = arith.xori %a, %i : i32
    %y = arith.muli %x, %b : i32
    %z = arith.addi %y, %i : i32
    scf.yield %x, %z : i32, i32
  }
  %1 = scf.while (%i = %c0) : (i32) -> i32 {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    tt.store %p, %c1 : !tt.ptr<i32>
    %j = arith.muli %i, %n : i32
    scf.yield %j : i32
  }
  tt.return
}
