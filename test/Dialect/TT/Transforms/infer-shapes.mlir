// RUN: tt-opt %s --tt-infer-shapes | FileCheck %s
// RUN: tt-opt %s | tt-opt --tt-infer-shapes | FileCheck %s
// RUN: tt-opt %s --emit-bytecode | tt-opt --tt-infer-shapes | FileCheck %s
// RUN: tt-opt %s --mlir-print-op-generic | tt-opt --tt-infer-shapes | FileCheck %s
// RUN: tt-opt %s --tt-infer-shapes --remarks-filter=tt-optimize --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// From operands to results, and back: the splat is as long as the range.
// CHECK-LABEL: @range
// CHECK: tt.make_range {end = 96 : i32, start = 32 : i32} : tensor<64xi32>
// CHECK: tt.splat %{{.*}} : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
// CHECK: tt.addptr %{{.*}} : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
// CHECK: tt.splat %{{.*}} : i32 -> tensor<64xi32>
// CHECK: arith.cmpi slt, %{{.*}} : tensor<64xi32>
// CHECK: tt.load %{{.*}} : tensor<64x!tt.ptr<f32>>
// CHECK: math.exp %{{.*}} : tensor<64xf32>
// CHECK: tt.store %{{.*}} : tensor<64x!tt.ptr<f32>>
// REMARK: [[@LINE+2]]:8: remark: [Passed] shape | Category:tt-optimize | Function=range | Remark="tensor<?xi32> is tensor<64xi32>"
tt.func private @range(%p: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 32 : i32, end = 96 : i32} : tensor<?xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<?x!tt.ptr<f32>>
  %q = tt.addptr %ps, %r : tensor<?x!tt.ptr<f32>>, tensor<?xi32>
  %ns = tt.splat %n : i32 -> tensor<?xi32>
  %m = arith.cmpi slt, %r, %ns : tensor<?xi32>
  %x = tt.load %q, %m : tensor<?x!tt.ptr<f32>>
  %y = math.exp %x : tensor<?xf32>
  tt.store %q, %y, %m : tensor<?x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: @views
// CHECK-SAME: %{{[^:]*}}: tensor<32x64xf32>
// CHECK: tt.trans %{{.*}} : tensor<32x64xf32> -> tensor<64x32xf32>
// CHECK: tt.expand_dims %{{.*}} : tensor<64x32xf32> -> tensor<64x1x32xf32>
// CHECK: tt.join %{{.*}} : tensor<64x1x32xf32> -> tensor<64x1x32x2xf32>
// CHECK: tt.split %{{.*}} : tensor<64x1x32x2xf32> -> tensor<64x1x32xf32>
// CHECK: tt.cat %{{.*}} : tensor<64x1x32xf32> -> tensor<128x1x32xf32>
tt.func private @views(%a: tensor<?x?xf32>) -> tensor<128x1x?xf32> {
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<?x?xf32> -> tensor<?x?x?xf32>
  %2 = tt.join %1, %1 : tensor<?x?x?xf32> -> tensor<?x?x32x?xf32>
  %3:2 = tt.split %2 : tensor<?x?x32x?xf32> -> tensor<?x?x?xf32>
  %4 = tt.cat %3#0, %3#1 : tensor<?x?x?xf32> -> tensor<128x1x?xf32>
  tt.return %4 : tensor<128x1x?xf32>
}

