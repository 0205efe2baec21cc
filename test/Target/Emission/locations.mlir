// Every instruction names the line it came from, whatever form its location
// has: named, inlined, fused.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s

#func = loc("kernel.py":1:0)
#line = loc("kernel.py":8:22)
#named = loc("value"(#line))
#helper = loc("helper.py":100:3)
#inlined = loc(callsite(#helper at #named))
#namedInlined = loc("result"(#inlined))
#fused = loc(fused[unknown, "kernel.py":9:1, #helper])

// CHECK: .target sm_90a{{$}}
// CHECK-LABEL: .entry kernel(
llvm.func @kernel(%p: !llvm.ptr<1>, %i: i32, %j: i32) attributes {nvvm.kernel} {
  // CHECK: .loc [[KERNEL:[0-9]+]] 8 22
  // CHECK-NEXT: add.s32
  %0 = llvm.add %i, %j : i32 loc(#named)
  // CHECK: .loc [[HELPER:[0-9]+]] 100 3
  // CHECK-NEXT: mul.lo.s32
  %1 = llvm.mul %0, %i : i32 loc(#namedInlined)
  // CHECK: .loc [[KERNEL]] 9 1
  // CHECK-NEXT: xor.b32
  %2 = llvm.xor %1, %j : i32 loc(#fused)
  // CHECK: .loc [[HELPER]] 100 3
  // CHECK: st.global.cs.b32
  ptx.st %p, (%2) cache = cs : !llvm.ptr<1>, i32 loc(#inlined)
  llvm.return
} loc(#func)
// CHECK: .file [[KERNEL]] "kernel.py"
// CHECK: .file [[HELPER]] "helper.py"
