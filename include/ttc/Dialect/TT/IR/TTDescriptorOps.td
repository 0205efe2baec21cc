//===- TTDescriptorOps.td - Blocks of tensors in global memory ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTDESCRIPTOROPS
#define TTC_DIALECT_TT_IR_TTDESCRIPTOROPS

include "ttc/Dialect/TT/IR/TTOpBase.td"

//===----------------------------------------------------------------------===//
// Tensor descriptors
//===----------------------------------------------------------------------===//

def TT_MakeTensorDescriptorOp : TT_Op<"make_tensor_descriptor", [
    Pure, SameVariadicOperandSize]> {
  let summary = "describes a tensor in global memory";
  let description = [{
    The tensor begins at `base`, a multiple of 16 bytes. `shape` gives its
    extents and `strides` the distance, in elements, between neighbours along
    each dimension; the last stride is 1, the others are multiples of 16 bytes.
    `padding` is what accesses beyond the extents read.

    ```mlir
    %d = tt.make_tensor_descriptor %p, [%M, %K], [%s, %one] : <f16>, <128x64xf16>
    ```
  }];
  let arguments = (ins
    TT_Ptr:$base, Variadic<I32>:$shape, Variadic<I64>:$strides,
    DefaultValuedAttr<TT_PaddingOption, "PaddingOption::Zero">:$padding);
  let results = (outs TT_TensorDesc:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict
    `:` custom<DescriptorTypes>(type($base), type($result))
  }];
  let hasVerifier = 1;
}

class TT_DescriptorAccess<string mnemonic, list<Trait> traits = []>
    : TT_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>])> {
  let hasVerifier = 1;
}

def TT_DescriptorLoadOp : TT_DescriptorAccess<"descriptor_load"> {
  let summary = "reads a block of a described tensor";
  let description = [{
    `indices` is the position of the block's first element. Elements out of the
    tensor's bounds are what the descriptor's `padding` says. The result has
    the block's elements; leading dimensions of extent 1 may be dropped.

    ```mlir
    %t = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    ```
  }];
  let arguments = (ins
    TT_TensorDesc:$desc, Variadic<I32>:$indices,
    DefaultValuedAttr<TT_CacheModifier, "CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "EvictionPolicy::Normal">:$evict);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]` `` custom<CacheHints>($cache, $evict, attr-dict)
    `:` qualified(type($desc)) `->` type($result)
  }];
}

def TT_DescriptorStoreOp : TT_DescriptorAccess<"descriptor_store"> {
  let summary = "writes a block of a described tensor";
  let description = [{
    Elements out of the tensor's bounds are not written.

    ```mlir
    tt.descriptor_store %d[%i, %j], %t : !tt.tensordesc<128x64xf16>, tensor<128x64xf16>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, TT_Tensor:$src,
                       Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict
    `:` qualified(type($desc)) `,` type($src)
  }];
}

def TT_DescriptorReduceOp : TT_DescriptorAccess<"descriptor_reduce"> {
  let summary = "combines a block into a described tensor, atomically";
  let description = [{
    Each element of the tensor becomes `kind` of itself and the block's
    element, atomically per element, relaxed.

    ```mlir
    tt.descriptor_reduce add, %d[%i, %j], %t : !tt.tensordesc<32x128xf32>, tensor<32x128xf32>
    ```
  }];
  let arguments = (ins TT_DescriptorReduceKind:$kind, TT_TensorDesc:$desc,
                       TT_Tensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict
    `:` qualified(type($desc)) `,` type($src)
  }];
}

def TT_DescriptorGatherOp : TT_DescriptorAccess<"descriptor_gather"> {
  let summary = "reads several rows of a described matrix";
  let description = [{
    Row `i` of the result is row `x_offsets[i]` of the matrix, from column
    `y_offset` on. The descriptor's block is one row.

    ```mlir
    %t = tt.descriptor_gather %d[%rows, %col] :
        (!tt.tensordesc<1x64xf16>, tensor<32xi32>, i32) -> tensor<32x64xf16>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, RankedTensorOf<[I32]>:$x_offsets,
                       I32:$y_offset);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict
    `:` functional-type(operands, results)
  }];
}

def TT_DescriptorScatterOp : TT_DescriptorAccess<"descriptor_scatter"> {
  let summary = "writes several rows of a described matrix";
  let description = [{
    Row `i` of the operand becomes row `x_offsets[i]` of the matrix, from
    column `y_offset` on.

    ```mlir
    tt.descriptor_scatter %d[%rows, %col], %t :
        !tt.tensordesc<1x64xf16>, tensor<32xi32>, i32, tensor<32x64xf16>
    ```
  }];
  let arguments = (ins TT_TensorDesc:$desc, RankedTensorOf<[I32]>:$x_offsets,
                       I32:$y_offset, TT_Tensor:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)
  }];
}

//===----------------------------------------------------------------------===//
// Block pointers, of older programs
//===----------------------------------------------------------------------===//

def TT_MakeTensorPtrOp : TT_Op<"make_tensor_ptr", [
    Pure, SameVariadicOperandSize]> {
  let summary = "a pointer to a block of a tensor in global memory";
  let description = [{
    `shape` and `strides` describe the tensor at `base`, `offsets` the position
    of the block in it; `order` lists the dimensions, fastest first.

    ```mlir
    %b = tt.make_tensor_ptr %p, [%M, %K], [%s, %one], [%i, %j]
        {order = array<i32: 1, 0>} : <tensor<128x64xf16>>
    ```
  }];
  let arguments = (ins TT_Ptr:$base, Variadic<I64>:$shape,
                       Variadic<I64>:$strides, Variadic<I32>:$offsets,
                       DenseI32ArrayAttr:$order);
  let results = (outs TT_Ptr:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict
    `:` custom<BlockPointerTypes>(type($base), type($result))
  }];
  let hasVerifier = 1;
}

def TT_AdvanceOp : TT_Op<"advance", [Pure, AllTypesMatch<["ptr", "result"]>]> {
  let summary = "moves a block pointer";
  let description = [{
    The block of `ptr`, moved by one number of elements, an i32, for each
    dimension. The result has the type of `ptr`.

    ```mlir
    %n = tt.advance %b, [%zero, %bk] : <tensor<128x64xf16>>
    ```
  }];
  let arguments = (ins TT_Ptr:$ptr, Variadic<I32>:$offsets);
  let results = (outs TT_Ptr:$result);
  let assemblyFormat = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TT_IR_TTDESCRIPTOROPS
