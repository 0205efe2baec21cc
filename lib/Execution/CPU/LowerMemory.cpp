//===- LowerMemory.cpp - Memory accesses for the host ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory is host memory, so loads and stores stay what they are. A shared
// pointer is the host address whose low 32 bits are the GPU's address (see
// ThreadState::window); only conversions to and from integers show the
// difference. A predicated access goes to a sink when it is off, so that no
// branch is needed.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "ThreadState.h"
#include "ttc/Dialect/PTX/IR/PTX.h"
#include <cstddef>

using namespace mlir;
using namespace ttc;
using namespace ttc::cpu;

namespace {
/// Order and scope as sites hold them.
enum Order { Relaxed, Acquire, Release, AcqRel };
enum Scope { CTA, Cluster, GPU, Sys };
/// What an atomic access does.
enum Action { ReadModifyWrite, AtomicLoad, AtomicStore };

bool isSharedWindow(Type type) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer &&
         (pointer.getAddressSpace() == 3 || pointer.getAddressSpace() == 7);
}

/// The value that `address` is an offset from.
Value rootOf(Value address) {
  while (Operation *op = address.getDefiningOp()) {
    if (isa<LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp>(op))
      address = op->getOperand(0);
    else
      break;
  }
  return address;
}

/// Private to the thread, or a parameter: nothing there to check.
bool isLocal(Value address) {
  if (cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace() == 5)
    return true;
  Value root = rootOf(address);
  if (root.getDefiningOp<LLVM::AllocaOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(root);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  auto func = dyn_cast<LLVM::LLVMFuncOp>(argument.getOwner()->getParentOp());
  return func && func.getArgAttr(argument.getArgNumber(),
                                 LLVM::LLVMDialect::getByValAttrName());
}

int64_t orderOf(LLVM::AtomicOrdering ordering) {
  switch (ordering) {
  case LLVM::AtomicOrdering::acquire:
    return Acquire;
  case LLVM::AtomicOrdering::release:
    return Release;
  case LLVM::AtomicOrdering::acq_rel:
  case LLVM::AtomicOrdering::seq_cst:
    return AcqRel;
  default:
    return Relaxed;
  }
}

int64_t scopeOf(std::optional<StringRef> syncscope) {
  return llvm::StringSwitch<int64_t>(syncscope.value_or(""))
      .Case("block", CTA)
      .Case("cluster", Cluster)
      .Case("device", GPU)
      .Default(Sys);
}
} // namespace

Value HostLowering::selectAddress(Value predicate, Value address) {
  if (!predicate)
    return address;
  Value sink = LLVM::GEPOp::create(
      builder, loc, ptr, i8, thread,
      ArrayRef<LLVM::GEPArg>{int32_t(offsetof(ThreadState, sink))});
  if (address.getType() != ptr)
    sink = LLVM::AddrSpaceCastOp::create(builder, loc, address.getType(), sink);
  return LLVM::SelectOp::create(builder, loc, predicate, address, sink);
}

void HostLowering::checkAccess(Operation *op, SiteKind kind, Value address,
                               uint32_t bytes, uint32_t align, Value predicate,
                               ArrayRef<int64_t> params, bool isVolatile) {
  if (!instrumentation.accesses || isLocal(address))
    return;
  uint32_t index = addSite(op, kind, params);
  site(index).bytes = bytes;
  site(index).align = align;
  site(index).space = spaceOf(address);
  site(index).isVolatile = isVolatile;
  if (address.getType() != ptr)
    address = LLVM::AddrSpaceCastOp::create(builder, loc, ptr, address);
  Value on = predicate
                 ? Value(LLVM::ZExtOp::create(builder, loc, i32, predicate))
                 : constant(i32, 1);
  callRuntime("ttc_rt_access", {thread, constant(i32, index), address, on});
}

static bool reachesOtherBlocks(Space space, int64_t scope) {
  return scope != CTA && space != Space::Shared;
}

