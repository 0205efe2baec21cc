// What may be merged, removed and hoisted follows from the effects on memory.

// RUN: tt-opt %s --cse | FileCheck %s
// RUN: tt-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=HOIST

// Equal reads are one until something writes.
// CHECK-LABEL: @loads
// CHECK-NEXT: %[[A:.*]] = tt.load %arg0 : !tt.ptr<f32>
// CHECK-NEXT: tt.store %arg0, %arg1
// CHECK-NEXT: %[[B:.*]] = tt.load %arg0 : !tt.ptr<f32>
// CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]]
tt.func private @loads(%p: !tt.ptr<f32>, %x: f32) -> (f32, f32, f32) {
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p : !tt.ptr<f32>
  tt.store %p, %x : !tt.ptr<f32>
  %2 = tt.load %p : !tt.ptr<f32>
  tt.return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: @volatile
// CHECK-COUNT-2: tt.load %arg0 {isVolatile = true}
// CHECK-NEXT: tt.return
tt.func private @volatile(%p: !tt.ptr<f32>) {
  %0 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  tt.return
}

// Another thread may have written what is read after an atomic access.
// CHECK-LABEL: @atomics
// CHECK-COUNT-2: tt.load
// CHECK: tt.return
tt.func private @atomics(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>) -> (f32, f32) {
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.atomic_load acquire, gpu, %q : (!tt.ptr<i32>) -> i32
  %2 = tt.load %p : !tt.ptr<f32>
  tt.return %0, %2 : f32, f32
}

// CHECK-LABEL: @atomics_stay
// CHECK-COUNT-2: tt.atomic_rmw
// CHECK-COUNT-2: tt.atomic_cas
// CHECK-COUNT-2: tt.atomic_load
// CHECK-COUNT-2: tt.atomic_poll
// CHECK-COUNT-2: tt.atomic_store
// CHECK-NEXT: tt.return
tt.func private @atomics_stay(%p: !tt.ptr<i32>, %x: i32) {
  %0 = tt.atomic_rmw add, relaxed, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %1 = tt.atomic_rmw add, relaxed, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  %2 = tt.atomic_cas relaxed, gpu, %p, %x, %x : (!tt.ptr<i32>, i32, i32) -> i32
  %3 = tt.atomic_cas relaxed, gpu, %p, %x, %x : (!tt.ptr<i32>, i32, i32) -> i32
  %4 = tt.atomic_load relaxed, gpu, %p : (!tt.ptr<i32>) -> i32
  %5 = tt.atomic_load relaxed, gpu, %p : (!tt.ptr<i32>) -> i32
  %6 = tt.atomic_poll relaxed, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  %7 = tt.atomic_poll relaxed, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  tt.atomic_store relaxed, gpu, %p, %x : !tt.ptr<i32>
  tt.atomic_store relaxed, gpu, %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK-LABEL: @descriptors
// CHECK-NEXT: %[[A:.*]] = tt.descriptor_load
// CHECK-NEXT: tt.descriptor_store
// CHECK-NEXT: %[[B:.*]] = tt.descriptor_load
// CHECK-NEXT: tt.descriptor_reduce
// CHECK-NEXT: %[[C:.*]] = tt.descriptor_load
// CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]], %[[C]]
tt.func private @descriptors(%d: !tt.tensordesc<8xf32>, %i: i32, %x: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<8xf32> -> tensor<8xf32>
  %1 = tt.descriptor_load %d[%i] : !tt.tensordesc<8xf32> -> tensor<8xf32>
  tt.descriptor_store %d[%i], %x : !tt.tensordesc<8xf32>, tensor<8xf32>
  %2 = tt.descriptor_load %d[%i] : !tt.tensordesc<8xf32> -> tensor<8xf32>
  tt.descriptor_reduce add, %d[%i], %x : !tt.tensordesc<8xf32>, tensor<8xf32>
  %3 = tt.descriptor_load %d[%i] : !tt.tensordesc<8xf32> -> tensor<8xf32>
  tt.return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @rows
// CHECK-NEXT: %[[A:.*]] = tt.descriptor_gather
// CHECK-NEXT: tt.descriptor_scatter
// CHECK-NEXT: %[[B:.*]] = tt.descriptor_gather
// CHECK-NEXT: tt.return %[[A]], %[[A]], %[[B]]
tt.func private @rows(%d: !tt.tensordesc<1x8xf32>, %r: tensor<4xi32>, %i: i32)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x8xf32>, tensor<4xi32>, i32) -> tensor<4x8xf32>
  %1 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x8xf32>, tensor<4xi32>, i32) -> tensor<4x8xf32>
  tt.descriptor_scatter %d[%r, %i], %0 : !tt.tensordesc<1x8xf32>, tensor<4xi32>, i32, tensor<4x8xf32>
  %2 = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<1x8xf32>, tensor<4xi32>, i32) -> tensor<4x8xf32>
  tt.return %0, %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// Foreign code is what it says it is.
// CHECK-LABEL: @foreign
// CHECK-COUNT-1: symbol = "__nv_sinf"
// CHECK-COUNT-2: symbol = "log_it"
// CHECK-COUNT-1: "pure"
// CHECK-COUNT-2: "impure"
// CHECK-NEXT: tt.return
tt.func private @foreign(%x: f32) -> (f32, f32, f32, f32) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (f32) -> f32
  %1 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (f32) -> f32
  %2 = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "log_it"} : (f32) -> f32
  %3 = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "log_it"} : (f32) -> f32
  %4 = tt.elementwise_inline_asm "pure" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  %5 = tt.elementwise_inline_asm "pure" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  %6 = tt.elementwise_inline_asm "impure" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : f32 -> f32
  %7 = tt.elementwise_inline_asm "impure" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : f32 -> f32
  tt.return %0, %1, %4, %5 : f32, f32, f32, f32
}

// A reduction has the effects of its region.
// CHECK-LABEL: @reductions
// CHECK-COUNT-1: "tt.reduce"
// CHECK-NOT: "tt.reduce"
// CHECK: tt.return
tt.func private @reductions(%x: tensor<8xf32>) -> (f32, f32) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8xf32>) -> f32
  %1 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8xf32>) -> f32
  tt.return %0, %1 : f32, f32
}

// What depends on nothing in the loop leaves it, unless it reads memory that
// the loop may write, or might do what the program never asked for.
// HOIST-LABEL: @loop
// HOIST: tt.splat
// HOIST: "tt.reduce"
// HOIST: tt.elementwise_inline_asm "pure"
// HOIST: scf.for
// HOIST: tt.load
// HOIST: tt.elementwise_inline_asm "impure"
// HOIST: tt.assert
// HOIST: tt.store
tt.func private @loop(%p: !tt.ptr<f32>, %x: tensor<8xf32>, %c: i1, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %v = tt.load %p : !tt.ptr<f32>
    %s = tt.splat %c : i1 -> tensor<8xi1>
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %m = arith.maxnumf %a, %b : f32
      tt.reduce.return %m : f32
    }) : (tensor<8xf32>) -> f32
    %y = tt.elementwise_inline_asm "pure" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %r : f32 -> f32
    %z = tt.elementwise_inline_asm "impure" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %y : f32 -> f32
    tt.assert %s, "every time" : tensor<8xi1>
    %w = arith.addf %z, %v : f32
    tt.store %p, %w : !tt.ptr<f32>
  }
  tt.return
}
