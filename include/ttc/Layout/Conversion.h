//===- Conversion.h - Moving a tensor between layouts -----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Given the layout a tensor has and the one it should get, both
//
//   (register, lane, warp, block) -> (dim0, dim1, ...),
//
// planConversion says how to move it, as data that a lowering follows, and at
// what price. The cheapest of:
//
//   Registers  every thread holds already what it needs, in registers that do
//              not depend on the thread: renaming.
//   Shuffle    every warp holds what its threads need: exchanges by shfl.idx,
//              with selects around them.
//   Shared     through shared memory, in one or more rounds.
//
// A layout may hold copies of elements in several registers, lanes or warps; a
// plan reads any one copy and writes all of them. So a result that one lane or
// warp holds can be given to all (reductions): that is the conversion to a
// layout with zero basis vectors there.
//
// Thread words. Linear functions of the thread take the packed word lane |
// warp | block, lane lowest; ThreadShape says how wide each is.
//
// Units. Prices count instructions of one warp; cost() weighs them in quarter
// cycles of one multiprocessor, for choosing between plans, not predicting
// times.
//
// Sources: "Linear Layouts", arXiv 2505.23819, sections on warp shuffles and
// optimal swizzling; PTX ISA, shfl.sync.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LAYOUT_CONVERSION_H
#define TTC_LAYOUT_CONVERSION_H

#include "ttc/Layout/LinearLayout.h"

#include <optional>

namespace ttc {

/// How many bits each part of a thread word has.
struct ThreadShape {
  unsigned laneBits = 0, warpBits = 0, blockBits = 0;

  unsigned bits() const { return laneBits + warpBits + blockBits; }
  uint64_t laneOf(uint64_t thread) const { return thread & lowMask(laneBits); }
};

/// What one warp executes for a conversion.
struct ConversionPrice {
  unsigned shuffles = 0;
  /// Selects, of 32 bits or less.
  unsigned selects = 0;
  /// Instructions that pack or unpack elements narrower than 32 bits.
  unsigned packs = 0;
  unsigned sharedInstructions = 0;
  /// 128-byte passes through shared memory, bank conflicts included.
  unsigned sharedWavefronts = 0;
  /// Of the whole block.
  unsigned barriers = 0;
  /// Of one warp.
  unsigned warpSyncs = 0;

  unsigned cost() const;
};

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// A conditional exchange of registers: the new value of register x is the old
/// one of x ^ registers where parity(thread & threads) is 1, else that of x.
struct RegisterSwap {
  uint64_t registers;
  uint64_t threads;
};

/// An exchange within warps. With registers A (the source's) and B (the
/// destination's, without copies; destination register r is a copy of
/// B[copyOf(r)]):
///
///   1. apply the swaps of `before` to A, in order;
///   2. for every round: pack A[send[0]], A[send[1]], ... into one word; unless
///      the round is local, exchange it, reading lane sourceLane(thread) ^
///      laneXor; unpack into B[receive[0]], B[receive[1]], ...;
///   3. apply the swaps of `after` to B, in order.
///
/// An element of 64 bits takes two shuffles, each with the same operands.
struct ShufflePlan {
  struct Round {
    llvm::SmallVector<unsigned, 4> send, receive;
    unsigned laneXor;
    /// The thread itself is the source.
    bool local;
  };

  ThreadShape threads;
  llvm::SmallVector<RegisterSwap, 2> before, after;
  /// One lane per bit of the thread word.
  llvm::SmallVector<uint64_t> sourceLaneColumns;
  /// One per bit of B's index: the index into A that is sent, and what it adds
  /// to the source lane.
  llvm::SmallVector<uint64_t> sendColumns, laneXorColumns;
  /// Masks of B's index whose span shares one word; empty for elements of 32
  /// bits or more.
  llvm::SmallVector<uint64_t, 2> packing;
  /// One per bit of the destination's register index.
  llvm::SmallVector<uint64_t> copyColumns;

  unsigned sourceLane(uint64_t thread) const {
    return f2Apply(sourceLaneColumns, thread);
  }
  unsigned copyOf(unsigned dstRegister) const {
    return f2Apply(copyColumns, dstRegister);
  }
  /// B has 1 << numBits() registers.
  unsigned numBits() const { return sendColumns.size(); }
  /// Whether sourceLane is the thread's own lane.
  bool keepsLane() const;
  llvm::SmallVector<Round> rounds() const;
  ConversionPrice price(unsigned elementBits) const;
};

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// One side, stores or loads, of a trip through shared memory.
struct SharedSide {
  /// One instruction of every thread. Its elements lie at consecutive offsets
  /// from address(thread) ^ offset, registers[j] at + j; the start is a
  /// multiple of their number.
  struct Access {
    uint64_t offset;
    uint64_t round;
    llvm::SmallVector<unsigned, 16> registers;
  };

