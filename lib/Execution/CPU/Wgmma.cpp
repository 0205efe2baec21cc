//===- Wgmma.cpp - Matrix products of a warp group ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions". Accumulator
// value i of thread (warp w, g = lane / 4, t = lane % 4) of the warp group is
// in row 16 w + g + 8 (i / 2 % 2), column 8 (i / 4) + 2 t + i % 2.
//
// The product is computed when all four warps have issued it; registers hold
// it from then on. What the ISA leaves open until the wait is covered by the
// checks: shared memory that it reads must not be written before its group was
// waited for, and no thread may return without waiting.
//
//===----------------------------------------------------------------------===//

#include "Wgmma.h"
#include "Async.h"
#include "Matrix.h"
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

namespace {
constexpr unsigned groupThreads = 128;
constexpr unsigned rows = 64;

/// Parameters of the site.
struct Shape {
  unsigned n, k;
  MatrixType typeA, typeB, typeD;
  bool negatesA, negatesB, transposesA, transposesB, saturates, aInRegisters;
  unsigned values;
  explicit Shape(const Site &site)
      : n(site.params[0]), k(site.params[1]), typeA(MatrixType(site.params[2])),
        typeB(MatrixType(site.params[3])), typeD(MatrixType(site.params[4])),
        negatesA(site.params[6] & WgmmaNegateA),
        negatesB(site.params[6] & WgmmaNegateB),
        transposesA(site.params[6] & WgmmaTransposeA),
        transposesB(site.params[6] & WgmmaTransposeB),
        saturates(site.params[6] & WgmmaSaturate),
        aInRegisters(site.params[6] & WgmmaARegisters), values(n / 2) {}
};

/// PTX ISA, "Matrix Descriptor Format". `mn` is the dimension that is not K.
class Operand {
public:
  Operand(uint64_t descriptor, uint64_t sharedBase, unsigned elementBytes,
          bool isMNMajor)
      : start(sharedBase + ((descriptor & 0x3fff) << 4)),
        leading((descriptor >> 16 & 0x3fff) << 4),
        stride((descriptor >> 32 & 0x3fff) << 4),
        baseOffset(descriptor >> 49 & 7),
        swizzle(std::array<unsigned, 4>{0, 128, 64, 32}[descriptor >> 62]),
        elementBytes(elementBytes), isMNMajor(isMNMajor) {}

  bool isSupported() const { return baseOffset == 0; }

  uint64_t addressOf(unsigned mn, unsigned k) const {
    return swizzled(start + (isMNMajor ? offsetMNMajor(mn, k)
                                       : offsetKMajor(mn, k * elementBytes)),
                    swizzle);
  }

private:
  /// Groups of 8 rows are `stride` apart. Without swizzle a row of a group is
  /// 16 bytes, and the next 16 bytes of K are `leading` further.
  uint64_t offsetKMajor(unsigned mn, unsigned kByte) const {
    if (!swizzle)
      return mn / 8 * stride + mn % 8 * 16 + kByte / 16 * leading + kByte % 16;
    return mn / 8 * stride + mn % 8 * swizzle + kByte;
  }
  /// Runs of `swizzle` bytes along MN are `leading` apart, groups of 8 steps
  /// of K are `stride` apart; without swizzle the two change roles.
  uint64_t offsetMNMajor(unsigned mn, unsigned k) const {
    unsigned byte = mn * elementBytes;
    if (!swizzle)
      return byte / 16 * stride + byte % 16 + k % 8 * 16 + k / 8 * leading;
    return byte / swizzle * leading + byte % swizzle + k % 8 * swizzle +
           k / 8 * stride;
  }

  uint64_t start, leading, stride;
  unsigned baseOffset, swizzle, elementBytes;
  bool isMNMajor;
};

/// Reads an operand into `values[mn][k]`, with each 16 bytes checked once.
void readOperand(const AsyncWork &work, const Operand &operand, MatrixType type,
                 unsigned count, unsigned k, bool negates, bool isMNMajor,
                 std::vector<double> &values) {
  Checker *checker = work.thread->block->cluster->execution->checker.get();
  unsigned bytes = std::max(1u, bitsOf(type) / 8);
  unsigned perByte = type == MatrixType::B1 ? 8 : 1;
  unsigned chunk = 16 / bytes;
  for (unsigned mn = 0; mn < count; ++mn)
    for (unsigned x = 0; x < k; ++x) {
      uint64_t address = operand.addressOf(mn, x / perByte);
      if (checker && x % perByte == 0 &&
          (isMNMajor ? mn : x / perByte) % chunk == 0)
        checker->access(work.token, work.site, address, 16, AccessMode::Read);
      uint64_t bits = 0;
      memcpy(&bits, reinterpret_cast<const void *>(address), bytes);
      double value = elementValue(type, bits >> (x % perByte));
      values[size_t(mn) * k + x] = negates ? -value : value;
    }
}

unsigned rowOf(unsigned thread, unsigned i) {
  return thread / 32 * 16 + thread % 32 / 4 + 8 * (i / 2 % 2);
}
unsigned columnOf(unsigned thread, unsigned i) {
  return 8 * (i / 4) + thread % 4 * 2 + i % 2;
}

/// A in registers lies as the A of mma.sync with 16 rows for each warp.
void readRegisters(const WarpGroupMeeting &meeting, const Shape &shape,
                   std::vector<double> &values) {
  unsigned bits = bitsOf(shape.typeA);
  unsigned e = 32 / bits;
  for (unsigned t = 0; t < groupThreads; ++t)
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned j = 0; j < e; ++j) {
        unsigned row = t / 32 * 16 + t % 32 / 4 + 8 * (r % 2);
        unsigned column = 4 * e * (r / 2) + e * (t % 4) + j;
        double value = elementValue(
            shape.typeA, meeting.in[t][WgmmaRegistersOfA + r] >> (j * bits));
        values[size_t(row) * shape.k + column] =
            shape.negatesA ? -value : value;
      }
}

