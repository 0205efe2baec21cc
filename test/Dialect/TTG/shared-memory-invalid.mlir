// RUN: tt-opt %s --ttg-allocate-shared-memory --split-input-file --verify-diagnostics
// RUN: not tt-opt %S/allocate-shared-memory.mlir --ttg-place-barriers --split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK: allocate-shared-memory.mlir:{{.*}}: error: 'tt.reduce' op has no 'ttg.shared-offset'; allocate shared memory first

#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @+1 {{shared memory is allocated for a target: the module has no 'ttg.target' and no option names one}}
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @sum(%x: tensor<512xf32, #row>) {
    %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) : (tensor<512xf32, #row>) -> f32
    tt.return
  }
}

// -----

#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error-re @+1 {{unknown target 'cuda:12'{{.*}}sm_90a}}
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:12", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @sum(%x: tensor<512xf32, #row>) {
    %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) : (tensor<512xf32, #row>) -> f32
    tt.return
  }
}
