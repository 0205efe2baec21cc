//===- AxisInfoArith.cpp - Axis facts through integer arithmetic ----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every rule holds for arithmetic modulo 2^width. What makes that work: facts
// are powers of two no larger than 2^(width-1), so they divide 2^width, and a
// run of n values that begins at a multiple of n lies within one block of n
// numbers, which no boundary of the signed or unsigned range cuts. Such runs
// are AxisInfo::alignedRun.
//
//===----------------------------------------------------------------------===//

#include "AxisInfoTransfer.h"

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::axis_info;

int64_t axis_info::largestPowerOf2Divisor(int64_t value) {
  if (value == 0)
    return AxisInfo::maxDivisibility;
  return std::min<int64_t>(
      AxisInfo::maxDivisibility,
      int64_t(1) << std::min(llvm::countr_zero(uint64_t(value)), 62));
}

int64_t axis_info::divisorAt(const AxisFacts &facts, int64_t run,
                             int64_t stepBytes) {
  return run >= facts.contiguity
             ? facts.divisibility
             : std::min(facts.divisibility, run * stepBytes);
}

AxisInfo axis_info::constant(Type type, int64_t value) {
  AxisInfo info = AxisInfo::unknown(type);
  for (auto [facts, extent] : llvm::zip_equal(info.axes, getExtents(type)))
    facts = {1, largestPowerOf2Divisor(value), extent};
  info.constant = value;
  info.nonNegative = value >= 0;
  return info;
}

namespace {
/// An elementwise operation on two integers.
struct Binary {
  Type type;
  const AxisInfo &x, &y;

  unsigned rank() const { return x.rank(); }

  /// Calls fn(axis, facts) for each axis, `facts` holding what is true of any
  /// operation on two operands: equal inputs give equal results.
  AxisInfo build(function_ref<void(unsigned, AxisFacts &)> fn) const {
    AxisInfo info = AxisInfo::unknown(type);
    for (unsigned axis = 0; axis != rank(); ++axis) {
      AxisFacts &facts = info.axes[axis];
      facts.constancy = std::min(x.constancy(axis), y.constancy(axis));
      fn(axis, facts);
    }
    return info;
  }

  /// The runs of `a` that lie within constant runs of `b` and within one block
  /// between multiples of b's value.
  static int64_t blockRun(const AxisInfo &a, const AxisInfo &b, unsigned axis) {
    return std::min(
        {a.alignedRun(axis), b.constancy(axis), b.divisibilityOfAll()});
  }
};
} // namespace

static int64_t saturatingProduct(int64_t a, int64_t b) {
  // Both are at most 2^30.
  return std::min(a * b, AxisInfo::maxDivisibility);
}

/// Moves the runs of `runs` by an amount that is equal along each of them: the
/// result of x + y, y equal along runs of x.
static AxisFacts shifted(const AxisFacts &runs, const AxisFacts &by) {
  int64_t run = std::min(runs.contiguity, by.constancy);
  int64_t divisor = std::min(divisorAt(runs, run, 1), divisorAt(by, run, 1));
  return {run, divisor, 1};
}

/// The longer runs; of equally long ones those with the larger divisor.
static void keepBetter(AxisFacts &facts, const AxisFacts &other) {
  if (std::make_pair(other.contiguity, other.divisibility) >
      std::make_pair(facts.contiguity, facts.divisibility)) {
    facts.contiguity = other.contiguity;
    facts.divisibility = other.divisibility;
  }
}

static AxisInfo add(const Binary &op) {
  AxisInfo info = op.build([&](unsigned axis, AxisFacts &facts) {
    keepBetter(facts, shifted(op.x.axes[axis], op.y.axes[axis]));
    keepBetter(facts, shifted(op.y.axes[axis], op.x.axes[axis]));
  });
  info.nonNegative = op.x.nonNegative && op.y.nonNegative;
  return info;
}

