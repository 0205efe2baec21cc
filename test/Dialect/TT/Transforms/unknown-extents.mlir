// Tiles with unknown extents in front of passes that run without
// tt-infer-shapes: each copes, or says what is missing.

// RUN: tt-opt %s --tt-optimize | FileCheck %s
// RUN: tt-opt %s --canonicalize --cse --sccp --inline --loop-invariant-code-motion | FileCheck %s --check-prefix=OPEN
// RUN: tt-opt %s --tt-simplify --tt-shrink-tiles --tt-combine --tt-optimize-loops --tt-narrow-integers --tt-unroll-loops | FileCheck %s --check-prefix=OPEN
// RUN: not tt-opt %s --tt-print-axis-info 2>&1 | FileCheck %s --check-prefix=CONVERT
// RUN: tt-opt %s --ttg-optimize --ttg-allocate-shared-memory=target=cuda:90 --ttg-place-barriers | FileCheck %s --check-prefix=OPEN
// RUN: not tt-opt %s --convert-tt-to-ttg=target=cuda:90 2>&1 | FileCheck %s --check-prefix=CONVERT
// RUN: not tt-opt %s --tt-lower-block-pointers 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not tt-opt %s --ttg-to-llvm=target=cuda:90 2>&1 | FileCheck %s --check-prefix=LLVM
// RUN: tt-translate %s --tt-to-ptx --target=sm_80 | FileCheck %s --check-prefix=PTX

// CHECK-NOT: ?
// CHECK: tt.load %{{.*}} : tensor<64x!tt.ptr<i32>>
// CHECK-NOT: ?
// OPEN: tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<?xi32>
// CONVERT: 'tt.make_range' op expected known extents, found 'tensor<?xi32>'; tt-infer-shapes finds them
// BLOCK: 'tt.make_range' op expected known extents, found 'tensor<?xi32>'; tt-infer-shapes finds them
// LLVM: error: 'tt.make_range' op cannot be lowered: tensor<?xi32> has no layout
// PTX: ld.global
tt.func public @kernel(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %n64 = arith.extsi %n : i32 to i64
  %one = arith.constant 1 : i64
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<?xi32>
  %ones = tt.splat %c1 : i32 -> tensor<?xi32>
  %zero = arith.subi %ones, %ones : tensor<?xi32>
  %e = tt.expand_dims %ones {axis = 1 : i32} : tensor<?xi32> -> tensor<?x1xi32>
  %b = tt.broadcast %e : tensor<?x1xi32> -> tensor<?x4xi32>
  %s = "tt.reduce"(%b) <{axis = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    tt.reduce.return %z : i32
  }) : (tensor<?x4xi32>) -> tensor<?xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<?x!tt.ptr<i32>>
  %q0 = tt.addptr %ps, %r : tensor<?x!tt.ptr<i32>>, tensor<?xi32>
  %sum, %last = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %q = %q0) -> (tensor<?xi32>, tensor<?x!tt.ptr<i32>>) : i32 {
    %t = tt.load %q : tensor<?x!tt.ptr<i32>>
    %u = arith.muli %t, %s : tensor<?xi32>
    %v = arith.addi %acc, %u : tensor<?xi32>
    %w = tt.addptr %q, %ones : tensor<?x!tt.ptr<i32>>, tensor<?xi32>
    scf.yield %v, %w : tensor<?xi32>, tensor<?x!tt.ptr<i32>>
  } {tt.loop_unroll_factor = 2 : i32}
  %m = tt.make_tensor_ptr %p, [%n64], [%one], [%c0] {order = array<i32: 0>} : <tensor<?xi32>>
  tt.store %m, %sum {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<?xi32>>
  tt.return
}
