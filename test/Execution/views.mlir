// Views, and constants that are no splat, against the same index arithmetic on
// the whole tile: element (i, j) of a 16x8 tile holds 8 i + j.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=8
// RUN: %if cuda %{ tt-run %s --device=cuda %}

// tt-run: --grid=1 --arg=t=uninit:i32[8,16] --arg=j=uninit:i32[128] --arg=c=uninit:i32[8]
// tt-run: --expect='t=8 * iota(16) + iota(8, 1)'
// tt-run: --expect='j=iota(128)' --expect='c=[3, 1, 4, 1, 5, 9, 2, 6]'

tt.func public @views(%t: !tt.ptr<i32> loc("t"), %j: !tt.ptr<i32> loc("j"), %c: !tt.ptr<i32> loc("c")) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %m = tt.reshape %r : tensor<128xi32> -> tensor<16x8xi32>
  %tr = tt.trans %m {order = array<i32: 1, 0>} : tensor<16x8xi32> -> tensor<8x16xi32>
  %row = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %row_e = tt.expand_dims %row {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %sixteen = arith.constant dense<16> : tensor<8x1xi32>
  %row_o = arith.muli %row_e, %sixteen : tensor<8x1xi32>
  %row_b = tt.broadcast %row_o : tensor<8x1xi32> -> tensor<8x16xi32>
  %col = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %col_e = tt.expand_dims %col {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %col_b = tt.broadcast %col_e : tensor<1x16xi32> -> tensor<8x16xi32>
  %t_o = arith.addi %row_b, %col_b : tensor<8x16xi32>
  %t_t = tt.splat %t : !tt.ptr<i32> -> tensor<8x16x!tt.ptr<i32>>
  %t_p = tt.addptr %t_t, %t_o : tensor<8x16x!tt.ptr<i32>>, tensor<8x16xi32>
  tt.store %t_p, %tr : tensor<8x16x!tt.ptr<i32>>

  // Apart and together again.
  %pairs = tt.reshape %r : tensor<128xi32> -> tensor<64x2xi32>
  %even, %odd = tt.split %pairs : tensor<64x2xi32> -> tensor<64xi32>
  %both = tt.join %even, %odd : tensor<64xi32> -> tensor<64x2xi32>
  %all = tt.reshape %both : tensor<64x2xi32> -> tensor<128xi32>
  %j_t = tt.splat %j : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %j_p = tt.addptr %j_t, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %j_p, %all : tensor<128x!tt.ptr<i32>>

  %digits = arith.constant dense<[3, 1, 4, 1, 5, 9, 2, 6]> : tensor<8xi32>
  %c_t = tt.splat %c : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %c_p = tt.addptr %c_t, %row : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %c_p, %digits : tensor<8x!tt.ptr<i32>>
  tt.return
}