static AxisInfo subtract(const Binary &op) {
  return op.build([&](unsigned axis, AxisFacts &facts) {
    keepBetter(facts, shifted(op.x.axes[axis], op.y.axes[axis]));
    // A constant minus a run descends: only what divides all counts.
    facts.divisibility =
        std::max(facts.divisibility,
                 std::min(op.x.divisibilityOfAll(), op.y.divisibilityOfAll()));
  });
}

static AxisInfo multiply(const Binary &op) {
  AxisInfo info = op.build([&](unsigned, AxisFacts &facts) {
    facts.divisibility =
        saturatingProduct(op.x.divisibilityOfAll(), op.y.divisibilityOfAll());
  });
  info.nonNegative = op.x.nonNegative && op.y.nonNegative;
  return info;
}

/// Quotients of a run that lies between two multiples of the divisor are equal,
/// unless signed numbers are negative: -4 / 4 is -1, but -3 / 4 is 0.
static AxisInfo divide(const Binary &op, bool isUnsigned) {
  bool sameBlock = isUnsigned || op.x.nonNegative;
  AxisInfo info = op.build([&](unsigned axis, AxisFacts &facts) {
    if (sameBlock)
      facts.constancy =
          std::max(facts.constancy, Binary::blockRun(op.x, op.y, axis));
    // What is a multiple of 2^k keeps the rest of its divisor when exactly
    // divided by it.
    if (op.y.constant && *op.y.constant > 0 &&
        llvm::isPowerOf2_64(*op.y.constant))
      facts.divisibility =
          std::max<int64_t>(op.x.divisibilityOfAll() / *op.y.constant, 1);
  });
  info.nonNegative = op.x.nonNegative && (op.y.nonNegative || isUnsigned);
  return info;
}

/// Remainders of a run that lies between two multiples of the divisor are a
/// run, unless signed numbers are negative: -4 % 4 is 0, but -3 % 4 is -3.
static AxisInfo remainder(const Binary &op, bool isUnsigned) {
  bool sameBlock = isUnsigned || op.x.nonNegative;
  AxisInfo info = op.build([&](unsigned axis, AxisFacts &facts) {
    if (sameBlock)
      facts.contiguity = Binary::blockRun(op.x, op.y, axis);
    facts.divisibility =
        std::min(divisorAt(op.x.axes[axis], facts.contiguity, 1),
                 op.y.divisibilityOfAll());
  });
  info.nonNegative = op.x.nonNegative || (isUnsigned && op.y.nonNegative);
  return info;
}

/// The low ones of a constant mask keep runs, its low zeros make them equal.
static AxisInfo bitAnd(const Binary &op) {
  AxisInfo info = op.build([&](unsigned axis, AxisFacts &facts) {
    facts.divisibility =
        std::max(op.x.divisibilityOfAll(), op.y.divisibilityOfAll());
    for (auto [x, mask] : {std::pair(&op.x, &op.y), std::pair(&op.y, &op.x)}) {
      if (!mask->constant)
        continue;
      int64_t run = x->alignedRun(axis);
      facts.constancy =
          std::max(facts.constancy,
                   std::min(run, largestPowerOf2Divisor(*mask->constant)));
      int64_t kept = std::min(run, largestPowerOf2Divisor(~*mask->constant));
      if (kept > 1) {
        facts.contiguity = kept;
        facts.divisibility = divisorAt(x->axes[axis], kept, 1);
      }
    }
  });
  info.nonNegative = op.x.nonNegative || op.y.nonNegative;
  return info;
}

/// Or and xor with a value whose low bits are zero leave the low bits of a run
/// alone.
static AxisInfo bitOr(const Binary &op) {
  AxisInfo info = op.build([&](unsigned axis, AxisFacts &facts) {
    facts.divisibility =
        std::min(op.x.divisibilityOfAll(), op.y.divisibilityOfAll());
    for (auto [x, y] : {std::pair(&op.x, &op.y), std::pair(&op.y, &op.x)}) {
      int64_t run = Binary::blockRun(*x, *y, axis);
      if (run > 1)
        keepBetter(facts, {run,
                           std::min(divisorAt(x->axes[axis], run, 1),
                                    y->divisibilityOfAll()),
                           1});
    }
  });
  info.nonNegative = op.x.nonNegative && op.y.nonNegative;
  return info;
}

