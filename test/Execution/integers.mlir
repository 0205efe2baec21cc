// Signed division rounds towards zero; the upper half of a product is unsigned.

// RUN: tt-run %s --device=cpu --num-warps=2
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 %}

// tt-run: --grid=1 --arg=a=randint:i32[256]:seed=1:low=-2000000000:high=2000000000
// tt-run: --arg=b=randint:i32[256]:seed=2:low=1:high=70000
// tt-run: --arg=q=uninit:i32[256] --arg=m=uninit:i32[256] --arg=s=uninit:i32[256]
// tt-run: --arg=u=uninit:i32[256] --arg=h=uninit:i32[256] --arg=x=uninit:i32[256]
// tt-run: --arg=p=uninit:i64[256] --arg=n=uninit:i32[256]
// tt-run: --let='q_wanted=trunc(a / b)' --expect='q=q_wanted' --expect='m=a - b * q_wanted'
// tt-run: --expect='s=a // 32' --expect='u=u32(a) // 32' --expect='h=u32(a) * b // 2**32'
// tt-run: --expect='x=a ^ b' --expect='p=a * b' --expect='n=minimum(a, b)'

tt.func public @integers(%a: !tt.ptr<i32> loc("a"), %b: !tt.ptr<i32> loc("b"), %q: !tt.ptr<i32> loc("q"), %m: !tt.ptr<i32> loc("m"), %s: !tt.ptr<i32> loc("s"), %u: !tt.ptr<i32> loc("u"), %h: !tt.ptr<i32> loc("h"), %x: !tt.ptr<i32> loc("x"), %p: !tt.ptr<i64> loc("p"), %n: !tt.ptr<i32> loc("n")) {
  %at = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %a_t = tt.splat %a : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %a_p = tt.addptr %a_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  %a_v = tt.load %a_p : tensor<256x!tt.ptr<i32>>
  %b_t = tt.splat %b : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %b_p = tt.addptr %b_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  %b_v = tt.load %b_p : tensor<256x!tt.ptr<i32>>
  %q_r = arith.divsi %a_v, %b_v : tensor<256xi32>
  %m_r = arith.remsi %a_v, %b_v : tensor<256xi32>
  %five = arith.constant dense<5> : tensor<256xi32>
  %s_r = arith.shrsi %a_v, %five : tensor<256xi32>
  %u_r = arith.shrui %a_v, %five : tensor<256xi32>
  %h_r = tt.mulhiui %a_v, %b_v : tensor<256xi32>
  %x_r = arith.xori %a_v, %b_v : tensor<256xi32>
  %w = arith.extsi %a_v : tensor<256xi32> to tensor<256xi64>
  %v = arith.extsi %b_v : tensor<256xi32> to tensor<256xi64>
  %p_r = arith.muli %w, %v : tensor<256xi64>
  %n_r = arith.minsi %a_v, %b_v : tensor<256xi32>
  %q_t = tt.splat %q : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %q_p = tt.addptr %q_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %q_p, %q_r : tensor<256x!tt.ptr<i32>>
  %m_t = tt.splat %m : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %m_p = tt.addptr %m_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %m_p, %m_r : tensor<256x!tt.ptr<i32>>
  %s_t = tt.splat %s : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %s_p = tt.addptr %s_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %s_p, %s_r : tensor<256x!tt.ptr<i32>>
  %u_t = tt.splat %u : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %u_p = tt.addptr %u_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %u_p, %u_r : tensor<256x!tt.ptr<i32>>
  %h_t = tt.splat %h : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %h_p = tt.addptr %h_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %h_p, %h_r : tensor<256x!tt.ptr<i32>>
  %x_t = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %x_p = tt.addptr %x_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %x_p, %x_r : tensor<256x!tt.ptr<i32>>
  %p_t = tt.splat %p : !tt.ptr<i64> -> tensor<256x!tt.ptr<i64>>
  %p_p = tt.addptr %p_t, %at : tensor<256x!tt.ptr<i64>>, tensor<256xi32>
  tt.store %p_p, %p_r : tensor<256x!tt.ptr<i64>>
  %n_t = tt.splat %n : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %n_p = tt.addptr %n_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %n_p, %n_r : tensor<256x!tt.ptr<i32>>
  tt.return
}
