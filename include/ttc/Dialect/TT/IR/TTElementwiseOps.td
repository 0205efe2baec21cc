//===- TTElementwiseOps.td - Element by element ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTELEMENTWISEOPS
#define TTC_DIALECT_TT_IR_TTELEMENTWISEOPS

include "ttc/Dialect/TT/IR/TTOpBase.td"

class TT_CastOp<string mnemonic, Type from, Type to>
    : TT_ElementwiseOp<mnemonic> {
  let hasVerifier = 1;
  let arguments = (ins from:$src);
  let results = (outs to:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def TT_IntToPtrOp : TT_CastOp<"int_to_ptr", TT_IntLike, TT_PtrLike> {
  let summary = "an integer as an address";
  let description = [{
    An integer narrower than 64 bits is extended with zeros. The result is no
    block pointer.

    ```mlir
    %p = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
    ```
  }];
}

def TT_PtrToIntOp : TT_CastOp<"ptr_to_int", TT_PtrLike, TT_IntLike> {
  let summary = "an address as an integer";
  let description = [{
    An integer narrower than 64 bits gets the address's low bits. The operand is
    no block pointer.

    ```mlir
    %i = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
    ```
  }];
}

def TT_BitcastOp : TT_CastOp<"bitcast", TT_AnyValue, TT_AnyValue> {
  let summary = "the same bits as another type of the same width";
  let description = [{
    Pointers may be cast to pointers.

    ```mlir
    %i = tt.bitcast %x : tensor<64xf32> -> tensor<64xi32>
    ```
  }];
  let hasFolder = 1;
}

def TT_FpToFpOp : TT_ElementwiseOp<"fp_to_fp"> {
  let summary = "converts between floating-point types";
  let description = [{
    A narrowing conversion states its rounding. Values too large for an 8-bit
    result become its largest finite value (`satfinite`).

    ```mlir
    %h = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E4M3FN>
    ```
  }];
  let arguments = (ins TT_FloatLike:$src, OptionalAttr<TT_RoundingMode>:$rounding);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_ClampFOp : TT_ElementwiseOp<"clampf", [SameOperandsAndResultType]> {
  let summary = "limits a value to a range";
  let description = [{
    With `propagateNan = all` a NaN operand makes the result NaN, otherwise the
    bound is returned. The bounds are no NaN.

    ```mlir
    %c = tt.clampf %x, %lo, %hi, propagateNan = none : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$min, TT_FloatLike:$max,
                       TT_PropagateNan:$propagateNan);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict
    `:` type($result)
  }];
}

def TT_PreciseSqrtOp : TT_ElementwiseOp<"precise_sqrt", [SameOperandsAndResultType]> {
  let summary = "square root, correctly rounded";
  let description = [{
    The value nearest to the exact root, ties to even, subnormal numbers
    included; NaN for a negative operand. Operand and result have one type.

    ```mlir
    %r = tt.precise_sqrt %x : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def TT_PreciseDivFOp : TT_ElementwiseOp<"precise_divf", [SameOperandsAndResultType]> {
  let summary = "quotient, correctly rounded";
  let description = [{
    The value nearest to the exact quotient, ties to even, subnormal numbers
    included. Operands and result have one type.

    ```mlir
    %q = tt.precise_divf %x, %y : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$y);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_MulhiUIOp : TT_ElementwiseOp<"mulhiui", [SameOperandsAndResultType]> {
  let summary = "high half of the unsigned product";
  let description = [{
    For integers of n bits, bits n to 2n - 1 of the product of the operands
    read without a sign. Operands and result have one type.

    ```mlir
    %h = tt.mulhiui %x, %y : tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_IntLike:$x, TT_IntLike:$y);
  let results = (outs TT_IntLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasFolder = 1;
}

def TT_ExternElementwiseOp : TT_Op<"extern_elementwise", [
    Elementwise, ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "calls a device library's function for each element";
  let description = [{
    `symbol` names the function; `libname` and `libpath` the library, CUDA's
    libdevice when they are empty. A function that is not `pure` may write
    memory.

    ```mlir
    %r = tt.extern_elementwise %x {libname = "", libpath = "", pure = true,
        symbol = "__nv_rsqrtf"} : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_AnyValue>:$srcs, StrAttr:$libname,
                       StrAttr:$libpath, StrAttr:$symbol, BoolAttr:$pure);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, $result)
  }];
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return getPure() ? ::mlir::Speculation::Speculatable
                       : ::mlir::Speculation::NotSpeculatable;
    }
  }];
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TT_IR_TTELEMENTWISEOPS
