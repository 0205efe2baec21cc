// Tensor descriptors that a kernel makes: blocks that hang over every edge of
// the tensor, begin before it, or lie outside of it.

// RUN: split-file %s %t
// RUN: tt-run %t/copy.mlir --device=cpu
// RUN: tt-run %t/nan.mlir --device=cpu
// RUN: tt-run %t/far.mlir --device=cpu
// RUN: tt-run %t/planes.mlir --device=cpu
// RUN: tt-run %t/rows.mlir --device=cpu
// RUN: tt-run %t/reduce.mlir --device=cpu
// RUN: tt-run %t/choose.mlir --device=cpu
// RUN: %if cuda %{ tt-run %t/copy.mlir --device=cuda %}
// RUN: %if cuda %{ tt-run %t/nan.mlir --device=cuda %}
// RUN: %if cuda %{ tt-run %t/far.mlir --device=cuda %}
// RUN: %if cuda %{ tt-run %t/planes.mlir --device=cuda %}
// RUN: %if cuda %{ tt-run %t/rows.mlir --device=cuda %}
// RUN: %if cuda %{ tt-run %t/reduce.mlir --device=cuda %}
// RUN: %if cuda %{ tt-run %t/choose.mlir --device=cuda %}

// The programs' blocks begin at (-2, -4), so that the first and the last hang
// over the edges of a 5 x 20 matrix with rows of 24. What is stored is moved by
// one row and four columns; the elements that fall outside are not stored.
//--- copy.mlir
// tt-run: --grid=2,3 --arg=x=arange:i32[5,24]:start=1 --arg=out=zeros:i32[5,24]
// tt-run: --let='i=iota(5, 24)' --let='from=where(i >= 28, i - 28, 0)'
// tt-run: --let='inside=(i // 24 >= 1) & (i % 24 >= 4) & (i % 24 < 20)'
// tt-run: --expect='out=where(inside, take(x, from), 0)'
tt.func public @copy(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out")) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %rows = arith.constant 5 : i32
  %columns = arith.constant 20 : i32
  %stride = arith.constant 24 : i64
  %one = arith.constant 1 : i64
  %a = tt.make_tensor_descriptor %x, [%rows, %columns], [%stride, %one] : <i32>, <4x8xsi32>
  %b = tt.make_tensor_descriptor %out, [%rows, %columns], [%stride, %one] : <i32>, <4x8xsi32>
  %r = tt.get_program_id x : i32
  %c = tt.get_program_id y : i32
  %r4 = arith.muli %r, %c4 : i32
  %c8s = arith.muli %c, %c8 : i32
  %i = arith.subi %r4, %c2 : i32
  %j = arith.subi %c8s, %c4 : i32
  %t = tt.descriptor_load %a[%i, %j] : !tt.tensordesc<4x8xsi32> -> tensor<4x8xi32>
  %k = arith.addi %i, %c1 : i32
  %l = arith.addi %j, %c4 : i32
  tt.descriptor_store %b[%k, %l], %t : !tt.tensordesc<4x8xsi32>, tensor<4x8xi32>
  tt.return
}

// Out of bounds reads NaN, which differs from itself.
//--- nan.mlir
// tt-run: --grid=1 --arg=x=arange:f32[10] --arg=out=uninit:f32[16]
// tt-run: --let='i=iota(16) - 3'
// tt-run: --expect='out=where((i >= 0) & (i < 10), i, -1)'
tt.func public @nan(%x: !tt.ptr<f32> loc("x"), %out: !tt.ptr<f32> loc("out")) {
  %at = arith.constant -3 : i32
  %extent = arith.constant 10 : i32
  %one = arith.constant 1 : i64
  %minus = arith.constant dense<-1.0> : tensor<16xf32>
  %d = tt.make_tensor_descriptor %x, [%extent], [%one] {padding = 2 : i32} : <f32>, <16xf32>
  %t = tt.descriptor_load %d[%at] : !tt.tensordesc<16xf32> -> tensor<16xf32>
  %isnan = arith.cmpf uno, %t, %t : tensor<16xf32>
  %r = arith.select %isnan, %minus, %t : tensor<16xi1>, tensor<16xf32>
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %ps = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %q = tt.addptr %ps, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %q, %r : tensor<16x!tt.ptr<f32>>
  tt.return
}

// Indices near the ends of an i32 are outside; they wrap nowhere.
//--- far.mlir
// tt-run: --grid=1 --arg=x=arange:i32[64]:start=1 --arg=out=uninit:i32[16]
// tt-run: --arg=high=2147483640 --arg=low=-2147483648
// tt-run: --expect='out=iota(16) * 0'
tt.func public @far(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out"), %high: i32 loc("high"), %low: i32 loc("low")) {
  %c0 = arith.constant 0 : i32
  %extent = arith.constant 64 : i32
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %x, [%extent], [%one] : <i32>, <16xi32>
  %o = tt.make_tensor_descriptor %out, [%extent], [%one] : <i32>, <16xi32>
  %a = tt.descriptor_load %d[%high] : !tt.tensordesc<16xi32> -> tensor<16xi32>
  %b = tt.descriptor_load %d[%low] : !tt.tensordesc<16xi32> -> tensor<16xi32>
  %s = arith.ori %a, %b : tensor<16xi32>
  tt.descriptor_store %o[%c0], %s : !tt.tensordesc<16xi32>, tensor<16xi32>
  tt.descriptor_store %o[%high], %s : !tt.tensordesc<16xi32>, tensor<16xi32>
  tt.return
}

