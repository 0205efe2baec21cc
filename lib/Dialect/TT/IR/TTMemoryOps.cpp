//===- TTMemoryOps.cpp - Loads, stores and atomics ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// `value` has the shape and layout of the pointers, and element type
/// `element`.
static LogicalResult verifyAccessOperand(Operation *op, StringRef name,
                                         Type value, Type ptr, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(value);
  auto ptrs = dyn_cast<RankedTensorType>(ptr);
  bool matches = getScalarType(value) == element && bool(tensor) == bool(ptrs);
  if (matches && tensor)
    matches =
        tensor.getShape() == ptrs.getShape() && haveSameLayout(tensor, ptrs);
  if (matches)
    return success();
  return op->emitOpError() << name << ": expected " << getTypeLike(ptr, element)
                           << " for " << ptr << ", found " << value;
}

static Type pointeeOf(Type ptr) {
  return cast<PointerType>(getScalarType(ptr)).getPointeeType();
}

static LogicalResult
verifyAccess(Operation *op, Type ptr, Value mask,
             ArrayRef<std::pair<StringRef, Value>> values) {
  Type element = pointeeOf(ptr);
  if (isa<RankedTensorType>(element))
    return op->emitOpError() << "expected a pointer to a scalar, found " << ptr;
  for (auto [name, value] : values)
    if (value &&
        failed(verifyAccessOperand(op, name, value.getType(), ptr, element)))
      return failure();
  if (!mask)
    return success();
  return verifyAccessOperand(op, "mask", mask.getType(), ptr,
                             IntegerType::get(op->getContext(), 1));
}

/// Checks an access through a block pointer, which has no mask. `value` is what
/// is read or written.
static LogicalResult
verifyBlockAccess(Operation *op, Type ptr, Value mask, Type value,
                  std::optional<ArrayRef<int32_t>> boundaryCheck) {
  auto block = cast<RankedTensorType>(pointeeOf(ptr));
  if (mask)
    return op->emitOpError()
           << "expected no mask for the block pointer " << ptr;
  if (value != block)
    return op->emitOpError()
           << "expected " << block << " for " << ptr << ", found " << value;
  for (int32_t dim : boundaryCheck.value_or(ArrayRef<int32_t>()))
    if (dim < 0 || dim >= block.getRank())
      return op->emitOpError() << "expected dimensions of " << block
                               << " in 'boundaryCheck', found " << dim;
  return success();
}

static bool isBlockPointer(Type ptr) {
  return isa<RankedTensorType>(pointeeOf(ptr));
}

/// Only block pointers have bounds.
static LogicalResult verifyNoBounds(Operation *op, bool hasBounds, Type ptr) {
  if (!hasBounds)
    return success();
  return op->emitOpError()
         << "expected a block pointer beside 'boundaryCheck' or 'padding', "
            "found "
         << ptr;
}

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask())
    return emitOpError() << "expected a mask beside 'other'";
  if (getCache() == CacheModifier::WB || getCache() == CacheModifier::WT)
    return emitOpError() << "cache modifier '" << stringifyEnum(getCache())
                         << "' is for stores";
  Type ptr = getPtr().getType();
  if (isBlockPointer(ptr))
    return verifyBlockAccess(*this, ptr, getMask(), getType(),
                             getBoundaryCheck());
  if (failed(verifyNoBounds(*this, getBoundaryCheck() || getPadding(), ptr)))
    return failure();
  return verifyAccess(*this, ptr, getMask(),
                      {{"other", getOther()}, {"result", getResult()}});
}

LogicalResult StoreOp::verify() {
  if (getCache() == CacheModifier::CA || getCache() == CacheModifier::CV)
    return emitOpError() << "cache modifier '" << stringifyEnum(getCache())
                         << "' is for loads";
  Type ptr = getPtr().getType();
  if (isBlockPointer(ptr))
    return verifyBlockAccess(*this, ptr, getMask(), getValue().getType(),
                             getBoundaryCheck());
  if (failed(verifyNoBounds(*this, bool(getBoundaryCheck()), ptr)))
    return failure();
  return verifyAccess(*this, ptr, getMask(), {{"value", getValue()}});
}

LogicalResult tt::verifyAtomicType(Operation *op, RMWOp kind, Type element) {
  if (kind == RMWOp::Exch)
    return success();
  bool isFloatOp = kind == RMWOp::FAdd;
  bool ok =
      isFloatOp
          ? isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element)
          : !isa<FloatType>(element) &&
                llvm::is_contained({8, 16, 32, 64}, int(getBitWidth(element)));
  if (ok)
    return success();
  return op->emitOpError() << "'" << stringifyEnum(kind) << "' expects "
                           << (isFloatOp ? "f16, bf16, f32 or f64"
                                         : "integers of 8 to 64 bits")
                           << ", found " << element;
}

