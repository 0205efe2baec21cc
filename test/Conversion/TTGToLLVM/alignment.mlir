// A pointer's promise becomes an alignment: the largest power of two that divides
// it, as far as LLVM has one. All of it gets through LLVM.

// RUN: tt-opt %s --convert-ttg-to-llvm="target=sm_90a" | FileCheck %s
// RUN: tt-translate %s --tt-to-ptx --target=sm_90a | FileCheck %s --check-prefix=PTX

// CHECK: llvm.func @kernel(%arg0: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noundef}
// CHECK-SAME: %arg1: !llvm.ptr<1> {llvm.align = 4294967296 : i64, llvm.noundef}
// CHECK-SAME: %arg2: !llvm.ptr<1> {llvm.align = 4294967296 : i64, llvm.noundef}
// CHECK-SAME: %arg3: !llvm.ptr<1> {llvm.align = 1 : i64, llvm.noundef}
// PTX: .entry kernel(
module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 4 : i32} {
tt.func public @kernel(%a: !tt.ptr<i32> {tt.divisibility = 48 : i32},
                       %b: !tt.ptr<i32> {tt.divisibility = 1099511627776 : i64},
                       %c: !tt.ptr<i32> {tt.divisibility = 1267650600228229401496703205376 : i128},
                       %d: !tt.ptr<i32> {tt.divisibility = 3 : i32}) {
  %x = tt.load %a : !tt.ptr<i32>
  tt.store %b, %x : !tt.ptr<i32>
  tt.store %c, %x : !tt.ptr<i32>
  tt.return
}
}
