// RUN: tt-opt %s --convert-ttg-to-llvm --split-input-file --verify-diagnostics

// Reductions and conversions that can't be lowered.

#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#turned = #ttg.linear<{register = [], lane = [[64], [32], [1], [2], [4]], warp = [[8], [16]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @not_allocated(%x: tensor<128xf32, #row>, %p: !tt.ptr<f32>, %q: tensor<128x!tt.ptr<f32>, #turned>) {
    // expected-error @below {{cannot be lowered: data moves between warps, but no shared memory is allocated for it}}
    // expected-note @below {{operands: 'tensor<128xf32}}
    // expected-note @below {{results: 'f32'}}
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128xf32, #row>) -> f32
    tt.store %p, %s : !tt.ptr<f32>
    // expected-error @below {{cannot be lowered: data moves between warps, but no shared memory is allocated for it}}
    // expected-note @below {{operands: 'tensor<128xf32}}
    // expected-note @below {{results: 'tensor<128xf32}}
    %y = ttg.convert_layout %x : tensor<128xf32, #row> -> tensor<128xf32, #turned>
    tt.store %q, %y : tensor<128x!tt.ptr<f32>, #turned>
    tt.return
  }
}

// -----

#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @region(%x: tensor<32xf32, #row>, %p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {
    // expected-error @below {{cannot be lowered: its region has 'tt.load', for which there is no instruction}}
    // expected-note @below {{operands: }}
    // expected-note @below {{results: }}
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %l = tt.load %q : !tt.ptr<f32>
      %c = arith.addf %a, %l : f32
      tt.reduce.return %c : f32
    }) : (tensor<32xf32, #row>) -> f32
    tt.store %p, %s : !tt.ptr<f32>
    tt.return
  }
}
