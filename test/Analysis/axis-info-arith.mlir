// RUN: tt-opt %s --tt-print-axis-info --split-input-file --verify-diagnostics

// The rules of integer arithmetic. docs/analysis.md derives each of them.

// A run times a constant is no run, but what divides it grows.
// expected-remark @+1 {{contiguity = [1], divisibility = [16], constancy = [1]}}
tt.func @products(%n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @+1 {{contiguity = [128], divisibility = [1073741824], constancy = [1], nonnegative}}
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  // expected-remark @+1 {{contiguity = [128], divisibility = [64], constancy = [1], nonnegative}}
  %r64 = tt.make_range {start = 64 : i32, end = 192 : i32} : tensor<128xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [4], constancy = [128], constant = 12, nonnegative}}
  %c12 = arith.constant dense<12> : tensor<128xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [4], constancy = [1], nonnegative}}
  %a = arith.muli %r64, %c12 : tensor<128xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [1], nonnegative}}
  %pid = tt.get_program_id x : i32
  // expected-remark @+1 {{contiguity = [1], divisibility = [16], constancy = [1]}}
  %row = arith.muli %pid, %n : i32
  // expected-remark @+1 {{contiguity = [1], divisibility = [16], constancy = [128]}}
  %rows = tt.splat %row : i32 -> tensor<128xi32>
  // A run moved by one amount stays a run; it begins where both allow.
  // expected-remark @+1 {{contiguity = [128], divisibility = [16], constancy = [1]}}
  %b = arith.addi %rows, %r : tensor<128xi32>
  // expected-remark @+1 {{contiguity = [128], divisibility = [16], constancy = [1]}}
  %c = arith.subi %r64, %rows : tensor<128xi32>
  // It does not when it is what is taken away: it descends.
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %d = arith.subi %rows, %r : tensor<128xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [1], constant = 3, nonnegative}}
  %c3 = arith.constant 3 : i32
  // expected-remark @+1 {{contiguity = [1], divisibility = [128], constancy = [1]}}
  %e = arith.shli %row, %c3 : i32
  tt.return
}

// -----

// Quotients and remainders of indices that are not negative.
tt.func @quotients() {
  // expected-remark @+1 {{divisibility = [1], constancy = [1], nonnegative}}
  %pid = tt.get_program_id x : i32
  // expected-remark @+1 {{constant = 1024}}
  %size = arith.constant 1024 : i32
  // expected-remark @+1 {{divisibility = [1024], constancy = [1], nonnegative}}
  %first = arith.muli %pid, %size : i32
  // expected-remark @+1 {{divisibility = [1024], constancy = [1024], nonnegative}}
  %t = tt.splat %first : i32 -> tensor<1024xi32>
  // expected-remark @+1 {{contiguity = [1024]}}
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  // expected-remark @+1 {{contiguity = [1024], divisibility = [1024], constancy = [1], nonnegative}}
  %i = arith.addi %t, %r : tensor<1024xi32>
  // 8 divides 56, 16 does not.
  // expected-remark @+1 {{constant = 56}}
  %c56 = arith.constant dense<56> : tensor<1024xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [8], nonnegative}}
  %q = arith.divsi %i, %c56 : tensor<1024xi32>
  // expected-remark @+1 {{contiguity = [8], divisibility = [8], constancy = [1], nonnegative}}
  %m = arith.remsi %i, %c56 : tensor<1024xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [8], nonnegative}}
  %qu = arith.divui %i, %c56 : tensor<1024xi32>
  // expected-remark @+1 {{contiguity = [8], divisibility = [8], constancy = [1], nonnegative}}
  %mu = arith.remui %i, %c56 : tensor<1024xi32>
  tt.return
}

// -----

// Signed division rounds towards zero, so runs below zero break: -4 / 4 is -1
// but -3 / 4 is 0. Unsigned division and shifts have no such break.
// expected-remark @+1 {{contiguity = [1], divisibility = [16], constancy = [1]}}
tt.func @maybe_negative(%n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @+1 {{constancy = [64]}}
  %t = tt.splat %n : i32 -> tensor<64xi32>
  // expected-remark @+1 {{contiguity = [64]}}
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [64], divisibility = [16], constancy = [1]}}
  %i = arith.addi %t, %r : tensor<64xi32>
  // expected-remark @+1 {{constant = 8}}
  %c8 = arith.constant dense<8> : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %q = arith.divsi %i, %c8 : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %m = arith.remsi %i, %c8 : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [8]}}
  %qu = arith.divui %i, %c8 : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %mu = arith.remui %i, %c8 : tensor<64xi32>
  // expected-remark @+1 {{constant = 3}}
  %c3 = arith.constant dense<3> : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [8]}}
  %s = arith.shrsi %i, %c3 : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [8], nonnegative}}
  %u = arith.shrui %i, %c3 : tensor<64xi32>
  // expected-remark @+1 {{constant = 7}}
  %c7 = arith.constant dense<7> : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [8], divisibility = [8], constancy = [1], nonnegative}}
  %low = arith.andi %i, %c7 : tensor<64xi32>
  // expected-remark @+1 {{constant = -8}}
  %n8 = arith.constant dense<-8> : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [8], constancy = [8]}}
  %high = arith.andi %i, %n8 : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %o = arith.ori %c8, %i : tensor<64xi32>
  // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %x = arith.xori %c3, %r : tensor<64xi32>
  tt.return
}