Outcome HostLowering::lowerMemory(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
    uint32_t bytes = sizeOf(load.getType());
    uint32_t align = load.getAlignment().value_or(
        layout.getTypeABIAlignment(load.getType()));
    bool atomic = load.getOrdering() != LLVM::AtomicOrdering::not_atomic;
    if (load.getVolatile_() || atomic) {
      int64_t scope = scopeOf(load.getSyncscope());
      info.interBlock |= reachesOtherBlocks(spaceOf(load.getAddr()), scope) &&
                         !isLocal(load.getAddr());
      checkAccess(op, SiteKind::Atomic, load.getAddr(), bytes, align, {},
                  {orderOf(load.getOrdering()), scope, AtomicLoad}, !atomic);
      load.removeSyncscopeAttr();
      return Outcome::Done;
    }
    checkAccess(op, SiteKind::Load, load.getAddr(), bytes, align);
    load.setInvariant(false);
    return Outcome::Done;
  }
  if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
    Type type = store.getValue().getType();
    uint32_t bytes = sizeOf(type);
    uint32_t align =
        store.getAlignment().value_or(layout.getTypeABIAlignment(type));
    bool atomic = store.getOrdering() != LLVM::AtomicOrdering::not_atomic;
    if (store.getVolatile_() || atomic) {
      int64_t scope = scopeOf(store.getSyncscope());
      info.interBlock |= reachesOtherBlocks(spaceOf(store.getAddr()), scope) &&
                         !isLocal(store.getAddr());
      checkAccess(op, SiteKind::Atomic, store.getAddr(), bytes, align, {},
                  {orderOf(store.getOrdering()), scope, AtomicStore}, !atomic);
      store.removeSyncscopeAttr();
      return Outcome::Done;
    }
    checkAccess(op, SiteKind::Store, store.getAddr(), bytes, align);
    return Outcome::Done;
  }
  if (auto rmw = dyn_cast<LLVM::AtomicRMWOp>(op)) {
    // NVPTX drops order and scope of this op: relaxed.gpu.
    info.interBlock |= spaceOf(rmw.getPtr()) != Space::Shared;
    uint32_t bytes = sizeOf(rmw.getType());
    checkAccess(op, SiteKind::Atomic, rmw.getPtr(), bytes, bytes, {},
                {Relaxed, GPU, ReadModifyWrite});
    rmw.removeSyncscopeAttr();
    return Outcome::Done;
  }
  if (auto cas = dyn_cast<LLVM::AtomicCmpXchgOp>(op)) {
    info.interBlock |= spaceOf(cas.getPtr()) != Space::Shared;
    uint32_t bytes = sizeOf(cas.getVal().getType());
    checkAccess(op, SiteKind::Atomic, cas.getPtr(), bytes, bytes, {},
                {orderOf(cas.getSuccessOrdering()), scopeOf(cas.getSyncscope()),
                 ReadModifyWrite});
    cas.removeSyncscopeAttr();
    return Outcome::Done;
  }
  if (auto fence = dyn_cast<LLVM::FenceOp>(op)) {
    if (instrumentation.accesses) {
      uint32_t index = addSite(
          op, SiteKind::Fence,
          {orderOf(fence.getOrdering()), scopeOf(fence.getSyncscope())});
      Value none = LLVM::ZeroOp::create(builder, loc, ptr);
      callRuntime("ttc_rt_op", {thread, constant(i32, index), none, none});
    }
    fence.removeSyncscopeAttr();
    return Outcome::Done;
  }
  if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
    auto offset = sharedOffsets.find(address.getGlobalName());
    if (offset == sharedOffsets.end())
      return Outcome::Done;
    Value base = threadField(offsetof(ThreadState, sharedBase), i64);
    Value sum =
        LLVM::AddOp::create(builder, loc, base, constant(i64, offset->second));
    Value pointer =
        LLVM::IntToPtrOp::create(builder, loc, address.getType(), sum);
    address->replaceAllUsesWith(ValueRange{pointer});
    address->erase();
    return Outcome::Done;
  }
  if (auto cast = dyn_cast<LLVM::PtrToIntOp>(op)) {
    if (!isSharedWindow(cast.getArg().getType()) ||
        cast.getType().getIntOrFloatBitWidth() <= 32)
      return Outcome::Done;
    builder.setInsertionPointAfter(op);
    Value low = LLVM::AndOp::create(builder, loc, cast.getResult(),
                                    constant(cast.getType(), 0xffffffff));
    cast.getResult().replaceAllUsesExcept(low, low.getDefiningOp());
    return Outcome::Done;
  }
  if (auto cast = dyn_cast<LLVM::IntToPtrOp>(op)) {
    if (!isSharedWindow(cast.getType()))
      return Outcome::Done;
    Value value = cast.getArg();
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (width < 64)
      value = LLVM::ZExtOp::create(builder, loc, i64, value);
    else
      value =
          LLVM::AndOp::create(builder, loc, value, constant(i64, 0xffffffff));
    Value window = threadField(offsetof(ThreadState, window), i64);
    cast.getArgMutable().assign(
        LLVM::OrOp::create(builder, loc, value, window));
    return Outcome::Done;
  }
  if (auto zero = dyn_cast<LLVM::ZeroOp>(op)) {
    if (!isSharedWindow(zero.getType()))
      return Outcome::Done;
    Value window = threadField(offsetof(ThreadState, window), i64);
    Value pointer =
        LLVM::IntToPtrOp::create(builder, loc, zero.getType(), window);
    zero->replaceAllUsesWith(ValueRange{pointer});
    zero->erase();
    return Outcome::Done;
  }
  if (isa<LLVM::MemcpyOp, LLVM::MemmoveOp, LLVM::MemcpyInlineOp,
          LLVM::MemsetOp>(op)) {
    if (!isLocal(op->getOperand(0)) ||
        (!isa<LLVM::MemsetOp>(op) && !isLocal(op->getOperand(1)))) {
      op->emitError("the CPU runtime maps '")
          << op->getName() << "' of thread-private memory only";
      return Outcome::Failed;
    }
    return Outcome::Done;
  }
  if (isa<LLVM::InlineAsmOp>(op)) {
    op->emitError("inline assembly is text for the GPU's assembler; "
                  "the CPU runtime cannot execute it");
    return Outcome::Failed;
  }
  return Outcome::NotMine;
}

