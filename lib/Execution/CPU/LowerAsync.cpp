//===- LowerAsync.cpp - Tensor cores and copies for the host --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instruction becomes a call with its operands in slots. What an optional
// operand would be when left out is passed as a constant, so the handlers see
// the same operands always; their order is documented there.
//
//===----------------------------------------------------------------------===//

#include "HostLowering.h"
#include "Matrix.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::cpu;

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

static std::optional<MatrixType> matrixType(NVVM::MMATypes type) {
  switch (type) {
  case NVVM::MMATypes::f16:
    return MatrixType::F16;
  case NVVM::MMATypes::bf16:
    return MatrixType::BF16;
  case NVVM::MMATypes::tf32:
    return MatrixType::TF32;
  case NVVM::MMATypes::f64:
    return MatrixType::F64;
  case NVVM::MMATypes::f32:
    return MatrixType::F32;
  case NVVM::MMATypes::s8:
    return MatrixType::S8;
  case NVVM::MMATypes::u8:
    return MatrixType::U8;
  case NVVM::MMATypes::s4:
    return MatrixType::S4;
  case NVVM::MMATypes::u4:
    return MatrixType::U4;
  case NVVM::MMATypes::b1:
    return MatrixType::B1;
  case NVVM::MMATypes::s32:
    return MatrixType::S32;
  case NVVM::MMATypes::e4m3:
    return MatrixType::E4M3;
  case NVVM::MMATypes::e5m2:
    return MatrixType::E5M2;
  default:
    return std::nullopt;
  }
}

/// "m16n8k32.row.col.f32.e4m3.e4m3.f32", as fp8 products are spelled.
static bool parseMma(StringRef name, SmallVectorImpl<int64_t> &params) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  unsigned m, n, k;
  if (parts.size() != 7 || !parts[0].consume_front("m") ||
      parts[0].consumeInteger(10, m) || !parts[0].consume_front("n") ||
      parts[0].consumeInteger(10, n) || !parts[0].consume_front("k") ||
      parts[0].consumeInteger(10, k) || !parts[0].empty() ||
      parts[1] != "row" || parts[2] != "col")
    return false;
  auto typeOf = [](StringRef name) {
    return llvm::StringSwitch<std::optional<MatrixType>>(name)
        .Case("f32", MatrixType::F32)
        .Case("f16", MatrixType::F16)
        .Case("f64", MatrixType::F64)
        .Case("e4m3", MatrixType::E4M3)
        .Case("e5m2", MatrixType::E5M2)
        .Default(std::nullopt);
  };
  auto typeD = typeOf(parts[3]), typeA = typeOf(parts[4]),
       typeB = typeOf(parts[5]), typeC = typeOf(parts[6]);
  if (!typeA || !typeB || !typeC || !typeD || m > 16 || n != 8)
    return false;
  params.assign({m, n, k, int64_t(*typeA), int64_t(*typeB), int64_t(*typeC),
                 int64_t(*typeD), 0});
  return true;
}

Outcome HostLowering::lowerMmaIntrinsic(LLVM::CallIntrinsicOp op,
                                        StringRef name) {
  SmallVector<int64_t> params;
  if (!name.consume_front("mma.") || !parseMma(name, params))
    return Outcome::NotMine;
  return replaceByCall(op, addSite(op, SiteKind::Mma, params), op.getArgs());
}

