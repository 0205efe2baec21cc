//===- TTBase.td - The tt dialect, its types and type constraints ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTBASE
#define TTC_DIALECT_TT_IR_TTBASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

def TT_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::ttc::tt";
  let summary = "Kernels over tiles, as a Triton program states them";
  let description = [{
    A kernel is a `tt.func`. Each instance of it (a *program*) runs on one
    block of threads and computes with *tiles*: ranked tensors whose extents
    are powers of two, and scalars. Memory is reached through pointers, or tiles
    of pointers.

    Extents may be left out (`tensor<?x64xf16>`) at the tile level where the
    rest of the program determines them; `tt-infer-shapes` finds them.

    At the tile level (TTIR) a tensor has no encoding. At the GPU level (TTGIR)
    every tensor carries a layout of the `ttg` dialect as its encoding, which
    says which thread and register hold which element; the same ops are used
    at both levels.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::ub::UBDialect"
  ];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// The Triton version whose spelling the printer writes (`--tt-syntax`).
    /// The parser reads the spelling of every version.
    SyntaxVersion getSyntax() const { return syntax; }
    void setSyntax(SyntaxVersion version) { syntax = version; }

  private:
    void registerTypes();
    void registerAttributes();
    void registerOps();
    SyntaxVersion syntax = SyntaxVersion::Newest;

  public:
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class TT_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<TT_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def TT_PtrType : TT_Type<"Pointer", "ptr"> {
  let summary = "pointer to a value in device memory";
  let description = [{
    `!tt.ptr<T>` points to a `T` in global memory; `!tt.ptr<T, 3>` to one in
    shared memory. The pointee is a scalar, another pointer, or, for the block
    pointers of older programs, a tensor. A pointer is 64 bits wide.
  }];
  let parameters = (ins "::mlir::Type":$pointeeType,
                        DefaultValuedParameter<"int", "1">:$addressSpace);
  let builders = [TypeBuilderWithInferredContext<(ins
      "::mlir::Type":$pointeeType, CArg<"int", "1">:$addressSpace), [{
    return $_get(pointeeType.getContext(), pointeeType, addressSpace);
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TT_TensorDescType : TT_Type<"TensorDesc", "tensordesc"> {
  let summary = "a tensor in global memory, read and written in blocks";
  let description = [{
    Knows the tensor's address, extents and strides; the type says the shape
    of the block that one access moves, its element type, and, at the GPU
    level, the layout of the block in shared memory. Elements of integers may
    state a sign (`si32`), which reductions use.

    Triton 3.6 and 3.7 write the block as a tensor type, later versions its
    shape alone:

    ```mlir
    !tt.tensordesc<tensor<128x64xf16>>
    !tt.tensordesc<128x64xf16, #shared>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        OptionalParameter<"::mlir::Attribute">:$sharedLayout);
  let builders = [TypeBuilderWithInferredContext<(ins
      "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
      CArg<"::mlir::Attribute", "{}">:$sharedLayout), [{
    return $_get(elementType.getContext(), shape, elementType, sharedLayout);
  }]>];
  let extraClassDeclaration = [{
    /// The element type as tensors have it: without a sign.
    ::mlir::Type getSignlessElementType() const;
    /// The tensor that one access moves, without an encoding.
    ::mlir::RankedTensorType getBlockType() const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

def TT_Float : AnyTypeOf<[F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E4M3B11FNUZ,
                          F16, BF16, F32, F64], "floating-point">;
def TT_Int : AnyTypeOf<[I1, I<4>, I8, I16, I32, I64], "integer">;
def TT_Ptr : Type<TT_PtrType.predicate, "pointer", "::ttc::tt::PointerType">;

def TT_TensorDesc : Type<TT_TensorDescType.predicate, "tensor descriptor",
                         "::ttc::tt::TensorDescType">;

def TT_Tensor : RankedTensorOf<[TT_Float, TT_Int, TT_Ptr]>;
def TT_FloatTensor : RankedTensorOf<[TT_Float]>;
def TT_IntTensor : RankedTensorOf<[TT_Int]>;
def TT_PtrTensor : RankedTensorOf<[TT_Ptr]>;
def TT_BoolTensor : RankedTensorOf<[I1]>;

def TT_Scalar : AnyTypeOf<[TT_Float, TT_Int, TT_Ptr], "scalar">;
def TT_FloatLike : AnyTypeOf<[TT_Float, TT_FloatTensor],
                             "floating-point or tensor of floating-point">;
def TT_IntLike : AnyTypeOf<[TT_Int, TT_IntTensor],
                           "integer or tensor of integers">;
def TT_BoolLike : AnyTypeOf<[I1, TT_BoolTensor], "i1 or tensor of i1">;
def TT_PtrLike : AnyTypeOf<[TT_Ptr, TT_PtrTensor],
                           "pointer or tensor of pointers">;
def TT_AnyValue : AnyTypeOf<[TT_Scalar, TT_Tensor], "scalar or tensor">;

#endif // TTC_DIALECT_TT_IR_TTBASE
