// Sums the columns of a matrix block by block. The last block of each row hangs
// over the matrix, and the first begins before it: what is outside counts as 0.

// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}

// tt-run: --grid=1 --arg=x=randint:i32[6,40]:seed=1 --arg=out=zeros:i32[64]
// tt-run: --expect='out=where(iota(64) < 40, take(sum(x, 0), minimum(iota(64), 39)), 0)'

tt.func public @columns(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out")) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %before = arith.constant -2 : i32
  %zeros = arith.constant dense<0> : tensor<4x64xi32>
  %one = arith.constant 1 : i64
  %rows = arith.constant 6 : i64
  %columns = arith.constant 40 : i64
  %length = arith.constant 64 : i64
  %b = tt.make_tensor_ptr %x, [%rows, %columns], [%columns, %one], [%before, %c0] {order = array<i32: 1, 0>} : <tensor<4x64xi32>>
  %sum, %end = scf.for %i = %before to %c8 step %c4 iter_args(%acc = %zeros, %p = %b) -> (tensor<4x64xi32>, !tt.ptr<tensor<4x64xi32>>) : i32 {
    %t = tt.load %p {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<4x64xi32>>
    %new = arith.addi %acc, %t : tensor<4x64xi32>
    %next = tt.advance %p, [%c4, %c0] : <tensor<4x64xi32>>
    scf.yield %new, %next : tensor<4x64xi32>, !tt.ptr<tensor<4x64xi32>>
  }
  %total = "tt.reduce"(%sum) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %c: i32):
    %s = arith.addi %a, %c : i32
    tt.reduce.return %s : i32
  }) : (tensor<4x64xi32>) -> tensor<64xi32>
  %o = tt.make_tensor_ptr %out, [%length], [%one], [%c0] {order = array<i32: 0>} : <tensor<64xi32>>
  tt.store %o, %total {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<64xi32>>
  tt.return
}