Outcome HostLowering::lowerTensor(Operation *op) {
  auto unsupported = [&](const Twine &what) {
    op->emitError("the CPU runtime has no ") << what;
    return Outcome::Failed;
  };
  if (auto load = dyn_cast<NVVM::LdMatrixOp>(op)) {
    if (load.getEltType() != NVVM::LdStMatrixEltType::B16)
      return unsupported("ldmatrix of this element type");
    int64_t transposed = load.getLayout() == NVVM::MMALayout::col;
    return replaceByCall(
        op, addSite(op, SiteKind::LdMatrix, {load.getNum(), transposed}),
        {load.getPtr()});
  }
  if (auto store = dyn_cast<NVVM::StMatrixOp>(op)) {
    if (store.getEltType() != NVVM::LdStMatrixEltType::B16)
      return unsupported("stmatrix of this element type");
    int64_t transposed = store.getLayout() == NVVM::MMALayout::col;
    int64_t count = store.getSources().size();
    return replaceByCall(op,
                         addSite(op, SiteKind::StMatrix, {count, transposed}),
                         op->getOperands());
  }
  if (auto mma = dyn_cast<NVVM::MmaOp>(op)) {
    auto typeA = matrixType(*mma.getMultiplicandAPtxType());
    auto typeB = matrixType(*mma.getMultiplicandBPtxType());
    auto typeC = matrixType(mma.accumPtxType());
    auto typeD = matrixType(mma.resultPtxType());
    auto shape = mma.getShape();
    if (!typeA || !typeB || !typeC || !typeD ||
        (*typeA == MatrixType::F16 && shape.getK() == 4))
      return unsupported("mma.sync of this shape and these types");
    int64_t flags = 0;
    if (mma.getIntOverflowBehavior() == NVVM::MMAIntOverflow::satfinite)
      flags |= 1;
    if (mma.getB1Op() == NVVM::MMAB1Op::and_popc)
      flags |= 2;
    return replaceByCall(
        op,
        addSite(op, SiteKind::Mma,
                {shape.getM(), shape.getN(), shape.getK(), int64_t(*typeA),
                 int64_t(*typeB), int64_t(*typeC), int64_t(*typeD), flags}),
        op->getOperands());
  }
  return Outcome::NotMine;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Outcome HostLowering::lowerCopy(Operation *op) {
  auto call = [&](SiteKind kind, ArrayRef<int64_t> params,
                  ValueRange operands) {
    return replaceByCall(op, addSite(op, kind, params), operands);
  };
  auto orZero = [&](Value value) { return value ? value : constant(i32, 0); };
  if (auto copy = dyn_cast<NVVM::CpAsyncOp>(op))
    return call(SiteKind::CpAsync,
                {int64_t(copy.getSize()), copy.getCpSize() != nullptr},
                {copy.getDst(), copy.getSrc(), orZero(copy.getCpSize())});
  if (isa<NVVM::CpAsyncCommitGroupOp>(op))
    return call(SiteKind::CpAsyncCommit, {}, {});
  if (auto wait = dyn_cast<NVVM::CpAsyncWaitGroupOp>(op))
    return call(SiteKind::CpAsyncWait, {int64_t(wait.getN())}, {});
  if (auto arrive = dyn_cast<NVVM::CpAsyncMBarrierArriveOp>(op))
    return call(SiteKind::CpAsyncMbarArrive, {int64_t(arrive.getNoinc())},
                {arrive.getAddr()});
  if (auto copy = dyn_cast<NVVM::CpAsyncBulkGlobalToSharedClusterOp>(op))
    return call(SiteKind::BulkLoad, {copy.getMulticastMask() != nullptr},
                {copy.getDstMem(), copy.getSrcMem(), copy.getMbar(),
                 copy.getSize(), orZero(copy.getMulticastMask())});
  if (auto copy = dyn_cast<NVVM::CpAsyncBulkSharedCTAToSharedClusterOp>(op))
    return call(SiteKind::BulkSharedToCluster, {0},
                {copy.getDstMem(), copy.getSrcMem(), copy.getMbar(),
                 copy.getSize(), orZero({})});
  if (auto copy = dyn_cast<NVVM::CpAsyncBulkSharedCTAToGlobalOp>(op)) {
    if (copy.getByteMask()) {
      op->emitError("the CPU runtime has no bulk copies with a byte mask");
      return Outcome::Failed;
    }
    return call(SiteKind::BulkStore, {},
                {copy.getDstMem(), copy.getSrcMem(), copy.getSize()});
  }
  if (isa<NVVM::CpAsyncBulkCommitGroupOp>(op))
    return call(SiteKind::BulkCommit, {}, {});
  if (auto wait = dyn_cast<NVVM::CpAsyncBulkWaitGroupOp>(op))
    return call(SiteKind::BulkWait, {int64_t(wait.getGroup())}, {});
  if (auto fence = dyn_cast<NVVM::FenceProxyOp>(op))
    return call(SiteKind::FenceProxy, {int64_t(fence.getKind())}, {});
  return lowerTensorCopy(op);
}

static std::optional<int64_t> tensorReduction(NVVM::TMAReduxKind kind) {
  switch (kind) {
  case NVVM::TMAReduxKind::ADD:
    return TensorReduceAdd;
  case NVVM::TMAReduxKind::MIN:
    return TensorReduceMin;
  case NVVM::TMAReduxKind::MAX:
    return TensorReduceMax;
  case NVVM::TMAReduxKind::AND:
    return TensorReduceAnd;
  case NVVM::TMAReduxKind::OR:
    return TensorReduceOr;
  case NVVM::TMAReduxKind::XOR:
    return TensorReduceXor;
  default:
    return std::nullopt;
  }
}

Outcome HostLowering::lowerTensorCopy(Operation *op) {
  auto onlyTiles = [&] {
    op->emitError("the CPU runtime has tensor copies in tile mode only");
    return Outcome::Failed;
  };
  auto orOne = [&](Value value) { return value ? value : constant(i1, 1); };
  SmallVector<Value> operands;
  if (auto load =
          dyn_cast<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(op)) {
    if (load.getMode() != NVVM::TMALoadMode::TILE)
      return onlyTiles();
    Value mask = load.getMulticastMask();
    operands = {orOne(load.getPredicate()), load.getDstMem(),
                load.getTmaDescriptor(), load.getMbar(),
                mask ? mask : constant(i32, 0)};
    llvm::append_range(operands, load.getCoordinates());
    int64_t rank = load.getCoordinates().size();
    return replaceByCall(
        op, addSite(op, SiteKind::TensorLoad, {rank, mask != nullptr}),
        operands);
  }
  if (auto store = dyn_cast<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(op)) {
    if (store.getMode() != NVVM::TMAStoreMode::TILE)
      return onlyTiles();
    operands = {orOne(store.getPredicate()), store.getTmaDescriptor(),
                store.getSrcMem()};
    llvm::append_range(operands, store.getCoordinates());
    int64_t rank = store.getCoordinates().size();
    return replaceByCall(op, addSite(op, SiteKind::TensorStore, {rank}),
                         operands);
  }
  if (auto reduce = dyn_cast<NVVM::CpAsyncBulkTensorReduceOp>(op)) {
    auto kind = tensorReduction(reduce.getRedKind());
    if (reduce.getMode() != NVVM::TMAStoreMode::TILE || !kind)
      return onlyTiles();
    info.interBlock = true;
    operands = {reduce.getTmaDescriptor(), reduce.getSrcMem()};
    llvm::append_range(operands, reduce.getCoordinates());
    int64_t rank = reduce.getCoordinates().size();
    return replaceByCall(op, addSite(op, SiteKind::TensorReduce, {rank, *kind}),
                         operands);
  }
  return Outcome::NotMine;
}

//===----------------------------------------------------------------------===//
// mbarriers and clusters
//===----------------------------------------------------------------------===//

Outcome HostLowering::lowerMbarrier(Operation *op) {
  auto call = [&](SiteKind kind, ArrayRef<int64_t> params,
                  ValueRange operands) {
    return replaceByCall(op, addSite(op, kind, params), operands);
  };
  Value one = constant(i32, 1);
  Value zero = constant(i32, 0);
  auto orOne = [&](Value value) { return value ? value : one; };
  auto arrive = [&](bool expects, bool drops, bool relaxed, Value address,
                    Value count, Value bytes, Value predicate) {
    return call(
        SiteKind::MbarArrive, {expects, drops, relaxed},
        {address, orOne(count), bytes ? bytes : zero, orOne(predicate)});
  };
  if (auto init = dyn_cast<NVVM::MBarrierInitOp>(op))
    return call(SiteKind::MbarInit, {},
                {init.getAddr(), init.getCount(), orOne(init.getPredicate())});
  if (auto inval = dyn_cast<NVVM::MBarrierInvalOp>(op))
    return call(SiteKind::MbarInval, {}, {inval.getAddr()});
  if (auto expect = dyn_cast<NVVM::MBarrierExpectTxOp>(op))
    return call(SiteKind::MbarExpectTx, {},
                {expect.getAddr(), expect.getTxcount()});
  if (auto complete = dyn_cast<NVVM::MBarrierCompleteTxOp>(op))
    return call(SiteKind::MbarCompleteTx, {},
                {complete.getAddr(), complete.getTxcount()});
  if (auto a = dyn_cast<NVVM::MBarrierArriveOp>(op))
    return arrive(false, false, a.getRelaxed(), a.getAddr(), a.getCount(), {},
                  {});
  if (auto a = dyn_cast<NVVM::MBarrierArriveDropOp>(op))
    return arrive(false, true, a.getRelaxed(), a.getAddr(), a.getCount(), {},
                  {});
  if (auto a = dyn_cast<NVVM::MBarrierArriveNocompleteOp>(op))
    return arrive(false, false, false, a.getAddr(), a.getCount(), {}, {});
  if (auto a = dyn_cast<NVVM::MBarrierArriveExpectTxOp>(op))
    return arrive(true, false, a.getRelaxed(), a.getAddr(), {}, a.getTxcount(),
                  a.getPredicate());
  if (auto a = dyn_cast<NVVM::MBarrierArriveDropExpectTxOp>(op))
    return arrive(true, true, a.getRelaxed(), a.getAddr(), {}, a.getTxcount(),
                  {});
  if (auto wait = dyn_cast<NVVM::MBarrierTestWaitOp>(op))
    return call(
        SiteKind::MbarTestWait,
        {wait.getStateOrPhase().getType().isInteger(32), wait.getRelaxed()},
        {wait.getAddr(), wait.getStateOrPhase()});
  if (auto wait = dyn_cast<NVVM::MBarrierTryWaitOp>(op))
    return call(
        SiteKind::MbarTestWait,
        {wait.getStateOrPhase().getType().isInteger(32), wait.getRelaxed()},
        {wait.getAddr(), wait.getStateOrPhase()});
  if (auto wait = dyn_cast<NVVM::MBarrierTryWaitParityOp>(op))
    return call(SiteKind::MbarWaitParity, {},
                {wait.getAddr(), wait.getPhase()});
  if (isa<NVVM::ClusterArriveOp>(op))
    return call(SiteKind::ClusterArrive, {0}, {});
  if (isa<NVVM::ClusterArriveRelaxedOp>(op))
    return call(SiteKind::ClusterArrive, {1}, {});
  if (isa<NVVM::ClusterWaitOp>(op))
    return call(SiteKind::ClusterWait, {}, {});
  if (auto mapa = dyn_cast<NVVM::MapaOp>(op))
    return call(SiteKind::MapShared, {}, {mapa.getA(), mapa.getB()});
  return Outcome::NotMine;
}