// -----

// A run is below a multiple of its length as a whole, or not at all.
// expected-remark @+2 {{divisibility = [8]}}
// expected-remark @+1 {{divisibility = [1]}}
tt.func @masks(%n: i32 {tt.divisibility = 8 : i32}, %odd: i32) {
  // expected-remark @+1 {{contiguity = [256]}}
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  // expected-remark @+1 {{constancy = [256]}}
  %t = tt.splat %n : i32 -> tensor<256xi32>
  // expected-remark @+1 {{constancy = [256]}}
  %to = tt.splat %odd : i32 -> tensor<256xi32>
  // expected-remark @+1 {{constancy = [8]}}
  %lt = arith.cmpi slt, %r, %t : tensor<256xi32>
  // expected-remark @+1 {{constancy = [8]}}
  %gt = arith.cmpi sgt, %t, %r : tensor<256xi32>
  // r <= n holds for the first of the run that begins at n, and only for it.
  // expected-remark @+1 {{constancy = [1]}}
  %le = arith.cmpi sle, %r, %t : tensor<256xi32>
  // expected-remark @+1 {{constancy = [1]}}
  %eq = arith.cmpi eq, %r, %t : tensor<256xi32>
  // expected-remark @+1 {{constancy = [1]}}
  %lo = arith.cmpi slt, %r, %to : tensor<256xi32>
  // expected-remark @+1 {{constancy = [1]}}
  %both = arith.andi %lt, %lo : tensor<256xi1>
  // expected-remark @+1 {{constancy = [8]}}
  %same = arith.andi %lt, %gt : tensor<256xi1>
  // Where the mask changes, so may the value.
  // expected-remark @+1 {{contiguity = [256], divisibility = [8], constancy = [1]}}
  %moved = arith.addi %r, %t : tensor<256xi32>
  // expected-remark @+1 {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %sel = arith.select %lt, %r, %moved : tensor<256xi1>, tensor<256xi32>
  // expected-remark @+1 {{contiguity = [8], divisibility = [8], constancy = [1], nonnegative}}
  %max = arith.maxsi %r, %moved : tensor<256xi32>
  tt.return
}

// -----

// In eight bits a run of 256 wraps around, one of 128 does not.
tt.func @narrow() {
  // expected-remark @+1 {{contiguity = [256]}}
  %r = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  // expected-remark @+1 {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %b = arith.trunci %r : tensor<256xi32> to tensor<256xi8>
  // expected-remark @+1 {{contiguity = [128], divisibility = [128], constancy = [1]}}
  %s = arith.extsi %b : tensor<256xi8> to tensor<256xi32>
  // expected-remark @+1 {{contiguity = [128], divisibility = [128], constancy = [1], nonnegative}}
  %u = arith.extui %b : tensor<256xi8> to tensor<256xi32>
  tt.return
}

// -----

// Constants that are no splats.
tt.func @lists() {
  // expected-remark @+1 {{contiguity = [2], divisibility = [2], constancy = [1], nonnegative}}
  %a = arith.constant dense<[2, 3, 4, 5, 8, 9, 6, 7]> : tensor<8xi32>
  // expected-remark @+1 {{contiguity = [1, 4], divisibility = [1, 4], constancy = [1, 1]}}
  %b = arith.constant dense<[[-4, -3, -2, -1], [4, 5, 6, 7]]> : tensor<2x4xi32>
  // expected-remark @+1 {{contiguity = [1, 1], divisibility = [2, 2], constancy = [1, 2], nonnegative}}
  %c = arith.constant dense<[[6, 6, 2, 2], [4, 4, 4, 4]]> : tensor<2x4xi32>
  tt.return
}

// -----

// What the program assumes of a scalar holds where the assumption is reached.
tt.func @assumptions(
    // expected-remark @+1 {{contiguity = [1], divisibility = [32], constancy = [1], nonnegative}}
    %a: i32,
    // expected-remark @+1 {{contiguity = [1], divisibility = [1], constancy = [1]}}
    %b: i32,
    // expected-remark @+1 {{constancy = [1]}}
    %c: i1) {
  // expected-remark @+1 {{constant = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @+1 {{constant = 96}}
  %c96 = arith.constant 96 : i32
  // expected-remark @+1 {{divisibility = [32]}}
  %rem = arith.remsi %a, %c96 : i32
  // expected-remark @+1 {{constancy = [1]}}
  %multiple = arith.cmpi eq, %rem, %zero : i32
  llvm.intr.assume %multiple : i1
  // expected-remark @+1 {{constancy = [1]}}
  %positive = arith.cmpi sgt, %a, %zero : i32
  llvm.intr.assume %positive : i1
  scf.if %c {
    // expected-remark @+1 {{constancy = [1]}}
    %maybe = arith.cmpi sgt, %b, %zero : i32
    llvm.intr.assume %maybe : i1
  }
  tt.return
}
