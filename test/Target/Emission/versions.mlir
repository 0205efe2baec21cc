// Each architecture gets the lowest PTX version that knows it, so that no
// driver is shut out.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:75 | FileCheck %s -DPTX=6.3 -DSM=sm_75
// RUN: tt-translate %s --tt-to-ptx --target=cuda:80 | FileCheck %s -DPTX=7.0 -DSM=sm_80
// RUN: tt-translate %s --tt-to-ptx --target=cuda:86 | FileCheck %s -DPTX=7.1 -DSM=sm_86
// RUN: tt-translate %s --tt-to-ptx --target=sm_89 | FileCheck %s -DPTX=7.8 -DSM=sm_89
// RUN: tt-translate %s --tt-to-ptx --target=sm_90 | FileCheck %s -DPTX=8.0 -DSM=sm_90a
// RUN: tt-translate %s --tt-to-ptx --target=sm_100a | FileCheck %s -DPTX=8.6 -DSM=sm_100a
// RUN: tt-translate %s --tt-to-ptx --target=cuda:103 | FileCheck %s -DPTX=8.8 -DSM=sm_103a
// RUN: tt-translate %s --tt-to-ptx --target=cuda:120 | FileCheck %s -DPTX=8.7 -DSM=sm_120a
// RUN: tt-translate %s --tt-to-ptx --target=cuda:80 --ptx-version=8.4 | FileCheck %s -DPTX=8.4 -DSM=sm_80
// RUN: tt-translate %s --tt-to-ptx --target=cuda:80 --ptx-version=84 | FileCheck %s -DPTX=8.4 -DSM=sm_80

// CHECK: .version [[PTX]]
// CHECK-NEXT: .target [[SM]]{{$}}

llvm.func @kernel(%p: !llvm.ptr<1>, %x: i32, %c: i1) attributes {nvvm.kernel} {
  ptx.st %p, (%x) if %c : !llvm.ptr<1>, i32
  llvm.return
}
