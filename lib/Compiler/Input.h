//===- Input.h - What a module given to the compiler is ---------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers the questions that a module raises before it can be compiled: at
// which level it is, which function is the kernel, and for what target, with
// how many warps, it is to be compiled.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_COMPILER_INPUT_H
#define TTC_LIB_COMPILER_INPUT_H

#include "ttc/Compiler/Compiler.h"
#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace ttc {

/// What PTX has for each thread.
inline constexpr unsigned maxRegistersPerThread = 255;

/// Parses `text` and verifies it; null after an error. Bytecode, and text
/// nested too deep, are refused unread.
mlir::OwningOpRef<mlir::ModuleOp> parseInput(llvm::StringRef text,
                                             llvm::StringRef name,
                                             mlir::MLIRContext *context);

/// Stage::TTIR, TTGIR or Lowered.
mlir::FailureOr<Stage> detectLevel(mlir::ModuleOp module);

/// The kernel: the one called `name`, or the only one. Other kernels, which
/// nothing calls, are removed.
mlir::FailureOr<mlir::FunctionOpInterface> selectKernel(mlir::ModuleOp module,
                                                        llvm::StringRef name);

/// Whether the options' values and paths can be what they are.
mlir::LogicalResult checkOptions(mlir::ModuleOp module,
                                 const CompileOptions &options);

/// Settles target, warps, blocks of a cluster: what the module says, else the
/// options, else defaults; fills in `kernel`. The module and an option that
/// say different things are an error.
mlir::FailureOr<TargetInfo> settleConfiguration(mlir::ModuleOp module,
                                                const CompileOptions &options,
                                                KernelInfo &kernel);

/// The most registers that a thread may have, settled in the same way; nullopt
/// where nobody sets a limit.
mlir::FailureOr<std::optional<unsigned>>
settleMaxRegisters(mlir::ModuleOp module, const CompileOptions &options);

/// Names, types and promises of the kernel's parameters, as they are once the
/// kernel is lowered from `level`.
std::vector<KernelParameter>
describeParameters(mlir::FunctionOpInterface kernel, Stage level);

/// Which axes of the grid the lowered module reads.
void describeGridUse(mlir::ModuleOp lowered, KernelInfo &kernel);

} // namespace ttc

#endif // TTC_LIB_COMPILER_INPUT_H
