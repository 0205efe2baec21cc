// ldmatrix and mma.sync are aligned: all lanes of the warp execute the same
// one. Here the warp loads a tile from shared memory and multiplies it with
// itself; mutants let lanes go astray.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// RUN: sed 's/%%some = llvm.mlir.constant(32/%%some = llvm.mlir.constant(24/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: error: [divergence] thread {{[0-9]+}} {{.*}}'nvvm.ldmatrix': {{all lanes of the warp must execute this instruction, but lane.* of warp 0 returned|returns, but lanes .* of warp 0 wait here for all lanes of the warp}}

// RUN: sed '/^ *nvvm.bar.warp.sync/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: error: [race] {{.*}}'nvvm.ldmatrix': reads shared memory + {{[0-9]+}}, which is not ordered with a write by thread

// RUN: sed 's/%%row = llvm.getelementptr %%shared\[%%at\]/%%row = llvm.getelementptr %%shared[%%lane]/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=ALIGN
// ALIGN: error: [misaligned] thread 1 {{.*}}'nvvm.ldmatrix': 16 bytes at shared memory + 2, which is no multiple of 16

// tt-run: --grid=1 --arg=x=randint:f16[16,16]:seed=1:low=-4:high=4
// tt-run: --arg=d=uninit:f32[16,8]
// tt-run: --let='y=reshape(take(x, iota(8, 16)), 8, 16)'
// tt-run: --expect='d=matmul(x, transpose(y))'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 512 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @square(%x: !llvm.ptr<1> loc("x"), %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %full = llvm.mlir.constant(-1 : i32) : i32
    %some = llvm.mlir.constant(32 : i32) : i32
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c15 = llvm.mlir.constant(15 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    // Lane l copies row l / 2, half l % 2.
    %mine = llvm.mul %lane, %c8 : i32
    %from = llvm.getelementptr %x[%mine] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %to = llvm.getelementptr %shared[%mine] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
    %v:4 = ptx.ld %from : !llvm.ptr<1> -> i32, i32, i32, i32
    ptx.st %to, (%v#0, %v#1, %v#2, %v#3) : !llvm.ptr<3>, i32, i32, i32, i32
    nvvm.bar.warp.sync %full : i32
    %in = llvm.icmp "ult" %lane, %some : i32
    llvm.cond_br %in, ^work, ^end
  ^work:
    // Matrices: rows 0-7 and 8-15 of columns 0-7, then of columns 8-15.
    %r = llvm.and %lane, %c15 : i32
    %h = llvm.lshr %lane, %c4 : i32
    %h8 = llvm.mul %h, %c8 : i32
    %r16 = llvm.mul %r, %c16 : i32
    %at = llvm.add %r16, %h8 : i32
    %row = llvm.getelementptr %shared[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
    %m = nvvm.ldmatrix %row {num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %m0 = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32, i32, i32)>
    %m1 = llvm.extractvalue %m[1] : !llvm.struct<(i32, i32, i32, i32)>
    %m2 = llvm.extractvalue %m[2] : !llvm.struct<(i32, i32, i32, i32)>
    %m3 = llvm.extractvalue %m[3] : !llvm.struct<(i32, i32, i32, i32)>
    %a0 = llvm.bitcast %m0 : i32 to vector<2xf16>
    %a1 = llvm.bitcast %m1 : i32 to vector<2xf16>
    %a2 = llvm.bitcast %m2 : i32 to vector<2xf16>
    %a3 = llvm.bitcast %m3 : i32 to vector<2xf16>
    %p = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%a0, %a2] C[%zero, %zero, %zero, %zero]
        {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
         shape = #nvvm.shape<m = 16, n = 8, k = 16>}
        : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %p0 = llvm.extractvalue %p[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %p[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %p[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %p[3] : !llvm.struct<(f32, f32, f32, f32)>
    %g = llvm.lshr %lane, %c2 : i32
    %t = llvm.and %lane, %c3 : i32
    %g8 = llvm.mul %g, %c8 : i32
    %t2 = llvm.mul %t, %c2 : i32
    %out = llvm.add %g8, %t2 : i32
    %d0 = llvm.getelementptr %d[%out] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    ptx.st %d0, (%p0, %p1) : !llvm.ptr<1>, f32, f32
    %d1 = llvm.getelementptr %d0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    ptx.st %d1, (%p2, %p3) : !llvm.ptr<1>, f32, f32
    llvm.br ^end
  ^end:
    llvm.return
  }
}
