//===- Npy.h - NumPy's file format for arrays -------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes `.npy` files, versions 1, 2 and 3 of NumPy's format, as
// described in NumPy's reference (numpy.lib.format). Written are version 1
// files in C order, little endian.
//
// NumPy has no type for bf16 and the two 8-bit floats. They are written as
// unsigned integers of the same width (`arr.view(ml_dtypes.bfloat16)` gives
// the values back) and read when the caller says so (`as`), from unsigned,
// signed or void elements of the same width.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_NPY_H
#define TTC_EXECUTION_NPY_H

#include "ttc/Execution/Element.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace ttc::exec {

struct NpyArray {
  Element element = Element::F32;
  /// Outermost dimension first; empty for a scalar.
  llvm::SmallVector<int64_t> shape;
  /// Elements in C order, little endian.
  std::vector<uint8_t> bytes;
};

/// The array in the text of a `.npy` file. Fortran order and big endian are
/// turned around. With `as`, the elements' bits are taken for that type, which
/// must be as wide; without it, a type that no kernel can take is an error.
llvm::Expected<NpyArray> parseNpy(llvm::StringRef contents,
                                  std::optional<Element> as = std::nullopt);

/// The text of a `.npy` file holding the array.
std::string formatNpy(Element element, llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<uint8_t> bytes);

/// As above, from and to a file; errors name it.
llvm::Expected<NpyArray> readNpyFile(llvm::StringRef path,
                                     std::optional<Element> as = std::nullopt);
llvm::Error writeNpyFile(llvm::StringRef path, Element element,
                         llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<uint8_t> bytes);

} // namespace ttc::exec

#endif // TTC_EXECUTION_NPY_H
