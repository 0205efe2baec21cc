// Sums and maxima over two axes, which become one reduction, and over a loop,
// which are reduced after it: integers bit for bit, floats within the bound
// that the optimizer states: (64 - 1) * 2^-23 and (256 - 1) * 2^-23 of the sum
// of magnitudes.
//
// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --tt-optimize=false
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// tt-run: --grid=1 --arg=x=randn:f32[256]:seed=3 --arg=k=randint:i32[256]:low=-1000000000:high=1000000000:seed=4
// tt-run: --arg=sums=uninit:f32[2] --arg=whole=uninit:i32[3] --arg=n=4
// tt-run: --expect='sums=where(iota(2) == 0, sum(take(x, iota(64)), 0), sum(x, 0)):atol=0.0064'
// tt-run: --expect='whole=where(iota(3) == 0, i32(sum(take(k, iota(64)), 0)), where(iota(3) == 1, max(take(k, iota(64)), 0), i32(sum(k, 0))))'

tt.func public @kernel(%x: !tt.ptr<f32> loc("x"), %k: !tt.ptr<i32> loc("k"), %sums: !tt.ptr<f32> loc("sums"),
                       %whole: !tt.ptr<i32> loc("whole"), %n: i32 loc("n")) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0.0 : f32
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %tile = tt.reshape %range : tensor<64xi32> -> tensor<4x16xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x16x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %tile : tensor<4x16x!tt.ptr<f32>>, tensor<4x16xi32>
  %xt = tt.load %xp : tensor<4x16x!tt.ptr<f32>>
  %ks = tt.splat %k : !tt.ptr<i32> -> tensor<4x16x!tt.ptr<i32>>
  %kp = tt.addptr %ks, %tile : tensor<4x16x!tt.ptr<i32>>, tensor<4x16xi32>
  %kt = tt.load %kp : tensor<4x16x!tt.ptr<i32>>

  %f0 = "tt.reduce"(%xt) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x16xf32>) -> tensor<16xf32>
  %f1 = "tt.reduce"(%f0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  tt.store %sums, %f1 : !tt.ptr<f32>

  %i0 = "tt.reduce"(%kt) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4x16xi32>) -> tensor<4xi32>
  %i1 = "tt.reduce"(%i0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4xi32>) -> i32
  tt.store %whole, %i1 : !tt.ptr<i32>

  %m0 = "tt.reduce"(%kt) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4x16xi32>) -> tensor<4xi32>
  %m1 = "tt.reduce"(%m0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<4xi32>) -> i32
  %w1 = tt.addptr %whole, %c1 : !tt.ptr<i32>, i32
  tt.store %w1, %m1 : !tt.ptr<i32>

  %l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%fs = %zero, %is = %c0) -> (f32, i32) : i32 {
    %o = arith.muli %i, %c64 : i32
    %os = tt.splat %o : i32 -> tensor<4x16xi32>
    %xq = tt.addptr %xp, %os : tensor<4x16x!tt.ptr<f32>>, tensor<4x16xi32>
    %xl = tt.load %xq : tensor<4x16x!tt.ptr<f32>>
    %kq = tt.addptr %kp, %os : tensor<4x16x!tt.ptr<i32>>, tensor<4x16xi32>
    %kl = tt.load %kq : tensor<4x16x!tt.ptr<i32>>
    %xf = tt.reshape %xl : tensor<4x16xf32> -> tensor<64xf32>
    %kf = tt.reshape %kl : tensor<4x16xi32> -> tensor<64xi32>
    %fr = "tt.reduce"(%xf) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<64xf32>) -> f32
    %ir = "tt.reduce"(%kf) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.reduce.return %s : i32
    }) : (tensor<64xi32>) -> i32
    %fn = arith.addf %fs, %fr : f32
    %in = arith.addi %is, %ir : i32
    scf.yield %fn, %in : f32, i32
  }
  %s1 = tt.addptr %sums, %c1 : !tt.ptr<f32>, i32
  tt.store %s1, %l#0 : !tt.ptr<f32>
  %w2 = tt.addptr %whole, %c2 : !tt.ptr<i32>, i32
  tt.store %w2, %l#1 : !tt.ptr<i32>
  tt.return
}
