//===- TensorMapEncoding.h - The 128 bytes of a tensor map ------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel sees a tensor map as opaque bytes. Ours hold the description that
// the copies read back, with a mark by which a wrong address is noticed.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_TENSORMAPENCODING_H
#define TTC_LIB_EXECUTION_CPU_TENSORMAPENCODING_H

#include "Memory.h"
#include "ttc/Execution/CPU/CPURuntime.h"
#include <cstring>

namespace ttc::cpu {

constexpr size_t tensorMapBytes = 128;

struct EncodedTensorMap {
  static constexpr uint32_t expectedMark = 0x544d6170;
  uint32_t mark;
  uint8_t type, rank, swizzle, nanFill;
  uint64_t address;
  uint64_t strides[4];
  uint32_t sizes[5];
  uint16_t box[5];
  uint8_t elementStrides[5];
};
static_assert(sizeof(EncodedTensorMap) <= tensorMapBytes);

inline void encodeTensorMap(const TensorMap &map, const Buffer &buffer,
                            char *bytes) {
  EncodedTensorMap encoded{};
  encoded.mark = EncodedTensorMap::expectedMark;
  encoded.type = uint8_t(map.type);
  encoded.rank = map.rank;
  encoded.swizzle = map.swizzle;
  encoded.nanFill = map.nanFill;
  encoded.address = reinterpret_cast<uint64_t>(buffer.base) + map.offset;
  for (unsigned i = 0; i < 5; ++i) {
    encoded.sizes[i] = map.sizes[i];
    encoded.box[i] = map.box[i];
    encoded.elementStrides[i] = map.elementStrides[i];
    if (i < 4)
      encoded.strides[i] = map.strides[i];
  }
  memcpy(bytes, &encoded, sizeof(encoded));
}

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_TENSORMAPENCODING_H
