//===- TTInterfaces.td - Layouts as tensor encodings, and their transfer --===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTINTERFACES
#define TTC_DIALECT_TT_IR_TTINTERFACES

include "mlir/IR/OpBase.td"

def TT_LayoutAttrInterface : AttrInterface<"LayoutAttrInterface"> {
  let cppNamespace = "::ttc::tt";
  let description = [{
    A tensor encoding that says where each element lives, as a linear map over
    F2. Nothing else about an encoding decides how data moves.

    A *distributed* layout spreads a tensor over registers of threads, a
    *shared* one over shared memory.
  }];
  let methods = [
    InterfaceMethod<[{
      The map (register, lane, warp, block) -> (dim0, dim1, ...), or
      (offset, block) -> (dim0, dim1, ...) for a shared layout, whose offset
      counts elements, for a tensor of this shape, whose extents are powers of
      two. The map is onto; registers and threads beyond the tensor's size
      repeat elements.
    }], "::ttc::LinearLayout", "toLinearLayout",
    (ins "::llvm::ArrayRef<int64_t>":$shape)>,
    InterfaceMethod<[{
      Checks that the encoding can describe a tensor of this shape; says what
      is wrong otherwise.
    }], "::llvm::LogicalResult", "verifyShape",
    (ins "::llvm::ArrayRef<int64_t>":$shape,
         "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>,
    InterfaceMethod<"Whether elements live in memory, not in registers.",
                    "bool", "isShared", (ins), "", "return false;">
  ];
}

def TT_DotOperandAttrInterface : AttrInterface<"DotOperandAttrInterface"> {
  let cppNamespace = "::ttc::tt";
  let description = [{
    The layout of an operand of a dot: which operand it is, and the layout of
    the accumulator that it serves.
  }];
  let methods = [
    InterfaceMethod<"0 for the left operand, 1 for the right one.",
                    "unsigned", "getOperandIndex">,
    InterfaceMethod<"The accumulator's layout.",
                    "::ttc::tt::LayoutAttrInterface", "getAccumulatorLayout">
  ];
}

def TT_LayoutTransferOpInterface : OpInterface<"LayoutTransferOpInterface"> {
  let cppNamespace = "::ttc::tt";
  let description = [{
    An op that renames, drops, adds or permutes the coordinates of its one
    tensor shape without moving an element between threads: its operands'
    layout and its results' layout determine each other.
  }];
  let methods = [
    InterfaceMethod<[{
      The layout of the results, given that of the operands: the one that costs
      no data movement. Absent if there is none.
    }], "::std::optional<::ttc::LinearLayout>", "transferToResult",
    (ins "const ::ttc::LinearLayout &":$operand)>,
    InterfaceMethod<[{
      The layout that the operands must have for the results to have this one
      without data movement. Absent if there is none.
    }], "::std::optional<::ttc::LinearLayout>", "transferToOperand",
    (ins "const ::ttc::LinearLayout &":$result)>
  ];
}

def TT_WarpCountOpInterface : OpInterface<"WarpCountOpInterface"> {
  let cppNamespace = "::ttc::tt";
  let description = [{
    An op whose regions run on other numbers of warps than the op itself.
  }];
  let methods = [
    InterfaceMethod<[{
      How many warps run the region, one of the op's; 0 if the op, not verified
      yet, doesn't say.
    }], "unsigned", "getRegionWarps",
                    (ins "const ::mlir::Region &":$region)>
  ];
}

#endif // TTC_DIALECT_TT_IR_TTINTERFACES
