//===- F2.cpp - Linear algebra over F2 in machine words -------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on subspaces given by spanning sets.
//
//===----------------------------------------------------------------------===//

#include "ttc/Layout/F2.h"

#include <cassert>

using namespace llvm;

namespace ttc {

SmallVector<uint64_t> f2Independent(ArrayRef<uint64_t> vectors) {
  return f2Extend({}, vectors);
}

SmallVector<uint64_t> f2Extend(ArrayRef<uint64_t> subspace,
                               ArrayRef<uint64_t> candidates) {
  F2Basis basis(subspace);
  SmallVector<uint64_t> added;
  for (uint64_t v : candidates)
    if (basis.insert(v))
      added.push_back(v);
  return added;
}

SmallVector<uint64_t> f2Kernel(ArrayRef<uint64_t> vectors) {
  assert(vectors.size() <= 64 && "combinations are held in one word");
  F2Basis basis;
  SmallVector<uint64_t> kernel;
  for (unsigned i = 0; i < vectors.size(); ++i) {
    uint64_t tag = uint64_t(1) << i;
    if (!basis.insert(vectors[i], tag))
      kernel.push_back(basis.reduce(vectors[i]).combination ^ tag);
  }
  return kernel;
}

SmallVector<uint64_t> f2Intersection(ArrayRef<uint64_t> a,
                                     ArrayRef<uint64_t> b) {
  // Tagging each vector of `a` with itself and those of `b` with zero makes a
  // dependence among the columns (a | b) yield its part in span(a), which,
  // equal to its part in span(b), lies in both.
  F2Basis basis;
  for (uint64_t v : a)
    basis.insert(v, v);
  SmallVector<uint64_t> common;
  for (uint64_t v : b)
    if (!basis.insert(v, 0))
      common.push_back(basis.reduce(v).combination);
  return f2Independent(common);
}

} // namespace ttc
