//===- DescriptorPatterns.cpp - Tensor descriptors as plain pointers ------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every access is checked against all extents. The last stride is 1 whatever
// the values say: so the op's documentation promises, and so accesses are
// contiguous.
//
//===----------------------------------------------------------------------===//

#include "BlockAccess.h"

#include "Rewrites.h"
#include "ttc/Dialect/TT/Transforms/DescriptorParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

/// What tensor maps ask of addresses, in bytes.
static constexpr int64_t descriptorAlignment = 16;

SmallVector<DescriptorPart> tt::getDescriptorParts(TensorDescType type) {
  MLIRContext *context = type.getContext();
  Type element = type.getSignlessElementType();
  Type i64 = IntegerType::get(context, 64);
  unsigned rank = type.getShape().size();
  // Only of elements that fit is a stride a multiple.
  int64_t bits = 8 * descriptorAlignment, width = getBitWidth(element);
  int64_t elements = bits % width ? 1 : bits / width;
  SmallVector<DescriptorPart> parts;
  parts.push_back({"", PointerType::get(element), descriptorAlignment});
  for (unsigned dim = 0; dim < rank; ++dim)
    parts.push_back({".shape." + std::to_string(dim), i64, 1});
  for (unsigned dim = 0; dim < rank; ++dim)
    parts.push_back(
        {".stride." + std::to_string(dim), i64, dim + 1 < rank ? elements : 1});
  parts.push_back({".padding", IntegerType::get(context, 1), 1});
  return parts;
}

void tt::addDescriptorConversion(TypeConverter &converter) {
  converter.addConversion(
      [](TensorDescType type,
         SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        for (const DescriptorPart &part : getDescriptorParts(type))
          types.push_back(part.type);
        return success();
      });
}

namespace {
/// The values that stand for a descriptor, in their order.
struct Descriptor {
  explicit Descriptor(ValueRange values)
      : values(values), rank((values.size() - 2) / 2) {}

  Value base() const { return values.front(); }
  Value extent(unsigned dim) const { return values[1 + dim]; }
  Value stride(unsigned dim) const {
    return dim + 1 == rank ? Value() : values[1 + rank + dim];
  }
  Value paddingIsNaN() const { return values.back(); }

  ValueRange values;
  unsigned rank;
};
} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The operands of an access of rank `rank` to the block at `indices`. Leading
/// dimensions that the tile lacks are 1 element wide.
static AccessOperands accessBlock(OpBuilder &builder, Location loc,
                                  BlockAccess &access, const Descriptor &desc,
                                  ValueRange indices, unsigned rank) {
  unsigned dropped = desc.rank - rank;
  SmallVector<AccessDim> dims;
  for (unsigned dim = 0; dim < desc.rank; ++dim) {
    Value position = dim < dropped
                         ? arith::ExtSIOp::create(
                               builder, loc, builder.getI64Type(), indices[dim])
                         : access.positions(indices[dim], dim - dropped);
    dims.push_back({position, desc.extent(dim), desc.stride(dim)});
  }
  return access.operands(desc.base(), dims);
}

/// The operands of an access to the rows `rows` from column `column` on.
static AccessOperands accessRows(BlockAccess &access, const Descriptor &desc,
                                 Value rows, Value column) {
  AccessDim first = {access.along(rows, 0), desc.extent(0), desc.stride(0)};
  AccessDim second = {access.positions(column, 1), desc.extent(1),
                      desc.stride(1)};
  return access.operands(desc.base(), {first, second});
}

static void reportAccess(Operation *op) {
  reportRewrite(op, "descriptor", "accesses memory through plain pointers");
}

namespace {
struct LowerMakeTensorDescriptor : OpConversionPattern<MakeTensorDescriptorOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MakeTensorDescriptorOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> values = {op.getBase()};
    for (Value extent : op.getShape())
      values.push_back(
          arith::ExtSIOp::create(rewriter, loc, rewriter.getI64Type(), extent));
    llvm::append_range(values, op.getStrides());
    values.push_back(arith::ConstantOp::create(
        rewriter, loc,
        rewriter.getBoolAttr(op.getPadding() == PaddingOption::NaN)));
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>(values));
    return success();
  }
};

struct LowerDescriptorLoad : OpConversionPattern<DescriptorLoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DescriptorLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    reportAccess(op);
    auto type = cast<RankedTensorType>(op.getType());
    Descriptor desc(adaptor.getDesc());
    BlockAccess access(rewriter, op.getLoc(), type);
    AccessOperands to = accessBlock(rewriter, op.getLoc(), access, desc,
                                    op.getIndices(), type.getRank());
    rewriter.replaceOpWithNewOp<LoadOp>(
        op, type, to.pointers, to.mask, access.padding(desc.paddingIsNaN()),
        op.getCache(), op.getEvict(),
        /*isVolatile=*/false, DenseI32ArrayAttr(), PaddingOptionAttr());
    return success();
  }
};

