//===- TTGAttrs.td - Layouts ----------------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGATTRS
#define TTC_DIALECT_TTG_IR_TTGATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"
include "ttc/Dialect/TT/IR/TTInterfaces.td"
include "ttc/Dialect/TTG/IR/TTGBase.td"

/// An encoding, written `#ttg.mnemonic<{key = value, ...}>`. No tensor type
/// comes into being whose shape its layout can't describe.
class TTG_Layout<string name, string attrMnemonic>
    : AttrDef<TTG_Dialect, name, [
        DeclareAttrInterfaceMethods<TT_LayoutAttrInterface>,
        DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verifyEncoding(
        ::mlir::ArrayRef<int64_t> shape, ::mlir::Type,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const {
      return verifyShape(shape, emitError);
    }
  }];
}

/// A list of numbers, one per dimension.
class TTG_PerDim<string what> : ArrayRefParameter<"unsigned", what>;

def TTG_BlockedAttr : TTG_Layout<"BlockedEncoding", "blocked"> {
  let summary = "each thread holds a box, threads and warps form boxes of boxes";
  let description = [{
    A thread holds `sizePerThread[d]` consecutive elements along dimension `d`;
    `threadsPerWarp[d]` threads of a warp, then `warpsPerCTA[d]` warps, follow
    one another. `order` lists the dimensions, fastest first. A tensor larger
    than this tile repeats it in more registers; a smaller one is held by
    several threads.

    `CGALayout` gives one vector per bit of the block's rank in the cluster:
    the step of the tile, in tiles, that the bit makes.

    ```mlir
    #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8],
                  warpsPerCTA = [4, 1], order = [1, 0]}>
    ```
  }];
  let parameters = (ins
    TTG_PerDim<"elements per thread">:$sizePerThread,
    TTG_PerDim<"threads per warp">:$threadsPerWarp,
    TTG_PerDim<"warps per block">:$warpsPerCTA,
    TTG_PerDim<"dimensions, fastest first">:$order,
    OptionalArrayRefParameter<"int32_t", "flattened bases">:$cgaBases);
}

def TTG_SliceAttr : TTG_Layout<"SliceEncoding", "slice"> {
  let summary = "a layout with one dimension removed";
  let description = [{
    The layout that a tensor in layout `parent` leaves when it is reduced along
    `dim`: threads that differ along it only hold copies.

    ```mlir
    #ttg.slice<{dim = 1, parent = #blocked}>
    ```
  }];
  let parameters = (ins "unsigned":$dim, "::ttc::tt::LayoutAttrInterface":$parent);
}

def TTG_LinearAttr : TTG_Layout<"LinearEncoding", "linear"> {
  let summary = "any layout, by its basis vectors";
  let description = [{
    One coordinate vector for each bit of the register, lane, warp and block
    index; an element's coordinates are the xor of those of the bits that are
    set. Together the vectors reach every coordinate.

    ```mlir
    #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
                 warp = [[8, 0], [16, 0]], block = []}>
    ```
  }];
  let parameters = (ins "::ttc::LinearLayout":$layout);
}

//===----------------------------------------------------------------------===//
// What a barrier orders
//===----------------------------------------------------------------------===//

def TTG_MemorySpaces : I32BitEnumAttr<"MemorySpaces", "memory that a barrier orders", [
    I32BitEnumAttrCaseNone<"None", "none">,
    I32BitEnumAttrCaseBit<"Local", 0, "local">,
    I32BitEnumAttrCaseBit<"GlobalRead", 1, "global_read">,
    I32BitEnumAttrCaseBit<"GlobalWrite", 2, "global_write">,
    I32BitEnumAttrCaseBit<"TensorRead", 3, "tensor_read">,
    I32BitEnumAttrCaseBit<"TensorWrite", 4, "tensor_write">,
    I32BitEnumAttrCaseGroup<"All", [
      I32BitEnumAttrCaseBit<"Local", 0>, I32BitEnumAttrCaseBit<"GlobalRead", 1>,
      I32BitEnumAttrCaseBit<"GlobalWrite", 2>, I32BitEnumAttrCaseBit<"TensorRead", 3>,
      I32BitEnumAttrCaseBit<"TensorWrite", 4>], "all">]> {
  let cppNamespace = "::ttc::ttg";
  let separator = "|";
  let printBitEnumPrimaryGroups = 1;
  let printBitEnumQuoted = 0;
}

#endif // TTC_DIALECT_TTG_IR_TTGATTRS
