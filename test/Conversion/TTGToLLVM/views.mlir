// RUN: tt-opt %s --convert-ttg-to-llvm | FileCheck %s

// Views emit nothing. Elements are told apart by the index they began with.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
#row = #ttg.slice<{dim = 0, parent = #b}>
#v = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#w = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#lin = #ttg.linear<{register = [[1], [0], [64]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {

// The bits of the thread move along the diagonals of the layout's matrix: lane
// bits 0 and 1 to 2 and 3 of the column.
// CHECK-LABEL: llvm.func @expand_broadcast
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32>
// CHECK: %[[C3:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: %[[LOW:.*]] = llvm.and %[[TID]], %[[C3]]
// CHECK: %[[I0:.*]] = llvm.shl %[[LOW]], %{{.*}} overflow<nsw, nuw>
// CHECK: %[[I1:.*]] = llvm.or disjoint %[[I0]],
// CHECK: %[[I2:.*]] = llvm.or disjoint %[[I0]],
// CHECK: %[[I3:.*]] = llvm.or disjoint %[[I0]],
// CHECK-NEXT: %[[A:.*]] = llvm.icmp "slt" %[[I0]], %arg0
// CHECK-NEXT: %[[B:.*]] = llvm.icmp "slt" %[[I1]], %arg0
// CHECK-NEXT: %[[C:.*]] = llvm.icmp "slt" %[[I2]], %arg0
// CHECK-NEXT: %[[D:.*]] = llvm.icmp "slt" %[[I3]], %arg0
// CHECK-NEXT: llvm.and %[[A]], %[[B]]
tt.func public @expand_broadcast(%n: i32) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #row>
  %e = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #row> -> tensor<1x16xi32, #b>
  // Two registers along the first dimension hold the same row: four values.
  %b = tt.broadcast %e : tensor<1x16xi32, #b> -> tensor<16x16xi32, #b>
  %s = tt.splat %n : i32 -> tensor<16x16xi32, #b>
  %ok = arith.cmpi slt, %b, %s : tensor<16x16xi32, #b>
  tt.assert %ok, "" : tensor<16x16xi1, #b>
  tt.return
}

// CHECK-LABEL: llvm.func @trans_reshape
// CHECK: %[[I:.*]] = llvm.shl %{{.*}} overflow<nsw, nuw>
// CHECK: %[[I1:.*]] = llvm.or disjoint %[[I]], %{{.*}}
// CHECK: %[[I2:.*]] = llvm.or disjoint %[[I]], %{{.*}}
// CHECK: %[[I3:.*]] = llvm.or disjoint %[[I]], %{{.*}}
// CHECK-NEXT: llvm.icmp "slt" %[[I]], %arg0
// CHECK-NEXT: llvm.icmp "slt" %[[I1]], %arg0
// CHECK-NEXT: llvm.icmp "slt" %[[I2]], %arg0
// CHECK-NEXT: llvm.icmp "slt" %[[I3]], %arg0
tt.func public @trans_reshape(%n: i32) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #v>
  %m = tt.reshape %r : tensor<128xi32, #v> -> tensor<8x16xi32, #b>
  %t = tt.trans %m {order = array<i32: 1, 0>} : tensor<8x16xi32, #b> -> tensor<16x8xi32, #t>
  %s = tt.splat %n : i32 -> tensor<16x8xi32, #t>
  %ok = arith.cmpi slt, %t, %s : tensor<16x8xi32, #t>
  tt.assert %ok, "" : tensor<16x8xi1, #t>
  tt.return
}

// Registers 0, 1 are a pair of one element, then 2, 3 of the next.
// CHECK-LABEL: llvm.func @join_split
// CHECK: %[[I:.*]] = llvm.shl %{{.*}} overflow<nsw, nuw>
// CHECK: %[[A1:.*]] = llvm.or disjoint %[[I]], %{{.*}}
// CHECK: %[[B0:.*]] = llvm.add %[[I]], %{{.*}} overflow<nsw>
// CHECK: %[[B1:.*]] = llvm.add %{{.*}}, %{{.*}} overflow<nsw>
// CHECK: %[[P0:.*]] = llvm.mul %[[I]], %arg0
// CHECK-NEXT: %[[P1:.*]] = llvm.mul %[[B0]], %arg0
// CHECK-NEXT: %[[P2:.*]] = llvm.mul %[[A1]], %arg0
// CHECK-NEXT: %[[P3:.*]] = llvm.mul %[[B1]], %arg0
// CHECK-NEXT: llvm.icmp "slt" %[[P0]], %[[P1]]
// CHECK-NEXT: llvm.icmp "slt" %[[P2]], %[[P3]]
tt.func public @join_split(%n: i32) {
  %a = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #w>
  %b = tt.make_range {end = 164 : i32, start = 100 : i32} : tensor<64xi32, #w>
  %j = tt.join %a, %b : tensor<64xi32, #w> -> tensor<64x2xi32, #pairs>
  %s = tt.splat %n : i32 -> tensor<64x2xi32, #pairs>
  %m = arith.muli %j, %s : tensor<64x2xi32, #pairs>
  %c, %d = tt.split %m : tensor<64x2xi32, #pairs> -> tensor<64xi32, #w>
  %ok = arith.cmpi slt, %c, %d : tensor<64xi32, #w>
  tt.assert %ok, "" : tensor<64xi1, #w>
  tt.return
}

// A register that repeats elements of its own thread has no value.
// CHECK-LABEL: llvm.func @repeated_registers
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
tt.func public @repeated_registers(%n: i32) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #lin>
  %m = arith.muli %r, %r : tensor<128xi32, #lin>
  %s = tt.splat %n : i32 -> tensor<128xi32, #lin>
  %ok = arith.cmpi slt, %m, %s : tensor<128xi32, #lin>
  tt.assert %ok, "" : tensor<128xi1, #lin>
  tt.return
}

// The order of what cat gives is free.
// CHECK-LABEL: llvm.func @cat
// CHECK: %[[I:.*]] = llvm.shl %{{.*}} overflow<nsw, nuw>
// CHECK: %[[A1:.*]] = llvm.or disjoint %[[I]], %{{.*}}
// CHECK-NEXT: llvm.icmp "slt" %[[I]], %arg0
// CHECK-NEXT: llvm.icmp "slt" %[[A1]], %arg0
// CHECK-NEXT: llvm.icmp "slt" %arg0, %arg0
tt.func public @cat(%n: i32) {
  %a = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #w>
  %b = tt.splat %n : i32 -> tensor<64xi32, #w>
  %c = tt.cat %a, %b : tensor<64xi32, #w> -> tensor<128xi32, #v>
  %s = tt.splat %n : i32 -> tensor<128xi32, #v>
  %ok = arith.cmpi slt, %c, %s : tensor<128xi32, #v>
  tt.assert %ok, "" : tensor<128xi1, #v>
  tt.return
}

// CHECK-LABEL: llvm.func @unsplat
// CHECK: llvm.icmp "eq" %arg0, %arg0 : i32
tt.func public @unsplat(%n: i32) {
  %s = tt.splat %n : i32 -> tensor<1xi32, #v>
  %u = tt.unsplat %s : tensor<1xi32, #v>
  %ok = arith.cmpi eq, %u, %n : i32
  tt.assert %ok, "" : i1
  tt.return
}
}
