//===- TTGTypes.td - Memory descriptors and tokens ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGTYPES
#define TTC_DIALECT_TTG_IR_TTGTYPES

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "ttc/Dialect/TTG/IR/TTGBase.td"

class TTG_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<TTG_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def TTG_MemDescType : TTG_Type<"MemDesc", "memdesc"> {
  let summary = "a piece of shared or tensor memory";
  let description = [{
    Elements of one type in a box of this shape, laid out as the encoding says;
    leading dimensions beyond the encoding's rank count buffers. Only a
    `mutable` piece may be written after it came into being. A part of a larger
    piece states the shape of that as well.

    ```mlir
    !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>
    !ttg.memdesc<16x64xf16, #shared, #smem, 64x64>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
    "::mlir::Attribute":$encoding, "::mlir::Attribute":$memorySpace,
    "bool":$mutableMemory, ArrayRefParameter<"int64_t">:$allocShape);
  let builders = [TypeBuilderWithInferredContext<(ins
      "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
      "::mlir::Attribute":$encoding, "::mlir::Attribute":$memorySpace,
      CArg<"bool", "false">:$mutableMemory,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$allocShape), [{
    return $_get(elementType.getContext(), shape, elementType, encoding,
                 memorySpace, mutableMemory,
                 allocShape.empty() ? shape : allocShape);
  }]>];
  let extraClassDeclaration = [{
    unsigned getRank() const { return getShape().size(); }
    /// Whether the memory is a block's shared memory.
    bool isShared() const;
    /// The shape of one buffer: the dimensions that the layout is for.
    ::llvm::ArrayRef<int64_t> getBufferShape() const;
    /// The same of the piece that this one is a part of.
    ::llvm::ArrayRef<int64_t> getBufferAllocShape() const;
    /// Number of buffers: the product of the leading extents.
    int64_t getNumBuffers() const;
    /// The map (offset, block) -> (dim0, ...) of a whole buffer, for shared
    /// memory. Its shape is getBufferAllocShape().
    ::ttc::LinearLayout getBufferLayout() const;
    /// A tensor of the same shape and element type, without an encoding.
    ::mlir::RankedTensorType getTensorType() const {
      return ::mlir::RankedTensorType::get(getShape(), getElementType());
    }
    /// The same piece, in parts, under another shape and layout.
    MemDescType cloneWith(::llvm::ArrayRef<int64_t> shape,
                          ::mlir::Attribute encoding) const {
      return get(shape, getElementType(), encoding, getMemorySpace(),
                 getMutableMemory());
    }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TTG_TokenType : TTG_Type<"AsyncToken", "async.token"> {
  let summary = "stands for an asynchronous operation in progress";
  let description = [{
    Orders what waits for an operation behind it; holds no data.

    ```mlir
    !ttg.async.token
    ```
  }];
}

def TTG_MemDesc : Type<TTG_MemDescType.predicate, "memory descriptor",
                       "::ttc::ttg::MemDescType">;
def TTG_Token : Type<TTG_TokenType.predicate, "asynchronous token",
                     "::ttc::ttg::AsyncTokenType">,
                BuildableType<"$_builder.getType<::ttc::ttg::AsyncTokenType>()">;

#endif // TTC_DIALECT_TTG_IR_TTGTYPES
