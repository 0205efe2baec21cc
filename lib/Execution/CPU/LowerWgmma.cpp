//===- LowerWgmma.cpp - Matrix products of a warp group for the host ------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of a product are not there before the wait that covers it, but
// SSA values are. So what wgmma returns becomes no value: it is in registers
// that the runtime keeps for each thread, by number. Before lowering, every
// value that is such a register is found: results of wgmma, what is extracted
// from them, what ptx.wgmma_wait returns for them, and block arguments that
// they reach. A branch that hands one on moves registers, in flight or not;
// another wgmma takes registers as its sums. Every other use reads them just
// before it, and what it sees depends on the waits so far:
//
//   %r = nvvm.wgmma.mma_async ...        call @ttc_rt_op(wgmma -> register 7)
//   nvvm.wgmma.wait.group.sync 0         call @ttc_rt_op(wait)
//   llvm.store %r#0, %p                  %v = call @ttc_rt_op(read 7)
//                                        llvm.store %v, %p
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Matrix.h"
#include "ThreadState.h"
#include "Wgmma.h"
#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <cstddef>

using namespace mlir;
using namespace ttc;
using namespace ttc::cpu;

/// Holds the first register of a wgmma between placement and lowering.
static constexpr StringLiteral registerAttr = "ttc.register";

static std::optional<MatrixType> matrixType(NVVM::WGMMATypes type) {
  switch (type) {
  case NVVM::WGMMATypes::f16:
    return MatrixType::F16;
  case NVVM::WGMMATypes::bf16:
    return MatrixType::BF16;
  case NVVM::WGMMATypes::tf32:
    return MatrixType::TF32;
  case NVVM::WGMMATypes::f32:
    return MatrixType::F32;
  case NVVM::WGMMATypes::s8:
    return MatrixType::S8;
  case NVVM::WGMMATypes::u8:
    return MatrixType::U8;
  case NVVM::WGMMATypes::b1:
    return MatrixType::B1;
  case NVVM::WGMMATypes::s32:
    return MatrixType::S32;
  case NVVM::WGMMATypes::e4m3:
    return MatrixType::E4M3;
  case NVVM::WGMMATypes::e5m2:
    return MatrixType::E5M2;
  }
  return std::nullopt;
}

static MatrixType matrixType(ptx::MatrixElement type) {
  switch (type) {
  case ptx::MatrixElement::F16:
    return MatrixType::F16;
  case ptx::MatrixElement::BF16:
    return MatrixType::BF16;
  case ptx::MatrixElement::TF32:
    return MatrixType::TF32;
  case ptx::MatrixElement::E4M3:
    return MatrixType::E4M3;
  case ptx::MatrixElement::E5M2:
    return MatrixType::E5M2;
  case ptx::MatrixElement::S8:
    return MatrixType::S8;
  case ptx::MatrixElement::U8:
    return MatrixType::U8;
  }
  llvm_unreachable("unknown matrix type");
}

//===----------------------------------------------------------------------===//
// Which values are registers
//===----------------------------------------------------------------------===//

static unsigned registerCount(Type type) {
  auto structType = dyn_cast<LLVM::LLVMStructType>(type);
  return structType ? structType.getBody().size() : 1;
}

/// Gives the results of a wgmma their registers; a placeholder stands for each
/// result until its uses are known to be reads.
void HostLowering::placeResults(Operation *op) {
  builder.setInsertionPoint(op);
  loc = op->getLoc();
  op->setAttr(registerAttr, builder.getI32IntegerAttr(info.wgmmaRegisters));
  for (Value result : op->getResults()) {
    Value placeholder = LLVM::UndefOp::create(builder, loc, result.getType());
    result.replaceAllUsesWith(placeholder);
    registers[placeholder] = info.wgmmaRegisters;
    info.wgmmaRegisters += registerCount(result.getType());
  }
}

