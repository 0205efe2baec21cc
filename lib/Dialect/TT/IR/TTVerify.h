//===- TTVerify.h - Checks that several ops share ---------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TT_IR_TTVERIFY_H
#define TTC_LIB_DIALECT_TT_IR_TTVERIFY_H

#include "ttc/Dialect/TT/IR/TT.h"

namespace ttc::tt {

/// The region combines two groups of `scalars` into one, which its terminator,
/// an op named `terminator`, returns.
llvm::LogicalResult verifyCombineRegion(mlir::Operation *op,
                                        mlir::Region &region,
                                        llvm::ArrayRef<mlir::Type> scalars,
                                        llvm::StringRef terminator);

/// The values are tensors of one shape and layout, at least one of them, and
/// `axis` is one of their dimensions.
llvm::LogicalResult verifyCombined(mlir::Operation *op, mlir::ValueRange values,
                                   uint32_t axis);

/// The element types of the values.
llvm::SmallVector<mlir::Type> scalarTypes(mlir::ValueRange values);

/// Whether two extents, or two shapes of one rank, can be the same; an extent
/// that is not known yet can be any.
bool agree(int64_t a, int64_t b);
bool agree(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

/// `shape` as text: 64x32, with a ? for an extent that is not known.
std::string shapeText(llvm::ArrayRef<int64_t> shape);

} // namespace ttc::tt

#endif // TTC_LIB_DIALECT_TT_IR_TTVERIFY_H
