// Functions that NVIDIA's library brings.

// RUN: tt-run %s --device=cpu --num-warps=2
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 %}
// REQUIRES: libdevice

// tt-run: --grid=1 --arg=y=uniform:f32[256]:seed=2:low=0.1:high=5
// tt-run: --arg=r=uninit:f32[256] --arg=e=uninit:f32[256] --arg=p=uninit:f32[256]
// tt-run: --expect='r=rsqrt(y):rtol=3e-7' --expect='e=erf(y):rtol=3e-7' --expect='p=y ** rsqrt(y):rtol=2e-6'

tt.func public @libdevice(%y: !tt.ptr<f32> loc("y"), %r: !tt.ptr<f32> loc("r"), %e: !tt.ptr<f32> loc("e"), %p: !tt.ptr<f32> loc("p")) {
  %at = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %y_t = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %y_p = tt.addptr %y_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %y_v = tt.load %y_p : tensor<256x!tt.ptr<f32>>
  %r_r = tt.extern_elementwise %y_v {libname = "", libpath = "", pure = true, symbol = "__nv_rsqrtf"} : (tensor<256xf32>) -> tensor<256xf32>
  %e_r = tt.extern_elementwise %y_v {libname = "", libpath = "", pure = true, symbol = "__nv_erff"} : (tensor<256xf32>) -> tensor<256xf32>
  %p_r = tt.extern_elementwise %y_v, %r_r {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %r_t = tt.splat %r : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %r_p = tt.addptr %r_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %r_p, %r_r : tensor<256x!tt.ptr<f32>>
  %e_t = tt.splat %e : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %e_p = tt.addptr %e_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %e_p, %e_r : tensor<256x!tt.ptr<f32>>
  %p_t = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %p_p = tt.addptr %p_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %p_p, %p_r : tensor<256x!tt.ptr<f32>>
  tt.return
}
