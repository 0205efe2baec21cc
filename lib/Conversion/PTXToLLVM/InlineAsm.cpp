//===- InlineAsm.cpp - One PTX instruction as inline assembly -------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints are those of the NVPTX back end. A result of a predicated
// instruction is tied to an operand, so that it has a value where the
// predicate is false: LLVM puts that value in the register first.
//
// Every call keeps its place among other accesses to memory
// (`has_side_effects`): without that the code generator would take it for
// arithmetic and move it across stores. What LLVM may do with it before is told
// by `ptx.access`.
//
//===----------------------------------------------------------------------===//

#include "InlineAsm.h"

#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ttc;

Type ttc::getRegisterType(Type type) {
  Builder builder(type.getContext());
  if (type.isInteger(8) || type.isF16() || type.isBF16())
    return builder.getI16Type();
  if (isa<VectorType>(type))
    return builder.getI32Type();
  return type;
}

Value ttc::toRegister(OpBuilder &builder, Location loc, Value value) {
  Type type = getRegisterType(value.getType());
  if (type == value.getType())
    return value;
  if (value.getType().isInteger(8))
    return LLVM::ZExtOp::create(builder, loc, type, value);
  return LLVM::BitcastOp::create(builder, loc, type, value);
}

Value ttc::fromRegister(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  if (type == value.getType())
    return value;
  if (type.isInteger(8))
    return LLVM::TruncOp::create(builder, loc, type, value);
  return LLVM::BitcastOp::create(builder, loc, type, value);
}

/// Constraint letter of the register class that `type` needs.
static StringRef getConstraint(Type type) {
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(type))
    return ptx::isSharedPointer(pointer) ? "r" : "l";
  if (type.isF32())
    return "f";
  if (type.isF64())
    return "d";
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return "b";
  case 16:
    return "h";
  case 32:
    return "r";
  default:
    return "l";
  }
}

std::string InlineAsm::addResult(Type type, Value before) {
  resultTypes.push_back(type);
  if (predicate)
    resultsBefore.push_back(before);
  return "$" + std::to_string(resultTypes.size() - 1);
}

std::string InlineAsm::addOperand(Value value) {
  operands.push_back(value);
  return "$" + std::to_string(resultTypes.size() + operands.size() - 1);
}

SmallVector<Value> InlineAsm::create(const Twine &text) {
  std::string guard;
  if (predicate)
    guard = "@" + addOperand(predicate) + " ";

  SmallVector<std::string> constraints;
  for (Type type : resultTypes)
    constraints.push_back(("=" + getConstraint(type)).str());
  for (Value operand : operands)
    constraints.push_back(getConstraint(operand.getType()).str());
  for (unsigned result = 0; result < resultsBefore.size(); ++result)
    constraints.push_back(std::to_string(result));
  llvm::append_range(operands, resultsBefore);

  Type returned;
  if (resultTypes.size() == 1)
    returned = resultTypes.front();
  else if (!resultTypes.empty())
    returned =
        LLVM::LLVMStructType::getLiteral(builder.getContext(), resultTypes);
  auto call = LLVM::InlineAsmOp::create(
      builder, loc, returned ? TypeRange(returned) : TypeRange(), operands,
      (guard + text + ";").str(), llvm::join(constraints, ","),
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, /*asm_dialect=*/nullptr,
      /*operand_attrs=*/nullptr);
  call->setAttr(ptx::PTXDialect::accessAttrName, builder.getStringAttr(access));

  if (resultTypes.size() <= 1)
    return call->getResults();
  SmallVector<Value> results;
  for (int64_t index = 0, end = resultTypes.size(); index < end; ++index)
    results.push_back(
        LLVM::ExtractValueOp::create(builder, loc, call.getRes(), index));
  return results;
}
