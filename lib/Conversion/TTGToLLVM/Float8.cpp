//===- Float8.cpp - Conversions of 8-bit floats, and towards zero ---------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An 8-bit float is one byte: sign, exponent, mantissa. Targets that have
// `cvt` for e4m3 and e5m2 use it; all else is computed in f32, which holds
// every value of every 8-bit type:
//
//   widening    The bits are moved to where f32 has them; the product with a
//               power of two repairs the exponent's bias, exactly, also for
//               subnormal numbers (nothing here flushes them).
//   narrowing   A normal result is rounded in its f32 bits. A subnormal one is
//               a small multiple of the smallest number, so it is scaled and
//               rounded to an integer. Too large a value becomes the largest
//               finite one (`satfinite` in PTX), an infinity too.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace ttc;

Value ttc::truncateFloat(Emitter &e, Value value, FloatType to) {
  // Nearest first; where that went up, one step back. The step from infinity
  // leads to the largest number.
  Type from = value.getType(), bits = e.getIntegerType(to.getWidth());
  Value nearest = LLVM::FPTruncOp::create(e, to, value);
  Value back = LLVM::FPExtOp::create(e, from, nearest);
  Value wentUp = LLVM::FCmpOp::create(e, LLVM::FCmpPredicate::ogt,
                                      LLVM::FAbsOp::create(e, from, back),
                                      LLVM::FAbsOp::create(e, from, value));
  Value code = LLVM::BitcastOp::create(e, bits, nearest);
  Value below = LLVM::SubOp::create(e, code, e.integer(bits, 1));
  Value chosen = LLVM::SelectOp::create(e, wentUp, below, code);
  return LLVM::BitcastOp::create(e, to, chosen);
}

//===----------------------------------------------------------------------===//
// The formats
//===----------------------------------------------------------------------===//

namespace {
/// What distinguishes the 8-bit types. Codes are without the sign.
struct Format {
  unsigned mantissaBits;
  int bias;
  unsigned largest;
  /// Codes from here on are NaN, apart from `infinity`; 0x80 if the only NaN is
  /// the code of minus zero.
  unsigned firstNaN;
  /// Zero if there is none.
  unsigned infinity;

  bool hasNegativeZero() const { return firstNaN != 0x80; }
};
} // namespace

static Format getFormat(FloatType type) {
  if (isa<Float8E5M2Type>(type))
    return {2, 15, 0x7b, 0x7d, 0x7c};
  if (isa<Float8E5M2FNUZType>(type))
    return {2, 16, 0x7f, 0x80, 0};
  if (isa<Float8E4M3FNUZType>(type))
    return {3, 8, 0x7f, 0x80, 0};
  if (isa<Float8E4M3B11FNUZType>(type))
    return {3, 11, 0x7f, 0x80, 0};
  return {3, 7, 0x7e, 0x7f, 0};
}

static bool isKnownFloat8(FloatType type) {
  return isa<Float8E4M3FNType, Float8E5M2Type, Float8E4M3FNUZType,
             Float8E5M2FNUZType, Float8E4M3B11FNUZType>(type);
}

/// The type's name in NVVM's conversions; empty if the target has none.
static StringRef getNativeName(Emitter &e, FloatType type) {
  if (!e.getTarget().has(Feature::ConvertF8))
    return "";
  if (isa<Float8E4M3FNType>(type))
    return "e4m3x2";
  return isa<Float8E5M2Type>(type) ? "e5m2x2" : "";
}

static Value select(Emitter &e, Value condition, Value a, Value b) {
  return LLVM::SelectOp::create(e, condition, a, b);
}

static Value compare(Emitter &e, LLVM::ICmpPredicate predicate, Value a,
                     int64_t b) {
  return LLVM::ICmpOp::create(e, predicate, a, e.integer(a.getType(), b));
}

//===----------------------------------------------------------------------===//
// Widening, to f32
//===----------------------------------------------------------------------===//

static Value widenNative(Emitter &e, Value byte, StringRef name) {
  Value pair = LLVM::ZExtOp::create(e, e.getIntegerType(16), byte);
  Type halves = VectorType::get(2, e.getF16Type());
  Value wide =
      e.intrinsic(("llvm.nvvm." + name + ".to.f16x2.rn").str(), halves, pair);
  Value low = LLVM::ExtractElementOp::create(e, wide, e.i32(0));
  return LLVM::FPExtOp::create(e, e.getF32Type(), low);
}

