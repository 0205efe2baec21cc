// Both halves of a warp meet the others at a barrier, but by different
// instructions: the aligned form does not allow that.

// RUN: not tt-run %s --device=cpu 2>&1 | FileCheck %s
// CHECK: error: [divergence] thread 16 {{.*}}'nvvm.barrier0': the lanes of a warp must execute the same aligned barrier (and {{[0-9]+}} more like it)
// CHECK: note: another lane has come from 'nvvm.barrier0' at

// The unaligned form does.
// RUN: sed 's/nvvm.barrier0/llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.all"(%%zero) : (i32) -> ()/' %s \
// RUN:   | tt-run - --device=cpu

// tt-run: --grid=1 --arg=out=uninit:i32[32] --expect='out=iota(32) // 16'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @halves(%out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %half = llvm.mlir.constant(16 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %low = llvm.icmp "ult" %tid, %half : i32
    llvm.cond_br %low, ^low, ^high
  ^low:
    nvvm.barrier0
    llvm.br ^end(%zero : i32)
  ^high:
    nvvm.barrier0
    llvm.br ^end(%one : i32)
  ^end(%v: i32):
    %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
