// RUN: tt-opt %s --tt-lower-block-pointers | FileCheck %s
// RUN: tt-opt %s --tt-lower-block-pointers=descriptors=false | FileCheck %s --check-prefix=KEPT
// RUN: tt-opt %s --tt-optimize=lower-descriptors=false | FileCheck %s --check-prefix=KERNEL
// RUN: tt-opt %s --tt-lower-block-pointers --remarks-filter=tt-optimize --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The last stride is 1 by definition: it is not multiplied by. Each position
// is checked against both bounds, in 64 bits.
// CHECK-LABEL: @load
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f16>, %[[M:.*]]: i32, %[[N:.*]]: i32, %[[S:.*]]: i64, %[[T:.*]]: i64, %[[I:.*]]: i32, %[[J:.*]]: i32
// CHECK-DAG: %[[MW:.*]] = arith.extsi %[[M]] : i32 to i64
// CHECK-DAG: %[[NW:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[IW:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK: %[[ROWS:.*]] = tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<16xi64> -> tensor<16x1xi64>
// CHECK: %[[COLUMNS:.*]] = tt.expand_dims %{{.*}} {axis = 0 : i32} : tensor<32xi64> -> tensor<1x32xi64>
// CHECK-NOT: tt.splat %[[T]]
// CHECK: %[[SS:.*]] = tt.splat %[[S]] : i64 -> tensor<16x1xi64>
// CHECK: arith.muli %[[ROWS]], %[[SS]]
// CHECK-NOT: arith.muli
// CHECK: tt.addptr %{{.*}} : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi64>
// CHECK: %[[Q:.*]] = tt.addptr %{{.*}} : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi64>
// CHECK: %[[ME:.*]] = tt.splat %[[MW]] : i64 -> tensor<16x1xi64>
// CHECK: arith.cmpi sge, %[[ROWS]]
// CHECK: arith.cmpi slt, %[[ROWS]], %[[ME]]
// CHECK: %[[NE:.*]] = tt.splat %[[NW]] : i64 -> tensor<1x32xi64>
// CHECK: arith.cmpi sge, %[[COLUMNS]]
// CHECK: arith.cmpi slt, %[[COLUMNS]], %[[NE]]
// CHECK: %[[MASK:.*]] = arith.andi %{{.*}} : tensor<16x32xi1>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
// CHECK: tt.load %[[Q]], %[[MASK]], %[[ZERO]] {{.*}}cg{{.*}}evict_first
// KEPT-LABEL: @load
// KEPT: tt.descriptor_load
// REMARK-DAG: [[@LINE+3]]:8: remark: [Passed] descriptor | Category:tt-optimize | Function=load | Remark="accesses memory through plain pointers"
tt.func private @load(%p: !tt.ptr<f16>, %m: i32, %n: i32, %s: i64, %t: i64, %i: i32, %j: i32) -> tensor<16x32xf16> {
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %t] : <f16>, <16x32xf16>
  %x = tt.descriptor_load %d[%i, %j] cacheModifier = cg evictionPolicy = evict_first : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16>
  tt.return %x : tensor<16x32xf16>
}

// CHECK-LABEL: @nan
// CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : tensor<16xf32>
// CHECK: tt.load %{{.*}}, %{{.*}}, %[[NAN]]
tt.func private @nan(%p: !tt.ptr<f32>, %m: i32, %i: i32) -> tensor<16xf32> {
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%m], [%one] {padding = 2 : i32} : <f32>, <16xf32>
  %x = tt.descriptor_load %d[%i] : !tt.tensordesc<16xf32> -> tensor<16xf32>
  tt.return %x : tensor<16xf32>
}

// A dimension that the tile lacks moves the base, and is checked as well.
// CHECK-LABEL: @dropped
// CHECK-SAME: %[[I:[^:]*]]: i32)
// CHECK: %[[AT:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK: %[[FAR:.*]] = arith.muli %[[AT]], %{{.*}} : i64
// CHECK: tt.splat %[[FAR]] : i64 -> tensor<16xi64>
// CHECK: arith.cmpi sge, %[[AT]], %{{.*}} : i64
// CHECK: arith.cmpi slt, %[[AT]], %{{.*}} : i64
// CHECK: tt.splat %{{.*}} : i1 -> tensor<16xi1>
// CHECK: tt.load %{{.*}} : tensor<16x!tt.ptr<f32>>
tt.func private @dropped(%p: !tt.ptr<f32>, %m: i32, %s: i64, %i: i32) -> tensor<16xf32> {
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%m, %m], [%s, %one] : <f32>, <1x16xf32>
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<1x16xf32> -> tensor<16xf32>
  tt.return %x : tensor<16xf32>
}

