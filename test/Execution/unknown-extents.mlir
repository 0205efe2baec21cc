// A kernel that leaves extents out: they follow from the range's length and
// from the number of elements of a reshape.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda %}

// tt-run: --grid=1 --arg=x=arange:i32[8,32] --arg=out=uninit:i32[8]
// tt-run: --expect='out=reshape(sum(x, 1), 8)'

tt.func public @rows(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out")) {
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<?xi32>
  %m = tt.reshape %r : tensor<?xi32> -> tensor<?x32xi32>
  %ps = tt.splat %x : !tt.ptr<i32> -> tensor<?x?x!tt.ptr<i32>>
  %n = tt.trans %m {order = array<i32: 0, 1>} : tensor<?x32xi32> -> tensor<?x?xi32>
  %q = tt.addptr %ps, %n : tensor<?x?x!tt.ptr<i32>>, tensor<?x?xi32>
  %t = tt.load %q : tensor<?x?x!tt.ptr<i32>>
  %s = "tt.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<?x?xi32>) -> tensor<?xi32>
  %rows = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<?xi32>
  %os = tt.splat %out : !tt.ptr<i32> -> tensor<?x!tt.ptr<i32>>
  %o = tt.addptr %os, %rows : tensor<?x!tt.ptr<i32>>, tensor<?xi32>
  tt.store %o, %s : tensor<?x!tt.ptr<i32>>
  tt.return
}
