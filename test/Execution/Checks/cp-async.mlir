// Each thread copies 16 bytes to shared memory by cp.async, waits for them,
// and after the barrier reads what its mirror image has copied.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --async=early
// RUN: tt-run %s --device=cpu --async=random:1
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// Without the wait the copy is not ordered with the reads, and never waited
// for; without checks, the result is wrong.
// RUN: sed '/^ *nvvm.cp.async.wait.group/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=NOWAIT
// NOWAIT: error: [uninitialized]
// NOWAIT: error: [async-not-waited] thread {{[0-9]+}} {{.*}}'nvvm.cp.async.shared.global': returns without having waited for an asynchronous copy (and {{[0-9]+}} more like it)
// RUN: sed '/^ *nvvm.cp.async.wait.group/d' %s \
// RUN:   | not tt-run - --device=cpu --async=early 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: error: [race] {{.*}}'llvm.load': reads shared memory + {{[0-9]+}}, which is not ordered with a write by the asynchronous work of thread
// RUN: sed '/^ *nvvm.cp.async.wait.group/d' %s \
// RUN:   | not tt-run - --device=cpu --check=false 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: out

// Waiting for all but the newest group waits for nothing here.
// RUN: sed 's/cp.async.wait.group 0/cp.async.wait.group 1/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=NOWAIT

// An address off by 4 bytes.
// RUN: sed 's/%%from = llvm.getelementptr %%x\[%%four\]/%%from = llvm.getelementptr %%x[%%fourplus]/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=ALIGN
// ALIGN: error: [misaligned] thread 0 {{.*}}'nvvm.cp.async.shared.global': a copy of 16 bytes from 'x' + 4 to shared memory + 0; both must be multiples of it

// tt-run: --grid=1 --arg=x=arange:i32[256] --arg=out=uninit:i32[64]
// tt-run: --expect='out=4 * (63 - iota(64))'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 2 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 1024 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @copy(%x: !llvm.ptr<1> loc("x"), %out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %four = llvm.mul %tid, %c4 : i32
    %fourplus = llvm.add %four, %c1 : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %mine = llvm.getelementptr %shared[%four] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %from = llvm.getelementptr %x[%four] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    nvvm.cp.async.shared.global %mine, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    nvvm.barrier0
    %mirror = llvm.sub %c63, %tid : i32
    %mirror4 = llvm.mul %mirror, %c4 : i32
    %other = llvm.getelementptr %shared[%mirror4] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %other : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
