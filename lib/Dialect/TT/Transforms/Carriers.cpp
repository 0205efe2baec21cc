//===- Carriers.cpp - Ops that pass on what a value becomes ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR has such patterns for loops and branches; here are those for functions,
// calls, cf.switch, arith.select and ub.poison.
//
//===----------------------------------------------------------------------===//

#include "BlockAccess.h"

#include "ttc/Dialect/TT/Transforms/DescriptorParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

static SmallVector<Value> flatten(ArrayRef<ValueRange> values) {
  SmallVector<Value> flat;
  for (ValueRange range : values)
    llvm::append_range(flat, range);
  return flat;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Gives the parts of a descriptor argument their names, and the promises that
/// its tensor makes.
static void describeParts(TensorDescType type,
                          MutableArrayRef<BlockArgument> arguments,
                          MutableArrayRef<DictionaryAttr> attrs) {
  Builder builder(type.getContext());
  SmallVector<DescriptorPart> parts = getDescriptorParts(type);
  for (auto [part, attr] : llvm::zip_equal(parts, attrs)) {
    if (part.divisibility == 1)
      continue;
    NamedAttrList promises(attr);
    promises.set("tt.divisibility",
                 builder.getI32IntegerAttr(part.divisibility));
    attr = promises.getDictionary(type.getContext());
  }
  for (auto [part, argument] : llvm::zip(parts, arguments))
    if (auto name = dyn_cast<NameLoc>(argument.getLoc()))
      argument.setLoc(NameLoc::get(
          builder.getStringAttr(name.getName().getValue() + part.suffix),
          name.getChildLoc()));
}

/// One dictionary for each value that `types` become: those of `attrs` go to
/// the first of each group.
static SmallVector<DictionaryAttr> spreadAttrs(const TypeConverter &converter,
                                               ArrayRef<Type> types,
                                               ArrayAttr attrs) {
  SmallVector<DictionaryAttr> result;
  for (auto [index, type] : llvm::enumerate(types)) {
    SmallVector<Type> parts;
    (void)converter.convertType(type, parts);
    auto empty = DictionaryAttr::get(type.getContext());
    size_t first = result.size();
    result.append(parts.size(), empty);
    if (attrs && !parts.empty())
      result[first] = cast<DictionaryAttr>(attrs[index]);
  }
  return result;
}

namespace {
struct ConvertFunc : OpConversionPattern<FuncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FuncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *getTypeConverter();
    FunctionType type = op.getFunctionType();
    TypeConverter::SignatureConversion signature(type.getNumInputs());
    SmallVector<Type> results;
    if (failed(converter.convertSignatureArgs(type.getInputs(), signature)) ||
        failed(converter.convertTypes(type.getResults(), results)))
      return failure();
    SmallVector<DictionaryAttr> argAttrs =
        spreadAttrs(converter, type.getInputs(), op.getArgAttrsAttr());
    SmallVector<DictionaryAttr> resultAttrs =
        spreadAttrs(converter, type.getResults(), op.getResAttrsAttr());
    SmallVector<BlockArgument> arguments;
    if (!op.isExternal()) {
      FailureOr<Block *> entry =
          rewriter.convertRegionTypes(&op.getBody(), converter, &signature);
      if (failed(entry))
        return failure();
      llvm::append_range(arguments, (*entry)->getArguments());
    }
    for (auto [index, input] : llvm::enumerate(type.getInputs())) {
      auto desc = dyn_cast<TensorDescType>(input);
      if (!desc || converter.isLegal(input))
        continue;
      auto group = *signature.getInputMapping(index);
      describeParts(desc,
                    op.isExternal() ? MutableArrayRef<BlockArgument>()
                                    : MutableArrayRef(arguments).slice(
                                          group.inputNo, group.size),
                    MutableArrayRef(argAttrs).slice(group.inputNo, group.size));
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.setFunctionType(
          rewriter.getFunctionType(signature.getConvertedTypes(), results));
      op.setAllArgAttrs(argAttrs);
      op.setAllResultAttrs(resultAttrs);
    });
    return success();
  }
};

