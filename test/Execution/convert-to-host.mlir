// What the CPU executes is the lowered module with its GPU instructions mapped.

// RUN: tt-opt %s --convert-to-host | FileCheck %s
// RUN: tt-opt %s --convert-to-host=checks | FileCheck %s --check-prefix=CHECKS

module attributes {ttg.target = "cuda:90", "ttg.num-warps" = 1 : i32,
                   ttg.shared = 128 : i32} {
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

  // CHECK-LABEL: llvm.func @k(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr<1>, %{{.*}}: i32)
  // CHECK-SAME:  {{$|\{$}}
  llvm.func @k(%out: !llvm.ptr<1>, %n: i32)
      attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    // A register is a field of the thread's state.
    // CHECK: %[[FIELD:.*]] = llvm.getelementptr %arg0[16] : (!llvm.ptr) -> !llvm.ptr, i8
    // CHECK: %[[TID:.*]] = llvm.load %[[FIELD]] invariant : !llvm.ptr -> i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    // Shared memory begins behind what the hardware reserves.
    // CHECK: %[[START:.*]] = llvm.mlir.constant(1024 : i64) : i64
    // CHECK: %[[SUM:.*]] = llvm.add %{{.*}}, %[[START]] : i64
    // CHECK: %[[SHARED:.*]] = llvm.inttoptr %[[SUM]] : i64 to !llvm.ptr<3>
    %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
    // CHECKS: llvm.call @ttc_rt_access(%arg0, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, i32) -> ()
    // CHECKS-NEXT: llvm.store
    // CHECK-NOT: ttc_rt_access
    %p = llvm.getelementptr %shared[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %tid, %p : i32, !llvm.ptr<3>
    // CHECK: llvm.call @ttc_rt_op(%arg0, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> ()
    nvvm.barrier0
    // An access that is off goes to the thread's sink.
    // CHECK: %[[ON:.*]] = llvm.icmp "slt" %[[TID]], %{{.*}} : i32
    // CHECK: llvm.select %[[ON]], %{{.*}}, %{{.*}} : i1, !llvm.ptr<1>
    %on = llvm.icmp "slt" %tid, %n : i32
    %v = llvm.load %p : !llvm.ptr<3> -> i32
    ptx.st %out, (%v) if %on : !llvm.ptr<1>, i32
    llvm.br ^loop(%tid : i32)
  ^loop(%i: i32):
    // CHECK: llvm.call @ttc_rt_loop(%arg0) : (!llvm.ptr) -> ()
    // CHECK-NEXT: llvm.cond_br
    %next = llvm.add %i, %n : i32
    %again = llvm.icmp "slt" %next, %n : i32
    llvm.cond_br %again, ^loop(%next : i32), ^end
  ^end:
    llvm.return
  }
  // CHECK-LABEL: llvm.func @ttc_entry_k(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
  // CHECK: llvm.call @k(%arg0, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr<1>, i32) -> ()
}
