//===- TTGMemoryOps.td - Shared memory ------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGMEMORYOPS
#define TTC_DIALECT_TTG_IR_TTGMEMORYOPS

include "ttc/Dialect/TTG/IR/TTGOpBase.td"

//===----------------------------------------------------------------------===//
// Allocation and access
//===----------------------------------------------------------------------===//

def TTG_LocalAllocOp : TTG_Op<"local_alloc", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a new piece of shared memory";
  let description = [{
    Holds the tensor `src`, if given; otherwise what it holds is unspecified,
    and the piece is mutable. It lives until `ttg.local_dealloc`, or its last
    use.

    ```mlir
    %m = ttg.local_alloc : () -> !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>
    %n = ttg.local_alloc %t : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    ```
  }];
  let arguments = (ins Optional<TT_Tensor>:$src);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = "($src^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TTG_LocalDeallocOp : TTG_Op<"local_dealloc"> {
  let summary = "ends the life of a piece of shared memory";
  let description = [{
    Nothing reads or writes the piece afterwards, through no descriptor of
    it. The operand is one of shared memory.

    ```mlir
    ttg.local_dealloc %m : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins Arg<TTG_MemDesc, "", [MemFree<TTG_SharedMemory>]>:$src);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src))";
  let hasVerifier = 1;
}

def TTG_LocalLoadOp : TTG_Op<"local_load"> {
  let summary = "reads shared memory into registers";
  let description = [{
    A `token` orders the load after what the token stands for.

    ```mlir
    %t = ttg.local_load %m token %k : !ttg.memdesc<64xf32, #shared, #smem, mutable> -> tensor<64xf32, #blocked>
    ```
  }];
  let arguments = (ins Arg<TTG_MemDesc, "", [MemRead<TTG_SharedMemory>]>:$src,
                       Optional<TTG_Token>:$token);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src (`token` $token^)? attr-dict `:` qualified(type($src)) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTG_LocalStoreOp : TTG_Op<"local_store"> {
  let summary = "writes registers to shared memory";
  let description = [{
    The tensor and the memory, which is mutable, have one shape and element
    type.

    ```mlir
    ttg.local_store %t, %m : tensor<64xf32, #blocked> -> !ttg.memdesc<64xf32, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TT_Tensor:$src,
                       Arg<TTG_MemDesc, "", [MemWrite<TTG_SharedMemory>]>:$dst);
  let assemblyFormat = [{
    $src `,` $dst attr-dict `:` type($src) `->` qualified(type($dst))
  }];
  let hasVerifier = 1;
}

