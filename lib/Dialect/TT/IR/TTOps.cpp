//===- TTOps.cpp - Functions, tiles and elementwise ops -------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTVerify.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

//===----------------------------------------------------------------------===//
// func, call, return
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addRegion();
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> args,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(args, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

/// Whether values of `type` exist here: numbers, tensors of them, and whatever
/// dialects for kernels bring; not the other types of MLIR itself.
static bool isArgumentType(Type type) {
  return !isa<BuiltinDialect>(type.getDialect()) ||
         isa<FloatType, RankedTensorType>(type) || type.isSignlessInteger();
}

LogicalResult FuncOp::verify() {
  if (getSymName().empty())
    return emitOpError() << "expected a name";
  Attribute noinline = (*this)->getDiscardableAttr("noinline");
  if (noinline && !isa<BoolAttr>(noinline))
    return emitOpError() << "expected 'noinline' to be true or false, found "
                         << noinline;
  for (auto [index, type] : llvm::enumerate(getArgumentTypes()))
    if (!isArgumentType(type))
      return emitOpError() << "argument " << index << ": expected an integer "
                           << "without a sign, a float, a pointer, a tensor or "
                           << "a tensor descriptor, found " << type;
  if (isPublic() && !getResultTypes().empty())
    return emitOpError() << "a kernel returns nothing, found result type "
                         << getResultTypes().front();
  return verifyTiles(*this);
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "'" << getCallee() << "' names no function";
  FunctionType type = callee.getFunctionType();
  if (type.getInputs() == getOperandTypes() &&
      type.getResults() == getResultTypes())
    return success();
  InFlightDiagnostic diag =
      emitOpError() << "expected the callee's signature " << type << ", found "
                    << FunctionType::get(getContext(), getOperandTypes(),
                                         getResultTypes());
  diag.attachNote(callee.getLoc()) << "callee is here";
  return diag;
}

LogicalResult ReturnOp::verify() {
  ArrayRef<Type> expected =
      cast<FuncOp>((*this)->getParentOp()).getResultTypes();
  if (TypeRange(expected) == getOperandTypes())
    return success();
  return emitOpError() << "expected the function's result types (" << expected
                       << "), found (" << getOperandTypes() << ")";
}

//===----------------------------------------------------------------------===//
// get_program_id, get_num_programs, make_range
//===----------------------------------------------------------------------===//

/// CUDA's limits on a grid: 2^31 - 1 blocks along x, 65535 along y and z.
static int64_t maxPrograms(ProgramDim axis) {
  return axis == ProgramDim::X ? 0x7fffffff : 65535;
}

static ConstantIntRanges range32(int64_t min, int64_t max) {
  return ConstantIntRanges::fromUnsigned(APInt(32, min), APInt(32, max));
}

void GetProgramIdOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                       SetIntRangeFn setRange) {
  setRange(getResult(), range32(0, maxPrograms(getAxis()) - 1));
}

void GetNumProgramsOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                         SetIntRangeFn setRange) {
  setRange(getResult(), range32(1, maxPrograms(getAxis())));
}

void MakeRangeOp::inferResultRanges(ArrayRef<ConstantIntRanges>,
                                    SetIntRangeFn setRange) {
  setRange(getResult(), ConstantIntRanges::fromSigned(
                            APInt(32, int32_t(getStart()), true),
                            APInt(32, int32_t(getEnd() - 1), true)));
}

OpFoldResult MakeRangeOp::fold(FoldAdaptor) {
  if (getType().getDimSize(0) != 1)
    return {};
  return DenseElementsAttr::get(getType(), getStartAttr().getValue());
}

LogicalResult MakeRangeOp::verify() {
  if (!getType().getElementType().isInteger(32) || getType().getRank() != 1)
    return emitOpError() << "expected a one-dimensional tensor of i32, found "
                         << getType();
  int64_t start = int32_t(getStart()), end = int32_t(getEnd());
  if (end <= start)
    return emitOpError() << "expected start < end, found " << start << " and "
                         << end;
  if (!agree(getType().getDimSize(0), end - start))
    return emitOpError() << "expected " << end - start
                         << " elements (end - start), found " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// splat, unsplat
//===----------------------------------------------------------------------===//

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(adaptor.getSrc()) ||
      !getType().hasStaticShape())
    return {};
  return SplatElementsAttr::get(getType(), adaptor.getSrc());
}

LogicalResult SplatOp::verify() {
  if (getType().getElementType() == getSrc().getType())
    return success();
  return emitOpError() << "expected a tensor of " << getSrc().getType()
                       << ", found " << getType();
}

OpFoldResult UnsplatOp::fold(FoldAdaptor adaptor) {
  if (auto splat = getSrc().getDefiningOp<SplatOp>())
    return splat.getSrc();
  if (auto dense = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return dense.getSplatValue<Attribute>();
  return {};
}

LogicalResult UnsplatOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &types) {
  auto type = operands.empty()
                  ? RankedTensorType()
                  : dyn_cast<RankedTensorType>(operands[0].getType());
  if (!type)
    return failure();
  types.push_back(type.getElementType());
  return success();
}

