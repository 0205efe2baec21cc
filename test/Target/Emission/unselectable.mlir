// What the code generator would abort on is an error at its place.

// RUN: split-file %s %t
// RUN: not tt-translate %t/exp.mlir --tt-to-ptx --target=cuda:90 2>&1 | FileCheck %s --check-prefix=EXP
// RUN: not tt-translate %t/sin.mlir --tt-to-ptx --target=cuda:90 2>&1 | FileCheck %s --check-prefix=SIN
// RUN: not tt-translate %t/exp2.mlir --tt-to-ptx --target=cuda:90 2>&1 | FileCheck %s --check-prefix=EXP2
// RUN: not tt-translate %t/texture.mlir --tt-to-ptx --target=cuda:90 2>&1 | FileCheck %s --check-prefix=TEXTURE
// RUN: not tt-translate %t/nv.mlir --tt-to-ptx --target=cuda:90 2>&1 | FileCheck %s --check-prefix=NV
// RUN: not tt-translate %t/wgmma.mlir --tt-to-ptx --target=cuda:100 2>&1 | FileCheck %s --check-prefix=WGMMA

// EXP: exp.mlir:2:8: error: PTX has no instruction for 'llvm.exp.f32'; libdevice has the mathematical functions that PTX lacks
// SIN: sin.mlir:3:8: error: PTX has no instruction for 'llvm.sin.f32'
// SIN-NOT: error
// EXP2: exp2.mlir:2:8: error: PTX has no instruction for 'llvm.exp2.f64'
// TEXTURE: texture.mlir:2:8: error: intrinsic 'llvm.nvvm.suq.width' is not one that can be translated to PTX
// NV: nv.mlir:3:8: error: {{.*}}__nv_nosuchfunction
// WGMMA: wgmma.mlir:2:3: error: 'llvm.nvvm.wgmma.fence.sync.aligned' does not exist on sm_100a

//--- exp.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.intr.exp(%x) : (f32) -> f32
  ptx.st %p, (%0) : !llvm.ptr<1>, f32
  llvm.return
}

//--- sin.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.intr.sin(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %1 = llvm.intr.sin(%x) : (f32) -> f32
  ptx.st %p, (%0, %1) : !llvm.ptr<1>, f32, f32
  llvm.return
}

//--- exp2.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
  %0 = llvm.intr.exp2(%x) : (f64) -> f64
  ptx.st %p, (%0) : !llvm.ptr<1>, f64
  llvm.return
}

//--- texture.mlir
llvm.func @kernel(%p: !llvm.ptr<1>, %x: i64) attributes {nvvm.kernel} {
  %0 = llvm.call_intrinsic "llvm.nvvm.suq.width"(%x) : (i64) -> i32
  ptx.st %p, (%0) : !llvm.ptr<1>, i32
  llvm.return
}

//--- nv.mlir
llvm.func @__nv_nosuchfunction(f32) -> f32
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.call @__nv_nosuchfunction(%x) : (f32) -> f32
  ptx.st %p, (%0) : !llvm.ptr<1>, f32
  llvm.return
}

//--- wgmma.mlir
llvm.func @kernel() attributes {nvvm.kernel} {
  nvvm.wgmma.fence.aligned
  llvm.return
}
