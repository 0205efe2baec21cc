//===- AxisInfo.h - How values run along a tile's axes ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be told at compile time of the integers and pointers in a tile, axis
// by axis: from it follow which accesses may be vectors and along which axis
// neighbouring threads meet neighbouring addresses.
//
//   %r = tt.make_range {start = 0, end = 128}   contiguity 128
//   %n = tt.splat %stride                       constancy 128
//   %p = tt.addptr %base, %r                    contiguity 128, divisibility
//                                               that of %base, in bytes
//
// Rests on MLIR's sparse forward data-flow analysis. docs/analysis.md derives
// the rule of each operation.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_ANALYSIS_AXISINFO_H
#define TTC_ANALYSIS_AXISINFO_H

#include "ttc/Layout/LinearLayout.h"

#include "mlir/IR/Value.h"

#include <memory>

namespace mlir {
class DataFlowSolver;
} // namespace mlir

namespace ttc {

/// What is known of a value along one axis of its tile. All numbers are powers
/// of two, and 1 says nothing.
///
/// A *run* of length n is n elements along the axis, other coordinates equal,
/// that begins at a coordinate which is a multiple of n. A step from one
/// element to the next is 1 for an integer and the size of the pointee for a
/// pointer.
struct AxisFacts {
  /// In runs of this length each value is one step above the one before,
  /// except that arithmetic in fewer bits than an address has may wrap around.
  /// It can wrap only at a multiple of `divisibility`, so runs of
  /// min(contiguity, divisibility in steps) never do.
  int64_t contiguity = 1;
  /// Divides the first value of every run of length `contiguity`: in units for
  /// integers, in bytes for pointers.
  int64_t divisibility = 1;
  /// In runs of this length all values are equal.
  int64_t constancy = 1;

  friend bool operator==(const AxisFacts &a, const AxisFacts &b) {
    return a.contiguity == b.contiguity && a.divisibility == b.divisibility &&
           a.constancy == b.constancy;
  }
};

/// What is known of one value. A scalar has a single axis of extent 1.
struct AxisInfo {
  /// The largest divisibility that is tracked; zero is divisible by it.
  static constexpr int64_t maxDivisibility = int64_t(1) << 30;

  llvm::SmallVector<AxisFacts, 2> axes;
  /// The value of every element, sign-extended, if it is known.
  std::optional<int64_t> constant;
  /// No element is negative as a signed number (integers only). Sums and
  /// products of program ids, ranges and constants count as not negative: that
  /// index arithmetic on them does not overflow is part of the contract of a
  /// launch.
  bool nonNegative = false;
  /// Bytes of a step for a pointer, 1 for an integer.
  int64_t stepBytes = 1;

  /// Nothing is known, which holds for any value of the type.
  static AxisInfo unknown(mlir::Type type);

  unsigned rank() const { return axes.size(); }
  int64_t contiguity(unsigned axis) const { return axes[axis].contiguity; }
  int64_t divisibility(unsigned axis) const { return axes[axis].divisibility; }
  int64_t constancy(unsigned axis) const { return axes[axis].constancy; }

  /// Divides every element, whatever its coordinates.
  int64_t divisibilityOfAll() const;
  /// The length of the runs along `axis` in which values are consecutive as
  /// numbers of any width, begin at a multiple of the run's length in steps,
  /// and so never wrap.
  int64_t alignedRun(unsigned axis) const;

  /// What holds for both.
  static AxisInfo join(const AxisInfo &a, const AxisInfo &b);
  friend bool operator==(const AxisInfo &a, const AxisInfo &b) {
    return a.axes == b.axes && a.constant == b.constant &&
           a.nonNegative == b.nonNegative && a.stepBytes == b.stepBytes;
  }

  /// "contiguity = [128], divisibility = [16], constancy = [1]", then
  /// ", constant = 4" and ", nonnegative" where they hold.
  void print(llvm::raw_ostream &os) const;
};

/// The registers of a thread that one vector access serves.
struct VectorAccess {
  /// The axis along which the elements are neighbours in memory.
  unsigned axis = 0;
  /// registerMasks[i]: what to xor to a register's index to get to the element
  /// 1 << i steps further. Empty if every element is accessed by itself.
  llvm::SmallVector<uint64_t, 5> registerMasks;

  unsigned elements() const { return 1u << registerMasks.size(); }
};

/// Facts for every integer and pointer value under one operation (a module or
/// a function), as they hold when this object is made. Values made later are
/// unknown.
class AxisInfoAnalysis {
public:
  explicit AxisInfoAnalysis(mlir::Operation *root);
  AxisInfoAnalysis(AxisInfoAnalysis &&);
  ~AxisInfoAnalysis();

  /// Null for a value of another type, in dead code, or made since.
  const AxisInfo *lookup(mlir::Value value) const;
  /// The same, or what holds for any value of the type.
  AxisInfo get(mlir::Value value) const;

  /// The widest vectors, up to `maxBytes` (a power of two), in which a thread
  /// may access the tile of pointers `ptr` laid out by `layout`: their elements
  /// are neighbours in memory, aligned to the vector's size, and `mask`, unless
  /// null, is equal for all of them. `layout` maps (register, lane, warp,
  /// block) to the dimensions of `ptr`.
  VectorAccess getVectorAccess(mlir::Value ptr, mlir::Value mask,
                               const LinearLayout &layout,
                               unsigned maxBytes) const;
  /// The same for the layout that the type of `ptr` names. A scalar, or a tile
  /// without layout, is accessed element by element.
  VectorAccess getVectorAccess(mlir::Value ptr, mlir::Value mask,
                               unsigned maxBytes) const;

  /// The number of neighbouring elements along `axis` that may be accessed
  /// together in whatever layout: a power of two, at most maxBytes / size.
  unsigned getVectorLimit(mlir::Value ptr, mlir::Value mask, unsigned axis,
                          unsigned maxBytes) const;

private:
  std::unique_ptr<mlir::DataFlowSolver> solver;
};

} // namespace ttc

#endif // TTC_ANALYSIS_AXISINFO_H
