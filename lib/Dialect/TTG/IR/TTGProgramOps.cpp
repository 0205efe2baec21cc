//===- TTGProgramOps.cpp - Warps, stages and other matters of a program ---===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttg;

//===----------------------------------------------------------------------===//
// warp_specialize: structure
//===----------------------------------------------------------------------===//

WarpSpecializePartitionsOp WarpSpecializeOp::getPartitionOp() {
  return cast<WarpSpecializePartitionsOp>(
      getPartitionOpHolder().front().front());
}

MutableArrayRef<Region> WarpSpecializeOp::getPartitionRegions() {
  return getPartitionOp()->getRegions();
}

void WarpSpecializeOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  // Partitions have no values in common with the default region, so control
  // passes through that alone.
  if (point.isParent())
    successors.emplace_back(&getDefaultRegion());
  else
    successors.emplace_back(getOperation(), getResults());
}

unsigned WarpSpecializePartitionsOp::getRegionWarps(const Region &region) {
  auto parent = dyn_cast<WarpSpecializeOp>((*this)->getParentOp());
  DenseI32ArrayAttr numbers =
      parent ? parent.getPartitionNumWarpsAttr() : DenseI32ArrayAttr();
  ArrayRef<int32_t> counts =
      numbers ? numbers.asArrayRef() : ArrayRef<int32_t>();
  for (auto [candidate, count] : llvm::zip(getPartitionRegions(), counts))
    if (&candidate == &region)
      return count;
  return 0;
}

//===----------------------------------------------------------------------===//
// warp_specialize: text
//===----------------------------------------------------------------------===//

/// `partitionN(%arg: type, ...) num_warps(M) { ... }`, N = `regions.size()`.
static ParseResult
parsePartition(OpAsmParser &parser,
               SmallVectorImpl<std::unique_ptr<Region>> &regions,
               SmallVectorImpl<int32_t> &warps) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseKeyword("num_warps") || parser.parseLParen() ||
      parser.parseInteger(warps.emplace_back()) || parser.parseRParen())
    return failure();
  regions.push_back(std::make_unique<Region>());
  return parser.parseRegion(*regions.back(), arguments);
}

ParseResult WarpSpecializeOp::parse(OpAsmParser &parser,
                                    OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> captures;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(captures, OpAsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseKeyword("default") || parser.parseRegion(*state.addRegion()))
    return failure();
  SmallVector<std::unique_ptr<Region>> regions;
  SmallVector<int32_t> warps;
  while (succeeded(
      parser.parseOptionalKeyword(("partition" + Twine(regions.size())).str())))
    if (parsePartition(parser, regions, warps))
      return failure();
  FunctionType type;
  if (parser.parseColonType(type) ||
      parser.resolveOperands(captures, type.getInputs(), loc, state.operands))
    return failure();
  state.addTypes(type.getResults());
  state.addAttribute(getPartitionNumWarpsAttrName(state.name),
                     parser.getBuilder().getDenseI32ArrayAttr(warps));
  OperationState inner(state.location,
                       WarpSpecializePartitionsOp::getOperationName());
  for (std::unique_ptr<Region> &region : regions)
    inner.addRegion(std::move(region));
  Block &holder = state.addRegion()->emplaceBlock();
  holder.push_back(Operation::create(inner));
  return success();
}

void WarpSpecializeOp::print(OpAsmPrinter &os) {
  os << "(" << getExplicitCaptures() << ")";
  os.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                      {getPartitionNumWarpsAttrName()});
  os.printNewline();
  os << "default ";
  os.printRegion(getDefaultRegion(), /*printEntryBlockArgs=*/false);
  for (auto [i, region] : llvm::enumerate(getPartitionRegions())) {
    os.printNewline();
    os << "partition" << i << "(";
    llvm::interleaveComma(region.getArguments(), os, [&](BlockArgument arg) {
      os.printRegionArgument(arg);
    });
    os << ") num_warps(" << getPartitionNumWarps()[i] << ") ";
    os.printRegion(region, /*printEntryBlockArgs=*/false);
  }
  os << " : ";
  os.printFunctionalType(*this);
}

//===----------------------------------------------------------------------===//
// warp_specialize: verification
//===----------------------------------------------------------------------===//

static LogicalResult verifyCount(Operation *op, StringRef name,
                                 std::optional<ArrayRef<int32_t>> numbers,
                                 size_t expected) {
  if (!numbers || numbers->size() == expected)
    return success();
  return op->emitOpError() << "expected " << expected << " numbers in '" << name
                           << "', found " << numbers->size();
}

