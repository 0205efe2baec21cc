//===- AllocateSharedMemory.cpp - Places in shared memory -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops in the order of the text get consecutive space and begin again at 0 when
// an arena is full. The arena is as large as the largest need, or as large as
// costs no occupancy, whichever is more. So small needs that follow one another
// are disjoint, and the barriers within the ops themselves keep a round of the
// arena apart from the next. No op uses more scratch than every target has
// (maxScratchBytes), so all fit.
//
//===----------------------------------------------------------------------===//

#include "ttc/Analysis/SharedMemory.h"
#include "ttc/Dialect/TTG/Transforms/Passes.h"
#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/Builders.h"

namespace ttc::ttg {
#define GEN_PASS_DEF_ALLOCATESHAREDMEMORY
#include "ttc/Dialect/TTG/Transforms/Passes.h.inc"
} // namespace ttc::ttg

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

namespace {
struct Need {
  Operation *op;
  uint64_t bytes;
};

struct AllocateSharedMemoryPass
    : ttc::ttg::impl::AllocateSharedMemoryBase<AllocateSharedMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<SmallVector<Need>> functions;
    for (auto function : module.getOps<tt::FuncOp>())
      functions.push_back(findNeeds(function));

    uint64_t total = 0;
    if (!llvm::all_of(functions, [](auto &needs) { return needs.empty(); })) {
      std::optional<TargetInfo> info = findTarget(module);
      if (!info)
        return signalPassFailure();
      uint64_t arena = getFreeBytes(*info, lookupNumWarps(module));
      for (ArrayRef<Need> needs : functions)
        total = std::max(total, place(needs, arena));
    }
    Builder builder(module.getContext());
    module->setAttr(sharedAttrName, builder.getI32IntegerAttr(total));
  }

private:
  static SmallVector<Need> findNeeds(tt::FuncOp function) {
    SmallVector<Need> needs;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      op->removeDiscardableAttr(sharedOffsetAttrName);
      if (uint64_t bytes = getScratch(op).bytes)
        needs.push_back({op, bytes});
    });
    return needs;
  }

  std::optional<TargetInfo> findTarget(ModuleOp module) {
    auto attr = module->getAttrOfType<StringAttr>(targetAttrName);
    StringRef name = attr ? attr.getValue() : StringRef(target);
    if (name.empty()) {
      module.emitError() << "shared memory is allocated for a target: the "
                            "module has no '"
                         << targetAttrName << "' and no option names one";
      return std::nullopt;
    }
    llvm::Expected<TargetInfo> info = TargetInfo::get(name);
    if (info)
      return *info;
    module.emitError() << llvm::toString(info.takeError());
    return std::nullopt;
  }

  /// Shared memory that leaves as many blocks on a multiprocessor as fit
  /// without any, if their registers are few; a power of two.
  static uint64_t getFreeBytes(const TargetInfo &target, unsigned numWarps) {
    constexpr unsigned most = 8 << 10, fewRegisters = 32;
    unsigned threads = numWarps * target.getThreadsPerWarp();
    auto getBlocks = [&](unsigned bytes) {
      return target.getBlocksPerSM(threads, fewRegisters, bytes);
    };
    unsigned bytes = most;
    while (bytes > scratchAlignment && getBlocks(bytes) < getBlocks(0))
      bytes /= 2;
    return bytes;
  }

  /// Writes offsets; returns the end of the highest one's space.
  static uint64_t place(ArrayRef<Need> needs, uint64_t arena) {
    for (const Need &need : needs)
      arena = std::max(arena, need.bytes);
    uint64_t next = 0, total = 0;
    for (const Need &need : needs) {
      if (next + need.bytes > arena)
        next = 0;
      Builder builder(need.op->getContext());
      need.op->setDiscardableAttr(sharedOffsetAttrName,
                                  builder.getI32IntegerAttr(next));
      next += need.bytes;
      total = std::max(total, next);
    }
    return total;
  }
};
} // namespace
