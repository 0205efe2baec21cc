//===- Libdevice.h - NVIDIA's bitcode library -------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links the functions `__nv_*` that a module calls.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_TARGET_EMISSION_LIBDEVICE_H
#define TTC_LIB_TARGET_EMISSION_LIBDEVICE_H

#include "ttc/Target/Emission/Toolkit.h"

#include "mlir/IR/Location.h"
#include "llvm/IR/Module.h"

namespace ttc {

/// Brings in what `module` calls of libdevice, ready to be inlined, and does
/// nothing where it calls nothing. A missing library or function is an error
/// at the call.
mlir::LogicalResult linkLibdevice(llvm::Module &module, const Toolkit &toolkit,
                                  mlir::Location loc);

} // namespace ttc

#endif // TTC_LIB_TARGET_EMISSION_LIBDEVICE_H
