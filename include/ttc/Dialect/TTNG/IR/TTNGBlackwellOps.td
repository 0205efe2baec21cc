//===- TTNGBlackwellOps.td - Tensor memory and its products ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTNG_IR_TTNGBLACKWELLOPS
#define TTC_DIALECT_TTNG_IR_TTNGBLACKWELLOPS

include "ttc/Dialect/TTNG/IR/TTNGOpBase.td"

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

def TTNG_TMEMAllocOp : TTNG_Op<"tmem_alloc", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a new piece of tensor memory";
  let description = [{
    Holds the tensor `src`, if given. Accesses to it may be ordered by tokens,
    of which this op makes the first.

    ```mlir
    %m, %k = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    ```
  }];
  let arguments = (ins Optional<TT_Tensor>:$src);
  let results = (outs TTG_MemDesc:$result, Optional<TTG_Token>:$token);
  let assemblyFormat = "($src^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TTNG_TMEMLoadOp : TTNG_Op<"tmem_load", [AttrSizedResultSegments]> {
  let summary = "reads tensor memory into registers";
  let description = [{
    `red`, if there, has the minimum or maximum of each row.

    ```mlir
    %t, %n = ttng.tmem_load %m[%k] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MemDesc, "", [MemRead<TTNG_TensorMemory>]>:$src,
    Optional<TTG_Token>:$dep);
  let results = (outs TT_Tensor:$result, Optional<TTG_Token>:$token,
                      Optional<TT_Tensor>:$red);
  let assemblyFormat = [{
    $src `` custom<Token>($dep, type($token)) attr-dict
    `:` qualified(type($src)) `->` type($result) (`,` type($red)^)?
  }];
  let hasVerifier = 1;
}

def TTNG_TMEMStoreOp : TTNG_Op<"tmem_store"> {
  let summary = "writes registers to tensor memory";
  let description = [{
    Where `pred` holds. The tensor and the memory, which is mutable, have one
    shape and element type.

    ```mlir
    ttng.tmem_store %t, %m, %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ```
  }];
  let arguments = (ins
    Arg<TTG_MemDesc, "", [MemWrite<TTNG_TensorMemory>]>:$dst,
    Optional<TTG_Token>:$dep, TT_Tensor:$src, I1:$pred);
  let results = (outs Optional<TTG_Token>:$token);
  let assemblyFormat = [{
    $src `,` $dst `` custom<Token>($dep, type($token)) `,` $pred attr-dict
    `:` type($src) `->` qualified(type($dst))
  }];
  let hasVerifier = 1;
}

def TTNG_TMEMSubsliceOp : TTNG_Op<"tmem_subslice", [Pure]> {
  let summary = "some columns of a piece of tensor memory";
  let description = [{
    The result's columns, from the one that `N` (Triton 3.6) or `offset` (3.9)
    names on.

    ```mlir
    %s = ttng.tmem_subslice %m {N = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$src, OptionalAttr<I32Attr>:$N,
                       OptionalAttr<I32Attr>:$offset);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TTNG_TMEMCopyOp : TTNG_Op<"tmem_copy", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "starts copying shared to tensor memory";
  let description = [{
    Ordered with products, complete on `barrier`, if given. Both have one
    element type.

    ```mlir
    ttng.tmem_copy %s, %m : !ttg.memdesc<128x4xi8, #shared, #smem, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$src, TTG_MemDesc:$dst,
                       Optional<TTG_MemDesc>:$barrier);
  let assemblyFormat = [{
    $src `,` $dst (`,` $barrier^)? attr-dict `:` qualified(type(operands))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

class TTNG_TCGen5Op<string mnemonic> : TTNG_Op<mnemonic, [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let results = (outs Optional<TTG_Token>:$token);
  let hasVerifier = 1;
}

def TTNG_TCGen5MMAOp : TTNG_TCGen5Op<"tc_gen5_mma"> {
  let summary = "matrix product into tensor memory";
  let description = [{
    `d = a * b + d`, or `a * b` where `useD` is false; where `pred` holds.
    Operands of i8 are summed up in i32; those of floating-point types, of one
    width up to 32 bits, in f32, or in f16 if they have at most 16.
    Barriers are arrived at, where their predicates hold, when the product is
    done.

    ```mlir
    ttng.tc_gen5_mma %a, %b, %d, %true, %true, %bar[%true] {is_async} :
        !ttg.memdesc<128x64xf16, #s, #smem>, !ttg.memdesc<64x128xf16, #s, #smem>,
        !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #b, #smem, mutable>
    ```
  }];
  let arguments = (ins
    TTG_MemDesc:$a, TTG_MemDesc:$b, TTG_MemDesc:$d, Optional<TTG_Token>:$acc_dep,
    I1:$useD, I1:$pred, Variadic<TTG_MemDesc>:$barriers,
    Variadic<I1>:$barrier_preds, UnitAttr:$is_async, UnitAttr:$two_ctas,
    UnitAttr:$multicast);
  let assemblyFormat = [{
    $a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $useD `,` $pred
    `` custom<Barriers>($barriers, $barrier_preds) attr-dict
    `:` qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d))
    (`,` qualified(type($barriers))^)?
  }];
}

def TTNG_TCGen5MMAScaledOp : TTNG_TCGen5Op<"tc_gen5_mma_scaled"> {
  let summary = "matrix product of block-scaled operands into tensor memory";
  let description = [{
    As `ttng.tc_gen5_mma`, with operands and scales as in `tt.dot_scaled`, of 8
    bits each, and an accumulator of f32 or f16.

    ```mlir
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %true, %true lhs = e4m3 rhs = e4m3 :
        !ttg.memdesc<128x128xf8E4M3FN, #s, #smem>, !ttg.memdesc<128x128xf8E4M3FN, #s, #smem>,
        !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>,
        !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>
    ```
  }];
  let arguments = (ins
    TTG_MemDesc:$a, TTG_MemDesc:$b, TTG_MemDesc:$d, Optional<TTG_Token>:$acc_dep,
    TTG_MemDesc:$a_scale, TTG_MemDesc:$b_scale, I1:$useD, I1:$pred,
    Variadic<TTG_MemDesc>:$barriers, Variadic<I1>:$barrier_preds,
    TT_ScaleDotElemType:$a_type, TT_ScaleDotElemType:$b_type,
    UnitAttr:$is_async, UnitAttr:$two_ctas, UnitAttr:$multicast);
  let assemblyFormat = [{
    $a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,`
    $a_scale `,` $b_scale `,` $useD `,` $pred `lhs` `=` $a_type `rhs` `=` $b_type
    `` custom<Barriers>($barriers, $barrier_preds) attr-dict
    `:` qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) `,`
    qualified(type($a_scale)) `,` qualified(type($b_scale))
    (`,` qualified(type($barriers))^)?
  }];
}

