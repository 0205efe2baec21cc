//===- Passes.td - Passes on the tt dialect ----------------*- tablegen -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_TRANSFORMS_PASSES
#define TTC_DIALECT_TT_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def InferShapes : Pass<"tt-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "Find the extents of tiles that the program leaves out";
  let description = [{
    Each `?` in the shape of a tile becomes the extent that the rest of the
    program determines: the same extent in operands and results of elementwise
    ops, accesses, loops, branches and calls; the length of a `tt.make_range`;
    M, N and K of products; one extent of a `tt.reshape` from the number of
    elements; and so on for every op, from operands to results and from results
    to operands.

    ```mlir
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<?xi32>
    %m = tt.splat %n : i32 -> tensor<?xi32>
    %c = arith.cmpi slt, %r, %m : tensor<?xi32>
    ```
    becomes
    ```mlir
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %m = tt.splat %n : i32 -> tensor<64xi32>
    %c = arith.cmpi slt, %r, %m : tensor<64xi32>
    ```

    A function has one signature, whoever calls it. The operand of a
    `tt.broadcast` may be 1 or what the result is: it is inferred once one of
    them is ruled out. Extents that contradict each other, and those that
    nothing determines, are errors that name the ops.
  }];
}

def ShrinkTiles : Pass<"tt-shrink-tiles", "::ttc::tt::FuncOp"> {
  let summary = "Compute on the smallest tile that holds the data";
  let description = [{
    A value that repeats is computed once and repeated afterwards: splats,
    broadcasts and other views move towards the uses, past elementwise ops,
    loads and reductions. Chains of views become one, and so do reductions of
    reductions. Sums, products and logical operations of integers are associated
    so that small tiles meet first.

    ```mlir
    %0 = tt.splat %a : i32 -> tensor<64xi32>
    %1 = tt.splat %b : i32 -> tensor<64xi32>
    %2 = arith.muli %0, %1 : tensor<64xi32>
    ```
    becomes
    ```mlir
    %0 = arith.muli %a, %b : i32
    %2 = tt.splat %0 : i32 -> tensor<64xi32>
    ```

    Exact: every element keeps its bits, except that one reduction instead of
    two adds floats in another order.
  }];
}

def CombineOps : Pass<"tt-combine", "::ttc::tt::FuncOp"> {
  let summary = "Fold selects into masks, sums into accumulators, pointer sums";
  let description = [{
    ```mlir
    %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
    %y = arith.select %m, %x, %z : tensor<64xi1>, tensor<64xf32>
    ```
    becomes
    ```mlir
    %y = tt.load %p, %m, %z : tensor<64x!tt.ptr<f32>>
    ```

    Selects fold into loads and stores of the same mask, sums into the
    accumulators of dots, sign extensions into `tt.addptr`, and `tt.addptr` of
    `tt.addptr` adds what repeats first. Casts move past ops to where fewer bits
    of fewer elements are cast and computed. Adding to a dot of floats rounds in
    another order.
  }];
}

def OptimizeLoops : Pass<"tt-optimize-loops", "::ttc::tt::FuncOp"> {
  let summary = "Hoist what loops repeat, carry scalars instead of tiles";
  let description = [{
    Loads move before a loop that writes no memory, masked by whether the loop
    runs; of a `while`, those before its condition. Values that are carried for
    nobody go. A tile of pointers, or of integers, that grows by the same amount
    everywhere is carried as a scalar:

    ```mlir
    scf.for ... iter_args(%p = %p0) -> (tensor<64x!tt.ptr<f32>>) {
      %q = tt.addptr %p, %steps : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      scf.yield %q : tensor<64x!tt.ptr<f32>>
    ```
    becomes
    ```mlir
    scf.for ... iter_args(%b = %base) -> (!tt.ptr<f32>) {
      %p = tt.addptr %bases, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %c = tt.addptr %b, %step : !tt.ptr<f32>, i32
      scf.yield %c : !tt.ptr<f32>
    ```

    A loop that adds a reduction of a tile to what it carries adds the tile to a
    tile, which is reduced after the loop: of floats in another order.
  }];
}

