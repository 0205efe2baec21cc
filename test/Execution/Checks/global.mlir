// A masked vector copy of 100 elements by two blocks of 64, with what a wrong
// mask, a wrong stride, a wrong alignment and a race between blocks lead to.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// The load's mask is removed.
// RUN: sed 's/ptx.ld %%px if %%on/ptx.ld %%px/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=LOAD
// LOAD: -:[[#]]:{{[0-9]+}}: error: [out-of-bounds] thread 18 (lane 18 of warp 0) of block (1, 0, 0), 'ptx.ld': 8 bytes at 'x' + 400, outside its 400 bytes

// The store's mask is removed.
// RUN: sed 's/ptx.st %%po, (%%v#0, %%v#1) if %%on/ptx.st %%po, (%%v#0, %%v#1)/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=STORE
// STORE: error: [out-of-bounds] {{.*}}'ptx.st': 8 bytes at 'out' + 400, outside its 400 bytes

// Far outside, the page protection of the host stops the kernel even without
// checks.
// RUN: sed 's/ptx.ld %%px if %%on/ptx.ld %%px/; s/%%block = llvm.mlir.constant(64/%%block = llvm.mlir.constant(1000000/' %s \
// RUN:   | not tt-run - --device=cpu --check=false 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: error: [out-of-bounds] {{.*}}of block (1, 0, 0): illegal memory access at 'x' + 4000000

// RUN: sed 's/%%two = llvm.mlir.constant(2/%%two = llvm.mlir.constant(1/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=ALIGN
// ALIGN: error: [misaligned] thread 1 {{.*}}'ptx.ld': 8 bytes at 'x' + 4, which is no multiple of 8

// Both blocks write the same elements.
// RUN: sed 's/%%first = llvm.mul %%cta, %%block/%%first = llvm.mul %%cta, %%zero/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: error: [race] thread 0 {{.*}} of block (1, 0, 0), 'ptx.st': writes 'out' + 0, which is not ordered with a write by block (0, 0, 0)

// Nothing wrote x.
// RUN: not tt-run %s --device=cpu --arg=x=uninit:f32[100] 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNINIT
// UNINIT: error: [uninitialized] thread 0 {{.*}} 'ptx.ld': reads 8 bytes at 'x' + 0, which nothing wrote (and 49 more like it)

// Reports do not depend on chance: the same text twice.
// RUN: sed 's/%%first = llvm.mul %%cta, %%block/%%first = llvm.mul %%cta, %%zero/' %s > %t.mlir
// RUN: not tt-run %t.mlir --device=cpu > %t.1 2>&1
// RUN: not tt-run %t.mlir --device=cpu --workers=1 > %t.2 2>&1
// RUN: diff %t.1 %t.2

// tt-run: --grid=2 --arg=x=randn:f32[100]:seed=3 --arg=out=uninit:f32[100]
// tt-run: --arg=n=100 --expect=out=x

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @copy(%x: !llvm.ptr<1> loc("x"), %out: !llvm.ptr<1> loc("out"),
                  %n: i32 loc("n"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %block = llvm.mlir.constant(64 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32
    %first = llvm.mul %cta, %block : i32
    %mine = llvm.mul %tid, %two : i32
    %i = llvm.add %first, %mine : i32
    %on = llvm.icmp "slt" %i, %n : i32
    %px = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %v:2 = ptx.ld %px if %on : !llvm.ptr<1> -> f32, f32
    %po = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    ptx.st %po, (%v#0, %v#1) if %on : !llvm.ptr<1>, f32, f32
    llvm.return
  }
}
