//===- TTGToLLVM.h - Conversion of ttg to the LLVM dialect ------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From tiles with layouts to the program of one thread: the *lowered module*,
// in the LLVM, NVVM and ptx dialects. Functions have been inlined, shared
// memory allocated and barriers placed before.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_TTGTOLLVM_TTGTOLLVM_H
#define TTC_CONVERSION_TTGTOLLVM_TTGTOLLVM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace ttc {

#define GEN_PASS_DECL
#include "ttc/Conversion/TTGToLLVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ttc/Conversion/TTGToLLVM/Passes.h.inc"

} // namespace ttc

#endif // TTC_CONVERSION_TTGTOLLVM_TTGTOLLVM_H