/// Finds the values that are made of the registers of `value`, in structs
/// built of them, too.
void HostLowering::followRegister(Value value) {
  SmallVector<Value> structs{value};
  while (!structs.empty())
    for (OpOperand &use : structs.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<LLVM::InsertValueOp>(user))
        structs.push_back(user->getResult(0));
      auto extract = dyn_cast<LLVM::ExtractValueOp>(user);
      if (extract && use.get() == value && extract.getPosition().size() == 1) {
        uint32_t first = registers.lookup(value);
        registers[extract] = first + uint32_t(extract.getPosition()[0]);
      }
      auto branch = dyn_cast<BranchOpInterface>(user);
      if (!branch)
        continue;
      std::optional<BlockArgument> argument =
          branch.getSuccessorBlockArgument(use.getOperandNumber());
      if (!argument || registers.contains(*argument))
        continue;
      registers[*argument] = info.wgmmaRegisters;
      info.wgmmaRegisters += registerCount(argument->getType());
    }
}

/// Element `i` of a struct, where insertions show it; else null.
static Value insertedElement(Value &aggregate, int64_t i) {
  while (auto insert = aggregate.getDefiningOp<LLVM::InsertValueOp>()) {
    if (insert.getPosition() == ArrayRef<int64_t>{i})
      return insert.getValue();
    aggregate = insert.getContainer();
  }
  return {};
}

/// The elements of a struct as operands: registers by name, others by value.
/// A scalar counts as its own element.
static SmallVector<Value>
elementsOf(OpBuilder &builder, Location loc, Value value,
           function_ref<Value(Value, int64_t)> registerOf,
           SmallVectorImpl<Value> *plain) {
  SmallVector<Value> elements;
  for (int64_t i = 0, e = registerCount(value.getType()); i < e; ++i) {
    Value source = value;
    bool isStruct = isa<LLVM::LLVMStructType>(value.getType());
    Value element = isStruct ? insertedElement(source, i) : value;
    Value named = element ? registerOf(element, 0) : registerOf(source, i);
    if (named) {
      elements.push_back(named);
      continue;
    }
    if (plain)
      plain->push_back(element ? element : source);
    if (!element)
      element = LLVM::ExtractValueOp::create(builder, loc, source,
                                             ArrayRef<int64_t>{i});
    elements.push_back(element);
  }
  return elements;
}

Value HostLowering::registerName(Value value, int64_t index) {
  auto found = registers.find(value);
  if (found == registers.end())
    return {};
  return constant(i64, int64_t(wgmmaRegisterFlag | (found->second + index)));
}

/// Moves what branches to `block` hand to those of its arguments that are
/// registers. The edge of a branch that chooses gets a block of its own.
LogicalResult HostLowering::moveAlongEdges(Block *block) {
  if (llvm::none_of(block->getArguments(), [&](BlockArgument argument) {
        return registers.contains(argument);
      }))
    return success();
  SmallVector<std::pair<Operation *, unsigned>> edges;
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it)
    edges.push_back({(*it)->getTerminator(), it.getSuccessorIndex()});
  for (auto [terminator, index] : edges) {
    auto branch = cast<BranchOpInterface>(terminator);
    loc = terminator->getLoc();
    SuccessorOperands handed = branch.getSuccessorOperands(index);
    SmallVector<Value> values(handed.getForwardedOperands());
    if (!isa<LLVM::BrOp>(terminator)) {
      Block *between = builder.createBlock(block);
      LLVM::BrOp::create(builder, loc, values, block);
      handed.getMutableForwardedOperands().clear();
      terminator->setSuccessor(between, index);
      terminator = between->getTerminator();
    }
    builder.setInsertionPoint(terminator);
    // The branch itself hands on nothing where registers are moved.
    for (auto [i, argument] : llvm::enumerate(block->getArguments()))
      if (registers.contains(argument))
        terminator->setOperand(
            i, LLVM::UndefOp::create(builder, loc, argument.getType()));
    SmallVector<Value> moves;
    for (auto [argument, value] : llvm::zip(block->getArguments(), values)) {
      if (!registers.contains(argument))
        continue;
      SmallVector<Value> elements = elementsOf(
          builder, loc, value,
          [&](Value from, int64_t i) { return registerName(from, i); },
          nullptr);
      for (auto [i, element] : llvm::enumerate(elements))
        llvm::append_values(moves, registerName(argument, i), element);
    }
    uint32_t site =
        addSite(terminator, SiteKind::WgmmaMove, {int64_t(moves.size() / 2)});
    if (failed(emitCall(terminator, site, moves, {})))
      return failure();
  }
  return success();
}

