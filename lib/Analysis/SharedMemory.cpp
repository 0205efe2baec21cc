//===- SharedMemory.cpp - What ops need of shared memory ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Analysis/SharedMemory.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;

static ConversionOptions getOptions(Type element, uint64_t limit) {
  ConversionOptions options;
  options.elementBits = tt::getBitWidth(element);
  options.sharedLimit = limit;
  return options;
}

LinearLayout ttc::getValueLayout(Type type, unsigned numWarps) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return ttg::getThreadLayout(tensor);
  unsigned warpBits = llvm::Log2_32(numWarps);
  SmallVector<uint64_t> columns(5 + warpBits, 0);
  return LinearLayout::fromPacked({{Space::Register, 0},
                                   {Space::Lane, 5},
                                   {Space::Warp, warpBits},
                                   {Space::Block, 0}},
                                  {}, columns);
}

std::optional<ConversionPlan> ttc::planConvertLayout(ttg::ConvertLayoutOp op) {
  RankedTensorType type = op.getType();
  auto src = cast<RankedTensorType>(op.getSrc().getType());
  return planConversion(ttg::getThreadLayout(src), ttg::getThreadLayout(type),
                        getOptions(type.getElementType(), maxScratchBytes));
}

std::optional<ReducePlan> ttc::planReduce(tt::ReduceOp op) {
  LinearLayout src = ttg::getThreadLayout(op.getSourceType());
  LinearLayout result =
      getValueLayout(op.getResultTypes().front(), ttg::lookupNumWarps(op));
  std::optional<ReductionPlan> reduction =
      planReduction(src, op.getAxis(), result);
  if (!reduction)
    return std::nullopt;

  ReducePlan plan{std::move(*reduction), {}};
  uint64_t limit = maxScratchBytes / llvm::PowerOf2Ceil(op.getNumOperands());
  for (Value operand : op.getSrcs()) {
    ConversionOptions options =
        getOptions(tt::getScalarType(operand.getType()), limit);
    std::optional<ConversionPlan> way;
    if (plan.reduction.crossesWarps) {
      std::optional<SharedPlan> shared =
          planShared(plan.reduction.partials, plan.reduction.gathered, options);
      if (shared) {
        way.emplace();
        way->kind = ConversionKind::Shared;
        way->price = shared->price();
        way->shared = std::move(shared);
      }
    } else {
      way = planConversion(plan.reduction.partials, result, options);
    }
    if (!way)
      return std::nullopt;
    plan.ways.push_back(std::move(*way));
  }
  return plan;
}

SmallVector<uint64_t> ttc::getTripOffsets(const ReducePlan &plan) {
  SmallVector<uint64_t> offsets = {0};
  for (const ConversionPlan &way : plan.ways)
    offsets.push_back(
        offsets.back() +
        (way.shared ? llvm::alignTo(way.shared->bytes, scratchAlignment) : 0));
  return offsets;
}

BroadcastPlan ttc::planBroadcast(const LinearLayout &owners,
                                 unsigned elementBits) {
  BroadcastPlan plan;
  unsigned laneBits = owners.inBits(Space::Lane);
  plan.copies = owners.freeVariableMask(Space::Lane) |
                owners.freeVariableMask(Space::Warp) << laneBits;
  // A shuffle does if the lane without the bits of `copies` is in this warp and
  // holds the same elements in the same registers.
  uint64_t other = plan.copies >> laneBits;
  for (auto [bit, column] : llvm::enumerate(owners.packedColumns(Space::Lane)))
    other |= plan.copies >> bit & 1 ? column : 0;
  if (!other)
    return plan;
  ConversionOptions options;
  options.elementBits = elementBits;
  options.sharedLimit = maxScratchBytes;
  plan.shared = planShared(owners, owners, options);
  return plan;
}

BroadcastPlan ttc::planAtomicResult(Operation *atomic) {
  Type type = atomic->getResult(0).getType();
  return planBroadcast(getValueLayout(type, ttg::lookupNumWarps(atomic)),
                       tt::getBitWidth(tt::getScalarType(type)));
}

static Scratch makeScratch(const std::optional<SharedPlan> &shared) {
  if (!shared)
    return {};
  return {llvm::alignTo(shared->bytes, scratchAlignment), shared->withinWarps};
}

static Scratch getReduceScratch(tt::ReduceOp op) {
  std::optional<ReducePlan> plan = planReduce(op);
  if (!plan)
    return {};
  // The trips share their barriers, so all of them have those of the block if
  // one has.
  bool withinWarps = llvm::all_of(plan->ways, [](const ConversionPlan &way) {
    return !way.shared || way.shared->withinWarps;
  });
  return {getTripOffsets(*plan).back(), withinWarps};
}

/// Tiles without layouts are refused where ops are lowered; until then nothing
/// is known of how they move.
static bool hasLayouts(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.getEncoding();
  });
}

Scratch ttc::getScratch(Operation *op) {
  if (!hasLayouts(op))
    return {};
  return llvm::TypeSwitch<Operation *, Scratch>(op)
      .Case([](ttg::ConvertLayoutOp op) {
        std::optional<ConversionPlan> plan = planConvertLayout(op);
        return plan ? makeScratch(plan->shared) : Scratch();
      })
      .Case([](tt::ReduceOp op) { return getReduceScratch(op); })
      .Case<tt::AtomicRMWOp, tt::AtomicCASOp>([](Operation *op) {
        return op->use_empty() ? Scratch()
                               : makeScratch(planAtomicResult(op).shared);
      })
      .Default(Scratch());
}
