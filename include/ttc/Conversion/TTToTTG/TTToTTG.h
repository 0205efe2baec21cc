//===- TTToTTG.h - From tiles to tiles with layouts -------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_TTTOTTG_TTTOTTG_H
#define TTC_CONVERSION_TTTOTTG_TTTOTTG_H

#include "mlir/Pass/Pass.h"

namespace ttc {

#define GEN_PASS_DECL
#include "ttc/Conversion/TTToTTG/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ttc/Conversion/TTToTTG/Passes.h.inc"

} // namespace ttc

#endif // TTC_CONVERSION_TTTOTTG_TTTOTTG_H
