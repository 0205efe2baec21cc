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

#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace ttc;

void ttc::buildTTOptimizePipeline(OpPassManager &passes,
                                  const PipelineOptions &options) {
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void ttc::buildTTToTTGPipeline(OpPassManager &passes,
                               const PipelineOptions &options) {}

void ttc::buildTTGOptimizePipeline(OpPassManager &passes,
                                   const PipelineOptions &options) {}

void ttc::buildTTGToLLVMPipeline(OpPassManager &passes,
                                 const PipelineOptions &options) {}
