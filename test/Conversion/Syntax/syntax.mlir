// RUN: tt-opt %s | FileCheck %s --check-prefix=OWN
// RUN: tt-opt %s --tt-syntax=3.6 | FileCheck %s --check-prefix=V36
// RUN: tt-opt %s --tt-syntax=3.7 | FileCheck %s --check-prefix=V37
// RUN: tt-opt %s --tt-syntax=3.9 | FileCheck %s --check-prefix=V39
// RUN: tt-opt %s --tt-syntax=3.6 | tt-opt | FileCheck %s --check-prefix=FROM36
// RUN: tt-opt %s --tt-syntax=3.9 | tt-opt --tt-syntax=3.7 | FileCheck %s --check-prefix=BACK

// Registers that repeat elements are dropped.
// OWN: #linear = #ttg.linear<{register = {{\[}}[1]],
// V37: #linear = #ttg.linear<{register = {{\[}}[1]],
// V39: #linear = #ttg.linear<{register = {{\[}}[1]],
#linear = #ttg.linear<{register = [[1], [0]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>

// OWN: module attributes {"ttg.num-warps" = 4 : i32} {
// V36: module attributes {"ttg.num-warps" = 4 : i32} {
// V39: module attributes {"ttg.num-warps" = 4 : i32, "ttng.two-ctas" = false} {
// BACK: module attributes {"ttg.num-warps" = 4 : i32} {
module attributes {"ttg.num-warps" = 4 : i32, "ttng.two-ctas" = false} {
  tt.func private @barriers(%x: tensor<256xf32, #linear>) {
    // FROM36: ttg.barrier all
    // FROM36-NEXT: ttg.barrier all
    // OWN: ttg.barrier all
    // V36: gpu.barrier
    // V37: ttg.barrier all
    // V39: ttg.barrier all
    gpu.barrier
    // OWN-NEXT: ttg.barrier local
    // V36-NEXT: gpu.barrier
    // V37-NEXT: ttg.barrier local
    ttg.barrier local
    tt.return
  }
}