/// A shift by the width or more is poison, so the amounts that count are less.
static AxisInfo shiftLeft(const Binary &op) {
  int64_t width = op.type.isIndex()
                      ? 64
                      : tt::getScalarType(op.type).getIntOrFloatBitWidth();
  if (op.y.constant && *op.y.constant >= 0 &&
      *op.y.constant < std::min<int64_t>(width - 1, 31)) {
    AxisInfo factor =
        axis_info::constant(op.type, int64_t(1) << *op.y.constant);
    return multiply({op.type, op.x, factor});
  }
  return op.build([&](unsigned, AxisFacts &facts) {
    facts.divisibility = op.x.divisibilityOfAll();
  });
}

/// Both shifts round towards minus infinity, so unlike a signed division they
/// give one value for all of a run between two multiples of the power of two.
static AxisInfo shiftRight(const Binary &op, bool isUnsigned) {
  AxisInfo info = op.build([&](unsigned axis, AxisFacts &facts) {
    if (!op.y.constant || *op.y.constant < 0 || *op.y.constant > 62)
      return;
    int64_t block = int64_t(1) << *op.y.constant;
    facts.constancy =
        std::max(facts.constancy, std::min(op.x.alignedRun(axis), block));
    facts.divisibility = std::max<int64_t>(op.x.divisibilityOfAll() / block, 1);
  });
  info.nonNegative =
      op.x.nonNegative || (isUnsigned && op.y.constant && *op.y.constant > 0);
  return info;
}

/// Two aligned runs differ by the same amount all along, so the same one of
/// them wins.
static AxisInfo minMax(const Binary &op, bool eitherNonNegative) {
  AxisInfo info = op.build([&](unsigned axis, AxisFacts &facts) {
    facts.contiguity = std::min(op.x.alignedRun(axis), op.y.alignedRun(axis));
    facts.divisibility =
        std::min(divisorAt(op.x.axes[axis], facts.contiguity, 1),
                 divisorAt(op.y.axes[axis], facts.contiguity, 1));
  });
  info.nonNegative = eitherNonNegative ? op.x.nonNegative || op.y.nonNegative
                                       : op.x.nonNegative && op.y.nonNegative;
  return info;
}

/// A run lies wholly below a multiple of its length or not at all, and two
/// aligned runs compare alike all along.
static AxisInfo compare(const Binary &op, arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  bool runBelow =
      llvm::is_contained({P::slt, P::ult, P::sge, P::uge}, predicate);
  bool boundBelow =
      llvm::is_contained({P::sgt, P::ugt, P::sle, P::ule}, predicate);
  return op.build([&](unsigned axis, AxisFacts &facts) {
    int64_t run = std::min(op.x.alignedRun(axis), op.y.alignedRun(axis));
    if (runBelow)
      run = std::max(run, Binary::blockRun(op.x, op.y, axis));
    if (boundBelow)
      run = std::max(run, Binary::blockRun(op.y, op.x, axis));
    facts.constancy = std::max(facts.constancy, run);
  });
}

static AxisInfo select(const AxisInfo &condition, bool isScalarCondition,
                       const AxisInfo &x, const AxisInfo &y) {
  if (condition.constant)
    return *condition.constant ? x : y;
  AxisInfo info = AxisInfo::join(x, y);
  if (isScalarCondition)
    return info;
  for (auto [axis, facts] : llvm::enumerate(info.axes)) {
    int64_t run = std::min(facts.contiguity, condition.constancy(axis));
    facts.divisibility = divisorAt(facts, run, info.stepBytes);
    facts.contiguity = run;
    if (!info.constant)
      facts.constancy = std::min(facts.constancy, condition.constancy(axis));
  }
  return info;
}

