//===- Profiler.h - What a kernel costs -------------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes run one by one, so the n-th execution of an instruction by each lane
// of a warp is taken as one warp-wide request: exact while a warp's lanes
// execute it equally often.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_PROFILER_H
#define TTC_LIB_EXECUTION_CPU_PROFILER_H

#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"

namespace ttc::cpu {

class Profiler {
public:
  explicit Profiler(Execution &execution) : execution(execution) {}
  void access(Thread *thread, const Site *site, uint64_t address, bool on);
  Profile take();

private:
  Execution &execution;
};

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_PROFILER_H