def TTG_LocalGatherOp : TTG_Op<"local_gather"> {
  let summary = "reads elements of shared memory at indices";
  let description = [{
    As `tt.gather`, from memory.

    ```mlir
    %t = ttg.local_gather %m[%i] {axis = 0 : i32} :
        !ttg.memdesc<16x64xf16, #shared, #smem>, tensor<16x64xi32, #blocked> -> tensor<16x64xf16, #blocked>
    ```
  }];
  let arguments = (ins Arg<TTG_MemDesc, "", [MemRead<TTG_SharedMemory>]>:$src,
                       TT_IntTensor:$indices, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict
    `:` qualified(type($src)) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTG_LocalScatterOp : TTG_Op<"local_scatter"> {
  let summary = "writes elements of shared memory at indices";
  let description = [{
    Where two elements have one index, which of them stays is unspecified.

    ```mlir
    ttg.local_scatter %m[%i], %t {axis = 0 : i32} :
        !ttg.memdesc<16x64xf16, #shared, #smem, mutable>, tensor<16x64xi32, #blocked>, tensor<16x64xf16, #blocked>
    ```
  }];
  let arguments = (ins Arg<TTG_MemDesc, "", [MemWrite<TTG_SharedMemory>]>:$dst,
                       TT_Tensor:$values, TT_IntTensor:$indices, I32Attr:$axis);
  let assemblyFormat = [{
    $dst `[` $indices `]` `,` $values attr-dict
    `:` qualified(type($dst)) `,` type($indices) `,` type($values)
  }];
  let hasVerifier = 1;
}

def TTG_LocalAtomicScatterRMWOp : TTG_Op<"local_atomic_scatter_rmw"> {
  let summary = "read-modify-write of elements of shared memory at indices";
  let description = [{
    As `tt.atomic_rmw`, relaxed, in shared memory, on the elements that
    `indices` names along `axis`.

    ```mlir
    %old = ttg.local_atomic_scatter_rmw add, %m[%i], %t {axis = 0 : i32} :
        (!ttg.memdesc<64xi32, #shared, #smem, mutable>, tensor<64xi32, #blocked>, tensor<64xi32, #blocked>)
        -> tensor<64xi32, #blocked>
    ```
  }];
  let arguments = (ins
    TT_RMWOp:$atomic_rmw_op,
    Arg<TTG_MemDesc, "", [MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>]>:$dst,
    TT_Tensor:$values, TT_IntTensor:$indices, Optional<TT_BoolTensor>:$mask,
    I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

class TTG_MemDescView<string mnemonic, list<Trait> traits = []>
    : TTG_Op<mnemonic, !listconcat([Pure], traits)> {
  let results = (outs TTG_MemDesc:$result);
  let hasVerifier = 1;
}

def TTG_MemDescIndexOp : TTG_MemDescView<"memdesc_index"> {
  let summary = "one buffer of several";
  let description = [{
    The result is the part at `index` along the first dimension.

    ```mlir
    %b = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<64xf32, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$src, I32:$index);
  let assemblyFormat = [{
    $src `[` $index `]` attr-dict
    `:` qualified(type($src)) `->` qualified(type($result))
  }];
}

def TTG_MemDescSubsliceOp : TTG_MemDescView<"memdesc_subslice"> {
  let summary = "a box of a piece of memory";
  let description = [{
    The result's shape, beginning at `offsets`, a multiple of it.

    ```mlir
    %b = ttg.memdesc_subslice %m[16, 0] : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 64x64>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$src, DenseI32ArrayAttr:$offsets);
  let assemblyFormat = [{
    $src `` custom<Offsets>($offsets) attr-dict
    `:` qualified(type($src)) `->` qualified(type($result))
  }];
}

def TTG_MemDescTransOp : TTG_MemDescView<"memdesc_trans"> {
  let summary = "permutes the dimensions of a piece of memory";
  let description = [{
    Dimension `i` of the result is dimension `order[i]` of the operand; every
    element stays where it is.

    ```mlir
    %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<128x64xf16, #shared, #smem> -> !ttg.memdesc<64x128xf16, #shared1, #smem>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$src, DenseI32ArrayAttr:$order);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
}

def TTG_MemDescReshapeOp : TTG_MemDescView<"memdesc_reshape"> {
  let summary = "a piece of memory under another shape";
  let description = [{
    Elements are counted in row-major order, as `tt.reshape` does; every
    element stays where it is.

    ```mlir
    %t = ttg.memdesc_reshape %m : !ttg.memdesc<128x64xf16, #shared, #smem> -> !ttg.memdesc<8192xf16, #shared1, #smem>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$src);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
}

def TTG_MemDescReinterpretOp : TTG_MemDescView<"memdesc_reinterpret"> {
  let summary = "the same bytes as other elements, in another layout";
  let description = [{
    The result has no more bytes than the operand, is in the same memory,
    and is mutable only if the operand is. What its elements are follows
    from the two layouts: each byte stays where it is.

    ```mlir
    %t = ttg.memdesc_reinterpret %m : !ttg.memdesc<64xf16, #shared, #smem> -> !ttg.memdesc<32xi32, #shared, #smem>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$src);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

def TTG_AsyncCopyGlobalToLocalOp : TTG_Op<"async_copy_global_to_local", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "starts copying from global to shared memory";
  let description = [{
    As `tt.load` into shared memory, by `cp.async`: the copy is complete once
    its group has been waited for. Where `mask` is false, `other` is written, or
    zero without one. `contiguity` promises that so many pointers in a row are
    neighbours.

    ```mlir
    %k = ttg.async_copy_global_to_local %p, %m mask %c other %z {contiguity = 8 : i32} :
        tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins
    TT_PtrTensor:$src, TTG_MemDesc:$result, Optional<TT_BoolTensor>:$mask,
    Optional<TT_Tensor>:$other,
    DefaultValuedAttr<TT_CacheModifier, "::ttc::tt::CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "::ttc::tt::EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
    DefaultValuedAttr<I32Attr, "1">:$contiguity);
  let results = (outs TTG_Token:$token);
  let assemblyFormat = [{
    $src `,` $result (`mask` $mask^)? (`other` $other^)?
    `` custom<CacheHints>($cache, $evict, attr-dict)
    `:` type($src) `->` type($result)
    `` custom<CopyTypes>(ref($mask), ref($other), ref(type($src)), type($mask), type($other))
  }];
  let hasVerifier = 1;
}

def TTG_AsyncCommitGroupOp : TTG_Op<"async_commit_group", [
    MemoryEffects<[MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>]>]> {
  let summary = "closes a group of asynchronous copies";
  let description = [{
    All copies that the thread has started since the last group.

    ```mlir
    %g = ttg.async_commit_group tokens %k
    ```
  }];
  let arguments = (ins Variadic<TTG_Token>:$inputs);
  let results = (outs TTG_Token:$token);
  let assemblyFormat = "(`tokens` $inputs^)? attr-dict";
}

def TTG_AsyncWaitOp : TTG_Op<"async_wait", [
    MemoryEffects<[MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>]>]> {
  let summary = "waits for groups of asynchronous copies";
  let description = [{
    At most the `num` youngest groups of the thread are still under way
    afterwards.

    ```mlir
    %w = ttg.async_wait %g {num = 1 : i32}
    ```
  }];
  let arguments = (ins Variadic<TTG_Token>:$inputs, I32Attr:$num);
  let results = (outs TTG_Token:$token);
  let assemblyFormat = "($inputs^)? attr-dict";
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TTG_IR_TTGMEMORYOPS
