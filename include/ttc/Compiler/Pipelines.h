//===- Pipelines.h - The passes between the levels --------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The named pipelines: what compile() runs, and what tt-opt offers under the
// same names.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_COMPILER_PIPELINES_H
#define TTC_COMPILER_PIPELINES_H

#include "mlir/Pass/PassManager.h"

#include <string>

namespace ttc {

/// What the passes want to know; the meaning is that of CompileOptions.
struct PipelineOptions {
  /// "cuda:90"
  std::string target;
  /// Zero for what the module says, here and in numCTAs.
  unsigned numWarps = 0;
  unsigned numStages = 3;
  unsigned numCTAs = 0;
  bool fpFusion = true;
  bool optimizeTiles = true;
  /// Whether sums of products become dots. Not when compiling, for as long as
  /// dots get no layouts.
  bool formDots = false;
  /// Whether block pointers and tensor descriptors become plain pointers.
  /// Nothing after `tt-optimize` can do without.
  bool lowerBlockPointers = true;
  bool lowerDescriptors = true;
};

/// TTIR to better TTIR: what can be done before layouts are known.
void buildTTOptimizePipeline(mlir::OpPassManager &passes,
                             const PipelineOptions &options);

/// TTIR to TTGIR.
void buildTTToTTGPipeline(mlir::OpPassManager &passes,
                          const PipelineOptions &options);

/// TTGIR to better TTGIR: layouts assigned, loops pipelined.
void buildTTGOptimizePipeline(mlir::OpPassManager &passes,
                              const PipelineOptions &options);

/// TTGIR to a lowered module.
void buildTTGToLLVMPipeline(mlir::OpPassManager &passes,
                            const PipelineOptions &options);

/// Offers them to tt-opt, under the names `tt-optimize`, `ttg-optimize`,
/// `ttg-to-llvm` and `tt-to-llvm`.
void registerPipelines();

} // namespace ttc

#endif // TTC_COMPILER_PIPELINES_H
