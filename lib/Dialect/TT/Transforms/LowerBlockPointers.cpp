//===- LowerBlockPointers.cpp - Blocks of tensors as plain pointers -------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block pointer or a tensor descriptor becomes the values that it is made of,
// also where functions, loops and branches carry it; an access becomes one
// through a tile of pointers (BlockAccess.h):
//
//   %d = tt.make_tensor_descriptor %p, [%m], [%one] : <f32>, <16xf32>
//   %x = tt.descriptor_load %d[%i] : !tt.tensordesc<16xf32> -> tensor<16xf32>
//
// becomes, with 64-bit positions %at = %i + range,
//
//   %q = tt.addptr %ps, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
//   %x = tt.load %q, 0 <= %at < %m, %zeros : tensor<16x!tt.ptr<f32>>
//
// Modules whose tiles have layouts are left alone. Afterwards no value has one
// of the two types, unless an option kept them.
//
//===----------------------------------------------------------------------===//

#include "BlockAccess.h"

#include "Rewrites.h"
#include "ttc/Dialect/TT/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace ttc::tt {
#define GEN_PASS_DEF_LOWERBLOCKPOINTERS
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"
} // namespace ttc::tt

using namespace mlir;
using namespace ttc;
using namespace ttc::tt;

/// The first type that is to be rewritten, of those that an op takes, makes or
/// gives its regions; null if there is none.
static Type findBlockType(const TypeConverter &converter, Operation *op) {
  auto find = [&](TypeRange types) -> Type {
    for (Type type : types)
      if (!converter.isLegal(type))
        return type;
    return {};
  };
  if (auto func = dyn_cast<FuncOp>(op)) {
    if (Type type = find(func.getArgumentTypes()))
      return type;
    if (Type type = find(func.getResultTypes()))
      return type;
  }
  if (Type type = find(op->getOperandTypes()))
    return type;
  if (Type type = find(op->getResultTypes()))
    return type;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (Type type = find(block.getArgumentTypes()))
        return type;
  return {};
}

/// Whether the op accesses memory through its first operand, and that is the
/// only value of its kind that it has.
static bool isAccess(const TypeConverter &converter, Operation *op) {
  return isa<LoadOp, StoreOp>(op) &&
         converter.isLegal(TypeRange(op->getOperands().drop_front())) &&
         converter.isLegal(op->getResultTypes());
}

/// Reports an op that has a value of `type` but no rule for it.
static LogicalResult verifyHasRule(const TypeConverter &converter,
                                   Operation *op, Type type) {
  if (isa<MakeTensorPtrOp, AdvanceOp, MakeTensorDescriptorOp, DescriptorLoadOp,
          DescriptorStoreOp, DescriptorReduceOp, DescriptorGatherOp,
          DescriptorScatterOp>(op))
    return verifyDescriptorOp(op);
  if (isCarrier(op) || isAccess(converter, op))
    return success();
  return op->emitOpError() << "cannot have a value of type " << type
                           << ", which is rewritten to plain pointers";
}

/// Each argument of a kernel that a launcher passes in parts.
static void reportArguments(FuncOp func, const TypeConverter &converter) {
  if (!func.isKernel())
    return;
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
    if (isa<TensorDescType>(type) && !converter.isLegal(type))
      remark::passed(func.getArgument(index).getLoc(),
                     remark::RemarkOpts::name("descriptor-argument")
                         .category("tt-optimize")
                         .function(func.getName()))
          << "passed as base pointer, extents, strides and padding";
}

/// Tiles that have layouts are past the level of this pass.
static bool hasLayouts(ModuleOp module) {
  return module->hasAttr("ttg.num-warps");
}

namespace {
struct LowerBlockPointers
    : tt::impl::LowerBlockPointersBase<LowerBlockPointers> {
  using LowerBlockPointersBase::LowerBlockPointersBase;

  void runOnOperation() override {
    if (hasLayouts(getOperation()))
      return markAllAnalysesPreserved();
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    if (blockPointers)
      addBlockPointerConversion(converter);
    if (descriptors)
      addDescriptorConversion(converter);
    bool hasAny = false;
    auto check = [&](Operation *op) {
      Type type = findBlockType(converter, op);
      hasAny |= bool(type);
      return type && failed(verifyHasRule(converter, op, type))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    WalkResult checked = getOperation().walk<WalkOrder::PreOrder>(check);
    if (checked.wasInterrupted())
      return signalPassFailure();
    if (!hasAny)
      markAllAnalysesPreserved();
    else if (failed(verifyKnownExtents(getOperation())) ||
             failed(convert(converter)))
      signalPassFailure();
  }

private:
  LogicalResult convert(const TypeConverter &converter) {
    for (auto func : getOperation().getOps<FuncOp>())
      reportArguments(func, converter);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    RewritePatternSet patterns(&getContext());
    if (blockPointers)
      populateBlockPointerPatterns(converter, patterns, target);
    if (descriptors)
      populateDescriptorPatterns(converter, patterns, target);
    populateCarrierPatterns(converter, patterns, target);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }
};
} // namespace
