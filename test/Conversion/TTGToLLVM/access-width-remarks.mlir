// RUN: tt-opt %s --convert-ttg-to-llvm --remarks-filter=lowering 2>&1 >/dev/null | FileCheck %s

// Each access says how wide it became and what kept it from more.

#b4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {
tt.func public @widths(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32>, %n: i32 {tt.divisibility = 2 : i32}) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b4>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b4>
  %pa = tt.addptr %ps, %r : tensor<128x!tt.ptr<f32>, #b4>, tensor<128xi32, #b4>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b4>
  %qa = tt.addptr %qs, %r : tensor<128x!tt.ptr<f32>, #b4>, tensor<128xi32, #b4>
  %ns = tt.splat %n : i32 -> tensor<128xi32, #b4>
  %m = arith.cmpi slt, %r, %ns : tensor<128xi32, #b4>

  // CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: [Passed] access-width | Category:lowering | Function=widths
  // CHECK-SAME: tt.load: 16 bytes per instruction
  %v = tt.load %pa : tensor<128x!tt.ptr<f32>, #b4>
  // CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: [Missed] access-width
  // CHECK-SAME: addresses are known to be consecutive and aligned for 1 elements
  // CHECK-SAME: tt.load: 4 bytes per instruction
  %w = tt.load %qa : tensor<128x!tt.ptr<f32>, #b4>
  // CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: [Missed] access-width
  // CHECK-SAME: the mask is known to be equal for 2 elements
  // CHECK-SAME: tt.store: 8 bytes per instruction
  tt.store %pa, %v, %m : tensor<128x!tt.ptr<f32>, #b4>
  tt.store %qa, %w : tensor<128x!tt.ptr<f32>, #b4>

  %s = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #b1>
  %ss = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #b1>
  %sa = tt.addptr %ss, %s : tensor<32x!tt.ptr<f32>, #b1>, tensor<32xi32, #b1>
  // CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: [Missed] access-width
  // CHECK-SAME: a thread holds 1 neighbours
  %u = tt.load %sa : tensor<32x!tt.ptr<f32>, #b1>
  tt.store %sa, %u : tensor<32x!tt.ptr<f32>, #b1>
  tt.return
}
}
