//===- LowerBlockPointers.cpp - Block pointers as plain pointers ----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block pointer of rank r becomes 1 + 3r values: the base, the extents, the
// strides (i64) and the offsets (i32), also where loops and branches carry it.
// An access becomes one through a tile of pointers:
//
//   base + (offset0 + range) * stride0 + ...
//
// with the mask 0 <= offset + range < extent for each dimension that
// `boundaryCheck` names, computed in 64 bits, and zeros or NaNs as `padding`
// says where the mask is false.
//
//===----------------------------------------------------------------------===//

#include "Rewrites.h"

#include "ttc/Dialect/TT/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace ttc::tt {
#define GEN_PASS_DEF_LOWERBLOCKPOINTERS
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"
} // namespace ttc::tt

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// The tile that a block pointer points to; null for any other type.
static RankedTensorType getBlock(Type type) {
  auto pointer = dyn_cast<PointerType>(type);
  return pointer ? dyn_cast<RankedTensorType>(pointer.getPointeeType())
                 : RankedTensorType();
}

//===----------------------------------------------------------------------===//
// The values of a block pointer
//===----------------------------------------------------------------------===//

namespace {
/// The values that stand for a block pointer, in their order.
struct Block {
  explicit Block(ValueRange values)
      : values(values), rank((values.size() - 1) / 3) {}

  Value base() const { return values.front(); }
  Value extent(unsigned dim) const { return values[1 + dim]; }
  Value stride(unsigned dim) const { return values[1 + rank + dim]; }
  Value offset(unsigned dim) const { return values[1 + 2 * rank + dim]; }

  ValueRange values;
  unsigned rank;
};

struct BlockPointerConverter : TypeConverter {
  BlockPointerConverter() {
    addConversion([](Type type) { return type; });
    addConversion(
        [](PointerType type,
           SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
          RankedTensorType block = getBlock(type);
          if (!block)
            return std::nullopt;
          MLIRContext *context = type.getContext();
          types.push_back(
              PointerType::get(block.getElementType(), type.getAddressSpace()));
          types.append(2 * block.getRank(), IntegerType::get(context, 64));
          types.append(block.getRank(), IntegerType::get(context, 32));
          return success();
        });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Addresses and masks
//===----------------------------------------------------------------------===//

namespace {
/// Builds what an access to a block needs.
class AccessBuilder {
public:
  AccessBuilder(OpBuilder &builder, Location loc, Block block,
                RankedTensorType type)
      : builder(builder), loc(loc), block(block), type(type) {}

  Value pointers() {
    Type pointer = block.base().getType();
    Value result =
        SplatOp::create(builder, loc, type.clone(pointer), block.base());
    for (unsigned dim = 0; dim < block.rank; ++dim) {
      Value at = positions(dim);
      Value stride =
          SplatOp::create(builder, loc, at.getType(), block.stride(dim));
      Value distance = arith::MulIOp::create(builder, loc, at, stride);
      result = AddPtrOp::create(builder, loc, result.getType(), result,
                                spread(distance));
    }
    return result;
  }

  /// Null if no dimension is to be checked.
  Value mask(std::optional<ArrayRef<int32_t>> dims) {
    Value result;
    for (int32_t dim : dims.value_or(ArrayRef<int32_t>())) {
      Value inside = spread(isInside(dim));
      result = result
                   ? Value(arith::AndIOp::create(builder, loc, result, inside))
                   : inside;
    }
    return result;
  }

  Value padding(std::optional<PaddingOption> option) {
    if (!option)
      return {};
    Type element = type.getElementType();
    TypedAttr value = builder.getZeroAttr(element);
    if (auto real = dyn_cast<FloatType>(element))
      if (*option == PaddingOption::NaN)
        value = builder.getFloatAttr(real,
                                     APFloat::getNaN(real.getFloatSemantics()));
    return arith::ConstantOp::create(builder, loc,
                                     SplatElementsAttr::get(type, value));
  }

private:
  /// Where the block's elements are along a dimension, as a tile of i64 whose
  /// other extents are 1.
  Value positions(unsigned dim) {
    int64_t extent = type.getDimSize(dim);
    auto line = RankedTensorType::get(extent, builder.getI32Type());
    Type wide = line.clone(builder.getI64Type());
    Value range =
        MakeRangeOp::create(builder, loc, line, builder.getI32IntegerAttr(0),
                            builder.getI32IntegerAttr(extent));
    range = arith::ExtSIOp::create(builder, loc, wide, range);
    Value offset = arith::ExtSIOp::create(builder, loc, builder.getI64Type(),
                                          block.offset(dim));
    Value offsets = SplatOp::create(builder, loc, wide, offset);
    Value tile = arith::AddIOp::create(builder, loc, offsets, range);
    for (unsigned axis = 0; axis < block.rank; ++axis)
      if (axis != dim)
        tile = expand(tile, axis);
    return tile;
  }

  Value expand(Value tile, unsigned axis) {
    auto from = cast<RankedTensorType>(tile.getType());
    SmallVector<int64_t> shape(from.getShape());
    shape.insert(shape.begin() + axis, 1);
    return ExpandDimsOp::create(builder, loc, from.clone(shape), tile,
                                builder.getI32IntegerAttr(axis));
  }

  Value isInside(unsigned dim) {
    Value at = positions(dim);
    Value zero = arith::ConstantOp::create(
        builder, loc, cast<TypedAttr>(builder.getZeroAttr(at.getType())));
    Value extent =
        SplatOp::create(builder, loc, at.getType(), block.extent(dim));
    Value low = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                      at, zero);
    Value high = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       at, extent);
    return arith::AndIOp::create(builder, loc, low, high);
  }

  /// The tile, at the shape of the block.
  Value spread(Value tile) {
    Type element = cast<RankedTensorType>(tile.getType()).getElementType();
    return broadcastTo(builder, loc, tile, type.clone(element));
  }

  OpBuilder &builder;
  Location loc;
  Block block;
  RankedTensorType type;
};
} // namespace

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct LowerMakeTensorPtr : OpConversionPattern<MakeTensorPtrOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MakeTensorPtrOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    reportRewrite(op, "block-pointer", "rewritten to plain pointers");
    SmallVector<Value> values(op->getOperands());
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>(values));
    return success();
  }
};

