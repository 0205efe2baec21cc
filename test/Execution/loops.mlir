// A loop that carries a tensor and a pointer, with a branch inside: sums the odd
// rows of a matrix, and counts them.

// RUN: tt-run %s --device=cpu --num-warps=2
// RUN: tt-run %s --device=cpu --num-warps=2 --arg=rows=0 --expect=out=0 --expect=count=0
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=2 --arg=rows=0 --expect=out=0 --expect=count=0 %}

// tt-run: --grid=1 --arg=x=randint:i32[9,64]:seed=1 --arg=out=uninit:i32[64]
// tt-run: --arg=count=uninit:i32[1] --arg=rows=9
// tt-run: --expect='out=sum(where(reshape(iota(9), 9, 1) % 2 == 1, x, 0), 0)'
// tt-run: --expect='count=4'

tt.func public @odd_rows(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out"),
                         %count: !tt.ptr<i32> loc("count"), %rows: i32 loc("rows")) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant dense<64> : tensor<64xi32>
  %zeros = arith.constant dense<0> : tensor<64xi32>
  %at = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %x_t = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %first = tt.addptr %x_t, %at : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %sum, %end, %n = scf.for %i = %c0 to %rows step %c1
      iter_args(%acc = %zeros, %p = %first, %k = %c0) -> (tensor<64xi32>, tensor<64x!tt.ptr<i32>>, i32) : i32 {
    %low = arith.andi %i, %c1 : i32
    %odd = arith.cmpi eq, %low, %c1 : i32
    %new, %k_new = scf.if %odd -> (tensor<64xi32>, i32) {
      %row = tt.load %p : tensor<64x!tt.ptr<i32>>
      %added = arith.addi %acc, %row : tensor<64xi32>
      %k_1 = arith.addi %k, %c1 : i32
      scf.yield %added, %k_1 : tensor<64xi32>, i32
    } else {
      scf.yield %acc, %k : tensor<64xi32>, i32
    }
    %next = tt.addptr %p, %c64 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    scf.yield %new, %next, %k_new : tensor<64xi32>, tensor<64x!tt.ptr<i32>>, i32
  }
  %out_t = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %out_p = tt.addptr %out_t, %at : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %out_p, %sum : tensor<64x!tt.ptr<i32>>
  tt.store %count, %n : !tt.ptr<i32>
  tt.return
}
