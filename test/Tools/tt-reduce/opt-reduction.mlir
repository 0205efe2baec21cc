// With a pipeline of ttc, its result is kept where the script still finds what
// it looks for.

// RUN: tt-reduce %s --opt-reduction-pass='opt-pass=canonicalize test=%S/Inputs/contains.sh test-arg=tt.store' | FileCheck %s
// RUN: tt-reduce %s --opt-reduction-pass='opt-pass=canonicalize test=%S/Inputs/contains.sh test-arg=arith.addi' | FileCheck %s --check-prefix=KEPT

// CHECK-NOT: arith.addi
// CHECK: tt.store
// KEPT: arith.addi

tt.func public @kernel(%p: !tt.ptr<i32>) {
  %c = arith.constant 1 : i32
  %d = arith.addi %c, %c : i32
  tt.store %p, %d : !tt.ptr<i32>
  tt.return
}
