//===- Expression.h - Arithmetic on whole arrays ----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The language in which a test says what a kernel must compute, such as
// "exp(x - max(x, 1)) / sum(exp(x - max(x, 1)), 1)". Values are arrays; the
// shapes of operands are matched from the innermost dimension outwards, and a
// dimension of size 1 repeats.
//
//   1.5  0x10  inf  nan  pi            numbers
//   x                                  an argument's contents before the run
//   + - * / // % **                    // and % round towards minus infinity
//   < <= > >= == !=                    1 or 0
//   & | ^ << >>                        on whole numbers
//   exp exp2 log log2 sqrt rsqrt sin cos tanh erf abs floor ceil trunc
//   minimum(a, b)  maximum(a, b)  where(condition, a, b)
//   sum(a, dim) prod max min cumsum    the dimension is kept, of size 1 (but
//                                      for cumsum); without dim: over all
//   matmul(a, b)                       of the two innermost dimensions
//   transpose(a)  reshape(a, 2, 3)     transpose swaps the two innermost
//   take(a, i)                         elements of a, flattened, at i
//   iota(2, 3)                         0, 1, 2, ... in this shape
//   f16(a), i8(a), ...                 rounded or wrapped to an element type
//
// Arithmetic is that of `long double`, with 64 bits of mantissa on x86-64, so
// every element type, 64-bit integers included, is held exactly.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_EXPRESSION_H
#define TTC_EXECUTION_EXPRESSION_H

#include "ttc/Execution/Device.h"

#include "llvm/ADT/StringMap.h"

namespace ttc::exec {

using Real = long double;

/// An array in C order; a scalar has no dimensions.
struct Array {
  llvm::SmallVector<int64_t> shape;
  std::vector<Real> values;

  static Array scalar(Real value) { return {{}, {value}}; }
  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
};

/// The arrays that names stand for.
using Environment = llvm::StringMap<Array>;

/// The argument's present contents.
Array toArray(const ArgumentValue &argument);

/// The value of the expression, or what is wrong with it and where.
llvm::Expected<Array> evaluate(llvm::StringRef expression,
                               const Environment &names);

/// `value` rounded (floating point) or wrapped (integers) to `element`.
Real roundReal(Element element, Real value);

} // namespace ttc::exec

#endif // TTC_EXECUTION_EXPRESSION_H
