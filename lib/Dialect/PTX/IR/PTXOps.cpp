//===- PTXOps.cpp - Rules of the ptx dialect's operations -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every operation: the combinations PTX forbids (verifier), what it does
// to memory (effects), the PTX version and architecture it needs, and what a
// constant predicate makes of it (canonicalization). The rules are those of
// PTX ISA 9.0, section 9.7, and have been tried on ptxas.
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ptx;

#define GET_OP_CLASSES
#include "ttc/Dialect/PTX/IR/PTXOps.cpp.inc"

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

/// The value of a predicate known at compile time. No predicate is `true`.
static std::optional<bool> getConstantPredicate(Value predicate) {
  if (!predicate)
    return true;
  APInt value;
  if (matchPattern(predicate, m_ConstantInt(&value)))
    return !value.isZero();
  return std::nullopt;
}

/// Drops a predicate that is always true, and replaces an operation whose
/// predicate is always false by zeros, its value then.
template <typename Op>
static LogicalResult canonicalizePredicate(Op op, PatternRewriter &rewriter) {
  std::optional<bool> predicate = getConstantPredicate(op.getPredicate());
  if (!op.getPredicate() || !predicate)
    return failure();
  if (*predicate) {
    rewriter.modifyOpInPlace(op, [&] { op.getPredicateMutable().clear(); });
    return success();
  }
  SmallVector<Value> zeros;
  for (Type type : op->getResultTypes())
    zeros.push_back(LLVM::ZeroOp::create(rewriter, op.getLoc(), type));
  rewriter.replaceOp(op, zeros);
  return success();
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Bytes of the widest access that every supported target has.
static constexpr unsigned commonAccessBytes = 16;
/// Bytes of the widest access of any target, to global memory only.
static constexpr unsigned widestAccessBytes = 32;

/// Checks what loads and stores share: `types` of the scalars accessed and the
/// modifiers.
template <typename Op>
static LogicalResult verifyAccess(Op op, TypeRange types) {
  if (types.empty() || !llvm::isPowerOf2_64(types.size()))
    return op.emitOpError("accesses ")
           << types.size() << " scalars; their number must be a power of two";
  if (!llvm::all_equal(types))
    return op.emitOpError("accesses scalars of different types");
  bool shared = isSharedPointer(op.getAddr().getType());
  unsigned most = shared ? commonAccessBytes : widestAccessBytes;
  if (getAccessBytes(types) > most)
    return op.emitOpError("accesses ")
           << getAccessBytes(types) << " bytes, but at most " << most
           << (shared ? " in shared memory" : "") << " are possible";

  if (op.getCache() && op.getEviction())
    return op.emitOpError("has both a cache operator and an eviction priority, "
                          "which PTX forbids");
  if (op.getIsVolatile() &&
      (op.getCache() || op.getEviction() || op.getPolicy()))
    return op.emitOpError("is volatile and has a cache operator, eviction "
                          "priority or cache policy, which PTX forbids");
  if (shared && (op.getEviction() || op.getPolicy()))
    return op.emitOpError("has an eviction priority or cache policy, which "
                          "apply to global memory only");
  return success();
}

template <typename Op>
static Requirement getAccessRequirement(Op op, TypeRange types) {
  Requirement needed{60, 70};
  if (op.getEviction())
    needed.include({74, 70});
  if (op.getPolicy())
    needed.include({74, 80});
  if (getAccessBytes(types) > commonAccessBytes)
    needed.include({88, 100});
  return needed;
}

/// A volatile access may not be removed, merged or reordered with another, so
/// it also reads and writes memory that is not named.
static void addVolatileEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult LdOp::verify() {
  if (!getOtherwise().empty()) {
    if (!getPredicate())
      return emitOpError("has else values but no predicate");
    if (getOtherwise().getTypes() != getResults().getTypes())
      return emitOpError("has else values whose number or types differ from "
                         "its results'");
  }
  return verifyAccess(*this, getResults().getTypes());
}

void LdOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getAddrMutable());
  if (getIsVolatile())
    addVolatileEffects(effects);
}

Requirement LdOp::getRequirement() {
  return getAccessRequirement(*this, getResults().getTypes());
}