LogicalResult WarpSpecializeOp::verifyRegions() {
  Block &holder = getPartitionOpHolder().front();
  if (!llvm::hasSingleElement(holder) ||
      !isa<WarpSpecializePartitionsOp>(holder.front()))
    return emitOpError() << "expected one ttg.warp_specialize.partitions in "
                            "its second region";
  size_t count = getPartitionRegions().size();
  if (failed(verifyCount(*this, "partitionNumWarps", getPartitionNumWarps(),
                         count)) ||
      failed(verifyCount(*this, "warpGroupStartIds", getWarpGroupStartIds(),
                         count)) ||
      failed(verifyCount(*this, "requestedRegisters", getRequestedRegisters(),
                         count)) ||
      failed(verifyCount(*this, "actualRegisters", getActualRegisters(),
                         count + 1)))
    return failure();
  // PTX ISA, setmaxnreg.
  for (int32_t registers :
       getRequestedRegisters().value_or(ArrayRef<int32_t>()))
    if (registers < 1 || registers > 256)
      return emitOpError() << "expected 1 to 256 registers in "
                              "'requestedRegisters', found "
                           << registers;
  for (int32_t warps : getPartitionNumWarps())
    if (!log2Exact(warps))
      return emitOpError() << "expected partitions of a power of two of warps, "
                              "found "
                           << warps;
  for (auto [i, region] : llvm::enumerate(getPartitionRegions()))
    if (region.getArgumentTypes() != getExplicitCaptures().getTypes())
      return emitOpError() << "expected the arguments of partition " << i
                           << " to be (" << getExplicitCaptures().getTypes()
                           << "), found (" << region.getArgumentTypes() << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// predicate_stage, mask
//===----------------------------------------------------------------------===//

LogicalResult PredicateStageOp::verify() {
  int32_t stage = getStage(), last = getMaxStage();
  if (stage >= 0 && stage <= last)
    return success();
  return emitOpError() << "expected a stage from 0 to " << last << ", found "
                       << stage;
}

LogicalResult MaskOp::verifyRegions() {
  auto end = dyn_cast<MaskReturnOp>(getBody().front().getTerminator());
  if (!end)
    return emitOpError() << "expected the region to end in ttg.mask.return";
  if (end.getOperandTypes() == getResultTypes())
    return success();
  return end.emitOpError() << "expected (" << getResultTypes() << "), found ("
                           << end.getOperandTypes() << ")";
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

LogicalResult GlobalScratchAllocOp::verify() {
  if (int32_t(getNbytes()) <= 0)
    return emitOpError() << "expected 'nbytes' to be positive, found "
                         << int32_t(getNbytes());
  if (log2Exact(int32_t(getAlignment())))
    return success();
  return emitOpError() << "expected 'alignment' to be a power of two, found "
                       << int32_t(getAlignment());
}

/// What the operand's layout, with a register bit for the half of a byte below
/// the others, makes of the result.
static LinearLayout unpackedLayout(const LinearLayout &packed, unsigned axis) {
  LinearLayout half =
      LinearLayout::identity1D(2, Space::Register, Space::dim(axis));
  SmallVector<Space> order;
  for (SpaceBits out : packed.outs())
    order.push_back(out.space);
  return (half * packed).transposeOuts(order);
}

LogicalResult Fp4ToFpOp::verify() {
  auto src = cast<RankedTensorType>(getSrc().getType());
  auto result = cast<RankedTensorType>(getType());
  if (int64_t(getAxis()) >= src.getRank())
    return emitOpError() << "has no axis " << int32_t(getAxis()) << " in "
                         << src;
  SmallVector<int64_t> shape(src.getShape());
  shape[getAxis()] *= 2;
  if (result.getShape() != ArrayRef<int64_t>(shape)) {
    InFlightDiagnostic diag = emitOpError() << "expected the result shape ";
    llvm::interleave(shape, diag, "x");
    return diag << ", found " << result;
  }
  std::optional<LinearLayout> from = tt::getLayout(src),
                              to = tt::getLayout(result);
  if (!from || !to ||
      unpackedLayout(*from, getAxis()).equalUpToReplication(*to))
    return success();
  return emitOpError() << "the operand's layout does not lead to that of the "
                          "result "
                       << result;
}

void InlineAsmOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
