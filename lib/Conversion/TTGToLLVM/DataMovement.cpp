//===- DataMovement.cpp - Registers from thread to thread -----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Columns of the thread id (lane, then warp) of a linear function of it.
static SmallVector<uint64_t>
getColumns(const ThreadShape &threads,
           function_ref<uint64_t(uint64_t thread)> function) {
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit < threads.laneBits + threads.warpBits; ++bit)
    columns.push_back(function(uint64_t(1) << bit));
  return columns;
}

void SharedTrips::add(const SharedPlan &plan, unsigned offset,
                      ValueRange values) {
  Trip trip{plan, offset, llvm::to_vector(values), {}};
  trip.received.resize(plan.load.map.inSize(Space::Register));
  trips.push_back(std::move(trip));
}

void SharedTrips::barrier() {
  if (llvm::all_of(trips,
                   [](const Trip &trip) { return trip.plan.withinWarps; }))
    NVVM::SyncWarpOp::create(e, e.i32(-1));
  else
    NVVM::Barrier0Op::create(e);
}

/// Offset bits that no thread touches are part of the instruction.
Value SharedTrips::getAddress(const SharedSide &side, const Trip &trip,
                              uint64_t offset) {
  unsigned bytes = trip.plan.elementBytes;
  Value thread =
      e.threadLinear(getColumns(trip.plan.threads, [&](uint64_t thread) {
        return side.threadOffset(thread) * bytes;
      }));
  uint64_t mask = side.threadOffsetMask();
  if (uint64_t changed = offset & mask)
    thread = LLVM::XOrOp::create(e, thread, e.i32(changed * bytes));
  Value base = e.sharedPointer(0);
  if (mask)
    base = LLVM::GEPOp::create(e, base.getType(), e.getI8Type(), base, thread);
  int32_t fixed = trip.offset + (offset & ~mask) * bytes;
  if (!fixed)
    return base;
  return LLVM::GEPOp::create(e, base.getType(), e.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>(fixed));
}

/// Null if an access of the round is made by all threads.
Value SharedTrips::getRoundPredicate(const SharedSide &side,
                                     uint64_t accessRound, unsigned round) {
  if (!side.roundDependsOnThread())
    return Value();
  ThreadShape threads{side.map.inBits(Space::Lane),
                      side.map.inBits(Space::Warp), 0};
  Value thread = e.threadLinear(getColumns(
      threads, [&](uint64_t thread) { return side.threadRound(thread); }));
  return LLVM::ICmpOp::create(e, LLVM::ICmpPredicate::eq, thread,
                              e.i32(accessRound ^ round));
}

void SharedTrips::store(const Trip &trip, unsigned round) {
  const SharedSide &side = trip.plan.store;
  MaskCombiner masks(e.threadBitsAreZero(side.skipThreads));
  for (const SharedSide::Access &access : side.accesses()) {
    if (!side.roundDependsOnThread() && access.round != round)
      continue;
    SmallVector<Value> values;
    for (unsigned i : access.registers)
      values.push_back(toMemory(e, trip.values[i]));
    Value predicate =
        masks.get(e, getRoundPredicate(side, access.round, round));
    ptx::StOp::create(e, e.getLoc(), getAddress(side, trip, access.offset),
                      values, predicate, /*policy=*/Value(),
                      ptx::StoreCacheAttr(), ptx::EvictionAttr(),
                      /*isVolatile=*/false);
  }
}

void SharedTrips::load(Trip &trip, unsigned round) {
  const SharedSide &side = trip.plan.load;
  Type scalar = trip.values.front().getType(), stored = getMemoryType(scalar);
  for (const SharedSide::Access &access : side.accesses()) {
    Value predicate = getRoundPredicate(side, access.round, round);
    if (!predicate && access.round != round)
      continue;
    // Threads that read in another round keep what they have.
    SmallVector<Value> otherwise;
    if (predicate && round)
      for (unsigned i : access.registers)
        otherwise.push_back(toMemory(e, trip.received[i]));
    SmallVector<Type> types(access.registers.size(), stored);
    auto load = ptx::LdOp::create(
        e, e.getLoc(), types, getAddress(side, trip, access.offset), predicate,
        otherwise, /*policy=*/Value(), ptx::LoadCacheAttr(),
        ptx::EvictionAttr(), /*isVolatile=*/false);
    for (auto [i, value] : llvm::zip_equal(access.registers, load.getResults()))
      trip.received[i] = fromMemory(e, value, scalar);
  }
}