  /// (register, lane, warp, block) -> (offset, round). Offsets count elements.
  LinearLayout map;
  /// registers r ^ vector[i] hold the element 1 << i past that of r; a access
  /// has 1 << vector.size() elements.
  llvm::SmallVector<uint64_t, 4> vector;
  /// Registers, and lanes and warps, with any of these bits set hold copies;
  /// they take no part. The second is a mask of thread words. (Loads skip
  /// registers only.)
  uint64_t skipRegisters = 0, skipThreads = 0;
  /// How many times longer than without conflicts an access takes, computed
  /// for 32 banks of 4 bytes.
  unsigned conflicts = 1;
  /// 128-byte passes of one access of a warp.
  unsigned wavefronts = 1;

  unsigned elements() const { return 1u << vector.size(); }
  unsigned numAccesses() const;
  /// Offset bits that vary between threads. The other bits of an access's
  /// offset can be added instead of xor-ed, as the immediate of an address.
  uint64_t threadOffsetMask() const;
  /// Whether the round of an access depends on the thread. Then in each round
  /// the threads whose threadRound(thread) ^ access.round isn't the round's
  /// number skip the access.
  bool roundDependsOnThread() const;
  uint64_t threadOffset(uint64_t thread) const;
  uint64_t threadRound(uint64_t thread) const;
  llvm::SmallVector<Access> accesses() const;
};

/// A trip through shared memory. For every round: all accesses of `store` in
/// it, a barrier, all accesses of `load` in it; a barrier also separates
/// rounds. Loads fill registers B; destination register r is a copy of
/// B[copyOf(r)].
struct SharedPlan {
  ThreadShape threads;
  SharedSide store, load;
  unsigned elementBytes = 0;
  /// Of shared memory, per block.
  uint64_t bytes = 0;
  unsigned numRounds = 1;
  /// Every warp reads only what it wrote: barriers of warps suffice.
  bool withinWarps = false;
  llvm::SmallVector<uint64_t> copyColumns;

  unsigned copyOf(unsigned dstRegister) const {
    return f2Apply(copyColumns, dstRegister);
  }
  ConversionPrice price() const;
};

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

enum class ConversionKind { Registers, Shuffle, Shared };

/// One of the plans.
struct ConversionPlan {
  ConversionKind kind = ConversionKind::Registers;
  /// Registers: destination register r is source register
  /// f2Apply(registerColumns, r).
  llvm::SmallVector<uint64_t> registerColumns;
  std::optional<ShufflePlan> shuffle;
  std::optional<SharedPlan> shared;
  ConversionPrice price;

  unsigned sourceOf(unsigned dstRegister) const {
    return f2Apply(registerColumns, dstRegister);
  }
};

struct ConversionOptions {
  /// Of one element: 1 to 64. In shared memory an element takes whole bytes.
  unsigned elementBits = 32;
  /// Bytes of shared memory that a conversion may use.
  uint64_t sharedLimit = uint64_t(48) << 10;
};

/// The columns of a register-only conversion, if it is one.
std::optional<llvm::SmallVector<uint64_t>>
planRegisters(const LinearLayout &src, const LinearLayout &dst);

/// The exchange within warps, if there is one with a single word per round and
/// destination register.
std::optional<ShufflePlan> planShuffle(const LinearLayout &src,
                                       const LinearLayout &dst,
                                       unsigned elementBits);

/// The trip through shared memory. Fails as planConversion does.
std::optional<SharedPlan> planShared(const LinearLayout &src,
                                     const LinearLayout &dst,
                                     const ConversionOptions &options);

/// The cheapest plan. Fails if the layouts have different outputs, if the
/// source lacks elements that the destination wants, if an element would have
/// to move between blocks, or an element has more than 64 bits.
std::optional<ConversionPlan> planConversion(const LinearLayout &src,
                                             const LinearLayout &dst,
                                             const ConversionOptions &options);

} // namespace ttc

#endif // TTC_LAYOUT_CONVERSION_H
