//===- Matrix.h - Matrix instructions ---------------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix, stmatrix and mma.sync, executed once all lanes have arrived, and
// what they share with wgmma: element types and their arithmetic.
//
// Products are exact and sums are taken in double, rounded once to the
// accumulator's type: the hardware, whose order and rounding of partial sums
// is not documented, may differ by K roundings.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_MATRIX_H
#define TTC_LIB_EXECUTION_CPU_MATRIX_H

#include "Numeric.h"
#include <cstdint>
#include <vector>

namespace ttc::cpu {
struct Meeting;
struct Warp;

/// Element types of matrix instructions, as sites hold them.
enum class MatrixType : int64_t {
  F16,
  BF16,
  TF32,
  F64,
  E4M3,
  E5M2,
  S8,
  U8,
  S4,
  U4,
  B1,
  F32,
  S32,
};

unsigned bitsOf(MatrixType type);
inline bool isInteger(MatrixType type) {
  return type >= MatrixType::S8 && type <= MatrixType::B1;
}
/// The value of the element whose bits are the low ones of `bits`.
double elementValue(MatrixType type, uint64_t bits);

/// Puts value `i` of an accumulator into its lane's words: f16 values share a
/// word by pairs.
void storeAccumulator(MatrixType type, uint64_t *words, unsigned i,
                      double value, bool saturates);

/// Operations of bulk tensor reductions.
enum TensorReduction : int64_t {
  TensorReduceAdd,
  TensorReduceMin,
  TensorReduceMax,
  TensorReduceAnd,
  TensorReduceOr,
  TensorReduceXor,
};

/// The shared memory address with the swizzle of 32, 64 or 128 bytes applied.
uint64_t swizzled(uint64_t address, unsigned swizzleBytes);

/// d[M][N] = a[M][K] * b[N][K] + c[M][N], all dense.
struct Product {
  unsigned m, n, k;
  std::vector<double> a, b, c;
  Product(unsigned m, unsigned n, unsigned k)
      : m(m), n(n), k(k), a(m * k), b(n * k), c(m * n) {}
  void compute();
};

void performMatrix(Meeting &meeting, Warp &warp);

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_MATRIX_H