SmallVector<SmallVector<Value>> SharedTrips::run() {
  unsigned numRounds = 0;
  for (const Trip &trip : trips)
    numRounds = std::max(numRounds, trip.plan.numRounds);
  // What stays within a warp has no barrier of the block before it, not even
  // if a loop brings the warp back here.
  if (llvm::all_of(trips,
                   [](const Trip &trip) { return trip.plan.withinWarps; }))
    barrier();
  for (unsigned round = 0; round != numRounds; ++round) {
    if (round)
      barrier();
    for (const Trip &trip : trips)
      if (round < trip.plan.numRounds)
        store(trip, round);
    barrier();
    for (Trip &trip : trips)
      if (round < trip.plan.numRounds)
        load(trip, round);
  }
  SmallVector<SmallVector<Value>> results;
  for (const Trip &trip : trips) {
    SmallVector<Value> &values = results.emplace_back();
    unsigned count = 1u << trip.plan.copyColumns.size();
    for (unsigned i = 0; i != count; ++i)
      values.push_back(trip.received[trip.plan.copyOf(i)]);
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// i1: whether an odd number of the bits of `mask` is set in the thread id.
static Value emitParity(Emitter &e, uint64_t mask) {
  SmallVector<uint64_t> columns;
  for (; mask; mask >>= 1)
    columns.push_back(mask & 1);
  return LLVM::ICmpOp::create(e, LLVM::ICmpPredicate::ne,
                              e.threadLinear(columns), e.i32(0));
}

static void applySwaps(Emitter &e, ArrayRef<RegisterSwap> swaps,
                       SmallVector<Value> &values) {
  for (const RegisterSwap &swap : swaps) {
    Value isSwapped = emitParity(e, swap.threads);
    SmallVector<Value> old = values;
    for (auto [i, value] : llvm::enumerate(values)) {
      Value other = old[i ^ swap.registers];
      if (other != value)
        value = LLVM::SelectOp::create(e, isSwapped, other, value);
    }
  }
}

/// Elements of less than 32 bits side by side in a word, the first lowest.
static Value pack(Emitter &e, ArrayRef<Value> values) {
  unsigned slot = 32 / values.size();
  Value word;
  for (auto [i, value] : llvm::enumerate(values)) {
    Value part = value;
    if (isa<FloatType>(value.getType()))
      part = LLVM::BitcastOp::create(
          e, e.getIntegerType(getScalarBits(value.getType())), part);
    part = LLVM::ZExtOp::create(e, e.getI32Type(), part);
    if (i)
      part = LLVM::ShlOp::create(e, part, e.i32(i * slot));
    word = word ? LLVM::OrOp::create(e, word, part, /*isDisjoint=*/true) : part;
  }
  return word;
}

static SmallVector<Value> unpack(Emitter &e, Value word, unsigned count,
                                 Type type) {
  unsigned slot = 32 / count;
  SmallVector<Value> values;
  for (unsigned i = 0; i != count; ++i) {
    Value value = word;
    if (i)
      value = LLVM::LShrOp::create(e, value, e.i32(i * slot));
    Type bits = e.getIntegerType(getScalarBits(type));
    value = LLVM::TruncOp::create(e, bits, value);
    if (isa<FloatType>(type))
      value = LLVM::BitcastOp::create(e, type, value);
    values.push_back(value);
  }
  return values;
}

static SmallVector<Value> emitShuffles(Emitter &e, const ShufflePlan &plan,
                                       ValueRange values) {
  Type type = values.front().getType();
  SmallVector<Value> sent(values);
  applySwaps(e, plan.before, sent);
  SmallVector<Value> received(size_t(1) << plan.numBits());
  Value lane = e.threadLinear(
      ArrayRef(plan.sourceLaneColumns)
          .take_front(plan.threads.laneBits + plan.threads.warpBits));
  for (const ShufflePlan::Round &round : plan.rounds()) {
    SmallVector<Value> parts;
    for (unsigned i : round.send)
      parts.push_back(sent[i]);
    if (!round.local) {
      Value from = lane;
      if (round.laneXor)
        from = LLVM::XOrOp::create(e, lane, e.i32(round.laneXor));
      Value word = parts.size() > 1 ? pack(e, parts) : parts[0];
      word = e.shuffle(NVVM::ShflKind::idx, word, from);
      parts = parts.size() > 1 ? unpack(e, word, parts.size(), type)
                               : SmallVector<Value>{word};
    }
    for (auto [i, part] : llvm::zip_equal(round.receive, parts))
      received[i] = part;
  }
  applySwaps(e, plan.after, received);
  SmallVector<Value> results;
  for (unsigned i = 0, n = 1u << plan.copyColumns.size(); i != n; ++i)
    results.push_back(received[plan.copyOf(i)]);
  return results;
}

//===----------------------------------------------------------------------===//
// Any kind
//===----------------------------------------------------------------------===//

SmallVector<Value> ttc::emitConversion(Emitter &e, const ConversionPlan &plan,
                                       ValueRange values,
                                       unsigned sharedOffset) {
  switch (plan.kind) {
  case ConversionKind::Registers: {
    SmallVector<Value> results;
    for (unsigned i = 0, n = 1u << plan.registerColumns.size(); i != n; ++i)
      results.push_back(values[plan.sourceOf(i)]);
    return results;
  }
  case ConversionKind::Shuffle:
    return emitShuffles(e, *plan.shuffle, values);
  case ConversionKind::Shared: {
    SharedTrips trips(e);
    trips.add(*plan.shared, sharedOffset, values);
    return trips.run().front();
  }
  }
  llvm_unreachable("unknown kind of conversion");
}
