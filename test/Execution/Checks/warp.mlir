// A warp's sum by shuffles, a vote and a redux, with their member masks.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// A mask that leaves out half of the lanes that shuffle.
// RUN: sed 's/%%mask = llvm.mlir.constant(-1/%%mask = llvm.mlir.constant(65535/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=MASK
// MASK: error: [member-mask] thread 16 {{.*}}'nvvm.shfl.sync': executes the instruction, but the member mask leaves it out (and 15 more like it)
// MASK-NEXT: note: the mask has lanes 0-15

// Half of the lanes skip the shuffles: the others wait for them in vain, until
// the end of those shows that they read from lanes that are gone.
// RUN: sed 's/%%some = llvm.mlir.constant(32/%%some = llvm.mlir.constant(16/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: error: [member-mask] thread 0 {{.*}}'nvvm.shfl.sync': reads the value of lane 16, which does not execute this shuffle

// Without a mask that two branches share, they wait for each other.
// RUN: sed 's/%%some = llvm.mlir.constant(32/%%some = llvm.mlir.constant(8/; s/%%late = llvm.mlir.constant(0/%%late = llvm.mlir.constant(1/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=APART
// APART: error: [divergence] thread 0 {{.*}}deadlock: not all lanes of the warp reach this instruction
// APART: note: 8 of 32 threads wait at 'nvvm.shfl.sync'
// APART: note: 24 of 32 threads wait at 'nvvm.bar.warp.sync'

// tt-run: --grid=1 --arg=x=arange:i32[32] --arg=sum=uninit:i32[32]
// tt-run: --arg=votes=uninit:i32[32] --arg=most=uninit:i32[32]
// tt-run: --expect='sum=496' --expect='votes=0xfffffff0' --expect='most=31'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @warp(%x: !llvm.ptr<1> loc("x"), %sum: !llvm.ptr<1> loc("sum"),
                  %votes: !llvm.ptr<1> loc("votes"),
                  %most: !llvm.ptr<1> loc("most"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %mask = llvm.mlir.constant(-1 : i32) : i32
    %full = llvm.mlir.constant(-1 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %some = llvm.mlir.constant(32 : i32) : i32
    %late = llvm.mlir.constant(0 : i32) : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %px = llvm.getelementptr %x[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %v = llvm.load %px : !llvm.ptr<1> -> i32
    %in = llvm.icmp "ult" %lane, %some : i32
    llvm.cond_br %in, ^sum, ^out
  ^sum:
    %s0 = nvvm.shfl.sync bfly %mask, %v, %c16, %clamp : i32 -> i32
    %v0 = llvm.add %v, %s0 : i32
    %s1 = nvvm.shfl.sync bfly %mask, %v0, %c8, %clamp : i32 -> i32
    %v1 = llvm.add %v0, %s1 : i32
    %s2 = nvvm.shfl.sync bfly %mask, %v1, %c4, %clamp : i32 -> i32
    %v2 = llvm.add %v1, %s2 : i32
    %s3 = nvvm.shfl.sync bfly %mask, %v2, %c2, %clamp : i32 -> i32
    %v3 = llvm.add %v2, %s3 : i32
    %s4 = nvvm.shfl.sync bfly %mask, %v3, %c1, %clamp : i32 -> i32
    %v4 = llvm.add %v3, %s4 : i32
    %p0 = llvm.getelementptr %sum[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v4, %p0 : i32, !llvm.ptr<1>
    %large = llvm.icmp "ugt" %v, %c3 : i32
    %b = nvvm.vote.sync ballot %full, %large -> i32
    %p1 = llvm.getelementptr %votes[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %b, %p1 : i32, !llvm.ptr<1>
    %m = nvvm.redux.sync umax %v, %full : i32 -> i32
    %p2 = llvm.getelementptr %most[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %m, %p2 : i32, !llvm.ptr<1>
    llvm.return
  ^out:
    %meets = llvm.icmp "ne" %late, %c0 : i32
    llvm.cond_br %meets, ^meet, ^end
  ^meet:
    nvvm.bar.warp.sync %full : i32
    llvm.br ^end
  ^end:
    llvm.return
  }
}
