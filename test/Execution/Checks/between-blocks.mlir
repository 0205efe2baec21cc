// Block 0 writes a value and releases a flag; block 1 waits for the flag and
// reads the value.

// RUN: tt-run %s --device=cpu
// RUN: tt-run %s --device=cpu --check=false
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// A relaxed flag orders nothing.
// RUN: sed 's/ptx.atom exch release/ptx.atom exch relaxed/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=RELAXED
// RELAXED: error: [race] thread 0 {{.*}} of block (1, 0, 0), 'llvm.load': reads 'data' + 0, which is not ordered with a write by block (0, 0, 0)

// RUN: sed 's/ptx.cas acquire/ptx.cas relaxed/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=RELAXED

// A flag that is written by an ordinary store races with who looks at it.
// RUN: sed 's/%%old = ptx.atom exch release gpu %%flag, %%one : .*/llvm.store %%one, %%flag : i32, !llvm.ptr<1>/' %s \
// RUN:   | not tt-run - --device=cpu 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: error: [race] {{.*}}'flag' + 0, which is not ordered with {{a write|an atomic access}} by block

// Nobody sets the flag.
// RUN: sed '/%%old = ptx.atom/d' %s \
// RUN:   | not tt-run - --device=cpu --timeout=0.3 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: error: [timeout] thread 0 {{.*}} of block (1, 0, 0), 'ptx.cas': the kernel did not end in the time given

// tt-run: --grid=2 --arg=data=zeros:i32[1] --arg=flag=zeros:i32[1]
// tt-run: --arg=out=uninit:i32[1] --expect='out=[7]'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @flag(%data: !llvm.ptr<1> loc("data"), %flag: !llvm.ptr<1> loc("flag"),
                  %out: !llvm.ptr<1> loc("out"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32
    %first = llvm.icmp "eq" %tid, %zero : i32
    llvm.cond_br %first, ^work, ^end
  ^work:
    %writes = llvm.icmp "eq" %cta, %zero : i32
    llvm.cond_br %writes, ^write, ^wait
  ^write:
    llvm.store %seven, %data : i32, !llvm.ptr<1>
    %old = ptx.atom exch release gpu %flag, %one : !llvm.ptr<1>, i32
    llvm.br ^end
  ^wait:
    %seen = ptx.cas acquire gpu %flag, %one, %one : !llvm.ptr<1>, i32
    %there = llvm.icmp "eq" %seen, %one : i32
    llvm.cond_br %there, ^read, ^wait
  ^read:
    %v = llvm.load %data : !llvm.ptr<1> -> i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