/// The operand that the operation returns unchanged, if there is one.
static const AxisInfo *getNeutral(Operation *op, const AxisInfo &x,
                                  const AxisInfo &y) {
  auto isConstant = [](const AxisInfo &info, int64_t value) {
    return info.constant == value;
  };
  if (isa<arith::AddIOp, arith::OrIOp, arith::XOrIOp>(op) && isConstant(x, 0))
    return &y;
  if (isa<arith::AddIOp, arith::SubIOp, arith::OrIOp, arith::XOrIOp,
          arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(op) &&
      isConstant(y, 0))
    return &x;
  if (isa<arith::MulIOp>(op) && isConstant(x, 1))
    return &y;
  if (isa<arith::MulIOp, arith::DivSIOp, arith::DivUIOp>(op) &&
      isConstant(y, 1))
    return &x;
  if (isa<arith::AndIOp>(op) && isConstant(x, -1))
    return &y;
  if (isa<arith::AndIOp>(op) && isConstant(y, -1))
    return &x;
  return nullptr;
}

static AxisInfo extendUnsigned(const AxisInfo &x) {
  AxisInfo info = x;
  if (x.constant && *x.constant < 0)
    info.constant.reset();
  info.nonNegative = true;
  return info;
}

static AxisInfo truncate(const AxisInfo &x) {
  AxisInfo info = x;
  info.nonNegative = false;
  info.constant.reset();
  return info;
}

std::optional<AxisInfo>
axis_info::transferArith(Operation *op, ArrayRef<const AxisInfo *> operands) {
  if (!isa<arith::ArithDialect>(op->getDialect()) || operands.empty())
    return std::nullopt;
  Type type = op->getResult(0).getType();
  const AxisInfo &x = *operands.front(), &y = *operands.back();
  if (operands.size() == 2)
    if (const AxisInfo *neutral = getNeutral(op, x, y))
      return *neutral;

  Binary binary{type, x, y};
  using R = std::optional<AxisInfo>;
  return TypeSwitch<Operation *, R>(op)
      .Case([&](arith::AddIOp) { return add(binary); })
      .Case([&](arith::SubIOp) { return subtract(binary); })
      .Case([&](arith::MulIOp) { return multiply(binary); })
      .Case([&](arith::DivSIOp) { return divide(binary, false); })
      .Case([&](arith::DivUIOp) { return divide(binary, true); })
      .Case([&](arith::RemSIOp) { return remainder(binary, false); })
      .Case([&](arith::RemUIOp) { return remainder(binary, true); })
      .Case([&](arith::AndIOp) { return bitAnd(binary); })
      .Case<arith::OrIOp, arith::XOrIOp>([&](auto) { return bitOr(binary); })
      .Case([&](arith::ShLIOp) { return shiftLeft(binary); })
      .Case([&](arith::ShRSIOp) { return shiftRight(binary, false); })
      .Case([&](arith::ShRUIOp) { return shiftRight(binary, true); })
      .Case<arith::MaxSIOp, arith::MinUIOp>(
          [&](auto) { return minMax(binary, /*eitherNonNegative=*/true); })
      .Case<arith::MinSIOp, arith::MaxUIOp>(
          [&](auto) { return minMax(binary, /*eitherNonNegative=*/false); })
      .Case([&](arith::CmpIOp cmp) {
        return compare(binary, cmp.getPredicate());
      })
      .Case([&](arith::SelectOp select) {
        return ::select(x, select.getCondition().getType().isInteger(1),
                        *operands[1], y);
      })
      .Case([&](arith::ExtSIOp) { return x; })
      .Case([&](arith::ExtUIOp) { return extendUnsigned(x); })
      .Case([&](arith::TruncIOp) { return truncate(x); })
      .Case(
          [&](arith::IndexCastOp) { return type.isIndex() ? x : truncate(x); })
      .Default(R());
}

AxisInfo axis_info::inductionVariable(const AxisInfo &lower,
                                      const AxisInfo &step, bool isUnsigned) {
  AxisInfo info;
  info.axes.push_back(
      {1, std::min(lower.divisibilityOfAll(), step.divisibilityOfAll()), 1});
  // A loop that compares as signed ends before its variable overflows, and its
  // step is positive.
  info.nonNegative = lower.nonNegative && !isUnsigned;
  return info;
}
