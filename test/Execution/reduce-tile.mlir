// Both dimensions of a tile, several operands at once, in a loop that uses the
// same shared memory again and again.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=16
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=16 %}

// tt-run: --grid=1 --num-warps=4 --arg=x=randint:i32[4,32,64]:seed=1:low=-1000:high=1000
// tt-run: --arg=columns=zeros:i32[64] --arg=rows=zeros:i32[32]
// tt-run: --arg=where=zeros:i32[64]
// tt-run: --expect='columns=reshape(sum(reshape(x, 128, 64), 0), 64)'
// tt-run: --let='top=max(max(x, 0), 2)' --expect='rows=reshape(top, 32)'
// tt-run: --let='last=take(x, 3 * 2048 + iota(32, 64))'
// tt-run: --let='least=min(last, 0)' --let='row=reshape(iota(32), 32, 1)'
// tt-run: --expect='where=reshape(min(where(last == least, row, 99), 0), 64)'

tt.func public @tiles(%x: !tt.ptr<i32> loc("x"), %columns: !tt.ptr<i32> loc("columns"),
                      %rows: !tt.ptr<i32> loc("rows"), %where: !tt.ptr<i32> loc("where")) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %size = arith.constant 2048 : i32
  %c64 = arith.constant dense<64> : tensor<32x1xi32>
  %i = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %j = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %ib = tt.broadcast %i2 : tensor<32x1xi32> -> tensor<32x64xi32>
  %row = arith.muli %i2, %c64 : tensor<32x1xi32>
  %rowb = tt.broadcast %row : tensor<32x1xi32> -> tensor<32x64xi32>
  %jb = tt.broadcast %j2 : tensor<1x64xi32> -> tensor<32x64xi32>
  %at = arith.addi %rowb, %jb : tensor<32x64xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<32x64x!tt.ptr<i32>>
  %p0 = tt.addptr %xs, %at : tensor<32x64x!tt.ptr<i32>>, tensor<32x64xi32>
  %sum0 = arith.constant dense<0> : tensor<64xi32>
  %max0 = arith.constant dense<-2147483648> : tensor<32xi32>
  %r:3 = scf.for %k = %zero to %four step %one
      iter_args(%sums = %sum0, %maxima = %max0, %found = %sum0)
      -> (tensor<64xi32>, tensor<32xi32>, tensor<64xi32>) : i32 {
    %tile = arith.muli %k, %size : i32
    %tiles = tt.splat %tile : i32 -> tensor<32x64xi32>
    %p = tt.addptr %p0, %tiles : tensor<32x64x!tt.ptr<i32>>, tensor<32x64xi32>
    %v = tt.load %p : tensor<32x64x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<32x64xi32>) -> tensor<64xi32>
    %m = "tt.reduce"(%v) <{axis = 1 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.maxsi %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<32x64xi32>) -> tensor<32xi32>
    // The first row that has a column's least value.
    %w:2 = "tt.reduce"(%v, %ib) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %less = arith.cmpi slt, %a, %b : i32
      %same = arith.cmpi eq, %a, %b : i32
      %before = arith.cmpi slt, %ai, %bi : i32
      %tie = arith.andi %same, %before : i1
      %first = arith.ori %less, %tie : i1
      %c = arith.select %first, %a, %b : i32
      %ci = arith.select %first, %ai, %bi : i32
      tt.reduce.return %c, %ci : i32, i32
    }) : (tensor<32x64xi32>, tensor<32x64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
    %sums1 = arith.addi %sums, %s : tensor<64xi32>
    %maxima1 = arith.maxsi %maxima, %m : tensor<32xi32>
    scf.yield %sums1, %maxima1, %w#1 : tensor<64xi32>, tensor<32xi32>, tensor<64xi32>
  }
  %cs = tt.splat %columns : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %cp = tt.addptr %cs, %j : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %cp, %r#0 : tensor<64x!tt.ptr<i32>>
  %rs = tt.splat %rows : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
  %rp = tt.addptr %rs, %i : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
  tt.store %rp, %r#1 : tensor<32x!tt.ptr<i32>>
  %ws = tt.splat %where : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %wp = tt.addptr %ws, %j : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %wp, %r#2 : tensor<64x!tt.ptr<i32>>
  tt.return
}
