// Three products in a loop whose sums are handed on in flight: one group is
// outstanding at each turn, and after the loop all are waited for.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --async=early
// RUN: tt-run %s --device=cpu --async=random:1
// RUN: tt-run %s --device=cpu --async=random:2
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// Without the last wait the newest product is missing.
// RUN: sed 's/wait.group.sync.aligned 0/wait.group.sync.aligned 1/' %s \
// RUN:   | not tt-run - --device=cpu --check=false 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: 'd' is wrong at 512 of 512 elements

// Reading the sums and going on without a fence: a register is accessed
// between the products.
// RUN: sed -e 's/wait.group.sync.aligned 1/wait.group.sync.aligned 0/' \
// RUN:     -e 's/^ *%%next = /%%touched = llvm.extractvalue %%p[0] : !llvm.struct<(f32, f32, f32, f32)>\nllvm.store %%touched, %%d : f32, !llvm.ptr<1>\n&/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: [missing-fence] {{.*}}'nvvm.wgmma.mma_async': uses registers that were accessed after the last wgmma.fence

// tt-run: --grid=1 --arg=a=randint:f16[64,16]:seed=1:low=-8:high=8
// tt-run: --arg=b=randint:f16[8,16]:seed=2:low=-8:high=8
// tt-run: --arg=d=uninit:f32[64,8] --expect='d=3 * matmul(a, transpose(b)) + 1'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 2304 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @wgmma(%a: !llvm.ptr<1> loc("a"), %b: !llvm.ptr<1> loc("b"), %d: !llvm.ptr<1> loc("d"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c7 = llvm.mlir.constant(7 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %zeros = llvm.mlir.zero : vector<4xi32>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %tile.b = llvm.getelementptr %shared[2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    // Thread t has half t % 2 of row t / 2.
    %r0 = llvm.lshr %tid, %c1 : i32
    %half = llvm.and %tid, %c1 : i32
    %group = llvm.lshr %r0, %c3 : i32
    %in = llvm.and %r0, %c7 : i32
    %g16 = llvm.mul %group, %c16 : i32
    %h8 = llvm.mul %half, %c8 : i32
    %sum = llvm.add %g16, %h8 : i32
    %chunk = llvm.add %sum, %in : i32
    %from.a = llvm.getelementptr %a[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    %to.a = llvm.getelementptr %shared[%chunk] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %piece.a = llvm.load %from.a : !llvm.ptr<1> -> vector<4xi32>
    llvm.store %piece.a, %to.a : vector<4xi32>, !llvm.ptr<3>
    %hasb = llvm.icmp "ult" %tid, %c16 : i32
    llvm.cond_br %hasb, ^storeb, ^stored
  ^storeb:
    %from.b = llvm.getelementptr %b[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    %to.b = llvm.getelementptr %tile.b[%chunk] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %piece.b = llvm.load %from.b : !llvm.ptr<1> -> vector<4xi32>
    llvm.store %piece.b, %to.b : vector<4xi32>, !llvm.ptr<3>
    llvm.br ^stored
  ^stored:
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %mask = llvm.mlir.constant(262143 : i64) : i64
    %four = llvm.mlir.constant(4 : i64) : i64
    %form = llvm.mlir.constant(68720001024 : i64) : i64
    %addr.a = llvm.ptrtoint %shared : !llvm.ptr<3> to i64
    %low.a = llvm.and %addr.a, %mask : i64
    %field.a = llvm.lshr %low.a, %four : i64
    %desc.a = llvm.or %form, %field.a : i64
    %addr.b = llvm.ptrtoint %tile.b : !llvm.ptr<3> to i64
    %low.b = llvm.and %addr.b, %mask : i64
    %field.b = llvm.lshr %low.b, %four : i64
    %desc.b = llvm.or %form, %field.b : i64
    %zeroi = llvm.mlir.constant(0 : i32) : i32
    %i1 = llvm.mlir.constant(1 : i32) : i32
    %rounds = llvm.mlir.constant(3 : i32) : i32
    %start.f = llvm.mlir.constant(1.0 : f32) : f32
    %none = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
    %s0 = llvm.insertvalue %start.f, %none[0] : !llvm.struct<(f32, f32, f32, f32)>
    %s1 = llvm.insertvalue %start.f, %s0[1] : !llvm.struct<(f32, f32, f32, f32)>
    %s2 = llvm.insertvalue %start.f, %s1[2] : !llvm.struct<(f32, f32, f32, f32)>
    %s3 = llvm.insertvalue %start.f, %s2[3] : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    llvm.br ^loop(%zeroi, %s3 : i32, !llvm.struct<(f32, f32, f32, f32)>)
  ^loop(%i: i32, %sums: !llvm.struct<(f32, f32, f32, f32)>):
    %p = nvvm.wgmma.mma_async %desc.a, %desc.b, %sums, <m = 64, n = 8, k = 16>,
        D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 1
    // The struct is taken apart and put together, which is no instruction.
    %p0 = llvm.extractvalue %p[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %p[1] : !llvm.struct<(f32, f32, f32, f32)>
    %q0 = llvm.insertvalue %p0, %p[0] : !llvm.struct<(f32, f32, f32, f32)>
    %q1 = llvm.insertvalue %p1, %q0[1] : !llvm.struct<(f32, f32, f32, f32)>
    %next = llvm.add %i, %i1 : i32
    %more = llvm.icmp "ult" %next, %rounds : i32
    llvm.cond_br %more, ^loop(%next, %q1 : i32, !llvm.struct<(f32, f32, f32, f32)>), ^done(%p : !llvm.struct<(f32, f32, f32, f32)>)
  ^done(%r: !llvm.struct<(f32, f32, f32, f32)>):
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
    llvm.return
  }
}
