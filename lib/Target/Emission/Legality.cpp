//===- Legality.cpp - What NVPTX can generate code for --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of instructions, address spaces and scopes are lists of what is
// allowed; intrinsics are looked up in Requirements.cpp.
//
//===----------------------------------------------------------------------===//

#include "Legality.h"

#include "Requirements.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

/// Whether PTX can have `name` for a symbol (PTX ISA, "Identifiers").
static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '$';
         });
}

static LogicalResult checkGlobals(const llvm::Module &module, Location loc) {
  if (!module.alias_empty() || !module.ifunc_empty())
    return emitError(loc) << "PTX has no aliases of symbols";
  for (const llvm::GlobalValue &value : module.global_values())
    if (!value.hasLocalLinkage() && !value.getName().starts_with("llvm.") &&
        !isIdentifier(value.getName()))
      return emitError(loc) << "'" << value.getName()
                            << "' is no name that a symbol of PTX can have";
  for (const llvm::GlobalVariable &variable : module.globals()) {
    // Generic (placed in global), global, shared, constant and local memory.
    if (!llvm::is_contained({0u, 1u, 3u, 4u, 5u}, variable.getAddressSpace()))
      return emitError(loc)
             << "variable '" << variable.getName() << "' is in address space "
             << variable.getAddressSpace() << ", which PTX does not have";
    if (variable.isThreadLocal())
      return emitError(loc) << "variable '" << variable.getName()
                            << "' is thread-local, which PTX does not have";
  }
  return success();
}

/// Most elements of a variable with an initial value, which is kept in memory
/// several times over.
static constexpr uint64_t maxInitialElements = 1 << 22;