// A loop carries a descriptor; blocks of one plane, whose dimension the tile
// does not have. The plane before the first is outside.
//--- planes.mlir
// tt-run: --grid=1 --arg=x=randint:i32[3,4,8]:seed=1 --arg=out=uninit:i32[4,8]
// tt-run: --expect='out=reshape(sum(x, 0), 4, 8)'
tt.func public @planes(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out")) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %before = arith.constant -1 : i32
  %plane = arith.constant 32 : i64
  %row = arith.constant 8 : i64
  %one = arith.constant 1 : i64
  %zeros = arith.constant dense<0> : tensor<4x8xi32>
  %d = tt.make_tensor_descriptor %x, [%c3, %c4, %c8], [%plane, %row, %one] : <i32>, <1x4x8xi32>
  %o = tt.make_tensor_descriptor %out, [%c4, %c8], [%row, %one] : <i32>, <4x8xi32>
  %sum, %last = scf.for %i = %before to %c4 step %c1 iter_args(%acc = %zeros, %e = %d) -> (tensor<4x8xi32>, !tt.tensordesc<1x4x8xi32>) : i32 {
    %t = tt.descriptor_load %e[%i, %c0, %c0] : !tt.tensordesc<1x4x8xi32> -> tensor<4x8xi32>
    %next = arith.addi %acc, %t : tensor<4x8xi32>
    scf.yield %next, %e : tensor<4x8xi32>, !tt.tensordesc<1x4x8xi32>
  }
  tt.descriptor_store %o[%c0, %c0], %sum : !tt.tensordesc<4x8xi32>, tensor<4x8xi32>
  tt.return
}

// Rows in an order that the kernel computes, some of them out of bounds; the
// columns begin before the matrix.
//--- rows.mlir
// tt-run: --grid=1 --arg=x=arange:i32[6,16] --arg=out=full:i32[6,16]:value=-1
// tt-run: --let='i=iota(6, 16)'
// tt-run: --expect='out=where(i % 16 < 2, 0, i - 2)'
tt.func public @rows(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out")) {
  %c0 = arith.constant 0 : i32
  %c6 = arith.constant 6 : i32
  %c16 = arith.constant 16 : i32
  %before = arith.constant -2 : i32
  %row = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %sixes = arith.constant dense<6> : tensor<8xi32>
  %d = tt.make_tensor_descriptor %x, [%c6, %c16], [%row, %one] : <i32>, <1x16xi32>
  %o = tt.make_tensor_descriptor %out, [%c6, %c16], [%row, %one] : <i32>, <1x16xi32>
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %back = arith.subi %sixes, %r : tensor<8xi32>
  %t = tt.descriptor_gather %d[%back, %before] : (!tt.tensordesc<1x16xi32>, tensor<8xi32>, i32) -> tensor<8x16xi32>
  tt.descriptor_scatter %o[%back, %c0], %t : !tt.tensordesc<1x16xi32>, tensor<8xi32>, i32, tensor<8x16xi32>
  tt.return
}

// Three programs add to the same elements; those outside are left alone.
//--- reduce.mlir
// tt-run: --grid=3 --arg=sum=full:i32[12]:value=5 --arg=most=full:u32[8]:value=1
// tt-run: --expect='sum=where(iota(12) < 10, 5 + 3 * (iota(12) + 4), 5)'
// tt-run: --expect='most=iota(8) * 0 + 4294967295'
tt.func public @reduce(%sum: !tt.ptr<i32> loc("sum"), %most: !tt.ptr<i32> loc("most")) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c10 = arith.constant 10 : i32
  %before = arith.constant -4 : i32
  %one = arith.constant 1 : i64
  %ones = arith.constant dense<-1> : tensor<8xi32>
  %d = tt.make_tensor_descriptor %sum, [%c10], [%one] : <i32>, <16xsi32>
  %e = tt.make_tensor_descriptor %most, [%c8], [%one] : <i32>, <8xui32>
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  tt.descriptor_reduce add, %d[%before], %r : !tt.tensordesc<16xsi32>, tensor<16xi32>
  tt.descriptor_reduce max, %e[%c0], %ones : !tt.tensordesc<8xui32>, tensor<8xi32>
  tt.return
}

// Which descriptor it is becomes known when the kernel runs.
//--- choose.mlir
// tt-run: --grid=2 --arg=x=arange:f32[16] --arg=y=arange:f32[16]:start=100
// tt-run: --arg=out=uninit:f32[32]
// tt-run: --expect='out=where(iota(32) < 16, iota(32), iota(32) + 84)'
tt.func public @choose(%x: !tt.ptr<f32> loc("x"), %y: !tt.ptr<f32> loc("y"), %out: !tt.ptr<f32> loc("out")) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %i = tt.get_program_id x : i32
  %first = arith.cmpi eq, %i, %c0 : i32
  %a = tt.make_tensor_descriptor %x, [%c16], [%one] : <f32>, <16xf32>
  %b = tt.make_tensor_descriptor %y, [%c16], [%one] {padding = 2 : i32} : <f32>, <16xf32>
  %o = tt.make_tensor_descriptor %out, [%c32], [%one] : <f32>, <16xf32>
  %d = scf.if %first -> (!tt.tensordesc<16xf32>) {
    scf.yield %a : !tt.tensordesc<16xf32>
  } else {
    scf.yield %b : !tt.tensordesc<16xf32>
  }
  %t = tt.descriptor_load %d[%c0] : !tt.tensordesc<16xf32> -> tensor<16xf32>
  %at = arith.muli %i, %c16 : i32
  tt.descriptor_store %o[%at], %t : !tt.tensordesc<16xf32>, tensor<16xf32>
  tt.return
}
