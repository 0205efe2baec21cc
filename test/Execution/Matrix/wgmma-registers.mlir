// ptx.wgmma with A in registers, four steps along K, whose sums are used only
// when an argument says so.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --arg=use=0 --expect='d=matmul(a, transpose(b))'
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a --arg=use=0 --expect='d=matmul(a, transpose(b))' %}

// The fragments are in their registers only behind the fence.
// RUN: sed -e '/^ *nvvm.wgmma.fence/d' -e 's/^ *%%tid = /nvvm.wgmma.fence.aligned\n&/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=FENCE
// FENCE: error: [missing-fence] {{.*}}'ptx.wgmma': uses registers that were accessed after the last wgmma.fence

// A wait for less gives nothing yet.
// RUN: sed 's/ptx.wgmma_wait 0/ptx.wgmma_wait 1/' %s \
// RUN:   | not tt-run - --device=cpu --check=false 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: 'd' is wrong at 512 of 512 elements

// tt-run: --grid=1 --arg=a=randint:f16[64,64]:seed=1:low=-8:high=8
// tt-run: --arg=b=randint:f16[8,64]:seed=2:low=-8:high=8
// tt-run: --arg=mb=tensormap:b:box=8,64:swizzle=128
// tt-run: --arg=c=randint:f32[64,8]:seed=3:low=-100:high=100 --arg=use=1
// tt-run: --arg=d=uninit:f32[64,8] --expect='d=matmul(a, transpose(b)) + c'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 1032 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @wgmma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"), 
                   %mb: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant} loc("mb"), 
                   %c: !llvm.ptr<1> loc("c"), %use: i32 loc("use"), %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bytes = llvm.mlir.constant(1024 : i32) : i32
    %ticks = llvm.mlir.constant(1000 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %tile.b = llvm.getelementptr %shared[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %bar = llvm.getelementptr %shared[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
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
    %to.b = llvm.addrspacecast %tile.b : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to.b, %mb, %bar, box[%zero, %zero] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^wait
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %ticks : !llvm.ptr<3>, i32, i32
    %i2 = llvm.mlir.constant(2 : i32) : i32
    %mask = llvm.mlir.constant(262143 : i64) : i64
    %four = llvm.mlir.constant(4 : i64) : i64
    %form.b0 = llvm.mlir.constant(4611686293305360384 : i64) : i64
    %addr.b0 = llvm.ptrtoint %tile.b : !llvm.ptr<3> to i64
    %low.b0 = llvm.and %addr.b0, %mask : i64
    %field.b0 = llvm.lshr %low.b0, %four : i64
    %desc.b0 = llvm.or %form.b0, %field.b0 : i64
    %step = llvm.mlir.constant(2 : i64) : i64
    %desc.b1 = llvm.add %desc.b0, %step : i64
    %desc.b2 = llvm.add %desc.b1, %step : i64
    %desc.b3 = llvm.add %desc.b2, %step : i64
    %i3 = llvm.mlir.constant(3 : i32) : i32
    %i5 = llvm.mlir.constant(5 : i32) : i32
    %i8 = llvm.mlir.constant(8 : i32) : i32
    %i16 = llvm.mlir.constant(16 : i32) : i32
    %i31 = llvm.mlir.constant(31 : i32) : i32
    %i64 = llvm.mlir.constant(64 : i32) : i32
    %warp = llvm.lshr %tid, %i5 : i32
    %lane = llvm.and %tid, %i31 : i32
    %row.w = llvm.mul %warp, %i16 : i32
    %row.l = llvm.lshr %lane, %i2 : i32
    %row = llvm.add %row.w, %row.l : i32
    %t = llvm.and %lane, %i3 : i32
    %column = llvm.mul %t, %i2 : i32
    // The fragments of A, from global memory.
    %a.row = llvm.mul %row, %i64 : i32
    %a.at = llvm.add %a.row, %column : i32
    %pa = llvm.getelementptr %a[%a.at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    %pa00 = llvm.getelementptr %pa[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a00 = llvm.load %pa00 : !llvm.ptr<1> -> i32
    %pa01 = llvm.getelementptr %pa[512] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a01 = llvm.load %pa01 : !llvm.ptr<1> -> i32
    %pa02 = llvm.getelementptr %pa[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a02 = llvm.load %pa02 : !llvm.ptr<1> -> i32
    %pa03 = llvm.getelementptr %pa[520] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a03 = llvm.load %pa03 : !llvm.ptr<1> -> i32
    %pa10 = llvm.getelementptr %pa[16] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a10 = llvm.load %pa10 : !llvm.ptr<1> -> i32
    %pa11 = llvm.getelementptr %pa[528] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a11 = llvm.load %pa11 : !llvm.ptr<1> -> i32
    %pa12 = llvm.getelementptr %pa[24] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a12 = llvm.load %pa12 : !llvm.ptr<1> -> i32
    %pa13 = llvm.getelementptr %pa[536] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a13 = llvm.load %pa13 : !llvm.ptr<1> -> i32
    %pa20 = llvm.getelementptr %pa[32] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a20 = llvm.load %pa20 : !llvm.ptr<1> -> i32
    %pa21 = llvm.getelementptr %pa[544] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a21 = llvm.load %pa21 : !llvm.ptr<1> -> i32
    %pa22 = llvm.getelementptr %pa[40] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a22 = llvm.load %pa22 : !llvm.ptr<1> -> i32
    %pa23 = llvm.getelementptr %pa[552] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a23 = llvm.load %pa23 : !llvm.ptr<1> -> i32
    %pa30 = llvm.getelementptr %pa[48] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a30 = llvm.load %pa30 : !llvm.ptr<1> -> i32
    %pa31 = llvm.getelementptr %pa[560] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a31 = llvm.load %pa31 : !llvm.ptr<1> -> i32
    %pa32 = llvm.getelementptr %pa[56] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a32 = llvm.load %pa32 : !llvm.ptr<1> -> i32
    %pa33 = llvm.getelementptr %pa[568] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f16
    %a33 = llvm.load %pa33 : !llvm.ptr<1> -> i32
    %start = llvm.mul %row, %i8 : i32
    %at = llvm.add %start, %column : i32
    %pc0 = llvm.getelementptr %c[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %pc1 = llvm.getelementptr %pc0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %c0:2 = ptx.ld %pc0 : !llvm.ptr<1> -> f32, f32
    %c1:2 = ptx.ld %pc1 : !llvm.ptr<1> -> f32, f32
    %adds = llvm.icmp "ne" %use, %zero : i32
    nvvm.wgmma.fence.aligned
    %d0:4 = ptx.wgmma f16 f16 a(%a00, %a01, %a02, %a03 : i32, i32, i32, i32) b(%desc.b0)
        sums(%c0#0, %c0#1, %c1#0, %c1#1) if %adds : f32, f32, f32, f32 -> f32, f32, f32, f32
    %d1:4 = ptx.wgmma f16 f16 a(%a10, %a11, %a12, %a13 : i32, i32, i32, i32) b(%desc.b1)
        sums(%d0#0, %d0#1, %d0#2, %d0#3) : f32, f32, f32, f32 -> f32, f32, f32, f32
    %d2:4 = ptx.wgmma f16 f16 a(%a20, %a21, %a22, %a23 : i32, i32, i32, i32) b(%desc.b2)
        sums(%d1#0, %d1#1, %d1#2, %d1#3) : f32, f32, f32, f32 -> f32, f32, f32, f32
    %d3:4 = ptx.wgmma f16 f16 a(%a30, %a31, %a32, %a33 : i32, i32, i32, i32) b(%desc.b3)
        sums(%d2#0, %d2#1, %d2#2, %d2#3) : f32, f32, f32, f32 -> f32, f32, f32, f32
    nvvm.wgmma.commit.group.sync.aligned
    %r:4 = ptx.wgmma_wait 0, (%d3#0, %d3#1, %d3#2, %d3#3) : f32, f32, f32, f32 -> f32, f32, f32, f32
    %pd0 = llvm.getelementptr %d[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %pd1 = llvm.getelementptr %pd0[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    ptx.st %pd0, (%r#0, %r#1) : !llvm.ptr<1>, f32, f32
    ptx.st %pd1, (%r#2, %r#3) : !llvm.ptr<1>, f32, f32
    nvvm.barrier0
    llvm.cond_br %first, ^clean, ^end
  ^clean:
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
