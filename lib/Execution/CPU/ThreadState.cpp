//===- ThreadState.cpp - Names of the special registers -------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadState.h"
#include <cstddef>

using namespace ttc::cpu;

namespace {
struct Register {
  llvm::StringLiteral name;
  unsigned offset;
};

#define TRIPLE(NAME, FIELD)                                                    \
  {NAME ".x", offsetof(ThreadState, FIELD)},                                   \
      {NAME ".y", offsetof(ThreadState, FIELD) + 4},                           \
      {NAME ".z", offsetof(ThreadState, FIELD) + 8}
#define SINGLE(NAME, FIELD) {NAME, offsetof(ThreadState, FIELD)}

constexpr Register registers[] = {
    TRIPLE("tid", tid),
    TRIPLE("ntid", ntid),
    TRIPLE("ctaid", ctaid),
    TRIPLE("nctaid", nctaid),
    TRIPLE("clusterid", clusterid),
    TRIPLE("nclusterid", nclusterid),
    TRIPLE("cluster.ctaid", clusterCtaid),
    TRIPLE("cluster.nctaid", clusterNctaid),
    SINGLE("cluster.ctarank", clusterCtarank),
    SINGLE("cluster.nctarank", clusterNctarank),
    SINGLE("laneid", laneid),
    SINGLE("warpid", warpid),
    SINGLE("nwarpid", nwarpid),
    SINGLE("warpsize", warpsize),
    SINGLE("smid", smid),
    SINGLE("nsmid", nsmid),
    SINGLE("gridid", gridid),
    SINGLE("lanemask.eq", lanemaskEq),
    SINGLE("lanemask.le", lanemaskLe),
    SINGLE("lanemask.lt", lanemaskLt),
    SINGLE("lanemask.ge", lanemaskGe),
    SINGLE("lanemask.gt", lanemaskGt),
    SINGLE("total.smem.size", totalSmem),
    SINGLE("total.smem_size", totalSmem),
    SINGLE("dynamic.smem.size", dynamicSmem),
    SINGLE("dynamic.smem_size", dynamicSmem),
    SINGLE("aggr.smem.size", aggrSmem),
    SINGLE("aggr.smem_size", aggrSmem),
};
#undef TRIPLE
#undef SINGLE
} // namespace

std::optional<unsigned> ttc::cpu::specialRegisterOffset(llvm::StringRef name) {
  for (const Register &reg : registers)
    if (reg.name == name)
      return reg.offset;
  return std::nullopt;
}
