// 64 blocks add floats to one sum. The order of blocks decides its last bits,
// and it does not depend on how many threads of the host there are.

// RUN: tt-run %s --device=cpu --print=sum --workers=1 > %t.1
// RUN: tt-run %s --device=cpu --print=sum --workers=4 --check=false > %t.2
// RUN: diff %t.1 %t.2
// RUN: tt-run %s --device=cpu --print=sum --check=false > %t.3
// RUN: diff %t.1 %t.3
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=64 --arg=x=uniform:f32[2048]:seed=5:low=-1:high=1
// tt-run: --arg=sum=zeros:f32[1] --expect='sum=sum(x):atol=1e-3'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.func @sum(%x: !llvm.ptr<1> loc("x"), %sum: !llvm.ptr<1> loc("sum"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32
    %first = llvm.mul %cta, %c32 : i32
    %i = llvm.add %first, %tid : i32
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %v = llvm.load %p : !llvm.ptr<1> -> f32
    ptx.red add relaxed gpu %sum, %v : !llvm.ptr<1>, f32
    llvm.return
  }
}