//===----------------------------------------------------------------------===//
// ptx dialect
//===----------------------------------------------------------------------===//

static LLVM::AtomicBinOp binaryOp(ptx::AtomicKind kind, bool isFloat) {
  switch (kind) {
  case ptx::AtomicKind::Add:
    return isFloat ? LLVM::AtomicBinOp::fadd : LLVM::AtomicBinOp::add;
  case ptx::AtomicKind::Min:
    return LLVM::AtomicBinOp::min;
  case ptx::AtomicKind::Max:
    return LLVM::AtomicBinOp::max;
  case ptx::AtomicKind::UMin:
    return LLVM::AtomicBinOp::umin;
  case ptx::AtomicKind::UMax:
    return LLVM::AtomicBinOp::umax;
  case ptx::AtomicKind::And:
    return LLVM::AtomicBinOp::_and;
  case ptx::AtomicKind::Or:
    return LLVM::AtomicBinOp::_or;
  case ptx::AtomicKind::Xor:
    return LLVM::AtomicBinOp::_xor;
  case ptx::AtomicKind::Exch:
    return LLVM::AtomicBinOp::xchg;
  case ptx::AtomicKind::Inc:
    return LLVM::AtomicBinOp::uinc_wrap;
  case ptx::AtomicKind::Dec:
    return LLVM::AtomicBinOp::udec_wrap;
  }
  llvm_unreachable("unknown atomic");
}

static LLVM::AtomicOrdering hostOrdering(ptx::Order order) {
  switch (order) {
  case ptx::Order::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case ptx::Order::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case ptx::Order::Release:
    return LLVM::AtomicOrdering::release;
  case ptx::Order::AcqRel:
    return LLVM::AtomicOrdering::acq_rel;
  }
  llvm_unreachable("unknown order");
}

/// `ptx.atom` and `ptx.red`. The halves of a pair are two atomics, as they are
/// on the GPU.
template <typename AtomicOp>
static Value emitAtomic(OpBuilder &builder, Location loc, AtomicOp op,
                        Value address) {
  auto ordering = hostOrdering(op.getOrder());
  Value value = op.getValue();
  auto pair = dyn_cast<VectorType>(value.getType());
  if (!pair)
    return LLVM::AtomicRMWOp::create(
        builder, loc, binaryOp(op.getKind(), isa<FloatType>(value.getType())),
        address, value, ordering);
  Value result = LLVM::UndefOp::create(builder, loc, pair);
  for (int32_t i = 0; i < 2; ++i) {
    Value index = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                           builder.getI32IntegerAttr(i));
    Value half = LLVM::ExtractElementOp::create(builder, loc, value, index);
    Value place =
        LLVM::GEPOp::create(builder, loc, address.getType(), half.getType(),
                            address, ArrayRef<LLVM::GEPArg>{i});
    Value old = LLVM::AtomicRMWOp::create(builder, loc, LLVM::AtomicBinOp::fadd,
                                          place, half, ordering);
    result = LLVM::InsertElementOp::create(builder, loc, result, old, index);
  }
  return result;
}

