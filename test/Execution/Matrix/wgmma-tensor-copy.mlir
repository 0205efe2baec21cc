// Two tiles come by bulk tensor copies with a 128-byte swizzle, and one warp
// group multiplies them: m64n8k16, four steps along K.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --async=early
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// The product is not waited for.
// RUN: sed '/^ *nvvm.wgmma.wait.group/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=NOWAIT
// NOWAIT: error: [async-not-waited] thread {{[0-9]+}} {{.*}}'nvvm.wgmma.mma_async': returns without having waited for an asynchronous matrix product

// The tiles are not waited for.
// RUN: sed '/^ *nvvm.mbarrier.try_wait.parity/d' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: error: [uninitialized] thread 0 {{.*}}'nvvm.wgmma.mma_async': reads 16 bytes at shared memory + 0, which nothing wrote

// A tile that is not aligned to its swizzle.
// RUN: sed 's/%%tileb = llvm.getelementptr %%shared\[8192\]/%%tileb = llvm.getelementptr %%shared[8320]/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=ALIGN
// ALIGN: error: [misaligned] thread 0 {{.*}}the tile at shared memory + 8320 is no multiple of 1024

// tt-run: --grid=1 --arg=a=randint:f16[64,64]:seed=1:low=-8:high=8
// tt-run: --arg=b=randint:f16[8,64]:seed=2:low=-8:high=8
// tt-run: --arg=ma=tensormap:a:box=64,64:swizzle=128
// tt-run: --arg=mb=tensormap:b:box=8,64:swizzle=128
// tt-run: --arg=d=uninit:f32[64,8] --expect='d=matmul(a, transpose(b))'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 9224 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @wgmma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"),
                   %ma: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant} loc("ma"),
                   %mb: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant} loc("mb"),
                   %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bytes = llvm.mlir.constant(9216 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %tileb = llvm.getelementptr %shared[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %bar = llvm.getelementptr %shared[9216] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
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
    %to.a = llvm.addrspacecast %shared : !llvm.ptr<3> to !llvm.ptr<7>
    %to.b = llvm.addrspacecast %tileb : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to.a, %ma, %bar, box[%zero, %zero] : !llvm.ptr<7>, !llvm.ptr
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to.b, %mb, %bar, box[%zero, %zero] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^wait
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %ticks : !llvm.ptr<3>, i32, i32
    // Descriptors: 128-byte swizzle, groups of 8 rows 1024 bytes apart.
    %form = llvm.mlir.constant(4611686293305360384 : i64) : i64
    %mask = llvm.mlir.constant(262143 : i64) : i64
    %c4 = llvm.mlir.constant(4 : i64) : i64
    %addr.a = llvm.ptrtoint %shared : !llvm.ptr<3> to i64
    %low.a = llvm.and %addr.a, %mask : i64
    %field.a = llvm.lshr %low.a, %c4 : i64
    %desc.a0 = llvm.or %form, %field.a : i64
    %addr.b = llvm.ptrtoint %tileb : !llvm.ptr<3> to i64
    %low.b = llvm.and %addr.b, %mask : i64
    %field.b = llvm.lshr %low.b, %c4 : i64
    %desc.b0 = llvm.or %form, %field.b : i64
    // One step along K is 32 bytes.
    %step = llvm.mlir.constant(2 : i64) : i64
    %desc.a1 = llvm.add %desc.a0, %step : i64
    %desc.b1 = llvm.add %desc.b0, %step : i64
    %desc.a2 = llvm.add %desc.a1, %step : i64
    %desc.b2 = llvm.add %desc.b1, %step : i64
    %desc.a3 = llvm.add %desc.a2, %step : i64
    %desc.b3 = llvm.add %desc.b2, %step : i64
    %undef = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %r0 = nvvm.wgmma.mma_async %desc.a0, %desc.b0, %undef, <m = 64, n = 8, k = 16>,
        D[<f32>, <zero>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    %r1 = nvvm.wgmma.mma_async %desc.a1, %desc.b1, %r0, <m = 64, n = 8, k = 16>,
        D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    %r2 = nvvm.wgmma.mma_async %desc.a2, %desc.b2, %r1, <m = 64, n = 8, k = 16>,
        D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    %r3 = nvvm.wgmma.mma_async %desc.a3, %desc.b3, %r2, <m = 64, n = 8, k = 16>,
        D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %v0 = llvm.extractvalue %r3[0] : !llvm.struct<(f32, f32, f32, f32)>
    %v1 = llvm.extractvalue %r3[1] : !llvm.struct<(f32, f32, f32, f32)>
    %v2 = llvm.extractvalue %r3[2] : !llvm.struct<(f32, f32, f32, f32)>
    %v3 = llvm.extractvalue %r3[3] : !llvm.struct<(f32, f32, f32, f32)>
    // Row 16 warp + lane / 4, column 2 (lane % 4).
    %i2 = llvm.mlir.constant(2 : i32) : i32
    %i3 = llvm.mlir.constant(3 : i32) : i32
    %i5 = llvm.mlir.constant(5 : i32) : i32
    %i16 = llvm.mlir.constant(16 : i32) : i32
    %i8 = llvm.mlir.constant(8 : i32) : i32
    %i31 = llvm.mlir.constant(31 : i32) : i32
    %warp = llvm.lshr %tid, %i5 : i32
    %lane = llvm.and %tid, %i31 : i32
    %row.w = llvm.mul %warp, %i16 : i32
    %row.l = llvm.lshr %lane, %i2 : i32
    %row = llvm.add %row.w, %row.l : i32
    %t = llvm.and %lane, %i3 : i32
    %column = llvm.mul %t, %i2 : i32
    %start = llvm.mul %row, %i8 : i32
    %at = llvm.add %start, %column : i32
    %d0 = llvm.getelementptr %d[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    ptx.st %d0, (%v0, %v1) : !llvm.ptr<1>, f32, f32
    %d1 = llvm.getelementptr %d0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    ptx.st %d1, (%v2, %v3) : !llvm.ptr<1>, f32, f32
    nvvm.barrier0
    llvm.cond_br %first, ^clean, ^end
  ^clean:
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
