//===- Kernel.h - From the input to a kernel that can run -------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the input as far as the device needs, or takes a cubin as it is.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_TT_RUN_KERNEL_H
#define TTC_TOOLS_TT_RUN_KERNEL_H

#include "Devices.h"
#include "Options.h"

namespace ttc::run {

/// A kernel and what owns its parts.
struct Kernel {
  /// Owns the types of the image's module, so it goes last.
  std::shared_ptr<mlir::MLIRContext> context;
  exec::KernelImage image;
  /// A cubin does not say what its parameters are.
  bool parametersKnown = true;
};

/// The request's kernel for the device. Warnings of the compiler go to stderr;
/// where it fails, its errors went there too and the error's text is empty.
llvm::Expected<Kernel> prepareKernel(const Request &request,
                                     const OpenedDevice &device);

} // namespace ttc::run

#endif // TTC_TOOLS_TT_RUN_KERNEL_H
