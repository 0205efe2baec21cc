// Warp 0 produces four rounds of 32 values in one buffer, warp 1 adds them up;
// two mbarriers say when the buffer is full and when it is empty.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// The producer does not wait until the buffer is empty, and runs ahead of what
// a parity can tell.
// RUN: sed 's/nvvm.mbarrier.try_wait %%empty, %%odd/nvvm.mbarrier.try_wait %%empty, %%never/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=AHEAD
// AHEAD: deadlock: not all threads reach the barrier
// AHEAD: note: 32 of 64 threads wait at 'nvvm.mbarrier.try_wait'

// The consumer does not wait until it is full.
// RUN: sed 's/nvvm.mbarrier.try_wait %%full, %%parity/nvvm.mbarrier.try_wait %%full, %%never/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: error: [race] thread 31 {{.*}}'llvm.store': writes shared memory + 124, which is not ordered with a read by thread 63

// An arrival too many.
// RUN: sed 's/nvvm.mbarrier.init %%full, %%warp/nvvm.mbarrier.init %%full, %%few/; s/nvvm.mbarrier.arrive %%full/nvvm.mbarrier.arrive %%full, %%warp/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: [barrier] {{.*}}'nvvm.mbarrier.arrive': arrives 32 times at a barrier that expects 31 more in this phase

// tt-run: --grid=1 --arg=out=uninit:i32[32] --expect='out=4 * iota(32) + 600'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 2 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 144 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @rounds(%out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %never = llvm.mlir.constant(1 : i32) : i32
    %rounds = llvm.mlir.constant(4 : i32) : i32
    %few = llvm.mlir.constant(31 : i32) : i32
    %warp = llvm.mlir.constant(32 : i32) : i32
    %hundred = llvm.mlir.constant(100 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %slot = llvm.getelementptr %shared[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %full = llvm.getelementptr %shared[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %empty = llvm.getelementptr %shared[136] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %first = llvm.icmp "eq" %tid, %zero : i32
    llvm.cond_br %first, ^begin, ^begun
  ^begin:
    nvvm.mbarrier.init %full, %warp : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %empty, %warp : !llvm.ptr<3>, i32
    llvm.br ^begun
  ^begun:
    nvvm.barrier0
    %produces = llvm.icmp "ult" %tid, %warp : i32
    llvm.cond_br %produces, ^round(%zero : i32), ^take(%zero, %zero : i32, i32)
  ^round(%i: i32):
    // A phase that has not begun yet counts as complete at first.
    %bit = llvm.and %i, %one : i32
    %odd = llvm.xor %bit, %one : i32
    llvm.br ^wait
  ^wait:
    %ready = nvvm.mbarrier.try_wait %empty, %odd : !llvm.ptr<3>, i32 -> i1
    llvm.cond_br %ready, ^fill, ^wait
  ^fill:
    %base = llvm.mul %i, %hundred : i32
    %v = llvm.add %base, %lane : i32
    llvm.store %v, %slot : i32, !llvm.ptr<3>
    %s0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
    %next = llvm.add %i, %one : i32
    %more = llvm.icmp "ult" %next, %rounds : i32
    llvm.cond_br %more, ^round(%next : i32), ^end
  ^take(%j: i32, %sum: i32):
    %parity = llvm.and %j, %one : i32
    llvm.br ^ask
  ^ask:
    %there = nvvm.mbarrier.try_wait %full, %parity : !llvm.ptr<3>, i32 -> i1
    llvm.cond_br %there, ^add, ^ask
  ^add:
    %w = llvm.load %slot : !llvm.ptr<3> -> i32
    %new = llvm.add %sum, %w : i32
    %s1 = nvvm.mbarrier.arrive %empty : !llvm.ptr<3> -> i64
    %after = llvm.add %j, %one : i32
    %again = llvm.icmp "ult" %after, %rounds : i32
    llvm.cond_br %again, ^take(%after, %new : i32, i32), ^store
  ^store:
    %to = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %new, %to : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    nvvm.barrier0
    llvm.cond_br %first, ^clean, ^done
  ^clean:
    nvvm.mbarrier.inval %full : !llvm.ptr<3>
    nvvm.mbarrier.inval %empty : !llvm.ptr<3>
    llvm.br ^done
  ^done:
    llvm.return
  }
}
