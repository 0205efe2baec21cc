// Warp 0 fills shared memory and arrives at barrier 1 without waiting; warp 1
// waits there for it. Warps 2 and 3 meet at barrier 2. In the end all meet and
// count the threads that have odd numbers.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// Two that expect different numbers.
// RUN: sed 's/barrier.arrive id = %%one number_of_threads = %%c64/barrier.arrive id = %%one number_of_threads = %%c96/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: [barrier] thread 32 {{.*}}'nvvm.barrier': barrier 1 is used for 64 threads
// COUNT: note: others expect 96

// Nobody arrives.
// RUN: sed '/nvvm.barrier.arrive/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: [barrier] thread 0 {{.*}}deadlock: not all threads reach the barrier
// NONE: note: 96 of 128 threads wait at 'nvvm.barrier'
// NONE: note: 32 of 128 threads wait at 'nvvm.barrier'

// RUN: sed 's/%%one = llvm.mlir.constant(1/%%one = llvm.mlir.constant(16/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: [barrier] thread 0 {{.*}}there is no barrier 16, only 0 to 15

// tt-run: --grid=1 --arg=out=uninit:i32[128]
// tt-run: --let='t=iota(128)' --expect='out=64 + where(t < 32, 0, where(t < 64, t - 32, 0))'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 128 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @named(%out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bit = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c96 = llvm.mlir.constant(96 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %lane = llvm.and %tid, %c31 : i32
    %warp = llvm.lshr %tid, %c5 : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %slot = llvm.getelementptr %shared[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.switch %warp : i32, ^count [0: ^fill, 1: ^take]
  ^fill:
    llvm.store %lane, %slot : i32, !llvm.ptr<3>
    nvvm.barrier.arrive id = %one number_of_threads = %c64
    llvm.br ^end(%zero : i32)
  ^take:
    nvvm.barrier id = %one number_of_threads = %c64
    %v = llvm.load %slot : !llvm.ptr<3> -> i32
    llvm.br ^end(%v : i32)
  ^count:
    nvvm.barrier id = %two number_of_threads = %c64
    llvm.br ^end(%zero : i32)
  ^end(%r: i32):
    %odd = llvm.and %tid, %bit : i32
    %sum = "nvvm.barrier"(%odd) <{
        reductionOp = #nvvm.reduction<popc>,
        operandSegmentSizes = array<i32: 0, 0, 1>}> : (i32) -> i32
    %v.sum = llvm.add %r, %sum : i32
    %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v.sum, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
