// Softmax and mean of rows that are no multiple of the block: maxima and sums
// over registers, lanes and warps.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=2
// RUN: tt-run %s --device=cpu --num-warps=8
// RUN: tt-run %s --device=cpu --num-warps=16
// RUN: tt-run %s --device=cpu --num-warps=32
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=8 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=16 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=32 %}

// tt-run: --grid=3 --num-warps=4
// tt-run: --arg=x=randn:f32[3,781]:seed=1 --arg=out=uninit:f32[3,781]
// tt-run: --arg=mean=uninit:f32[3] --arg=n=781
// tt-run: --let='e=exp(x - max(x, 1))' --expect='out=e / sum(e, 1):rowtol=2e-6'
// tt-run: --expect='mean=reshape(sum(x, 1), 3) / 781:atol=1e-6'

tt.func public @softmax(%x: !tt.ptr<f32> loc("x"), %out: !tt.ptr<f32> loc("out"),
                        %mean: !tt.ptr<f32> loc("mean"), %n: i32 loc("n")) {
  %row = tt.get_program_id x : i32
  %first = arith.muli %row, %n : i32
  %c = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %nt = tt.splat %n : i32 -> tensor<1024xi32>
  %ok = arith.cmpi slt, %c, %nt : tensor<1024xi32>
  %xr = tt.addptr %x, %first : !tt.ptr<f32>, i32
  %xs = tt.splat %xr : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %c : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %low = arith.constant dense<0xFF800000> : tensor<1024xf32>
  %v = tt.load %xp, %ok, %low : tensor<1024x!tt.ptr<f32>>
  %max = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.maxnumf %a, %b : f32
    tt.reduce.return %m : f32
  }) : (tensor<1024xf32>) -> f32
  %maxs = tt.splat %max : f32 -> tensor<1024xf32>
  %d = arith.subf %v, %maxs : tensor<1024xf32>
  %e = math.exp %d : tensor<1024xf32>
  %sum = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.addf %a, %b : f32
    tt.reduce.return %m : f32
  }) : (tensor<1024xf32>) -> f32
  %sums = tt.splat %sum : f32 -> tensor<1024xf32>
  %q = arith.divf %e, %sums : tensor<1024xf32>
  %or = tt.addptr %out, %first : !tt.ptr<f32>, i32
  %os = tt.splat %or : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %op = tt.addptr %os, %c : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %op, %q, %ok : tensor<1024x!tt.ptr<f32>>

  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %z = arith.select %ok, %v, %zero : tensor<1024xi1>, tensor<1024xf32>
  %total = "tt.reduce"(%z) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.addf %a, %b : f32
    tt.reduce.return %m : f32
  }) : (tensor<1024xf32>) -> f32
  %nf = arith.sitofp %n : i32 to f32
  %mv = arith.divf %total, %nf : f32
  %mp = tt.addptr %mean, %row : !tt.ptr<f32>, i32
  tt.store %mp, %mv : !tt.ptr<f32>
  tt.return
}