LogicalResult AtomicRMWOp::verify() {
  RMWOp kind = getAtomicRmwOp();
  Type ptr = getPtr().getType();
  if (failed(verifyAccess(*this, ptr, getMask(),
                          {{"value", getValue()}, {"result", getResult()}})))
    return failure();
  Type element = pointeeOf(ptr);
  return verifyAtomicType(*this, kind, element);
}

/// An access that only reads can't release, one that only writes can't acquire.
static LogicalResult verifyOrder(Operation *op, MemSemantic found,
                                 MemSemantic strongest) {
  if (found == MemSemantic::Relaxed || found == strongest)
    return success();
  return op->emitOpError() << "expected 'relaxed' or '"
                           << stringifyEnum(strongest) << "', found '"
                           << stringifyEnum(found) << "'";
}

LogicalResult AtomicLoadOp::verify() {
  if (failed(verifyOrder(*this, getSem(), MemSemantic::Acquire)))
    return failure();
  return verifyAccess(*this, getPtr().getType(), getMask(),
                      {{"result", getResult()}});
}

LogicalResult AtomicStoreOp::verify() {
  if (failed(verifyOrder(*this, getSem(), MemSemantic::Release)))
    return failure();
  return verifyAccess(*this, getPtr().getType(), getMask(),
                      {{"value", getValue()}});
}

LogicalResult AtomicPollOp::verify() {
  Type ptr = getPtr().getType();
  if (failed(verifyOrder(*this, getSem(), MemSemantic::Acquire)) ||
      failed(verifyAccess(*this, ptr, Value(), {{"expected", getExpected()}})))
    return failure();
  return verifyAccessOperand(*this, "result", getType(), ptr,
                             IntegerType::get(getContext(), 1));
}

LogicalResult AtomicCASOp::verify() {
  return verifyAccess(
      *this, getPtr().getType(), Value(),
      {{"cmp", getCmp()}, {"val", getVal()}, {"result", getResult()}});
}

//===----------------------------------------------------------------------===//
// Effects, types, builders
//===----------------------------------------------------------------------===//

static void addEffect(Effects &effects, MemoryEffects::Effect *effect,
                      OpOperand &ptr) {
  effects.emplace_back(effect, &ptr, SideEffects::DefaultResource::get());
}

void LoadOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getPtrMutable());
  // Nothing may remove, repeat or reorder a volatile access.
  if (getIsVolatile())
    addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

void StoreOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

void AtomicRMWOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getPtrMutable());
  addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

/// Acquiring and releasing orders other accesses, so nothing may cross it.
void AtomicLoadOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getPtrMutable());
  addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

void AtomicStoreOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getPtrMutable());
  addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

void AtomicPollOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getPtrMutable());
  addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

void AtomicCASOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getPtrMutable());
  addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

LogicalResult LoadOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  if (operands.empty())
    return failure();
  Type type = getPointeeTypeLike(operands[0].getType());
  if (!type)
    return failure();
  types.push_back(type);
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

/// The value of a mask that is the same constant everywhere.
static std::optional<bool> constantMask(Value mask) {
  APInt value;
  if (mask && matchPattern(mask, m_ConstantInt(&value)))
    return value.isOne();
  return std::nullopt;
}

namespace {
/// A load masked off everywhere is `other`; one masked on everywhere needs no
/// mask.
struct FoldLoadMask : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask)
      return failure();
    if (*mask) {
      rewriter.modifyOpInPlace(op, [&] {
        op.getOtherMutable().clear();
        op.getMaskMutable().clear();
      });
      return success();
    }
    if (!op.getOther())
      return failure();
    rewriter.replaceOp(op, op.getOther());
    return success();
  }
};

/// The same for stores.
struct FoldStoreMask : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask)
      return failure();
    if (*mask)
      rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    else
      rewriter.eraseOp(op);
    return success();
  }
};

struct FoldAssert : OpRewritePattern<AssertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AssertOp op,
                                PatternRewriter &rewriter) const override {
    if (constantMask(op.getCondition()) != true)
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<FoldLoadMask>(context);
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<FoldStoreMask>(context);
}

void AssertOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<FoldAssert>(context);
}
