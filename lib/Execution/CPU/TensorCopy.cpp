//===- TensorCopy.cpp - Bulk copies of tensor tiles -----------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, cp.async.bulk.tensor, tiled mode: a box of the tensor, dimension 0
// innermost, lies densely in shared memory; with a swizzle, bits of the
// 16-byte chunk's number are exchanged by exclusive or with bits of the row's.
// Elements outside the tensor are filled on loads and left out on stores. The
// whole box counts as transferred.
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "Matrix.h"
#include "Numeric.h"
#include "TensorMapEncoding.h"
#include "llvm/ADT/bit.h"
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

uint64_t ttc::cpu::swizzled(uint64_t address, unsigned swizzleBytes) {
  switch (swizzleBytes) {
  case 32:
    return address ^ (address >> 7 & 1) << 4;
  case 64:
    return address ^ (address >> 7 & 3) << 4;
  case 128:
    return address ^ (address >> 7 & 7) << 4;
  default:
    return address;
  }
}

namespace {
using Type = TensorMap::Type;

unsigned elementBytes(Type type) {
  switch (type) {
  case Type::U8:
    return 1;
  case Type::U16:
  case Type::F16:
  case Type::BF16:
    return 2;
  case Type::U32:
  case Type::S32:
  case Type::F32:
    return 4;
  case Type::U64:
  case Type::S64:
  case Type::F64:
    return 8;
  }
  llvm_unreachable("unknown element type");
}

/// The bits of a NaN, for maps that fill with it.
uint64_t nanBits(Type type) {
  switch (type) {
  case Type::F16:
    return 0x7fff;
  case Type::BF16:
    return 0x7fff;
  case Type::F32:
    return 0x7fffffff;
  case Type::F64:
    return 0x7fffffffffffffff;
  default:
    return 0;
  }
}

/// One tile of a tensor: where it is and how it lies in shared memory.
struct Tile {
  EncodedTensorMap map;
  unsigned bytes;
  std::array<int64_t, 5> start{};

  int64_t count() const {
    int64_t elements = 1;
    for (unsigned i = 0; i < map.rank; ++i)
      elements *= map.box[i];
    return elements;
  }

