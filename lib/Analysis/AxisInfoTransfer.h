//===- AxisInfoTransfer.h - Axis facts through operations -------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pure part of the analysis: what follows for a result from its operands.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_ANALYSIS_AXISINFOTRANSFER_H
#define TTC_LIB_ANALYSIS_AXISINFOTRANSFER_H

#include "ttc/Analysis/AxisInfo.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace ttc::axis_info {

/// The largest power of two that divides `value`, up to what is tracked.
int64_t largestPowerOf2Divisor(int64_t value);

/// Divides the values at all coordinates that are multiples of `run` (a power
/// of two) along an axis. Inside a run of the facts' contiguity they are
/// multiples of `run` steps above its first value.
int64_t divisorAt(const AxisFacts &facts, int64_t run, int64_t stepBytes);

/// Extents of the type's axes; {1} for a scalar.
llvm::SmallVector<int64_t, 4> getExtents(mlir::Type type);

/// Cuts facts down to the extents of the tile and to runs that fit the signed
/// half of the integer type (see AxisFacts::contiguity), and carries over to
/// every axis what divides all elements.
void normalize(AxisInfo &info, mlir::Type type);

/// `type` filled with one value.
AxisInfo constant(mlir::Type type, int64_t value);
/// The tile of integers that an attribute lists.
AxisInfo constant(mlir::DenseIntElementsAttr elements);

/// The facts of a result of `op`, which has type `type`; operations of more
/// than one result give them all the same facts. `operands` has one entry per
/// operand, those of other types than integers and pointers are unknown.
AxisInfo transfer(mlir::Operation *op,
                  llvm::ArrayRef<const AxisInfo *> operands, mlir::Type type);

/// One case for each family of operations; empty if `op` is not of the family.
std::optional<AxisInfo>
transferArith(mlir::Operation *op, llvm::ArrayRef<const AxisInfo *> operands);
std::optional<AxisInfo> transferTile(mlir::Operation *op,
                                     llvm::ArrayRef<const AxisInfo *> operands);

/// lower, lower + step, lower + 2 * step, ...
AxisInfo inductionVariable(const AxisInfo &lower, const AxisInfo &step,
                           bool isUnsigned);

} // namespace ttc::axis_info

#endif // TTC_LIB_ANALYSIS_AXISINFOTRANSFER_H
