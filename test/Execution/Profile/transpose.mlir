// A 32x32 transpose through shared memory without padding: the 32 elements of a
// column are in one bank, so each of the 32 reads takes 32 passes.

// RUN: tt-run %s --device=cpu --profile | FileCheck %s
// CHECK: :[[#LOAD:]]: 32 instructions, memory 32
// CHECK-NEXT: global: 32 requests, 128 sectors (at least 128), 4.00 per request, 4096 bytes
// CHECK: shared: 32 requests, 32 wavefronts (at least 32), 0 bank conflicts, 4096 bytes
// CHECK: 32 instructions, barrier 32
// CHECK: shared: 32 requests, 1024 wavefronts (at least 32), 992 bank conflicts, 4096 bytes
// CHECK: total of 1 blocks

// One column of padding puts them into 32 banks.
// RUN: sed 's/%%pitch = llvm.mlir.constant(32/%%pitch = llvm.mlir.constant(33/' %s \
// RUN:   | tt-run - --device=cpu --profile | FileCheck %s --check-prefix=PADDED
// PADDED: shared: 32 requests, 32 wavefronts
// PADDED: shared: 32 requests, 32 wavefronts
// PADDED: total of 1 blocks

// RUN: tt-run %s --device=cpu --profile=json | FileCheck %s --check-prefix=JSON
// JSON: "blocks": 1
// JSON: "total": {
// JSON: "barriers": 32
// JSON: "global_sectors": 256
// JSON: "shared_bank_conflicts": 992

// tt-run: --grid=1 --arg=x=arange:i32[32,32] --arg=out=uninit:i32[32,32] --expect='out=transpose(x)'
module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 32 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 4224 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @transpose(%x: !llvm.ptr<1> loc("x"), %out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024>} {
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %pitch = llvm.mlir.constant(32 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %row = llvm.lshr %tid, %c5 : i32
    %column = llvm.and %tid, %c31 : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %from = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %v = llvm.load %from : !llvm.ptr<1> -> i32
    %r0 = llvm.mul %row, %pitch : i32
    %r1 = llvm.add %r0, %column : i32
    %p = llvm.getelementptr %shared[%r1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %v, %p : i32, !llvm.ptr<3>
    nvvm.barrier0
    %c0 = llvm.mul %column, %pitch : i32
    %c1 = llvm.add %c0, %row : i32
    %q = llvm.getelementptr %shared[%c1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %w = llvm.load %q : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %w, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
