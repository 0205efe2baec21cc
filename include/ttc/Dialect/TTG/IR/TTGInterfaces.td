//===- TTGInterfaces.td - Layouts of memory -------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGINTERFACES
#define TTC_DIALECT_TTG_IR_TTGINTERFACES

include "mlir/IR/OpBase.td"

def TTG_MemoryLayoutAttrInterface : AttrInterface<"MemoryLayoutAttrInterface"> {
  let cppNamespace = "::ttc::ttg";
  let description = [{
    How a memory descriptor lays out its elements. A descriptor of higher rank
    than its layout is an array of buffers along the leading dimensions.
  }];
  let methods = [
    InterfaceMethod<"The rank of one buffer.", "unsigned", "getBufferRank">,
    InterfaceMethod<"The memory that the layout is for.", "::mlir::Attribute",
                    "getMemorySpace">,
    InterfaceMethod<[{
      Checks that a buffer of this shape and element type has the layout; says
      what is wrong otherwise.
    }], "::llvm::LogicalResult", "verifyBuffer",
    (ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
         "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

#endif // TTC_DIALECT_TTG_IR_TTGINTERFACES
