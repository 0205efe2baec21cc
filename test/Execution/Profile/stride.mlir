// Loads of 4 bytes that are 8 bytes apart touch twice the sectors that their
// bytes need; a branch that half of the lanes take is divergent.

// RUN: tt-run %s --device=cpu --profile | FileCheck %s
// CHECK: global: 2 requests, 16 sectors (at least 8), 8.00 per request, 256 bytes
// CHECK: branches: 2, divergent 1
// CHECK: total of 1 blocks

// tt-run: --grid=1 --arg=x=arange:i32[128] --arg=out=zeros:i32[64]
// tt-run: --expect='out=where(iota(64) < 48, 2 * iota(64), 0)'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 2 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @stride(%x: !llvm.ptr<1> loc("x"), %out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    %two = llvm.mlir.constant(2 : i32) : i32
    %limit = llvm.mlir.constant(48 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %i = llvm.mul %tid, %two : i32
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %v = llvm.load %p : !llvm.ptr<1> -> i32
    %q = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %low = llvm.icmp "ult" %tid, %limit : i32
    llvm.cond_br %low, ^store, ^end
  ^store:
    llvm.store %v, %q : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
