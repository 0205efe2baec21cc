// RUN: tt-opt %s --convert-ttg-to-llvm | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {

// Each register of the tile is a value of its own around the loop.
// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.br ^[[HEAD:.*]](%{{.*}}, %[[X0:.*]], %[[X1:.*]] : i32, f32, f32)
// CHECK: ^[[HEAD]](%[[I:.*]]: i32, %[[A0:.*]]: f32, %[[A1:.*]]: f32):
// CHECK: llvm.icmp "slt" %[[I]]
// CHECK: llvm.cond_br
// CHECK: %[[S0:.*]] = llvm.fadd %[[A0]], %[[X0]] : f32
// CHECK: %[[S1:.*]] = llvm.fadd %[[A1]], %[[X1]] : f32
// CHECK: llvm.br ^[[HEAD]](%{{.*}}, %[[S0]], %[[S1]] : i32, f32, f32)
tt.func public @loop(%p: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b>
  %x = arith.sitofp %r : tensor<64xi32, #b> to tensor<64xf32, #b>
  %sum = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> (tensor<64xf32, #b>) : i32 {
    %s = arith.addf %a, %x : tensor<64xf32, #b>
    scf.yield %s : tensor<64xf32, #b>
  }
  %ok = arith.cmpf olt, %sum, %x : tensor<64xf32, #b>
  tt.assert %ok, "sum" : tensor<64xi1, #b>
  tt.return
}

// CHECK-LABEL: llvm.func @branch
// CHECK: llvm.cond_br %{{.*}}, ^[[THEN:.*]], ^[[JOIN:.*]](%[[X0:.*]], %[[X1:.*]] : i32, i32)
// CHECK: ^[[THEN]]:
// CHECK: %[[Y0:.*]] = llvm.mul %[[X0]], %[[X0]]
// CHECK: %[[Y1:.*]] = llvm.mul %[[X1]], %[[X1]]
// CHECK: llvm.br ^[[JOIN]](%[[Y0]], %[[Y1]] : i32, i32)
tt.func public @branch(%c: i1, %n: i32) {
  %x = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b>
  cf.cond_br %c, ^then, ^join(%x : tensor<64xi32, #b>)
^then:
  %y = arith.muli %x, %x : tensor<64xi32, #b>
  cf.br ^join(%y : tensor<64xi32, #b>)
^join(%z: tensor<64xi32, #b>):
  %t = tt.splat %n : i32 -> tensor<64xi32, #b>
  %ok = arith.cmpi slt, %z, %t : tensor<64xi32, #b>
  tt.assert %ok, "small" : tensor<64xi1, #b>
  tt.return
}
}
