// match, elect, redux and cp.async that arrives at an mbarrier.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --async=early
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=x=arange:i32[32] --arg=same=uninit:i32[32]
// tt-run: --arg=leader=uninit:i32[32] --arg=low=uninit:i32[32] --arg=copy=uninit:i32[32]
// tt-run: --let='l=iota(32)' --expect='same=0x11111111 << (l % 4)'
// tt-run: --expect='leader=l == 0' --expect='low=-31' --expect='copy=31 - l'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 136 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @ops(%x: !llvm.ptr<1> loc("x"), %same: !llvm.ptr<1> loc("same"),
                 %leader: !llvm.ptr<1> loc("leader"), %low: !llvm.ptr<1> loc("low"),
                 %copy: !llvm.ptr<1> loc("copy"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %full = llvm.mlir.constant(-1 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %bar = llvm.getelementptr %shared[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %elected = nvvm.elect.sync -> i1
    llvm.cond_br %elected, ^begin, ^begun
  ^begin:
    nvvm.mbarrier.init %bar, %c32 : !llvm.ptr<3>, i32
    llvm.br ^begun
  ^begun:
    nvvm.bar.warp.sync %full : i32
    %slot = llvm.getelementptr %shared[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %px = llvm.getelementptr %x[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    nvvm.cp.async.shared.global %slot, %px, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.mbarrier.arrive %bar {noinc = true} : !llvm.ptr<3>
    %kind = llvm.and %lane, %c3 : i32
    %m = nvvm.match.sync any %full, %kind : i32 -> i32
    %p0 = llvm.getelementptr %same[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %m, %p0 : i32, !llvm.ptr<1>
    %e = llvm.zext %elected : i1 to i32
    %p1 = llvm.getelementptr %leader[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %e, %p1 : i32, !llvm.ptr<1>
    %minus = llvm.sub %zero, %lane : i32
    %least = nvvm.redux.sync min %minus, %full : i32 -> i32
    %p2 = llvm.getelementptr %low[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %least, %p2 : i32, !llvm.ptr<1>
    nvvm.mbarrier.try_wait.parity %bar, %zero, %ticks : !llvm.ptr<3>, i32, i32
    %mirror = llvm.sub %c31, %lane : i32
    %ps = llvm.getelementptr %shared[%mirror] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %ps : !llvm.ptr<3> -> i32
    %p3 = llvm.getelementptr %copy[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %p3 : i32, !llvm.ptr<1>
    nvvm.bar.warp.sync %full : i32
    llvm.cond_br %elected, ^clean, ^end
  ^clean:
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
