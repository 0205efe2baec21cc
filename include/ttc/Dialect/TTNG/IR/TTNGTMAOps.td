//===- TTNGTMAOps.td - Bulk tensor copies ---------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTNG_IR_TTNGTMAOPS
#define TTC_DIALECT_TTNG_IR_TTNGTMAOPS

include "ttc/Dialect/TTNG/IR/TTNGOpBase.td"

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

class TTNG_TMAOp<string mnemonic, list<Trait> traits = []>
    : TTNG_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>])> {
  let hasVerifier = 1;
}

def TTNG_AsyncTMACopyGlobalToLocalOp : TTNG_TMAOp<"async_tma_copy_global_to_local"> {
  let summary = "starts copying a block to shared memory";
  let description = [{
    As `tt.descriptor_load` into shared memory, where `pred` holds. One thread
    starts the copy; it completes on `barrier`, which expects its bytes. With
    `multicast` the blocks of the cluster that the layout says share what each
    has copied.

    ```mlir
    ttng.async_tma_copy_global_to_local %d[%i, %j] %m, %b, %p :
        !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
        -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins
    TT_TensorDesc:$desc, Variadic<I32>:$coord, TTG_MemDesc:$barrier,
    TTG_MemDesc:$result, I1:$pred,
    DefaultValuedAttr<TT_CacheModifier, "::ttc::tt::CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "::ttc::tt::EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile, UnitAttr:$multicast);
  let assemblyFormat = [{
    $desc `[` $coord `]` $result `,` $barrier `,` $pred
    `` custom<CacheHints>($cache, $evict, attr-dict)
    `:` qualified(type($desc)) `,` qualified(type($barrier)) `->` qualified(type($result))
  }];
}

def TTNG_AsyncTMACopyLocalToGlobalOp : TTNG_TMAOp<"async_tma_copy_local_to_global"> {
  let summary = "starts copying shared memory to a block";
  let description = [{
    Complete, as far as reading shared memory goes, after
    `ttng.async_tma_store_wait`.

    ```mlir
    ttng.async_tma_copy_local_to_global %d[%i, %j] %m : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<128x64xf16, #shared, #smem>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, Variadic<I32>:$coord, TTG_MemDesc:$src);
  let assemblyFormat = [{
    $desc `[` $coord `]` $src attr-dict
    `:` qualified(type($desc)) `,` qualified(type($src))
  }];
}

def TTNG_AsyncTMAReduceOp : TTNG_TMAOp<"async_tma_reduce"> {
  let summary = "starts combining shared memory into a block";
  let description = [{
    As `tt.descriptor_reduce`, from shared memory.

    ```mlir
    ttng.async_tma_reduce add, %d[%i, %j] %m : !tt.tensordesc<32x128xf32, #shared>, !ttg.memdesc<32x128xf32, #shared, #smem>
    ```
  }];
  let arguments = (ins TT_DescriptorReduceKind:$kind, TT_TensorDesc:$desc,
                       Variadic<I32>:$coord, TTG_MemDesc:$src);
  let assemblyFormat = [{
    $kind `,` $desc `[` $coord `]` $src attr-dict
    `:` qualified(type($desc)) `,` qualified(type($src))
  }];
}

def TTNG_AsyncTMAGatherOp : TTNG_TMAOp<"async_tma_gather"> {
  let summary = "starts copying rows to shared memory";
  let description = [{
    As `tt.descriptor_gather` into shared memory, where `pred` holds.

    ```mlir
    ttng.async_tma_gather %d[%rows, %col] %m, %b, %p : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32, #r>, i32, !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, i1
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, RankedTensorOf<[I32]>:$x_offsets,
                       I32:$y_offset, TTG_MemDesc:$barrier, TTG_MemDesc:$result,
                       I1:$pred);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` $result `,` $barrier `,` $pred
    attr-dict `:` type(operands)
  }];
}

def TTNG_AsyncTMAScatterOp : TTNG_TMAOp<"async_tma_scatter"> {
  let summary = "starts copying shared memory to rows";
  let description = [{
    As `tt.descriptor_scatter`, from shared memory.

    ```mlir
    ttng.async_tma_scatter %d[%rows, %col] %m : !tt.tensordesc<1x64xf16, #shared>, tensor<32xi32, #r>, i32, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, RankedTensorOf<[I32]>:$x_offsets,
                       I32:$y_offset, TTG_MemDesc:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` $src attr-dict `:` type(operands)
  }];
}

def TTNG_AsyncTMAStoreWaitOp : TTNG_OrderingOp<"async_tma_store_wait"> {
  let summary = "waits for copies from shared memory";
  let description = [{
    At most the `pendings` youngest copies from shared memory may still read it
    afterwards.

    ```mlir
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ```
  }];
  let arguments = (ins I32Attr:$pendings);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Descriptors made by the program
//===----------------------------------------------------------------------===//

def TTNG_ReinterpretTensorDescriptorOp
    : TTNG_Op<"reinterpret_tensor_descriptor", [Pure]> {
  let summary = "a tensor map in memory as a descriptor";
  let description = [{
    The operand points to the 128 bytes of a tensor map, as i8; the result
    says which block the map describes.

    ```mlir
    %d = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<128x64xf16, #shared>
    ```
  }];
  let arguments = (ins TT_Ptr:$rawDesc);
  let results = (outs TT_TensorDesc:$result);
  let assemblyFormat = [{
    $rawDesc attr-dict `:` qualified(type($rawDesc)) `to` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TTNG_TensormapCreateOp : TTNG_Op<"tensormap_create", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes a tensor map";
  let description = [{
    Writes the 128 bytes of a tensor map (PTX ISA, tensormap.replace) at
    `desc_ptr`, for the tensor at `global_address`. Dimensions are listed
    fastest first; `global_stride`, in bytes, leaves out the first one.
    `desc_ptr` points to i8. `elem_type` is 0 to 15, `interleave_layout` 0 to 2,
    `swizzle_mode` 0 to 4 and `fill_mode` 0 or 1, as in PTX.

    ```mlir
    ttng.tensormap_create %d, %p, [%b0, %b1], [%n0, %n1], [%s1], [%e0, %e1]
        {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} :
        (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ```
  }];
  let arguments = (ins
    TT_Ptr:$desc_ptr, TT_Ptr:$global_address, Variadic<I32>:$box_dim,
    Variadic<I32>:$global_dim, Variadic<I64>:$global_stride,
    Variadic<I32>:$element_stride, I32Attr:$elem_type,
    I32Attr:$interleave_layout, I32Attr:$swizzle_mode, I32Attr:$fill_mode);
  let assemblyFormat = [{
    $desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]` `,`
    `[` $global_stride `]` `,` `[` $element_stride `]` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TTNG_TensormapFenceproxyAcquireOp
    : TTNG_Op<"tensormap_fenceproxy_acquire", [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "makes a tensor map that was written usable";
  let description = [{
    Bulk copies through the map that start later use what was written to the
    128 bytes at the pointer, to i8, before.

    ```mlir
    ttng.tensormap_fenceproxy_acquire %p : !tt.ptr<i8>
    ```
  }];
  let arguments = (ins TT_Ptr:$desc_ptr);
  let assemblyFormat = "$desc_ptr attr-dict `:` qualified(type($desc_ptr))";
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TTNG_IR_TTNGTMAOPS
