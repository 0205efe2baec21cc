//===- ViewOps.cpp - Making tiles and viewing them under another shape ----===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// make_range and splat make registers. The views emit nothing: each register of
// the result is the register of the operand that holds the same element in the
// same thread. Which one follows from the two layouts alone:
//
//   S: (register, lane, warp, block) -> coordinates of the operand
//   U: the same spaces               -> coordinates of the operand, the layout
//                                       of the result seen through the op
//
// U and S agree on the bits of threads (the verifiers see to that), so register
// r of the result is the s with S(s) = U(r), found bit by bit.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Which register of the operand
//===----------------------------------------------------------------------===//

/// For each register of `wanted` the register of `source` that holds the
/// element `wanted(r) ^ offset` (packed outputs) in the same thread, or nothing
/// if that takes data from another thread.
static std::optional<SmallVector<unsigned>>
findRegisters(const LinearLayout &source, const LinearLayout &wanted,
              uint64_t offset = 0) {
  for (Space space : {Space::Lane, Space::Warp, Space::Block})
    if (source.packedColumns(space) != wanted.packedColumns(space))
      return std::nullopt;
  F2Basis basis;
  for (auto [bit, column] :
       llvm::enumerate(source.packedColumns(Space::Register)))
    basis.insert(column, uint64_t(1) << bit);
  ArrayRef<uint64_t> columns = wanted.packedColumns(Space::Register);
  SmallVector<unsigned> registers;
  for (int64_t i = 0, e = wanted.inSize(Space::Register); i < e; ++i) {
    std::optional<uint64_t> found = basis.solve(f2Apply(columns, i) ^ offset);
    if (!found)
      return std::nullopt;
    registers.push_back(*found);
  }
  return registers;
}

static SmallVector<Value> pick(ValueRange values,
                               ArrayRef<unsigned> registers) {
  return llvm::map_to_vector(registers,
                             [&](unsigned i) -> Value { return values[i]; });
}

static constexpr StringLiteral movesData =
    "the layouts of operand and result place elements in different threads";

/// The layout of `op`'s result as a map to the operand's coordinates.
static LinearLayout seeThrough(tt::ExpandDimsOp op, const LinearLayout &result,
                               RankedTensorType) {
  return result.eraseDim(op.getAxis());
}

static LinearLayout seeThrough(tt::BroadcastOp, const LinearLayout &result,
                               RankedTensorType source) {
  // Dimensions of extent 1 lose their bits; nothing grows.
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, source.getRank()));
  return result.fitShape(dims(source.getShape()), Space::Register, order);
}

static LinearLayout seeThrough(tt::ReshapeOp, const LinearLayout &result,
                               RankedTensorType source) {
  return result.reshapeOuts(dims(source.getShape()));
}

static LinearLayout seeThrough(tt::TransOp op, const LinearLayout &result,
                               RankedTensorType) {
  SmallVector<unsigned> inverse(op.getOrder().size());
  for (auto [i, dim] : llvm::enumerate(op.getOrder()))
    inverse[dim] = i;
  return result.permuteDims(inverse);
}

/// Whether every thread holds copies of what the same other threads hold, in
/// both layouts: those that differ from it in bits that move no element.
static bool haveSameCopies(const LinearLayout &a, const LinearLayout &b) {
  auto getUnmoved = [](const LinearLayout &layout) -> std::optional<uint64_t> {
    uint64_t unmoved = 0;
    for (auto [bit, column] : llvm::enumerate(getThreadColumns(layout)))
      if (!column)
        unmoved |= uint64_t(1) << bit;
    // Other copies: of elements in another register, or further away.
    if (unmoved != getCopiesMask(layout))
      return std::nullopt;
    return unmoved;
  };
  std::optional<uint64_t> ofA = getUnmoved(a);
  return ofA && ofA == getUnmoved(b);
}

/// With `allow_reorder` any order of the elements will do, so registers keep
/// theirs, if each thread has as many of both.
static bool mayKeepRegisters(Operation *op, const LinearLayout &source,
                             const LinearLayout &result) {
  auto reshape = dyn_cast<tt::ReshapeOp>(op);
  return reshape && reshape.getAllowReorder() &&
         source.inSize(Space::Register) == result.inSize(Space::Register) &&
         haveSameCopies(source, result);
}

namespace {
template <typename Op>
struct ViewLowering : LoweringPattern<Op> {
  using LoweringPattern<Op>::LoweringPattern;
  using LoweringPattern<Op>::lowering;

