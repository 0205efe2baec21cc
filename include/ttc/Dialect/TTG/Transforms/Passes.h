//===- Passes.h - Passes on the ttg dialect ---------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_TRANSFORMS_PASSES_H
#define TTC_DIALECT_TTG_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace ttc::ttg {

#define GEN_PASS_DECL
#include "ttc/Dialect/TTG/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ttc/Dialect/TTG/Transforms/Passes.h.inc"

} // namespace ttc::ttg

#endif // TTC_DIALECT_TTG_TRANSFORMS_PASSES_H
