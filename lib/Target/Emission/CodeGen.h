//===- CodeGen.h - LLVM's NVPTX code generator ------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Set-up of LLVM for one compilation: target machine and diagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_TARGET_EMISSION_CODEGEN_H
#define TTC_LIB_TARGET_EMISSION_CODEGEN_H

#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/Location.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace ttc {

std::unique_ptr<llvm::TargetMachine> createTargetMachine(TargetInfo target,
                                                         unsigned ptxVersion);

/// Lets what LLVM reports in `context` become diagnostics at `loc`. Without a
/// handler LLVM would exit at the first error.
void forwardDiagnostics(llvm::LLVMContext &context, mlir::Location loc);

} // namespace ttc

#endif // TTC_LIB_TARGET_EMISSION_CODEGEN_H
