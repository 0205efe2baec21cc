//===- AxisInfo.cpp - How values run along a tile's axes ------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice value, the data-flow analysis around the transfer functions of
// AxisInfoTransfer.cpp, and what memory accesses ask.
//
//===----------------------------------------------------------------------===//

#include "ttc/Analysis/AxisInfo.h"

#include "AxisInfoTransfer.h"
#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// AxisInfo
//===----------------------------------------------------------------------===//

int64_t AxisInfo::divisibilityOfAll() const {
  int64_t divisor = 1;
  for (const AxisFacts &facts : axes)
    divisor = std::max(divisor, axis_info::divisorAt(facts, 1, stepBytes));
  return divisor;
}

int64_t AxisInfo::alignedRun(unsigned axis) const {
  const AxisFacts &facts = axes[axis];
  return std::min(facts.contiguity,
                  std::max<int64_t>(facts.divisibility / stepBytes, 1));
}

AxisInfo AxisInfo::join(const AxisInfo &a, const AxisInfo &b) {
  assert(a.rank() == b.rank() && a.stepBytes == b.stepBytes &&
         "joined values have one type");
  AxisInfo both;
  both.stepBytes = a.stepBytes;
  both.nonNegative = a.nonNegative && b.nonNegative;
  if (a.constant == b.constant)
    both.constant = a.constant;
  for (auto [x, y] : llvm::zip_equal(a.axes, b.axes)) {
    AxisFacts facts;
    facts.contiguity = std::min(x.contiguity, y.contiguity);
    facts.divisibility =
        std::min(axis_info::divisorAt(x, facts.contiguity, a.stepBytes),
                 axis_info::divisorAt(y, facts.contiguity, a.stepBytes));
    facts.constancy = std::min(x.constancy, y.constancy);
    both.axes.push_back(facts);
  }
  return both;
}

void AxisInfo::print(raw_ostream &os) const {
  auto printList = [&](StringRef name, int64_t AxisFacts::*member) {
    os << name << " = [";
    llvm::interleaveComma(axes, os,
                          [&](const AxisFacts &facts) { os << facts.*member; });
    os << "]";
  };
  printList("contiguity", &AxisFacts::contiguity);
  printList(", divisibility", &AxisFacts::divisibility);
  printList(", constancy", &AxisFacts::constancy);
  if (constant)
    os << ", constant = " << *constant;
  if (nonNegative)
    os << ", nonnegative";
}

//===----------------------------------------------------------------------===//
// What the program promises
//===----------------------------------------------------------------------===//

namespace {
/// What an `llvm.intr.assume` says of a scalar. It is used for the value
/// wherever it is used, so the assumption must be reached whenever the value is
/// defined: both are in one block.
struct Promise {
  int64_t divisibility = 1;
  bool nonNegative = false;
};
using Promises = DenseMap<Value, Promise>;
} // namespace

/// `value` with `value % c == 0` in the way that `equality` says it, or null.
static std::pair<Value, int64_t> matchMultiple(arith::CmpIOp equality) {
  APInt zero, divisor;
  if (equality.getPredicate() != arith::CmpIPredicate::eq ||
      !matchPattern(equality.getRhs(), m_ConstantInt(&zero)) || !zero.isZero())
    return {};
  Operation *op = equality.getLhs().getDefiningOp();
  if (!isa_and_present<arith::RemSIOp, arith::RemUIOp, arith::AndIOp>(op) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)))
    return {};
  if (isa<arith::AndIOp>(op))
    ++divisor; // x & 15 == 0: the low bits that the mask has without a gap
  return {op->getOperand(0),
          axis_info::largestPowerOf2Divisor(divisor.getSExtValue())};
}

static void collectPromise(LLVM::AssumeOp assume, Promises &promises) {
  auto cmp = assume.getCond().getDefiningOp<arith::CmpIOp>();
  if (!cmp)
    return;
  auto isReached = [&](Value value) {
    return value && value.getParentBlock() == assume->getBlock();
  };
  if (auto [value, divisor] = matchMultiple(cmp); isReached(value)) {
    Promise &promise = promises[value];
    promise.divisibility = std::max(promise.divisibility, divisor);
    return;
  }
  APInt bound;
  if (!isReached(cmp.getLhs()) ||
      !matchPattern(cmp.getRhs(), m_ConstantInt(&bound)))
    return;
  bool atLeast = cmp.getPredicate() == arith::CmpIPredicate::sge;
  bool above = cmp.getPredicate() == arith::CmpIPredicate::sgt;
  if ((atLeast && bound.isNonNegative()) || (above && bound.sge(-1)))
    promises[cmp.getLhs()].nonNegative = true;
}