def TTNG_TCGen5CommitOp : TTNG_BarrierOp<"tc_gen5_commit", [
    AttrSizedOperandSegments]> {
  let summary = "arrives at an mbarrier when earlier products are done";
  let description = [{
    Where `pred` holds. `descs` are the operands of the products whose
    multicast the commit follows.

    ```mlir
    ttng.tc_gen5_commit %b, %p : !ttg.memdesc<1xi64, #b, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$barrier, Optional<I1>:$pred,
                       Variadic<TTG_MemDesc>:$descs, UnitAttr:$two_ctas);
  let assemblyFormat = [{
    $barrier (`,` $pred^)? (`descs` $descs^)? attr-dict
    `:` qualified(type($barrier)) (`,` qualified(type($descs))^)?
  }];
}

//===----------------------------------------------------------------------===//
// Cluster launch control
//===----------------------------------------------------------------------===//

def TTNG_CLCTryCancelOp : TTNG_BarrierOp<"clc_try_cancel"> {
  let summary = "asks for the work of a block that has not started";
  let description = [{
    The answer, 16 bytes, arrives in shared memory and completes on `barrier`.

    ```mlir
    ttng.clc_try_cancel %m, %b : !ttg.memdesc<2xi64, #b, #smem, mutable>, !ttg.memdesc<1xi64, #b, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$result, TTG_MemDesc:$barrier,
                       UnitAttr:$multicast);
  let assemblyFormat = [{
    $result `,` $barrier attr-dict
    `:` qualified(type($result)) `,` qualified(type($barrier))
  }];
}

def TTNG_CLCLoadResultOp : TTNG_Op<"clc_load_result"> {
  let summary = "reads the answer of `ttng.clc_try_cancel`";
  let description = [{
    The operand has at least two elements of i64. Before this, the barrier
    of the request has been waited for.

    ```mlir
    %r = ttng.clc_load_result %m : !ttg.memdesc<2xi64, #b, #smem, mutable> -> i128
    ```
  }];
  let arguments = (ins Arg<TTG_MemDesc, "", [MemRead<TTG_SharedMemory>]>:$src);
  let results = (outs I<128>:$result);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTNG_CLCIsCanceledOp : TTNG_Op<"clc_is_canceled", [Pure]> {
  let summary = "whether an answer hands over the work of a block";
  let description = [{
    True where the block of the answer was canceled, and its work is this
    one's to do; false where none was left.

    ```mlir
    %c = ttng.clc_is_canceled %r : i128 -> i1
    ```
  }];
  let arguments = (ins I<128>:$clcResult);
  let results = (outs I1:$result);
  let assemblyFormat = "$clcResult attr-dict `:` type($clcResult) `->` type($result)";
}

def TTNG_CLCGetProgramIdOp : TTNG_Op<"clc_get_program_id", [Pure]> {
  let summary = "position of the program whose work an answer hands over";
  let description = [{
    The position of the canceled block along one axis of the launch grid;
    unspecified where none was canceled.

    ```mlir
    %x = ttng.clc_get_program_id %r, x : i128 -> i32
    ```
  }];
  let arguments = (ins I<128>:$clcResult, TT_ProgramDim:$dim);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    $clcResult `,` $dim attr-dict `:` type($clcResult) `->` type($result)
  }];
}

#endif // TTC_DIALECT_TTNG_IR_TTNGBLACKWELLOPS
