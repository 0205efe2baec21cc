//===- TTGEnums.td - Enumerations of the ttg dialect ----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGENUMS
#define TTC_DIALECT_TTG_IR_TTGENUMS

include "mlir/IR/EnumAttr.td"

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

#endif // TTC_DIALECT_TTG_IR_TTGENUMS
