//===- TTGAttrs.td - Layouts ----------------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGATTRS
#define TTC_DIALECT_TTG_IR_TTGATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "ttc/Dialect/TT/IR/TTInterfaces.td"
include "ttc/Dialect/TTG/IR/TTGBase.td"

class TTG_EncodingCheckCode {
  string body = [{
    ::llvm::LogicalResult $cppClass::verifyEncoding(
        ::mlir::ArrayRef<int64_t> shape, ::mlir::Type,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const {
      return verifyShape(shape, emitError);
    }
  }];
}
def TTG_EncodingCheck : TTG_EncodingCheckCode;

/// An encoding, written `#ttg.mnemonic<{key = value, ...}>`. No tensor type
/// comes into being whose shape its layout can't describe.
class TTG_Layout<string name, string attrMnemonic>
    : AttrDef<TTG_Dialect, name, [
        DeclareAttrInterfaceMethods<TT_LayoutAttrInterface>,
        DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDefinition = TTG_EncodingCheck.body;
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

def TTG_GenericLinearAttr : TTG_Layout<"GenericLinearEncoding", "generic_linear"> {
  let summary = "any layout, by its basis vectors, as Triton 3.9 spells some";
  let description = [{
    Means what `#ttg.linear` means with the same vectors.

    ```mlir
    #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]],
                         warp = [], block = []}>
    ```
  }];
  let parameters = (ins "::ttc::LinearLayout":$layout);
}

def TTG_NvidiaMmaAttr : TTG_Layout<"NvidiaMmaEncoding", "nvidia_mma"> {
  let summary = "where a tensor-core instruction leaves its accumulator";
  let description = [{
    Version 2 is `mma.sync.m16n8` (PTX ISA, Matrix Fragments for mma.m16n8k16);
    `instrShape` is [16, 8]. Version 3 is `wgmma` (Register Fragments for
    wgmma.mma_async): each of four consecutive warps holds 16 rows, and
    `instrShape` is [16, N, K]. Warps follow one another along the dimensions
    as `warpsPerCTA` says, the first dimension fastest in version 3 and the
    last one in version 2. A tensor larger than this tile repeats it in more
    registers, the last dimension first.

    ```mlir
    #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1],
                     instrShape = [16, 128, 16]}>
    ```
  }];
  let parameters = (ins
    "unsigned":$versionMajor, "unsigned":$versionMinor,
    TTG_PerDim<"warps per block">:$warpsPerCTA,
    OptionalArrayRefParameter<"int32_t", "flattened bases">:$cgaBases,
    ArrayRefParameter<"unsigned", "shape of the instruction">:$instrShape);
}

def TTG_DotOperandAttr : AttrDef<TTG_Dialect, "DotOperandEncoding", [
    DeclareAttrInterfaceMethods<TT_LayoutAttrInterface>,
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>,
    DeclareAttrInterfaceMethods<TT_DotOperandAttrInterface>]> {
  let mnemonic = "dot_op";
  let summary = "an operand of a dot in registers";
  let description = [{
    The operand `opIdx` (0 left, 1 right) of a dot whose accumulator has layout
    `parent`. For `#ttg.nvidia_mma` it is the instruction's fragment; `kWidth`
    is the number of neighbouring elements along K that a thread holds
    (32 bits of them, unless the operand is yet to be widened). For any other
    layout each thread holds all of K for the rows, or columns, of its part of
    the accumulator.

    ```mlir
    #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
    ```
  }];
  let parameters = (ins "unsigned":$opIdx,
                        "::ttc::tt::LayoutAttrInterface":$parent,
                        "unsigned":$kWidth);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDefinition = TTG_EncodingCheck.body;
}

include "ttc/Dialect/TTG/IR/TTGSharedAttrs.td"

#endif // TTC_DIALECT_TTG_IR_TTGATTRS
