//===- Passes.h - Passes that show analyses ---------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For people who ask what the compiler knows, and for tests.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_ANALYSIS_PASSES_H
#define TTC_ANALYSIS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace ttc {

#define GEN_PASS_DECL
#include "ttc/Analysis/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ttc/Analysis/Passes.h.inc"

} // namespace ttc

#endif // TTC_ANALYSIS_PASSES_H
