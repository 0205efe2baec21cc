//===- ArrayOps.h - Functions of the expression language --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Expression.h lists, on evaluated operands.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_ARRAYOPS_H
#define TTC_LIB_EXECUTION_ARRAYOPS_H

#include "ttc/Execution/Expression.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ttc::exec {

/// A binary operator of the language; null when there is none of this name.
using BinaryFunction = Real (*)(Real, Real);
BinaryFunction findOperator(llvm::StringRef symbol);

/// Applies `function` to matching elements.
llvm::Expected<Array> mapBinary(const Array &a, const Array &b,
                                BinaryFunction function);

/// `a` repeated to `shape`; an error where the shapes don't match.
llvm::Expected<Array> broadcast(const Array &a, llvm::ArrayRef<int64_t> shape);

/// Calls the function of the language called `name`.
llvm::Expected<Array> callFunction(llvm::StringRef name,
                                   llvm::ArrayRef<Array> operands);

} // namespace ttc::exec

#endif // TTC_LIB_EXECUTION_ARRAYOPS_H
