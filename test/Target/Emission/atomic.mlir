// Order and scope reach PTX; an unused result does not cost the access.

// RUN: tt-translate %s --tt-to-ptx --target=cuda:90 | FileCheck %s
// RUN: tt-translate %s --tt-to-llvmir --target=cuda:90 | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: .entry kernel(
// LLVM-LABEL: define ptx_kernel void @kernel(
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32, %i: i32, %v: vector<2xf16>, %c: i1)
    attributes {nvvm.kernel} {
  // CHECK: atom.acq_rel.cta.global.add.f32 %r{{[0-9]+}}, [%rd{{[0-9]+}}], %r{{[0-9]+}};
  %0 = ptx.atom add acq_rel cta %p, %x : !llvm.ptr<1>, f32
  // CHECK: @%p{{[0-9]+}} red.release.sys.global.add.noftz.f16x2 [%rd{{[0-9]+}}], %r{{[0-9]+}};
  ptx.red add release sys %p, %v if %c : !llvm.ptr<1>, vector<2xf16>
  // CHECK: atom.acquire.gpu.global.cas.b32 [[OLD:%r[0-9]+]], [%rd{{[0-9]+}}], %r{{[0-9]+}}, %r{{[0-9]+}};
  %1 = ptx.cas acquire gpu %p, %i, %i : !llvm.ptr<1>, i32
  // CHECK: st.global.b32 [%rd{{[0-9]+}}], [[OLD]];
  ptx.st %p, (%1) : !llvm.ptr<1>, i32
  // An instruction that is not known to be one thread's own is convergent.
  // LLVM: call void asm sideeffect "bar.sync 1;", ""() #[[CONVERGENT:[0-9]+]]
  llvm.inline_asm has_side_effects "bar.sync 1;", "" : () -> ()
  // LLVM: call i32 asm sideeffect "ld.global.cv.b32 {{.*}} #[[READ:[0-9]+]]
  %2 = ptx.ld %p cache = cv : !llvm.ptr<1> -> i32
  ptx.st %p, (%2) : !llvm.ptr<1>, i32
  llvm.return
}
// So is a function, which may have such an instruction inside.
// LLVM: declare {{.*}}void @helper() #[[HELPER:[0-9]+]]
llvm.func @helper()
llvm.func @caller() {
  llvm.call @helper() : () -> ()
  llvm.return
}
// LLVM-DAG: attributes #[[HELPER]] = { convergent }
// LLVM-DAG: attributes #[[CONVERGENT]] = { convergent {{.*}}}
// LLVM-DAG: attributes #[[READ]] = { nounwind willreturn memory(read) }
