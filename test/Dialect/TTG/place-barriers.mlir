// RUN: tt-opt %s --ttg-place-barriers | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#col = #ttg.linear<{register = [[1, 0], [2, 0], [0, 8], [0, 16]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]], warp = [[16, 0], [32, 0]], block = []}>
#rows = #ttg.linear<{register = [[0, 1], [0, 2], [4, 0], [8, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[16, 0], [32, 0]], block = []}>
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

  // The same for branches between blocks.
  // CHECK-LABEL: @blocks
  tt.func public @blocks(%x: tensor<512xf32, #row>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    cf.br ^loop(%zero : i32)
  // CHECK: ^bb1(%{{.*}}: i32):
  ^loop(%i: i32):
    // CHECK-NEXT: ttg.barrier local
    // CHECK-NEXT: "tt.reduce"
    %a = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    %next = arith.addi %i, %one : i32
    %again = arith.cmpi slt, %next, %n : i32
    cf.cond_br %again, ^loop(%next : i32), ^end
  ^end:
    tt.return
  }

  // A conversion within warps waits for its warp only. It needs no barrier
  // against itself, but one against what other warps may be reading.
  // CHECK-LABEL: @warps
  tt.func public @warps(%x: tensor<64x32xf64, #col>, %y: tensor<512xf32, #row>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    // CHECK: scf.for
    // CHECK-NEXT: ttg.convert_layout
    scf.for %i = %zero to %n step %one : i32 {
      %a = ttg.convert_layout %x {"ttg.shared-offset" = 0 : i32} : tensor<64x32xf64, #col> -> tensor<64x32xf64, #rows>
    }
    // CHECK: ttg.barrier local
    // CHECK-NEXT: "tt.reduce"
    %b = "tt.reduce"(%y) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tt.reduce.return %s : f32
    }) {"ttg.shared-offset" = 0 : i32} : (tensor<512xf32, #row>) -> f32
    // CHECK: ttg.barrier local
    // CHECK-NEXT: ttg.convert_layout
    %c = ttg.convert_layout %x {"ttg.shared-offset" = 0 : i32} : tensor<64x32xf64, #col> -> tensor<64x32xf64, #rows>
    tt.return
  }
}
