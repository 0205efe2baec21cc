// The smaller and the larger of a number and a NaN are the number, also where the
// compiler can tell which operand is the number; -0 comes before +0.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// tt-run: --grid=1 --arg='k=[1, 0, 1, 0, 0, 3, 1, 0]:i8'
// tt-run: --arg='x_f16=[nan, 2, -1, 0.5, nan, 3.5, inf, -0.0]:f16'
// tt-run: --arg=lo_f16=uninit:f16[8] --arg=hi_f16=uninit:f16[8]
// tt-run: --expect='lo_f16=[1, 0, -1, 0, 0, 3, 1, -0.0]' --expect='hi_f16=[1, 2, 1, 0.5, 0, 3.5, inf, 0]'
// tt-run: --arg='x_f32=[nan, 2, -1, 0.5, nan, 3.5, inf, -0.0]:f32'
// tt-run: --arg=lo_f32=uninit:f32[8] --arg=hi_f32=uninit:f32[8]
// tt-run: --expect='lo_f32=[1, 0, -1, 0, 0, 3, 1, -0.0]' --expect='hi_f32=[1, 2, 1, 0.5, 0, 3.5, inf, 0]'
// tt-run: --arg='x_f64=[nan, 2, -1, 0.5, nan, 3.5, inf, -0.0]:f64'
// tt-run: --arg=lo_f64=uninit:f64[8] --arg=hi_f64=uninit:f64[8]
// tt-run: --expect='lo_f64=[1, 0, -1, 0, 0, 3, 1, -0.0]' --expect='hi_f64=[1, 2, 1, 0.5, 0, 3.5, inf, 0]'

tt.func public @kernel(%k: !tt.ptr<i8> loc("k"),
                       %x_f16: !tt.ptr<f16> loc("x_f16"), %lo_f16: !tt.ptr<f16> loc("lo_f16"),
                       %hi_f16: !tt.ptr<f16> loc("hi_f16"),
                       %x_f32: !tt.ptr<f32> loc("x_f32"), %lo_f32: !tt.ptr<f32> loc("lo_f32"),
                       %hi_f32: !tt.ptr<f32> loc("hi_f32"),
                       %x_f64: !tt.ptr<f64> loc("x_f64"), %lo_f64: !tt.ptr<f64> loc("lo_f64"),
                       %hi_f64: !tt.ptr<f64> loc("hi_f64")) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %0 = tt.splat %k : !tt.ptr<i8> -> tensor<8x!tt.ptr<i8>>
  %1 = tt.addptr %0, %i : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  %ks = tt.load %1 : tensor<8x!tt.ptr<i8>>

  %n_f16 = arith.uitofp %ks : tensor<8xi8> to tensor<8xf16>
  %x_f16_s = tt.splat %x_f16 : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
  %x_f16_p = tt.addptr %x_f16_s, %i : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
  %lo_f16_s = tt.splat %lo_f16 : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
  %lo_f16_p = tt.addptr %lo_f16_s, %i : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
  %hi_f16_s = tt.splat %hi_f16 : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
  %hi_f16_p = tt.addptr %hi_f16_s, %i : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
  %y_f16 = tt.load %x_f16_p : tensor<8x!tt.ptr<f16>>
  %small_f16 = arith.minnumf %n_f16, %y_f16 : tensor<8xf16>
  tt.store %lo_f16_p, %small_f16 : tensor<8x!tt.ptr<f16>>
  %large_f16 = arith.maxnumf %y_f16, %n_f16 : tensor<8xf16>
  tt.store %hi_f16_p, %large_f16 : tensor<8x!tt.ptr<f16>>

  %n_f32 = arith.uitofp %ks : tensor<8xi8> to tensor<8xf32>
  %x_f32_s = tt.splat %x_f32 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %x_f32_p = tt.addptr %x_f32_s, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %lo_f32_s = tt.splat %lo_f32 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %lo_f32_p = tt.addptr %lo_f32_s, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %hi_f32_s = tt.splat %hi_f32 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %hi_f32_p = tt.addptr %hi_f32_s, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %y_f32 = tt.load %x_f32_p : tensor<8x!tt.ptr<f32>>
  %small_f32 = arith.minnumf %n_f32, %y_f32 : tensor<8xf32>
  tt.store %lo_f32_p, %small_f32 : tensor<8x!tt.ptr<f32>>
  %large_f32 = arith.maxnumf %y_f32, %n_f32 : tensor<8xf32>
  tt.store %hi_f32_p, %large_f32 : tensor<8x!tt.ptr<f32>>

  %n_f64 = arith.uitofp %ks : tensor<8xi8> to tensor<8xf64>
  %x_f64_s = tt.splat %x_f64 : !tt.ptr<f64> -> tensor<8x!tt.ptr<f64>>
  %x_f64_p = tt.addptr %x_f64_s, %i : tensor<8x!tt.ptr<f64>>, tensor<8xi32>
  %lo_f64_s = tt.splat %lo_f64 : !tt.ptr<f64> -> tensor<8x!tt.ptr<f64>>
  %lo_f64_p = tt.addptr %lo_f64_s, %i : tensor<8x!tt.ptr<f64>>, tensor<8xi32>
  %hi_f64_s = tt.splat %hi_f64 : !tt.ptr<f64> -> tensor<8x!tt.ptr<f64>>
  %hi_f64_p = tt.addptr %hi_f64_s, %i : tensor<8x!tt.ptr<f64>>, tensor<8xi32>
  %y_f64 = tt.load %x_f64_p : tensor<8x!tt.ptr<f64>>
  %small_f64 = arith.minnumf %n_f64, %y_f64 : tensor<8xf64>
  tt.store %lo_f64_p, %small_f64 : tensor<8x!tt.ptr<f64>>
  %large_f64 = arith.maxnumf %y_f64, %n_f64 : tensor<8xf64>
  tt.store %hi_f64_p, %large_f64 : tensor<8x!tt.ptr<f64>>
  tt.return
}