  LogicalResult
  matchAndRewrite(Op op, typename LoweringPattern<Op>::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto sourceType = cast<RankedTensorType>(op.getSrc().getType());
    const LinearLayout &source = lowering.getLayout(sourceType);
    const LinearLayout &result =
        lowering.getLayout(cast<RankedTensorType>(op.getType()));
    std::optional<SmallVector<unsigned>> registers =
        findRegisters(source, seeThrough(op, result, sourceType));
    SmallVector<SmallVector<Value>> values(1);
    if (registers) {
      values[0] = pick(adaptor.getSrc(), *registers);
    } else if (mayKeepRegisters(op, source, result)) {
      values[0] = adaptor.getSrc();
    } else {
      replaceUnsupported(op, rewriter, lowering, movesData);
      return success();
    }
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// join, split, cat
//===----------------------------------------------------------------------===//

struct JoinLowering : LoweringPattern<tt::JoinOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::JoinOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const LinearLayout &source =
        lowering.getLayout(cast<RankedTensorType>(op.getLhs().getType()));
    const LinearLayout &result =
        lowering.getLayout(cast<RankedTensorType>(op.getType()));
    Space last = Space::dim(result.outs().size() - 1);
    std::optional<SmallVector<unsigned>> registers =
        findRegisters(source, result.eraseDim(last.dimIndex()));
    // Which side a register takes must not depend on the thread.
    bool known =
        result.sublayoutIsZero({Space::Lane, Space::Warp, Space::Block}, last);
    if (!registers || !known) {
      replaceUnsupported(op, rewriter, lowering, movesData);
      return success();
    }
    ArrayRef<uint64_t> columns = result.packedColumns(Space::Register);
    SmallVector<SmallVector<Value>> values(1);
    for (auto [i, from] : llvm::enumerate(*registers)) {
      bool right = result.extractOut(f2Apply(columns, i), last);
      values[0].push_back((right ? adaptor.getRhs() : adaptor.getLhs())[from]);
    }
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};

struct SplitLowering : LoweringPattern<tt::SplitOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::SplitOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const LinearLayout &source =
        lowering.getLayout(cast<RankedTensorType>(op.getSrc().getType()));
    // The last dimension, highest in the packed word, is zero in this map.
    const LinearLayout &result =
        lowering.getLayout(cast<RankedTensorType>(op.getOutLHS().getType()));
    Space last = Space::dim(source.outs().size() - 1);
    SmallVector<SmallVector<Value>> halves;
    for (uint64_t side : {0, 1}) {
      std::optional<SmallVector<unsigned>> registers =
          findRegisters(source, result, side << source.outShift(last));
      if (!registers) {
        replaceUnsupported(op, rewriter, lowering, movesData);
        return success();
      }
      halves.push_back(pick(adaptor.getSrc(), *registers));
    }
    rewriter.replaceOpWithMultiple(op, std::move(halves));
    return success();
  }
};

/// The order of the elements is free, so the registers of the second tile
/// follow those of the first.
struct CatLowering : LoweringPattern<tt::CatOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::CatOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const LinearLayout &source =
        lowering.getLayout(cast<RankedTensorType>(op.getLhs().getType()));
    const LinearLayout &result =
        lowering.getLayout(cast<RankedTensorType>(op.getType()));
    if (2 * source.inSize(Space::Register) != result.inSize(Space::Register) ||
        !haveSameCopies(source, result)) {
      replaceUnsupported(op, rewriter, lowering, movesData);
      return success();
    }
    SmallVector<SmallVector<Value>> values(1);
    llvm::append_range(values[0], adaptor.getLhs());
    llvm::append_range(values[0], adaptor.getRhs());
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// make_range, splat, unsplat
//===----------------------------------------------------------------------===//

struct MakeRangeLowering : LoweringPattern<tt::MakeRangeOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::MakeRangeOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    Emitter emitter = emitterAt(op, rewriter);
    SmallVector<SmallVector<Value>> values(1);
    values[0] = emitter.indices(lowering.getLayout(type), Space::dim(0));
    if (op.getStart() != 0)
      for (Value &value : values[0])
        value = LLVM::AddOp::create(emitter, value, emitter.i32(op.getStart()),
                                    LLVM::IntegerOverflowFlags::nsw);
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};

struct SplatLowering : LoweringPattern<tt::SplatOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::SplatOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Value>> values(1);
    values[0].assign(lowering.getNumRegisters(op.getType()),
                     adaptor.getSrc().front());
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};

struct UnsplatLowering : LoweringPattern<tt::UnsplatOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::UnsplatOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSrc().front());
    return success();
  }
};
} // namespace

void ttc::populateViewPatterns(const LLVMTypeConverter &converter,
                               RewritePatternSet &patterns,
                               LoweringContext &lowering) {
  patterns.add<CatLowering, JoinLowering, MakeRangeLowering, SplatLowering,
               SplitLowering, UnsplatLowering, ViewLowering<tt::BroadcastOp>,
               ViewLowering<tt::ExpandDimsOp>, ViewLowering<tt::ReshapeOp>,
               ViewLowering<tt::TransOp>>(converter, lowering);
}
