//===- Pipelines.cpp - The passes between the levels ----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of passes, in one place.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Pipelines.h"

#include "ttc/Conversion/TTGToLLVM/TTGToLLVM.h"
#include "ttc/Conversion/TTToTTG/TTToTTG.h"
#include "ttc/Dialect/TT/Transforms/Passes.h"
#include "ttc/Dialect/TTG/Transforms/Passes.h"

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// The pipelines
//===----------------------------------------------------------------------===//

void ttc::buildTTOptimizePipeline(OpPassManager &passes,
                                  const PipelineOptions &options) {
  // Every other pass may rely on known extents.
  passes.addPass(tt::createInferShapes());
  // What is inlined gets simplified with the rest, once.
  passes.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  passes.addPass(createSymbolDCEPass());
  passes.addPass(tt::createLowerBlockPointers(
      {options.lowerBlockPointers, options.lowerDescriptors}));
  if (!options.optimizeTiles)
    return;
  passes.addNestedPass<tt::FuncOp>(tt::createUnrollLoops());
  passes.addNestedPass<tt::FuncOp>(tt::createSimplify({options.formDots}));
}

void ttc::buildTTToTTGPipeline(OpPassManager &passes,
                               const PipelineOptions &options) {
  ConvertTTToTTGOptions settings;
  settings.target = options.target;
  settings.numWarps = options.numWarps;
  settings.numCTAs = options.numCTAs;
  passes.addPass(createConvertTTToTTG(settings));
}

void ttc::buildTTGOptimizePipeline(OpPassManager &passes,
                                   const PipelineOptions &) {
  // Computing values again in a second layout leaves equal ones behind.
  passes.addPass(createCSEPass());
}

void ttc::buildTTGToLLVMPipeline(OpPassManager &passes,
                                 const PipelineOptions &options) {
  passes.addPass(ttg::createAllocateSharedMemory({/*target=*/options.target}));
  passes.addPass(ttg::createPlaceBarriers());
  ConvertTTGToLLVMOptions settings;
  settings.target = options.target;
  settings.fpFusion = options.fpFusion;
  passes.addPass(createConvertTTGToLLVM(settings));
}

//===----------------------------------------------------------------------===//
// Their names in tt-opt
//===----------------------------------------------------------------------===//

namespace {
/// PipelineOptions as text. Zero means: what the module says.
struct TextOptions : PassPipelineOptions<TextOptions> {
  Option<std::string> target{
      *this, "target", llvm::cl::desc("Target, \"cuda:90\" or \"sm_90a\"")};
  Option<unsigned> numWarps{*this, "num-warps", llvm::cl::init(0),
                            llvm::cl::desc("Warps per block")};
  Option<unsigned> numStages{*this, "num-stages", llvm::cl::init(3),
                             llvm::cl::desc("Stages of a pipelined loop")};
  Option<unsigned> numCTAs{*this, "num-ctas", llvm::cl::init(0),
                           llvm::cl::desc("Blocks per cluster")};
  Option<bool> fpFusion{
      *this, "fp-fusion", llvm::cl::init(true),
      llvm::cl::desc("Whether a product and a sum may become one fma")};
  Option<bool> lowerBlockPointers{
      *this, "lower-block-pointers", llvm::cl::init(true),
      llvm::cl::desc("Rewrite block pointers to plain pointers")};
  Option<bool> lowerDescriptors{
      *this, "lower-descriptors", llvm::cl::init(true),
      llvm::cl::desc("Rewrite tensor descriptors to plain pointers")};
  Option<bool> formDots{
      *this, "form-dots", llvm::cl::init(false),
      llvm::cl::desc("Make sums of products, where they are exact, dots")};

  PipelineOptions get() const {
    PipelineOptions options;
    options.target = target;
    options.numWarps = numWarps;
    options.numStages = numStages;
    options.numCTAs = numCTAs;
    options.fpFusion = fpFusion;
    options.lowerBlockPointers = lowerBlockPointers;
    options.lowerDescriptors = lowerDescriptors;
    options.formDots = formDots;
    return options;
  }
};
} // namespace

void ttc::registerPipelines() {
  using Builder = void (*)(OpPassManager &, const PipelineOptions &);
  auto add = [](StringRef name, StringRef description,
                std::initializer_list<Builder> builders) {
    PassPipelineRegistration<TextOptions>(
        name, description,
        [builders = SmallVector<Builder>(builders)](
            OpPassManager &passes, const TextOptions &options) {
          for (Builder build : builders)
            build(passes, options.get());
        });
  };
  add("tt-optimize", "Optimize at the tile level", {buildTTOptimizePipeline});
  add("ttg-optimize", "Optimize at the GPU level", {buildTTGOptimizePipeline});
  add("ttg-to-llvm", "Lower TTGIR to the LLVM, NVVM and ptx dialects",
      {buildTTGToLLVMPipeline});
  add("tt-to-llvm", "All of it: from TTIR to the lowered module",
      {buildTTOptimizePipeline, buildTTToTTGPipeline, buildTTGOptimizePipeline,
       buildTTGToLLVMPipeline});
}
