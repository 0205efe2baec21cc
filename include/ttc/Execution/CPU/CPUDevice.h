//===- CPUDevice.h - The CPU as a device ------------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The SIMT runtime (CPURuntime.h) behind the interface that launches use.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_CPU_CPUDEVICE_H
#define TTC_EXECUTION_CPU_CPUDEVICE_H

#include "ttc/Execution/CPU/CPURuntime.h"
#include "ttc/Execution/Device.h"

namespace ttc::exec {

/// A device that executes `KernelImage::lowered`. What the kernel did wrong
/// (cpu::Report) is the error of its launch, one paragraph for each report;
/// the buffers hold what was written until then. `onResult`, if given, sees
/// the result of each launch that ran, profile included.
std::unique_ptr<Device>
createCPUDevice(cpu::Options options,
                std::function<void(const cpu::Result &)> onResult = {});

} // namespace ttc::exec

#endif // TTC_EXECUTION_CPU_CPUDEVICE_H
