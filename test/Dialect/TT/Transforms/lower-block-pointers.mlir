// RUN: tt-opt %s --tt-lower-block-pointers | FileCheck %s
// RUN: tt-opt %s --tt-lower-block-pointers=block-pointers=false | FileCheck %s --check-prefix=KEPT
// RUN: tt-opt %s --tt-optimize=lower-block-pointers=false | FileCheck %s --check-prefix=KERNEL

// KEPT-LABEL: @load
// KEPT: tt.load %{{.*}} {boundaryCheck = array<i32: 1>, {{.*}}padding = 2 : i32} : !tt.ptr<tensor<16x32xf16>>

// CHECK-LABEL: @load
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f16>, %[[M:.*]]: i64, %[[N:.*]]: i64, %[[S:.*]]: i64, %[[I:.*]]: i32, %[[J:.*]]: i32
// CHECK: %[[IW:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK: %[[R:.*]] = tt.make_range {end = 16 : i32, start = 0 : i32}
// CHECK: %[[RW:.*]] = arith.extsi %[[R]] : tensor<16xi32> to tensor<16xi64>
// CHECK: %[[IS:.*]] = tt.splat %[[IW]]
// CHECK: %[[AT:.*]] = arith.addi %[[IS]], %[[RW]] : tensor<16xi64>
// CHECK: tt.expand_dims %[[AT]] {axis = 1 : i32} : tensor<16xi64> -> tensor<16x1xi64>
// CHECK: tt.splat %[[P]] : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
// CHECK: tt.splat %[[S]] : i64 -> tensor<16x1xi64>
// CHECK: arith.muli %{{.*}} : tensor<16x1xi64>
// CHECK: tt.addptr %{{.*}} : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi64>
// CHECK: tt.addptr %{{.*}} : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi64>
// Only the second dimension is checked.
// CHECK-NOT: tt.splat %[[M]]
// CHECK: tt.splat %[[N]] : i64 -> tensor<1x32xi64>
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: %[[MASK:.*]] = tt.broadcast %{{.*}} : tensor<1x32xi1> -> tensor<16x32xi1>
// CHECK: %[[NAN:.*]] = arith.constant dense<0x7E00> : tensor<16x32xf16>
// CHECK: tt.load %{{.*}}, %[[MASK]], %[[NAN]] {{.*}}evict_first
tt.func private @load(%p: !tt.ptr<f16>, %m: i64, %n: i64, %s: i64, %i: i32, %j: i32) -> tensor<16x32xf16> {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%m, %n], [%s, %one], [%i, %j] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  %x = tt.load %b evictionPolicy = evict_first {boundaryCheck = array<i32: 1>, padding = 2 : i32} : !tt.ptr<tensor<16x32xf16>>
  tt.return %x : tensor<16x32xf16>
}

// CHECK-LABEL: @unchecked
// CHECK-NOT: arith.cmpi
// CHECK: tt.load %{{[0-9]+}} : tensor<16x!tt.ptr<f32>>
tt.func private @unchecked(%p: !tt.ptr<f32>, %m: i64, %i: i32) -> tensor<16xf32> {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%m], [%one], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  %x = tt.load %b : !tt.ptr<tensor<16xf32>>
  tt.return %x : tensor<16xf32>
}

// A loop carries the parts; only the offset changes.
// CHECK-LABEL: @advance
// CHECK: scf.for {{.*}} -> (!tt.ptr<f32>, i64, i64, i64)
// CHECK: %[[X:.*]] = tt.load %{{.*}}, %{{[^,]*}} : tensor<16x!tt.ptr<f32>>
// CHECK: tt.store %{{.*}}, %[[X]], %{{.*}} : tensor<16x!tt.ptr<f32>>
// CHECK: %[[STEP:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[O:.*]] = arith.addi %{{.*}}, %[[STEP]] : i64
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}}, %[[O]] : !tt.ptr<f32>, i64, i64, i64
tt.func private @advance(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %m: i64, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%m], [%one], [%c0] {order = array<i32: 0>} : <tensor<16xf32>>
  %d = tt.make_tensor_ptr %q, [%m], [%one], [%c0] {order = array<i32: 0>} : <tensor<16xf32>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %b) -> (!tt.ptr<tensor<16xf32>>) : i32 {
    %x = tt.load %k {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16xf32>>
    tt.store %d, %x {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16xf32>>
    %l = tt.advance %k, [%c16] : <tensor<16xf32>>
    scf.yield %l : !tt.ptr<tensor<16xf32>>
  }
  tt.return
}

// Branches and calls pass on the parts.
// CHECK-LABEL: tt.func private @callee(
// CHECK-SAME: %{{[^:]*}}: !tt.ptr<f32>, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64) -> (!tt.ptr<f32>, i64, i64, i64)
tt.func private @callee(%p: !tt.ptr<tensor<16xf32>>) -> !tt.ptr<tensor<16xf32>> attributes {noinline = true} {
  %c16 = arith.constant 16 : i32
  %q = tt.advance %p, [%c16] : <tensor<16xf32>>
  tt.return %q : !tt.ptr<tensor<16xf32>>
}
// CHECK-LABEL: @branches
// CHECK: cf.cond_br %{{.*}}, ^[[A:bb[0-9]+]](%{{.*}} : !tt.ptr<f32>, i64, i64, i64), ^[[B:bb[0-9]+]]
// CHECK: ^[[A]](%{{[^:]*}}: !tt.ptr<f32>, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64):
// CHECK: tt.call @callee({{.*}}) : (!tt.ptr<f32>, i64, i64, i64) -> (!tt.ptr<f32>, i64, i64, i64)
// CHECK: cf.br ^[[B]](%{{.*}} : !tt.ptr<f32>, i64, i64, i64)
// CHECK: ^[[B]](
// CHECK: cf.switch
// CHECK-NEXT: default: ^[[A]](%{{.*}} : !tt.ptr<f32>, i64, i64, i64)
tt.func private @branches(%p: !tt.ptr<f32>, %m: i64, %i: i32, %c: i1) -> tensor<16xf32> {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%m], [%one], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  cf.cond_br %c, ^a(%b : !tt.ptr<tensor<16xf32>>), ^b(%b : !tt.ptr<tensor<16xf32>>)
^a(%x: !tt.ptr<tensor<16xf32>>):
  %y = tt.call @callee(%x) : (!tt.ptr<tensor<16xf32>>) -> !tt.ptr<tensor<16xf32>>
  cf.br ^b(%y : !tt.ptr<tensor<16xf32>>)
^b(%z: !tt.ptr<tensor<16xf32>>):
  cf.switch %i : i32, [default: ^a(%z : !tt.ptr<tensor<16xf32>>), 3: ^c]
^c:
  %t = tt.load %z : !tt.ptr<tensor<16xf32>>
  tt.return %t : tensor<16xf32>
}

// CHECK-LABEL: @kernel
// CHECK-NOT: tt.make_tensor_ptr
// KERNEL-LABEL: @kernel
// KERNEL: tt.make_tensor_ptr
tt.func public @kernel(%p: !tt.ptr<f32>, %m: i64, %i: i32, %x: tensor<16xf32>) {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%m], [%one], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  tt.store %b, %x : !tt.ptr<tensor<16xf32>>
  tt.return
}
