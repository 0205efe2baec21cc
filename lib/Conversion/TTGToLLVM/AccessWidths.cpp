//===- AccessWidths.cpp - How many elements an instruction serves ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Found for every access before the conversion, since axis information is about
// the values that it replaces. A remark says how wide each became and what
// keeps it from the widest that the target has.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace ttc;

namespace {
struct Access {
  Operation *op;
  Value pointer, mask;
  /// Of one instruction, at most.
  unsigned maxBytes;
};

/// The numbers of neighbours along one axis that each side allows.
struct Limits {
  unsigned registers, pointer, mask;

  unsigned get() const { return std::min({registers, pointer, mask}); }
};
} // namespace

static std::optional<Access> getAccess(Operation *op, unsigned maxBytes) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return Access{op, load.getPtr(), load.getMask(), maxBytes};
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return Access{op, store.getPtr(), store.getMask(), maxBytes};
  // Two 16-bit floats.
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op))
    return Access{op, atomic.getPtr(), atomic.getMask(), 4};
  return std::nullopt;
}

/// How many neighbours along `axis` a thread has, in registers whose order is
/// the same in all threads.
static unsigned getNeighbours(const LinearLayout &layout, unsigned axis) {
  uint64_t threadBits = 0;
  for (Space space : {Space::Lane, Space::Warp, Space::Block})
    for (uint64_t column : layout.packedColumns(space))
      threadBits |= layout.extractOut(column, Space::dim(axis));
  size_t bits = layout.contiguousRegisterMasks(Space::dim(axis)).size();
  return 1u << std::min<size_t>(bits, llvm::countr_zero(threadBits));
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static std::string explain(const Limits &limits) {
  unsigned width = limits.get();
  if (limits.registers == width)
    return ("a thread holds " + Twine(width) + " neighbours").str();
  if (limits.pointer == width)
    return ("addresses are known to be consecutive and aligned for " +
            Twine(width) + " elements")
        .str();
  return ("the mask is known to be equal for " + Twine(width) + " elements")
      .str();
}

/// The limits along the axis that has the most neighbours in memory.
static Limits getLimits(const AxisInfoAnalysis &axes, const Access &access,
                        const LinearLayout &layout) {
  Limits best = {0, 0, 0};
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis) {
    Limits limits = {
        getNeighbours(layout, axis),
        axes.getVectorLimit(access.pointer, Value(), axis, access.maxBytes),
        axes.getVectorLimit(access.pointer, access.mask, axis,
                            access.maxBytes)};
    if (std::make_pair(limits.get(), limits.pointer) >
        std::make_pair(best.get(), best.pointer))
      best = limits;
  }
  return best;
}

static void remarkWidth(const AxisInfoAnalysis &axes, const Access &access,
                        const LinearLayout &layout, unsigned elements) {
  if (!access.op->getContext()->getRemarkEngine())
    return;
  auto pointee =
      tt::getScalarType(tt::getPointeeTypeLike(access.pointer.getType()));
  unsigned bytes = std::max(1u, tt::getBitWidth(pointee) / 8);
  auto function = access.op->getParentOfType<FunctionOpInterface>();
  auto options = remark::RemarkOpts::name("access-width")
                     .category("lowering")
                     .function(function ? function.getName() : "");
  auto describe = [&](remark::detail::InFlightRemark &&remark) {
    remark << remark::add("{0}: {1} bytes per instruction",
                          access.op->getName().getStringRef(),
                          elements * bytes);
    if (elements * bytes < access.maxBytes)
      remark << remark::reason("{0}", explain(getLimits(axes, access, layout)));
    remark << remark::metric("Bytes", elements * bytes)
           << remark::metric("MaxBytes", access.maxBytes);
  };
  if (elements * bytes < access.maxBytes)
    describe(remark::missed(access.op->getLoc(), options));
  else
    describe(remark::passed(access.op->getLoc(), options));
}

//===----------------------------------------------------------------------===//
// All accesses
//===----------------------------------------------------------------------===//

void LoweringContext::gatherAccesses() {
  std::optional<AxisInfoAnalysis> axes;
  module.walk([&](Operation *op) {
    std::optional<Access> access = ::getAccess(op, target.getMaxAccessBytes());
    auto type = access ? dyn_cast<RankedTensorType>(access->pointer.getType())
                       : RankedTensorType();
    if (!type)
      return;
    if (!axes)
      axes.emplace(module);
    const LinearLayout &layout = getLayout(type);
    VectorAccess vector = axes->getVectorAccess(access->pointer, access->mask,
                                                layout, access->maxBytes);
    unsigned ordered = llvm::Log2_32(getNeighbours(layout, vector.axis));
    if (vector.registerMasks.size() > ordered)
      vector.registerMasks.truncate(ordered);
    remarkWidth(*axes, *access, layout, vector.elements());
    accesses[op] = std::move(vector);
  });
}