LogicalResult UnsplatOp::verify() {
  auto type = cast<RankedTensorType>(getSrc().getType());
  SmallVector<int64_t> ones(type.getRank(), 1);
  if (agree(type.getShape(), ones))
    return success();
  return emitOpError() << "expected a tensor of one element, found " << type;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// A constant that is the same everywhere has every shape.
static OpFoldResult foldSplat(Attribute src, Type type) {
  auto dense = dyn_cast_or_null<SplatElementsAttr>(src);
  auto tile = cast<ShapedType>(type);
  return dense && tile.hasStaticShape() ? dense.resizeSplat(tile)
                                        : OpFoldResult();
}

static InFlightDiagnostic shapeError(Operation *op, ArrayRef<int64_t> expected,
                                     RankedTensorType found) {
  return op->emitOpError() << "expected the result shape "
                           << shapeText(expected) << ", found " << found;
}

static LogicalResult verifyView(Operation *op,
                                ArrayRef<int64_t> expectedShape) {
  auto src = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (src.getElementType() != result.getElementType())
    return op->emitOpError() << "expected element type " << src.getElementType()
                             << ", found " << result;
  if (!agree(result.getShape(), expectedShape))
    return shapeError(op, expectedShape, result);
  return verifyLayoutTransfer(op, src, result);
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return foldSplat(adaptor.getSrc(), getType());
}

LogicalResult ExpandDimsOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  int64_t axis = int32_t(getAxis());
  if (axis < 0 || axis > src.getRank())
    return emitOpError() << "expected an axis from 0 to " << src.getRank()
                         << ", found " << axis;
  SmallVector<int64_t> shape(src.getShape());
  shape.insert(shape.begin() + axis, 1);
  return verifyView(*this, shape);
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  return foldSplat(adaptor.getSrc(), getType());
}

LogicalResult BroadcastOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto result = cast<RankedTensorType>(getType());
  if (src.getRank() != result.getRank())
    return emitOpError() << "expected equal ranks, found " << src << " and "
                         << result;
  SmallVector<int64_t> shape(src.getShape());
  for (auto [extent, to] : llvm::zip(shape, result.getShape()))
    if (extent == 1)
      extent = to;
  return verifyView(*this, shape);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType() && !getAllowReorder())
    return getSrc();
  return foldSplat(adaptor.getSrc(), getType());
}

LogicalResult ReshapeOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto result = cast<RankedTensorType>(getType());
  if (src.getElementType() != result.getElementType())
    return emitOpError() << "expected element type " << src.getElementType()
                         << ", found " << result;
  if (src.hasStaticShape() && result.hasStaticShape() &&
      src.getNumElements() != result.getNumElements())
    return emitOpError() << "expected " << src.getNumElements()
                         << " elements, found " << result;
  if (getAllowReorder())
    return success();
  return verifyLayoutTransfer(*this, src, result);
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType() && llvm::is_sorted(getOrder()))
    return getSrc();
  return foldSplat(adaptor.getSrc(), getType());
}

LogicalResult TransOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  SmallVector<bool> seen(src.getRank());
  SmallVector<int64_t> shape;
  for (int32_t dim : getOrder()) {
    if (dim < 0 || dim >= src.getRank() || seen[dim])
      break;
    seen[dim] = true;
    shape.push_back(src.getDimSize(dim));
  }
  if (int64_t(shape.size()) != src.getRank() ||
      int64_t(getOrder().size()) != src.getRank())
    return emitOpError() << "expected 'order' to be a permutation of the "
                         << src.getRank() << " dimensions";
  return verifyView(*this, shape);
}

LogicalResult JoinOp::verify() {
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(getLhs().getType()).getShape());
  shape.push_back(2);
  return verifyView(*this, shape);
}

LogicalResult SplitOp::fold(FoldAdaptor,
                            SmallVectorImpl<OpFoldResult> &results) {
  auto join = getSrc().getDefiningOp<JoinOp>();
  if (!join || join.getLhs().getType() != getOutLHS().getType())
    return failure();
  results.assign({join.getLhs(), join.getRhs()});
  return success();
}

LogicalResult SplitOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  if (src.getRank() == 0 || !agree(src.getShape().back(), 2))
    return emitOpError() << "expected a last dimension of extent 2, found "
                         << src;
  return verifyView(*this, src.getShape().drop_back());
}

namespace {
/// view(splat x) is splat x.
template <typename Op>
struct FoldViewOfSplat : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getSrc().template getDefiningOp<SplatOp>();
    if (!splat)
      return failure();
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
};

