// Each program of a 3-D grid writes where it is, at a place of its own; a scalar
// store happens once, whatever the number of threads.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda %}

// tt-run: --grid=5,3,2 --arg=out=uninit:i32[2,3,5]
// tt-run: --expect='out=iota(2, 3, 5)'

tt.func public @program_ids(%out: !tt.ptr<i32> loc("out")) {
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %z = tt.get_program_id z : i32
  %nx = tt.get_num_programs x : i32
  %ny = tt.get_num_programs y : i32
  %0 = arith.muli %z, %ny : i32
  %1 = arith.addi %0, %y : i32
  %2 = arith.muli %1, %nx : i32
  %3 = arith.addi %2, %x : i32
  %p = tt.addptr %out, %3 : !tt.ptr<i32>, i32
  tt.store %p, %3 : !tt.ptr<i32>
  tt.return
}
