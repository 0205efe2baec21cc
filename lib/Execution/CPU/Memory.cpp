//===- Memory.cpp - Where a launch's memory lives -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Site.h"
#include "llvm/Support/MathExtras.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace ttc::cpu;

size_t ttc::cpu::pageBytes() {
  static const size_t bytes = sysconf(_SC_PAGESIZE);
  return bytes;
}

Reservation::~Reservation() {
  if (mapped)
    munmap(mapped, mappedBytes);
}

bool Reservation::reserve(size_t size, size_t align) {
  size_t total = size + align;
  void *address = mmap(nullptr, total, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED)
    return false;
  mapped = address;
  mappedBytes = total;
  aligned = reinterpret_cast<char *>(
      llvm::alignTo(reinterpret_cast<uint64_t>(address), align));
  bytes = size;
  return true;
}

bool Reservation::commit(char *address, size_t size) {
  if (size == 0)
    return true;
  uint64_t begin =
      llvm::alignDown(reinterpret_cast<uint64_t>(address), pageBytes());
  uint64_t end =
      llvm::alignTo(reinterpret_cast<uint64_t>(address) + size, pageBytes());
  return mprotect(reinterpret_cast<void *>(begin), end - begin,
                  PROT_READ | PROT_WRITE) == 0;
}

bool GlobalMemory::allocate(
    const std::vector<std::pair<std::string, size_t>> &sizes) {
  constexpr size_t slot = size_t(1) << slotBits;
  if (sizes.empty())
    return true;
  if (!space.reserve(slot * sizes.size(), slot))
    return false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    // The end is near a page's end, with the 256-byte alignment that a GPU's
    // allocations have.
    char *end = space.base() + i * slot + slot / 2;
    Buffer buffer;
    buffer.name = sizes[i].first;
    buffer.size = sizes[i].second;
    buffer.base = reinterpret_cast<char *>(
        llvm::alignDown(reinterpret_cast<uint64_t>(end) - buffer.size, 256));
    if (buffer.size > slot / 4 || !space.commit(buffer.base, buffer.size))
      return false;
    buffers.push_back(std::move(buffer));
  }
  return true;
}

bool SharedWindow::allocate(unsigned blocks, uint32_t bytesPerBlock) {
  if (!space.reserve(uint64_t(1) << 32, uint64_t(1) << 32))
    return false;
  for (unsigned rank = 0; rank < blocks; ++rank)
    if (!space.commit(space.base() + (uint64_t(rank) << 24) + sharedStart,
                      bytesPerBlock))
      return false;
  return true;
}