static Value widen(Emitter &e, Value byte, FloatType type) {
  if (StringRef name = getNativeName(e, type); !name.empty())
    return widenNative(e, byte, name);
  Format format = getFormat(type);
  Type i32 = e.getI32Type(), f32 = e.getF32Type();
  Value word = LLVM::ZExtOp::create(e, i32, byte);
  Value code = LLVM::AndOp::create(e, word, e.i32(0x7f));
  Value moved = LLVM::ShlOp::create(e, code, e.i32(23 - format.mantissaBits));
  Value magnitude =
      LLVM::FMulOp::create(e, LLVM::BitcastOp::create(e, f32, moved),
                           e.floating(f32, std::ldexp(1.0, 127 - format.bias)));
  Value bits = LLVM::BitcastOp::create(e, i32, magnitude);

  constexpr int64_t infinity = 0x7f800000, quietNaN = 0x7fc00000;
  if (format.infinity)
    bits = select(e, compare(e, LLVM::ICmpPredicate::eq, code, format.infinity),
                  e.i32(infinity), bits);
  Value isNaN =
      format.hasNegativeZero()
          ? compare(e, LLVM::ICmpPredicate::uge, code, format.firstNaN)
          : compare(e, LLVM::ICmpPredicate::eq, word, format.firstNaN);
  bits = select(e, isNaN, e.i32(quietNaN), bits);
  Value sign = LLVM::ShlOp::create(e, LLVM::AndOp::create(e, word, e.i32(0x80)),
                                   e.i32(24));
  bits = LLVM::OrOp::create(e, bits, sign);
  return LLVM::BitcastOp::create(e, f32, bits);
}

//===----------------------------------------------------------------------===//
// Narrowing, from f32
//===----------------------------------------------------------------------===//

static Value narrowNative(Emitter &e, Value value, StringRef name) {
  // The first operand goes to the upper half.
  Value pair = e.intrinsic(("llvm.nvvm.ff.to." + name + ".rn").str(),
                           e.getIntegerType(16),
                           {e.floating(e.getF32Type(), 0.0), value});
  return LLVM::TruncOp::create(e, e.getI8Type(), pair);
}

/// The code of a magnitude that is normal in `format`; its f32 bits.
static Value narrowNormal(Emitter &e, Value bits, const Format &format,
                          bool towardsZero) {
  unsigned dropped = 23 - format.mantissaBits;
  if (!towardsZero) {
    // Half a step, less one where the kept part is even.
    Value kept = LLVM::LShrOp::create(e, bits, e.i32(dropped));
    Value odd = LLVM::AndOp::create(e, kept, e.i32(1));
    bits = LLVM::AddOp::create(e, bits, e.i32((1 << (dropped - 1)) - 1));
    bits = LLVM::AddOp::create(e, bits, odd);
  }
  Value code = LLVM::LShrOp::create(e, bits, e.i32(dropped));
  return LLVM::SubOp::create(e, code,
                             e.i32((127 - format.bias) << format.mantissaBits));
}

/// The code of a magnitude below the smallest normal number.
static Value narrowSubnormal(Emitter &e, Value magnitude, const Format &format,
                             bool towardsZero) {
  Type f32 = e.getF32Type();
  int exponent = format.bias - 1 + format.mantissaBits;
  Value steps = LLVM::FMulOp::create(
      e, magnitude, e.floating(f32, std::ldexp(1.0, exponent)));
  if (!towardsZero)
    steps = LLVM::RoundEvenOp::create(e, f32, steps);
  return LLVM::FPToUIOp::create(e, e.getI32Type(), steps);
}

static Value narrow(Emitter &e, Value value, FloatType type, bool towardsZero) {
  StringRef name = getNativeName(e, type);
  if (!name.empty() && !towardsZero)
    return narrowNative(e, value, name);
  Format format = getFormat(type);
  Type i32 = e.getI32Type();
  Value word = LLVM::BitcastOp::create(e, i32, value);
  Value bits = LLVM::AndOp::create(e, word, e.i32(0x7fffffff));
  Value magnitude = LLVM::BitcastOp::create(e, e.getF32Type(), bits);

  int64_t smallestNormal = int64_t(128 - format.bias) << 23;
  Value code =
      select(e, compare(e, LLVM::ICmpPredicate::ult, bits, smallestNormal),
             narrowSubnormal(e, magnitude, format, towardsZero),
             narrowNormal(e, bits, format, towardsZero));
  code = select(e, compare(e, LLVM::ICmpPredicate::ugt, code, format.largest),
                e.i32(format.largest), code);
  Value sign = LLVM::AndOp::create(e, LLVM::LShrOp::create(e, word, e.i32(24)),
                                   e.i32(0x80));
  Value isNaN = compare(e, LLVM::ICmpPredicate::ugt, bits, 0x7f800000);
  if (format.hasNegativeZero()) {
    code = select(e, isNaN, e.i32(0x7f), code);
    code = LLVM::OrOp::create(e, code, sign);
  } else {
    Value isZero = compare(e, LLVM::ICmpPredicate::eq, code, 0);
    code = LLVM::OrOp::create(e, code, select(e, isZero, e.i32(0), sign));
    code = select(e, isNaN, e.i32(format.firstNaN), code);
  }
  return LLVM::TruncOp::create(e, e.getI8Type(), code);
}

