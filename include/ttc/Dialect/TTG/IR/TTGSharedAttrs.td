//===- TTGSharedAttrs.td - Layouts of shared memory -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGSHAREDATTRS
#define TTC_DIALECT_TTG_IR_TTGSHAREDATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "ttc/Dialect/TT/IR/TTInterfaces.td"
include "ttc/Dialect/TTG/IR/TTGBase.td"
include "ttc/Dialect/TTG/IR/TTGInterfaces.td"

def TTG_SharedMemoryAttr : AttrDef<TTG_Dialect, "SharedMemory"> {
  let mnemonic = "shared_memory";
  let summary = "the memory space of a block's shared memory";
  let description = [{
    ```mlir
    #ttg.shared_memory
    ```
  }];
}

class TTG_SharedLayout<string name, string attrMnemonic>
    : AttrDef<TTG_Dialect, name, [
        DeclareAttrInterfaceMethods<TT_LayoutAttrInterface, ["isShared"]>,
        DeclareAttrInterfaceMethods<TTG_MemoryLayoutAttrInterface>,
        DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDefinition = [{
    bool $cppClass::isShared() const { return true; }
    ::mlir::Attribute $cppClass::getMemorySpace() const {
      return SharedMemoryAttr::get(getContext());
    }
    ::llvm::LogicalResult $cppClass::verifyBuffer(
        ::llvm::ArrayRef<int64_t> shape, ::mlir::Type,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const {
      return verifyShape(shape, emitError);
    }
    ::llvm::LogicalResult $cppClass::verifyEncoding(
        ::mlir::ArrayRef<int64_t> shape, ::mlir::Type,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const {
      return verifyShape(shape, emitError);
    }
  }];
}

def TTG_SwizzledSharedAttr
    : TTG_SharedLayout<"SwizzledSharedEncoding", "swizzled_shared"> {
  let summary = "rows in memory, their vectors permuted from row to row";
  let description = [{
    The dimensions follow one another in memory as `order` lists them, fastest
    first. Vectors of `vec` elements along the fastest dimension are permuted:
    in row `r` of the second dimension, the vector `v` lies where
    `v ^ (r / perPhase mod maxPhase)` would, so that threads that read a column
    of vectors meet different banks. With `maxPhase = 1` nothing is permuted.

    ```mlir
    #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
    ```
  }];
  let parameters = (ins "unsigned":$vec, "unsigned":$perPhase,
    "unsigned":$maxPhase,
    ArrayRefParameter<"unsigned", "dimensions, fastest first">:$order,
    OptionalArrayRefParameter<"int32_t", "flattened bases">:$cgaBases);
}

def TTG_NVMMASharedAttr
    : TTG_SharedLayout<"NVMMASharedEncoding", "nvmma_shared"> {
  let summary = "what bulk tensor copies write and wgmma reads";
  let description = [{
    Rows of `swizzlingByteWidth` bytes lie one after the other, and after all
    rows the next so many columns (PTX ISA, Swizzling Modes): within them, the
    16-byte chunk `c` of the row at address `a` lies where
    `c ^ (a / 128 mod w)` would, with `w` the number of chunks of a row. A width
    of 0 means rows of up to 256 elements and no swizzle. The fastest dimension
    is the last, or with `transposed` the first. Dimensions beyond two count as
    rows.

    `fp4Padded` says that elements of 4 bits, two to a byte, occupy the low
    half of every 16 bytes.

    ```mlir
    #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
    ```
  }];
  let parameters = (ins "unsigned":$swizzlingByteWidth, "bool":$transposed,
    "unsigned":$elementBitWidth, "bool":$fp4Padded,
    OptionalArrayRefParameter<"int32_t", "flattened bases">:$cgaBases,
    "unsigned":$rank);
}

def TTG_PaddedSharedAttr
    : TTG_SharedLayout<"PaddedSharedEncoding", "padded_shared"> {
  let summary = "a linear layout with gaps";
  let description = [{
    An element at offset `o` of the linear layout lies at `o` plus, for each
    `interval:+padding`, `o / interval * padding`. The linear layout is given by
    basis vectors, or as the dimensions of a `shape` in `order`, fastest first.

    The linear map of this attribute is that of the layout without gaps.

    ```mlir
    #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [32, 64]}>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"unsigned", "elements between gaps">:$intervals,
    ArrayRefParameter<"unsigned", "elements in a gap">:$paddings,
    "::ttc::LinearLayout":$layout);
}

def TTG_SharedLinearAttr
    : TTG_SharedLayout<"SharedLinearEncoding", "shared_linear"> {
  let summary = "any layout of shared memory, by its basis vectors";
  let description = [{
    One coordinate vector for each bit of the offset, in elements, and of the
    block's rank. The first element is at a multiple of `alignment` bytes.

    ```mlir
    #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0]]}, alignment = 16>
    ```
  }];
  let parameters = (ins "::ttc::LinearLayout":$layout, "unsigned":$alignment);
}

#endif // TTC_DIALECT_TTG_IR_TTGSHAREDATTRS
