// Roundings of f32 to narrower types. The values are steps around zero, most of
// which need rounding somewhere, and then some that are denormal in f16 and f8.

// RUN: tt-run %s --device=cpu --num-warps=2
// RUN: tt-run %s --device=cpu --num-warps=2 --arg=x=randn:f32[256]:std=2e-5
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 --arg=x=randn:f32[256]:std=2e-5 %}

// tt-run: --grid=1 --arg=x=arange:f32[256]:start=-2.0078125:step=0.015748
// tt-run: --arg=h=uninit:f16[256] --arg=b=uninit:bf16[256] --arg=e=uninit:f8e5m2[256]
// tt-run: --arg=i=uninit:i32[256] --arg=d=uninit:f64[256]
// tt-run: --expect='h=f16(x)' --expect='b=bf16(x)' --expect='e=f8e5m2(x)'
// tt-run: --expect='i=trunc(x)' --expect='d=f16(x)'

tt.func public @casts(%x: !tt.ptr<f32> loc("x"), %h: !tt.ptr<f16> loc("h"), %b: !tt.ptr<bf16> loc("b"), %e: !tt.ptr<f8E5M2> loc("e"), %i: !tt.ptr<i32> loc("i"), %d: !tt.ptr<f64> loc("d")) {
  %at = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %x_t = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %x_p = tt.addptr %x_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x_v = tt.load %x_p : tensor<256x!tt.ptr<f32>>
  %h_r = arith.truncf %x_v : tensor<256xf32> to tensor<256xf16>
  %b_r = arith.truncf %x_v : tensor<256xf32> to tensor<256xbf16>
  %e_r = tt.fp_to_fp %x_v, rounding = rtne : tensor<256xf32> -> tensor<256xf8E5M2>
  %i_r = arith.fptosi %x_v : tensor<256xf32> to tensor<256xi32>
  %d_r = arith.extf %h_r : tensor<256xf16> to tensor<256xf64>
  %h_t = tt.splat %h : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>>
  %h_p = tt.addptr %h_t, %at : tensor<256x!tt.ptr<f16>>, tensor<256xi32>
  tt.store %h_p, %h_r : tensor<256x!tt.ptr<f16>>
  %b_t = tt.splat %b : !tt.ptr<bf16> -> tensor<256x!tt.ptr<bf16>>
  %b_p = tt.addptr %b_t, %at : tensor<256x!tt.ptr<bf16>>, tensor<256xi32>
  tt.store %b_p, %b_r : tensor<256x!tt.ptr<bf16>>
  %e_t = tt.splat %e : !tt.ptr<f8E5M2> -> tensor<256x!tt.ptr<f8E5M2>>
  %e_p = tt.addptr %e_t, %at : tensor<256x!tt.ptr<f8E5M2>>, tensor<256xi32>
  tt.store %e_p, %e_r : tensor<256x!tt.ptr<f8E5M2>>
  %i_t = tt.splat %i : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
  %i_p = tt.addptr %i_t, %at : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
  tt.store %i_p, %i_r : tensor<256x!tt.ptr<i32>>
  %d_t = tt.splat %d : !tt.ptr<f64> -> tensor<256x!tt.ptr<f64>>
  %d_p = tt.addptr %d_t, %at : tensor<256x!tt.ptr<f64>>, tensor<256xi32>
  tt.store %d_p, %d_r : tensor<256x!tt.ptr<f64>>
  tt.return
}
