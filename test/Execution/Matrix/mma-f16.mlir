// mma.sync m16n8k16 of f16 with f32 accumulators: one warp reads the fragments
// of a 16x16 and a 16x8 matrix from global memory, b stored by columns.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=a=randint:f16[16,16]:seed=1:low=-8:high=8
// tt-run: --arg=b=randint:f16[8,16]:seed=2:low=-8:high=8
// tt-run: --arg=c=randint:f32[16,8]:seed=3:low=-100:high=100
// tt-run: --arg=d=uninit:f32[16,8]
// tt-run: --expect='d=matmul(a, transpose(b)) + c'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @mma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"),
                 %c: !llvm.ptr<1> loc("c"), %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %lane = nvvm.read.ptx.sreg.tid.x : i32
    %g = llvm.lshr %lane, %c2 : i32
    %t = llvm.and %lane, %c3 : i32
    %t2 = llvm.mul %t, %c2 : i32
    %row = llvm.mul %g, %c16 : i32
    %at = llvm.add %row, %t2 : i32
    %a0 = llvm.getelementptr %a[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %a1 = llvm.getelementptr %a0[128] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a2 = llvm.getelementptr %a0[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a3 = llvm.getelementptr %a0[136] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %va0 = llvm.load %a0 : !llvm.ptr<1> -> vector<2xf16>
    %va1 = llvm.load %a1 : !llvm.ptr<1> -> vector<2xf16>
    %va2 = llvm.load %a2 : !llvm.ptr<1> -> vector<2xf16>
    %va3 = llvm.load %a3 : !llvm.ptr<1> -> vector<2xf16>
    %b0 = llvm.getelementptr %b[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %b1 = llvm.getelementptr %b0[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %vb0 = llvm.load %b0 : !llvm.ptr<1> -> vector<2xf16>
    %vb1 = llvm.load %b1 : !llvm.ptr<1> -> vector<2xf16>
    %crow = llvm.mul %g, %c8 : i32
    %cat = llvm.add %crow, %t2 : i32
    %c0 = llvm.getelementptr %c[%cat] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %p1 = llvm.getelementptr %c0[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %p2 = llvm.getelementptr %c0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %p3 = llvm.getelementptr %c0[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %v0 = llvm.load %c0 : !llvm.ptr<1> -> f32
    %v1 = llvm.load %p1 : !llvm.ptr<1> -> f32
    %v2 = llvm.load %p2 : !llvm.ptr<1> -> f32
    %v3 = llvm.load %p3 : !llvm.ptr<1> -> f32
    %r = nvvm.mma.sync A[%va0, %va1, %va2, %va3] B[%vb0, %vb1] C[%v0, %v1, %v2, %v3]
        {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
         shape = #nvvm.shape<m = 16, n = 8, k = 16>}
        : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %r0 = llvm.extractvalue %r[0] : !llvm.struct<(f32, f32, f32, f32)>
    %r1 = llvm.extractvalue %r[1] : !llvm.struct<(f32, f32, f32, f32)>
    %r2 = llvm.extractvalue %r[2] : !llvm.struct<(f32, f32, f32, f32)>
    %r3 = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %d0 = llvm.getelementptr %d[%cat] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    ptx.st %d0, (%r0, %r1) : !llvm.ptr<1>, f32, f32
    %d2 = llvm.getelementptr %d0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    ptx.st %d2, (%r2, %r3) : !llvm.ptr<1>, f32, f32
    llvm.return
  }
}