/// The i-th number of an attribute that names one number per axis.
static std::optional<int64_t> getPromisedNumber(Attribute attr, unsigned axis) {
  if (auto number = dyn_cast_or_null<IntegerAttr>(attr))
    return number.getValue().trySExtValue();
  auto numbers = dyn_cast_or_null<DenseIntElementsAttr>(attr);
  if (numbers && axis < numbers.getNumElements())
    return numbers.getValues<APInt>()[axis].trySExtValue();
  return std::nullopt;
}

/// Raises `info` to what attributes promise of a value; `lookup` gives the
/// attribute of a name, or null.
static void applyAttributes(AxisInfo &info,
                            function_ref<Attribute(StringRef)> lookup) {
  auto raise = [&](StringRef name, int64_t AxisFacts::*member) {
    Attribute attr = lookup(name);
    if (!attr)
      return;
    for (auto [axis, facts] : llvm::enumerate(info.axes)) {
      std::optional<int64_t> number = getPromisedNumber(attr, axis);
      if (number && *number > 0)
        facts.*member =
            std::max(facts.*member, axis_info::largestPowerOf2Divisor(*number));
    }
  };
  raise("tt.contiguity", &AxisFacts::contiguity);
  raise("tt.divisibility", &AxisFacts::divisibility);
  raise("tt.constancy", &AxisFacts::constancy);
}

//===----------------------------------------------------------------------===//
// Data flow
//===----------------------------------------------------------------------===//

namespace {
/// Nothing is known to be true yet (empty), or what holds so far.
struct AxisState {
  std::optional<AxisInfo> info;

  static AxisState join(const AxisState &a, const AxisState &b) {
    if (!a.info || !b.info)
      return a.info ? a : b;
    return {AxisInfo::join(*a.info, *b.info)};
  }
  bool operator==(const AxisState &other) const { return info == other.info; }
  void print(raw_ostream &os) const {
    if (info)
      info->print(os);
    else
      os << "<unreached>";
  }
};

class AxisLattice : public dataflow::Lattice<AxisState> {
public:
  using Lattice::Lattice;
};

class AxisDataFlow
    : public dataflow::SparseForwardDataFlowAnalysis<AxisLattice> {
public:
  AxisDataFlow(DataFlowSolver &solver, const Promises &promises)
      : SparseForwardDataFlowAnalysis(solver), promises(promises) {}

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const AxisLattice *> operands,
                               ArrayRef<AxisLattice *> results) override {
    SmallVector<const AxisInfo *, 4> infos;
    for (const AxisLattice *operand : operands) {
      if (!operand->getValue().info)
        return success();
      infos.push_back(&*operand->getValue().info);
    }
    for (AxisLattice *result : results)
      visitResult(op, infos, result);
    return success();
  }

  /// The induction variable of a loop; anything else is unknown.
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<AxisLattice *> arguments,
                                    unsigned firstIndex) override {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || firstIndex != 1)
      return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
          op, successor, arguments, firstIndex);
    ProgramPoint *point = getProgramPointBefore(loop.getBody());
    const AxisState &lower =
        getLatticeElementFor(point, loop.getLowerBound())->getValue();
    const AxisState &step =
        getLatticeElementFor(point, loop.getStep())->getValue();
    if (lower.info && step.info)
      set(arguments[0], axis_info::inductionVariable(*lower.info, *step.info,
                                                     loop.getUnsignedCmp()));
  }

  void setToEntryState(AxisLattice *lattice) override {
    set(lattice, AxisInfo::unknown(lattice->getAnchor().getType()));
  }

