// What an atomic returns reaches every thread that holds a copy of the element:
// 32 elements in 128 threads, and scalars, which all of them share. The values
// say which of two atomics came first.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=8
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}

// tt-run: --grid=1 --arg=x=arange:i32[32] --arg=f=arange:f32[32]
// tt-run: --arg=n=[40]:i64 --arg=old=uninit:i32[32] --arg=was=uninit:f32[32]
// tt-run: --arg=s=uninit:i64[32]
// tt-run: --expect='x=iota(32) + 5' --expect='old=2 * iota(32)'
// tt-run: --expect='f=where(iota(32) == 3, -1, iota(32))'
// tt-run: --expect='was=iota(32)' --expect='n=42' --expect='s=40'

tt.func public @results(%x: !tt.ptr<i32> loc("x"), %f: !tt.ptr<f32> loc("f"), %n: !tt.ptr<i64> loc("n"), %old: !tt.ptr<i32> loc("old"), %was: !tt.ptr<f32> loc("was"), %s: !tt.ptr<i64> loc("s")) {
  %at = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %five = arith.constant dense<5> : tensor<32xi32>
  %x_t = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
  %x_p = tt.addptr %x_t, %at : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
  %x_v = tt.atomic_rmw add, acq_rel, gpu, %x_p, %five : (tensor<32x!tt.ptr<i32>>, tensor<32xi32>) -> tensor<32xi32>
  %x_2 = arith.addi %x_v, %x_v : tensor<32xi32>
  %o_t = tt.splat %old : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
  %o_p = tt.addptr %o_t, %at : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
  tt.store %o_p, %x_2 : tensor<32x!tt.ptr<i32>>

  %three = arith.constant dense<3.0> : tensor<32xf32>
  %minus = arith.constant dense<-1.0> : tensor<32xf32>
  %f_t = tt.splat %f : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %f_p = tt.addptr %f_t, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %f_v = tt.atomic_cas relaxed, gpu, %f_p, %three, %minus : (tensor<32x!tt.ptr<f32>>, tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
  %w_t = tt.splat %was : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %w_p = tt.addptr %w_t, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %w_p, %f_v : tensor<32x!tt.ptr<f32>>

  %c41 = arith.constant 41 : i64
  %c42 = arith.constant 42 : i64
  %first = tt.atomic_rmw exch, acq_rel, gpu, %n, %c41 : (!tt.ptr<i64>, i64) -> i64
  %second = tt.atomic_cas acq_rel, gpu, %n, %c41, %c42 : (!tt.ptr<i64>, i64, i64) -> i64
  %one = arith.subi %c42, %second : i64
  %sum = arith.addi %first, %one : i64
  %minus_1 = arith.constant -1 : i64
  %forty = arith.addi %sum, %minus_1 : i64
  %s_v = tt.splat %forty : i64 -> tensor<32xi64>
  %s_t = tt.splat %s : !tt.ptr<i64> -> tensor<32x!tt.ptr<i64>>
  %s_p = tt.addptr %s_t, %at : tensor<32x!tt.ptr<i64>>, tensor<32xi32>
  tt.store %s_p, %s_v : tensor<32x!tt.ptr<i64>>
  tt.return
}
