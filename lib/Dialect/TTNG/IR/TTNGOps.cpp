//===- TTNGOps.cpp - Warp-group products, mbarriers, clusters -------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTNGVerify.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttng;
using ttg::MemDescType;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

using OptionalOperand = std::optional<OpAsmParser::UnresolvedOperand>;
using Operands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

/// `[%token]`: what an access waits for, and that it has a token itself. The
/// brackets are empty if it waits for nothing.
static ParseResult parseToken(OpAsmParser &parser, OptionalOperand &dep,
                              Type &token) {
  if (failed(parser.parseOptionalLSquare()))
    return success();
  token = ttg::AsyncTokenType::get(parser.getContext());
  if (succeeded(parser.parseOptionalRSquare()))
    return success();
  dep.emplace();
  return failure(parser.parseOperand(*dep) || parser.parseRSquare());
}

static void printToken(OpAsmPrinter &os, Operation *, Value dep, Type token) {
  if (!token)
    return;
  os << "[";
  if (dep)
    os << dep;
  os << "]";
}

/// `, %barrier[%pred], ...`
static ParseResult parseBarriers(OpAsmParser &parser, Operands &barriers,
                                 Operands &preds) {
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(barriers.emplace_back()) || parser.parseLSquare() ||
        parser.parseOperand(preds.emplace_back()) || parser.parseRSquare())
      return failure();
  return success();
}

static void printBarriers(OpAsmPrinter &os, Operation *, OperandRange barriers,
                          OperandRange preds) {
  for (auto [barrier, pred] : llvm::zip(barriers, preds))
    os << ", " << barrier << "[" << pred << "]";
}

/// The results of a wait have the types of its operands.
static ParseResult parseWaitTypes(OpAsmParser &parser,
                                  SmallVectorImpl<Type> &inputs,
                                  SmallVectorImpl<Type> &outputs) {
  if (parser.parseTypeList(inputs))
    return failure();
  outputs.assign(inputs.begin(), inputs.end());
  return success();
}

static void printWaitTypes(OpAsmPrinter &os, Operation *, TypeRange inputs,
                           TypeRange) {
  os << inputs;
}

#define GET_OP_CLASSES
#include "ttc/Dialect/TTNG/IR/TTNGOps.cpp.inc"

void TTNGDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "ttc/Dialect/TTNG/IR/TTNGOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Warp-group products
//===----------------------------------------------------------------------===//

void WarpGroupDotOp::getEffects(Effects &effects) {
  if (isa<MemDescType>(getA().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getAMutable(),
                         ttg::SharedMemory::get());
  effects.emplace_back(MemoryEffects::Read::get(), &getBMutable(),
                       ttg::SharedMemory::get());
}

static ArrayRef<int64_t> shapeOf(Type type) {
  if (auto memory = dyn_cast<MemDescType>(type))
    return memory.getShape();
  return cast<RankedTensorType>(type).getShape();
}

static Type elementOf(Type type) {
  if (auto memory = dyn_cast<MemDescType>(type))
    return memory.getElementType();
  return cast<RankedTensorType>(type).getElementType();
}

LogicalResult WarpGroupDotOp::verify() {
  Type a = getA().getType();
  MemDescType b = getB().getType();
  auto d = cast<RankedTensorType>(getType());
  if (auto memory = dyn_cast<MemDescType>(a))
    if (failed(verifyShared(*this, memory)))
      return failure();
  if (failed(verifyShared(*this, b)) ||
      failed(verifyProduct(*this, shapeOf(a), b.getShape(), d.getShape())))
    return failure();
  if (failed(verifyProductTypes(*this, elementOf(a), elementOf(b),
                                d.getElementType())))
    return failure();
  if (int32_t(getMaxNumImpreciseAcc()) < 0)
    return emitOpError() << "expected a 'maxNumImpreciseAcc' of at least 0, "
                            "found "
                         << int32_t(getMaxNumImpreciseAcc());
  auto layout = dyn_cast_or_null<ttg::NvidiaMmaEncodingAttr>(d.getEncoding());
  if (!layout || layout.getVersionMajor() != 3)
    return emitOpError()
           << "expected an accumulator in a layout of wgmma, found " << d;
  auto operand = dyn_cast<RankedTensorType>(a);
  if (!operand)
    return success();
  auto operandLayout =
      dyn_cast_or_null<ttg::DotOperandEncodingAttr>(operand.getEncoding());
  if (operandLayout && operandLayout.getOpIdx() == 0 &&
      operandLayout.getParent() == layout)
    return success();
  return emitOpError() << "expected the left operand in a layout for " << d
                       << ", found " << operand;
}

static LogicalResult verifyNotNegative(Operation *op, StringRef name,
                                       int32_t value) {
  if (value >= 0)
    return success();
  return op->emitOpError() << "expected '" << name
                           << "' to be at least 0, found " << value;
}

LogicalResult WarpGroupDotWaitOp::verify() {
  if (getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError() << "expected the operands' types ("
                         << getInputs().getTypes() << "), found ("
                         << getOutputs().getTypes() << ")";
  return verifyNotNegative(*this, "pendings", getPendings());
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

static LogicalResult verifyPositive(Operation *op, StringRef name,
                                    int32_t value) {
  if (value > 0)
    return success();
  return op->emitOpError() << "expected '" << name << "' to be positive, found "
                           << value;
}

LogicalResult InitBarrierOp::verify() {
  if (failed(verifyBarrier(*this, getAlloc().getType())))
    return failure();
  return verifyPositive(*this, "count", getCount());
}

LogicalResult InvalBarrierOp::verify() {
  return verifyBarrier(*this, getAlloc().getType());
}

LogicalResult BarrierExpectOp::verify() {
  if (failed(verifyBarrier(*this, getAlloc().getType())))
    return failure();
  return verifyNotNegative(*this, "size", getSize());
}

LogicalResult WaitBarrierOp::verify() {
  return verifyBarrier(*this, getAlloc().getType());
}

LogicalResult ArriveBarrierOp::verify() {
  if (failed(verifyBarrier(*this, getAlloc().getType())))
    return failure();
  return verifyPositive(*this, "count", getCount());
}

LogicalResult AsyncCopyMbarrierArriveOp::verify() {
  return verifyBarrier(*this, getBarrier().getType());
}

LogicalResult AsyncSharedStoreOp::verify() {
  MemDescType dst = getDst().getType();
  if (failed(verifySameTile(*this, getSrc().getType(), dst)) ||
      failed(verifyShared(*this, dst)) || failed(verifyMutable(*this, dst)))
    return failure();
  return verifyBarrier(*this, getBarrier().getType());
}

LogicalResult PackedArithOp::verify() {
  unsigned expected = getOpKind() == PackedArithKind::FMA ? 3 : 2;
  if (getArgs().size() != expected)
    return emitOpError() << "expected " << expected << " operands for '"
                         << stringifyEnum(getOpKind()) << "', found "
                         << getArgs().size();
  return success();
}
