//===- TTOpText.cpp - Parts of op syntax that TableGen can't state --------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TT/IR/TT.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

//===----------------------------------------------------------------------===//
// Cache hints
//===----------------------------------------------------------------------===//

/// `cacheModifier = cg evictionPolicy = evict_last {...}`, or the same in the
/// attribute `cachePolicy` (Triton 3.9).
ParseResult tt::parseCacheHints(OpAsmParser &parser, CacheModifierAttr &cache,
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

void tt::printCacheHints(OpAsmPrinter &printer, Operation *op,
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
  // A promise that a copy makes; a run of one pointer promises nothing.
  if (auto contiguity = dyn_cast_or_null<IntegerAttr>(dict.get("contiguity")))
    if (contiguity.getInt() == 1)
      dict.erase("contiguity");
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

//===----------------------------------------------------------------------===//
// Types that follow from others
//===----------------------------------------------------------------------===//

using OptionalOperand = std::optional<OpAsmParser::UnresolvedOperand>;

/// Types of mask and value follow from that of the pointers.
static ParseResult deduceTypes(OpAsmParser &parser, bool hasMask, Type ptr,
                               Type &mask, Type &value) {
  value = getPointeeTypeLike(ptr);
  if (!value)
    return parser.emitError(parser.getNameLoc(),
                            "expected a pointer or a tensor of pointers, "
                            "found ")
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

/// `<f16>, <128x64xf16>`: the base pointer and the descriptor.
static ParseResult parseDescriptorTypes(OpAsmParser &parser, Type &base,
                                        Type &result) {
  base = PointerType::parse(parser);
  if (!base || parser.parseComma())
    return failure();
  result = TensorDescType::parse(parser);
  return success(bool(result));
}

static void printDescriptorTypes(OpAsmPrinter &printer, Operation *, Type base,
                                 Type result) {
  cast<PointerType>(base).print(printer);
  printer << ", ";
  cast<TensorDescType>(result).print(printer);
}

/// `<tensor<128x64xf16>>`: the block pointer; its base points to an element.
static ParseResult parseBlockPointerTypes(OpAsmParser &parser, Type &base,
                                          Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  auto type = cast_or_null<PointerType>(PointerType::parse(parser));
  if (!type)
    return failure();
  auto block = dyn_cast<RankedTensorType>(type.getPointeeType());
  if (!block)
    return parser.emitError(loc, "expected a pointer to a tensor, found ")
           << type;
  base = PointerType::get(block.getElementType(), type.getAddressSpace());
  result = type;
  return success();
}

static void printBlockPointerTypes(OpAsmPrinter &printer, Operation *, Type,
                                   Type result) {
  cast<PointerType>(result).print(printer);
}

/// A histogram's mask has the shape of its source.
static ParseResult parseHistogramMask(OpAsmParser &parser,
                                      const OptionalOperand &mask, Type src,
                                      Type &maskType) {
  if (mask)
    maskType = getTypeLike(src, parser.getBuilder().getI1Type());
  return success();
}

static void printHistogramMask(OpAsmPrinter &, Operation *, Value, Type, Type) {
}

//===----------------------------------------------------------------------===//
// Generated code
//===----------------------------------------------------------------------===//

#define GET_OP_CLASSES
#include "ttc/Dialect/TT/IR/TTOps.cpp.inc"

void TTDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "ttc/Dialect/TT/IR/TTOps.cpp.inc"
      >();
}
