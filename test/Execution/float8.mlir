// Conversions of 8-bit floats, by the target's instructions and computed: the
// values are steps around zero, most of which need rounding, beyond the largest
// e4m3; then denormal ones. Bytes are widened in every type.

// RUN: tt-run %s --device=cpu --target=sm_90a
// RUN: tt-run %s --device=cpu --target=sm_80
// RUN: tt-run %s --device=cpu --target=sm_80 --arg=x=randn:f32[1024]:std=8e-3
// RUN: tt-run %s --device=cpu --target=sm_80 --arg=x=randn:f32[1024]:std=2e-5
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// RUN: %if cuda %{ tt-run %s --device=cuda --arg=x=randn:f32[1024]:std=8e-3 %}

// tt-run: --grid=1 --arg=x=arange:f32[1024]:start=-443.3:step=0.8671875
// tt-run: --arg=a=uninit:f8e4m3[1024] --arg=b=uninit:f8e5m2[1024]
// tt-run: --arg=c=uninit:f32[1024] --arg=d=uninit:f16[1024]
// tt-run: --expect='a=f8e4m3(x)' --expect='b=f8e5m2(x)'
// tt-run: --expect='c=f8e4m3(x)' --expect='d=f8e5m2(x)'

tt.func public @float8(%x: !tt.ptr<f32> loc("x"), %a: !tt.ptr<f8E4M3FN> loc("a"), %b: !tt.ptr<f8E5M2> loc("b"), %c: !tt.ptr<f32> loc("c"), %d: !tt.ptr<f16> loc("d")) {
  %at = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %x_t = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %x_p = tt.addptr %x_t, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %x_v = tt.load %x_p : tensor<1024x!tt.ptr<f32>>
  %a_v = tt.fp_to_fp %x_v, rounding = rtne : tensor<1024xf32> -> tensor<1024xf8E4M3FN>
  %b_v = tt.fp_to_fp %x_v, rounding = rtne : tensor<1024xf32> -> tensor<1024xf8E5M2>
  %c_v = tt.fp_to_fp %a_v : tensor<1024xf8E4M3FN> -> tensor<1024xf32>
  %d_v = tt.fp_to_fp %b_v : tensor<1024xf8E5M2> -> tensor<1024xf16>
  %a_t = tt.splat %a : !tt.ptr<f8E4M3FN> -> tensor<1024x!tt.ptr<f8E4M3FN>>
  %a_p = tt.addptr %a_t, %at : tensor<1024x!tt.ptr<f8E4M3FN>>, tensor<1024xi32>
  tt.store %a_p, %a_v : tensor<1024x!tt.ptr<f8E4M3FN>>
  %b_t = tt.splat %b : !tt.ptr<f8E5M2> -> tensor<1024x!tt.ptr<f8E5M2>>
  %b_p = tt.addptr %b_t, %at : tensor<1024x!tt.ptr<f8E5M2>>, tensor<1024xi32>
  tt.store %b_p, %b_v : tensor<1024x!tt.ptr<f8E5M2>>
  %c_t = tt.splat %c : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %c_p = tt.addptr %c_t, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %c_p, %c_v : tensor<1024x!tt.ptr<f32>>
  %d_t = tt.splat %d : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>>
  %d_p = tt.addptr %d_t, %at : tensor<1024x!tt.ptr<f16>>, tensor<1024xi32>
  tt.store %d_p, %d_v : tensor<1024x!tt.ptr<f16>>
  tt.return
}
