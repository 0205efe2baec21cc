// RUN: tt-opt %s --ttg-place-barriers | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#turned = #ttg.linear<{register = [[32], [64]], lane = [[1], [2], [4], [8], [16]], warp = [[128], [256]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

  // Bytes 0 to 15 and 16 to 31: the second sum's barrier keeps all of it apart.
  // CHECK-LABEL: @disjoint
  // CHECK-NOT: ttg.barrier
  tt.func public @disjoint(%x: tensor<512xf32, #row>) {
    %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    %b = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 16 : i32} : (tensor<512xf32, #row>) -> f32
    // The first sum's reads lie before the barrier within the second.
    %c = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    tt.return
  }

  // CHECK-LABEL: @overlapping
  tt.func public @overlapping(%x: tensor<512xf32, #row>) {
    // CHECK-NOT: ttg.barrier
    // CHECK: "tt.reduce"
    %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    // CHECK: ttg.barrier local
    // CHECK-NEXT: "tt.reduce"
    %b = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    // A barrier that is there already does as well.
    // CHECK: ttg.barrier all
    // CHECK-NEXT: "tt.reduce"
    ttg.barrier all
    %c = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    // One that orders global memory only does not.
    // CHECK: ttg.barrier global_read
    // CHECK-NEXT: ttg.barrier local
    // CHECK-NEXT: "tt.reduce"
    ttg.barrier global_read
    %d = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    tt.return
  }

  // The reads of one iteration meet the writes of the next.
  // CHECK-LABEL: @loop
  tt.func public @loop(%x: tensor<512xf32, #row>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    // CHECK: scf.for
    scf.for %i = %zero to %n step %one : i32 {
      // CHECK-NEXT: ttg.barrier local
      // CHECK-NEXT: "tt.reduce"
      %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        tt.reduce.return %s : f32
      }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    }
    tt.return
  }

  // In turns they don't.
  // CHECK-LABEL: @loop_of_two
  // CHECK-NOT: ttg.barrier
  tt.func public @loop_of_two(%x: tensor<512xf32, #row>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %i = %zero to %n step %one : i32 {
      %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        tt.reduce.return %s : f32
      }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
      %b = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        tt.reduce.return %s : f32
      }) {"ttg.shared-offset" = 16 : i32} : (tensor<512xf32, #row>) -> f32
    }
    tt.return
  }

  // What one side of a branch reads is pending behind it.
  // CHECK-LABEL: @branch
  tt.func public @branch(%x: tensor<512xf32, #row>, %c: i1) {
    // CHECK: scf.if
    scf.if %c {
      // CHECK-NEXT: "tt.reduce"
      %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        tt.reduce.return %s : f32
      }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    }
    // CHECK: ttg.barrier local
    // CHECK-NEXT: "tt.reduce"
    %b = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    tt.return
  }
}
