//===- TTVerifyTiles.cpp - What every tensor type must satisfy ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

namespace {
/// Checks each type once for each number of warps.
class TileVerifier {
public:
  explicit TileVerifier(FuncOp func)
      : module(func->getParentOfType<ModuleOp>()) {}

  /// `warps` is the number that the code around has of its own.
  LogicalResult verify(Type type, std::optional<unsigned> warps,
                       function_ref<InFlightDiagnostic()> error) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !seen.insert({type, warps.value_or(0)}).second)
      return success();
    if (tensor.getRank() < 1 || tensor.getRank() > Space::MaxDims)
      return error() << "expected a tile of 1 to " << Space::MaxDims
                     << " dimensions, found " << tensor;
    if (auto pointer = dyn_cast<PointerType>(tensor.getElementType());
        pointer && isa<RankedTensorType>(pointer.getPointeeType()))
      return error() << "expected a tile of numbers or pointers to scalars, "
                        "found "
                     << tensor;
    if (failed(verifyExtents(tensor, error)))
      return failure();
    Attribute encoding = tensor.getEncoding();
    if (!encoding)
      return success();
    auto layout = dyn_cast<LayoutAttrInterface>(encoding);
    if (!layout || layout.isShared())
      return error() << "expected a layout of registers as the encoding of "
                     << tensor;
    auto inTensor = [&] { return error() << tensor << ": "; };
    if (failed(layout.verifyShape(tensor.getShape(), inTensor)))
      return failure();
    return verifyThreads(tensor, warps, error);
  }

private:
  static LogicalResult verifyExtents(RankedTensorType type,
                                     function_ref<InFlightDiagnostic()> error) {
    int64_t elements = 1;
    for (int64_t extent : type.getShape()) {
      // tt-infer-shapes finds what is not known, before there are layouts.
      if (ShapedType::isDynamic(extent) && !type.getEncoding())
        continue;
      if (ShapedType::isDynamic(extent))
        return error() << "expected known extents beside a layout, found "
                       << type;
      if (!log2Exact(extent))
        return error() << "expected extents that are powers of two, found "
                       << type;
      elements = std::min(elements, maxTileElements) * extent;
      if (elements > maxTileElements)
        return error() << "a tile has at most " << maxTileElements
                       << " elements, found " << type;
    }
    return success();
  }

  LogicalResult verifyThreads(RankedTensorType type,
                              std::optional<unsigned> warps,
                              function_ref<InFlightDiagnostic()> error) {
    LinearLayout layout = *getLayout(type);
    static constexpr std::pair<StringLiteral, Space::Kind> counts[] = {
        {"ttg.threads-per-warp", Space::Lane},
        {"ttg.num-warps", Space::Warp},
        {"ttg.num-ctas", Space::Block}};
    for (auto [name, space] : counts) {
      auto attr = module ? module->getAttrOfType<IntegerAttr>(name) : nullptr;
      bool isPartition = space == Space::Warp && warps;
      if (!attr && !isPartition)
        continue;
      int64_t expected = isPartition ? *warps : attr.getInt();
      if (layout.inSize(space) != expected)
        return error() << "the layout of " << type << " is for "
                       << layout.inSize(space) << " in '" << name << "', the "
                       << (isPartition ? "partition has " : "module says ")
                       << expected;
    }
    if (!layout.isSurjective())
      return error() << "the layout does not cover " << type;
    return success();
  }

  ModuleOp module;
  llvm::DenseSet<std::pair<Type, unsigned>> seen;
};
} // namespace

