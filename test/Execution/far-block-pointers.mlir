// A block pointer that advances beyond 2^32 elements is outside of the tensor,
// not at its beginning again; and one that comes back is inside again.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --tt-optimize=false
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// tt-run: --grid=1 --arg='x=[5, 6, 7, 8]:i32' --arg=step=2147483647 --arg=far=uninit:i32[4] --arg=back=uninit:i32[4]
// tt-run: --expect='far=[0, 0, 0, 0]' --expect='back=[5, 6, 7, 8]'

tt.func public @kernel(%x: !tt.ptr<i32> loc("x"), %step: i32 loc("step"), %far: !tt.ptr<i32> loc("far"),
                       %back: !tt.ptr<i32> loc("back")) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %half = arith.constant -2147483648 : i32
  %extent = arith.constant 4 : i64
  %one = arith.constant 1 : i64
  %0 = tt.make_tensor_ptr %x, [%extent], [%one], [%c0] {order = array<i32: 0>} : <tensor<4xi32>>
  %1 = tt.advance %0, [%step] : <tensor<4xi32>>
  %2 = tt.advance %1, [%step] : <tensor<4xi32>>
  %3 = tt.advance %2, [%c2] : <tensor<4xi32>>
  %4 = tt.load %3 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<4xi32>>
  %5 = tt.advance %3, [%half] : <tensor<4xi32>>
  %6 = tt.advance %5, [%half] : <tensor<4xi32>>
  %7 = tt.load %6 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<4xi32>>
  %8 = tt.make_tensor_ptr %far, [%extent], [%one], [%c0] {order = array<i32: 0>} : <tensor<4xi32>>
  tt.store %8, %4 : !tt.ptr<tensor<4xi32>>
  %9 = tt.make_tensor_ptr %back, [%extent], [%one], [%c0] {order = array<i32: 0>} : <tensor<4xi32>>
  tt.store %9, %7 : !tt.ptr<tensor<4xi32>>
  tt.return
}
