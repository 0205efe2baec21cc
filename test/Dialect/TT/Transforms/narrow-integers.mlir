// RUN: tt-opt %s --tt-narrow-integers --canonicalize | FileCheck %s

// CHECK-LABEL: @true_mask
// CHECK-NEXT: tt.load %arg0 : tensor<64x!tt.ptr<f32>>
tt.func private @true_mask(%p: tensor<64x!tt.ptr<f32>>) -> tensor<64xf32> {
  %c = arith.constant dense<64> : tensor<64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %m = arith.cmpi slt, %r, %c : tensor<64xi32>
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  tt.return %x : tensor<64xf32>
}

// One element is beyond the end.
// CHECK-LABEL: @mask_that_matters
// CHECK: arith.cmpi
// CHECK: tt.load %arg0, %{{.*}} : tensor<64x!tt.ptr<f32>>
tt.func private @mask_that_matters(%p: tensor<64x!tt.ptr<f32>>) -> tensor<64xf32> {
  %c = arith.constant dense<63> : tensor<64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %m = arith.cmpi slt, %r, %c : tensor<64xi32>
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  tt.return %x : tensor<64xf32>
}

// Through views, with the bounds of a loop: 31 * 64 + 63 < 2048.
// CHECK-LABEL: @through_views_and_loops
// CHECK-NOT: arith.cmpi
// CHECK: tt.load %arg0 : tensor<4x64x!tt.ptr<f32>>
tt.func private @through_views_and_loops(%p: tensor<4x64x!tt.ptr<f32>>, %q: tensor<4x64x!tt.ptr<f32>>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %n = arith.constant 2048 : i32
  %c = arith.constant dense<2048> : tensor<4x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %e = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b = tt.broadcast %e : tensor<1x64xi32> -> tensor<4x64xi32>
  scf.for %i = %c0 to %n step %c64 : i32 {
    %s = tt.splat %i : i32 -> tensor<4x64xi32>
    %k = arith.addi %s, %b : tensor<4x64xi32>
    %m = arith.cmpi slt, %k, %c : tensor<4x64xi32>
    %x = tt.load %p, %m : tensor<4x64x!tt.ptr<f32>>
    tt.store %q, %x : tensor<4x64x!tt.ptr<f32>>
  }
  tt.return
}

// A grid has at most 65535 programs along y, so 64 bits are not needed.
// CHECK-LABEL: @narrowed
// CHECK: %[[P:.*]] = tt.get_program_id y
// CHECK: %[[M:.*]] = arith.muli %[[P]], %{{.*}} : i32
// CHECK: %[[E:.*]] = arith.extsi %[[M]] : i32 to i64
// CHECK: tt.return %[[E]]
tt.func private @narrowed() -> i64 {
  %c = arith.constant 1024 : i64
  %p = tt.get_program_id y : i32
  %e = arith.extsi %p : i32 to i64
  %m = arith.muli %e, %c : i64
  tt.return %m : i64
}

// Along x there may be 2^31 - 1 of them.
// CHECK-LABEL: @too_wide
// CHECK: arith.muli %{{.*}} : i64
tt.func private @too_wide() -> i64 {
  %c = arith.constant 1024 : i64
  %p = tt.get_program_id x : i32
  %e = arith.extsi %p : i32 to i64
  %m = arith.muli %e, %c : i64
  tt.return %m : i64
}

// CHECK-LABEL: @compared_narrow
// CHECK: arith.cmpi slt, %arg0, %{{.*}} : i32
tt.func private @compared_narrow(%a: i32) -> i1 {
  %c = arith.constant 1000 : i64
  %e = arith.extsi %a : i32 to i64
  %m = arith.cmpi slt, %e, %c : i64
  tt.return %m : i1
}

// CHECK-LABEL: @remainder
// CHECK: %[[R:.*]] = tt.make_range
// CHECK-NEXT: tt.return %[[R]]
tt.func private @remainder() -> tensor<64xi32> {
  %c = arith.constant dense<64> : tensor<64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %m = arith.remsi %r, %c : tensor<64xi32>
  tt.return %m : tensor<64xi32>
}

// The remainder of a negative number is negative or 0.
// CHECK-LABEL: @remainder_of_negative
// CHECK: arith.remsi
tt.func private @remainder_of_negative() -> tensor<64xi32> {
  %c = arith.constant dense<32> : tensor<64xi32>
  %r = tt.make_range {start = -32 : i32, end = 32 : i32} : tensor<64xi32>
  %m = arith.remsi %r, %c : tensor<64xi32>
  tt.return %m : tensor<64xi32>
}

// CHECK-LABEL: @unsigned_offset
// CHECK: %[[P:.*]] = tt.get_program_id x
// CHECK: tt.addptr %arg0, %[[P]] : !tt.ptr<f32>, i32
// CHECK: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<f32>, i64
tt.func private @unsigned_offset(%p: !tt.ptr<f32>, %i: i32) -> !tt.ptr<f32> {
  %pid = tt.get_program_id x : i32
  %e = arith.extui %pid : i32 to i64
  %q = tt.addptr %p, %e : !tt.ptr<f32>, i64
  %f = arith.extui %i : i32 to i64
  %r = tt.addptr %q, %f : !tt.ptr<f32>, i64
  tt.return %r : !tt.ptr<f32>
}

// Either branch yields less than 8, and so does each iteration.
// CHECK-LABEL: @results
// CHECK-NOT: arith.cmpi
// CHECK: tt.return %true, %true
tt.func private @results(%c: i1, %n: i32) -> (i1, i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %0 = scf.if %c -> i32 {
    scf.yield %c1 : i32
  } else {
    %x = arith.andi %n, %c7 : i32
    scf.yield %x : i32
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> i32 : i32 {
    %s = arith.addi %a, %i : i32
    %x = arith.andi %s, %c7 : i32
    scf.yield %x : i32
  }
  %2 = arith.cmpi slt, %0, %c8 : i32
  %3 = arith.cmpi slt, %1, %c8 : i32
  tt.return %2, %3 : i1, i1
}

// What the loop carries is not what it begins with.
// CHECK-LABEL: @carried
// CHECK: scf.for
// CHECK: arith.cmpi slt
// CHECK: tt.return
tt.func private @carried(%n: i32) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0) -> (i32, i32) : i32 {
    %s = arith.addi %a, %c1 : i32
    scf.yield %s, %a : i32, i32
  }
  %1 = arith.cmpi slt, %0#1, %c8 : i32
  tt.return %1 : i1
}

// Unsigned, from 2^31 on: no counter below 8, though all are negative.
// CHECK-LABEL: @unsigned_counter
// CHECK: %[[F:.*]] = arith.constant false
// CHECK: scf.for unsigned
// CHECK: tt.store %arg0, %[[F]]
// CHECK: arith.cmpi slt
tt.func private @unsigned_counter(%p: !tt.ptr<i1>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %lb = arith.constant -2147483648 : i32
  scf.for unsigned %i = %lb to %n step %c1 : i32 {
    %0 = arith.cmpi ult, %i, %c8 : i32
    tt.store %p, %0 : !tt.ptr<i1>
    %1 = arith.cmpi slt, %n, %c8 : i32
    tt.store %p, %1 : !tt.ptr<i1>
  }
  tt.return
}
