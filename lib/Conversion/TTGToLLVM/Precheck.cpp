//===- Precheck.cpp - What cannot be lowered ------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at every op before anything changes, so that an error speaks of the
// program as it was written, and patterns may rely on what they find: every
// type has registers, every tensor is laid out for the threads that there are.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace ttc;

namespace {
class Precheck {
public:
  Precheck(RewritePatternSet &patterns, LoweringContext &lowering)
      : lowering(lowering) {
    for (const auto &pattern : patterns.getNativePatterns())
      if (auto root = pattern->getRootKind())
        lowered.insert(*root);
  }

  void check(tt::FuncOp function) {
    if (function.isExternal() || function.getNumResults()) {
      lowering.reportUnsupported(function,
                                 "a kernel has a body and returns nothing");
      return;
    }
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      // These are what the conversion makes.
      if (isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect,
                          ptx::PTXDialect>(op->getDialect()))
        return WalkResult::skip();
      if (!checkName(op) || !checkTypes(op))
        return WalkResult::skip();
      // The pattern of an op with regions of its own converts those.
      bool isStructure = isa<tt::FuncOp>(op) ||
                         isa_and_nonnull<scf::SCFDialect>(op->getDialect());
      return isStructure ? WalkResult::advance() : WalkResult::skip();
    });
  }

private:
  bool checkName(Operation *op) {
    if (lowered.contains(op->getName()))
      return true;
    if (isa<tt::CallOp>(op))
      lowering.reportUnsupported(
          op, "calls are inlined before; a function marked noinline, or one "
              "that calls itself, can't be");
    else
      lowering.reportUnsupported(op, "this operation is not supported");
    return false;
  }

  bool checkTypes(Operation *op) {
    auto check = [&](Type type) { return checkType(op, type); };
    if (!llvm::all_of(op->getOperandTypes(), check) ||
        !llvm::all_of(op->getResultTypes(), check))
      return false;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!llvm::all_of(block.getArgumentTypes(), check))
          return false;
    return true;
  }

  /// Reports the first op with a type that has no registers.
  bool checkType(Operation *op, Type type) {
    if (known.contains(type))
      return true;
    std::string problem = getProblem(type);
    if (problem.empty()) {
      known.insert(type);
      return true;
    }
    lowering.reportUnsupported(op, problem);
    return false;
  }

  std::string getProblem(Type type) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!lowering.convertScalar(tensor ? tensor.getElementType() : type))
      os << "no registers for values of type " << type;
    else if (tensor &&
             !isa_and_nonnull<tt::LayoutAttrInterface>(tensor.getEncoding()))
      os << type << " has no layout";
    else if (tensor)
      checkThreads(tensor, os);
    return text;
  }

  void checkThreads(RankedTensorType type, llvm::raw_ostream &os) const {
    const LinearLayout &layout = lowering.getLayout(type);
    unsigned lanes = lowering.target.getThreadsPerWarp();
    if (layout.inSize(Space::Lane) != lanes ||
        layout.inSize(Space::Warp) != lowering.numWarps ||
        layout.inSize(Space::Block) != 1)
      os << "the layout of " << type << " is for " << layout.inSize(Space::Lane)
         << " lanes, " << layout.inSize(Space::Warp) << " warps and "
         << layout.inSize(Space::Block) << " blocks, the kernel has " << lanes
         << ", " << lowering.numWarps << " and 1";
  }

  LoweringContext &lowering;
  llvm::DenseSet<OperationName> lowered;
  llvm::DenseSet<Type> known;
};
} // namespace

LogicalResult ttc::checkLowerable(ModuleOp module, RewritePatternSet &patterns,
                                  LoweringContext &lowering) {
  Precheck precheck(patterns, lowering);
  for (Operation &op : *module.getBody()) {
    if (auto function = dyn_cast<tt::FuncOp>(op))
      precheck.check(function);
    else if (!isa_and_nonnull<LLVM::LLVMDialect>(op.getDialect()))
      lowering.reportUnsupported(&op, "a module holds kernels");
  }
  return failure(lowering.hasFailed());
}
