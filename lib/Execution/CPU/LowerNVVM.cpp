//===- LowerNVVM.cpp - Registers, warps and barriers for the host ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Special registers become loads from the thread's state. Instructions at
// which lanes or warps meet become runtime calls. The same instruction can be
// an NVVM op or an LLVM intrinsic; both end in the same site.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Intrinsics.h"
#include "ThreadState.h"
#include "Warp.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::cpu;

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

Outcome HostLowering::lowerRegister(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("nvvm.read.ptx.sreg."))
    return Outcome::NotMine;
  if (std::optional<unsigned> offset = specialRegisterOffset(name)) {
    Value value = threadField(*offset, i32);
    op->replaceAllUsesWith(ValueRange{value});
    op->erase();
    return Outcome::Done;
  }
  if (name.starts_with("clock") || name.starts_with("globaltimer"))
    return replaceByCall(op, addSite(op, SiteKind::Clock), {});
  return Outcome::NotMine;
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

static int64_t shuffleMode(NVVM::ShflKind kind) {
  switch (kind) {
  case NVVM::ShflKind::bfly:
    return ShuffleButterfly;
  case NVVM::ShflKind::up:
    return ShuffleUp;
  case NVVM::ShflKind::down:
    return ShuffleDown;
  case NVVM::ShflKind::idx:
    return ShuffleIndex;
  }
  llvm_unreachable("unknown shuffle");
}

static int64_t voteMode(NVVM::VoteSyncKind kind) {
  switch (kind) {
  case NVVM::VoteSyncKind::any:
    return VoteAny;
  case NVVM::VoteSyncKind::all:
    return VoteAll;
  case NVVM::VoteSyncKind::ballot:
    return VoteBallot;
  case NVVM::VoteSyncKind::uni:
    return VoteUniform;
  }
  llvm_unreachable("unknown vote");
}

/// Also the names that the intrinsics and op attributes spell.
static std::optional<int64_t> reduxMode(StringRef name) {
  return llvm::StringSwitch<std::optional<int64_t>>(name)
      .Case("add", ReduxAdd)
      .Case("and", ReduxAnd)
      .Case("or", ReduxOr)
      .Case("xor", ReduxXor)
      .Case("min", ReduxMin)
      .Case("max", ReduxMax)
      .Case("umin", ReduxUMin)
      .Case("umax", ReduxUMax)
      .Case("fmin", ReduxFMin)
      .Case("fmax", ReduxFMax)
      .Default(std::nullopt);
}

