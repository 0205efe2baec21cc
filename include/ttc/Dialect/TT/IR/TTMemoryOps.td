//===- TTMemoryOps.td - Pointers and memory -------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTMEMORYOPS
#define TTC_DIALECT_TT_IR_TTMEMORYOPS

include "ttc/Dialect/TT/IR/TTOpBase.td"

def TT_AddPtrOp : TT_ElementwiseOp<"addptr", [
    AllTypesMatch<["ptr", "result"]>]> {
  let summary = "advances a pointer by an offset in elements";
  let description = [{
    The offset is a signed integer; overflow of the address is undefined.

    ```mlir
    %q = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$offset);
  let results = (outs TT_PtrLike:$result);
  let assemblyFormat = "$ptr `,` $offset attr-dict `:` type($ptr) `,` type($offset)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_LoadOp : TT_Op<"load", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "reads global memory";
  let description = [{
    Reads the value at each pointer. Where `mask` is false nothing is read and
    the result is `other`, or unspecified without one. `cache` and `evict` are
    hints; a volatile load is always performed.

    A block pointer is read as a whole, without a mask; `boundaryCheck` names
    the dimensions that may go out of bounds, `padding` what is read there.

    ```mlir
    %v = tt.load %p, %m, %zero evictionPolicy = evict_last : tensor<64x!tt.ptr<f32>>
    %t = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64x32xf16>>
    ```
  }];
  let arguments = (ins
    TT_PtrLike:$ptr, Optional<TT_BoolLike>:$mask, Optional<TT_AnyValue>:$other,
    DefaultValuedAttr<TT_CacheModifier, "CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
    OptionalAttr<DenseI32ArrayAttr>:$boundaryCheck,
    OptionalAttr<TT_PaddingOption>:$padding);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $ptr (`,` $mask^)? (`,` $other^)?
    `` custom<CacheHints>($cache, $evict, attr-dict)
    `:` type($ptr)
    `` custom<AccessTypes>(ref($mask), ref($other), ref(type($ptr)), type($mask), type($other))
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_StoreOp : TT_Op<"store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes global memory";
  let description = [{
    Writes each value to its pointer, except where `mask` is false. A block
    pointer is written as a whole, except out of bounds along the dimensions
    that `boundaryCheck` names.

    ```mlir
    tt.store %p, %v, %m cacheModifier = wt : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins
    TT_PtrLike:$ptr, TT_AnyValue:$value, Optional<TT_BoolLike>:$mask,
    DefaultValuedAttr<TT_CacheModifier, "CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "EvictionPolicy::Normal">:$evict,
    OptionalAttr<DenseI32ArrayAttr>:$boundaryCheck);
  let assemblyFormat = [{
    $ptr `,` $value (`,` $mask^)? `` custom<CacheHints>($cache, $evict, attr-dict)
    `:` type($ptr)
    `` custom<StoreTypes>(ref($mask), ref(type($ptr)), type($mask), type($value))
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_AtomicRMWOp : TT_Op<"atomic_rmw", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "read-modify-write of global memory, one element at a time";
  let description = [{
    Replaces the value at each pointer by `op` of it and `value`, and returns
    what was there before. Where `mask` is false nothing happens and the
    result is unspecified.

    ```mlir
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m :
        (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins
    TT_RMWOp:$atomic_rmw_op, TT_PtrLike:$ptr, TT_AnyValue:$value,
    Optional<TT_BoolLike>:$mask, TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicCASOp : TT_Op<"atomic_cas", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "compare-and-swap of global memory, one element at a time";
  let description = [{
    Where the value at the pointer equals `cmp`, bit for bit, `val` replaces
    it. Returns what was there before.

    ```mlir
    %old = tt.atomic_cas acq_rel, gpu, %p, %zero, %one : (!tt.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_AnyValue:$cmp, TT_AnyValue:$val,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicLoadOp : TT_Op<"atomic_load", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reads global memory with a memory order";
  let description = [{
    As `tt.load`, each element atomically, `relaxed` or `acquire`. Where `mask`
    is false nothing is read and the result is unspecified.

    ```mlir
    %v = tt.atomic_load acquire, gpu, %p : (!tt.ptr<i32>) -> i32
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, Optional<TT_BoolLike>:$mask,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicStoreOp : TT_Op<"atomic_store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes global memory with a memory order";
  let description = [{
    As `tt.store`, each element atomically, `relaxed` or `release`.

    ```mlir
    tt.atomic_store release, gpu, %p, %v : !tt.ptr<i32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_AnyValue:$value,
                       Optional<TT_BoolLike>:$mask,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)
    `` custom<StoreTypes>(ref($mask), ref(type($ptr)), type($mask), type($value))
  }];
  let hasVerifier = 1;
}

def TT_AtomicPollOp : TT_Op<"atomic_poll", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "compares global memory, read with a memory order";
  let description = [{
    Reads the value at the pointer atomically, `relaxed` or `acquire`; the
    result says whether it equals `expected`, bit for bit.

    ```mlir
    %same = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_AnyValue:$expected,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_BoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected attr-dict
    `:` type($ptr) `,` type($expected) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TT_IR_TTMEMORYOPS
