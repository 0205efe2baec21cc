//===- Expectation.h - What a kernel's result must be -----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An expectation names an argument and the value it must have after the run:
//
//   out=x + y                        an expression (Expression.h)
//   out=[1, 2, 3]                    a list
//   out=FILE.npy                     a file
//   out=exp(x):rtol=1e-6:atol=1e-9   with tolerances
//
// An element is right when |got - want| is at most
// atol + rtol * |want| + rowtol * (largest |want| in its innermost row). With
// no tolerance, `want` is first rounded to the argument's type and must be
// equal. A NaN is right where a NaN is wanted. A buffer's element that nothing
// wrote is wrong whatever is wanted.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_EXPECTATION_H
#define TTC_EXECUTION_EXPECTATION_H

#include "ttc/Execution/Expression.h"

namespace ttc::exec {

struct Expectation {
  std::string name;
  /// Expression, list or file.
  std::string value;
  double rtol = 0, atol = 0, rowtol = 0;

  bool isExact() const { return rtol == 0 && atol == 0 && rowtol == 0; }
};

llvm::Expected<Expectation> parseExpectation(llvm::StringRef text);

/// Success when `got`, the argument after the run, is as expected. Otherwise
/// the error counts the wrong elements and shows the first few. `before` holds
/// the arguments' contents before the run.
llvm::Error check(const Expectation &expectation, const ArgumentValue &got,
                  const Environment &before);

} // namespace ttc::exec

#endif // TTC_EXECUTION_EXPECTATION_H