struct ConvertCall : OpConversionPattern<CallOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CallOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    SmallVector<size_t> counts;
    for (Type type : op.getResultTypes()) {
      size_t before = types.size();
      if (failed(getTypeConverter()->convertType(type, types)))
        return failure();
      counts.push_back(types.size() - before);
    }
    auto call = CallOp::create(rewriter, op.getLoc(), types, op.getCalleeAttr(),
                               flatten(adaptor.getOperands()), ArrayAttr(),
                               ArrayAttr());
    SmallVector<ValueRange> results;
    ValueRange rest = call.getResults();
    for (size_t count : counts) {
      results.push_back(rest.take_front(count));
      rest = rest.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }
};

struct ConvertReturn : OpConversionPattern<ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReturnOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<ReturnOp>(op, flatten(adaptor.getOperands()));
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Branches and selections
//===----------------------------------------------------------------------===//

namespace {
struct ConvertSwitch : OpConversionPattern<cf::SwitchOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(cf::SwitchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (Block *block : op->getSuccessors())
      if (failed(convertArguments(block, rewriter)))
        return failure();
    SmallVector<SmallVector<Value>> cases;
    for (ArrayRef<ValueRange> operands : adaptor.getCaseOperands())
      cases.push_back(flatten(operands));
    SmallVector<ValueRange> caseOperands(cases.begin(), cases.end());
    auto to = cf::SwitchOp::create(
        rewriter, op.getLoc(), llvm::getSingleElement(adaptor.getFlag()),
        op.getDefaultDestination(), flatten(adaptor.getDefaultOperands()),
        op.getCaseValuesAttr(), op.getCaseDestinations(), caseOperands);
    to->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.eraseOp(op);
    return success();
  }

private:
  LogicalResult convertArguments(Block *block,
                                 ConversionPatternRewriter &rewriter) const {
    std::optional<TypeConverter::SignatureConversion> signature =
        getTypeConverter()->convertBlockSignature(block);
    if (!signature)
      return failure();
    if (!getTypeConverter()->isLegal(block->getArgumentTypes()))
      rewriter.applySignatureConversion(block, *signature, getTypeConverter());
    return success();
  }
};

struct ConvertSelect : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values;
    for (auto [yes, no] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      values.push_back(arith::SelectOp::create(rewriter, op.getLoc(),
                                               op.getCondition(), yes, no));
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>(values));
    return success();
  }
};

struct ConvertPoison : OpConversionPattern<ub::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertType(op.getType(), types)))
      return failure();
    SmallVector<Value> values;
    for (Type type : types)
      values.push_back(ub::PoisonOp::create(rewriter, op.getLoc(), type));
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>(values));
    return success();
  }
};
} // namespace

bool tt::isCarrier(Operation *op) {
  if (isa<scf::YieldOp>(op))
    return isCarrier(op->getParentOp());
  return isa<FuncOp, CallOp, ReturnOp, cf::BranchOp, cf::CondBranchOp,
             cf::SwitchOp, arith::SelectOp, ub::PoisonOp, scf::ForOp, scf::IfOp,
             scf::WhileOp, scf::IndexSwitchOp, scf::ConditionOp>(op);
}

void tt::populateCarrierPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 ConversionTarget &target) {
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                     target);
  target.addDynamicallyLegalOp<FuncOp>([&converter](FuncOp func) {
    return converter.isSignatureLegal(func.getFunctionType());
  });
  target.addDynamicallyLegalOp<CallOp, ReturnOp, arith::SelectOp, ub::PoisonOp>(
      [&converter](Operation *op) { return converter.isLegal(op); });
  target.addDynamicallyLegalOp<cf::SwitchOp>([&converter](cf::SwitchOp op) {
    return converter.isLegal(op) &&
           llvm::all_of(op->getSuccessors(), [&](Block *block) {
             return converter.isLegal(block->getArgumentTypes());
           });
  });
  patterns.add<ConvertFunc, ConvertCall, ConvertReturn, ConvertSwitch,
               ConvertSelect, ConvertPoison>(converter, patterns.getContext());
}
