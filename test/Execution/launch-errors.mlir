// What a launch on the CPU can get wrong, and kernels that do not end.

// RUN: tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=0
// RUN: not tt-run %s --device=cpu --grid=0 --arg=x=zeros:i32[32] --arg=n=0 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: grid
// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: {{.*}}n
// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=1 --arg=n=0 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: {{.*}}x

// Integers have no sign: what fits with one or without is taken.
// RUN: tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=3000000000 --print=n | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED: n: i32 = -1294967296
// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=4294967296 2>&1 | FileCheck %s --check-prefix=FIT
// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=-2147483649 2>&1 | FileCheck %s --check-prefix=FIT
// FIT: error: {{.*}} does not fit i32

// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=0 --bench 2>&1 | FileCheck %s --check-prefix=BENCH
// BENCH: {{^}}error: only a GPU can time kernels: use --device=cuda

// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=1 --timeout=0.2 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: error: [timeout] thread {{[0-9]+}} {{.*}}the kernel did not end in the time given

// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=2 2>&1 | FileCheck %s --check-prefix=STACK
// STACK: error: [stack-overflow] thread {{[0-9]+}} {{.*}}stack overflow: the thread needs more than 48 KiB for its local variables

// RUN: not tt-run %s --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=3 2>&1 | FileCheck %s --check-prefix=TRAP
// TRAP: launch-errors.mlir:[[#]]:5: error: [fault] thread 0 {{.*}}trap

// RUN: sed 's/ttg.shared = 0/ttg.shared = 400000/' %s | not tt-run - --device=cpu --grid=1 --arg=x=zeros:i32[32] --arg=n=0 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: error: {{.*}}400000 {{.*}}shared memory

// RUN: not tt-run %s --device=cpu --grid=4 --blocks=7..9 --arg=x=zeros:i32[32] --arg=n=0 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: there is no block 7 among 4

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func internal @deep(%x: !llvm.ptr<1>, %n: i32) -> i32 attributes {no_inline} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %size = llvm.mlir.constant(16384 : i32) : i32
    %local = llvm.alloca %size x i32 : (i32) -> !llvm.ptr
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %slot = llvm.getelementptr %local[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store volatile %n, %slot : i32, !llvm.ptr
    %other = llvm.getelementptr %local[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store volatile %n, %other : i32, !llvm.ptr
    %v = llvm.load volatile %slot : !llvm.ptr -> i32
    llvm.return %v : i32
  }
  llvm.func @odd(%x: !llvm.ptr<1> loc("x"), %n: i32 loc("n"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.switch %n : i32, ^end [1: ^loop, 2: ^stack, 3: ^trap]
  ^loop:
    %v = llvm.load volatile %x : !llvm.ptr<1> -> i32
    %go = llvm.icmp "ne" %v, %one : i32
    llvm.cond_br %go, ^loop, ^end
  ^stack:
    %w = llvm.call @deep(%x, %n) : (!llvm.ptr<1>, i32) -> i32
    llvm.store %w, %x : i32, !llvm.ptr<1>
    llvm.br ^end
  ^trap:
    "llvm.intr.trap"() : () -> ()
    llvm.unreachable
  ^end:
    llvm.return
  }
}
