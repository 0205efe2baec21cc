// RUN: tt-opt %s --tt-shrink-tiles | FileCheck %s
// RUN: tt-opt %s --tt-shrink-tiles --tt-shrink-tiles | FileCheck %s

// CHECK-LABEL: @splats
// CHECK-NEXT: %[[S:.*]] = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT: %[[T:.*]] = tt.splat %[[S]] : i32 -> tensor<64xi32>
// CHECK-NEXT: tt.return %[[T]]
tt.func private @splats(%a: i32, %b: i32) -> tensor<64xi32> {
  %0 = tt.splat %a : i32 -> tensor<64xi32>
  %1 = tt.splat %b : i32 -> tensor<64xi32>
  %2 = arith.muli %0, %1 : tensor<64xi32>
  tt.return %2 : tensor<64xi32>
}

// Attributes stay: the predicate, and flags of fast math.
// CHECK-LABEL: @splat_and_constant
// CHECK: %[[C:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[S:.*]] = arith.cmpf olt, %arg0, %[[C]] fastmath<nnan> : f32
// CHECK: tt.splat %[[S]] : i1 -> tensor<4x8xi1>
tt.func private @splat_and_constant(%a: f32) -> tensor<4x8xi1> {
  %0 = tt.splat %a : f32 -> tensor<4x8xf32>
  %1 = arith.constant dense<1.0> : tensor<4x8xf32>
  %2 = arith.cmpf olt, %0, %1 fastmath<nnan> : tensor<4x8xf32>
  tt.return %2 : tensor<4x8xi1>
}

// A select's condition may be a scalar already.
// CHECK-LABEL: @select
// CHECK-NEXT: %[[S:.*]] = arith.select %arg0, %arg1, %arg2 : f32
// CHECK-NEXT: tt.splat %[[S]]
tt.func private @select(%c: i1, %a: f32, %b: f32) -> tensor<64xf32> {
  %0 = tt.splat %a : f32 -> tensor<64xf32>
  %1 = tt.splat %b : f32 -> tensor<64xf32>
  %2 = arith.select %c, %0, %1 : tensor<64xf32>
  tt.return %2 : tensor<64xf32>
}

// CHECK-LABEL: @pointers
// CHECK-NEXT: %[[P:.*]] = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i32
// CHECK-NEXT: tt.splat %[[P]]
tt.func private @pointers(%p: !tt.ptr<f32>, %i: i32) -> tensor<64x!tt.ptr<f32>> {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %1 = tt.splat %i : i32 -> tensor<64xi32>
  %2 = tt.addptr %0, %1 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.return %2 : tensor<64x!tt.ptr<f32>>
}

// CHECK-LABEL: @broadcasts
// CHECK: %[[C:.*]] = arith.constant dense<2> : tensor<64x1xi32>
// CHECK: %[[M:.*]] = arith.muli %arg0, %[[C]] : tensor<64x1xi32>
// CHECK: %[[B:.*]] = tt.broadcast %[[M]] : tensor<64x1xi32> -> tensor<64x32xi32>
// CHECK: arith.addi %[[B]], %{{.*}} : tensor<64x32xi32>
tt.func private @broadcasts(%a: tensor<64x1xi32>, %b: tensor<1x32xi32>) -> tensor<64x32xi32> {
  %c = arith.constant dense<2> : tensor<64x32xi32>
  %0 = tt.broadcast %a : tensor<64x1xi32> -> tensor<64x32xi32>
  %1 = tt.broadcast %b : tensor<1x32xi32> -> tensor<64x32xi32>
  %2 = arith.muli %0, %c : tensor<64x32xi32>
  %3 = arith.addi %2, %1 : tensor<64x32xi32>
  tt.return %3 : tensor<64x32xi32>
}

// Broadcasts of two shapes meet at the smallest that holds both.
// CHECK-LABEL: @two_shapes
// CHECK-NEXT: %[[B:.*]] = tt.broadcast %arg0 : tensor<1x1x8xf32> -> tensor<1x4x8xf32>
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[B]], %arg1 : tensor<1x4x8xf32>
// CHECK-NEXT: tt.broadcast %[[A]] : tensor<1x4x8xf32> -> tensor<2x4x8xf32>
tt.func private @two_shapes(%a: tensor<1x1x8xf32>, %b: tensor<1x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = tt.broadcast %a : tensor<1x1x8xf32> -> tensor<2x4x8xf32>
  %1 = tt.broadcast %b : tensor<1x4x8xf32> -> tensor<2x4x8xf32>
  %2 = arith.addf %0, %1 : tensor<2x4x8xf32>
  tt.return %2 : tensor<2x4x8xf32>
}

