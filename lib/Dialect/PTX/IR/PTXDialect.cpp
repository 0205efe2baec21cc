//===- PTXDialect.cpp - The ptx dialect, its types and attributes ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect's operations and attributes, and the check of
// the one discardable attribute it defines.
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ttc::ptx;

#include "ttc/Dialect/PTX/IR/PTXDialect.cpp.inc"
#include "ttc/Dialect/PTX/IR/PTXEnums.cpp.inc"
#include "ttc/Dialect/PTX/IR/PTXInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/PTX/IR/PTXAttrs.cpp.inc"

void PTXDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ttc/Dialect/PTX/IR/PTXAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ttc/Dialect/PTX/IR/PTXOps.cpp.inc"
      >();
}

LogicalResult PTXDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() != accessAttrName)
    return op->emitError() << "unknown attribute " << attribute.getName();
  if (!isa<LLVM::InlineAsmOp>(op))
    return op->emitError() << attribute.getName()
                           << " belongs on llvm.inline_asm";
  auto text = dyn_cast<StringAttr>(attribute.getValue());
  if (!text || !(text == "read" || text == "write" || text == "readwrite"))
    return op->emitError() << attribute.getName()
                           << R"( must be "read", "write" or "readwrite")";
  return success();
}

bool ttc::ptx::isSharedPointer(Type type) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer && pointer.getAddressSpace() == 3;
}

bool ttc::ptx::isGlobalOrSharedPointer(Type type) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer &&
         (pointer.getAddressSpace() == 1 || pointer.getAddressSpace() == 3);
}

unsigned ttc::ptx::getAccessBytes(TypeRange types) {
  return types.size() * (types.front().getIntOrFloatBitWidth() / 8);
}
