// Division by zero and shifts by the width or more are undefined in the kernel
// language; both devices do the same. A quotient has all bits set, that of
// 64-bit numbers with empty upper halves the lower 32; the remainder is the
// dividend; shifts go as far as the width.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=x=randint:i32[32]:seed=1:low=-1000000:high=1000000
// tt-run: --arg=w=randint:i64[32]:seed=2:low=-1000:high=1000 --arg=zero=0 --arg=by=40
// tt-run: --arg=q=uninit:i32[7,32] --arg=l=uninit:i64[7,32]
// tt-run: --let='r=iota(7,32) // 32' --let='c=iota(7,32) % 32'
// tt-run: --let='xs=take(x, c)' --let='ws=take(w, c)'
// tt-run: --expect='q=where(r < 2, -1, where(r < 4, xs, where(r < 6, 0, where(xs < 0, -1, 0))))'
// tt-run: --let='ones=where(ws < 0, -1, 2**32 - 1)'
// tt-run: --expect='l=where(r < 2, ones, where(r < 4, ws, where(r < 6, 0, where(ws < 0, -1, 0))))'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @integers(%x: !llvm.ptr<1> loc("x"), %w: !llvm.ptr<1> loc("w"), %zero: i32 loc("zero"), %by: i32 loc("by"), %q: !llvm.ptr<1> loc("q"), %l: !llvm.ptr<1> loc("l"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %px = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %vx = llvm.load %px : !llvm.ptr<1> -> i32
    %pw = llvm.getelementptr %w[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    %vw = llvm.load %pw : !llvm.ptr<1> -> i64
    %zero64 = llvm.sext %zero : i32 to i64
    %by64 = llvm.sext %by : i32 to i64
    %twice = llvm.add %by64, %by64 : i64
    %q0 = llvm.sdiv %vx, %zero : i32
    %qo0 = llvm.mlir.constant(0 : i32) : i32
    %qa0 = llvm.add %tid, %qo0 : i32
    %qp0 = llvm.getelementptr %q[%qa0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %q0, %qp0 : i32, !llvm.ptr<1>
    %q1 = llvm.udiv %vx, %zero : i32
    %qo1 = llvm.mlir.constant(32 : i32) : i32
    %qa1 = llvm.add %tid, %qo1 : i32
    %qp1 = llvm.getelementptr %q[%qa1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %q1, %qp1 : i32, !llvm.ptr<1>
    %q2 = llvm.srem %vx, %zero : i32
    %qo2 = llvm.mlir.constant(64 : i32) : i32
    %qa2 = llvm.add %tid, %qo2 : i32
    %qp2 = llvm.getelementptr %q[%qa2] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %q2, %qp2 : i32, !llvm.ptr<1>
    %q3 = llvm.urem %vx, %zero : i32
    %qo3 = llvm.mlir.constant(96 : i32) : i32
    %qa3 = llvm.add %tid, %qo3 : i32
    %qp3 = llvm.getelementptr %q[%qa3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %q3, %qp3 : i32, !llvm.ptr<1>
    %q4 = llvm.shl %vx, %by : i32
    %qo4 = llvm.mlir.constant(128 : i32) : i32
    %qa4 = llvm.add %tid, %qo4 : i32
    %qp4 = llvm.getelementptr %q[%qa4] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %q4, %qp4 : i32, !llvm.ptr<1>
    %q5 = llvm.lshr %vx, %by : i32
    %qo5 = llvm.mlir.constant(160 : i32) : i32
    %qa5 = llvm.add %tid, %qo5 : i32
    %qp5 = llvm.getelementptr %q[%qa5] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %q5, %qp5 : i32, !llvm.ptr<1>
    %q6 = llvm.ashr %vx, %by : i32
    %qo6 = llvm.mlir.constant(192 : i32) : i32
    %qa6 = llvm.add %tid, %qo6 : i32
    %qp6 = llvm.getelementptr %q[%qa6] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %q6, %qp6 : i32, !llvm.ptr<1>
    %l0 = llvm.sdiv %vw, %zero64 : i64
    %lo0 = llvm.mlir.constant(0 : i32) : i32
    %la0 = llvm.add %tid, %lo0 : i32
    %lp0 = llvm.getelementptr %l[%la0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    llvm.store %l0, %lp0 : i64, !llvm.ptr<1>
    %l1 = llvm.udiv %vw, %zero64 : i64
    %lo1 = llvm.mlir.constant(32 : i32) : i32
    %la1 = llvm.add %tid, %lo1 : i32
    %lp1 = llvm.getelementptr %l[%la1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    llvm.store %l1, %lp1 : i64, !llvm.ptr<1>
    %l2 = llvm.srem %vw, %zero64 : i64
    %lo2 = llvm.mlir.constant(64 : i32) : i32
    %la2 = llvm.add %tid, %lo2 : i32
    %lp2 = llvm.getelementptr %l[%la2] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    llvm.store %l2, %lp2 : i64, !llvm.ptr<1>
    %l3 = llvm.urem %vw, %zero64 : i64
    %lo3 = llvm.mlir.constant(96 : i32) : i32
    %la3 = llvm.add %tid, %lo3 : i32
    %lp3 = llvm.getelementptr %l[%la3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    llvm.store %l3, %lp3 : i64, !llvm.ptr<1>
    %l4 = llvm.shl %vw, %twice : i64
    %lo4 = llvm.mlir.constant(128 : i32) : i32
    %la4 = llvm.add %tid, %lo4 : i32
    %lp4 = llvm.getelementptr %l[%la4] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    llvm.store %l4, %lp4 : i64, !llvm.ptr<1>
    %l5 = llvm.lshr %vw, %twice : i64
    %lo5 = llvm.mlir.constant(160 : i32) : i32
    %la5 = llvm.add %tid, %lo5 : i32
    %lp5 = llvm.getelementptr %l[%la5] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    llvm.store %l5, %lp5 : i64, !llvm.ptr<1>
    %l6 = llvm.ashr %vw, %twice : i64
    %lo6 = llvm.mlir.constant(192 : i32) : i32
    %la6 = llvm.add %tid, %lo6 : i32
    %lp6 = llvm.getelementptr %l[%la6] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
    llvm.store %l6, %lp6 : i64, !llvm.ptr<1>
    llvm.return
  }
}
