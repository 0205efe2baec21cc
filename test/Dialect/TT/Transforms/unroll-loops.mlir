// RUN: tt-opt %s --tt-unroll-loops | FileCheck %s
// RUN: tt-opt %s --tt-unroll-loops --remarks-filter=tt-optimize \
// RUN:   --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN: | FileCheck %s --check-prefix=REMARK

// Twice as far in each step, and a loop for what is left. An upper bound below
// the lower one must not become a large number of iterations.
// CHECK-LABEL: @twice
// CHECK: arith.maxsi %{{.*}}, %arg1 : i32
// CHECK: scf.for
// CHECK-COUNT-2: arith.addf
// CHECK-NOT: loop_unroll_factor
// CHECK: scf.for
// CHECK-COUNT-1: arith.addf
// CHECK-NOT: loop_unroll_factor
// CHECK: tt.return
tt.func private @twice(%a: f32, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (f32) : i32 {
    %t = arith.addf %s, %a : f32
    scf.yield %t : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : f32
}

// REMARK: the lower bound is not known to be positive or 0
// CHECK-LABEL: @unknown_begin
// CHECK: scf.for
// CHECK-COUNT-1: arith.addf
// CHECK-NOT: arith.addf
tt.func private @unknown_begin(%a: f32, %m: i32, %n: i32) -> f32 {
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %m to %n step %c1 iter_args(%s = %a) -> (f32) : i32 {
    %t = arith.addf %s, %a : f32
    scf.yield %t : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : f32
}