Value ttc::convertFloat8(Emitter &e, Value value, FloatType from, FloatType to,
                         bool towardsZero) {
  for (FloatType type : {from, to})
    if (type.getWidth() == 8 && !isKnownFloat8(type))
      return Value();
  Type f32 = e.getF32Type();
  if (from.getWidth() == 8) {
    value = widen(e, value, from);
  } else if (from.getWidth() < 32) {
    value = LLVM::FPExtOp::create(e, f32, value);
  } else if (from.getWidth() > 32) {
    // Rounding to f32 on the way would round twice.
    return Value();
  }
  if (to.getWidth() == 8)
    return narrow(e, value, to, towardsZero);
  if (to.getWidth() > 32)
    return LLVM::FPExtOp::create(e, to, value);
  return to.isF32() ? value : LLVM::FPTruncOp::create(e, to, value);
}

//===----------------------------------------------------------------------===//
// Two registers at a time
//===----------------------------------------------------------------------===//

namespace {
/// The target's instructions convert pairs. What is beyond them is left to the
/// pattern of elementwise ops.
struct PairLowering : LoweringPattern<tt::FpToFpOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::FpToFpOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto from = cast<FloatType>(tt::getScalarType(op.getSrc().getType()));
    auto to = cast<FloatType>(tt::getScalarType(op.getType()));
    Emitter e = emitterAt(op, rewriter);
    StringRef ofSource = from.getWidth() == 8 ? getNativeName(e, from) : "";
    StringRef ofResult = to.getWidth() == 8 ? getNativeName(e, to) : "";
    bool isNarrowing = !ofResult.empty() && from.getWidth() <= 32 &&
                       from.getWidth() > 8 &&
                       op.getRounding() != tt::RoundingMode::RTZ;
    bool isWidening = !ofSource.empty() && to.getWidth() > 8;
    ValueRange source = adaptor.getSrc();
    if (source.size() < 2 || (!isNarrowing && !isWidening))
      return failure();

    SmallVector<SmallVector<Value>> values(1);
    for (unsigned i = 0; i < source.size(); i += 2) {
      auto [low, high] =
          isNarrowing ? narrowPair(e, source[i], source[i + 1], ofResult)
                      : widenPair(e, source[i], source[i + 1], ofSource, to);
      values[0].push_back(low);
      values[0].push_back(high);
    }
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }

  static std::pair<Value, Value> narrowPair(Emitter &e, Value low, Value high,
                                            StringRef name) {
    Type i8 = e.getI8Type(), f32 = e.getF32Type();
    for (Value *value : {&low, &high})
      if (value->getType() != f32)
        *value = LLVM::FPExtOp::create(e, f32, *value);
    Type i16 = e.getIntegerType(16);
    // The first operand goes to the upper half.
    Value pair = e.intrinsic(("llvm.nvvm.ff.to." + name + ".rn").str(), i16,
                             {high, low});
    Value upper = LLVM::LShrOp::create(e, pair, e.integer(i16, 8));
    return {LLVM::TruncOp::create(e, i8, pair),
            LLVM::TruncOp::create(e, i8, upper)};
  }

  static std::pair<Value, Value> widenPair(Emitter &e, Value low, Value high,
                                           StringRef name, FloatType to) {
    Type i16 = e.getIntegerType(16);
    Value upper = LLVM::ShlOp::create(e, LLVM::ZExtOp::create(e, i16, high),
                                      e.integer(i16, 8));
    Value pair = LLVM::OrOp::create(e, LLVM::ZExtOp::create(e, i16, low), upper,
                                    /*isDisjoint=*/true);
    Value wide = e.intrinsic(("llvm.nvvm." + name + ".to.f16x2.rn").str(),
                             VectorType::get(2, e.getF16Type()), pair);
    auto get = [&](int index) -> Value {
      Value half = LLVM::ExtractElementOp::create(e, wide, e.i32(index));
      if (to.isF16())
        return half;
      // bf16 and f64 by way of f32, exactly.
      Value single = LLVM::FPExtOp::create(e, e.getF32Type(), half);
      if (to.isF32())
        return single;
      if (to.isF64())
        return LLVM::FPExtOp::create(e, to, single);
      return LLVM::FPTruncOp::create(e, to, single);
    };
    Value first = get(0);
    return {first, get(1)};
  }
};
} // namespace

void ttc::populateFloat8Patterns(const LLVMTypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 LoweringContext &lowering) {
  // Before the pattern of elementwise ops.
  patterns.add<PairLowering>(converter, lowering, /*benefit=*/2);
}
