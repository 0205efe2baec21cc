// Arguments beyond 2^31 need libdevice's reduction with products of 128 bits.

// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}
// REQUIRES: libdevice

// tt-run: --grid=1 --arg='x=[0.5, 3e9, -1e15, 1e22]:f64'
// tt-run: --arg=s=uninit:f64[4] --arg=c=uninit:f64[4]
// tt-run: --expect='s=[0.47942553860420301, 0.98700488647435536, -0.85827279317023586, -0.85220084976718879]:rtol=1e-15'
// tt-run: --expect='c=[0.87758256189037276, -0.16069024262768705, -0.51319373778697031, 0.52321478539513899]:rtol=1e-15'

tt.func public @trigonometry(%x: !tt.ptr<f64> loc("x"), %s: !tt.ptr<f64> loc("s"), %c: !tt.ptr<f64> loc("c")) {
  %at = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %x_t = tt.splat %x : !tt.ptr<f64> -> tensor<4x!tt.ptr<f64>>
  %x_p = tt.addptr %x_t, %at : tensor<4x!tt.ptr<f64>>, tensor<4xi32>
  %x_v = tt.load %x_p : tensor<4x!tt.ptr<f64>>
  %s_v = math.sin %x_v : tensor<4xf64>
  %c_v = math.cos %x_v : tensor<4xf64>
  %s_t = tt.splat %s : !tt.ptr<f64> -> tensor<4x!tt.ptr<f64>>
  %s_p = tt.addptr %s_t, %at : tensor<4x!tt.ptr<f64>>, tensor<4xi32>
  tt.store %s_p, %s_v : tensor<4x!tt.ptr<f64>>
  %c_t = tt.splat %c : !tt.ptr<f64> -> tensor<4x!tt.ptr<f64>>
  %c_p = tt.addptr %c_t, %at : tensor<4x!tt.ptr<f64>>, tensor<4xi32>
  tt.store %c_p, %c_v : tensor<4x!tt.ptr<f64>>
  tt.return
}
