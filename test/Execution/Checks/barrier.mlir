// Four warps write their indices to shared memory, meet at the barrier, and
// read them in reverse.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// Without the barrier the reads are not ordered with the writes.
// RUN: sed '/^ *nvvm.barrier0/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: -:[[#]]:{{[0-9]+}}: error: [uninitialized] thread 0 (lane 0 of warp 0) of block (0, 0, 0), 'llvm.load': reads 4 bytes at shared memory + 508, which nothing wrote
// RACE: error: [race] thread 64 (lane 0 of warp 2) of block (0, 0, 0), 'llvm.load': reads shared memory + 252, which is not ordered with a write by thread 63 (lane 31 of warp 1) of block (0, 0, 0)
// RACE: note: the other access is 'llvm.store' at -:[[#]]:

// One element more than there is.
// RUN: sed 's/%%last = llvm.mlir.constant(127/%%last = llvm.mlir.constant(128/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: error: [out-of-bounds] thread 0 {{.*}} 4 bytes at shared memory + 512, outside the block's 512 bytes of shared memory

// The last warp leaves before the barrier.
// RUN: sed 's/%%warps = llvm.mlir.constant(4/%%warps = llvm.mlir.constant(3/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: [barrier] thread 0 {{.*}}'nvvm.barrier0': deadlock: not all threads reach the barrier
// MISSING: note: 96 of 128 threads wait at 'nvvm.barrier0'
// MISSING: note: 32 threads have returned

// tt-run: --grid=1 --arg=out=uninit:i32[128] --expect='out=127 - iota(128)'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 512 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @reverse(%out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %last = llvm.mlir.constant(127 : i32) : i32
    %warps = llvm.mlir.constant(4 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %warp = llvm.lshr %tid, %c5 : i32
    %stays = llvm.icmp "ult" %warp, %warps : i32
    llvm.cond_br %stays, ^work, ^end
  ^work:
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %mine = llvm.getelementptr %shared[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %tid, %mine : i32, !llvm.ptr<3>
    nvvm.barrier0
    %other = llvm.sub %last, %tid : i32
    %from = llvm.getelementptr %shared[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %from : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
