// A failing assertion ends the run and is reported with its message and place;
// a holding one changes nothing.

// RUN: tt-run %s --device=cpu --arg=limit=64
// RUN: not tt-run %s --device=cpu --arg=limit=63 2>&1 | FileCheck %s
// RUN: %if cuda %{ tt-run %s --device=cuda --arg=limit=64 %}
// RUN: %if cuda %{ not tt-run %s --device=cuda --arg=limit=63 2>&1 | FileCheck %s --check-prefix=CUDA %}

// CHECK: assert.mlir:{{.*}} assertion `below the limit` failed
// CUDA: error: running the kernel failed: CUDA_ERROR_ASSERT

// tt-run: --grid=1 --num-warps=2

tt.func public @checked(%limit: i32 loc("limit")) {
  %at = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %limit_t = tt.splat %limit : i32 -> tensor<64xi32>
  %below = arith.cmpi slt, %at, %limit_t : tensor<64xi32>
  tt.assert %below, "below the limit" : tensor<64xi1>
  tt.return
}
