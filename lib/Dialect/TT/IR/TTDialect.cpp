//===- TTDialect.cpp - The tt dialect, its types and attributes -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

#include "ttc/Dialect/TT/IR/TTAttrInterfaces.cpp.inc"
#include "ttc/Dialect/TT/IR/TTDialect.cpp.inc"
#include "ttc/Dialect/TT/IR/TTEnums.cpp.inc"
#include "ttc/Dialect/TT/IR/TTOpInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ttc/Dialect/TT/IR/TTTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/TT/IR/TTAttrs.cpp.inc"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

namespace {
/// Calls of functions that aren't `noinline` are replaced by their bodies.
struct TTInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *call, Operation *callable,
                       bool wouldBeCloned) const final {
    auto noinline = callable->getAttrOfType<BoolAttr>("noinline");
    return !noinline || !noinline.getValue();
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  void handleTerminator(Operation *op, Block *newDest) const final {
    if (auto ret = dyn_cast<ReturnOp>(op)) {
      OpBuilder builder(op);
      cf::BranchOp::create(builder, op->getLoc(), newDest, ret.getOperands());
      op->erase();
    }
  }
  void handleTerminator(Operation *op, ValueRange replaced) const final {
    for (auto [from, to] : llvm::zip_equal(replaced, op->getOperands()))
      from.replaceAllUsesWith(to);
  }
};
} // namespace

void TTDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ttc/Dialect/TT/IR/TTTypes.cpp.inc"
      >();
}

void TTDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ttc/Dialect/TT/IR/TTAttrs.cpp.inc"
      >();
}

void TTDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerOps();
  addInterfaces<TTInlinerInterface>();
}

Operation *TTDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Promises about values are positive integers, one per dimension of a tensor.
static LogicalResult verifyPromise(NamedAttribute attr,
                                   function_ref<InFlightDiagnostic()> error) {
  StringRef name = attr.getName();
  if (name != "tt.divisibility" && name != "tt.contiguity" &&
      name != "tt.constancy")
    return success();
  auto isPositive = [](const APInt &value) {
    return value.isStrictlyPositive();
  };
  if (auto integer = dyn_cast<IntegerAttr>(attr.getValue()))
    if (isPositive(integer.getValue()))
      return success();
  if (auto dense = dyn_cast<DenseIntElementsAttr>(attr.getValue()))
    if (llvm::all_of(dense.getValues<APInt>(), isPositive))
      return success();
  return error() << "'" << name << "' expects positive integers, found "
                 << attr.getValue();
}

LogicalResult TTDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attr) {
  return verifyPromise(attr, [&] { return op->emitOpError(); });
}

LogicalResult TTDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned index,
                                                  NamedAttribute attr) {
  return verifyPromise(
      attr, [&] { return op->emitOpError() << "argument " << index << ": "; });
}

std::optional<SyntaxVersion> tt::parseSyntaxVersion(StringRef text) {
  return llvm::StringSwitch<std::optional<SyntaxVersion>>(text)
      .Case("3.6", SyntaxVersion::V3_6)
      .Case("3.7", SyntaxVersion::V3_7)
      .Case("3.8", SyntaxVersion::V3_8)
      .Case("3.9", SyntaxVersion::V3_9)
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// !tt.ptr
//===----------------------------------------------------------------------===//

Type PointerType::parse(AsmParser &parser) {
  Type pointee;
  int addressSpace = 1;
  if (parser.parseLess() || parser.parseType(pointee) ||
      (succeeded(parser.parseOptionalComma()) &&
       parser.parseInteger(addressSpace)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(parser.getContext(), pointee,
                                        addressSpace);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << "<" << getPointeeType();
  if (getAddressSpace() != 1)
    printer << ", " << getAddressSpace();
  printer << ">";
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointee, int addressSpace) {
  if (!isa<IntegerType, FloatType, PointerType, RankedTensorType>(pointee))
    return emitError() << "a pointer points to a number, a pointer or a "
                          "tensor, not to "
                       << pointee;
  if (addressSpace != 1 && addressSpace != 3)
    return emitError() << "expected address space 1 (global) or 3 (shared), "
                          "found "
                       << addressSpace;
  return success();
}

Type tt::getScalarType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

Type tt::getTypeLike(Type like, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(like);
  return tensor ? tensor.clone(element) : element;
}

Type tt::getPointeeTypeLike(Type pointer) {
  auto type = dyn_cast<PointerType>(getScalarType(pointer));
  return type ? getTypeLike(pointer, type.getPointeeType()) : Type();
}

unsigned tt::getBitWidth(Type scalar) {
  return isa<PointerType>(scalar) ? 64 : scalar.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// #tt.cache_policy
//===----------------------------------------------------------------------===//

Attribute CachePolicyAttr::parse(AsmParser &parser, Type) {
  auto cache = CacheModifier::None;
  auto evict = EvictionPolicy::Normal;
  auto parseField = [&]() -> ParseResult {
    StringRef field, value;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&field) || parser.parseEqual() ||
        parser.parseKeyword(&value))
      return failure();
    if (field == "cache_modifier") {
      if (auto parsed = symbolizeCacheModifier(value))
        return cache = *parsed, success();
    } else if (field == "eviction_policy") {
      if (auto parsed = symbolizeEvictionPolicy(value))
        return evict = *parsed, success();
    } else {
      return parser.emitError(loc, "expected 'cache_modifier' or "
                                   "'eviction_policy', found '")
             << field << "'";
    }
    return parser.emitError(loc, "unknown ") << field << " '" << value << "'";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  return get(parser.getContext(), cache, evict);
}

void CachePolicyAttr::print(AsmPrinter &printer) const {
  printer << "<cache_modifier = " << stringifyEnum(getCacheModifier())
          << ", eviction_policy = " << stringifyEnum(getEvictionPolicy())
          << ">";
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

std::optional<LinearLayout> tt::getLayout(RankedTensorType type) {
  auto encoding = dyn_cast_or_null<LayoutAttrInterface>(type.getEncoding());
  if (!encoding || !tryDims(type.getShape()))
    return std::nullopt;
  return encoding.toLinearLayout(type.getShape());
}

bool tt::haveSameLayout(RankedTensorType a, RankedTensorType b) {
  if (a.getEncoding() == b.getEncoding())
    return true;
  std::optional<LinearLayout> layoutA = getLayout(a), layoutB = getLayout(b);
  return layoutA && layoutB && layoutA->equalUpToReplication(*layoutB);
}
