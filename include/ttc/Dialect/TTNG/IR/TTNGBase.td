//===- TTNGBase.td - The ttng dialect and its attributes ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTNG_IR_TTNGBASE
#define TTC_DIALECT_TTNG_IR_TTNGBASE

include "mlir/IR/AttrTypeBase.td"
include "ttc/Dialect/TTG/IR/TTGInterfaces.td"

def TTNG_Dialect : Dialect {
  let name = "ttng";
  let cppNamespace = "::ttc::ttng";
  let summary = "What only NVIDIA GPUs have";
  let description = [{
    Warp-group products, bulk tensor copies, mbarriers and clusters of Hopper,
    and the tensor memory and products of Blackwell, at the level of TTGIR.

    | module attribute | meaning |
    |---|---|
    | `"ttng.two-ctas"` | whether pairs of blocks work on one product |
  }];
  let dependentDialects = ["::ttc::tt::TTDialect", "::ttc::ttg::TTGDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOps();
  }];
}

class TTNG_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<TTNG_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def TTNG_TensorMemoryAttr : TTNG_Attr<"TensorMemory", "tensor_memory"> {
  let summary = "the memory space of Blackwell's tensor memory";
  let description = [{
    Of 128 rows and 512 columns of 32 bits in each multiprocessor.

    ```mlir
    #ttng.tensor_memory
    ```
  }];
}

class TTNG_TensorMemoryLayout<string name, string attrMnemonic>
    : TTNG_Attr<name, attrMnemonic, [
        DeclareAttrInterfaceMethods<TTG_MemoryLayoutAttrInterface>]> {
  let genVerifyDecl = 1;
  let extraClassDefinition = [{
    ::mlir::Attribute $cppClass::getMemorySpace() const {
      return TensorMemoryAttr::get(getContext());
    }
    unsigned $cppClass::getBufferRank() const { return 2; }
  }];
}

def TTNG_TensorMemoryEncodingAttr
    : TTNG_TensorMemoryLayout<"TensorMemoryEncoding", "tensor_memory_encoding"> {
  let summary = "accumulators and operands in tensor memory";
  let description = [{
    Blocks of `blockM` x `blockN` elements; an element occupies `colStride`
    times its width in columns of 32 bits. With `twoCTAs`, pairs of blocks of
    the cluster share a product. How a cluster splits the tensor is `CTASplitM`
    and `CTASplitN` up to Triton 3.7, and `CGALayout` from 3.8 on.

    ```mlir
    #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
    ```
  }];
  let parameters = (ins
    "unsigned":$blockM, "unsigned":$blockN, "unsigned":$colStride,
    DefaultValuedParameter<"unsigned", "1">:$CTASplitM,
    DefaultValuedParameter<"unsigned", "1">:$CTASplitN,
    OptionalParameter<"::mlir::ArrayAttr">:$CGALayout,
    DefaultValuedParameter<"bool", "false">:$twoCTAs);
  let assemblyFormat = "`<` struct(params) `>`";
}

def TTNG_TensorMemoryScalesEncodingAttr
    : TTNG_TensorMemoryLayout<"TensorMemoryScalesEncoding",
                              "tensor_memory_scales_encoding"> {
  let summary = "scales of block-scaled operands in tensor memory";
  let description = [{
    Scales of 8 bits, placed as the product that reads them wants them.

    ```mlir
    #ttng.tensor_memory_scales_encoding<>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"unsigned", "1">:$CTASplitM,
    DefaultValuedParameter<"unsigned", "1">:$CTASplitN,
    OptionalParameter<"::mlir::ArrayAttr">:$CGALayout);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // TTC_DIALECT_TTNG_IR_TTNGBASE