void multiply(const AsyncWork &work, const Shape &shape,
              const WarpGroupMeeting &meeting, const Operand &a,
              const Operand &b) {
  Product product(rows, shape.n, shape.k);
  bool isHalf = shape.typeD == MatrixType::F16;
  if (meeting.in[0][WgmmaAccumulates] & 1)
    for (unsigned t = 0; t < groupThreads; ++t)
      for (unsigned i = 0; i < shape.values; ++i) {
        const uint64_t *words = meeting.in[t] + WgmmaSums;
        product.c[rowOf(t, i) * shape.n + columnOf(t, i)] =
            isHalf ? elementValue(shape.typeD, words[i / 2] >> 16 * (i % 2))
                   : elementValue(shape.typeD, words[i]);
      }
  if (shape.aInRegisters)
    readRegisters(meeting, shape, product.a);
  else
    readOperand(work, a, shape.typeA, rows, shape.k, shape.negatesA,
                shape.transposesA, product.a);
  readOperand(work, b, shape.typeB, shape.n, shape.k, shape.negatesB,
              shape.transposesB, product.b);
  product.compute();
  for (unsigned t = 0; t < groupThreads; ++t)
    for (unsigned i = 0; i < shape.values; ++i)
      storeAccumulator(shape.typeD, meeting.out[t], i,
                       product.c[rowOf(t, i) * shape.n + columnOf(t, i)],
                       shape.saturates);
}

void perform(WarpGroupMeeting &meeting, Thread *leader) {
  const Site *site = meeting.site;
  Shape shape(*site);
  std::shared_ptr<AsyncWork> work = makeWork(leader, site, true);
  auto makeOperand = [&](uint64_t descriptor, MatrixType type, bool mnMajor) {
    return Operand(descriptor, leader->state.sharedBase,
                   std::max(1u, bitsOf(type) / 8), mnMajor);
  };
  Operand a = makeOperand(meeting.in[0][WgmmaDescriptorA], shape.typeA,
                          shape.transposesA);
  Operand b = makeOperand(meeting.in[0][WgmmaDescriptorB], shape.typeB,
                          shape.transposesB);
  if (!a.isSupported() || !b.isSupported())
    fail(leader, Report::Kind::BadInstruction, site,
         "the runtime has no matrix descriptors with a base offset");
  multiply(*work, shape, meeting, a, b);
  for (Thread *thread : meeting.threads)
    thread->async->wgmma.open.push_back(work);
}

/// All threads of a warp group meet; the last one computes for all.
void meetWarpGroup(Thread *thread, const Site *site, uint64_t *in,
                   uint64_t *out) {
  Block &block = *thread->block;
  unsigned group = thread->index / groupThreads;
  if ((group + 1) * groupThreads > block.threads.size())
    fail(thread, Report::Kind::BadInstruction, site,
         "wgmma needs four whole warps, of which the first is a multiple of "
         "four");
  if (block.warpGroups.size() <= group)
    block.warpGroups.resize(group + 1);
  WarpGroupMeeting &meeting = block.warpGroups[group];
  thread->at = site;
  if (meeting.arrived == 0) {
    meeting.site = site;
    meeting.threads.clear();
    meeting.in.assign(groupThreads, nullptr);
    meeting.out.assign(groupThreads, nullptr);
  } else if (meeting.site != site) {
    fail(thread, Report::Kind::Divergence, site,
         "all warps of the warp group must execute this instruction, but " +
             describe(meeting.threads.front()) + " is at another one",
         {"the other instruction is" + atPlace(meeting.site)});
  }
  unsigned index = thread->index % groupThreads;
  meeting.in[index] = in;
  meeting.out[index] = out;
  meeting.threads.push_back(thread);
  if (++meeting.arrived < groupThreads)
    return suspend(thread, ThreadStatus::Waiting);
  perform(meeting, &block.threads[group * groupThreads]);
  meeting.arrived = 0;
  // Waking does not run them, so the meeting is not used again meanwhile.
  for (Thread *other : meeting.threads)
    if (other != thread)
      block.cluster->wake(other);
}
} // namespace

void ttc::cpu::executeWgmma(Thread *thread, const Site *site, uint64_t *in,
                            uint64_t *out) {
  thread->at = site;
  switch (site->kind) {
  case SiteKind::Wgmma:
    return meetWarpGroup(thread, site, in, out);
  case SiteKind::WgmmaCommit:
    return commitGroup(thread->async->wgmma);
  case SiteKind::WgmmaWait:
    return waitGroups(thread, thread->async->wgmma, site->params[0]);
  default:
    // wgmma.fence orders registers, which generated code does by itself.
    return;
  }
}
