//===- DescriptorParts.h - Descriptors as plain values ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tensor descriptor becomes where it is rewritten to plain pointers; for
// a kernel's argument, these are the parameters that a launcher passes in its
// place. They are those that the launcher of Triton 3.6 passes on GPUs without
// tensor maps.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_TRANSFORMS_DESCRIPTORPARTS_H
#define TTC_DIALECT_TT_TRANSFORMS_DESCRIPTORPARTS_H

#include "ttc/Dialect/TT/IR/TT.h"

#include <string>

namespace ttc::tt {

/// One value of those that stand for a descriptor.
struct DescriptorPart {
  /// What its name has after the descriptor's: nothing for the base pointer,
  /// ".shape.0", ".stride.0", ".padding".
  std::string suffix;
  mlir::Type type;
  /// The value is a multiple of this: bytes for the pointer, elements for
  /// strides.
  int64_t divisibility;
};

/// The base pointer; the extents and the strides, one i64 for each dimension;
/// an i1, true where the padding is NaN.
llvm::SmallVector<DescriptorPart> getDescriptorParts(TensorDescType type);

} // namespace ttc::tt

#endif // TTC_DIALECT_TT_TRANSFORMS_DESCRIPTORPARTS_H
