// wgmma m64n64k16 of f16 with both operands stored by columns (MN-major):
// a tile has a row of 128 bytes for each step of K, 8 of which are a pattern.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=a=randint:f16[16,64]:seed=1:low=-8:high=8
// tt-run: --arg=b=randint:f16[16,64]:seed=2:low=-8:high=8
// tt-run: --arg=ma=tensormap:a:box=16,64:swizzle=128
// tt-run: --arg=mb=tensormap:b:box=16,64:swizzle=128
// tt-run: --arg=d=uninit:f32[64,64] --expect='d=matmul(transpose(a), b)'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 4104 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @wgmma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"), 
                   %ma: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant} loc("ma"), 
                   %mb: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant} loc("mb"), 
                   %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bytes = llvm.mlir.constant(4096 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %tile.a = llvm.getelementptr %shared[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %tile.b = llvm.getelementptr %shared[2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %bar = llvm.getelementptr %shared[4096] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    llvm.cond_br %first, ^begin, ^begun
  ^begin:
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
    llvm.br ^begun
  ^begun:
    nvvm.barrier0
    llvm.cond_br %first, ^load, ^wait
  ^load:
    nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
    %to.a = llvm.addrspacecast %tile.a : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to.a, %ma, %bar, box[%zero, %zero] : !llvm.ptr<7>, !llvm.ptr
    %to.b = llvm.addrspacecast %tile.b : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to.b, %mb, %bar, box[%zero, %zero] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^wait
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %ticks : !llvm.ptr<3>, i32, i32
    %mask = llvm.mlir.constant(262143 : i64) : i64
    %four = llvm.mlir.constant(4 : i64) : i64
    %form.a = llvm.mlir.constant(4611686293313683456 : i64) : i64
    %addr.a = llvm.ptrtoint %tile.a : !llvm.ptr<3> to i64
    %low.a = llvm.and %addr.a, %mask : i64
    %field.a = llvm.lshr %low.a, %four : i64
    %desc.a = llvm.or %form.a, %field.a : i64
    %form.b = llvm.mlir.constant(4611686293313683456 : i64) : i64
    %addr.b = llvm.ptrtoint %tile.b : !llvm.ptr<3> to i64
    %low.b = llvm.and %addr.b, %mask : i64
    %field.b = llvm.lshr %low.b, %four : i64
    %desc.b = llvm.or %form.b, %field.b : i64
    %undef = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %r = nvvm.wgmma.mma_async %desc.a, %desc.b, %undef, <m = 64, n = 64, k = 16>,
        D[<f32>, <zero>], A[<f16>, <one>, <col>], B[<f16>, <one>, <row>]
        : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %i2 = llvm.mlir.constant(2 : i32) : i32
    %i3 = llvm.mlir.constant(3 : i32) : i32
    %i5 = llvm.mlir.constant(5 : i32) : i32
    %i16 = llvm.mlir.constant(16 : i32) : i32
    %n = llvm.mlir.constant(64 : i32) : i32
    %i31 = llvm.mlir.constant(31 : i32) : i32
    %warp = llvm.lshr %tid, %i5 : i32
    %lane = llvm.and %tid, %i31 : i32
    %row.w = llvm.mul %warp, %i16 : i32
    %row.l = llvm.lshr %lane, %i2 : i32
    %row = llvm.add %row.w, %row.l : i32
    %t = llvm.and %lane, %i3 : i32
    %column = llvm.mul %t, %i2 : i32
    %start = llvm.mul %row, %n : i32
    %at = llvm.add %start, %column : i32
    %v0 = llvm.extractvalue %r[0] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd0 = llvm.getelementptr %d[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v0, %pd0 : f32, !llvm.ptr<1>
    %v1 = llvm.extractvalue %r[1] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd1 = llvm.getelementptr %pd0[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v1, %pd1 : f32, !llvm.ptr<1>
    %v2 = llvm.extractvalue %r[2] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd2 = llvm.getelementptr %pd0[512] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v2, %pd2 : f32, !llvm.ptr<1>
    %v3 = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd3 = llvm.getelementptr %pd0[513] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v3, %pd3 : f32, !llvm.ptr<1>
    %v4 = llvm.extractvalue %r[4] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd4 = llvm.getelementptr %pd0[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v4, %pd4 : f32, !llvm.ptr<1>
    %v5 = llvm.extractvalue %r[5] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd5 = llvm.getelementptr %pd0[9] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v5, %pd5 : f32, !llvm.ptr<1>
    %v6 = llvm.extractvalue %r[6] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd6 = llvm.getelementptr %pd0[520] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v6, %pd6 : f32, !llvm.ptr<1>
    %v7 = llvm.extractvalue %r[7] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd7 = llvm.getelementptr %pd0[521] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v7, %pd7 : f32, !llvm.ptr<1>
    %v8 = llvm.extractvalue %r[8] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd8 = llvm.getelementptr %pd0[16] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v8, %pd8 : f32, !llvm.ptr<1>
    %v9 = llvm.extractvalue %r[9] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd9 = llvm.getelementptr %pd0[17] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v9, %pd9 : f32, !llvm.ptr<1>
    %v10 = llvm.extractvalue %r[10] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd10 = llvm.getelementptr %pd0[528] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v10, %pd10 : f32, !llvm.ptr<1>
    %v11 = llvm.extractvalue %r[11] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd11 = llvm.getelementptr %pd0[529] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v11, %pd11 : f32, !llvm.ptr<1>
    %v12 = llvm.extractvalue %r[12] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd12 = llvm.getelementptr %pd0[24] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v12, %pd12 : f32, !llvm.ptr<1>
    %v13 = llvm.extractvalue %r[13] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd13 = llvm.getelementptr %pd0[25] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v13, %pd13 : f32, !llvm.ptr<1>
    %v14 = llvm.extractvalue %r[14] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd14 = llvm.getelementptr %pd0[536] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v14, %pd14 : f32, !llvm.ptr<1>
    %v15 = llvm.extractvalue %r[15] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd15 = llvm.getelementptr %pd0[537] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v15, %pd15 : f32, !llvm.ptr<1>
    %v16 = llvm.extractvalue %r[16] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd16 = llvm.getelementptr %pd0[32] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v16, %pd16 : f32, !llvm.ptr<1>
    %v17 = llvm.extractvalue %r[17] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd17 = llvm.getelementptr %pd0[33] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v17, %pd17 : f32, !llvm.ptr<1>
    %v18 = llvm.extractvalue %r[18] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd18 = llvm.getelementptr %pd0[544] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v18, %pd18 : f32, !llvm.ptr<1>
    %v19 = llvm.extractvalue %r[19] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd19 = llvm.getelementptr %pd0[545] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v19, %pd19 : f32, !llvm.ptr<1>
    %v20 = llvm.extractvalue %r[20] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd20 = llvm.getelementptr %pd0[40] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v20, %pd20 : f32, !llvm.ptr<1>
    %v21 = llvm.extractvalue %r[21] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd21 = llvm.getelementptr %pd0[41] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v21, %pd21 : f32, !llvm.ptr<1>
    %v22 = llvm.extractvalue %r[22] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd22 = llvm.getelementptr %pd0[552] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v22, %pd22 : f32, !llvm.ptr<1>
    %v23 = llvm.extractvalue %r[23] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd23 = llvm.getelementptr %pd0[553] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v23, %pd23 : f32, !llvm.ptr<1>
    %v24 = llvm.extractvalue %r[24] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd24 = llvm.getelementptr %pd0[48] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v24, %pd24 : f32, !llvm.ptr<1>
    %v25 = llvm.extractvalue %r[25] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd25 = llvm.getelementptr %pd0[49] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v25, %pd25 : f32, !llvm.ptr<1>
    %v26 = llvm.extractvalue %r[26] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd26 = llvm.getelementptr %pd0[560] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v26, %pd26 : f32, !llvm.ptr<1>
    %v27 = llvm.extractvalue %r[27] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd27 = llvm.getelementptr %pd0[561] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v27, %pd27 : f32, !llvm.ptr<1>
    %v28 = llvm.extractvalue %r[28] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd28 = llvm.getelementptr %pd0[56] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v28, %pd28 : f32, !llvm.ptr<1>
    %v29 = llvm.extractvalue %r[29] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd29 = llvm.getelementptr %pd0[57] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v29, %pd29 : f32, !llvm.ptr<1>
    %v30 = llvm.extractvalue %r[30] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd30 = llvm.getelementptr %pd0[568] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v30, %pd30 : f32, !llvm.ptr<1>
    %v31 = llvm.extractvalue %r[31] : !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
    %pd31 = llvm.getelementptr %pd0[569] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v31, %pd31 : f32, !llvm.ptr<1>
    nvvm.barrier0
    llvm.cond_br %first, ^clean, ^end
  ^clean:
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