// CHECK-LABEL: @expanded
// CHECK-NEXT: %[[A:.*]] = arith.addi %arg0, %arg1 : tensor<64xi32>
// CHECK-NEXT: tt.expand_dims %[[A]] {axis = 1 : i32}
tt.func private @expanded(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64x1xi32> {
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %1 = tt.expand_dims %b {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %2 = arith.addi %0, %1 : tensor<64x1xi32>
  tt.return %2 : tensor<64x1xi32>
}

// Along different axes they are different tiles.
// CHECK-LABEL: @expanded_differently
// CHECK-COUNT-2: tt.expand_dims
// CHECK-NEXT: arith.addi %{{.*}} : tensor<1x1xi32>
tt.func private @expanded_differently(%a: tensor<1xi32>, %b: tensor<1xi32>) -> tensor<1x1xi32> {
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %1 = tt.expand_dims %b {axis = 0 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %2 = arith.addi %0, %1 : tensor<1x1xi32>
  tt.return %2 : tensor<1x1xi32>
}

// CHECK-LABEL: @transposed
// CHECK-NEXT: %[[E:.*]] = arith.extf %arg0 : tensor<16x32xf16> to tensor<16x32xf32>
// CHECK-NEXT: tt.trans %[[E]] {order = array<i32: 1, 0>}
tt.func private @transposed(%a: tensor<16x32xf16>) -> tensor<32x16xf32> {
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x32xf16> -> tensor<32x16xf16>
  %1 = arith.extf %0 : tensor<32x16xf16> to tensor<32x16xf32>
  tt.return %1 : tensor<32x16xf32>
}

// The transposed tile is needed as it is, so it would be one op more.
// CHECK-LABEL: @transposed_twice_used
// CHECK-NEXT: tt.trans %arg0
// CHECK-NEXT: arith.extf %{{.*}} : tensor<32x16xf16>
tt.func private @transposed_twice_used(%a: tensor<16x32xf16>) -> (tensor<32x16xf16>, tensor<32x16xf32>) {
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x32xf16> -> tensor<32x16xf16>
  %1 = arith.extf %0 : tensor<32x16xf16> to tensor<32x16xf32>
  tt.return %0, %1 : tensor<32x16xf16>, tensor<32x16xf32>
}

// Each reshape puts its elements where it likes.
// CHECK-LABEL: @reordered
// CHECK-COUNT-2: tt.reshape %{{.*}} allow_reorder
// CHECK-NEXT: arith.addi
tt.func private @reordered(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<4x16xi32> {
  %0 = tt.reshape %a allow_reorder : tensor<64xi32> -> tensor<4x16xi32>
  %1 = tt.reshape %b allow_reorder : tensor<64xi32> -> tensor<4x16xi32>
  %2 = arith.addi %0, %1 : tensor<4x16xi32>
  tt.return %2 : tensor<4x16xi32>
}

// Text that handles two elements at a time needs two.
// CHECK-LABEL: @packed_text
// CHECK: tt.splat
// CHECK-NEXT: tt.elementwise_inline_asm {{.*}} : tensor<64xi16> -> tensor<64xi16>
tt.func private @packed_text(%a: i16) -> tensor<64xi16> {
  %0 = tt.splat %a : i16 -> tensor<64xi16>
  %1 = tt.elementwise_inline_asm "add.u16x2 $0, $1, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %0 : tensor<64xi16> -> tensor<64xi16>
  tt.return %1 : tensor<64xi16>
}

// CHECK-LABEL: @load_once
// CHECK-NEXT: %[[X:.*]] = tt.load %arg0, %arg1 : !tt.ptr<f32>
// CHECK-NEXT: tt.splat %[[X]]
tt.func private @load_once(%p: !tt.ptr<f32>, %m: i1) -> tensor<64xf32> {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %1 = tt.splat %m : i1 -> tensor<64xi1>
  %2 = tt.load %0, %1 : tensor<64x!tt.ptr<f32>>
  tt.return %2 : tensor<64xf32>
}

// CHECK-LABEL: @load_rows
// CHECK-NEXT: %[[X:.*]] = tt.load %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>} : tensor<64x1x!tt.ptr<f32>>
// CHECK-NEXT: tt.broadcast %[[X]]
tt.func private @load_rows(%p: tensor<64x1x!tt.ptr<f32>>, %m: tensor<64x1xi1>) -> tensor<64x32xf32> {
  %0 = tt.broadcast %p : tensor<64x1x!tt.ptr<f32>> -> tensor<64x32x!tt.ptr<f32>>
  %1 = tt.broadcast %m : tensor<64x1xi1> -> tensor<64x32xi1>
  %2 = tt.load %0, %1 evictionPolicy = evict_last : tensor<64x32x!tt.ptr<f32>>
  tt.return %2 : tensor<64x32xf32>
}

// The mask tells elements apart, or every element is to be read.
// CHECK-LABEL: @load_each
// CHECK: tt.load {{.*}} : tensor<64x!tt.ptr<f32>>
// CHECK: tt.load {{.*}}isVolatile = true{{.*}} : tensor<64x!tt.ptr<f32>>
tt.func private @load_each(%p: !tt.ptr<f32>, %m: tensor<64xi1>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %1 = tt.load %0, %m : tensor<64x!tt.ptr<f32>>
  %2 = tt.load %0 {isVolatile = true} : tensor<64x!tt.ptr<f32>>
  tt.return %1, %2 : tensor<64xf32>, tensor<64xf32>
}

// Every lane adds, so nothing is done once.
// CHECK-LABEL: @atomic_each
// CHECK: tt.atomic_rmw {{.*}} -> tensor<64xi32>
tt.func private @atomic_each(%p: !tt.ptr<i32>, %v: i32) {
  %0 = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %1 = tt.splat %v : i32 -> tensor<64xi32>
  %2 = tt.atomic_rmw add, acq_rel, gpu, %0, %1 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  tt.return
}