private:
  /// Values that constant propagation has found are not computed again.
  void visitResult(Operation *op, ArrayRef<const AxisInfo *> operands,
                   AxisLattice *result) {
    Type type = result->getAnchor().getType();
    if (!isa<IntegerType, IndexType>(tt::getScalarType(type)))
      return set(result, axis_info::transfer(op, operands, type));
    const dataflow::ConstantValue &constant =
        getOrCreateFor<dataflow::Lattice<dataflow::ConstantValue>>(
            getProgramPointAfter(op), result->getAnchor())
            ->getValue();
    if (constant.isUninitialized())
      return;
    Attribute attr = constant.getConstantValue();
    if (auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attr))
      set(result, axis_info::constant(elements));
    else if (auto number = dyn_cast_or_null<IntegerAttr>(attr))
      set(result, axis_info::constant(type, number.getValue().getSExtValue()));
    else
      set(result, axis_info::transfer(op, operands, type));
  }

  /// Joins in what the value's operation or argument is, promises added.
  void set(AxisLattice *lattice, AxisInfo info) {
    Value value = lattice->getAnchor();
    if (auto result = dyn_cast<OpResult>(value)) {
      applyAttributes(info, [&](StringRef name) {
        return result.getOwner()->getDiscardableAttr(name);
      });
    } else {
      auto argument = cast<BlockArgument>(value);
      auto function =
          dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
      if (function && argument.getOwner()->isEntryBlock())
        applyAttributes(info, [&](StringRef name) {
          return function.getArgAttr(argument.getArgNumber(), name);
        });
    }
    if (auto it = promises.find(value); it != promises.end()) {
      for (AxisFacts &facts : info.axes)
        facts.divisibility =
            std::max(facts.divisibility, it->second.divisibility);
      info.nonNegative |= it->second.nonNegative;
    }
    axis_info::normalize(info, value.getType());
    propagateIfChanged(lattice, lattice->join(AxisState{std::move(info)}));
  }

  const Promises &promises;
};
} // namespace

AxisInfoAnalysis::AxisInfoAnalysis(Operation *root)
    : solver(std::make_unique<DataFlowSolver>()) {
  Promises promises;
  root->walk([&](LLVM::AssumeOp assume) { collectPromise(assume, promises); });
  dataflow::loadBaselineAnalyses(*solver);
  solver->load<AxisDataFlow>(promises);
  // An analysis that fails leaves every value it has not reached unknown.
  if (failed(solver->initializeAndRun(root)))
    solver = std::make_unique<DataFlowSolver>();
}

AxisInfoAnalysis::AxisInfoAnalysis(AxisInfoAnalysis &&) = default;
AxisInfoAnalysis::~AxisInfoAnalysis() = default;

const AxisInfo *AxisInfoAnalysis::lookup(Value value) const {
  if (!isa<IntegerType, IndexType, tt::PointerType>(
          tt::getScalarType(value.getType())))
    return nullptr;
  const auto *lattice = solver->lookupState<AxisLattice>(value);
  return lattice && lattice->getValue().info ? &*lattice->getValue().info
                                             : nullptr;
}

AxisInfo AxisInfoAnalysis::get(Value value) const {
  const AxisInfo *info = lookup(value);
  return info ? *info : AxisInfo::unknown(value.getType());
}

//===----------------------------------------------------------------------===//
// Memory accesses
//===----------------------------------------------------------------------===//

unsigned AxisInfoAnalysis::getVectorLimit(Value ptr, Value mask, unsigned axis,
                                          unsigned maxBytes) const {
  AxisInfo info = get(ptr);
  int64_t limit = std::min<int64_t>(
      info.alignedRun(axis), std::max<int64_t>(maxBytes / info.stepBytes, 1));
  // A scalar mask of a tile is the same for every element.
  if (mask && isa<RankedTensorType>(mask.getType()))
    limit = std::min(limit, get(mask).constancy(axis));
  return limit;
}

VectorAccess AxisInfoAnalysis::getVectorAccess(Value ptr, Value mask,
                                               const LinearLayout &layout,
                                               unsigned maxBytes) const {
  VectorAccess widest;
  unsigned rank = cast<RankedTensorType>(ptr.getType()).getRank();
  for (unsigned axis = 0; axis != rank; ++axis) {
    unsigned limit = llvm::Log2_32(getVectorLimit(ptr, mask, axis, maxBytes));
    if (limit <= widest.registerMasks.size())
      continue;
    SmallVector<uint64_t> masks =
        layout.contiguousRegisterMasks(Space::dim(axis));
    masks.truncate(std::min<size_t>(masks.size(), limit));
    if (masks.size() > widest.registerMasks.size())
      widest = {axis, {masks.begin(), masks.end()}};
  }
  return widest;
}

VectorAccess AxisInfoAnalysis::getVectorAccess(Value ptr, Value mask,
                                               unsigned maxBytes) const {
  auto type = dyn_cast<RankedTensorType>(ptr.getType());
  std::optional<LinearLayout> layout;
  if (type)
    layout = tt::getLayout(type);
  return layout ? getVectorAccess(ptr, mask, *layout, maxBytes)
                : VectorAccess();
}
