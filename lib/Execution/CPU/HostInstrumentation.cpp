//===- HostInstrumentation.cpp - What is added to a kernel's code ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that belong to no instruction: polls in loops, by which the scheduler
// keeps spinning threads from starving others, and counts for a profile.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::cpu;

/// A call before each branch back to a block that dominates it, or rather, to
/// one that a depth-first walk is still inside of.
void HostLowering::addLoopPolls(LLVM::LLVMFuncOp func) {
  enum class Mark { None, Open, Closed };
  DenseMap<Block *, Mark> marks;
  SmallVector<Block *> latches;
  SmallVector<std::pair<Block *, unsigned>> stack;
  Block *entry = &func.getBody().front();
  marks[entry] = Mark::Open;
  stack.push_back({entry, 0});
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    if (next == block->getNumSuccessors()) {
      marks[block] = Mark::Closed;
      stack.pop_back();
      continue;
    }
    Block *from = block;
    Block *successor = block->getSuccessor(next++);
    Mark &mark = marks[successor];
    if (mark == Mark::Open)
      latches.push_back(from);
    if (mark != Mark::None)
      continue;
    mark = Mark::Open;
    stack.push_back({successor, 0});
  }
  for (Block *latch : latches) {
    builder.setInsertionPoint(latch->getTerminator());
    loc = latch->getTerminator()->getLoc();
    callRuntime("ttc_rt_loop", {thread});
  }
}

/// The class an instruction is counted in; none for what costs nothing.
static std::optional<InstructionClass> classOf(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      isa<LLVM::AddressOfOp, LLVM::UndefOp, LLVM::PoisonOp, LLVM::AllocaOp,
          LLVM::ExtractValueOp, LLVM::InsertValueOp, LLVM::BitcastOp,
          LLVM::AddrSpaceCastOp>(op))
    return std::nullopt;
  if (op->hasTrait<OpTrait::IsTerminator>())
    return InstructionClass::Control;
  if (name.contains("mma") || name.contains("matrix"))
    return InstructionClass::Tensor;
  if (name.contains("cp.async") || name.contains("mbarrier"))
    return InstructionClass::Async;
  if (name.contains("barrier") || name.contains("cluster.wait") ||
      name.contains("cluster.arrive"))
    return InstructionClass::Barrier;
  if (name.contains(".sync"))
    return InstructionClass::Warp;
  if (isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::AtomicRMWOp,
          LLVM::AtomicCmpXchgOp>(op) ||
      name.starts_with("ptx."))
    return InstructionClass::Memory;
  auto isFloat = [](Type type) {
    if (auto vector = dyn_cast<VectorType>(type))
      type = vector.getElementType();
    return isa<FloatType>(type);
  };
  bool real = llvm::any_of(op->getOperandTypes(), isFloat) ||
              llvm::any_of(op->getResultTypes(), isFloat);
  return real ? InstructionClass::Float : InstructionClass::Integer;
}

/// Counts what each basic block holds, and lets the code count its entries.
void HostLowering::addInstructionCounts(LLVM::LLVMFuncOp func) {
  for (Block &block : func.getBody()) {
    std::vector<InstructionCount> counts;
    for (Operation &op : block) {
      std::optional<InstructionClass> kind = classOf(&op);
      if (!kind)
        continue;
      std::string where = describeLocation(op.getLoc());
      auto known = llvm::find_if(counts, [&](const InstructionCount &count) {
        return count.where == where && count.kind == *kind;
      });
      if (known != counts.end())
        ++known->count;
      else
        counts.push_back({where, *kind, 1});
    }
    loc = func.getLoc();
    if (auto branch = dyn_cast<LLVM::CondBrOp>(block.getTerminator())) {
      builder.setInsertionPoint(branch);
      uint32_t index = addSite(branch, SiteKind::Branch);
      Value taken =
          LLVM::ZExtOp::create(builder, loc, i32, branch.getCondition());
      callRuntime("ttc_rt_branch", {thread, constant(i32, index), taken});
    }
    builder.setInsertionPointToStart(&block);
    callRuntime("ttc_rt_block",
                {thread, constant(i32, info.instructions.size())});
    info.instructions.push_back(std::move(counts));
  }
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
/// Shows on the IR what Program::create compiles.
struct ConvertToHostPass
    : public PassWrapper<ConvertToHostPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertToHostPass)

  ConvertToHostPass() = default;
  ConvertToHostPass(const ConvertToHostPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "convert-to-host"; }
  StringRef getDescription() const override {
    return "Map a lowered GPU module to host code that calls the CPU runtime";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect>();
  }
  void runOnOperation() override {
    Instrumentation instrumentation;
    instrumentation.accesses = checks;
    HostModuleInfo info;
    if (failed(lowerToHost(getOperation(), instrumentation, info)))
      signalPassFailure();
  }
  Option<bool> checks{*this, "checks", llvm::cl::init(false),
                      llvm::cl::desc("Announce memory accesses")};
};
} // namespace

void ttc::cpu::registerConvertToHostPass() {
  PassRegistration<ConvertToHostPass>();
}
