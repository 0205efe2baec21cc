// A maximum and a sum over a row, on every number of warps: within a warp they
// go through shuffles, between warps through shared memory.

// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=4
// RUN: tt-run %s --device=cpu --num-warps=16
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=4 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=16 %}

// tt-run: --grid=3 --arg=x=randn:f32[3,700]:seed=1 --arg=out=uninit:f32[3,700]
// tt-run: --arg=n=700
// tt-run: --let='e=exp(x - max(x, 1))' --expect='out=e / sum(e, 1):rowtol=2e-6'

tt.func public @softmax(%x: !tt.ptr<f32> loc("x"), %out: !tt.ptr<f32> loc("out"),
                        %n: i32 loc("n")) {
  %outside = arith.constant dense<0xFF800000> : tensor<1024xf32>
  %row = tt.get_program_id x : i32
  %start = arith.muli %row, %n : i32
  %at = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %n_t = tt.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %at, %n_t : tensor<1024xi32>
  %x_row = tt.addptr %x, %start : !tt.ptr<f32>, i32
  %x_t = tt.splat %x_row : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %x_p = tt.addptr %x_t, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %x_p, %inside, %outside : tensor<1024x!tt.ptr<f32>>
  %max = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %m = arith.maxnumf %a, %b : f32
    tt.reduce.return %m : f32
  }) : (tensor<1024xf32>) -> f32
  %max_t = tt.splat %max : f32 -> tensor<1024xf32>
  %d = arith.subf %v, %max_t : tensor<1024xf32>
  %e = math.exp %d : tensor<1024xf32>
  %sum = "tt.reduce"(%e) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<1024xf32>) -> f32
  %sum_t = tt.splat %sum : f32 -> tensor<1024xf32>
  %q = arith.divf %e, %sum_t : tensor<1024xf32>
  %out_row = tt.addptr %out, %start : !tt.ptr<f32>, i32
  %out_t = tt.splat %out_row : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %out_p = tt.addptr %out_t, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %out_p, %q, %inside : tensor<1024x!tt.ptr<f32>>
  tt.return
}
