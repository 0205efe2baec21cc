// Sums of a 32x64 tile along either dimension. The column sums leave their
// values spread over a slice layout, and storing both needs conversions.

// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=8
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=8 %}

// tt-run: --grid=1 --arg=x=randint:i32[32,64]:seed=3:low=-1000:high=1000
// tt-run: --arg=rows=uninit:i32[32] --arg=columns=uninit:i32[64]
// tt-run: --expect='rows=sum(x, 1)' --expect='columns=reshape(sum(x, 0), 64)'

tt.func public @sums(%x: !tt.ptr<i32> loc("x"), %rows: !tt.ptr<i32> loc("rows"),
                     %columns: !tt.ptr<i32> loc("columns")) {
  %c64 = arith.constant dense<64> : tensor<32x1xi32>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r_2 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %c_2 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %r_s = arith.muli %r_2, %c64 : tensor<32x1xi32>
  %r_b = tt.broadcast %r_s : tensor<32x1xi32> -> tensor<32x64xi32>
  %c_b = tt.broadcast %c_2 : tensor<1x64xi32> -> tensor<32x64xi32>
  %at = arith.addi %r_b, %c_b : tensor<32x64xi32>
  %x_t = tt.splat %x : !tt.ptr<i32> -> tensor<32x64x!tt.ptr<i32>>
  %x_p = tt.addptr %x_t, %at : tensor<32x64x!tt.ptr<i32>>, tensor<32x64xi32>
  %v = tt.load %x_p : tensor<32x64x!tt.ptr<i32>>
  %row_sums = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<32x64xi32>) -> tensor<32xi32>
  %column_sums = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<32x64xi32>) -> tensor<64xi32>
  %rows_t = tt.splat %rows : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
  %rows_p = tt.addptr %rows_t, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
  tt.store %rows_p, %row_sums : tensor<32x!tt.ptr<i32>>
  %columns_t = tt.splat %columns : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %columns_p = tt.addptr %columns_t, %c : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %columns_p, %column_sums : tensor<64x!tt.ptr<i32>>
  tt.return
}
