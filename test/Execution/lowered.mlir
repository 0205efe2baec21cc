// A lowered module is an input like any other: here a warp reverses 32 values
// by a shuffle, and shared memory is asked for by the module's attribute.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=x=arange:i32[32] --arg=out=uninit:i32[32]
// tt-run: --expect='out=31 - iota(32)'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 128 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @reverse(%x: !llvm.ptr<1> loc("x"), %out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %mask = llvm.mlir.constant(-1 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %lane = nvvm.read.ptx.sreg.tid.x : i32
    %from = llvm.getelementptr %x[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %v = llvm.load %from : !llvm.ptr<1> -> i32
    %r = nvvm.shfl.sync bfly %mask, %v, %c31, %c31 : i32 -> i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %slot = llvm.getelementptr %shared[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %r, %slot : i32, !llvm.ptr<3>
    nvvm.barrier0
    %w = llvm.load %slot : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %w, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
