// RUN: tt-opt %s --tt-optimize-loops --remarks-filter=tt-optimize --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// REMARK: combined by element in the loop, reduced after it, added in another order: off by at most (n - 1) * 2^-23 of the sum of magnitudes, for the n elements of all iterations"
// CHECK-LABEL: @sum
// CHECK: %[[Z:.*]] = arith.constant dense<-0.000000e+00> : tensor<64xf32>
// CHECK: %[[L:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[Z]]) -> (tensor<64xf32>)
// CHECK: %[[X:.*]] = tt.load
// CHECK: %[[S:.*]] = arith.addf %[[T]], %[[X]] : tensor<64xf32>
// CHECK: scf.yield %[[S]]
// CHECK: %[[R:.*]] = "tt.reduce"(%[[L]]) <{axis = 0 : i32}>
// CHECK: %[[Y:.*]] = arith.addf %arg2, %[[R]] : f32
// CHECK: tt.return %[[Y]]
tt.func private @sum(%p: !tt.ptr<f32>, %n: i32, %a: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f32 : i32 {
    %o = tt.splat %i : i32 -> tensor<64xi32>
    %q = tt.addptr %b, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %q : tensor<64x!tt.ptr<f32>>
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      tt.reduce.return %w : f32
    }) : (tensor<64xf32>) -> f32
    %y = arith.addf %s, %r : f32
    scf.yield %y : f32
  }
  tt.return %0 : f32
}

// What changes nothing is NaN for `maxnumf`, and the least integer for `maxsi`;
// rows stay rows.
// REMARK: combined by element in the loop, reduced after it"
// CHECK-LABEL: @largest
// CHECK-DAG: %[[M:.*]] = arith.constant dense<0x{{[7F]}}FC00000> : tensor<4x64xf32>
// CHECK-DAG: %[[N:.*]] = arith.constant dense<-2147483648> : tensor<4x64xi32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[M]], %{{.*}} = %[[N]])
// CHECK-NOT: tt.reduce
// CHECK: scf.yield
// CHECK-COUNT-2: "tt.reduce"(%{{.*}}) <{axis = 1 : i32}>
tt.func private @largest(%p: tensor<4x64x!tt.ptr<f32>>, %q: tensor<4x64x!tt.ptr<i32>>, %n: i32, %a: tensor<4xf32>, %b: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (tensor<4xf32>, tensor<4xi32>) : i32 {
    %x = tt.load %p {isVolatile = true} : tensor<4x64x!tt.ptr<f32>>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %v: f32):
      %w = arith.maxnumf %u, %v : f32
      tt.reduce.return %w : f32
    }) : (tensor<4x64xf32>) -> tensor<4xf32>
    %y = arith.maxnumf %r, %s : tensor<4xf32>
    %z = tt.load %q {isVolatile = true} : tensor<4x64x!tt.ptr<i32>>
    %k = "tt.reduce"(%z) <{axis = 1 : i32}> ({
    ^bb0(%u: i32, %v: i32):
      %w = arith.maxsi %u, %v : i32
      tt.reduce.return %w : i32
    }) : (tensor<4x64xi32>) -> tensor<4xi32>
    %l = arith.maxsi %t, %k : tensor<4xi32>
    scf.yield %y, %l : tensor<4xf32>, tensor<4xi32>
  }
  tt.return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// The sum so far is used in the loop; the largest is not what is added; the
// tile is too large to be carried.
// CHECK-LABEL: @stays
// CHECK: scf.for
// CHECK-COUNT-3: "tt.reduce"
// CHECK: scf.yield
// CHECK-NOT: "tt.reduce"
// CHECK: tt.return
tt.func private @stays(%p: tensor<64x!tt.ptr<f32>>, %q: tensor<8192x!tt.ptr<f32>>, %o: !tt.ptr<f32>, %n: i32, %a: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %a, %u = %a) -> (f32, f32, f32) : i32 {
    %x = tt.load %p {isVolatile = true} : tensor<64x!tt.ptr<f32>>
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%d: f32, %e: f32):
      %w = arith.addf %d, %e : f32
      tt.reduce.return %w : f32
    }) : (tensor<64xf32>) -> f32
    %y = arith.addf %s, %r : f32
    tt.store %o, %y : !tt.ptr<f32>
    %m = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%d: f32, %e: f32):
      %w = arith.maxnumf %d, %e : f32
      tt.reduce.return %w : f32
    }) : (tensor<64xf32>) -> f32
    %z = arith.addf %t, %m : f32
    %l = tt.load %q {isVolatile = true} : tensor<8192x!tt.ptr<f32>>
    %b = "tt.reduce"(%l) <{axis = 0 : i32}> ({
    ^bb0(%d: f32, %e: f32):
      %w = arith.addf %d, %e : f32
      tt.reduce.return %w : f32
    }) : (tensor<8192xf32>) -> f32
    %c = arith.addf %u, %b : f32
    scf.yield %y, %z, %c : f32, f32, f32
  }
  tt.return %0#0, %0#1, %0#2 : f32, f32, f32
}

// Sums that don't overflow in one order can in another.
// CHECK-LABEL: @overflow_flags
// CHECK-NOT: overflow
// CHECK: arith.addi %{{.*}}, %{{.*}} : tensor<64xi32>
// CHECK-NOT: overflow
// CHECK: "tt.reduce"
// CHECK-NOT: overflow
// CHECK: tt.return
tt.func private @overflow_flags(%p: tensor<64x!tt.ptr<i32>>, %n: i32, %a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> i32 : i32 {
    %x = tt.load %p {isVolatile = true} : tensor<64x!tt.ptr<i32>>
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%u: i32, %v: i32):
      %w = arith.addi %u, %v overflow<nsw> : i32
      tt.reduce.return %w : i32
    }) : (tensor<64xi32>) -> i32
    %y = arith.addi %s, %r overflow<nsw> : i32
    scf.yield %y : i32
  }
  tt.return %0 : i32
}
