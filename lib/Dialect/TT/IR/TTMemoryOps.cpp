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

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask())
    return emitOpError() << "expected a mask beside 'other'";
  if (getCache() == CacheModifier::WB || getCache() == CacheModifier::WT)
    return emitOpError() << "cache modifier '" << stringifyEnum(getCache())
                         << "' is for stores";
  return verifyAccess(*this, getPtr().getType(), getMask(),
                      {{"other", getOther()}, {"result", getResult()}});
}

LogicalResult StoreOp::verify() {
  if (getCache() == CacheModifier::CA || getCache() == CacheModifier::CV)
    return emitOpError() << "cache modifier '" << stringifyEnum(getCache())
                         << "' is for loads";
  return verifyAccess(*this, getPtr().getType(), getMask(),
                      {{"value", getValue()}});
}

/// The widths that `atom` has.
static LogicalResult verifyAtomicType(Operation *op, Type element,
                                      bool isFloatOp) {
  bool ok =
      isFloatOp
          ? isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element)
          : !isa<FloatType>(element) &&
                llvm::is_contained({8, 16, 32, 64}, int(getBitWidth(element)));
  if (ok)
    return success();
  return op->emitOpError() << "has no form for " << element;
}

LogicalResult AtomicRMWOp::verify() {
  RMWOp kind = getAtomicRmwOp();
  Type ptr = getPtr().getType();
  if (failed(verifyAccess(*this, ptr, getMask(),
                          {{"value", getValue()}, {"result", getResult()}})))
    return failure();
  Type element = pointeeOf(ptr);
  if (kind == RMWOp::Exch)
    return success();
  if (failed(verifyAtomicType(*this, element, kind == RMWOp::FAdd)))
    return failure();
  return success();
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

void AtomicCASOp::getEffects(Effects &effects) {
  addEffect(effects, MemoryEffects::Read::get(), getPtrMutable());
  addEffect(effects, MemoryEffects::Write::get(), getPtrMutable());
}

LogicalResult LoadOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  if (operands.empty())
    return failure();
  Type type = getPointeeTypeLike(operands[0].getType());
  if (!type || isa<RankedTensorType>(getScalarType(type)))
    return emitOptionalError(loc,
                             "'tt.load' op expected a pointer to a scalar "
                             "or a tensor of them, found ",
                             operands[0].getType());
  types.push_back(type);
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `cacheModifier = cg evictionPolicy = evict_last {...}`, or the same in the
/// attribute `cachePolicy` (Triton 3.9).
static ParseResult parseCacheHints(OpAsmParser &parser,
                                   CacheModifierAttr &cache,
                                   EvictionPolicyAttr &evict,
                                   NamedAttrList &attrs) {
  MLIRContext *context = parser.getContext();
  auto parseEnum = [&](auto symbolize, auto &attr) -> ParseResult {
    StringRef value;
    SMLoc loc;
    if (parser.parseEqual() || parser.getCurrentLocation(&loc) ||
        parser.parseKeyword(&value))
      return failure();
    auto parsed = symbolize(value);
    if (!parsed)
      return parser.emitError(loc, "unknown cache hint '") << value << "'";
    attr = std::decay_t<decltype(attr)>::get(context, *parsed);
    return success();
  };
  if (succeeded(parser.parseOptionalKeyword("cacheModifier")) &&
      parseEnum([](StringRef s) { return symbolizeCacheModifier(s); }, cache))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("evictionPolicy")) &&
      parseEnum([](StringRef s) { return symbolizeEvictionPolicy(s); }, evict))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(attrs))
    return failure();
  if (Attribute attr = attrs.erase("cachePolicy")) {
    auto policy = dyn_cast<CachePolicyAttr>(attr);
    if (!policy)
      return parser.emitError(loc, "expected #tt.cache_policy, found ") << attr;
    cache = CacheModifierAttr::get(context, policy.getCacheModifier());
    evict = EvictionPolicyAttr::get(context, policy.getEvictionPolicy());
  }
  return success();
}

static void printCacheHints(OpAsmPrinter &printer, Operation *op,
                            CacheModifierAttr cache, EvictionPolicyAttr evict,
                            DictionaryAttr attrs) {
  bool hasCache = cache && cache.getValue() != CacheModifier::None;
  bool hasEvict = evict && evict.getValue() != EvictionPolicy::Normal;
  NamedAttrList dict(attrs);
  dict.erase("cache");
  dict.erase("evict");
  dict.erase("operandSegmentSizes");
  if (auto isVolatile = dict.get("isVolatile"))
    if (!cast<BoolAttr>(isVolatile).getValue())
      dict.erase("isVolatile");
  auto *dialect = op->getContext()->getLoadedDialect<TTDialect>();
  if (dialect->getSyntax() >= SyntaxVersion::V3_9) {
    if (hasCache || hasEvict)
      dict.set("cachePolicy",
               CachePolicyAttr::get(
                   op->getContext(),
                   hasCache ? cache.getValue() : CacheModifier::None,
                   hasEvict ? evict.getValue() : EvictionPolicy::Normal));
  } else {
    if (hasCache)
      printer << " cacheModifier = " << stringifyEnum(cache.getValue());
    if (hasEvict)
      printer << " evictionPolicy = " << stringifyEnum(evict.getValue());
  }
  printer.printOptionalAttrDict(dict.getAttrs());
}

using OptionalOperand = std::optional<OpAsmParser::UnresolvedOperand>;

/// Types of mask and value follow from that of the pointers.
static ParseResult deduceTypes(OpAsmParser &parser, bool hasMask, Type ptr,
                               Type &mask, Type &value) {
  value = getPointeeTypeLike(ptr);
  if (!value || isa<RankedTensorType>(getScalarType(value)))
    return parser.emitError(parser.getNameLoc(),
                            "expected a pointer to a scalar, or a tensor of "
                            "such pointers, found ")
           << ptr;
  if (hasMask)
    mask = getTypeLike(ptr, parser.getBuilder().getI1Type());
  return success();
}

static ParseResult parseAccessTypes(OpAsmParser &parser,
                                    const OptionalOperand &mask,
                                    const OptionalOperand &other, Type ptr,
                                    Type &maskType, Type &otherType) {
  Type value;
  if (deduceTypes(parser, mask.has_value(), ptr, maskType, value))
    return failure();
  if (other)
    otherType = value;
  return success();
}

static void printAccessTypes(OpAsmPrinter &, Operation *, Value, Value, Type,
                             Type, Type) {}

static ParseResult parseStoreTypes(OpAsmParser &parser,
                                   const OptionalOperand &mask, Type ptr,
                                   Type &maskType, Type &valueType) {
  return deduceTypes(parser, mask.has_value(), ptr, maskType, valueType);
}

static void printStoreTypes(OpAsmPrinter &, Operation *, Value, Type, Type,
                            Type) {}

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

#define GET_OP_CLASSES
#include "ttc/Dialect/TT/IR/TTOps.cpp.inc"

void TTDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "ttc/Dialect/TT/IR/TTOps.cpp.inc"
      >();
}