LogicalResult ttc::checkVariables(ModuleOp lowered) {
  for (auto variable : lowered.getOps<LLVM::GlobalOp>()) {
    uint64_t elements = 1;
    Type type = variable.getGlobalType();
    while (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
      elements =
          llvm::SaturatingMultiply<uint64_t>(elements, array.getNumElements());
      type = array.getElementType();
    }
    bool isInitialized =
        variable.getValueAttr() || !variable.getInitializerRegion().empty();
    if (isInitialized && elements > maxInitialElements)
      return variable.emitError("variables with an initial value can have at "
                                "most ")
             << maxInitialElements << " elements";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A type inside `type` that no register of a GPU holds; null if there is none.
static llvm::Type *findIllegalType(llvm::Type *type) {
  if (type->isFloatingPointTy() && !type->isHalfTy() && !type->isBFloatTy() &&
      !type->isFloatTy() && !type->isDoubleTy())
    return type;
  if (isa<llvm::ScalableVectorType>(type) || type->isX86_AMXTy() ||
      type->isTargetExtTy())
    return type;
  if (isa<llvm::FunctionType>(type))
    return nullptr;
  for (llvm::Type *part : type->subtypes())
    if (llvm::Type *illegal = findIllegalType(part))
      return illegal;
  return nullptr;
}

/// Most scalars of one value. Instruction selection makes a node for each, and
/// crashes at some tens of thousands.
static constexpr uint64_t maxScalars = 8192;

/// Number of scalars in a value of `type`, or more than `maxScalars` if there
/// are more than that.
static uint64_t countScalars(llvm::Type *type) {
  if (auto *vector = dyn_cast<llvm::FixedVectorType>(type))
    return vector->getNumElements();
  if (auto *array = dyn_cast<llvm::ArrayType>(type)) {
    uint64_t count = array->getNumElements();
    return count > maxScalars ? count
                              : count * countScalars(array->getElementType());
  }
  uint64_t count = isa<llvm::StructType>(type) ? 0 : 1;
  if (auto *structure = dyn_cast<llvm::StructType>(type))
    for (llvm::Type *element : structure->elements())
      count = std::min(count + countScalars(element), maxScalars + 1);
  return count;
}

static std::string printType(llvm::Type *type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type->print(stream);
  return text;
}

static LogicalResult checkType(llvm::Type *type, Location loc) {
  if (llvm::Type *illegal = findIllegalType(type))
    return emitError(loc) << "PTX has no values of type " << printType(illegal);
  if (countScalars(type) > maxScalars)
    return emitError(loc) << "a value of type " << printType(type)
                          << " has too many scalars; at most " << maxScalars
                          << " are supported";
  return success();
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

/// What is wrong with the references to operands in `text`, of which there are
/// `count`; empty if nothing is. Accepted are `$$`, `$0`, `${0}`, `${0:x}`.
static std::string findBadReference(StringRef text, size_t count) {
  for (size_t at = text.find('$'); at != StringRef::npos;
       at = text.find('$', at)) {
    StringRef rest = text.substr(at + 1);
    at += 2;
    if (rest.starts_with("$"))
      continue;
    if (rest.consume_front("{") && rest.find('}') == StringRef::npos)
      return "a '${' is not closed";
    unsigned index;
    if (rest.consumeInteger(10, index))
      return "a '$' is not followed by the number of an operand";
    if (index >= count)
      return "'$" + std::to_string(index) + "' names no operand";
  }
  return "";
}

static LogicalResult checkInlineAsm(const llvm::CallBase &call, Location loc) {
  auto *assembly = cast<llvm::InlineAsm>(call.getCalledOperand());
  if (llvm::Error error = llvm::InlineAsm::verify(
          call.getFunctionType(), assembly->getConstraintString()))
    return emitError(loc) << "inline assembly: "
                          << llvm::toString(std::move(error));
  size_t operands =
      llvm::count_if(assembly->ParseConstraints(), [](const auto &constraint) {
        return constraint.Type != llvm::InlineAsm::isClobber;
      });
  std::string problem = findBadReference(assembly->getAsmString(), operands);
  if (!problem.empty())
    return emitError(loc) << "inline assembly: " << problem;
  return success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Instructions beside unary, binary and conversion operations.
static bool isKnownInstruction(const llvm::Instruction &instruction) {
  using namespace llvm;
  if (instruction.isUnaryOp() || instruction.isBinaryOp() ||
      instruction.isCast())
    return true;
  switch (instruction.getOpcode()) {
  case Instruction::Alloca:
  case Instruction::AtomicCmpXchg:
  case Instruction::AtomicRMW:
  case Instruction::Br:
  case Instruction::Call:
  case Instruction::ExtractElement:
  case Instruction::ExtractValue:
  case Instruction::FCmp:
  case Instruction::Fence:
  case Instruction::Freeze:
  case Instruction::GetElementPtr:
  case Instruction::ICmp:
  case Instruction::InsertElement:
  case Instruction::InsertValue:
  case Instruction::Load:
  case Instruction::PHI:
  case Instruction::Ret:
  case Instruction::Select:
  case Instruction::ShuffleVector:
  case Instruction::Store:
  case Instruction::Switch:
  case Instruction::Unreachable:
    return true;
  default:
    return false;
  }
}

/// Whether `instruction` converts between a float and an integer wider than
/// any that PTX converts.
static bool isWideConversion(const llvm::Instruction &instruction) {
  unsigned opcode = instruction.getOpcode();
  llvm::Type *integer;
  if (opcode == llvm::Instruction::SIToFP ||
      opcode == llvm::Instruction::UIToFP)
    integer = instruction.getOperand(0)->getType();
  else if (opcode == llvm::Instruction::FPToSI ||
           opcode == llvm::Instruction::FPToUI)
    integer = instruction.getType();
  else
    return false;
  return integer->getScalarSizeInBits() > 64;
}

static LogicalResult checkScope(const llvm::Instruction &instruction,
                                TargetInfo target, Location loc) {
  std::optional<llvm::SyncScope::ID> scope =
      llvm::getAtomicSyncScopeID(&instruction);
  if (!scope)
    return success();
  SmallVector<StringRef> names;
  instruction.getContext().getSyncScopeNames(names);
  StringRef name = names[*scope];
  if (name == "cluster" && !target.has(Feature::Cluster))
    return emitError(loc) << target.getName()
                          << " has no clusters, so no scope \"cluster\"";
  if (llvm::is_contained(
          ArrayRef<StringRef>{"", "singlethread", "block", "cluster", "device"},
          name))
    return success();
  return emitError(loc) << "scopes of memory accesses are \"block\", "
                           "\"cluster\", \"device\" and \"\" (the system)";
}

static LogicalResult checkInstruction(const llvm::Instruction &instruction,
                                      TargetInfo target, Location loc) {
  if (!isKnownInstruction(instruction))
    return emitError(loc) << "PTX has nothing for LLVM's '"
                          << instruction.getOpcodeName() << "'";
  if (failed(checkType(instruction.getType(), loc)))
    return failure();
  for (const llvm::Value *operand : instruction.operands())
    if (failed(checkType(operand->getType(), loc)))
      return failure();
  if (isWideConversion(instruction))
    return emitError(loc) << "integers wider than 64 bits cannot be converted "
                             "from or to floating point";
  if (failed(checkScope(instruction, target, loc)))
    return failure();
  auto *call = dyn_cast<llvm::CallBase>(&instruction);
  if (call && call->isInlineAsm())
    return checkInlineAsm(*call, loc);
  return success();
}

LogicalResult ttc::checkLegality(const llvm::Module &module, TargetInfo target,
                                 Location loc) {
  if (failed(checkGlobals(module, loc)))
    return failure();
  for (const llvm::Function &function : module) {
    if (failed(checkType(function.getReturnType(), loc)))
      return failure();
    for (const llvm::Argument &argument : function.args())
      if (failed(checkType(argument.getType(), loc)))
        return failure();
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block) {
        Location place = instruction.getDebugLoc()
                             ? getLocation(instruction, loc.getContext())
                             : loc;
        if (failed(checkInstruction(instruction, target, place)))
          return failure();
      }
  }
  return success();
}
