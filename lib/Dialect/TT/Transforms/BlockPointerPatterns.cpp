//===- BlockPointerPatterns.cpp - Block pointers as plain pointers --------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockAccess.h"

#include "Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

void tt::addBlockPointerConversion(TypeConverter &converter) {
  converter.addConversion(
      [](PointerType type,
         SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        RankedTensorType block = getBlock(type);
        if (!block)
          return std::nullopt;
        MLIRContext *context = type.getContext();
        types.push_back(
            PointerType::get(block.getElementType(), type.getAddressSpace()));
        types.append(3 * block.getRank(), IntegerType::get(context, 64));
        return success();
      });
}

namespace {
/// The values that stand for a block pointer, in their order.
struct BlockPointer {
  explicit BlockPointer(ValueRange values)
      : values(values), rank((values.size() - 1) / 3) {}

  Value base() const { return values.front(); }
  Value extent(unsigned dim) const { return values[1 + dim]; }
  Value stride(unsigned dim) const { return values[1 + rank + dim]; }
  Value offset(unsigned dim) const { return values[1 + 2 * rank + dim]; }

  ValueRange values;
  unsigned rank;
};
} // namespace

/// The operands of an access, checked along the dimensions in `boundaryCheck`.
static AccessOperands
lowerAccess(BlockAccess &access, const BlockPointer &block,
            std::optional<ArrayRef<int32_t>> boundaryCheck) {
  ArrayRef<int32_t> checked = boundaryCheck.value_or(ArrayRef<int32_t>());
  SmallVector<AccessDim> dims;
  for (unsigned dim = 0; dim < block.rank; ++dim)
    dims.push_back(
        {access.positions(block.offset(dim), dim),
         llvm::is_contained(checked, dim) ? block.extent(dim) : Value(),
         block.stride(dim)});
  return access.operands(block.base(), dims);
}

/// Offsets are kept in 64 bits: advancing twice by nearly 2^31 must not lead
/// back into the tensor.
static Value widen(OpBuilder &builder, Location loc, Value offset) {
  return arith::ExtSIOp::create(builder, loc, builder.getI64Type(), offset);
}

namespace {
struct LowerMakeTensorPtr : OpConversionPattern<MakeTensorPtrOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MakeTensorPtrOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    reportRewrite(op, "block-pointer", "rewritten to plain pointers");
    SmallVector<Value> values = {op.getBase()};
    llvm::append_range(values, op.getShape());
    llvm::append_range(values, op.getStrides());
    for (Value offset : op.getOffsets())
      values.push_back(widen(rewriter, op.getLoc(), offset));
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
    BlockPointer block(adaptor.getPtr());
    for (auto [dim, step] : llvm::enumerate(op.getOffsets()))
      values[1 + 2 * block.rank + dim] =
          arith::AddIOp::create(rewriter, op.getLoc(), block.offset(dim),
                                widen(rewriter, op.getLoc(), step));
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
    BlockAccess access(rewriter, op.getLoc(), type);
    AccessOperands to = lowerAccess(access, BlockPointer(adaptor.getPtr()),
                                    op.getBoundaryCheck());
    Value other;
    if (to.mask && op.getPadding())
      other = access.padding(arith::ConstantOp::create(
          rewriter, op.getLoc(),
          rewriter.getBoolAttr(op.getPadding() == PaddingOption::NaN)));
    rewriter.replaceOpWithNewOp<LoadOp>(
        op, type, to.pointers, to.mask, other, op.getCache(), op.getEvict(),
        op.getIsVolatile(), DenseI32ArrayAttr(), PaddingOptionAttr());
    return success();
  }
};

struct LowerStore : OpConversionPattern<StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    BlockAccess access(rewriter, op.getLoc(), getBlock(op.getPtr().getType()));
    AccessOperands to = lowerAccess(access, BlockPointer(adaptor.getPtr()),
                                    op.getBoundaryCheck());
    rewriter.replaceOpWithNewOp<StoreOp>(op, to.pointers, op.getValue(),
                                         to.mask, op.getCache(), op.getEvict(),
                                         DenseI32ArrayAttr());
    return success();
  }
};
} // namespace

void tt::populateBlockPointerPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns,
                                      ConversionTarget &target) {
  target.addIllegalOp<MakeTensorPtrOp, AdvanceOp>();
  target.addDynamicallyLegalOp<LoadOp, StoreOp>(
      [](Operation *op) { return !getBlock(op->getOperand(0).getType()); });
  patterns.add<LowerMakeTensorPtr, LowerAdvance, LowerLoad, LowerStore>(
      converter, patterns.getContext());
}