Outcome HostLowering::lowerWarp(Operation *op) {
  if (auto shuffle = dyn_cast<NVVM::ShflOp>(op))
    return replaceByCall(
        op, addSite(op, SiteKind::Shuffle, {shuffleMode(shuffle.getKind())}),
        {shuffle.getThreadMask(), shuffle.getVal(), shuffle.getOffset(),
         shuffle.getMaskAndClamp()});
  if (auto vote = dyn_cast<NVVM::VoteSyncOp>(op))
    return replaceByCall(
        op, addSite(op, SiteKind::Vote, {voteMode(vote.getKind())}),
        {vote.getMask(), vote.getPred()});
  if (auto match = dyn_cast<NVVM::MatchSyncOp>(op)) {
    int64_t all = match.getKind() == NVVM::MatchSyncKind::all;
    return replaceByCall(op, addSite(op, SiteKind::Match, {all}),
                         {match.getThreadMask(), match.getVal()});
  }
  if (auto redux = dyn_cast<NVVM::ReduxOp>(op)) {
    auto mode = reduxMode(NVVM::stringifyReduxKind(redux.getKind()));
    if (!mode) {
      op->emitError("the CPU runtime does not know this reduction");
      return Outcome::Failed;
    }
    uint32_t index =
        addSite(op, SiteKind::Redux, {*mode, redux.getAbs(), redux.getNan()});
    return replaceByCall(op, index, {redux.getMaskAndClamp(), redux.getVal()});
  }
  if (auto elect = dyn_cast<NVVM::ElectSyncOp>(op)) {
    Value mask = elect.getMembermask();
    if (!mask)
      mask = constant(i32, -1);
    return replaceByCall(op, addSite(op, SiteKind::Elect), {mask});
  }
  if (auto sync = dyn_cast<NVVM::SyncWarpOp>(op))
    return replaceByCall(op, addSite(op, SiteKind::WarpSync), {sync.getMask()});
  return Outcome::NotMine;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

Outcome HostLowering::lowerBarrier(Operation *op) {
  auto zero = [&] { return constant(i32, 0); };
  auto orZero = [&](Value value) { return value ? value : zero(); };
  if (isa<NVVM::Barrier0Op>(op))
    return replaceByCall(
        op, addSite(op, SiteKind::Barrier, {BarrierPlain, /*aligned=*/1}),
        {zero(), zero(), zero()});
  if (auto barrier = dyn_cast<NVVM::BarrierOp>(op)) {
    int64_t reduction = BarrierPlain;
    if (auto kind = barrier.getReductionOp())
      reduction = *kind == NVVM::BarrierReduction::POPC  ? BarrierPopc
                  : *kind == NVVM::BarrierReduction::AND ? BarrierAnd
                                                         : BarrierOr;
    return replaceByCall(
        op, addSite(op, SiteKind::Barrier, {reduction, /*aligned=*/1}),
        {orZero(barrier.getBarrierId()), orZero(barrier.getNumberOfThreads()),
         orZero(barrier.getReductionPredicate())});
  }
  if (auto arrive = dyn_cast<NVVM::BarrierArriveOp>(op))
    return replaceByCall(
        op, addSite(op, SiteKind::BarrierArrive, {0, /*aligned=*/1}),
        {orZero(arrive.getBarrierId()), arrive.getNumberOfThreads()});
  return Outcome::NotMine;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

Outcome HostLowering::lowerMisc(Operation *op) {
  // Hints to hardware that the model does not have.
  if (isa<NVVM::SetMaxRegisterOp, NVVM::PrefetchOp, NVVM::GriddepcontrolOp,
          NVVM::PMEventOp, NVVM::CpAsyncBulkPrefetchOp,
          NVVM::CpAsyncBulkTensorPrefetchOp>(op)) {
    op->erase();
    return Outcome::Done;
  }
  if (isa<NVVM::NanosleepOp>(op)) {
    callRuntime("ttc_rt_loop", {thread});
    op->erase();
    return Outcome::Done;
  }
  if (isa<NVVM::Exit>(op))
    return replaceByCall(op, addSite(op, SiteKind::Exit), {});
  if (isa<LLVM::Trap, LLVM::DebugTrap>(op))
    return replaceByCall(op, addSite(op, SiteKind::Trap), {});
  if (isa<NVVM::InlinePtxOp>(op)) {
    op->emitError("the PTX text of '")
        << op->getName() << "' is for the GPU's assembler; the CPU runtime "
        << "cannot execute it";
    return Outcome::Failed;
  }
  if (isa<NVVM::MembarOp, NVVM::FenceScClusterOp, NVVM::FenceSyncRestrictOp,
          NVVM::FenceMbarrierInitOp>(op))
    return replaceByCall(op, addSite(op, SiteKind::Fence, {3, 3}), {});
  // Scalar arithmetic: translated to intrinsics, which are mapped there.
  if (isa<NVVM::RcpApproxFtzF32Op, NVVM::PermuteOp, NVVM::ConvertFloatToTF32Op,
          NVVM::ConvertF32x2ToF8x2Op, NVVM::ConvertF16x2ToF8x2Op,
          NVVM::ConvertBF16x2ToF8x2Op, NVVM::ConvertF8x2ToF16x2Op,
          NVVM::ConvertF8x2ToBF16x2Op, NVVM::ConvertF32x2ToF16x2Op,
          NVVM::ConvertF32x2ToBF16x2Op>(op))
    return Outcome::Done;
  return Outcome::NotMine;
}

//===----------------------------------------------------------------------===//
// The same instructions, written as intrinsics
//===----------------------------------------------------------------------===//

Outcome HostLowering::lowerCallIntrinsic(LLVM::CallIntrinsicOp op) {
  StringRef name = op.getIntrin();
  StringRef full = name;
  ValueRange args = op.getArgs();
  if (!name.consume_front("llvm.nvvm."))
    return Outcome::Done;
  auto named = [&](SiteKind kind, ArrayRef<int64_t> params, ValueRange args) {
    uint32_t index = addSite(op, kind, params);
    site(index).name = full.str();
    return replaceByCall(op, index, args);
  };
  StringRef reg = name;
  if (reg.consume_front("read.ptx.sreg.")) {
    std::string dotted = reg.str();
    if (std::optional<unsigned> offset = specialRegisterOffset(dotted)) {
      Value value = threadField(*offset, i32);
      op->replaceAllUsesWith(ValueRange{value});
      op->erase();
      return Outcome::Done;
    }
    if (reg.starts_with("clock") || reg.starts_with("globaltimer"))
      return named(SiteKind::Clock, {}, {});
  }
  Value zero = constant(i32, 0);
  int64_t aligned = name.contains(".aligned.");
  if (name == "barrier0" || name == "barrier.sync" || name == "bar.sync" ||
      name == "barrier.cta.sync.aligned.all" ||
      name == "barrier.cta.sync.all") {
    Value id = args.empty() ? zero : args[0];
    return named(SiteKind::Barrier,
                 {BarrierPlain, aligned || !name.starts_with("barrier.")},
                 {id, zero, zero});
  }
  if (name == "barrier.cta.sync.aligned.count" ||
      name == "barrier.cta.sync.count")
    return named(SiteKind::Barrier, {BarrierPlain, aligned},
                 {args[0], args[1], zero});
  if (name == "barrier.cta.arrive.aligned.count" ||
      name == "barrier.cta.arrive.count")
    return named(SiteKind::BarrierArrive, {0, aligned}, args);
  if (name == "activemask")
    return named(SiteKind::ActiveMask, {}, {});
  if (name == "bar.warp.sync")
    return named(SiteKind::WarpSync, {}, args);
  if (name == "exit")
    return named(SiteKind::Exit, {}, {});
  StringRef shuffle = name;
  if (shuffle.consume_front("shfl.sync.")) {
    auto mode = llvm::StringSwitch<std::optional<int64_t>>(
                    shuffle.take_until([](char c) { return c == '.'; }))
                    .Case("bfly", ShuffleButterfly)
                    .Case("up", ShuffleUp)
                    .Case("down", ShuffleDown)
                    .Case("idx", ShuffleIndex)
                    .Default(std::nullopt);
    if (mode)
      return named(SiteKind::Shuffle, {*mode}, args);
  }
  StringRef vote = name;
  if (vote.consume_front("vote.") && vote.consume_back(".sync")) {
    auto mode = llvm::StringSwitch<std::optional<int64_t>>(vote)
                    .Case("any", VoteAny)
                    .Case("all", VoteAll)
                    .Case("ballot", VoteBallot)
                    .Case("uni", VoteUniform)
                    .Default(std::nullopt);
    if (mode)
      return named(SiteKind::Vote, {*mode}, args);
  }
  StringRef redux = name;
  if (redux.consume_front("redux.sync."))
    if (std::optional<int64_t> mode = reduxMode(redux))
      return named(SiteKind::Redux, {*mode}, {args[1], args[0]});
  if (name.starts_with("membar.") || name.starts_with("fence."))
    return named(SiteKind::Fence, {3, 3}, {});
  if (name == "cp.async.wait.all")
    return named(SiteKind::CpAsyncWait, {-1}, {});
  if (Outcome outcome = lowerMmaIntrinsic(op, name);
      outcome != Outcome::NotMine)
    return outcome;
  if (isMappedIntrinsic(full))
    return Outcome::Done;
  op.emitError("the CPU runtime has no mapping for the intrinsic '")
      << full << "'";
  return Outcome::Failed;
}
