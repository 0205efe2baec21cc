//===- Memory.h - Where a launch's memory lives -----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global memory: each buffer of a launch lies in the middle of 64 GiB of
// reserved addresses, so an address far outside still tells which buffer it
// strayed from, and the host's page protection catches it without checks.
//
// Shared memory: each cluster has a window of 4 GiB at a multiple of 4 GiB,
// in which the block of rank R begins at R << 24, as on the GPU.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_MEMORY_H
#define TTC_LIB_EXECUTION_CPU_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttc::cpu {

/// Addresses reserved from the system, given back at the end.
class Reservation {
public:
  Reservation() = default;
  Reservation(const Reservation &) = delete;
  Reservation &operator=(const Reservation &) = delete;
  ~Reservation();
  /// Reserves `bytes` at a multiple of `align` (a power of two); false when
  /// the system refuses.
  bool reserve(size_t bytes, size_t align);
  /// Makes the pages that hold [address, address + bytes) usable.
  bool commit(char *address, size_t bytes);
  char *base() const { return aligned; }
  size_t size() const { return bytes; }
  bool contains(const void *address) const {
    auto *p = static_cast<const char *>(address);
    return p >= aligned && p < aligned + bytes;
  }

private:
  void *mapped = nullptr;
  size_t mappedBytes = 0;
  char *aligned = nullptr;
  size_t bytes = 0;
};

/// One buffer of a launch.
struct Buffer {
  std::string name;
  char *base = nullptr;
  size_t size = 0;
  bool initialized = true;
};

/// All buffers of a launch.
class GlobalMemory {
public:
  static constexpr unsigned slotBits = 36;

  /// Makes a buffer of each name and size; false when there is no memory.
  bool allocate(const std::vector<std::pair<std::string, size_t>> &sizes);
  /// The buffer whose slot holds `address`, or null.
  Buffer *find(uint64_t address) {
    uint64_t offset = address - reinterpret_cast<uint64_t>(space.base());
    if (offset >= space.size())
      return nullptr;
    return &buffers[offset >> slotBits];
  }
  std::vector<Buffer> buffers;

private:
  Reservation space;
};

/// The shared memory of one cluster.
class SharedWindow {
public:
  bool allocate(unsigned blocks, uint32_t bytesPerBlock);
  uint64_t address() const { return reinterpret_cast<uint64_t>(space.base()); }

private:
  Reservation space;
};

/// The size of a page of the host.
size_t pageBytes();

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_MEMORY_H
