// Fused multiply-adds of f16 (threads 0 to 15) and bf16 (16 to 31) whose results
// would differ if they were rounded to f32 first. Each thread says whether it
// got the bits that exact arithmetic gives.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda --target=sm_90a %}

// tt-run: --grid=1 --arg=right=uninit:i32[32] --expect='right=1 + 0 * iota(32)'

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32,
                   ttg.shared = 0 : i32} {
  llvm.mlir.global internal constant @fa(dense<[16192, 15744, 15904, 15810, 15744, 16216, 16086, 16012, 15808, 15872, 16348, 16160, 16264, 15532, 16320, 15872, 16320, 16320, 16372, 16348, 16380, 16320, 16340, 16352, 16328, 16352, 16288, 16352, 16320, 16292, 16320, 16368]> : tensor<32xi16>) {addr_space = 1 : i32} : !llvm.array<32 x i16>
  llvm.mlir.global internal constant @fb(dense<[16336, 15992, 16224, 15872, 16104, 15488, 15872, 15616, 16176, 16114, 16128, 15648, 16256, 16128, 16176, 16102, 16346, 16330, 16352, 16288, 16288, 16326, 16288, 16308, 16304, 16316, 16356, 16380, 16362, 16352, 16358, 16312]> : tensor<32xi16>) {addr_space = 1 : i32} : !llvm.array<32 x i16>
  llvm.mlir.global internal constant @fc(dense<[1, 1, -32767, -32767, -32767, -32767, 1, -32767, 1, -32767, 1, 1, -32767, 1, 1, 1, -21176, -23423, -21793, -21020, -20549, 10730, 10487, -22608, -20160, 12922, 12741, 9315, -23932, -20548, 10956, 11138]> : tensor<32xi16>) {addr_space = 1 : i32} : !llvm.array<32 x i16>
  llvm.mlir.global internal constant @fd(dense<[17173, 16499, 16805, 16465, 16575, 16417, 16673, 16407, 16683, 16693, 17121, 16529, 17167, 16407, 17143, 16685, 16419, 16407, 16469, 16393, 16413, 16405, 16389, 16413, 16393, 16421, 16399, 16477, 16431, 16399, 16429, 16429]> : tensor<32xi16>) {addr_space = 1 : i32} : !llvm.array<32 x i16>
  llvm.func @fma(%right: !llvm.ptr<1> loc("right"))
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %ga = llvm.mlir.addressof @fa : !llvm.ptr<1>
    %pa = llvm.getelementptr %ga[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %a = llvm.load %pa : !llvm.ptr<1> -> i16
    %gb = llvm.mlir.addressof @fb : !llvm.ptr<1>
    %pb = llvm.getelementptr %gb[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %b = llvm.load %pb : !llvm.ptr<1> -> i16
    %gc = llvm.mlir.addressof @fc : !llvm.ptr<1>
    %pc = llvm.getelementptr %gc[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %c = llvm.load %pc : !llvm.ptr<1> -> i16
    %gd = llvm.mlir.addressof @fd : !llvm.ptr<1>
    %pd = llvm.getelementptr %gd[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i16
    %d = llvm.load %pd : !llvm.ptr<1> -> i16
    %a.f16 = llvm.bitcast %a : i16 to f16
    %b.f16 = llvm.bitcast %b : i16 to f16
    %c.f16 = llvm.bitcast %c : i16 to f16
    %r.f16 = llvm.intr.fma(%a.f16, %b.f16, %c.f16) : (f16, f16, f16) -> f16
    %i.f16 = llvm.bitcast %r.f16 : f16 to i16
    %a.bf16 = llvm.bitcast %a : i16 to bf16
    %b.bf16 = llvm.bitcast %b : i16 to bf16
    %c.bf16 = llvm.bitcast %c : i16 to bf16
    %r.bf16 = llvm.intr.fma(%a.bf16, %b.bf16, %c.bf16) : (bf16, bf16, bf16) -> bf16
    %i.bf16 = llvm.bitcast %r.bf16 : bf16 to i16
    %first = llvm.icmp "ult" %tid, %c16 : i32
    %bits = llvm.select %first, %i.f16, %i.bf16 : i1, i16
    %same = llvm.icmp "eq" %bits, %d : i16
    %flag = llvm.zext %same : i1 to i32
    %to = llvm.getelementptr %right[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %flag, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
