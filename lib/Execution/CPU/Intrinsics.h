//===- Intrinsics.h - Scalar NVVM intrinsics on the host --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic that NVVM adds to LLVM IR (rounding modes, approximations,
// conversions), used by lowered modules and by libdevice. It is mapped on LLVM
// IR, after libdevice was linked in: to plain LLVM where the meaning is the
// same, else to functions of this library.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_INTRINSICS_H
#define TTC_LIB_EXECUTION_CPU_INTRINSICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace llvm {
class Module;
} // namespace llvm

namespace ttc::cpu {

/// Whether `name` ("llvm.nvvm.add.rz.f") is an intrinsic that mapIntrinsics
/// maps.
bool isMappedIntrinsic(llvm::StringRef name);

/// Replaces the NVVM intrinsics and libdevice's inline assembly, and gives
/// operations that LLVM leaves undefined (conversions out of range, division
/// by zero) what the GPU makes of them. Returns what could not be mapped, or
/// an empty string. `sm` answers __nvvm_reflect("__CUDA_ARCH"), as 900.
std::string mapIntrinsics(llvm::Module &module, int sm);

/// Functions that mapped code may call, by name.
llvm::ArrayRef<std::pair<llvm::StringRef, void *>> mathFunctions();

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_INTRINSICS_H
