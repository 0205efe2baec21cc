// RUN: tt-opt %s --tt-optimize > %t.once
// RUN: tt-opt %t.once --tt-optimize | diff - %t.once
// RUN: FileCheck %s < %t.once
// RUN: tt-opt %s --tt-optimize --remarks-filter=tt-optimize \
// RUN:   --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN: | FileCheck %s --check-prefix=REMARK

// A loop over columns of a matrix: what the rows have in common is computed
// before it, and it carries one pointer.
// CHECK-LABEL: @rows
// CHECK: scf.for {{.*}} -> (tensor<16x32xf32>, !tt.ptr<f32>)
// CHECK-NOT: arith.muli
// CHECK: tt.addptr %{{.*}}, %{{.*}} : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
// CHECK-NEXT: tt.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<f32>, i32
// CHECK-NEXT: scf.yield
// REMARK-DAG: [Passed] view
// REMARK-DAG: [Passed] broadcast
// REMARK-DAG: [Passed] carried-tile
tt.func public @rows(%a: !tt.ptr<f32>, %out: !tt.ptr<f32>, %stride: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %step = arith.constant dense<32> : tensor<16x32xi32>
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %r2 = tt.broadcast %r1 : tensor<16x1xi32> -> tensor<16x32xi32>
  %c2 = tt.broadcast %c1 : tensor<1x32xi32> -> tensor<16x32xi32>
  %s = tt.splat %stride : i32 -> tensor<16x32xi32>
  %r3 = arith.muli %r2, %s : tensor<16x32xi32>
  %o = arith.addi %r3, %c2 : tensor<16x32xi32>
  %t = tt.splat %a : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %p0 = tt.addptr %t, %o : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
  %0:2 = scf.for %i = %c0 to %n step %c32 iter_args(%p = %p0, %sum = %zero) -> (tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>) : i32 {
    %x = tt.load %p : tensor<16x32x!tt.ptr<f32>>
    %y = arith.addf %sum, %x : tensor<16x32xf32>
    %q = tt.addptr %p, %step : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
    scf.yield %q, %y : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>
  }
  %u = tt.splat %out : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %v = tt.addptr %u, %o : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
  tt.store %v, %0#1 : tensor<16x32x!tt.ptr<f32>>
  tt.return
}
