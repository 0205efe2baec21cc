//===- Passes.h - Passes on the tt dialect ----------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_TRANSFORMS_PASSES_H
#define TTC_DIALECT_TT_TRANSFORMS_PASSES_H

#include "ttc/Dialect/TT/IR/TT.h"

#include "mlir/Pass/Pass.h"

namespace ttc::tt {

#define GEN_PASS_DECL
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ttc/Dialect/TT/Transforms/Passes.h.inc"

} // namespace ttc::tt

#endif // TTC_DIALECT_TT_TRANSFORMS_PASSES_H
