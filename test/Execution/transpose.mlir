// Reads along rows and writes along columns: the value changes its layout
// between a coalesced load and a coalesced store.

// RUN: tt-run %s --device=cpu --num-warps=2
// RUN: tt-run %s --device=cpu --num-warps=8
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=8 %}

// tt-run: --grid=1 --arg=x=arange:f16[32,64] --arg=out=uninit:f16[64,32]
// tt-run: --expect='out=transpose(x)'

tt.func public @transpose(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32} loc("x"),
                          %out: !tt.ptr<f16> {tt.divisibility = 16 : i32} loc("out")) {
  %c64 = arith.constant dense<64> : tensor<32x1xi32>
  %c32 = arith.constant dense<32> : tensor<1x64xi32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r_2 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %c_2 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %r_s = arith.muli %r_2, %c64 : tensor<32x1xi32>
  %r_b = tt.broadcast %r_s : tensor<32x1xi32> -> tensor<32x64xi32>
  %c_b = tt.broadcast %c_2 : tensor<1x64xi32> -> tensor<32x64xi32>
  %from = arith.addi %r_b, %c_b : tensor<32x64xi32>
  %x_t = tt.splat %x : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %x_p = tt.addptr %x_t, %from : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  %v = tt.load %x_p : tensor<32x64x!tt.ptr<f16>>
  %c_s = arith.muli %c_2, %c32 : tensor<1x64xi32>
  %c_sb = tt.broadcast %c_s : tensor<1x64xi32> -> tensor<32x64xi32>
  %r_rb = tt.broadcast %r_2 : tensor<32x1xi32> -> tensor<32x64xi32>
  %to = arith.addi %c_sb, %r_rb : tensor<32x64xi32>
  %out_t = tt.splat %out : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %out_p = tt.addptr %out_t, %to : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  tt.store %out_p, %v : tensor<32x64x!tt.ptr<f16>>
  tt.return
}