// One extent follows from the number of elements; so does the root of it where
// the same extent comes twice, and equality where the rest cancels.
// CHECK-LABEL: @reshape
// CHECK-SAME: %{{[^:]*}}: tensor<1024xf32>, %{{[^:]*}}: tensor<64x64xf32>, %{{[^:]*}}: tensor<8x128xf32>
// CHECK: tt.reshape %{{.*}} : tensor<1024xf32> -> tensor<8x128xf32>
// CHECK: tt.reshape %{{.*}} : tensor<1024xf32> -> tensor<32x32xf32>
// CHECK: tt.dot
// CHECK: tt.reshape %{{.*}} : tensor<64x64xf32> -> tensor<4096xf32>
// CHECK: tt.reshape %{{.*}} : tensor<8x128xf32> -> tensor<128x8xf32>
tt.func private @reshape(%a: tensor<1024xf32>, %c: tensor<?x?xf32>, %d: tensor<8x?xf32>) {
  %0 = tt.reshape %a : tensor<1024xf32> -> tensor<?x128xf32>
  %1 = tt.reshape %a : tensor<1024xf32> -> tensor<?x?xf32>
  %2 = tt.dot %1, %1, %1 : tensor<?x?xf32> * tensor<?x?xf32> -> tensor<?x?xf32>
  %t = tt.trans %c {order = array<i32: 1, 0>} : tensor<?x?xf32> -> tensor<?x?xf32>
  %s = arith.addf %c, %t : tensor<?x?xf32>
  %3 = tt.reshape %s : tensor<?x?xf32> -> tensor<4096xf32>
  %4 = tt.reshape %d : tensor<8x?xf32> -> tensor<?x8xf32>
  %5 = tt.cat %4, %4 : tensor<?x8xf32> -> tensor<256x8xf32>
  tt.return
}

// An operand that is not 1 wide is as wide as the result; one whose result is 1
// wide is so as well.
// CHECK-LABEL: @broadcast
// CHECK-SAME: %{{[^:]*}}: tensor<1x32xi1>, %{{[^:]*}}: tensor<1x16xf32>
// CHECK: tt.broadcast %{{.*}} : tensor<1x16xf32> -> tensor<64x16xf32>
// CHECK: tt.broadcast %{{.*}} : tensor<64x1xi32> -> tensor<64x16xi32>
// CHECK: tt.broadcast %{{.*}} : tensor<1x32xi1> -> tensor<1x32xi1>
tt.func private @broadcast(%a: tensor<1x32xi1>, %b: tensor<1x16xf32>, %c: tensor<1x?xi1>) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<?xi32>
  %e = tt.expand_dims %r {axis = 1 : i32} : tensor<?xi32> -> tensor<?x?xi32>
  %0 = tt.broadcast %b : tensor<1x16xf32> -> tensor<?x?xf32>
  %1 = tt.broadcast %e : tensor<?x?xi32> -> tensor<?x?xi32>
  %2 = arith.sitofp %1 : tensor<?x?xi32> to tensor<?x?xf32>
  %3 = arith.addf %2, %0 : tensor<?x?xf32>
  %4 = tt.broadcast %a : tensor<1x32xi1> -> tensor<?x?xi1>
  %5 = tt.broadcast %4 : tensor<?x?xi1> -> tensor<1x32xi1>
  %6 = arith.andi %c, %c : tensor<1x?xi1>
  %7 = tt.trans %c {order = array<i32: 1, 0>} : tensor<1x?xi1> -> tensor<32x1xi1>
  tt.return
}

// CHECK-LABEL: @reduce
// CHECK-SAME: %{{[^:]*}}: tensor<32x128xf32>
// CHECK: (tensor<32x128xf32>, tensor<32x128xi32>) -> (tensor<32xf32>, tensor<32xi32>)
// CHECK: (tensor<32xf32>) -> tensor<32xf32>
// CHECK: (tensor<32xf32>) -> tensor<32xi32>
tt.func private @reduce(%a: tensor<?x?xf32>, %b: tensor<?x128xi32>) -> tensor<32xi32> {
  %0:2 = "tt.reduce"(%a, %b) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %i: i32, %y: f32, %j: i32):
    tt.reduce.return %x, %i : f32, i32
  }) : (tensor<?x?xf32>, tensor<?x128xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %1 = "tt.scan"(%0#0) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = "tt.map_elementwise"(%1) <{pack = 1 : i32}> ({
  ^bb0(%x: f32):
    %i = arith.fptosi %x : f32 to i32
    tt.map_elementwise.return %i : i32
  }) : (tensor<?xf32>) -> tensor<?xi32>
  %3 = arith.addi %2, %0#1 : tensor<?xi32>
  %4 = tt.reshape %3 : tensor<?xi32> -> tensor<32xi32>
  tt.return %4 : tensor<32xi32>
}

