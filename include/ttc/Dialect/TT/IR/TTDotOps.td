//===- TTDotOps.td - Matrix products --------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTDOTOPS
#define TTC_DIALECT_TT_IR_TTDOTOPS

include "ttc/Dialect/TT/IR/TTOpBase.td"

def TT_DotOp : TT_Op<"dot", [Pure, AllTypesMatch<["c", "d"]>]> {
  let summary = "matrix product plus accumulator";
  let description = [{
    `d = a * b + c` with `a` of shape MxK, `b` KxN and `c` MxN, or a batch of
    them: all three then have a first dimension in common. `inputPrecision`
    says what f32 operands become on tensor cores. An accumulation of 8-bit
    floats may lose precision over `maxNumImpreciseAcc` products along K.

    ```mlir
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 :
        tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    ```
  }];
  let arguments = (ins
    TT_Tensor:$a, TT_Tensor:$b, TT_Tensor:$c,
    DefaultValuedAttr<TT_InputPrecision, "InputPrecision::IEEE">:$inputPrecision,
    DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs TT_Tensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict
    `:` type($a) `*` type($b) `->` type($d)
  }];
  let hasVerifier = 1;
}

def TT_DotScaledOp : TT_Op<"dot_scaled", [
    Pure, AttrSizedOperandSegments, AllTypesMatch<["c", "d"]>]> {
  let summary = "matrix product of block-scaled operands plus accumulator";
  let description = [{
    As `tt.dot`, with operands in the narrow formats `a_elem_type` and
    `b_elem_type`. A scale, an 8-bit exponent (`i8`) or an `f8E4M3FN`,
    multiplies a run of 32 or 16 elements along K: `a_scale` has shape
    M x K/run and `b_scale` N x K/run. Elements of 4 bits lie in pairs in an
    `i8`, along K, or along the other dimension where `lhs_k_pack`
    (`rhs_k_pack`) is false.

    ```mlir
    %d = tt.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e4m3 rhs = e2m1 {fastMath = false} :
        tensor<128x64xf8E4M3FN>, tensor<128x2xi8> * tensor<32x128xi8>, tensor<128x2xi8>
        -> tensor<128x128xf32>
    ```
  }];
  let arguments = (ins
    TT_Tensor:$a, TT_Tensor:$b, TT_FloatTensor:$c,
    Optional<TT_Tensor>:$a_scale, Optional<TT_Tensor>:$b_scale,
    TT_ScaleDotElemType:$a_elem_type, TT_ScaleDotElemType:$b_elem_type,
    BoolAttr:$fastMath, DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
    DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs TT_FloatTensor:$d);
  let assemblyFormat = [{
    $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c
    `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type attr-dict
    `:` type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)?
    `->` type($d)
  }];
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TT_IR_TTDOTOPS
