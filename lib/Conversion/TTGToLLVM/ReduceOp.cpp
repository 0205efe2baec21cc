//===- ReduceOp.cpp - tt.reduce -------------------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the plan of Layout/Reduction.h. A row of 4 registers, 32 lanes and 4
// warps:
//
//   %sum = "tt.reduce"(%x) ... {"ttg.shared-offset" = 0} : tensor<512xf32> ->
//   f32
//
// becomes
//
//   %t = (%x0 + %x1) + (%x2 + %x3)
//   %u = %t + nvvm.shfl.sync bfly %t, 16        and so on for 8, 4, 2, 1
//   ptx.st %ofWarp, (%u) if %isLane0
//   nvvm.barrier0
//   %w:4 = ptx.ld %base
//   %sum = (%w#0 + %w#1) + (%w#2 + %w#3)
//
// The region is emitted anew for each combination; what it does with NaNs and
// ties is what it says. Where one lane combines a and b, its partner combines
// b and a; for regions that are not known to commute bit for bit the value of
// the lower lane comes first in both, so that all copies of a result agree.
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "ttc/Analysis/SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ttc;

namespace {
/// One value per operand of the reduction.
using Tuple = SmallVector<Value, 2>;

/// Emits the region of a reduction for scalars.
class Combiner {
public:
  Combiner(Emitter &emitter, tt::ReduceOp op,
           ConversionPatternRewriter &rewriter)
      : e(emitter), op(op), rewriter(rewriter) {}

  /// The op of the region that can't be emitted, or null.
  static Operation *findUnsupported(tt::ReduceOp op, LoweringContext &lowering);

  Tuple combine(const Tuple &a, const Tuple &b);
  /// All of a list, as a balanced tree.
  Tuple combineAll(ArrayRef<Tuple> values);
  /// Set once an op of the region has no instruction for its types.
  Operation *getFailed() const { return failed; }

private:
  Value lookup(Value operand);

  Emitter &e;
  tt::ReduceOp op;
  ConversionPatternRewriter &rewriter;
  DenseMap<Value, Value> known;
  Operation *failed = nullptr;
};
} // namespace

Operation *Combiner::findUnsupported(tt::ReduceOp op,
                                     LoweringContext &lowering) {
  for (Operation &inner : op.getCombine().front().without_terminator())
    if (!lowering.lookupScalarEmitter(&inner) && !isa<arith::ConstantOp>(inner))
      return &inner;
  return nullptr;
}

/// Values from outside of the region are scalars converted before.
Value Combiner::lookup(Value operand) {
  Value &value = known[operand];
  if (!value)
    value = rewriter.getRemappedValue(operand);
  return value;
}

Tuple Combiner::combine(const Tuple &a, const Tuple &b) {
  Block &block = op.getCombine().front();
  known.clear();
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), llvm::concat<const Value>(a, b)))
    known[argument] = value;
  Location outer = e.getLoc();
  for (Operation &inner : block.without_terminator()) {
    e.setLoc(inner.getLoc());
    Value result;
    if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
      Type type = e.lowering.convertScalar(constant.getType());
      result = e.constant(type, convertScalarAttr(constant.getValue(), type));
    } else {
      SmallVector<Value> operands;
      for (Value operand : inner.getOperands())
        operands.push_back(lookup(operand));
      result = emitElement(e, e.lowering.lookupScalarEmitter(&inner), &inner,
                           operands);
      if (!result) {
        failed = &inner;
        result =
            e.poison(e.lowering.convertScalar(inner.getResult(0).getType()));
      }
    }
    known[inner.getResult(0)] = result;
  }
  e.setLoc(outer);
  Tuple results;
  for (Value result : block.getTerminator()->getOperands())
    results.push_back(lookup(result));
  return results;
}

Tuple Combiner::combineAll(ArrayRef<Tuple> values) {
  if (values.size() == 1)
    return values.front();
  size_t half = values.size() / 2;
  return combine(combineAll(values.take_front(half)),
                 combineAll(values.drop_front(half)));
}

//===----------------------------------------------------------------------===//
// What the region is
//===----------------------------------------------------------------------===//

/// The one op of a region that does nothing else with its arguments, or null.
static Operation *getOnlyOp(tt::ReduceOp op) {
  Block &block = op.getCombine().front();
  Operation &first = block.front();
  bool isOnly = op.getNumOperands() == 1 && block.getOperations().size() == 2 &&
                first.getNumOperands() == 2 && first.getNumResults() == 1 &&
                first.getOperand(0) != first.getOperand(1) &&
                llvm::is_contained(block.getArguments(), first.getOperand(0)) &&
                llvm::is_contained(block.getArguments(), first.getOperand(1)) &&
                block.getTerminator()->getOperand(0) == first.getResult(0);
  return isOnly ? &first : nullptr;
}

