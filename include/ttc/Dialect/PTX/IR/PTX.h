//===- PTX.h - Instructions that NVVM lacks ---------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `ptx` dialect: operations for PTX instructions that the LLVM and NVVM
// dialects cannot express. They take and return LLVM dialect types, so they
// stand in a lowered module between its other operations. convert-ptx-to-llvm
// turns them into LLVM operations or inline assembly; the CPU runtime turns
// them into calls.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_PTX_IR_PTX_H
#define TTC_DIALECT_PTX_IR_PTX_H

#include "ttc/Target/Info/Requirement.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ttc/Dialect/PTX/IR/PTXDialect.h.inc"
#include "ttc/Dialect/PTX/IR/PTXEnums.h.inc"
#include "ttc/Dialect/PTX/IR/PTXInterfaces.h.inc"

namespace ttc::ptx {

/// Whether `type` is `!llvm.ptr<3>`, a pointer to shared memory.
bool isSharedPointer(mlir::Type type);

/// Whether `type` is one that memory operations of this dialect take an
/// address in: `!llvm.ptr<1>` or `!llvm.ptr<3>`.
bool isGlobalOrSharedPointer(mlir::Type type);

/// Bytes that an access to `types`, `count` scalars of one type, covers.
unsigned getAccessBytes(mlir::TypeRange types);

} // namespace ttc::ptx

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/PTX/IR/PTXAttrs.h.inc"

#define GET_OP_CLASSES
#include "ttc/Dialect/PTX/IR/PTXOps.h.inc"

#endif // TTC_DIALECT_PTX_IR_PTX_H
