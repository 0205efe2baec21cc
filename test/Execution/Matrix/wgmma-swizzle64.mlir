// wgmma m64n8k16 of f16 on the first half of tiles with 64-byte rows.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=a=randint:f16[64,32]:seed=1:low=-8:high=8
// tt-run: --arg=b=randint:f16[8,32]:seed=2:low=-8:high=8
// tt-run: --arg=ma=tensormap:a:box=64,32:swizzle=64
// tt-run: --arg=mb=tensormap:b:box=8,32:swizzle=64
// tt-run: --arg=d=uninit:f32[64,8] --expect='d=matmul(a * (iota(1,32) < 16), transpose(b))'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 4616 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @wgmma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"), 
                   %ma: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant} loc("ma"), 
                   %mb: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant} loc("mb"), 
                   %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bytes = llvm.mlir.constant(4608 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %tile.a = llvm.getelementptr %shared[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %tile.b = llvm.getelementptr %shared[4096] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %bar = llvm.getelementptr %shared[4608] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
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
    %form.a = llvm.mlir.constant(-9223371899415756800 : i64) : i64
    %addr.a = llvm.ptrtoint %tile.a : !llvm.ptr<3> to i64
    %low.a = llvm.and %addr.a, %mask : i64
    %field.a = llvm.lshr %low.a, %four : i64
    %desc.a = llvm.or %form.a, %field.a : i64
    %form.b = llvm.mlir.constant(-9223371899415756800 : i64) : i64
    %addr.b = llvm.ptrtoint %tile.b : !llvm.ptr<3> to i64
    %low.b = llvm.and %addr.b, %mask : i64
    %field.b = llvm.lshr %low.b, %four : i64
    %desc.b = llvm.or %form.b, %field.b : i64
    %undef = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %r = nvvm.wgmma.mma_async %desc.a, %desc.b, %undef, <m = 64, n = 8, k = 16>,
        D[<f32>, <zero>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %i2 = llvm.mlir.constant(2 : i32) : i32
    %i3 = llvm.mlir.constant(3 : i32) : i32
    %i5 = llvm.mlir.constant(5 : i32) : i32
    %i16 = llvm.mlir.constant(16 : i32) : i32
    %n = llvm.mlir.constant(8 : i32) : i32
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
    %v0 = llvm.extractvalue %r[0] : !llvm.struct<(f32, f32, f32, f32)>
    %pd0 = llvm.getelementptr %d[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v0, %pd0 : f32, !llvm.ptr<1>
    %v1 = llvm.extractvalue %r[1] : !llvm.struct<(f32, f32, f32, f32)>
    %pd1 = llvm.getelementptr %pd0[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v1, %pd1 : f32, !llvm.ptr<1>
    %v2 = llvm.extractvalue %r[2] : !llvm.struct<(f32, f32, f32, f32)>
    %pd2 = llvm.getelementptr %pd0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v2, %pd2 : f32, !llvm.ptr<1>
    %v3 = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %pd3 = llvm.getelementptr %pd0[65] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %v3, %pd3 : f32, !llvm.ptr<1>
    nvvm.barrier0
    llvm.cond_br %first, ^clean, ^end
  ^clean:
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
