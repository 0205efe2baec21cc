//===- Optimize.cpp - ttc's LLVM pipeline ---------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few passes, each there for what our lowering leaves to LLVM. None of them
// moves, merges or splits convergent operations. docs/emission.md has what each
// costs and gives.
//
//===----------------------------------------------------------------------===//

#include "ttc/Target/Emission/Emission.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace ttc;

/// Whether functions of libdevice have been linked in.
static bool hasLibdevice(const llvm::Module &module) {
  return module.getModuleFlag("nvvm-reflect-ftz");
}

void ttc::optimizeLLVM(LLVMProgram &program) {
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager callGraphAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassBuilder builder(program.machine.get());
  program.machine->registerPassBuilderCallbacks(builder);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(callGraphAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses,
                               callGraphAnalyses, moduleAnalyses);

  llvm::ModulePassManager passes;
  llvm::FunctionPassManager functionPasses;
  if (hasLibdevice(*program.module)) {
    // Answers __nvvm_reflect for this target, so only one variant is inlined.
    builder.invokePipelineStartEPCallbacks(passes, llvm::OptimizationLevel::O3);
    passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/false));
    passes.addPass(llvm::GlobalDCEPass());
    functionPasses.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  }
  functionPasses.addPass(llvm::EarlyCSEPass());
  functionPasses.addPass(llvm::InstCombinePass());
  functionPasses.addPass(llvm::ReassociatePass());
  functionPasses.addPass(llvm::EarlyCSEPass());
  functionPasses.addPass(llvm::SimplifyCFGPass());
  passes.addPass(
      llvm::createModuleToFunctionPassAdaptor(std::move(functionPasses)));
  passes.run(*program.module, moduleAnalyses);
}