// CHECK-LABEL: @store
// CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x!tt.ptr<i8>>
tt.func private @store(%p: !tt.ptr<i8>, %m: i32, %i: i32, %x: tensor<16xi8>) {
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%m], [%one] : <i8>, <16xui8>
  tt.descriptor_store %d[%i], %x : !tt.tensordesc<16xui8>, tensor<16xi8>
  tt.return
}

// The sign of the elements says which minimum it is.
// CHECK-LABEL: @reduce
// CHECK: tt.atomic_rmw fadd, relaxed, gpu, %{{.*}} : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>, tensor<16xi1>) -> tensor<16xf32>
// CHECK: tt.atomic_rmw min, relaxed, gpu, %{{.*}}i32
// CHECK: tt.atomic_rmw umin, relaxed, gpu, %{{.*}}i32
// CHECK: tt.atomic_rmw xor, relaxed, gpu, %{{.*}}i32
tt.func private @reduce(%f: !tt.tensordesc<16xf32>, %s: !tt.tensordesc<16xsi32>, %u: !tt.tensordesc<16xui32>, %i: i32, %x: tensor<16xf32>, %y: tensor<16xi32>) {
  tt.descriptor_reduce add, %f[%i], %x : !tt.tensordesc<16xf32>, tensor<16xf32>
  tt.descriptor_reduce min, %s[%i], %y : !tt.tensordesc<16xsi32>, tensor<16xi32>
  tt.descriptor_reduce min, %u[%i], %y : !tt.tensordesc<16xui32>, tensor<16xi32>
  tt.descriptor_reduce xor, %u[%i], %y : !tt.tensordesc<16xui32>, tensor<16xi32>
  tt.return
}

