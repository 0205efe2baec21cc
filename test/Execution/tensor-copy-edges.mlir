// A bulk tensor copy brings a box of a matrix into shared memory; what lies
// outside of the matrix is zero, or NaN where the launch's tensor map asks.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --arg=map=tensormap:x:box=16,32:fill=nan --let=fill=nan
// RUN: %if cuda %{ tt-run %s --device=cuda %}
// RUN: %if cuda %{ tt-run %s --device=cuda --arg=map=tensormap:x:box=16,32:fill=nan --let=fill=nan %}

// tt-run: --grid=1 --arg=x=arange:f32[20,40] --arg=out=uninit:f32[16,32]
// tt-run: --arg=map=tensormap:x:box=16,32
// tt-run: --let=fill=0 --let='row=reshape(iota(16), 16, 1) + 8' --let='column=iota(32) + 16'
// tt-run: --expect='out=where((row < 20) & (column < 40), 40 * row + column, fill)'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 2064 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  llvm.func @copy(%x: !llvm.ptr<1> loc("x"), %out: !llvm.ptr<1> loc("out"),
                  %map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant} loc("map"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %bytes = llvm.mlir.constant(2048 : i32) : i32
    %ticks = llvm.mlir.constant(1000000 : i32) : i32
    %tile = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %barrier = llvm.getelementptr %tile[2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %lane = nvvm.read.ptx.sreg.tid.x : i32
    %is_first = llvm.icmp "eq" %lane, %c0 : i32
    llvm.cond_br %is_first, ^start, ^wait
  ^start:
    nvvm.mbarrier.init %barrier, %c1 : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
    nvvm.mbarrier.arrive.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile, %map, %barrier, box[%c16, %c8] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
    llvm.br ^wait
  ^wait:
    nvvm.barrier0
    nvvm.mbarrier.try_wait.parity %barrier, %c0, %ticks : !llvm.ptr<3>, i32, i32
    llvm.br ^rows(%c0 : i32)
  ^rows(%row: i32):
    %0 = llvm.mul %row, %c32 : i32
    %at = llvm.add %0, %lane : i32
    %from = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %from : !llvm.ptr<3> -> f32
    %to = llvm.getelementptr %out[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    %next = llvm.add %row, %c1 : i32
    %more = llvm.icmp "slt" %next, %c16 : i32
    llvm.cond_br %more, ^rows(%next : i32), ^end
  ^end:
    nvvm.barrier0
    llvm.cond_br %is_first, ^invalidate, ^return
  ^invalidate:
    nvvm.mbarrier.inval %barrier : !llvm.ptr<3>
    llvm.br ^return
  ^return:
    llvm.return
  }
}