def LowerBlockPointers
    : Pass<"tt-lower-block-pointers", "::mlir::ModuleOp"> {
  let summary = "Rewrite block pointers and descriptors to plain pointers";
  let description = [{
    A block pointer (`tt.make_tensor_ptr`) and a tensor descriptor
    (`tt.make_tensor_descriptor`, or an argument of a kernel) become the values
    they are made of, which functions, loops and branches carry in their place;
    `tt.advance` adds to the offsets. An access through one becomes an access
    through a tile of pointers, with a mask that compares positions of 64 bits
    with the bounds: along the dimensions in `boundaryCheck` of a block pointer,
    along all of them of a descriptor. What is out of bounds reads as zeros or
    NaNs where `padding` says so. `tt.descriptor_reduce` becomes a relaxed
    `tt.atomic_rmw`.

    ```mlir
    %d = tt.make_tensor_descriptor %p, [%m], [%one] : <f32>, <16xf32>
    %x = tt.descriptor_load %d[%i] : !tt.tensordesc<16xf32> -> tensor<16xf32>
    ```
    becomes, with `%at` the positions `%i`, `%i + 1`, ... and `%in` whether they
    are at least 0 and less than `%m`,
    ```mlir
    %q = tt.addptr %ps, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
    %x = tt.load %q, %in, %zeros : tensor<16x!tt.ptr<f32>>
    ```

    Modules whose tiles have layouts are left alone.
  }];
  let options = [
    Option<"blockPointers", "block-pointers", "bool", /*default=*/"true",
           "Rewrite block pointers">,
    Option<"descriptors", "descriptors", "bool", /*default=*/"true",
           "Rewrite tensor descriptors">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UnrollLoops : Pass<"tt-unroll-loops", "::ttc::tt::FuncOp"> {
  let summary = "Unroll loops as `tt.loop_unroll_factor` asks";
  let description = [{
    The body of the loop, the given number of times in a row, and a loop for
    the iterations that are left. The attribute goes. A loop that cannot be
    unrolled stays, with a remark.
  }];
}

def NarrowIntegers : Pass<"tt-narrow-integers", "::ttc::tt::FuncOp"> {
  let summary = "Use what the ranges of integers prove";
  let description = [{
    Comparisons that are always true or false become constants, so masks go;
    remainders of values that are smaller already go; 64-bit arithmetic on
    extended 32-bit values, whose results fit 32 bits, is done on 32 bits.
    Ranges come from grid limits, `tt.make_range`, constants, loop bounds and
    what is computed of them, through every view:

    ```mlir
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %m = arith.cmpi slt, %r, %c64 : tensor<64xi32>
    %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
    ```
    becomes, canonicalized,
    ```mlir
    %x = tt.load %p : tensor<64x!tt.ptr<f32>>
    ```
  }];
}

def Simplify : Pass<"tt-simplify", "::ttc::tt::FuncOp"> {
  let summary = "Everything that makes work for the rest, to a fixpoint";
  let description = [{
    `tt-shrink-tiles`, `tt-combine`, `tt-optimize-loops` and every
    canonicalization over one worklist, then common subexpressions, then what
    loops don't change, then `tt-narrow-integers`; again for as long as one of
    the last three finds something.

    With `form-dots`, sums of products become dots, whose products of MxKxN
    elements are never made:

    ```mlir
    %p = arith.mulf %a, %b : tensor<32x64x16xf32>  // repeated along 2 and 0
    %c = "tt.reduce"(%p) <{axis = 1 : i32}> ({ sum })
    ```
    becomes, `a` and `b` being extensions of f16,
    ```mlir
    %c = tt.dot %a16, %b16, %zeros : tensor<32x64xf16> * tensor<64x16xf16>
                                     -> tensor<32x16xf32>
    ```
  }];
  let options = [
    Option<"formDots", "form-dots", "bool", /*default=*/"false",
           "Make sums of products, where they are exact, dots">
  ];
}

#endif // TTC_DIALECT_TT_TRANSFORMS_PASSES
