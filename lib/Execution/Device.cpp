//===- Device.cpp - What runs a compiled kernel ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all devices share.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Device.h"

#include <functional>
#include <numeric>

using namespace llvm;
using namespace ttc::exec;

int64_t ArgumentValue::numElements() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

uint8_t ttc::exec::poisonByte(Element element) {
  return isFloat(element) ? 0xFF : 0xA5;
}

Device::~Device() = default;

Expected<BenchResult> Device::bench(const KernelImage &, const Launch &,
                                    const BenchOptions &) {
  return createStringError("only a GPU can time kernels: use --device=cuda");
}
