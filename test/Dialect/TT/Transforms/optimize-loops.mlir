// RUN: tt-opt %s --tt-optimize-loops | FileCheck %s

// CHECK-LABEL: @pointers
// CHECK: scf.for {{.*}} iter_args(%[[B:.*]] = %arg0, %{{.*}} = %{{.*}}) -> (!tt.ptr<f32>, tensor<64xf32>)
// CHECK-NEXT: %[[T:.*]] = tt.splat %[[B]] : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
// CHECK-NEXT: %[[P:.*]] = tt.addptr %[[T]], %{{.*}} : tensor<64x!tt.ptr<f32>>
// CHECK: tt.load %[[P]]
// CHECK: %[[N:.*]] = tt.addptr %[[B]], %arg1 : !tt.ptr<f32>, i32
// CHECK: scf.yield %[[N]], %{{.*}} : !tt.ptr<f32>, tensor<64xf32>
// CHECK: tt.num_stages = 3
tt.func private @pointers(%a: !tt.ptr<f32>, %s: i32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %t = tt.splat %a : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p0 = tt.addptr %t, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %sum = %zero) -> (tensor<64x!tt.ptr<f32>>, f32) : i32 {
    %x = tt.load %p : tensor<64x!tt.ptr<f32>>
    %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      tt.reduce.return %w : f32
    }) : (tensor<64xf32>) -> f32
    %z = arith.addf %sum, %y : f32
    %d = tt.splat %s : i32 -> tensor<64xi32>
    %q = tt.addptr %p, %d : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %q, %z : tensor<64x!tt.ptr<f32>>, f32
  } {tt.num_stages = 3 : i32}
  tt.return %0#1 : f32
}

// What the loop leaves behind is rebuilt after it.
// CHECK-LABEL: @integers
// CHECK: %[[F:.*]] = scf.for {{.*}} iter_args(%[[K:.*]] = %{{.*}}) -> (i32)
// CHECK: %[[N:.*]] = arith.addi %[[K]], %{{.*}} : i32
// CHECK: scf.yield %[[N]]
// CHECK: %[[T:.*]] = tt.splat %[[F]] : i32 -> tensor<64xi32>
// CHECK: %[[R:.*]] = arith.addi %arg0, %[[T]] : tensor<64xi32>
// CHECK: tt.return %[[R]]
tt.func private @integers(%a: tensor<64xi32>, %n: i32) -> tensor<64xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant dense<32> : tensor<64xi32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<64xi32>) : i32 {
    %y = arith.addi %c32, %x : tensor<64xi32>
    tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<64xi32>
    scf.yield %y : tensor<64xi32>
  }
  tt.return %0 : tensor<64xi32>
}

// Each element has its own step, or none.
// CHECK-LABEL: @uneven
// CHECK: scf.for {{.*}} -> (tensor<64xi32>, tensor<64xi32>)
tt.func private @uneven(%a: tensor<64xi32>, %s: tensor<64xi32>, %n: i32) -> (tensor<64xi32>, tensor<64xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant dense<2> : tensor<64xi32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %m = %a) -> (tensor<64xi32>, tensor<64xi32>) : i32 {
    %y = arith.addi %x, %s : tensor<64xi32>
    %z = arith.muli %m, %c2 : tensor<64xi32>
    scf.yield %y, %z : tensor<64xi32>, tensor<64xi32>
  }
  tt.return %0#0, %0#1 : tensor<64xi32>, tensor<64xi32>
}

// A pointer that comes out of memory has no base.
// CHECK-LABEL: @no_base
// CHECK: scf.for {{.*}} -> (tensor<64x!tt.ptr<f32>>)
tt.func private @no_base(%a: tensor<64x!tt.ptr<f32>>, %n: i32) -> tensor<64x!tt.ptr<f32>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant dense<32> : tensor<64xi32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (tensor<64x!tt.ptr<f32>>) : i32 {
    %q = tt.addptr %p, %c32 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %q : tensor<64x!tt.ptr<f32>>
  }
  tt.return %0 : tensor<64x!tt.ptr<f32>>
}

// A loop that may not run must not read, so the load asks.
// CHECK-LABEL: @hoisted_load
// CHECK: %[[R:.*]] = arith.cmpi sgt, %arg3, %{{.*}} : i32
// CHECK: %[[T:.*]] = tt.splat %[[R]] : i1 -> tensor<64xi1>
// CHECK: %[[M:.*]] = arith.andi %arg1, %[[T]]
// CHECK: tt.load %arg0, %[[M]], %arg2
// CHECK: scf.for
// CHECK-NOT: tt.load
tt.func private @hoisted_load(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %o: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %o) -> (tensor<64xf32>) : i32 {
    %x = tt.load %p, %m, %o : tensor<64x!tt.ptr<f32>>
    %t = arith.addf %s, %x : tensor<64xf32>
    scf.yield %t : tensor<64xf32>
  }
  tt.return %0 : tensor<64xf32>
}

// CHECK-LABEL: @hoisted_from_a_loop_that_runs
// CHECK: tt.load %arg0 : !tt.ptr<f32>
// CHECK: scf.for
tt.func private @hoisted_from_a_loop_that_runs(%p: !tt.ptr<f32>, %o: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 8 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %o) -> (f32) : i32 {
    %x = tt.load %p : !tt.ptr<f32>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  tt.return %0 : f32
}

// What the loop writes may be what it reads; a condition may keep it from
// reading; a volatile load is performed each time.
// CHECK-LABEL: @loads_that_stay
// CHECK: scf.for
// CHECK: tt.load
// CHECK: tt.store
// CHECK: scf.for
// CHECK: scf.if
// CHECK: tt.load
// CHECK: scf.for
// CHECK: tt.load
tt.func private @loads_that_stay(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %c: i1, %n: i32) -> (f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<f32>
    tt.store %q, %x : !tt.ptr<f32>
  }
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) : i32 {
    %y = scf.if %c -> (f32) {
      %x = tt.load %p : !tt.ptr<f32>
      scf.yield %x : f32
    } else {
      scf.yield %s : f32
    }
    scf.yield %y : f32
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) : i32 {
    %x = tt.load %p {isVolatile = true} : !tt.ptr<f32>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  tt.return %0, %1 : f32, f32
}

// What is the same everywhere, and grows by the same everywhere, is a scalar.
// CHECK-LABEL: @uniform_tile
// CHECK: %[[S:.*]] = scf.for {{.*}} iter_args(%[[X:.*]] = %arg0) -> (i32)
// CHECK-NEXT: %[[Y:.*]] = arith.addi %[[X]], %arg1 : i32
// CHECK-NEXT: scf.yield %[[Y]]
// CHECK: %[[T:.*]] = tt.splat %[[S]]
// CHECK-NEXT: tt.return %[[T]]
tt.func private @uniform_tile(%a: i32, %b: i32, %n: i32) -> tensor<64xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %s = tt.splat %a : i32 -> tensor<64xi32>
  %t = tt.splat %b : i32 -> tensor<64xi32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %s) -> (tensor<64xi32>) : i32 {
    %y = arith.addi %x, %t : tensor<64xi32>
    scf.yield %y : tensor<64xi32>
  }
  tt.return %0 : tensor<64xi32>
}
