// A block barrier as Triton 3.6 spells it is the same as the one of 3.9.

// RUN: rm -rf %t && tt-translate --tt-to-ptx --target=sm_90a --dump-dir=%t %s -o %t.ptx
// RUN: FileCheck %s < %t/wait.ttir
// CHECK: ttg.barrier all
// CHECK-NOT: gpu.barrier

tt.func public @wait() {
  gpu.barrier
  tt.return
}
