//===- LayoutAssignment.h - Layouts for every tensor, by cost ---*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_H
#define TTC_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_H

#include "ttc/Dialect/TT/IR/TT.h"
#include "ttc/Target/Info/TargetInfo.h"

namespace ttc::ttg {

/// Gives every tensor of a TTIR function a layout and adds the conversions that
/// are needed, at the least total price (docs/layout-assignment.md). Fails with
/// a diagnostic at an op whose layouts no rule describes.
///
///   %p = tt.addptr ... : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
///   %x = tt.load %p : tensor<1024x!tt.ptr<f32>>
/// becomes, with facts that allow 16-byte accesses,
///   %x = tt.load %p : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{
///          sizePerThread = [4], threadsPerWarp = [32], ...}>>
llvm::LogicalResult assignLayouts(tt::FuncOp func, const TargetInfo &target,
                                  unsigned numWarps, unsigned numCTAs);

} // namespace ttc::ttg

#endif // TTC_DIALECT_TTG_TRANSFORMS_LAYOUTASSIGNMENT_H
