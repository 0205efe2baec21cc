//===- TTGDialect.cpp - The ttg dialect and its ops -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

#include "ttc/Dialect/TTG/IR/TTGDialect.cpp.inc"
#include "ttc/Dialect/TTG/IR/TTGEnums.cpp.inc"

/// Kinds of memory joined by `|`.
static ParseResult parseMemorySpaces(OpAsmParser &parser,
                                     MemorySpacesAttr &spaces) {
  auto value = MemorySpaces::None;
  do {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    auto space = symbolizeMemorySpaces(word);
    if (!space)
      return parser.emitError(loc, "unknown kind of memory '") << word << "'";
    value = value | *space;
  } while (succeeded(parser.parseOptionalVerticalBar()));
  spaces = MemorySpacesAttr::get(parser.getContext(), value);
  return success();
}

static void printMemorySpaces(OpAsmPrinter &printer, Operation *,
                              MemorySpacesAttr spaces) {
  printer << stringifyMemorySpaces(spaces.getValue());
}

/// `[16, 0]`.
static ParseResult parseOffsets(OpAsmParser &parser,
                                DenseI32ArrayAttr &offsets) {
  SmallVector<int32_t> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(values.emplace_back());
      }))
    return failure();
  offsets = DenseI32ArrayAttr::get(parser.getContext(), values);
  return success();
}

static void printOffsets(OpAsmPrinter &printer, Operation *,
                         DenseI32ArrayAttr offsets) {
  printer << "[";
  llvm::interleaveComma(offsets.asArrayRef(), printer);
  printer << "]";
}

using OptionalOperand = std::optional<OpAsmParser::UnresolvedOperand>;

/// Types of the mask and of what stands for masked elements follow from that
/// of the pointers.
static ParseResult parseCopyTypes(OpAsmParser &parser,
                                  const OptionalOperand &mask,
                                  const OptionalOperand &other, Type ptr,
                                  Type &maskType, Type &otherType) {
  Type value = tt::getPointeeTypeLike(ptr);
  if (!value)
    return parser.emitError(parser.getNameLoc(),
                            "expected a tensor of pointers, found ")
           << ptr;
  if (mask)
    maskType = tt::getTypeLike(ptr, parser.getBuilder().getI1Type());
  if (other)
    otherType = value;
  return success();
}

static void printCopyTypes(OpAsmPrinter &, Operation *, Value, Value, Type,
                           Type, Type) {}

#define GET_OP_CLASSES
#include "ttc/Dialect/TTG/IR/TTGOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

namespace {
/// Layouts print as `#blocked`, `#linear`, as in Triton's dumps.
struct TTGAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attr, raw_ostream &os) const final {
    StringRef name =
        llvm::TypeSwitch<Attribute, StringRef>(attr)
            .Case([](BlockedEncodingAttr) { return "blocked"; })
            .Case([](LinearEncodingAttr) { return "linear"; })
            .Case([](GenericLinearEncodingAttr) { return "generic_linear"; })
            .Case([](NvidiaMmaEncodingAttr) { return "mma"; })
            .Case<SwizzledSharedEncodingAttr, NVMMASharedEncodingAttr,
                  PaddedSharedEncodingAttr, SharedLinearEncodingAttr>(
                [](Attribute) { return "shared"; })
            .Case([](SharedMemoryAttr) { return "smem"; })
            .Default(StringRef());
    if (name.empty())
      return AliasResult::NoAlias;
    os << name;
    return AliasResult::FinalAlias;
  }
};

struct TTGInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void TTGDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "ttc/Dialect/TTG/IR/TTGOps.cpp.inc"
      >();
}

void TTGDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerOps();
  addInterfaces<TTGAsmInterface, TTGInlinerInterface>();
}

Operation *TTGDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Counts in module attributes are positive 32-bit integers; those of threads,
/// warps and blocks are powers of two.
LogicalResult TTGDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName();
  if (!isa<ModuleOp>(op))
    return success();
  if (name == targetAttrName) {
    if (isa<StringAttr>(attr.getValue()))
      return success();
    return op->emitOpError()
           << "'" << name << "' expects a string, found " << attr.getValue();
  }
  bool isPower = name == numWarpsAttrName || name == numCTAsAttrName ||
                 name == threadsPerWarpAttrName;
  if (!isPower && name != sharedAttrName)
    return success();
  auto value = dyn_cast<IntegerAttr>(attr.getValue());
  if (!value || !value.getType().isInteger(32) || value.getInt() < 0 ||
      (isPower && !llvm::isPowerOf2_64(value.getInt())))
    return op->emitOpError()
           << "'" << name << "' expects "
           << (isPower ? "a power of two" : "a non-negative number")
           << " of type i32, found " << attr.getValue();
  return success();
}

std::optional<int64_t> ttg::lookupModuleAttr(Operation *op, StringRef name) {
  ModuleOp module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto attr = module ? module->getAttrOfType<IntegerAttr>(name) : IntegerAttr();
  return attr ? std::optional<int64_t>(attr.getInt()) : std::nullopt;
}

unsigned ttg::lookupNumWarps(Operation *op) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (auto counts = dyn_cast<tt::WarpCountOpInterface>(region->getParentOp()))
      return counts.getRegionWarps(*region);
  return lookupModuleAttr(op, numWarpsAttrName).value_or(4);
}

LinearLayout ttg::getThreadLayout(RankedTensorType type) {
  return cast<tt::LayoutAttrInterface>(type.getEncoding())
      .toLinearLayout(type.getShape())
      .removeReplication(Space::Register);
}

//===----------------------------------------------------------------------===//
// convert_layout
//===----------------------------------------------------------------------===//

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto dense = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return dense.resizeSplat(getType());
  if (auto inner = getSrc().getDefiningOp<ConvertLayoutOp>()) {
    getSrcMutable().assign(inner.getSrc());
    return getResult();
  }
  return {};
}

LogicalResult ConvertLayoutOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  RankedTensorType result = getType();
  if (src.getShape() != result.getShape() ||
      src.getElementType() != result.getElementType())
    return emitOpError() << "expected one shape and element type, found " << src
                         << " and " << result;
  return success();
}
