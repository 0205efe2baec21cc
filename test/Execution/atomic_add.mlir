// Every program adds to the same 16 counters. Masked-off lanes add nothing,
// and a tensor held several times over by the threads of a block adds once.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda %}

// tt-run: --grid=100 --num-warps=4 --arg=counters=zeros:i32[16]
// tt-run: --expect='counters=where(iota(16) < 10, 100 * iota(16), 0)'

tt.func public @count(%counters: !tt.ptr<i32> loc("counters")) {
  %ten = arith.constant dense<10> : tensor<16xi32>
  %at = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %inside = arith.cmpi slt, %at, %ten : tensor<16xi32>
  %t = tt.splat %counters : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %t, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %old = tt.atomic_rmw add, relaxed, gpu, %p, %at, %inside : (tensor<16x!tt.ptr<i32>>, tensor<16xi32>, tensor<16xi1>) -> tensor<16xi32>
  tt.return
}