Outcome HostLowering::lowerPtx(Operation *op) {
  if (auto load = dyn_cast<ptx::LdOp>(op)) {
    uint32_t bytes = ptx::getAccessBytes(load->getResultTypes());
    Value predicate = load.getPredicate();
    if (load.getIsVolatile()) {
      info.interBlock |= spaceOf(load.getAddr()) != Space::Shared;
      checkAccess(op, SiteKind::Atomic, load.getAddr(), bytes, bytes, predicate,
                  {Relaxed, Sys, AtomicLoad}, true);
    } else {
      checkAccess(op, SiteKind::Load, load.getAddr(), bytes, bytes, predicate);
    }
    Value address = selectAddress(predicate, load.getAddr());
    SmallVector<Value> values;
    for (auto [index, type] : llvm::enumerate(load->getResultTypes())) {
      Value place =
          LLVM::GEPOp::create(builder, loc, address.getType(), type, address,
                              ArrayRef<LLVM::GEPArg>{int32_t(index)});
      Value value = LLVM::LoadOp::create(builder, loc, type, place,
                                         /*alignment=*/sizeOf(type),
                                         load.getIsVolatile());
      if (predicate) {
        Value otherwise = load.getOtherwise().empty()
                              ? Value(LLVM::ZeroOp::create(builder, loc, type))
                              : load.getOtherwise()[index];
        value =
            LLVM::SelectOp::create(builder, loc, predicate, value, otherwise);
      }
      values.push_back(value);
    }
    op->replaceAllUsesWith(values);
    op->erase();
    return Outcome::Done;
  }
  if (auto store = dyn_cast<ptx::StOp>(op)) {
    uint32_t bytes = ptx::getAccessBytes(store.getValues().getTypes());
    Value predicate = store.getPredicate();
    if (store.getIsVolatile()) {
      info.interBlock |= spaceOf(store.getAddr()) != Space::Shared;
      checkAccess(op, SiteKind::Atomic, store.getAddr(), bytes, bytes,
                  predicate, {Relaxed, Sys, AtomicStore}, true);
    } else {
      checkAccess(op, SiteKind::Store, store.getAddr(), bytes, bytes,
                  predicate);
    }
    Value address = selectAddress(predicate, store.getAddr());
    for (auto [index, value] : llvm::enumerate(store.getValues())) {
      Value place =
          LLVM::GEPOp::create(builder, loc, address.getType(), value.getType(),
                              address, ArrayRef<LLVM::GEPArg>{int32_t(index)});
      LLVM::StoreOp::create(builder, loc, value, place, sizeOf(value.getType()),
                            store.getIsVolatile());
    }
    op->erase();
    return Outcome::Done;
  }
  if (auto atom = dyn_cast<ptx::AtomOp>(op))
    return lowerPtxAtomic(op, atom.getAddr(), atom.getValue(),
                          atom.getPredicate());
  if (auto red = dyn_cast<ptx::RedOp>(op))
    return lowerPtxAtomic(op, red.getAddr(), red.getValue(),
                          red.getPredicate());
  if (auto cas = dyn_cast<ptx::CasOp>(op))
    return lowerPtxAtomic(op, cas.getAddr(), cas.getValue(),
                          cas.getPredicate());
  return Outcome::NotMine;
}

Outcome HostLowering::lowerPtxAtomic(Operation *op, Value address, Value value,
                                     Value predicate) {
  uint32_t bytes = sizeOf(value.getType());
  auto announce = [&](ptx::Order order, ptx::Scope scope, bool commutes) {
    info.interBlock |=
        !commutes && reachesOtherBlocks(spaceOf(address), int64_t(scope));
    checkAccess(op, SiteKind::Atomic, address, bytes, bytes, predicate,
                {int64_t(order), int64_t(scope), ReadModifyWrite});
  };
  Value result;
  if (auto red = dyn_cast<ptx::RedOp>(op)) {
    // Integer reductions that nobody reads give the same in any order.
    bool commutes = value.getType().isInteger() &&
                    red.getOrder() == ptx::Order::Relaxed &&
                    red.getKind() != ptx::AtomicKind::Inc &&
                    red.getKind() != ptx::AtomicKind::Dec;
    announce(red.getOrder(), red.getScope(), commutes);
    emitAtomic(builder, loc, red, selectAddress(predicate, address));
  } else if (auto atom = dyn_cast<ptx::AtomOp>(op)) {
    announce(atom.getOrder(), atom.getScope(), false);
    result = emitAtomic(builder, loc, atom, selectAddress(predicate, address));
  } else {
    auto cas = cast<ptx::CasOp>(op);
    announce(cas.getOrder(), cas.getScope(), false);
    auto order = hostOrdering(cas.getOrder());
    auto failure = cas.getOrder() == ptx::Order::Acquire ||
                           cas.getOrder() == ptx::Order::AcqRel
                       ? LLVM::AtomicOrdering::acquire
                       : LLVM::AtomicOrdering::monotonic;
    Value pair = LLVM::AtomicCmpXchgOp::create(
        builder, loc, selectAddress(predicate, address), cas.getCompare(),
        value, order, failure);
    result =
        LLVM::ExtractValueOp::create(builder, loc, pair, ArrayRef<int64_t>{0});
  }
  if (result) {
    if (predicate) {
      Value zero = LLVM::ZeroOp::create(builder, loc, result.getType());
      result = LLVM::SelectOp::create(builder, loc, predicate, result, zero);
    }
    op->getResult(0).replaceAllUsesWith(result);
  }
  op->erase();
  return Outcome::Done;
}
