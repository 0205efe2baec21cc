// mma.sync m8n8k32 of s4: one warp reads the fragments from
// global memory as bytes, b by columns.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=a=randint:u8[8,16]:seed=1:low=0:high=256
// tt-run: --arg=b=randint:u8[8,16]:seed=2:low=0:high=256
// tt-run: --arg=c=randint:i32[8,8]:seed=3:low=-100:high=100
// tt-run: --arg=d=uninit:i32[8,8]
// tt-run: --let='al=(a + 8) % 16 - 8' --let='ah=(a // 16 + 8) % 16 - 8'
// tt-run: --let='bl=(b + 8) % 16 - 8' --let='bh=(b // 16 + 8) % 16 - 8'
// tt-run: --expect='d=matmul(al, transpose(bl)) + matmul(ah, transpose(bh)) + c'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @mma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"), %c: !llvm.ptr<1> loc("c"), %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %k = llvm.mlir.constant(16 : i32) : i32
    %e = llvm.mlir.constant(4 : i32) : i32
    %n = llvm.mlir.constant(8 : i32) : i32
    %g = llvm.lshr %lane, %c2 : i32
    %t = llvm.and %lane, %c3 : i32
    %te = llvm.mul %t, %e : i32
    %grow = llvm.mul %g, %k : i32
    %at = llvm.add %grow, %te : i32
    %pa0 = llvm.getelementptr %a[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
    %a0 = llvm.load %pa0 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %pb0 = llvm.getelementptr %b[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
    %b0 = llvm.load %pb0 {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %t2 = llvm.mul %t, %c2 : i32
    %gn = llvm.mul %g, %n : i32
    %cat = llvm.add %gn, %t2 : i32
    %pc0 = llvm.getelementptr %c[%cat] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %c_0 = llvm.load %pc0 : !llvm.ptr<1> -> i32
    %pc1 = llvm.getelementptr %pc0[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    %c_1 = llvm.load %pc1 : !llvm.ptr<1> -> i32
    %r = nvvm.mma.sync A[%a0] B[%b0] C[%c_0, %c_1]
        {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
         intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, shape = #nvvm.shape<m = 8, n = 8, k = 32>,
         multiplicandAPtxType = #nvvm.mma_type<s4>, multiplicandBPtxType = #nvvm.mma_type<s4>}
        : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
    %r0 = llvm.extractvalue %r[0] : !llvm.struct<(i32, i32)>
    %pd0 = llvm.getelementptr %d[%cat] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %r0, %pd0 : i32, !llvm.ptr<1>
    %r1 = llvm.extractvalue %r[1] : !llvm.struct<(i32, i32)>
    %pd1 = llvm.getelementptr %pd0[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %r1, %pd1 : i32, !llvm.ptr<1>
    llvm.return
  }
}