// CHECK-LABEL: @tiles
// CHECK: tt.gather %{{.*}} : (tensor<64x128xf32>, tensor<64x32xi32>) -> tensor<64x32xf32>
// CHECK: tt.histogram %{{.*}}, %{{.*}} : tensor<64xi32> -> tensor<16xi32>
// CHECK: tt.unsplat %{{.*}} : tensor<1x1xf32>
tt.func private @tiles(%a: tensor<?x128xf32>, %i: tensor<64x32xi32>, %h: tensor<?xi32>, %m: tensor<?xi1>, %u: tensor<?x?xf32>) {
  %0 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<?x128xf32>, tensor<64x32xi32>) -> tensor<?x?xf32>
  %1 = tt.histogram %h, %m : tensor<?xi32> -> tensor<16xi32>
  %3 = tt.join %m, %m : tensor<?xi1> -> tensor<64x2xi1>
  %2 = tt.unsplat %u : tensor<?x?xf32>
  tt.return
}

// CHECK-LABEL: @dot
// CHECK: tt.dot %{{.*}} : tensor<64x32xf16> * tensor<32x128xf16> -> tensor<64x128xf32>
// CHECK: tt.dot %{{.*}} : tensor<2x64x32xf16> * tensor<2x32x16xf16> -> tensor<2x64x16xf32>
// CHECK: tt.dot_scaled %{{.*}} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<64x64xf8E4M3FN> -> tensor<128x64xf32>
tt.func private @dot(%a: tensor<64x?xf16>, %b: tensor<32x?xf16>, %c: tensor<?x128xf32>, %e: tensor<?x64x?xf16>, %f: tensor<?x32x?xf16>, %g: tensor<2x?x16xf32>,
                     %x: tensor<?x?xi8>, %s: tensor<128x2xi8>, %y: tensor<64x64xf8E4M3FN>, %z: tensor<?x?xf32>) {
  %0 = tt.dot %a, %b, %c : tensor<64x?xf16> * tensor<32x?xf16> -> tensor<?x128xf32>
  %1 = tt.dot %e, %f, %g : tensor<?x64x?xf16> * tensor<?x32x?xf16> -> tensor<2x?x16xf32>
  %2 = tt.dot_scaled %x scale %s, %y, %z lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<?x?xi8>, tensor<128x2xi8> * tensor<64x64xf8E4M3FN> -> tensor<?x?xf32>
  tt.return
}

// Every value that a loop, a branch or a block passes on has one shape.
// CHECK-LABEL: @control
// CHECK: scf.for {{.*}} -> (tensor<64xf32>)
// CHECK: scf.if %{{.*}} -> (tensor<64xf32>)
// CHECK: scf.while {{.*}} : (tensor<64xf32>) -> tensor<64xf32>
// CHECK: ^bb0(%{{.*}}: tensor<64xf32>):
// CHECK: arith.select %{{.*}} : tensor<64xf32>
// CHECK: cf.switch
// CHECK: ^bb1(%{{[^:]*}}: i32, %{{[^:]*}}: tensor<64xf32>):
// CHECK: cf.cond_br {{.*}} : tensor<64xf32>)
// CHECK: ^bb2(%{{[^:]*}}: tensor<64xf32>):
tt.func private @control(%a: tensor<?xf32>, %n: i32, %c: i1) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?xf32>) : i32 {
    scf.yield %x : tensor<?xf32>
  }
  %1 = scf.if %c -> (tensor<?xf32>) {
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %0 : tensor<?xf32>
  }
  %2 = scf.while (%x = %1) : (tensor<?xf32>) -> tensor<?xf32> {
    scf.condition(%c) %x : tensor<?xf32>
  } do {
  ^bb0(%x: tensor<?xf32>):
    scf.yield %x : tensor<?xf32>
  }
  %3 = arith.select %c, %2, %1 : tensor<?xf32>
  cf.switch %n : i32, [default: ^b(%3 : tensor<?xf32>), 2: ^a(%n, %3 : i32, tensor<?xf32>)]
^a(%m: i32, %y: tensor<?xf32>):
  cf.cond_br %c, ^b(%y : tensor<?xf32>), ^a(%n, %y : i32, tensor<?xf32>)
^b(%z: tensor<?xf32>):
  %4 = tt.reshape %z : tensor<?xf32> -> tensor<64xf32>
  tt.return %4 : tensor<64xf32>
}

