//===- TTViewOps.td - Making and viewing tiles ----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTVIEWOPS
#define TTC_DIALECT_TT_IR_TTVIEWOPS

include "ttc/Dialect/TT/IR/TTOpBase.td"

def TT_MakeRangeOp : TT_Op<"make_range", [
    Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "the integers from `start` to `end`, `end` left out";
  let description = [{
    The result has `end - start` elements, a power of two.

    ```mlir
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    ```
  }];
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs TT_IntTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_SplatOp : TT_Op<"splat", [Pure]> {
  let summary = "a tile whose elements are all one scalar";
  let description = [{
    The result has any shape and the operand's type as its element type.

    ```mlir
    %t = tt.splat %x : f32 -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins TT_Scalar:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_UnsplatOp : TT_Op<"unsplat", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the scalar that a tile of one element holds";
  let description = [{
    The operand has one element, whatever its rank, 0 included; the result
    has its element type.

    ```mlir
    %x = tt.unsplat %t : tensor<1xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Scalar:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_ExpandDimsOp : TT_ViewOp<"expand_dims"> {
  let summary = "adds a dimension of extent 1";
  let description = [{
    The result's shape is the operand's with a 1 put in at `axis`.

    ```mlir
    %c = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_BroadcastOp : TT_ViewOp<"broadcast"> {
  let summary = "repeats a tile along its dimensions of extent 1";
  let description = [{
    Operand and result have the same rank; each extent of the operand is that
    of the result, or 1.

    ```mlir
    %b = tt.broadcast %c : tensor<64x1xi32> -> tensor<64x32xi32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_ReshapeOp : TT_ViewOp<"reshape"> {
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    The operand and the result have equally many elements. With
    `allow_reorder` the elements may come in any order; `efficient_layout`
    asks to keep the result's layout as it is.

    ```mlir
    %m = tt.reshape %v : tensor<1024xf32> -> tensor<32x32xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, UnitAttr:$allow_reorder,
                       UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)?
    (`efficient_layout` $efficient_layout^)? attr-dict
    `:` type($src) `->` type($result)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_TransOp : TT_ViewOp<"trans"> {
  let summary = "permutes the dimensions of a tile";
  let description = [{
    Dimension `i` of the result is dimension `order[i]` of the operand.

    ```mlir
    %t = tt.trans %a {order = array<i32: 1, 0>} : tensor<64x32xf16> -> tensor<32x64xf16>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, DenseI32ArrayAttr:$order);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_JoinOp : TT_ViewOp<"join", [
    AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "two tiles side by side in a new last dimension of extent 2";
  let description = [{
    The operands have one type; the result has their shape with a last
    dimension of extent 2 added. Element (..., 0) comes from the left
    operand, (..., 1) from the right one.

    ```mlir
    %j = tt.join %a, %b : tensor<64xf32> -> tensor<64x2xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TT_SplitOp : TT_ViewOp<"split", [
    AllTypesMatch<["outLHS", "outRHS"]>]> {
  let summary = "the two halves of a tile whose last dimension has extent 2";
  let description = [{
    The reverse of `tt.join`: the operand's last dimension has extent 2; the
    results have its shape without that one, and hold its elements (..., 0)
    and (..., 1).

    ```mlir
    %a, %b = tt.split %j : tensor<64x2xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$outLHS, TT_Tensor:$outRHS);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TT_IR_TTVIEWOPS
