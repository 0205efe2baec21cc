//===- TTOpBase.td - What the ops of the tt dialect have in common --------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTOPBASE
#define TTC_DIALECT_TT_IR_TTOPBASE

include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/CastInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "ttc/Dialect/TT/IR/TTAttrs.td"
include "ttc/Dialect/TT/IR/TTInterfaces.td"

class TT_Op<string mnemonic, list<Trait> traits = []>
    : Op<TT_Dialect, mnemonic, traits>;

/// Applied to each element on its own: tensors among operands and results have
/// one shape and one layout.
class TT_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TT_Op<mnemonic, !listconcat([Elementwise, Pure], traits)>;

/// Moves no element between threads: operand and result layouts determine
/// each other.
class TT_ViewOp<string mnemonic, list<Trait> traits = []>
    : TT_Op<mnemonic, !listconcat([Pure,
        DeclareOpInterfaceMethods<TT_LayoutTransferOpInterface>], traits)>;

#endif // TTC_DIALECT_TT_IR_TTOPBASE
