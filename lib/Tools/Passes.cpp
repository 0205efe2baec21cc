//===- Passes.cpp - The passes that tools offer ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Tools/Tools.h"

#include "ttc/Analysis/Passes.h"
#include "ttc/Compiler/Pipelines.h"
#include "ttc/Conversion/PTXToLLVM/PTXToLLVM.h"
#include "ttc/Conversion/Syntax/Syntax.h"
#include "ttc/Conversion/TTGToLLVM/TTGToLLVM.h"
#include "ttc/Conversion/TTToTTG/TTToTTG.h"
#include "ttc/Dialect/TT/Transforms/Passes.h"
#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Dialect/TTG/Transforms/Passes.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "mlir/Transforms/Passes.h"

void ttc::registerAllPasses() {
  mlir::registerTransformsPasses();
  registerAnalysisPasses();
  registerPTXToLLVMPasses();
  registerSyntaxPasses();
  registerTTGToLLVMPasses();
  registerTTToTTGPasses();
  ttg::registerTTGTransformsPasses();
  tt::registerTTTransformsPasses();
  registerPipelines();
  cpu::registerConvertToHostPass();
}