static bool isCommutative(tt::ReduceOp op) {
  Operation *only = getOnlyOp(op);
  return only && only->hasTrait<OpTrait::IsCommutative>();
}

namespace {
/// An instruction that combines a value of all lanes of a warp.
struct WarpInstruction {
  NVVM::ReduxKind kind;
  bool nan = false;
};
} // namespace

/// PTX ISA, redux.sync: 32-bit integers, and from sm_100a minima and maxima of
/// f32.
static std::optional<WarpInstruction>
findWarpInstruction(tt::ReduceOp op, const TargetInfo &target) {
  using Kind = NVVM::ReduxKind;
  using R = std::optional<WarpInstruction>;
  Operation *only = getOnlyOp(op);
  if (!only)
    return std::nullopt;
  Type type = only->getResult(0).getType();
  if (type.isInteger(32) && target.has(Feature::Redux))
    return llvm::TypeSwitch<Operation *, R>(only)
        .Case([](arith::AddIOp) { return WarpInstruction{Kind::ADD}; })
        .Case([](arith::MinSIOp) { return WarpInstruction{Kind::MIN}; })
        .Case([](arith::MaxSIOp) { return WarpInstruction{Kind::MAX}; })
        .Case([](arith::MinUIOp) { return WarpInstruction{Kind::UMIN}; })
        .Case([](arith::MaxUIOp) { return WarpInstruction{Kind::UMAX}; })
        .Case([](arith::AndIOp) { return WarpInstruction{Kind::AND}; })
        .Case([](arith::OrIOp) { return WarpInstruction{Kind::OR}; })
        .Case([](arith::XOrIOp) { return WarpInstruction{Kind::XOR}; })
        .Default(R());
  if (type.isF32() && target.has(Feature::ReduxF32))
    return llvm::TypeSwitch<Operation *, R>(only)
        .Case([](arith::MinNumFOp) { return WarpInstruction{Kind::FMIN}; })
        .Case([](arith::MaxNumFOp) { return WarpInstruction{Kind::FMAX}; })
        .Case([](arith::MinimumFOp) {
          return WarpInstruction{Kind::FMIN, /*nan=*/true};
        })
        .Case([](arith::MaximumFOp) {
          return WarpInstruction{Kind::FMAX, /*nan=*/true};
        })
        .Default(R());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

namespace {
class ReduceEmitter {
public:
  ReduceEmitter(Emitter &emitter, tt::ReduceOp op, const ReducePlan &plan,
                Combiner &combiner)
      : e(emitter), op(op), plan(plan), combiner(combiner),
        numOperands(op.getNumOperands()) {}

  /// `sources` has the registers of each operand; returns those of each result.
  SmallVector<SmallVector<Value>> run(ArrayRef<ValueRange> sources,
                                      unsigned sharedOffset);

private:
  SmallVector<Tuple> combineRegisters(ArrayRef<ValueRange> sources);
  void combineLanes(SmallVector<Tuple> &partials);
  void exchange(SmallVector<Tuple> &values, LaneExchange step);
  SmallVector<SmallVector<Value>> move(ArrayRef<Tuple> partials,
                                       unsigned sharedOffset);

  Emitter &e;
  tt::ReduceOp op;
  const ReducePlan &plan;
  Combiner &combiner;
  unsigned numOperands;
};
} // namespace

SmallVector<Tuple>
ReduceEmitter::combineRegisters(ArrayRef<ValueRange> sources) {
  SmallVector<Tuple> partials;
  for (unsigned g = 0; g != plan.reduction.numPartials(); ++g) {
    SmallVector<Tuple> own;
    for (unsigned i : plan.reduction.registersOf(g)) {
      Tuple &tuple = own.emplace_back();
      for (ValueRange source : sources)
        tuple.push_back(source[i]);
    }
    partials.push_back(combiner.combineAll(own));
  }
  return partials;
}

void ReduceEmitter::exchange(SmallVector<Tuple> &values, LaneExchange step) {
  Value isUpper;
  if (!isCommutative(op)) {
    Value bit =
        LLVM::AndOp::create(e, e.laneId(), e.i32(llvm::bit_floor(step.lanes)));
    isUpper = LLVM::ICmpOp::create(e, LLVM::ICmpPredicate::ne, bit, e.i32(0));
  }
  SmallVector<Tuple> received(values.size());
  for (auto [g, tuple] : llvm::enumerate(received))
    for (Value value : values[g ^ step.registers])
      tuple.push_back(
          e.shuffle(NVVM::ShflKind::bfly, value, e.i32(step.lanes)));
  for (auto [own, other] : llvm::zip_equal(values, received)) {
    if (!isUpper) {
      own = combiner.combine(own, other);
      continue;
    }
    Tuple first, second;
    for (auto [mine, theirs] : llvm::zip_equal(own, other)) {
      first.push_back(LLVM::SelectOp::create(e, isUpper, theirs, mine));
      second.push_back(LLVM::SelectOp::create(e, isUpper, mine, theirs));
    }
    own = combiner.combine(first, second);
  }
}

void ReduceEmitter::combineLanes(SmallVector<Tuple> &partials) {
  std::optional<WarpInstruction> instruction;
  if (plan.reduction.wholeWarps)
    instruction = findWarpInstruction(op, e.getTarget());
  if (!instruction) {
    for (LaneExchange step : plan.reduction.exchanges)
      exchange(partials, step);
    return;
  }
  for (Tuple &tuple : partials)
    tuple[0] = NVVM::ReduxOp::create(e, tuple[0].getType(), tuple[0],
                                     instruction->kind, e.i32(-1),
                                     /*abs=*/false, instruction->nan);
}

/// To the places of the results: one list of registers for each operand.
SmallVector<SmallVector<Value>> ReduceEmitter::move(ArrayRef<Tuple> partials,
                                                    unsigned sharedOffset) {
  SmallVector<uint64_t> offsets = getTripOffsets(plan);
  SmallVector<SmallVector<Value>> moved(numOperands);
  SmallVector<unsigned> travelling;
  SharedTrips trips(e);
  for (unsigned k = 0; k != numOperands; ++k) {
    SmallVector<Value> values;
    for (const Tuple &tuple : partials)
      values.push_back(tuple[k]);
    const ConversionPlan &way = plan.ways[k];
    if (way.shared) {
      trips.add(*way.shared, sharedOffset + offsets[k], values);
      travelling.push_back(k);
    } else {
      moved[k] = emitConversion(e, way, values, /*sharedOffset=*/0);
    }
  }
  if (!travelling.empty())
    for (auto [k, values] : llvm::zip_equal(travelling, trips.run()))
      moved[k] = values;
  return moved;
}

SmallVector<SmallVector<Value>> ReduceEmitter::run(ArrayRef<ValueRange> sources,
                                                   unsigned sharedOffset) {
  SmallVector<Tuple> partials = combineRegisters(sources);
  combineLanes(partials);
  SmallVector<SmallVector<Value>> moved = move(partials, sharedOffset);
  const ReductionPlan &reduction = plan.reduction;
  if (!reduction.crossesWarps)
    return moved;

  unsigned numParts = 1u << reduction.gatheredBits;
  SmallVector<Tuple> results;
  for (unsigned first = 0; first < moved[0].size(); first += numParts) {
    SmallVector<Tuple> parts(numParts);
    for (auto [p, tuple] : llvm::enumerate(parts))
      for (ArrayRef<Value> values : moved)
        tuple.push_back(values[first + p]);
    results.push_back(combiner.combineAll(parts));
  }
  for (LaneExchange step : reduction.lastExchanges)
    exchange(results, step);
  SmallVector<SmallVector<Value>> byOperand(numOperands);
  for (const Tuple &tuple : results)
    for (auto [values, value] : llvm::zip_equal(byOperand, tuple))
      values.push_back(value);
  return byOperand;
}

//===----------------------------------------------------------------------===//
// The pattern
//===----------------------------------------------------------------------===//

namespace {
struct ReduceLowering : LoweringPattern<tt::ReduceOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::ReduceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<ReducePlan> plan = planReduce(op);
    auto offset = op->getAttrOfType<IntegerAttr>(ttg::sharedOffsetAttrName);
    if (!plan)
      return refuse(op, rewriter,
                    "blocks of a cluster hold different parts of a result, or "
                    "the result's layout is not that of the operand without "
                    "the dimension");
    if (getTripOffsets(*plan).back() && !offset)
      return refuse(op, rewriter, missingSharedMemory);
    if (Operation *inner = Combiner::findUnsupported(op, lowering))
      return refuse(op, rewriter, describe(inner));

    Emitter emitter = emitterAt(op, rewriter);
    Combiner combiner(emitter, op, rewriter);
    ReduceEmitter reduce(emitter, op, *plan, combiner);
    SmallVector<SmallVector<Value>> results =
        reduce.run(adaptor.getSrcs(), offset ? offset.getInt() : 0);
    if (Operation *inner = combiner.getFailed())
      return refuse(op, rewriter, describe(inner));
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  static std::string describe(Operation *inner) {
    return ("its region has '" + inner->getName().getStringRef() +
            "', for which there is no instruction")
        .str();
  }

  LogicalResult refuse(tt::ReduceOp op, ConversionPatternRewriter &rewriter,
                       const Twine &reason) const {
    replaceUnsupported(op, rewriter, lowering, reason);
    return success();
  }
};
} // namespace

void ttc::populateReducePatterns(const LLVMTypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 LoweringContext &lowering) {
  patterns.add<ReduceLowering>(converter, lowering);
}
