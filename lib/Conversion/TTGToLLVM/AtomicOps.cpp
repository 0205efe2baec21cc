//===- AtomicOps.cpp - tt.atomic_rmw and tt.atomic_cas --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread performs the atomic of an element, with the order and scope that
// the program gives, whichever others hold copies of it:
//
//   %old = tt.atomic_rmw fadd, relaxed, gpu, %p, %v, %m : tensor<64x...>
//
// becomes
//
//   %f = (no bit set in the thread id that leads to copies)
//   %old = ptx.atom add relaxed gpu %p, %v if (%m and %f) : !llvm.ptr<1>, f32
//   (threads with copies get %old by a shuffle, or through shared memory)
//
// Without uses of the result it is ptx.red, which waits for nothing, if the
// order allows. Two neighbours of 16 bits are one instruction.
//
// A scalar stands for the whole block: what its threads did before counts as
// done before a releasing atomic, and what they do later as done after an
// acquiring one. Hence the barriers around it.
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "ttc/Analysis/SharedMemory.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Modifiers and types
//===----------------------------------------------------------------------===//

static ptx::Order getOrder(tt::MemSemantic semantic) {
  switch (semantic) {
  case tt::MemSemantic::Relaxed:
    return ptx::Order::Relaxed;
  case tt::MemSemantic::Acquire:
    return ptx::Order::Acquire;
  case tt::MemSemantic::Release:
    return ptx::Order::Release;
  case tt::MemSemantic::AcquireRelease:
    return ptx::Order::AcqRel;
  }
  llvm_unreachable("unknown memory order");
}

static ptx::Scope getScope(tt::MemSyncScope scope) {
  switch (scope) {
  case tt::MemSyncScope::GPU:
    return ptx::Scope::GPU;
  case tt::MemSyncScope::CTA:
    return ptx::Scope::CTA;
  case tt::MemSyncScope::System:
    return ptx::Scope::Sys;
  }
  llvm_unreachable("unknown scope");
}

static bool releases(ptx::Order order) {
  return order == ptx::Order::Release || order == ptx::Order::AcqRel;
}

static bool acquires(ptx::Order order) {
  return order == ptx::Order::Acquire || order == ptx::Order::AcqRel;
}

static ptx::AtomicKind getKind(tt::RMWOp op) {
  switch (op) {
  case tt::RMWOp::And:
    return ptx::AtomicKind::And;
  case tt::RMWOp::Or:
    return ptx::AtomicKind::Or;
  case tt::RMWOp::Xor:
    return ptx::AtomicKind::Xor;
  case tt::RMWOp::Add:
  case tt::RMWOp::FAdd:
    return ptx::AtomicKind::Add;
  case tt::RMWOp::Max:
    return ptx::AtomicKind::Max;
  case tt::RMWOp::Min:
    return ptx::AtomicKind::Min;
  case tt::RMWOp::UMax:
    return ptx::AtomicKind::UMax;
  case tt::RMWOp::UMin:
    return ptx::AtomicKind::UMin;
  case tt::RMWOp::Exch:
    return ptx::AtomicKind::Exch;
  }
  llvm_unreachable("unknown atomic operation");
}

/// Why there is no instruction; empty if there is one.
static StringRef getProblem(const TargetInfo &target, tt::RMWOp op,
                            Type scalar) {
  if (op == tt::RMWOp::FAdd)
    return isa<BFloat16Type>(scalar) && !target.has(Feature::AtomicBF16)
               ? "the target has no atomic addition of bf16"
               : "";
  unsigned width = getScalarBits(scalar);
  if (width != 32 && width != 64)
    return "atomics of this kind are for 32 and 64 bits";
  return "";
}

/// The same bits as an integer.
static Value toBits(Emitter &e, Value value) {
  value = toMemory(e, value);
  Type type = value.getType();
  if (isa<FloatType>(type))
    return LLVM::BitcastOp::create(
        e, e.getIntegerType(type.getIntOrFloatBitWidth()), value);
  return value;
}

static Value fromBits(Emitter &e, Value bits, Type scalar) {
  if (isa<FloatType>(scalar))
    return LLVM::BitcastOp::create(e, scalar, bits);
  return fromMemory(e, bits, scalar);
}

//===----------------------------------------------------------------------===//
// From the thread that performed it to those with copies
//===----------------------------------------------------------------------===//

static void broadcastByShuffle(Emitter &e, uint64_t copies,
                               MutableArrayRef<Value> values) {
  Value owner = LLVM::AndOp::create(e, e.laneId(), e.i32(31 & ~copies));
  for (Value &value : values)
    value = e.shuffle(NVVM::ShflKind::idx, value, owner);
}

namespace {
/// The part that both ops have in common.
template <typename Op>
struct AtomicLowering : LoweringPattern<Op> {
  using LoweringPattern<Op>::LoweringPattern;
  using LoweringPattern<Op>::lowering;

  /// Why the results can't get to threads that hold copies; empty if they can.
  StringRef getBroadcastProblem(Op op) const {
    if (op.getResult().use_empty())
      return "";
    bool isMissing =
        planAtomicResult(op).shared && !op->hasAttr(ttg::sharedOffsetAttrName);
    return isMissing ? StringRef(missingSharedMemory) : StringRef();
  }

  /// Gives the owners' results to all; true if a barrier was part of it.
  bool broadcast(Emitter &e, Op op, SmallVector<Value> &values) const {
    if (op.getResult().use_empty())
      return false;
    BroadcastPlan plan = planAtomicResult(op);
    if (!plan.copies)
      return false;
    if (!plan.shared) {
      broadcastByShuffle(e, plan.copies, values);
      return false;
    }
    auto offset =
        op->template getAttrOfType<IntegerAttr>(ttg::sharedOffsetAttrName);
    SharedTrips trips(e);
    trips.add(*plan.shared, offset.getInt(), values);
    values = trips.run().front();
    return true;
  }

