//===- TTGOpBase.td - What the ops of the ttg dialect have in common ------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGOPBASE
#define TTC_DIALECT_TTG_IR_TTGOPBASE

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "ttc/Dialect/TT/IR/TTAttrs.td"
include "ttc/Dialect/TT/IR/TTBase.td"
include "ttc/Dialect/TT/IR/TTInterfaces.td"
include "ttc/Dialect/TTG/IR/TTGAttrs.td"
include "ttc/Dialect/TTG/IR/TTGEnums.td"
include "ttc/Dialect/TTG/IR/TTGTypes.td"

/// A block's shared memory, apart from global memory.
def TTG_SharedMemory : Resource<"::ttc::ttg::SharedMemory">;

class TTG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TTG_Dialect, mnemonic, traits>;

#endif // TTC_DIALECT_TTG_IR_TTGOPBASE
