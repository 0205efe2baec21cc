// Multiplies the first n of at most 64 elements by a factor, in place.
tt.func public @scale(%x: !tt.ptr<f32> loc("x"), %factor: f32 loc("factor"), %n: i32 loc("n")) {
  %at = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %n_t = tt.splat %n : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %at, %n_t : tensor<64xi32>
  %x_t = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %x_p = tt.addptr %x_t, %at : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %x_p, %inside : tensor<64x!tt.ptr<f32>>
  %factor_t = tt.splat %factor : f32 -> tensor<64xf32>
  %product = arith.mulf %v, %factor_t : tensor<64xf32>
  tt.store %x_p, %product, %inside : tensor<64x!tt.ptr<f32>>
  tt.return
}
