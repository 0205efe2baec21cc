// The tail of a block beyond n is neither read nor written.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=16
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=16 %}

// tt-run: --grid=4 --num-warps=4
// tt-run: --arg=x=randn:f32[1000]:seed=1 --arg=y=randn:f32[1000]:seed=2
// tt-run: --arg=out=uninit:f32[1000] --arg=n=1000
// tt-run: --expect='out=x + y'

tt.func public @vector_add(%x: !tt.ptr<f32> loc("x"), %y: !tt.ptr<f32> loc("y"),
                           %out: !tt.ptr<f32> loc("out"), %n: i32 loc("n")) {
  %c256 = arith.constant 256 : i32
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c256 : i32
  %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %start_t = tt.splat %start : i32 -> tensor<256xi32>
  %at = arith.addi %start_t, %range : tensor<256xi32>
  %n_t = tt.splat %n : i32 -> tensor<256xi32>
  %inside = arith.cmpi slt, %at, %n_t : tensor<256xi32>
  %x_t = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %x_p = tt.addptr %x_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %x_v = tt.load %x_p, %inside : tensor<256x!tt.ptr<f32>>
  %y_t = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %y_p = tt.addptr %y_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %y_v = tt.load %y_p, %inside : tensor<256x!tt.ptr<f32>>
  %sum = arith.addf %x_v, %y_v : tensor<256xf32>
  %out_t = tt.splat %out : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %out_p = tt.addptr %out_t, %at : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %out_p, %sum, %inside : tensor<256x!tt.ptr<f32>>
  tt.return
}
