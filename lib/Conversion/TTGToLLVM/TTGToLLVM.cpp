//===- TTGToLLVM.cpp - Conversion of ttg to the LLVM dialect --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass:
//
//   1. What cannot be lowered is found and reported before anything changes.
//   2. One dialect conversion turns tensors into scalars (1:N types) and every
//      op on them into LLVM, NVVM and ptx ops. Structured control flow keeps
//      its ops and takes the new types.
//   3. A second one, if there is control flow, turns it into branches.
//   4. On the result: multiplications and additions fuse, unused values go.
//
// The driver works without rollback, which is faster and needs every pattern to
// finish what it begins (see Lowering.h for how patterns report errors).
//
//===----------------------------------------------------------------------===//

#include "ttc/Conversion/TTGToLLVM/TTGToLLVM.h"

#include "Lowering.h"

#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Iterators.h"

namespace ttc {
#define GEN_PASS_DEF_CONVERTTTGTOLLVM
#include "ttc/Conversion/TTGToLLVM/Passes.h.inc"
} // namespace ttc

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
/// A tensor becomes one scalar for each register of its thread layout.
class TileTypeConverter : public LLVMTypeConverter {
public:
  TileTypeConverter(MLIRContext *context, LoweringContext &lowering)
      : LLVMTypeConverter(context) {
    addConversion([&](tt::PointerType type) -> std::optional<Type> {
      return lowering.convertScalar(type);
    });
    addConversion(
        [&](RankedTensorType type,
            SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
          Type scalar = lowering.convertScalar(type.getElementType());
          if (!scalar ||
              !isa_and_nonnull<tt::LayoutAttrInterface>(type.getEncoding()))
            return failure();
          types.append(lowering.getNumRegisters(type), scalar);
          return success();
        });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static ConversionConfig getConfig() {
  ConversionConfig config;
  config.allowPatternRollback = false;
  // Canonicalization has run; folding tensor ops once more costs time.
  config.foldingMode = DialectConversionFoldingMode::Never;
  return config;
}

static void addLegality(ConversionTarget &target) {
  target
      .addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect, ptx::PTXDialect>();
  target.addLegalOp<ModuleOp>();
  target.addIllegalDialect<arith::ArithDialect, gpu::GPUDialect,
                           math::MathDialect, tt::TTDialect, ttg::TTGDialect,
                           ub::UBDialect>();
}

static void populateTilePatterns(const LLVMTypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 LoweringContext &lowering) {
  populateElementwisePatterns(converter, patterns, lowering);
  populateFloat8Patterns(converter, patterns, lowering);
  populateConstantPatterns(converter, patterns, lowering);
  populateViewPatterns(converter, patterns, lowering);
  populateMemoryPatterns(converter, patterns, lowering);
  populateAtomicPatterns(converter, patterns, lowering);
  populateConvertLayoutPatterns(converter, patterns, lowering);
  populateReducePatterns(converter, patterns, lowering);
  populateFunctionPatterns(converter, patterns, lowering);
}

static LogicalResult convertControlFlow(ModuleOp module,
                                        LoweringContext &lowering) {
  WalkResult found = module.walk([](Operation *op) {
    return isa<scf::SCFDialect, cf::ControlFlowDialect>(op->getDialect())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return success();
  MLIRContext *context = module.getContext();
  ConversionTarget target(*context);
  addLegality(target);
  target.addIllegalDialect<scf::SCFDialect, cf::ControlFlowDialect>();
  LLVMTypeConverter converter(context);
  RewritePatternSet patterns(context);
  populateSCFToControlFlowConversionPatterns(patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  // Loops bring arithmetic of their own.
  populateElementwisePatterns(converter, patterns, lowering);
  populateConstantPatterns(converter, patterns, lowering);
  return applyPartialConversion(module, target, std::move(patterns),
                                getConfig());
}

/// Tiles are converted whole; of addresses, masks and indices often only what
/// belongs to the first element of a vector is used.
static void eraseUnused(LLVM::LLVMFuncOp function) {
  function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertTTGToLLVMPass
    : ttc::impl::ConvertTTGToLLVMBase<ConvertTTGToLLVMPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<TargetInfo> info = resolveTarget(module);
    if (!info || failed(checkModule(module)))
      return signalPassFailure();
    eraseUncalled(module);

    LoweringContext lowering(module, *info);
    if (failed(convertTiles(module, lowering)) || lowering.hasFailed() ||
        failed(convertControlFlow(module, lowering)))
      return signalPassFailure();

    for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
      if (fpFusion)
        fuseMultiplyAdd(function, *info);
      eraseUnused(function);
    }
    completeAttributes(module, *info);
  }

private:
  /// What the module says wins; an option that says otherwise is an error.
  std::optional<TargetInfo> resolveTarget(ModuleOp module) {
    auto attr = module->getAttrOfType<StringAttr>(ttg::targetAttrName);
    StringRef name = attr ? attr.getValue() : StringRef(target);
    if (name.empty()) {
      module.emitError() << "no target: the module has no '"
                         << ttg::targetAttrName << "' and no option names one";
      return std::nullopt;
    }
    llvm::Expected<TargetInfo> info = TargetInfo::get(name);
    if (!info) {
      module.emitError() << llvm::toString(info.takeError());
      return std::nullopt;
    }
    if (attr && !target.empty()) {
      llvm::Expected<TargetInfo> option = TargetInfo::get(target);
      bool differs = !option || option->getName() != info->getName();
      llvm::consumeError(option.takeError());
      if (differs) {
        module.emitError() << "the module is for " << attr << ", option "
                           << "'target' says '" << target << "'";
        return std::nullopt;
      }
    }
    return *info;
  }

  LogicalResult checkModule(ModuleOp module) {
    int64_t ctas =
        ttg::lookupModuleAttr(module, ttg::numCTAsAttrName).value_or(1);
    if (ctas != 1)
      return module.emitError()
             << "cannot be lowered: '" << ttg::numCTAsAttrName << "' is "
             << ctas << ", only 1 is supported";
    int64_t threads =
        ttg::lookupModuleAttr(module, ttg::threadsPerWarpAttrName).value_or(32);
    if (threads != 32)
      return module.emitError()
             << "'" << ttg::threadsPerWarpAttrName << "' is " << threads
             << ", warps of this target have 32 threads";
    return success();
  }

  /// Functions that were inlined everywhere.
  void eraseUncalled(ModuleOp module) {
    for (auto function :
         llvm::make_early_inc_range(module.getOps<tt::FuncOp>()))
      if (!function.isPublic() &&
          SymbolTable::symbolKnownUseEmpty(function, module))
        function.erase();
  }

  LogicalResult convertTiles(ModuleOp module, LoweringContext &lowering) {
    MLIRContext *context = &getContext();
    ConversionTarget target(*context);
    addLegality(target);
    TileTypeConverter converter(context, lowering);
    RewritePatternSet patterns(context);
    populateTilePatterns(converter, patterns, lowering);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
    if (failed(checkLowerable(module, patterns, lowering)))
      return failure();
    lowering.gatherAccesses();
    return applyPartialConversion(module, target, std::move(patterns),
                                  getConfig());
  }

  void completeAttributes(ModuleOp module, const TargetInfo &info) {
    Builder builder(&getContext());
    auto setDefault = [&](StringRef name, Attribute value) {
      if (!module->hasAttr(name))
        module->setAttr(name, value);
    };
    setDefault(ttg::targetAttrName,
               builder.getStringAttr(info.getModuleName()));
    setDefault(ttg::numWarpsAttrName,
               builder.getI32IntegerAttr(ttg::lookupNumWarps(module)));
    setDefault(ttg::numCTAsAttrName, builder.getI32IntegerAttr(1));
    setDefault(ttg::threadsPerWarpAttrName, builder.getI32IntegerAttr(32));
    setDefault(ttg::sharedAttrName, builder.getI32IntegerAttr(0));
  }
};
} // namespace