struct LowerAdvance : OpConversionPattern<AdvanceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AdvanceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values(adaptor.getPtr());
    Block block(adaptor.getPtr());
    for (auto [dim, step] : llvm::enumerate(op.getOffsets()))
      values[1 + 2 * block.rank + dim] =
          arith::AddIOp::create(rewriter, op.getLoc(), block.offset(dim), step);
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>(values));
    return success();
  }
};

struct LowerLoad : OpConversionPattern<LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getBlock(op.getPtr().getType());
    AccessBuilder access(rewriter, op.getLoc(), Block(adaptor.getPtr()), type);
    Value pointers = access.pointers();
    Value mask = access.mask(op.getBoundaryCheck());
    Value other = mask ? access.padding(op.getPadding()) : Value();
    rewriter.replaceOpWithNewOp<LoadOp>(
        op, type, pointers, mask, other, op.getCache(), op.getEvict(),
        op.getIsVolatile(), DenseI32ArrayAttr(), PaddingOptionAttr());
    return success();
  }
};

struct LowerStore : OpConversionPattern<StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getBlock(op.getPtr().getType());
    AccessBuilder access(rewriter, op.getLoc(), Block(adaptor.getPtr()), type);
    Value pointers = access.pointers();
    Value mask = access.mask(op.getBoundaryCheck());
    rewriter.replaceOpWithNewOp<StoreOp>(op, pointers, op.getValue(), mask,
                                         op.getCache(), op.getEvict(),
                                         DenseI32ArrayAttr());
    return success();
  }
};

struct LowerBlockPointers
    : tt::impl::LowerBlockPointersBase<LowerBlockPointers> {
  void runOnOperation() override {
    bool hasAny =
        getOperation()
            .walk([](MakeTensorPtrOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!hasAny)
      return;
    BlockPointerConverter converter;
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<MakeTensorPtrOp, AdvanceOp>();
    target.addDynamicallyLegalOp<LoadOp, StoreOp>(
        [](Operation *op) { return !getBlock(op->getOperand(0).getType()); });
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerMakeTensorPtr, LowerAdvance, LowerLoad, LowerStore>(
        converter, &getContext());
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