LogicalResult HostLowering::placeRegisters(LLVM::LLVMFuncOp func) {
  registers.clear();
  func.walk([&](Operation *op) {
    // A wait returns the registers that it was given.
    if (auto wait = dyn_cast<ptx::WgmmaWaitOp>(op))
      op->replaceAllUsesWith(wait.getValues());
    if (isa<ptx::WgmmaOp, NVVM::WgmmaMmaAsyncOp>(op))
      placeResults(op);
  });
  // Grows as it is gone through.
  for (size_t i = 0; i < registers.size(); ++i)
    followRegister(registers.begin()[i].first);
  SmallVector<Block *> blocks;
  for (Block &block : func.getBody())
    blocks.push_back(&block);
  for (Block *block : blocks)
    if (failed(moveAlongEdges(block)))
      return failure();
  return success();
}

/// Once all is lowered, puts a read before every use that is left.
LogicalResult HostLowering::readRegisters(LLVM::LLVMFuncOp func) {
  if (registers.empty())
    return success();
  // Structs that only a wgmma took are not needed any more.
  SmallVector<LLVM::InsertValueOp> inserts;
  func.walk([&](LLVM::InsertValueOp op) { inserts.push_back(op); });
  for (LLVM::InsertValueOp op : llvm::reverse(inserts))
    if (isOpTriviallyDead(op))
      op.erase();
  for (auto [value, first] : registers)
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
      Operation *user = use.getOwner();
      if (user->getNumResults() == 1 && registers.contains(user->getResult(0)))
        continue;
      builder.setInsertionPoint(user);
      loc = user->getLoc();
      uint32_t site = addSite(user, SiteKind::WgmmaRead,
                              {first, registerCount(value.getType())});
      FailureOr<SmallVector<Value>> read =
          emitCall(user, site, {}, value.getType());
      if (failed(read))
        return failure();
      use.set(read->front());
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// How many fences the thread had executed when the newest of these values was
/// written; constants are never written.
Value HostLowering::fencesAtWrite(ValueRange values) {
  llvm::MapVector<Block *, Operation *> last;
  for (Value value : values) {
    Operation *op = value.getDefiningOp();
    if (op && (op->hasTrait<OpTrait::ConstantLike>() ||
               isa<LLVM::UndefOp, LLVM::ZeroOp, LLVM::PoisonOp>(op)))
      continue;
    Operation *&known = last[value.getParentBlock()];
    if (op && (!known || known->isBeforeInBlock(op)))
      known = op;
  }
  Value newest = constant(i32, 0);
  for (auto [block, op] : last) {
    Value fences;
    {
      OpBuilder::InsertionGuard guard(builder);
      if (op)
        builder.setInsertionPointAfter(op);
      else if (block->isEntryBlock())
        continue;
      else
        builder.setInsertionPointToStart(block);
      Value address = LLVM::GEPOp::create(
          builder, loc, ptr, i8, thread,
          ArrayRef<LLVM::GEPArg>{int32_t(offsetof(ThreadState, wgmmaFences))});
      fences = LLVM::LoadOp::create(builder, loc, i32, address);
    }
    newest = LLVM::UMaxOp::create(builder, loc, newest, fences);
  }
  return newest;
}

Outcome HostLowering::callWgmma(Operation *op, ArrayRef<int64_t> params,
                                SmallVectorImpl<Value> &operands,
                                ValueRange sums) {
  SmallVector<Value> written(operands.begin() + WgmmaRegistersOfA,
                             operands.end());
  for (Value sum : sums)
    llvm::append_range(operands, elementsOf(
                                     builder, loc, sum,
                                     [&](Value from, int64_t i) {
                                       return registerName(from, i);
                                     },
                                     &written));
  if (instrumentation.accesses)
    operands[WgmmaFencesAtWrite] = fencesAtWrite(written);
  SmallVector<int64_t> all(params);
  all.push_back(cast<IntegerAttr>(op->getAttr(registerAttr)).getInt());
  uint32_t site = addSite(op, SiteKind::Wgmma, all);
  if (failed(emitCall(op, site, operands, {})))
    return Outcome::Failed;
  op->erase();
  return Outcome::Done;
}

static int64_t flagsOf(NVVM::WgmmaMmaAsyncOp op) {
  int64_t flags = 0;
  if (op.getScaleA() == NVVM::WGMMAScaleIn::neg)
    flags |= WgmmaNegateA;
  if (op.getScaleB() == NVVM::WGMMAScaleIn::neg)
    flags |= WgmmaNegateB;
  if (op.getLayoutA() == NVVM::MMALayout::col)
    flags |= WgmmaTransposeA;
  if (op.getLayoutB() == NVVM::MMALayout::row)
    flags |= WgmmaTransposeB;
  if (op.getSatfinite() == NVVM::MMAIntOverflow::satfinite)
    flags |= WgmmaSaturate;
  return flags;
}

Outcome HostLowering::lowerNvvmWgmma(NVVM::WgmmaMmaAsyncOp op) {
  auto typeA = matrixType(op.getTypeA()), typeB = matrixType(op.getTypeB()),
       typeD = matrixType(op.getTypeD());
  if (!typeA || !typeB || !typeD) {
    op->emitError("the CPU runtime has no wgmma of these types");
    return Outcome::Failed;
  }
  auto shape = op.getShape();
  bool accumulates = op.getScaleD() == NVVM::WGMMAScaleOut::one;
  SmallVector<Value> operands(WgmmaSums, constant(i32, 0));
  operands[WgmmaDescriptorA] = op.getDescriptorA();
  operands[WgmmaDescriptorB] = op.getDescriptorB();
  operands[WgmmaAccumulates] = constant(i32, accumulates);
  return callWgmma(op,
                   {shape.getN(), shape.getK(), int64_t(*typeA),
                    int64_t(*typeB), int64_t(*typeD), flagsOf(op)},
                   operands, op.getInouts());
}

Outcome HostLowering::lowerPtxWgmma(ptx::WgmmaOp op) {
  Type sum = op.getSums().front().getType();
  MatrixType typeD = isa<VectorType>(sum) ? MatrixType::F16
                     : sum.isF32()        ? MatrixType::F32
                                          : MatrixType::S32;
  int64_t flags = (op.getNegateA() ? WgmmaNegateA : 0) |
                  (op.getNegateB() ? WgmmaNegateB : 0) |
                  (op.getTransposeA() ? WgmmaTransposeA : 0) |
                  (op.getTransposeB() ? WgmmaTransposeB : 0) |
                  (op.getSaturate() ? WgmmaSaturate : 0) |
                  (op.isAInRegisters() ? WgmmaARegisters : 0);
  SmallVector<Value> operands(WgmmaSums, constant(i32, 0));
  if (op.isAInRegisters())
    llvm::copy(op.getA(), operands.begin() + WgmmaRegistersOfA);
  else
    operands[WgmmaDescriptorA] = op.getA().front();
  operands[WgmmaDescriptorB] = op.getB();
  operands[WgmmaAccumulates] =
      op.getAccumulates() ? op.getAccumulates() : constant(i32, 1);
  return callWgmma(op,
                   {op.getN(), op.getK(), int64_t(matrixType(op.getTypeA())),
                    int64_t(matrixType(op.getTypeB())), int64_t(typeD), flags},
                   operands, op.getSums());
}

Outcome HostLowering::lowerWgmma(Operation *op) {
  if (isa<NVVM::WgmmaFenceAlignedOp>(op))
    return replaceByCall(op, addSite(op, SiteKind::WgmmaFence), {});
  if (isa<NVVM::WgmmaGroupSyncAlignedOp>(op))
    return replaceByCall(op, addSite(op, SiteKind::WgmmaCommit), {});
  if (auto wait = dyn_cast<NVVM::WgmmaWaitGroupSyncOp>(op))
    return replaceByCall(
        op, addSite(op, SiteKind::WgmmaWait, {int64_t(wait.getGroup())}), {});
  if (auto wait = dyn_cast<ptx::WgmmaWaitOp>(op)) {
    uint32_t site =
        addSite(op, SiteKind::WgmmaWait, {int64_t(wait.getPending())});
    if (failed(emitCall(op, site, {}, {})))
      return Outcome::Failed;
    op->erase();
    return Outcome::Done;
  }
  if (auto product = dyn_cast<ptx::WgmmaOp>(op))
    return lowerPtxWgmma(product);
  if (auto product = dyn_cast<NVVM::WgmmaMmaAsyncOp>(op))
    return lowerNvvmWgmma(product);
  return Outcome::NotMine;
}