/// Two broadcasts, or two reshapes, are one.
template <typename Op>
struct MergeViews : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSrc().template getDefiningOp<Op>();
    if (!inner || inner->getAttrs() != op->getAttrs())
      return failure();
    rewriter.replaceOpWithNewOp<Op>(op, TypeRange(op.getType()),
                                    inner->getOperands(), op->getAttrs());
    return success();
  }
};
} // namespace

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<FoldViewOfSplat<BroadcastOp>, FoldViewOfSplat<ExpandDimsOp>,
               FoldViewOfSplat<TransOp>, MergeViews<BroadcastOp>>(context);
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<FoldViewOfSplat<ReshapeOp>, MergeViews<ReshapeOp>>(context);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()))
    return getPtr();
  return {};
}

/// A block pointer is no address to compute with.
static LogicalResult verifyAddress(Operation *op, Type pointer) {
  auto type = dyn_cast<PointerType>(getScalarType(pointer));
  if (!type || !isa<RankedTensorType>(type.getPointeeType()))
    return success();
  return op->emitOpError() << "expected a pointer to a scalar, found "
                           << pointer;
}

LogicalResult IntToPtrOp::verify() { return verifyAddress(*this, getType()); }

LogicalResult PtrToIntOp::verify() {
  return verifyAddress(*this, getSrc().getType());
}

LogicalResult AddPtrOp::verify() {
  if (failed(verifyAddress(*this, getType())))
    return failure();
  Type offset = getScalarType(getOffset().getType());
  if (!offset.isInteger(32) && !offset.isInteger(64) && !offset.isInteger(16) &&
      !offset.isInteger(8))
    return emitOpError() << "expected an offset of 8 to 64 bits, found "
                         << getOffset().getType();
  return success();
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto inner = getSrc().getDefiningOp<BitcastOp>()) {
    getSrcMutable().assign(inner.getSrc());
    return getResult();
  }
  return {};
}

LogicalResult BitcastOp::verify() {
  Type from = getScalarType(getSrc().getType()), to = getScalarType(getType());
  if (failed(verifyAddress(*this, getSrc().getType())) ||
      failed(verifyAddress(*this, getType())))
    return failure();
  if (isa<PointerType>(from) != isa<PointerType>(to))
    return emitOpError() << "expected pointers on both sides or on neither, "
                            "found "
                         << from << " and " << to;
  if (getBitWidth(from) == getBitWidth(to))
    return success();
  return emitOpError() << "expected types of one width, found " << from
                       << " and " << to;
}

OpFoldResult FpToFpOp::fold(FoldAdaptor) {
  return getSrc().getType() == getType() ? getSrc() : Value();
}

LogicalResult FpToFpOp::verify() {
  Type from = getScalarType(getSrc().getType()), to = getScalarType(getType());
  if (getBitWidth(to) < getBitWidth(from) && !getRounding())
    return emitOpError() << "expected a rounding mode for the conversion from "
                         << from << " to the narrower " << to;
  return success();
}

OpFoldResult MulhiUIOp::fold(FoldAdaptor adaptor) {
  return constFoldBinaryOp<IntegerAttr>(
      adaptor.getOperands(), [](const APInt &x, const APInt &y) {
        unsigned width = x.getBitWidth();
        return (x.zext(2 * width) * y.zext(2 * width)).lshr(width).trunc(width);
      });
}

void ExternElementwiseOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult ExternElementwiseOp::verify() {
  if (getSymbol().empty())
    return emitOpError() << "expected the name of a function in 'symbol'";
  return success();
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

/// The type of a reduction's result, without an encoding.
static Type reducedType(RankedTensorType type, unsigned axis) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  return shape.empty() ? type.getElementType()
                       : RankedTensorType::get(shape, type.getElementType());
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  for (Value src : adaptor.getSrcs()) {
    auto type = dyn_cast<RankedTensorType>(src.getType());
    if (!type || int64_t(adaptor.getAxis()) >= type.getRank())
      return emitOptionalError(loc, "'tt.reduce' op has no axis ",
                               int32_t(adaptor.getAxis()), " in ",
                               src.getType());
    types.push_back(reducedType(type, adaptor.getAxis()));
  }
  return success();
}

/// Result layouts are up to the program.
bool ReduceOp::isCompatibleReturnTypes(TypeRange l, TypeRange r) {
  auto compatible = [](auto pair) {
    auto [a, b] = pair;
    auto ta = dyn_cast<RankedTensorType>(a), tb = dyn_cast<RankedTensorType>(b);
    return ta && tb ? agree(ta.getShape(), tb.getShape()) &&
                          ta.getElementType() == tb.getElementType()
                    : a == b;
  };
  return l.size() == r.size() && llvm::all_of(llvm::zip(l, r), compatible);
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCombined(*this, getSrcs(), getAxis())))
    return failure();
  for (Type result : getResultTypes())
    if (auto type = dyn_cast<RankedTensorType>(result))
      if (failed(verifyLayoutTransfer(*this, getSourceType(), type)))
        return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombineRegion(*this, getCombine(), scalarTypes(getSrcs()),
                             ReduceReturnOp::getOperationName());
}
