#x = loc("x"("kernel.py":1:0))
module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 2 : i32, ttg.shared = 1024 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
  llvm.func @store(%x: !llvm.ptr<1> loc(#x), %v: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %smem = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    %s = llvm.getelementptr %smem[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    ptx.st %s, (%v) : !llvm.ptr<3>, f32
    nvvm.barrier0
    %0 = ptx.ld %smem : !llvm.ptr<3> -> f32
    ptx.st %x, (%0) : !llvm.ptr<1>, f32
    llvm.return
  }
}
