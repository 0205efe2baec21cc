// Thread 0 brings 512 bytes to shared memory by a bulk copy that signals an
// mbarrier; all threads wait, double the values, and thread 0 stores them by
// another bulk copy.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --async=early
// RUN: tt-run %s --device=cpu --async=random:7
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// Nobody waits for the load.
// RUN: sed '/^ *nvvm.mbarrier.try_wait.parity/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=NOWAIT
// NOWAIT: error: [uninitialized] thread {{[0-9]+}} {{.*}}'llvm.load': reads 4 bytes at shared memory + {{[0-9]+}}, which nothing wrote
// NOWAIT: error: [async-not-waited] thread 0 {{.*}}'nvvm.cp.async.bulk.shared.cluster.global': the kernel ends without having waited for this

// The barrier expects more bytes than come.
// RUN: sed 's/%%bytes = llvm.mlir.constant(512/%%bytes = llvm.mlir.constant(528/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: [deadlock] {{.*}}deadlock: no thread can go on
// COUNT: note: 128 of 128 threads wait at 'nvvm.mbarrier.try_wait.parity'

// The async proxy does not see the doubled values.
// RUN: sed '/^ *nvvm.fence.proxy/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=PROXY
// PROXY: error: [race] thread 0 {{.*}}'nvvm.cp.async.bulk.global.shared.cta': reads shared memory + 0, which is not ordered with a write by thread 0
// PROXY: note: the other access is 'llvm.store'
// PROXY: note: the async proxy does not see it without a fence.proxy.async after the write

// The store is not waited for.
// RUN: sed '/^ *nvvm.cp.async.bulk.wait_group/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=STORE
// STORE: error: [async-not-waited] thread 0 {{.*}}'nvvm.cp.async.bulk.global.shared.cta': returns without having waited for a bulk copy

// The barrier is left behind.
// RUN: sed '/^ *nvvm.mbarrier.inval/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=LEAK
// LEAK: error: [leaked-barrier] thread 0 {{.*}}'nvvm.mbarrier.init': the kernel ends without mbarrier.inval of this barrier

// The barrier is never initialized.
// RUN: sed '/^ *nvvm.mbarrier.init/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=NOINIT
// NOINIT: error: [barrier] {{.*}}there is no initialized barrier at shared memory + 512

// tt-run: --grid=1 --arg=x=arange:i32[128] --arg=out=uninit:i32[128]
// tt-run: --expect='out=2 * x'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 520 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @bulk(%x: !llvm.ptr<1> loc("x"), %out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %size = llvm.mlir.constant(512 : i32) : i32
    %bytes = llvm.mlir.constant(512 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %bar = llvm.getelementptr %shared[512] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    llvm.cond_br %first, ^begin, ^begun
  ^begin:
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
    llvm.br ^begun
  ^begun:
    nvvm.barrier0
    llvm.cond_br %first, ^load, ^wait
  ^load:
    nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
    %cluster = llvm.addrspacecast %shared : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.cp.async.bulk.shared.cluster.global %cluster, %x, %bar, %size : !llvm.ptr<7>, !llvm.ptr<1>
    llvm.br ^wait
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %ticks : !llvm.ptr<3>, i32, i32
    %mine = llvm.getelementptr %shared[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %mine : !llvm.ptr<3> -> i32
    %w = llvm.add %v, %v : i32
    llvm.store %w, %mine : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    llvm.cond_br %first, ^store, ^end
  ^store:
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    nvvm.cp.async.bulk.global.shared.cta %out, %shared, %size : !llvm.ptr<1>, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^end
  ^end:
    llvm.return
  }
}
