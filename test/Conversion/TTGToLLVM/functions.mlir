// RUN: tt-opt %s --convert-ttg-to-llvm | FileCheck %s
// RUN: tt-opt %s --convert-ttg-to-llvm="target=sm_90a" | FileCheck %s

// What the module did not say is there afterwards.
// CHECK: module attributes {ttg.maxnreg = 64 : i32, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 0 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}
// CHECK-DAG: @[[MESSAGE:assert_[0-9]+]]("out of bounds\00") {addr_space = 1 : i32
// CHECK-DAG: @[[FILE:assert_[0-9]+]]("kernel.py\00")
// CHECK-DAG: @[[NAME:assert_[0-9]+]]("kernel\00")
// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
module attributes {ttg.maxnreg = 64 : i32, ttg.target = "cuda:90"} {

// CHECK-LABEL: llvm.func @kernel
// CHECK-SAME: (%arg0: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noundef}, %arg1: i32 {llvm.noundef}, %arg2: i1 {llvm.noundef})
// CHECK-SAME: attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.reqntid = array<i32: 128>}
// CHECK: %[[LINE:.*]] = llvm.mlir.constant(42 : i32)
// CHECK: nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 2147483647>
// CHECK: nvvm.read.ptx.sreg.ctaid.y range <i32, 0, 65535>
// CHECK: nvvm.read.ptx.sreg.nctaid.z range <i32, 1, 65536>
// CHECK: nvvm.barrier0
// CHECK: nvvm.barrier0
// CHECK: %[[FAILS:.*]] = llvm.xor %arg2, %{{.*}} : i1
// CHECK: llvm.cond_br %[[FAILS]], ^[[CALL:.*]], ^[[REST:.*]]
// CHECK: ^[[CALL]]:
// CHECK: %[[M:.*]] = llvm.mlir.addressof @[[MESSAGE]] : !llvm.ptr<1>
// CHECK: %[[MG:.*]] = llvm.addrspacecast %[[M]] : !llvm.ptr<1> to !llvm.ptr
// CHECK: llvm.mlir.addressof @[[FILE]]
// CHECK: llvm.mlir.addressof @[[NAME]]
// CHECK: llvm.call @__assertfail(%[[MG]], %{{.*}}, %[[LINE]], %{{.*}}, %{{.*}})
// CHECK: llvm.br ^[[REST]]
tt.func public @kernel(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}, %c: i1) {
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %z = tt.get_num_programs z : i32
  %xy = arith.addi %x, %y : i32
  %xyz = arith.addi %xy, %z : i32
  gpu.barrier
  ttg.barrier local
  // The place is the callee's, seen through names.
  tt.assert %c, "out of bounds" : i1 loc(callsite("check"("kernel.py":42:7) at "kernel.py":99:1))
  tt.store %p, %xyz : !tt.ptr<i32>
  tt.return
}

// Inlined everywhere: gone.
// CHECK-NOT: @helper
tt.func private @helper() {
  tt.return
}
}
