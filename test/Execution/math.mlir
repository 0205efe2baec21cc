// Functions of one number, within the error that their approximations have.

// RUN: tt-run %s --device=cpu --num-warps=2
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 %}

// tt-run: --grid=1 --arg=x=randn:f32[256]:seed=1:std=3 --arg=y=uniform:f32[256]:seed=2:low=0.01:high=50
// tt-run: --arg=e=uninit:f32[256] --arg=t=uninit:f32[256] --arg=s=uninit:f32[256] --arg=r=uninit:f32[256]
// tt-run: --arg=l=uninit:f32[256] --arg=c=uninit:f32[256] --arg=i=uninit:f32[256] --arg=a=uninit:f32[256] --arg=f=uninit:f32[256]
// tt-run: --expect='e=exp(x):rtol=2e-6'
// tt-run: --expect='t=exp2(x):rtol=2e-6'
// tt-run: --expect='s=sqrt(y):rtol=3e-7'
// tt-run: --expect='r=rsqrt(y):rtol=3e-7'
// tt-run: --expect='l=log(y):rtol=2e-6:atol=1e-6'
// tt-run: --expect='c=cos(x):rtol=1e-5:atol=1e-6'
// tt-run: --expect='i=sin(x):rtol=1e-5:atol=1e-6'
// tt-run: --expect='a=abs(x)'
// tt-run: --expect='f=floor(x)'

tt.func public @functions(%x: !tt.ptr<f32> loc("x"), %y: !tt.ptr<f32> loc("y"), %e: !tt.ptr<f32> loc("e"), %t: !tt.ptr<f32> loc("t"), %s: !tt.ptr<f32> loc("s"), %r: !tt.ptr<f32> loc("r"), %l: !tt.ptr<f32> loc("l"), %c: !tt.ptr<f32> loc("c"), %i: !tt.ptr<f32> loc("i"), %a: !tt.ptr<f32> loc("a"), %f: !tt.ptr<f32> loc("f")) {
  %at = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %x_t = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %x_p = tt.addptr %x_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x_v = tt.load %x_p : tensor<256x!tt.ptr<f32>>
  %y_t = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %y_p = tt.addptr %y_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %y_v = tt.load %y_p : tensor<256x!tt.ptr<f32>>
  %e_r = math.exp %x_v : tensor<256xf32>
  %t_r = math.exp2 %x_v : tensor<256xf32>
  %s_r = math.sqrt %y_v : tensor<256xf32>
  %r_r = math.rsqrt %y_v : tensor<256xf32>
  %l_r = math.log %y_v : tensor<256xf32>
  %c_r = math.cos %x_v : tensor<256xf32>
  %i_r = math.sin %x_v : tensor<256xf32>
  %a_r = math.absf %x_v : tensor<256xf32>
  %f_r = math.floor %x_v : tensor<256xf32>
  %e_t = tt.splat %e : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %e_p = tt.addptr %e_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %e_p, %e_r : tensor<256x!tt.ptr<f32>>
  %t_t = tt.splat %t : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %t_p = tt.addptr %t_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %t_p, %t_r : tensor<256x!tt.ptr<f32>>
  %s_t = tt.splat %s : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %s_p = tt.addptr %s_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %s_p, %s_r : tensor<256x!tt.ptr<f32>>
  %r_t = tt.splat %r : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %r_p = tt.addptr %r_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %r_p, %r_r : tensor<256x!tt.ptr<f32>>
  %l_t = tt.splat %l : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %l_p = tt.addptr %l_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %l_p, %l_r : tensor<256x!tt.ptr<f32>>
  %c_t = tt.splat %c : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %c_p = tt.addptr %c_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %c_p, %c_r : tensor<256x!tt.ptr<f32>>
  %i_t = tt.splat %i : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %i_p = tt.addptr %i_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %i_p, %i_r : tensor<256x!tt.ptr<f32>>
  %a_t = tt.splat %a : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %a_p = tt.addptr %a_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %a_p, %a_r : tensor<256x!tt.ptr<f32>>
  %f_t = tt.splat %f : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %f_p = tt.addptr %f_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %f_p, %f_r : tensor<256x!tt.ptr<f32>>
  tt.return
}
