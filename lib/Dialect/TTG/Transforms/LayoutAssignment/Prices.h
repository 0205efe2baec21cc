//===- Prices.h - What a layout costs ---------------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prices are in quarter cycles of one multiprocessor, for one block: the time
// in which one of its four schedulers issues one instruction of one warp. They
// are for choosing between layouts and do not predict times.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_PRICES_H
#define TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_PRICES_H

#include "ValueGraph.h"

#include "ttc/Analysis/AxisInfo.h"
#include "ttc/Target/Info/TargetInfo.h"

namespace ttc::ttg {

/// How one access of global memory comes out in a layout.
struct AccessCost {
  /// Elements that one instruction of a thread moves.
  unsigned vector = 1;
  /// Instructions of all warps.
  double instructions = 0;
  /// 32-byte sectors that they touch, and the fewest that the data fills.
  double sectors = 0;
  double minSectors = 0;
};

class PriceList {
public:
  PriceList(const AxisInfoAnalysis &axes, const TargetInfo &target,
            unsigned numWarps)
      : axes(axes), target(target), numWarps(numWarps) {}

  /// One run of the node's op.
  double node(const Node &node, const Layout &layout) const;
  /// One conversion of a tensor of this type.
  double conversion(mlir::RankedTensorType type, const Layout &from,
                    const Layout &to) const;

  AccessCost access(mlir::Operation *op, const Layout &layout) const;

private:
  double reduction(tt::ReduceOp op, const LinearLayout &layout) const;

  const AxisInfoAnalysis &axes;
  const TargetInfo &target;
  unsigned numWarps;
  mutable llvm::DenseMap<
      std::tuple<mlir::Attribute, mlir::Attribute, mlir::Type>, double>
      conversions;
};

} // namespace ttc::ttg

#endif // TTC_LIB_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_PRICES_H
