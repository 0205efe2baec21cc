// A loop that reads a bound for its condition, and a step after it. Where the
// loop never runs, the step must not be read: its pointer leads nowhere then.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --tt-optimize=false
// RUN: tt-run %s --device=cpu --arg='bound=[0]:i32' --arg=at=1000000 --expect='out=[0]'
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// tt-run: --grid=1 --arg='bound=[20]:i32' --arg='steps=[1, 2, 6, 3]:i32' --arg=at=2 --arg=out=uninit:i32[1]
// tt-run: --expect='out=[24]'

tt.func public @kernel(%bound: !tt.ptr<i32> loc("bound"), %steps: !tt.ptr<i32> loc("steps"), %at: i32 loc("at"),
                       %out: !tt.ptr<i32> loc("out")) {
  %c0 = arith.constant 0 : i32
  %p = tt.addptr %steps, %at : !tt.ptr<i32>, i32
  %end = scf.while (%i = %c0) : (i32) -> i32 {
    %n = tt.load %bound : !tt.ptr<i32>
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    %step = tt.load %p : !tt.ptr<i32>
    %next = arith.addi %i, %step : i32
    scf.yield %next : i32
  }
  tt.store %out, %end : !tt.ptr<i32>
  tt.return
}
