// Casts that the optimizer moves: what comes out is the same to the bit, NaN
// and signs included.
//
// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --tt-optimize=false
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// tt-run: --grid=1 --arg='x=[nan, 1.5, -2, 0.25, -inf, inf, -0.0, 3]:f16' --arg='y=[1, 1.5, nan, 8, 2, inf, 0.0, -3]:f16'
// tt-run: --arg='k=[-1, 2147483647, -2147483648, 7, 0, 123456789, -5, 16777217]:i32'
// tt-run: --arg=less=uninit:f32[8] --arg=low=uninit:i32[8] --arg=signed=uninit:f32[8] --arg=unsigned=uninit:f32[8]
// tt-run: --expect='less=[1, 1.5, nan, 0.25, -inf, inf, 0.0, -3]'
// tt-run: --expect='low=i32(k * k + k)'
// tt-run: --expect='signed=f32(k)' --expect='unsigned=f32(where(k < 0, k + 4294967296, k))'

tt.func public @kernel(%x: !tt.ptr<f16> loc("x"), %y: !tt.ptr<f16> loc("y"), %k: !tt.ptr<i32> loc("k"),
                       %less: !tt.ptr<f32> loc("less"), %low: !tt.ptr<i32> loc("low"),
                       %signed: !tt.ptr<f32> loc("signed"), %unsigned: !tt.ptr<f32> loc("unsigned")) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %0 = tt.splat %x : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
  %1 = tt.addptr %0, %i : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
  %xs = tt.load %1 : tensor<8x!tt.ptr<f16>>
  %2 = tt.splat %y : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
  %3 = tt.addptr %2, %i : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
  %ys = tt.load %3 : tensor<8x!tt.ptr<f16>>
  %4 = tt.splat %k : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %5 = tt.addptr %4, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %ks = tt.load %5 : tensor<8x!tt.ptr<i32>>

  %xw = arith.extf %xs : tensor<8xf16> to tensor<8xf32>
  %yw = arith.extf %ys : tensor<8xf16> to tensor<8xf32>
  %c = arith.cmpf olt, %xw, %yw : tensor<8xf32>
  %s = arith.select %c, %xw, %yw : tensor<8xi1>, tensor<8xf32>
  %6 = tt.splat %less : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %7 = tt.addptr %6, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.store %7, %s : tensor<8x!tt.ptr<f32>>

  %kw = arith.extsi %ks : tensor<8xi32> to tensor<8xi64>
  %kk = arith.muli %kw, %kw : tensor<8xi64>
  %ka = arith.addi %kk, %kw : tensor<8xi64>
  %kt = arith.trunci %ka : tensor<8xi64> to tensor<8xi32>
  %8 = tt.splat %low : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %9 = tt.addptr %8, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %9, %kt : tensor<8x!tt.ptr<i32>>

  %ku = arith.extui %ks : tensor<8xi32> to tensor<8xi64>
  %fs = arith.sitofp %kw : tensor<8xi64> to tensor<8xf32>
  %fu = arith.sitofp %ku : tensor<8xi64> to tensor<8xf32>
  %10 = tt.splat %signed : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %11 = tt.addptr %10, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.store %11, %fs : tensor<8x!tt.ptr<f32>>
  %12 = tt.splat %unsigned : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %13 = tt.addptr %12, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.store %13, %fu : tensor<8x!tt.ptr<f32>>
  tt.return
}