// CHECK-LABEL: @rows
// CHECK: %[[W:.*]] = arith.extsi %{{.*}} : tensor<32xi32> to tensor<32xi64>
// CHECK: %[[ROWS:.*]] = tt.expand_dims %[[W]] {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
// CHECK: arith.muli %[[ROWS]], %{{.*}} : tensor<32x1xi64>
// CHECK: arith.cmpi slt, %[[ROWS]], %{{.*}} : tensor<32x1xi64>
// CHECK: tt.load %{{.*}} : tensor<32x64x!tt.ptr<f16>>
// CHECK: tt.store %{{.*}} : tensor<32x64x!tt.ptr<f16>>
tt.func private @rows(%d: !tt.tensordesc<1x64xf16>, %r: tensor<32xi32>, %c: i32) {
  %x = tt.descriptor_gather %d[%r, %c] : (!tt.tensordesc<1x64xf16>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  tt.descriptor_scatter %d[%r, %c], %x : !tt.tensordesc<1x64xf16>, tensor<32xi32>, i32, tensor<32x64xf16>
  tt.return
}

// What a launcher passes in place of a descriptor, with what is known of it,
// and named after it. The padding chooses when the kernel runs.
// CHECK-LABEL: tt.func public @kernel(
// CHECK-SAME: %[[P:[^:]*]]: !tt.ptr<f16> {tt.divisibility = 16 : i32},
// CHECK-SAME: %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64 {tt.divisibility = 8 : i32}, %{{[^:]*}}: i64,
// CHECK-SAME: %[[NAN:[^:]*]]: i1, %{{[^:]*}}: i32 {tt.divisibility = 4 : i32})
// CHECK: %[[SCALAR:.*]] = arith.select %[[NAN]], %{{.*}}, %{{.*}} : f16
// CHECK: %[[OTHER:.*]] = tt.splat %[[SCALAR]]
// CHECK: tt.load %{{.*}}, %{{.*}}, %[[OTHER]]
// KERNEL: tt.func public @kernel(%{{[^:]*}}: !tt.tensordesc<16x32xf16>, %{{[^:]*}}: i32 {tt.divisibility = 4 : i32})
// REMARK-DAG: [[@LINE+1]]:24: remark: [Passed] descriptor-argument | Category:tt-optimize | Function=kernel | Remark="passed as base pointer, extents, strides and padding"
tt.func public @kernel(%d: !tt.tensordesc<16x32xf16>, %i: i32 {tt.divisibility = 4 : i32}) {
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16>
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<16x32xf16>, tensor<16x32xf16>
  tt.return
}

// Strides are promised in elements, where a number of these is 16 bytes.
// CHECK-LABEL: tt.func public @wide(
// CHECK-SAME: !tt.ptr<i256> {tt.divisibility = 16 : i32}, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i1)
tt.func public @wide(%d: !tt.tensordesc<4x4xi256>) {
  tt.return
}

// Calls, branches, loops, selections and poison pass on the parts.
// CHECK-LABEL: tt.func private @callee(
// CHECK-SAME: %{{[^:]*}}: !tt.ptr<f32> {{[^:]*: i32}}}, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i1, %{{[^:]*}}: i32) -> (i32, !tt.ptr<f32>, i64, i64, i1)
tt.func private @callee(%d: !tt.tensordesc<16xf32>, %i: i32) -> (i32, !tt.tensordesc<16xf32>) attributes {noinline = true} {
  tt.return %i, %d : i32, !tt.tensordesc<16xf32>
}
// CHECK-LABEL: tt.func private @declared(!tt.ptr<f32> {tt.divisibility = 16 : i32}, i64, i64, i1)
tt.func private @declared(!tt.tensordesc<16xf32>)
// CHECK-LABEL: @carried
// CHECK: %[[C:.*]]:5 = tt.call @callee({{.*}}) : (!tt.ptr<f32>, i64, i64, i1, i32) -> (i32, !tt.ptr<f32>, i64, i64, i1)
// CHECK: tt.call @declared(%[[C]]#1, %[[C]]#2, %[[C]]#3, %[[C]]#4) : (!tt.ptr<f32>, i64, i64, i1) -> ()
// CHECK: ub.poison : !tt.ptr<f32>
// CHECK: arith.select %{{.*}} : !tt.ptr<f32>
// CHECK: arith.select %{{.*}} : i1
// CHECK: cf.switch
// CHECK-NEXT: default: ^[[A:bb[0-9]+]](%{{.*}} : !tt.ptr<f32>, i64, i64, i1)
// CHECK-NEXT: 3: ^[[B:bb[0-9]+]](%{{.*}} : i32, !tt.ptr<f32>, i64, i64, i1)
// CHECK: ^[[A]](%{{[^:]*}}: !tt.ptr<f32>, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i1)
// CHECK: scf.while
// CHECK: scf.condition(%{{.*}}) %{{.*}} : !tt.ptr<f32>, i64, i64, i1
// CHECK: scf.index_switch %{{.*}} -> !tt.ptr<f32>, i64, i64, i1
// CHECK: cf.cond_br %{{.*}}, ^[[B]]({{.*}}), ^[[B]](
// CHECK: ^[[B]](%{{[^:]*}}: i32, %{{[^:]*}}: !tt.ptr<f32>, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i1)
tt.func private @carried(%d: !tt.tensordesc<16xf32>, %i: i32, %c: i1) -> tensor<16xf32> {
  %n = arith.index_cast %i : i32 to index
  %0, %e = tt.call @callee(%d, %i) : (!tt.tensordesc<16xf32>, i32) -> (i32, !tt.tensordesc<16xf32>)
  tt.call @declared(%e) : (!tt.tensordesc<16xf32>) -> ()
  %f = ub.poison : !tt.tensordesc<16xf32>
  %g = arith.select %c, %e, %d : !tt.tensordesc<16xf32>
  cf.switch %0 : i32, [default: ^a(%g : !tt.tensordesc<16xf32>), 3: ^b(%0, %e : i32, !tt.tensordesc<16xf32>)]
^a(%h: !tt.tensordesc<16xf32>):
  %w = scf.while (%k = %h) : (!tt.tensordesc<16xf32>) -> !tt.tensordesc<16xf32> {
    scf.condition(%c) %k : !tt.tensordesc<16xf32>
  } do {
  ^bb0(%k: !tt.tensordesc<16xf32>):
    scf.yield %k : !tt.tensordesc<16xf32>
  }
  %s = scf.index_switch %n -> !tt.tensordesc<16xf32>
  case 1 {
    scf.yield %w : !tt.tensordesc<16xf32>
  }
  default {
    scf.yield %d : !tt.tensordesc<16xf32>
  }
  cf.cond_br %c, ^b(%0, %s : i32, !tt.tensordesc<16xf32>), ^b(%i, %f : i32, !tt.tensordesc<16xf32>)
^b(%j: i32, %l: !tt.tensordesc<16xf32>):
  %x = tt.descriptor_load %l[%j] : !tt.tensordesc<16xf32> -> tensor<16xf32>
  tt.return %x : tensor<16xf32>
}