struct LowerDescriptorStore : OpConversionPattern<DescriptorStoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DescriptorStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    reportAccess(op);
    auto type = cast<RankedTensorType>(op.getSrc().getType());
    Descriptor desc(adaptor.getDesc());
    BlockAccess access(rewriter, op.getLoc(), type);
    AccessOperands to = accessBlock(rewriter, op.getLoc(), access, desc,
                                    op.getIndices(), type.getRank());
    rewriter.replaceOpWithNewOp<StoreOp>(
        op, to.pointers, op.getSrc(), to.mask, CacheModifier::None,
        EvictionPolicy::Normal, DenseI32ArrayAttr());
    return success();
  }
};

struct LowerDescriptorGather : OpConversionPattern<DescriptorGatherOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DescriptorGatherOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    reportAccess(op);
    auto type = cast<RankedTensorType>(op.getType());
    Descriptor desc(adaptor.getDesc());
    BlockAccess access(rewriter, op.getLoc(), type);
    AccessOperands to =
        accessRows(access, desc, op.getXOffsets(), op.getYOffset());
    rewriter.replaceOpWithNewOp<LoadOp>(
        op, type, to.pointers, to.mask, access.padding(desc.paddingIsNaN()),
        CacheModifier::None, EvictionPolicy::Normal, /*isVolatile=*/false,
        DenseI32ArrayAttr(), PaddingOptionAttr());
    return success();
  }
};

struct LowerDescriptorScatter : OpConversionPattern<DescriptorScatterOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DescriptorScatterOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    reportAccess(op);
    Descriptor desc(adaptor.getDesc());
    BlockAccess access(rewriter, op.getLoc(),
                       cast<RankedTensorType>(op.getSrc().getType()));
    AccessOperands to =
        accessRows(access, desc, op.getXOffsets(), op.getYOffset());
    rewriter.replaceOpWithNewOp<StoreOp>(
        op, to.pointers, op.getSrc(), to.mask, CacheModifier::None,
        EvictionPolicy::Normal, DenseI32ArrayAttr());
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The atomic operation that does what a reduction does; nullopt if there is
/// none. Minimum and maximum need to know whether integers have a sign.
static std::optional<RMWOp> getAtomic(DescriptorReduceKind kind, Type element) {
  bool isFloat = isa<FloatType>(element);
  if (kind == DescriptorReduceKind::Add)
    return isFloat ? RMWOp::FAdd : RMWOp::Add;
  if (isFloat)
    return std::nullopt;
  switch (kind) {
  case DescriptorReduceKind::And:
    return RMWOp::And;
  case DescriptorReduceKind::Or:
    return RMWOp::Or;
  case DescriptorReduceKind::Xor:
    return RMWOp::Xor;
  case DescriptorReduceKind::Min:
  case DescriptorReduceKind::Max:
    break;
  default:
    return std::nullopt;
  }
  if (element.isSignlessInteger())
    return std::nullopt;
  if (kind == DescriptorReduceKind::Min)
    return element.isSignedInteger() ? RMWOp::Min : RMWOp::UMin;
  return element.isSignedInteger() ? RMWOp::Max : RMWOp::UMax;
}

LogicalResult tt::verifyDescriptorOp(Operation *op) {
  auto reduce = dyn_cast<DescriptorReduceOp>(op);
  if (!reduce)
    return success();
  Type element = reduce.getDesc().getType().getElementType();
  if (getAtomic(reduce.getKind(), element))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "'" << stringifyEnum(reduce.getKind()) << "' of "
                            << element << " has no form with plain pointers";
  auto isSigned = IntegerType::get(op->getContext(), 32, IntegerType::Signed);
  if (element.isSignlessInteger() && getAtomic(reduce.getKind(), isSigned))
    diag << "; expected a descriptor that says whether its integers have a "
            "sign";
  return diag;
}

namespace {
struct LowerDescriptorReduce : OpConversionPattern<DescriptorReduceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DescriptorReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    reportAccess(op);
    auto type = cast<RankedTensorType>(op.getSrc().getType());
    Descriptor desc(adaptor.getDesc());
    BlockAccess access(rewriter, op.getLoc(), type);
    AccessOperands to = accessBlock(rewriter, op.getLoc(), access, desc,
                                    op.getIndices(), type.getRank());
    AtomicRMWOp::create(
        rewriter, op.getLoc(), type,
        *getAtomic(op.getKind(), op.getDesc().getType().getElementType()),
        to.pointers, op.getSrc(), to.mask, MemSemantic::Relaxed,
        MemSyncScope::GPU);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tt::populateDescriptorPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    ConversionTarget &target) {
  target.addIllegalOp<MakeTensorDescriptorOp, DescriptorLoadOp,
                      DescriptorStoreOp, DescriptorReduceOp, DescriptorGatherOp,
                      DescriptorScatterOp>();
  patterns.add<LowerMakeTensorDescriptor, LowerDescriptorLoad,
               LowerDescriptorStore, LowerDescriptorReduce,
               LowerDescriptorGather, LowerDescriptorScatter>(
      converter, patterns.getContext());
}
