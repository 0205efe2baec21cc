// LLVM IR that means nothing on a GPU is an error at its place; the code
// generator would abort.

// RUN: split-file %s %t
// RUN: not tt-translate %t/type.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not tt-translate %t/convert.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=CONVERT
// RUN: not tt-translate %t/operand.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=OPERAND
// RUN: not tt-translate %t/constraint.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=CONSTRAINT
// RUN: not tt-translate %t/register.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=REGISTER
// RUN: not tt-translate %t/scope.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not tt-translate %t/cluster.mlir --tt-to-ptx --target=sm_80 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: tt-translate %t/cluster.mlir --tt-to-ptx --target=sm_90 | FileCheck %s --check-prefix=FENCE
// RUN: not tt-translate %t/branch.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: not tt-translate %t/name.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tt-translate %t/space.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: not tt-translate %t/thread.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: not tt-translate %t/alias.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not tt-translate %t/verify.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=VERIFY
// RUN: not tt-translate %t/large.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tt-translate %t/initial.mlir --tt-to-ptx --target=sm_90 2>&1 | FileCheck %s --check-prefix=INITIAL

// TYPE: type.mlir:3:8: error: PTX has no values of type fp128
// CONVERT: convert.mlir:2:8: error: integers wider than 64 bits cannot be converted from or to floating point
// OPERAND: operand.mlir:2:3: error: inline assembly: '$1' names no operand
// CONSTRAINT: constraint.mlir:2:8: error: inline assembly: failed to parse constraints
// REGISTER: register.mlir:1:1: error: LLVM: couldn't allocate input reg for constraint '{r7}'
// SCOPE: scope.mlir:2:3: error: scopes of memory accesses are "block", "cluster", "device" and "" (the system)
// CLUSTER: cluster.mlir:2:3: error: sm_80 has no clusters, so no scope "cluster"
// FENCE: fence.acq_rel.cluster
// BRANCH: branch.mlir:2:3: error: PTX has nothing for LLVM's 'indirectbr'
// NAME: name.mlir:1:1: error: 'a b' is no name that a symbol of PTX can have
// SPACE: space.mlir:2:1: error: variable 'g' is in address space 9, which PTX does not have
// THREAD: thread.mlir:2:1: error: variable 'g' is thread-local, which PTX does not have
// ALIAS: alias.mlir:6:1: error: PTX has no aliases of symbols
// VERIFY: verify.mlir:1:1: error: LLVM: immarg operand has non-immediate parameter
// LARGE: large.mlir:2:8: error: a value of type [1000000000 x i32] has too many scalars; at most 8192 are supported
// INITIAL: initial.mlir:1:1: error: variables with an initial value can have at most 4194304 elements

//--- large.mlir
llvm.func @kernel(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %0 = llvm.load %p : !llvm.ptr<1> -> !llvm.array<1000000000 x i32>
  llvm.store %0, %p : !llvm.array<1000000000 x i32>, !llvm.ptr<1>
  llvm.return
}

//--- initial.mlir
llvm.mlir.global internal constant @g(dense<1> : tensor<4xi32>) {addr_space = 1 : i32} : !llvm.array<1000000000 x i32>
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.return
}

//--- type.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  // A comment, so that the line is not the first.
  %0 = llvm.fpext %x : f32 to f128
  llvm.store %0, %p : f128, !llvm.ptr<1>
  llvm.return
}

//--- convert.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: i128) attributes {nvvm.kernel} {
  %0 = llvm.uitofp %x : i128 to f32
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.return
}

//--- operand.mlir
llvm.func @kernel(%x: i32) attributes {nvvm.kernel} {
  llvm.inline_asm has_side_effects "nanosleep.u32 $1;", "r" %x : (i32) -> ()
  llvm.return
}

//--- constraint.mlir
llvm.func @kernel(%x: i32) attributes {nvvm.kernel} {
  %0 = llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=r,0,1" %x : (i32) -> i32
  llvm.return
}

//--- register.mlir
llvm.func @kernel(%x: i32) attributes {nvvm.kernel} {
  llvm.inline_asm has_side_effects "nanosleep.u32 $0;", "{r7}" %x : (i32) -> ()
  llvm.return
}

//--- scope.mlir
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.fence syncscope("workgroup") release
  llvm.return
}

//--- cluster.mlir
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.fence syncscope("cluster") acq_rel
  llvm.return
}

//--- branch.mlir
llvm.func @kernel(%p: !llvm.ptr) attributes {nvvm.kernel} {
  llvm.indirectbr %p : !llvm.ptr, [^end]
^end:
  llvm.return
}

//--- name.mlir
llvm.func @"a b"() attributes {nvvm.kernel} {
  llvm.return
}

//--- space.mlir
llvm.mlir.global external @g() {addr_space = 9 : i32} : i32
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.return
}

//--- thread.mlir
llvm.mlir.global external thread_local @g() : i32
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.return
}

//--- alias.mlir
llvm.mlir.global external @g(0 : i32) {addr_space = 1 : i32} : i32
llvm.mlir.alias external @a : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr<1>
  llvm.return %0 : !llvm.ptr<1>
}
llvm.func @kernel() attributes {nvvm.kernel} {
  llvm.return
}

//--- verify.mlir
llvm.func @kernel(%x: i32) attributes {nvvm.kernel} {
  llvm.call_intrinsic "llvm.nvvm.cp.async.wait.group"(%x) : (i32) -> ()
  llvm.return
}