  /// Calls `function(offset in the box, global address or 0)` for each run of
  /// `unit` elements of dimension 0.
  template <typename Function>
  void forEach(Function function) const {
    std::array<int64_t, 5> at{};
    for (int64_t i = 0, e = count(); i < e; ++i) {
      bool inside = true;
      uint64_t address = map.address;
      for (unsigned d = 0; d < map.rank; ++d) {
        int64_t position = start[d] + at[d];
        inside &= position >= 0 && position < int64_t(map.sizes[d]);
        address += position * (d ? int64_t(map.strides[d - 1]) : bytes);
      }
      function(uint64_t(i) * bytes, inside ? address : 0);
      for (unsigned d = 0; d < map.rank; ++d) {
        if (++at[d] < map.box[d])
          break;
        at[d] = 0;
      }
    }
  }
};

Tile readTile(Thread *thread, const Site *site, uint64_t mapAddress,
              const uint64_t *coordinates, unsigned count) {
  Tile tile;
  memcpy(&tile.map, reinterpret_cast<const void *>(mapAddress),
         sizeof(tile.map));
  if (tile.map.mark != EncodedTensorMap::expectedMark)
    fail(thread, Report::Kind::BadInstruction, site,
         "the descriptor's address holds no tensor map");
  if (count != tile.map.rank)
    fail(thread, Report::Kind::BadInstruction, site,
         llvm::Twine(count) + " coordinates for a tensor map of rank " +
             llvm::Twine(unsigned(tile.map.rank)));
  for (unsigned d = 0; d < tile.map.rank; ++d)
    if (tile.map.elementStrides[d] != 1)
      fail(thread, Report::Kind::BadInstruction, site,
           "the runtime has no tensor maps with element strides");
  tile.bytes = elementBytes(Type(tile.map.type));
  for (unsigned d = 0; d < count; ++d)
    tile.start[d] = int32_t(coordinates[d]);
  return tile;
}

void checkShared(Thread *thread, const Site *site, const Tile &tile,
                 uint64_t shared) {
  // The pattern of a swizzle repeats every 8 rows, to which a tile is aligned.
  unsigned align = tile.map.swizzle ? tile.map.swizzle * 8 : 128;
  if (shared & (align - 1))
    fail(thread, Report::Kind::Misaligned, site,
         "the tile at " + describeAddress(thread, shared) +
             " is no multiple of " + llvm::Twine(align));
}

void checkAccess(const AsyncWork &work, uint64_t address, unsigned bytes,
                 AccessMode mode) {
  if (Checker *checker = work.thread->block->cluster->execution->checker.get())
    checker->access(work.token, work.site, address, bytes, mode);
}

/// Operands: predicate, destination, map, mbarrier, mask, coordinates.
void load(Thread *thread, const Site *site, uint64_t *in) {
  if (!(in[0] & 1))
    return;
  uint64_t to = in[1], barrier = in[3];
  uint32_t mask =
      site->params[1] ? uint32_t(in[4] & 0xffff) : 1u << ((to >> 24) & 0xff);
  Tile tile = readTile(thread, site, in[2], in + 5, site->params[0]);
  checkShared(thread, site, tile, to);
  std::shared_ptr<AsyncWork> work = makeWork(thread, site, true);
  AsyncWork *raw = work.get();
  auto forEachTarget = [=](auto function) {
    for (uint32_t rank = 0; rank < 16; ++rank)
      if (mask >> rank & 1)
        function([rank](uint64_t address) {
          return (address & ~uint64_t(0xff000000)) | uint64_t(rank) << 24;
        });
  };
  work->perform = [=] {
    uint64_t fill = tile.map.nanFill ? nanBits(Type(tile.map.type)) : 0;
    forEachTarget([&](auto inTarget) {
      tile.forEach([&](uint64_t offset, uint64_t from) {
        uint64_t place = swizzled(inTarget(to) + offset, tile.map.swizzle);
        checkAccess(*raw, place, tile.bytes, AccessMode::Write);
        if (from)
          checkAccess(*raw, from, tile.bytes, AccessMode::Read);
        memcpy(reinterpret_cast<void *>(place),
               from ? reinterpret_cast<const void *>(from) : &fill, tile.bytes);
      });
    });
  };
  int64_t bytes = tile.count() * tile.bytes;
  // The barrier's own block also gets the signal of its own copy only.
  work->finish = [=] {
    forEachTarget([&](auto inTarget) {
      completeTransactions(*raw, inTarget(barrier), bytes);
    });
  };
  issueWork(std::move(work), nullptr);
}

/// Operands: predicate, map, source, coordinates.
void store(Thread *thread, const Site *site, uint64_t *in) {
  if (!(in[0] & 1))
    return;
  uint64_t from = in[2];
  Tile tile = readTile(thread, site, in[1], in + 3, site->params[0]);
  checkShared(thread, site, tile, from);
  std::shared_ptr<AsyncWork> work = makeWork(thread, site, true);
  AsyncWork *raw = work.get();
  work->perform = [=] {
    tile.forEach([&](uint64_t offset, uint64_t to) {
      uint64_t place = swizzled(from + offset, tile.map.swizzle);
      if (!to)
        return;
      checkAccess(*raw, place, tile.bytes, AccessMode::Read);
      checkAccess(*raw, to, tile.bytes, AccessMode::Write);
      memcpy(reinterpret_cast<void *>(to),
             reinterpret_cast<const void *>(place), tile.bytes);
    });
  };
  issueWork(std::move(work), &thread->async->bulk);
}

template <typename T>
T combine(int64_t kind, T a, T b) {
  switch (kind) {
  case TensorReduceAdd:
    return a + b;
  case TensorReduceMin:
    return std::min(a, b);
  case TensorReduceMax:
    return std::max(a, b);
  default:
    return a;
  }
}

uint64_t combineBits(int64_t kind, Type type, uint64_t a, uint64_t b) {
  switch (kind) {
  case TensorReduceAnd:
    return a & b;
  case TensorReduceOr:
    return a | b;
  case TensorReduceXor:
    return a ^ b;
  default:
    break;
  }
  switch (type) {
  case Type::F16:
    return floatToHalf(combine(kind, halfToFloat(a), halfToFloat(b)));
  case Type::BF16:
    return floatToBFloat(combine(kind, bfloatToFloat(a), bfloatToFloat(b)));
  case Type::F32:
    return llvm::bit_cast<uint32_t>(
        combine(kind, llvm::bit_cast<float>(uint32_t(a)),
                llvm::bit_cast<float>(uint32_t(b))));
  case Type::F64:
    return llvm::bit_cast<uint64_t>(
        combine(kind, llvm::bit_cast<double>(a), llvm::bit_cast<double>(b)));
  case Type::S32:
    return uint32_t(combine(kind, int32_t(a), int32_t(b)));
  case Type::S64:
    return uint64_t(combine(kind, int64_t(a), int64_t(b)));
  default:
    return combine(kind, a, b);
  }
}

/// Operands: map, source, coordinates. Parameters: rank, operation.
void reduce(Thread *thread, const Site *site, uint64_t *in) {
  uint64_t from = in[1];
  Tile tile = readTile(thread, site, in[0], in + 2, site->params[0]);
  checkShared(thread, site, tile, from);
  std::shared_ptr<AsyncWork> work = makeWork(thread, site, true);
  AsyncWork *raw = work.get();
  int64_t kind = site->params[1];
  work->perform = [=] {
    tile.forEach([&](uint64_t offset, uint64_t to) {
      uint64_t place = swizzled(from + offset, tile.map.swizzle);
      if (!to)
        return;
      checkAccess(*raw, place, tile.bytes, AccessMode::Read);
      uint64_t a = 0, b = 0;
      memcpy(&a, reinterpret_cast<const void *>(to), tile.bytes);
      memcpy(&b, reinterpret_cast<const void *>(place), tile.bytes);
      uint64_t sum = combineBits(kind, Type(tile.map.type), a, b);
      memcpy(reinterpret_cast<void *>(to), &sum, tile.bytes);
    });
  };
  issueWork(std::move(work), &thread->async->bulk);
}
} // namespace

void ttc::cpu::executeTensorCopy(Thread *thread, const Site *site,
                                 uint64_t *in) {
  switch (site->kind) {
  case SiteKind::TensorLoad:
    return load(thread, site, in);
  case SiteKind::TensorStore:
    return store(thread, site, in);
  default:
    return reduce(thread, site, in);
  }
}
