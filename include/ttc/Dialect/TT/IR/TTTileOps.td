//===- TTTileOps.td - Ops in which the elements of a tile meet ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTTILEOPS
#define TTC_DIALECT_TT_IR_TTTILEOPS

include "ttc/Dialect/TT/IR/TTOpBase.td"

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def TT_ReduceOp : TT_Op<"reduce", [
    InferTypeOpAdaptor, RecursiveMemoryEffects, RecursivelySpeculatable,
    SameVariadicOperandSize, SingleBlock,
    DeclareOpInterfaceMethods<TT_LayoutTransferOpInterface>]> {
  let summary = "combines the elements along one dimension";
  let description = [{
    The operands are n tiles of one shape and layout. The region takes two
    groups of n scalars and returns one; it is associative and commutative.
    The results are the operands' shapes without `axis`, scalars when nothing
    is left.

    ```mlir
    %sum = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<64x32xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<TT_AnyValue>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r);
    ::mlir::RankedTensorType getSourceType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getSrcs()[0].getType());
    }
  }];
}

def TT_ReduceReturnOp : TT_Op<"reduce.return", [
    HasParent<"ReduceOp">, Pure, Terminator, ReturnLike]> {
  let summary = "the combined values of a `tt.reduce`";
  let description = [{
    The operands have the element types of the op around, in their order.

    ```mlir
    tt.reduce.return %s : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict `:` type($operands)";
}

//===----------------------------------------------------------------------===//
// Scans and other ops
//===----------------------------------------------------------------------===//

def TT_CatOp : TT_Op<"cat", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "the elements of two tiles, in any order";
  let description = [{
    The result has the operands' element type and rank, and twice their
    extent along the first dimension. Which element is where in it is unspecified.

    ```mlir
    %c = tt.cat %a, %b : tensor<64xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TT_ScanOp : TT_Op<"scan", [
    RecursiveMemoryEffects, RecursivelySpeculatable, SameVariadicOperandSize,
    SingleBlock]> {
  let summary = "partial results of combining the elements along one dimension";
  let description = [{
    Element `i` along `axis` of the results combines the elements 0 to `i` of
    the operands, or, with `reverse`, `i` to the last. The region is that of
    `tt.reduce`: it takes two groups of n scalars and returns one, and is
    associative. Operands and results have one shape and layout.

    ```mlir
    %sums = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.scan.return %s : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis,
                       BoolAttr:$reverse);
  let results = (outs Variadic<TT_Tensor>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TT_ScanReturnOp : TT_Op<"scan.return", [
    HasParent<"ScanOp">, Pure, Terminator, ReturnLike]> {
  let summary = "the combined values of a `tt.scan`";
  let description = [{
    The operands have the element types of the op around, in their order.

    ```mlir
    tt.scan.return %s : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict `:` type($operands)";
}

def TT_MapElementwiseOp : TT_Op<"map_elementwise", [
    RecursiveMemoryEffects]> {
  let summary = "runs scalar code for each element";
  let description = [{
    The region takes the elements of all operands, `pack` neighbouring ones of
    the first operand, then of the second, and so on, and returns those of the
    results in the same order. It may have control flow of its own.

    ```mlir
    %r = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%a: f32):
      %s = math.sqrt %a : f32
      tt.map_elementwise.return %s : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<TT_Tensor>:$results);
  let regions = (region MinSizedRegion<1>:$scalarOp);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TT_MapElementwiseReturnOp : TT_Op<"map_elementwise.return", [
    HasParent<"MapElementwiseOp">, Pure, Terminator, ReturnLike]> {
  let summary = "the values of one run of a `tt.map_elementwise`";
  let description = [{
    The operands are `pack` scalars for each result of the op around, those
    of one result next to each other.

    ```mlir
    tt.map_elementwise.return %s : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

def TT_GatherOp : TT_Op<"gather", [Pure]> {
  let summary = "elements of a tile at indices given by another";
  let description = [{
    Element (i, j, ...) of the result is the source's element with the same
    coordinates, except that along `axis` its coordinate is the index at
    (i, j, ...), an integer of any width, with a sign. An index out of range
    reads an unspecified element.
    `efficient_layout` says that no layout change is wanted.

    ```mlir
    %g = tt.gather %t[%i] {axis = 1 : i32} :
        (tensor<64x128xf32>, tensor<64x32xi32>) -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, TT_IntTensor:$indices, I32Attr:$axis,
                       UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TT_HistogramOp : TT_Op<"histogram", [Pure]> {
  let summary = "how often each value occurs";
  let description = [{
    Element `i` of the result counts the elements of `src` that equal `i`;
    those out of range, and those where `mask` is false, are not counted. A
    count beyond what the result's integers hold loses its high bits.

    ```mlir
    %h = tt.histogram %x : tensor<1024xi32> -> tensor<256xi32>
    ```
  }];
  let arguments = (ins TT_IntTensor:$src, Optional<TT_BoolTensor>:$mask);
  let results = (outs TT_IntTensor:$result);
  let assemblyFormat = [{
    $src (`,` $mask^)? attr-dict `:` type($src)
    `` custom<HistogramMask>(ref($mask), ref(type($src)), type($mask))
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def TT_ElementwiseInlineAsmOp : TT_Op<"elementwise_inline_asm", [
    Elementwise, ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "runs PTX for each element";
  let description = [{
    Each run of the text handles `packed_element` neighbouring elements of
    every operand and result; elements narrower than 32 bits come packed in
    registers of 32. `constraints` are those of LLVM's inline assembly, results
    first. Text that is not `pure` may access memory.

    ```mlir
    %r = tt.elementwise_inline_asm "add.u32 $0, $1, 1;"
        {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x :
        tensor<64xi32> -> tensor<64xi32>
    ```
  }];
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints, BoolAttr:$pure,
                       I32Attr:$packed_element, Variadic<TT_AnyValue>:$args);
  let results = (outs Variadic<TT_AnyValue>:$results);
  let assemblyFormat = [{
    $asm_string attr-dict ($args^ `:` type($args))? `->` type($results)
  }];
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return getPure() ? ::mlir::Speculation::Speculatable
                       : ::mlir::Speculation::NotSpeculatable;
    }
  }];
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TT_IR_TTTILEOPS
