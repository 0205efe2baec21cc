//===- TTNGEnums.td - Enumerations of the ttng dialect --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTNG_IR_TTNGENUMS
#define TTC_DIALECT_TTNG_IR_TTNGENUMS

include "mlir/IR/EnumAttr.td"

def TTNG_PackedArithKind : I32EnumAttr<"PackedArithKind",
    "operation on pairs of elements", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Mul", 2, "mul">, I32EnumAttrCase<"FMA", 3, "fma">]> {
  let cppNamespace = "::ttc::ttng";
}

#endif // TTC_DIALECT_TTNG_IR_TTNGENUMS
