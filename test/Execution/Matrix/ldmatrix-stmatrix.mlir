// stmatrix.trans of what ldmatrix has loaded stores the transposed 8x8
// matrices; ldmatrix.trans turns them back.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=x=arange:i16[2,8,8] --arg=t=uninit:i16[2,8,8] --arg=y=uninit:i16[2,8,8]
// tt-run: --let='m=iota(2,1,1)' --let='i=iota(1,8,1)' --let='j=iota(1,1,8)'
// tt-run: --expect='t=64 * m + 8 * j + i' --expect='y=64 * m + 8 * i + j'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 512 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @turn(%x: !llvm.ptr<1> loc("x"), %t: !llvm.ptr<1> loc("t"),
                  %y: !llvm.ptr<1> loc("y"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %full = llvm.mlir.constant(-1 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c15 = llvm.mlir.constant(15 : i32) : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %turned = llvm.getelementptr %shared[256] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    // Lane l moves four elements of each array.
    %at = llvm.mul %lane, %c4 : i32
    %px = llvm.getelementptr %x[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %ps = llvm.getelementptr %shared[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
    %vx:4 = ptx.ld %px : !llvm.ptr<1> -> i16, i16, i16, i16
    ptx.st %ps, (%vx#0, %vx#1, %vx#2, %vx#3) : !llvm.ptr<3>, i16, i16, i16, i16
    nvvm.bar.warp.sync %full : i32
    // Lanes 0 to 15 name the rows of two matrices.
    %r = llvm.and %lane, %c15 : i32
    %r8 = llvm.mul %r, %c8 : i32
    %row = llvm.getelementptr %shared[%r8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
    %trow = llvm.getelementptr %turned[%r8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
    %m = nvvm.ldmatrix %row {num = 2 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %m0 = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32)>
    %m1 = llvm.extractvalue %m[1] : !llvm.struct<(i32, i32)>
    nvvm.stmatrix %trow, %m0, %m1 {layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32
    nvvm.bar.warp.sync %full : i32
    %pt = llvm.getelementptr %t[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %pq = llvm.getelementptr %turned[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
    %vt:4 = ptx.ld %pq : !llvm.ptr<3> -> i16, i16, i16, i16
    ptx.st %pt, (%vt#0, %vt#1, %vt#2, %vt#3) : !llvm.ptr<1>, i16, i16, i16, i16
    // Back again: lane l has row l / 4, columns 2 (l % 4) and the next.
    %n = nvvm.ldmatrix %trow {num = 2 : i32, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %n0 = llvm.extractvalue %n[0] : !llvm.struct<(i32, i32)>
    %n1 = llvm.extractvalue %n[1] : !llvm.struct<(i32, i32)>
    %py = llvm.getelementptr %y[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %n0, %py : i32, !llvm.ptr<1>
    %py1 = llvm.getelementptr %py[32] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %n1, %py1 : i32, !llvm.ptr<1>
    llvm.return
  }
}
