//===- Requirement.h - What an instruction asks of the target ---*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pair of minima: PTX ISA version and SM architecture. Instructions state
// theirs, a module's is the greatest of its instructions', and the version
// that the PTX of a module names is the lowest that satisfies it, so that no
// driver is shut out without need.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TARGET_INFO_REQUIREMENT_H
#define TTC_TARGET_INFO_REQUIREMENT_H

namespace ttc {

struct Requirement {
  /// Ten times the major version plus the minor one: 74 is PTX ISA 7.4. Zero
  /// asks for nothing.
  unsigned ptxVersion = 0;
  /// Architecture number: 90 for sm_90 and later. Zero asks for nothing.
  unsigned sm = 0;

  /// Raises both minima to those of `other`.
  void include(Requirement other) {
    if (other.ptxVersion > ptxVersion)
      ptxVersion = other.ptxVersion;
    if (other.sm > sm)
      sm = other.sm;
  }
};

} // namespace ttc

#endif // TTC_TARGET_INFO_REQUIREMENT_H
