// Kernels run without the tile-level optimizer as well: calls are inlined and
// block pointers made plain pointers all the same.
//
// RUN: tt-run %s --device=cpu --tt-optimize=false
// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// tt-run: --grid=1 --arg=x=arange:f32[64] --arg=out=uninit:f32[64] --arg=n=50
// tt-run: --let=i=iota(64) --expect='out=where(iota(64) < n, 2 * x, -1)'
tt.func private @twice(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = arith.addf %x, %x : tensor<64xf32>
  tt.return %0 : tensor<64xf32>
}

tt.func public @kernel(%x: !tt.ptr<f32> loc("x"), %out: !tt.ptr<f32> loc("out"), %n: i32 loc("n")) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %size = arith.extsi %n : i32 to i64
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %end = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %end : tensor<64xi32>
  %block = tt.make_tensor_ptr %x, [%size], [%one], [%c0] {order = array<i32: 0>} : <tensor<64xf32>>
  %loaded = tt.load %block {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64xf32>>
  %sum = tt.call @twice(%loaded) : (tensor<64xf32>) -> tensor<64xf32>
  %minus = arith.constant dense<-1.0> : tensor<64xf32>
  %chosen = arith.select %mask, %sum, %minus : tensor<64xi1>, tensor<64xf32>
  %base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %base, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %to, %chosen : tensor<64x!tt.ptr<f32>>
  tt.return
}
