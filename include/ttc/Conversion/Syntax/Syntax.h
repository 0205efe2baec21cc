//===- Syntax.h - Between the versions of Triton ----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_SYNTAX_SYNTAX_H
#define TTC_CONVERSION_SYNTAX_SYNTAX_H

#include "mlir/Pass/Pass.h"

namespace ttc {

#define GEN_PASS_DECL
#include "ttc/Conversion/Syntax/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ttc/Conversion/Syntax/Passes.h.inc"

} // namespace ttc

#endif // TTC_CONVERSION_SYNTAX_SYNTAX_H