  /// What orders the block around an atomic of a scalar.
  void barrierBefore(Emitter &e, Op op, ptx::Order order) const {
    if (!isa<RankedTensorType>(op.getType()) && releases(order))
      NVVM::Barrier0Op::create(e);
  }
  void barrierAfter(Emitter &e, Op op, ptx::Order order) const {
    if (!isa<RankedTensorType>(op.getType()) && acquires(order))
      NVVM::Barrier0Op::create(e);
  }
};

struct AtomicRMWLowering : AtomicLowering<tt::AtomicRMWOp> {
  using AtomicLowering::AtomicLowering;

  LogicalResult
  matchAndRewrite(tt::AtomicRMWOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type scalar = adaptor.getValue().front().getType();
    StringRef problem =
        getProblem(lowering.target, op.getAtomicRmwOp(), scalar);
    if (problem.empty())
      problem = getBroadcastProblem(op);
    if (!problem.empty()) {
      replaceUnsupported(op, rewriter, lowering, problem);
      return success();
    }

    Emitter e = emitterAt(op, rewriter);
    ptx::Order order = getOrder(op.getSem());
    MaskCombiner masks(getFirstCopyPredicate(e, op.getType()));
    barrierBefore(e, op, order);
    SmallVector<SmallVector<Value>> values(1);
    values[0].resize(adaptor.getValue().size());
    for (const RegisterGroup &group : getRMWGroups(op, scalar)) {
      unsigned first = group.front();
      Value mask = op.getMask() ? adaptor.getMask()[first] : Value();
      SmallVector<Value> operands;
      for (unsigned i : group)
        operands.push_back(adaptor.getValue()[i]);
      perform(e, op, order, adaptor.getPtr()[first], operands,
              masks.get(e, mask));
      for (auto [i, value] : llvm::zip_equal(group, operands))
        values[0][i] = value;
    }
    if (!broadcast(e, op, values[0]))
      barrierAfter(e, op, order);
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }

  /// Pairs of 16-bit floats; everything else by itself.
  SmallVector<RegisterGroup> getRMWGroups(tt::AtomicRMWOp op,
                                          Type scalar) const {
    Type type = op.getPtr().getType();
    if (getScalarBits(scalar) == 16 || !isa<RankedTensorType>(type))
      return getGroups(lowering, op, type);
    return getGroups(VectorAccess(),
                     lowering.getLayout(cast<RankedTensorType>(type)));
  }

  /// Emits one instruction and replaces the operands by the old values.
  static void perform(Emitter &e, tt::AtomicRMWOp op, ptx::Order order,
                      Value pointer, MutableArrayRef<Value> operands,
                      Value predicate) {
    ptx::AtomicKind kind = getKind(op.getAtomicRmwOp());
    ptx::Scope scope = getScope(op.getScope());
    Type scalar = operands[0].getType();
    Value operand = toMemory(e, operands[0]);
    if (operands.size() > 1) {
      operand = e.poison(VectorType::get(operands.size(), scalar));
      for (auto [i, value] : llvm::enumerate(operands))
        operand = LLVM::InsertElementOp::create(e, operand, value, e.i32(i));
    }
    if (op.getResult().use_empty() && !acquires(order) &&
        kind != ptx::AtomicKind::Exch) {
      ptx::RedOp::create(e, kind, order, scope, pointer, operand, predicate);
      return;
    }
    Value old = ptx::AtomOp::create(e, operand.getType(), kind, order, scope,
                                    pointer, operand, predicate);
    if (operands.size() == 1)
      operands[0] = fromMemory(e, old, scalar);
    else
      for (auto [i, value] : llvm::enumerate(operands))
        value = LLVM::ExtractElementOp::create(e, old, e.i32(i));
  }
};

struct AtomicCASLowering : AtomicLowering<tt::AtomicCASOp> {
  using AtomicLowering::AtomicLowering;

  LogicalResult
  matchAndRewrite(tt::AtomicCASOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type scalar = adaptor.getVal().front().getType();
    unsigned width = getScalarBits(scalar);
    StringRef problem = width < 16
                            ? "compare and swap is for 16, 32 and 64 bits"
                            : getBroadcastProblem(op);
    if (!problem.empty()) {
      replaceUnsupported(op, rewriter, lowering, problem);
      return success();
    }

    Emitter e = emitterAt(op, rewriter);
    ptx::Order order = getOrder(op.getSem());
    Value isOwner = getFirstCopyPredicate(e, op.getType());
    barrierBefore(e, op, order);
    SmallVector<SmallVector<Value>> values(1);
    for (auto [pointer, compare, value] : llvm::zip_equal(
             adaptor.getPtr(), adaptor.getCmp(), adaptor.getVal())) {
      Value bits = toBits(e, value);
      Value old =
          ptx::CasOp::create(e, bits.getType(), order, getScope(op.getScope()),
                             pointer, toBits(e, compare), bits, isOwner);
      values[0].push_back(fromBits(e, old, scalar));
    }
    if (!broadcast(e, op, values[0]))
      barrierAfter(e, op, order);
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};
} // namespace

void ttc::populateAtomicPatterns(const LLVMTypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 LoweringContext &lowering) {
  patterns.add<AtomicCASLowering, AtomicRMWLowering>(converter, lowering);
}
