// Two blocks of a cluster write their threads' numbers to each other's shared
// memory.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// Without the cluster barrier the reads come too early.
// RUN: sed '/^ *nvvm.cluster\.[aw]/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: error: [{{race|uninitialized}}] {{.*}}'llvm.{{load|store}}'

// A block that the cluster does not have.
// RUN: sed 's/%%one = llvm.mlir.constant(1/%%one = llvm.mlir.constant(2/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: [out-of-bounds] {{.*}}'nvvm.mapa': the cluster has no block of rank 2

// Waiting without having arrived.
// RUN: sed '/^ *nvvm.cluster.arrive/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=ARRIVE
// ARRIVE: error: [barrier] thread 0 {{.*}}'nvvm.cluster.wait': waits at the cluster barrier without having arrived

// tt-run: --grid=2 --arg=out=uninit:i32[4,32]
// tt-run: --let='block=iota(4, 1)' --let='other=block + 1 - 2 * (block % 2)'
// tt-run: --expect='out=100 * other + iota(1, 32)'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 2 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 128 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @exchange(%out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>,
                  nvvm.cluster_dim = array<i32: 2>} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %other = llvm.xor %rank, %one : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %mine = llvm.getelementptr %shared[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %theirs = nvvm.mapa %mine, %other : !llvm.ptr<3> -> !llvm.ptr<7>
    %base = llvm.mul %cta, %c100 : i32
    %v = llvm.add %base, %tid : i32
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    llvm.store %v, %theirs : i32, !llvm.ptr<7>
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %w = llvm.load %mine : !llvm.ptr<3> -> i32
    %row = llvm.mul %cta, %c32 : i32
    %at = llvm.add %row, %tid : i32
    %to = llvm.getelementptr %out[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %w, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
