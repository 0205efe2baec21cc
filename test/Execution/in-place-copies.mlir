// A tile smaller than the block, updated in place, and a scalar that all
// threads read before the first one overwrites it.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --num-warps=16
// RUN: %if cuda %{ tt-run %s --device=cuda %}

// tt-run: --grid=1 --arg=x=arange:f32[16] --arg=flag=[1]:f32
// tt-run: --arg=y=zeros:f32[256]
// tt-run: --expect='x=2*iota(16)' --expect='flag=0*flag' --expect='y=y+1'

tt.func public @k(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x"),
                  %flag: !tt.ptr<f32> loc("flag"), %y: !tt.ptr<f32> loc("y")) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %b, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %p : tensor<16x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<16xf32>
  tt.store %p, %w : tensor<16x!tt.ptr<f32>>
  %f = tt.load %flag : !tt.ptr<f32>
  %z = arith.constant 0.0 : f32
  %c = arith.cmpf ogt, %f, %z : f32
  tt.store %flag, %z : !tt.ptr<f32>
  scf.if %c {
    %j = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
    %s = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %q = tt.addptr %s, %j : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %o = arith.constant dense<1.0> : tensor<256xf32>
    tt.store %q, %o : tensor<256x!tt.ptr<f32>>
  }
  tt.return
}