/// The tensors that an elementwise op reads and makes agree in their layout,
/// and in which extents are unknown; none of our ops means a scalar to stand
/// for a tile of equal elements.
static LogicalResult verifyOneLayout(Operation *op, bool isOurs) {
  if (!op->hasTrait<OpTrait::Elementwise>())
    return success();
  RankedTensorType first;
  Type scalar;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor) {
        scalar = type;
        continue;
      }
      // MLIR takes a ? for any extent, and prints one type for all.
      if (first && first.getShape() != tensor.getShape() &&
          !(first.hasStaticShape() && tensor.hasStaticShape()))
        return op->emitOpError()
               << "expected one shape, found " << first << " and " << tensor;
      if (first && !haveSameLayout(first, tensor))
        return op->emitOpError()
               << "expected one layout, found " << first << " and " << tensor;
      first = tensor;
    }
  if (isOurs && first && scalar)
    return op->emitOpError()
           << "expected tensors like " << first << ", found " << scalar;
  return success();
}

/// The tensors of one op are all of the tile level or all of the GPU level, on
/// which `ttg` and `ttng` are.
static LogicalResult verifyOneLevel(Operation *op) {
  bool needsLayouts = op->getName().getDialectNamespace() != "tt";
  RankedTensorType with, without;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        (tensor.getEncoding() ? with : without) = tensor;
  if (!without || (!needsLayouts && !with))
    return success();
  if (needsLayouts)
    return op->emitOpError()
           << "expected a layout on every tensor, found " << without;
  return op->emitOpError() << "expected layouts on both of " << with << " and "
                           << without << ", or on neither";
}

/// The types that an op makes, in results and in blocks, and its own operands
/// among each other.
static LogicalResult verifyOp(TileVerifier &verifier, Operation *op,
                              std::optional<unsigned> warps) {
  auto error = [&] { return op->emitOpError(); };
  for (Type type : op->getResultTypes())
    if (failed(verifier.verify(type, warps, error)))
      return failure();
  // The verifier of functions comes before those of the ops in it, the one
  // that finds operands missing among them.
  if (llvm::is_contained(op->getOperands(), Value()))
    return success();
  bool isOurs = llvm::is_contained({"tt", "ttg", "ttng"},
                                   op->getName().getDialectNamespace());
  if (isOurs && failed(verifyOneLevel(op)))
    return failure();
  return verifyOneLayout(op, isOurs);
}

static LogicalResult verifyRegion(TileVerifier &verifier, Region &region,
                                  std::optional<unsigned> warps) {
  Operation *parent = region.getParentOp();
  // The op has not been verified yet, and may not know.
  if (auto counts = dyn_cast<WarpCountOpInterface>(parent))
    if (unsigned count = counts.getRegionWarps(region))
      warps = count;
  for (Block &block : region) {
    for (Type type : block.getArgumentTypes())
      if (failed(verifier.verify(type, warps,
                                 [&] { return parent->emitOpError(); })))
        return failure();
    for (Operation &op : block) {
      if (failed(verifyOp(verifier, &op, warps)))
        return failure();
      for (Region &nested : op.getRegions())
        if (failed(verifyRegion(verifier, nested, warps)))
          return failure();
    }
  }
  return success();
}

LogicalResult tt::verifyTiles(FuncOp func) {
  TileVerifier verifier(func);
  for (Type type : func.getArgumentTypes())
    if (failed(verifier.verify(type, std::nullopt,
                               [&] { return func.emitOpError(); })))
      return failure();
  return verifyRegion(verifier, func.getBody(), std::nullopt);
}

LogicalResult tt::verifyKnownExtents(Operation *scope) {
  auto isKnown = [](Type type) {
    auto pointer = dyn_cast<PointerType>(type);
    auto tile =
        dyn_cast<RankedTensorType>(pointer ? pointer.getPointeeType() : type);
    return !tile || tile.hasStaticShape();
  };
  WalkResult result = scope->walk<WalkOrder::PreOrder>([&](Operation *op) {
    SmallVector<Type> types(op->getResultTypes());
    llvm::append_range(types, op->getOperandTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    auto open = llvm::find_if_not(types, isKnown);
    if (open == types.end())
      return WalkResult::advance();
    op->emitOpError() << "expected known extents, found " << *open
                      << "; tt-infer-shapes finds them";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