// A callee has the shapes of its callers; one without a body as well.
// CHECK-LABEL: tt.func private @callee(
// CHECK-SAME: %{{[^:]*}}: tensor<16xf32>, %{{[^:]*}}: i32) -> (i32, tensor<16x8xf32>)
// CHECK: tt.splat %{{.*}} -> tensor<16x8xf32>
tt.func private @callee(%x: tensor<?xf32>, %i: i32) -> (i32, tensor<?x8xf32>) {
  %f = arith.sitofp %i : i32 to f32
  %0 = tt.splat %f : f32 -> tensor<?x8xf32>
  %1 = tt.expand_dims %x {axis = 1 : i32} : tensor<?xf32> -> tensor<?x1xf32>
  %2 = tt.broadcast %1 : tensor<?x1xf32> -> tensor<?x8xf32>
  %3 = arith.addf %0, %2 : tensor<?x8xf32>
  tt.return %i, %3 : i32, tensor<?x8xf32>
}
// CHECK: tt.func private @declared(i32, tensor<16x8xf32>) -> tensor<4x4xf32>
tt.func private @declared(i32, tensor<?x8xf32>) -> tensor<?x4xf32>
// CHECK-LABEL: @caller
// CHECK: tt.call @callee(%{{.*}}) : (tensor<16xf32>, i32) -> (i32, tensor<16x8xf32>)
// CHECK: tt.call @declared(%{{.*}}) : (i32, tensor<16x8xf32>) -> tensor<4x4xf32>
tt.func private @caller(%i: i32) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %f = tt.reshape %r : tensor<16xi32> -> tensor<?xi32>
  %x = arith.sitofp %f : tensor<?xi32> to tensor<?xf32>
  %0:2 = tt.call @callee(%x, %i) : (tensor<?xf32>, i32) -> (i32, tensor<?x8xf32>)
  %1 = tt.call @declared(%i, %0#1) : (i32, tensor<?x8xf32>) -> tensor<?x4xf32>
  %2 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<?x4xf32> -> tensor<4x4xf32>
  tt.return
}

// Blocks in memory: what is read or written has the shape of the block.
// CHECK-LABEL: @memory
// CHECK-SAME: %{{[^:]*}}: !tt.ptr<tensor<16x32xf16>>
// CHECK: tt.descriptor_load %{{.*}} -> tensor<16x32xf16>
// CHECK: tt.descriptor_gather %{{.*}} : (!tt.tensordesc<1x32xf16>, tensor<16xi32>, i32) -> tensor<16x32xf16>
// CHECK: tt.advance %{{.*}} : <tensor<16x32xf16>>
// CHECK: tt.load %{{.*}} : !tt.ptr<tensor<16x32xf16>>
// CHECK: tt.atomic_rmw {{.*}} : (tensor<16x!tt.ptr<i32>>, tensor<16xi32>, tensor<16xi1>) -> tensor<16xi32>
tt.func private @memory(%b: !tt.ptr<tensor<?x?xf16>>, %d: !tt.tensordesc<16x32xf16>, %e: !tt.tensordesc<1x32xf16>, %r: tensor<?xi32>, %p: tensor<?x!tt.ptr<i32>>, %m: tensor<?xi1>, %i: i32) {
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<16x32xf16> -> tensor<?x?xf16>
  %1 = tt.descriptor_gather %e[%r, %i] : (!tt.tensordesc<1x32xf16>, tensor<?xi32>, i32) -> tensor<?x?xf16>
  %2 = arith.addf %0, %1 : tensor<?x?xf16>
  %c = tt.advance %b, [%i, %i] : <tensor<?x?xf16>>
  %3 = tt.load %c : !tt.ptr<tensor<?x?xf16>>
  %4 = arith.addf %2, %3 : tensor<?x?xf16>
  tt.store %b, %4 : !tt.ptr<tensor<?x?xf16>>
  %5 = tt.atomic_rmw add, acq_rel, gpu, %p, %r, %m : (tensor<?x!tt.ptr<i32>>, tensor<?xi32>, tensor<?xi1>) -> tensor<?xi32>
  tt.return
}