LogicalResult LdOp::canonicalize(LdOp op, PatternRewriter &rewriter) {
  if (op.getOtherwise().empty())
    return canonicalizePredicate(op, rewriter);
  std::optional<bool> predicate = getConstantPredicate(op.getPredicate());
  if (!predicate)
    return failure();
  if (!*predicate) {
    rewriter.replaceOp(op, op.getOtherwise());
    return success();
  }
  rewriter.modifyOpInPlace(op, [&] {
    op.getOtherwiseMutable().clear();
    op.getPredicateMutable().clear();
  });
  return success();
}

LogicalResult StOp::verify() {
  return verifyAccess(*this, getValues().getTypes());
}

void StOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), &getAddrMutable());
  if (getIsVolatile())
    addVolatileEffects(effects);
}

Requirement StOp::getRequirement() {
  return getAccessRequirement(*this, getValues().getTypes());
}

LogicalResult StOp::canonicalize(StOp op, PatternRewriter &rewriter) {
  return canonicalizePredicate(op, rewriter);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

/// Whether PTX has `kind` on values of `type`.
static bool hasAtomic(AtomicKind kind, Type type) {
  bool isInteger = type.isInteger(32) || type.isInteger(64);
  switch (kind) {
  case AtomicKind::Add:
    return true;
  case AtomicKind::Exch:
    return isInteger || type.isF32() || type.isF64();
  case AtomicKind::Inc:
  case AtomicKind::Dec:
    return type.isInteger(32);
  default:
    return isInteger;
  }
}

static LogicalResult verifyKind(Operation *op, AtomicKind kind, Type type) {
  if (hasAtomic(kind, type))
    return success();
  return op->emitOpError("PTX has no atomic '")
         << stringifyAtomicKind(kind) << "' of type " << type;
}

static Requirement getAtomicRequirement(Scope scope, Type type) {
  Requirement needed{60, 70};
  Type element = getElementTypeOrSelf(type);
  if (scope == Scope::Cluster || element.isBF16())
    needed.include({78, 90});
  if (element.isF16() || element.isInteger(16))
    needed.include({63, 70});
  return needed;
}

/// The access itself, and, where it orders others, theirs too.
static void addAtomicEffects(Effects &effects, OpOperand &addr, Order order) {
  effects.emplace_back(MemoryEffects::Read::get(), &addr);
  effects.emplace_back(MemoryEffects::Write::get(), &addr);
  if (order == Order::Relaxed)
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult AtomOp::verify() {
  return verifyKind(*this, getKind(), getValue().getType());
}

void AtomOp::getEffects(Effects &effects) {
  addAtomicEffects(effects, getAddrMutable(), getOrder());
}

Requirement AtomOp::getRequirement() {
  return getAtomicRequirement(getScope(), getValue().getType());
}

LogicalResult AtomOp::canonicalize(AtomOp op, PatternRewriter &rewriter) {
  return canonicalizePredicate(op, rewriter);
}

LogicalResult RedOp::verify() {
  if (getOrder() == Order::Acquire || getOrder() == Order::AcqRel)
    return emitOpError("can be relaxed or release, but not ")
           << stringifyOrder(getOrder()) << ": it returns nothing to acquire";
  if (getKind() == AtomicKind::Exch)
    return emitOpError("PTX has no reduction 'exch'");
  return verifyKind(*this, getKind(), getValue().getType());
}

void RedOp::getEffects(Effects &effects) {
  addAtomicEffects(effects, getAddrMutable(), getOrder());
}

Requirement RedOp::getRequirement() {
  return getAtomicRequirement(getScope(), getValue().getType());
}

LogicalResult RedOp::canonicalize(RedOp op, PatternRewriter &rewriter) {
  return canonicalizePredicate(op, rewriter);
}

void CasOp::getEffects(Effects &effects) {
  addAtomicEffects(effects, getAddrMutable(), getOrder());
}

Requirement CasOp::getRequirement() {
  return getAtomicRequirement(getScope(), getValue().getType());
}

LogicalResult CasOp::canonicalize(CasOp op, PatternRewriter &rewriter) {
  return canonicalizePredicate(op, rewriter);
}
