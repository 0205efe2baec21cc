# Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that the tests compile."""

ADD = """
tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x"),
                    %y: !tt.ptr<f32> loc("y"), %out: !tt.ptr<f32> loc("out"),
                    %n: i32 loc("n")) {
  %size = arith.constant 128 : i32
  %program = tt.get_program_id x : i32
  %start = arith.muli %program, %size : i32
  %lanes = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %starts = tt.splat %start : i32 -> tensor<128xi32>
  %at = arith.addi %starts, %lanes : tensor<128xi32>
  %limits = tt.splat %n : i32 -> tensor<128xi32>
  %inside = arith.cmpi slt, %at, %limits : tensor<128xi32>
  %x0 = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %xs = tt.addptr %x0, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %a = tt.load %xs, %inside : tensor<128x!tt.ptr<f32>>
  %y0 = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %ys = tt.addptr %y0, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %b = tt.load %ys, %inside : tensor<128x!tt.ptr<f32>>
  %sum = arith.addf %a, %b : tensor<128xf32>
  %o0 = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %os = tt.addptr %o0, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %os, %sum, %inside : tensor<128x!tt.ptr<f32>>
  tt.return
}
"""

# out[0] = the scalars, one of each type.
SCALARS = """
tt.func public @scalars(%f: f32 loc("f"), %d: f64 loc("d"), %i: i64 loc("i"),
                        %s: i8 loc("s"), %outf: !tt.ptr<f32> loc("outf"),
                        %outd: !tt.ptr<f64> loc("outd"),
                        %outi: !tt.ptr<i64> loc("outi"),
                        %outs: !tt.ptr<i8> loc("outs")) {
  tt.store %outf, %f : !tt.ptr<f32>
  tt.store %outd, %d : !tt.ptr<f64>
  tt.store %outi, %i : !tt.ptr<i64>
  tt.store %outs, %s : !tt.ptr<i8>
  tt.return
}
"""

# The third line says the wrong type.
WRONG = """tt.func public @wrong(%n: i32) {
  %a = arith.constant 1 : i32
  %b = arith.addi %a, %n : i64
  tt.return
}
"""
