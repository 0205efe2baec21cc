//===- Emission.h - From a lowered module to PTX ----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The back end: a lowered module (LLVM, NVVM and ptx dialects) becomes LLVM
// IR, is optimized, and leaves LLVM's NVPTX code generator as PTX. Three steps,
// so that each can be timed and its result kept; docs/emission.md tells what
// they do and why.
//
// Everything that the code generator would stop the process for is found and
// reported before it runs.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TARGET_EMISSION_EMISSION_H
#define TTC_TARGET_EMISSION_EMISSION_H

#include "ttc/Target/Emission/Toolkit.h"
#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace ttc {

struct EmissionOptions {
  TargetInfo target;
  /// Where libdevice is looked for.
  Toolkit toolkit;
  /// PTX ISA version to write; without it the lowest that does. Ten times the
  /// major version plus the minor one.
  std::optional<unsigned> ptxVersion;
  /// What `nvvm.maxnreg` and `nvvm.minctasm` of a kernel say; these win over
  /// the kernel's attributes.
  std::optional<unsigned> maxRegisters, minBlocksPerSM;
};

/// A kernel in LLVM IR with all it needs.
struct LLVMProgram {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  unsigned ptxVersion = 0;

  LLVMProgram() = default;
  LLVMProgram(LLVMProgram &&) = default;
  /// The members depend on each other, so there is no assignment.
  LLVMProgram &operator=(LLVMProgram &&) = delete;
};

/// Adds what translates the dialects of a lowered module.
void registerEmissionDialects(mlir::DialectRegistry &registry);

/// Where the kernel is defined: the place of errors that have no other.
mlir::Location getKernelLocation(mlir::ModuleOp lowered);

/// Translates `lowered`, which is changed on the way. Errors are diagnostics
/// at the operation at fault: an instruction that the target or the requested
/// PTX version lacks, a function that no library has.
mlir::FailureOr<LLVMProgram> translateToLLVM(mlir::ModuleOp lowered,
                                             const EmissionOptions &options);

/// Runs ttc's LLVM pipeline.
void optimizeLLVM(LLVMProgram &program);

/// The PTX of `program`, which is used up. What LLVM reports becomes
/// diagnostics at `loc`.
mlir::FailureOr<std::string> emitPTX(LLVMProgram &program, mlir::Location loc);

} // namespace ttc

#endif // TTC_TARGET_EMISSION_EMISSION_H
