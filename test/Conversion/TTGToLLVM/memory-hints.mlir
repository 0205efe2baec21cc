// RUN: tt-opt %s --convert-ttg-to-llvm --verify-diagnostics | FileCheck %s

// What PTX doesn't allow beside what the user named is dropped with a warning.
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: llvm.func @dropped
tt.func public @dropped(%p: !tt.ptr<i32>) {
  // CHECK: ptx.ld %arg0 cache = ca : !llvm.ptr<1> -> i32
  // expected-warning @below {{eviction policy 'evict_last' is dropped: PTX has no access with it and cache modifier 'ca'}}
  %a = tt.load %p cacheModifier = ca evictionPolicy = evict_last : !tt.ptr<i32>
  // CHECK: ptx.ld %arg0 volatile : !llvm.ptr<1> -> i32
  // expected-warning @below {{eviction policy 'evict_first' is dropped: PTX has no access with it that is volatile}}
  %b = tt.load %p evictionPolicy = evict_first {isVolatile = true} : !tt.ptr<i32>
  // CHECK: ptx.ld %arg0 volatile : !llvm.ptr<1> -> i32
  // expected-warning @below {{cache modifier 'cg' is dropped: PTX has no access with it that is volatile}}
  %c = tt.load %p cacheModifier = cg {isVolatile = true} : !tt.ptr<i32>
  %ab = arith.addi %a, %b : i32
  %abc = arith.addi %ab, %c : i32
  // CHECK: ptx.st %arg0, (%{{.*}}) if %{{.*}} cache = cs : !llvm.ptr<1>, i32
  // expected-warning @below {{eviction policy 'evict_first' is dropped: PTX has no access with it and cache modifier 'cs'}}
  tt.store %p, %abc cacheModifier = cs evictionPolicy = evict_first : !tt.ptr<i32>
  tt.return
}
}
