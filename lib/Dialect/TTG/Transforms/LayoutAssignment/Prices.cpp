//===- Prices.cpp - What a layout costs -----------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prices.h"

#include "ttc/Layout/Conversion.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

/// A load or store unit takes one instruction of a warp per cycle.
static constexpr double memoryInstruction = 4;
/// A sector's share of the bandwidth of device memory: 32 bytes at about 21
/// bytes per cycle and multiprocessor (H200: 4.8 TB/s, 132 of them, 1.7 GHz).
static constexpr double sectorTransfer = 6;
/// A sector written in part is read first.
static constexpr double partialStore = 2;
static constexpr unsigned sectorBytes = 32;
/// An elementwise op, per register and warp. Most are one instruction.
static constexpr double elementwise = 1;
/// A shuffle and the combination that follows.
static constexpr double shuffleStep = 4;
/// Partial results through shared memory: a store, a barrier and loads.
static constexpr double crossWarpStep = 60;

static RankedTensorType pointerType(Operation *op) {
  return dyn_cast<RankedTensorType>(op->getOperand(0).getType());
}

static bool isMemoryAccess(Operation *op) {
  return isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op);
}

/// Sectors that one instruction of a warp touches: the rank of the map from
/// (lane, position in the vector) to sector numbers. Neighbours in a run of
/// contiguous elements share sectors, elements of a constant run share all.
/// Runs count as aligned to sectors: being off costs one more at each end.
static unsigned sectorsPerInstruction(const LinearLayout &layout,
                                      ArrayRef<uint64_t> vectorMasks,
                                      const AxisInfo &info, unsigned bytes) {
  SmallVector<uint64_t> columns(layout.packedColumns(Space::Lane));
  unsigned shift = layout.inShift(Space::Register);
  for (uint64_t mask : vectorMasks)
    columns.push_back(layout.applyPacked(mask << shift));
  uint64_t kept = 0;
  for (unsigned d = 0; d < info.rank(); ++d) {
    Space dim = Space::dim(d);
    int64_t shared = std::min<int64_t>(info.contiguity(d),
                                       std::max(1u, sectorBytes / bytes));
    shared = std::max(shared, info.constancy(d));
    uint64_t all = lowMask(layout.outBits(dim));
    kept |= (all & ~uint64_t(shared - 1)) << layout.outShift(dim);
  }
  for (uint64_t &column : columns)
    column &= kept;
  return 1u << f2Independent(columns).size();
}

AccessCost PriceList::access(Operation *op, const Layout &layout) const {
  AccessCost cost;
  RankedTensorType type = pointerType(op);
  Value ptr = op->getOperand(0);
  AxisInfo info = axes.get(ptr);
  unsigned bytes = std::max(
      1u, tt::getBitWidth(
              cast<tt::PointerType>(type.getElementType()).getPointeeType()) /
              8);
  LinearLayout map = layout.map.removeReplication(Space::Register);
  bool isAtomic = isa<tt::AtomicRMWOp, tt::AtomicCASOp>(op);
  VectorAccess vector = axes.getVectorAccess(
      ptr, getMask(op), map, isAtomic ? bytes : target.getMaxAccessBytes());
  cost.vector = vector.elements();
  cost.instructions =
      double(map.inSize(Space::Register)) / cost.vector * numWarps;
  cost.sectors = cost.instructions *
                 sectorsPerInstruction(map, vector.registerMasks, info, bytes);
  cost.minSectors =
      std::max<double>(1, double(type.getNumElements()) * bytes / sectorBytes);
  return cost;
}

/// Steps within a thread, between lanes, and between warps.
double PriceList::reduction(tt::ReduceOp op, const LinearLayout &layout) const {
  Space axis = Space::dim(op.getAxis());
  auto bitsOnAxis = [&](Space in) {
    unsigned bits = 0;
    for (unsigned bit = 0; bit < layout.inBits(in); ++bit)
      bits += layout.basis(in, bit, axis) != 0;
    return bits;
  };
  double operands = op.getSrcs().size();
  double registers = layout.inSize(Space::Register);
  double results = registers / (1u << bitsOnAxis(Space::Register));
  double price = registers * elementwise;
  price += results * bitsOnAxis(Space::Lane) * shuffleStep;
  if (bitsOnAxis(Space::Warp))
    price += crossWarpStep + results * memoryInstruction;
  return price * operands * numWarps;
}

double PriceList::node(const Node &node, const Layout &layout) const {
  if (!node.op)
    return 0;
  if (isMemoryAccess(node.op) && pointerType(node.op)) {
    AccessCost cost = access(node.op, layout);
    double sector = sectorTransfer;
    if (isa<tt::StoreOp>(node.op) && cost.sectors > cost.minSectors)
      sector *= partialStore;
    return cost.instructions * memoryInstruction + cost.sectors * sector;
  }
  LinearLayout map = layout.map.removeReplication(Space::Register);
  if (auto reduce = dyn_cast<tt::ReduceOp>(node.op))
    return reduction(reduce, map);
  if (isa<tt::LayoutTransferOpInterface>(node.op))
    return 0;
  return double(map.inSize(Space::Register)) * numWarps * elementwise;
}

double PriceList::conversion(RankedTensorType type, const Layout &from,
                             const Layout &to) const {
  if (from.encoding == to.encoding)
    return 0;
  auto [it, isNew] =
      conversions.try_emplace({from.encoding, to.encoding, type}, 0);
  if (!isNew)
    return it->second;
  ConversionOptions options;
  options.elementBits = tt::getBitWidth(type.getElementType());
  options.sharedLimit = target.getMaxSharedBytesPerBlock();
  std::optional<ConversionPlan> plan =
      planConversion(from.map, to.map, options);
  // A conversion that can't be made must never be chosen.
  it->second = plan ? double(plan->price.cost()) * numWarps : 1e12;
  return it->second;
}
