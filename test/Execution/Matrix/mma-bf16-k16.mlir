// mma.sync m16n8k16 of bf16 with f32 accumulators: one warp reads the fragments from
// global memory, b by columns.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=a=randint:bf16[16,16]:seed=1:low=-8:high=8
// tt-run: --arg=b=randint:bf16[8,16]:seed=2:low=-8:high=8
// tt-run: --arg=c=randint:f32[16,8]:seed=3:low=-100:high=100
// tt-run: --arg=d=uninit:f32[16,8]
// tt-run: --expect='d=matmul(a, transpose(b)) + c'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @mma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"), %c: !llvm.ptr<1> loc("c"), %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %k = llvm.mlir.constant(16 : i32) : i32
    %e = llvm.mlir.constant(2 : i32) : i32
    %n = llvm.mlir.constant(8 : i32) : i32
    %g = llvm.lshr %lane, %c2 : i32
    %t = llvm.and %lane, %c3 : i32
    %te = llvm.mul %t, %e : i32
    %grow = llvm.mul %g, %k : i32
    %at = llvm.add %grow, %te : i32
    %pa0 = llvm.getelementptr %a[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %a0 = llvm.load %pa0 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %pa1 = llvm.getelementptr %pa0[128] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i16
    %a1 = llvm.load %pa1 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %pa2 = llvm.getelementptr %pa0[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i16
    %a2 = llvm.load %pa2 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %pa3 = llvm.getelementptr %pa0[136] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i16
    %a3 = llvm.load %pa3 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %pb0 = llvm.getelementptr %b[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %b0 = llvm.load %pb0 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %pb1 = llvm.getelementptr %pb0[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i16
    %b1 = llvm.load %pb1 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %t2 = llvm.mul %t, %c2 : i32
    %gn = llvm.mul %g, %n : i32
    %cat = llvm.add %gn, %t2 : i32
    %pc0 = llvm.getelementptr %c[%cat] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %c_0 = llvm.load %pc0 : !llvm.ptr<1> -> f32
    %pc1 = llvm.getelementptr %pc0[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %c_1 = llvm.load %pc1 : !llvm.ptr<1> -> f32
    %pc2 = llvm.getelementptr %pc0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %c_2 = llvm.load %pc2 : !llvm.ptr<1> -> f32
    %pc3 = llvm.getelementptr %pc0[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %c_3 = llvm.load %pc3 : !llvm.ptr<1> -> f32
    %r = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%c_0, %c_1, %c_2, %c_3]
        {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
         shape = #nvvm.shape<m = 16, n = 8, k = 16>,
         multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>}
        : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %r0 = llvm.extractvalue %r[0] : !llvm.struct<(f32, f32, f32, f32)>
    %pd0 = llvm.getelementptr %d[%cat] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %r0, %pd0 : f32, !llvm.ptr<1>
    %r1 = llvm.extractvalue %r[1] : !llvm.struct<(f32, f32, f32, f32)>
    %pd1 = llvm.getelementptr %pd0[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %r1, %pd1 : f32, !llvm.ptr<1>
    %r2 = llvm.extractvalue %r[2] : !llvm.struct<(f32, f32, f32, f32)>
    %pd2 = llvm.getelementptr %pd0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %r2, %pd2 : f32, !llvm.ptr<1>
    %r3 = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %pd3 = llvm.getelementptr %pd0[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %r3, %pd3 : f32, !llvm.ptr<1>
    llvm.return
  }
}
