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
// All four warps issue a product together. It is computed, which includes
// reading shared memory, when the first thread waits for it (AsyncPolicy::Late)
// or at issue (Early); what it has in registers counts from the issue. A thread
// finds the sums in its registers (WgmmaRegister) once it has itself waited
// for the product, or with Early from the issue on.
//
//===----------------------------------------------------------------------===//

#include "Wgmma.h"
#include "Async.h"
#include "Matrix.h"
#include <bitset>
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

static constexpr unsigned groupThreads = 128;

/// A product in flight or done, and the registers that it works on. Those of
/// thread t of the group begin at t times their number for one thread.
struct ttc::cpu::MatrixWork : AsyncWork {
  uint64_t descriptorA = 0, descriptorB = 0;
  bool accumulates = false;
  std::vector<uint32_t> registersOfA;
  std::vector<WgmmaRegister> sums;
  std::vector<uint32_t> results;
  /// The threads that have waited for it.
  std::bitset<groupThreads> delivered;
};

namespace {
constexpr unsigned rows = 64;
constexpr unsigned registersOfA = 4;

/// Parameters of the site.
struct Shape {
  unsigned n, k;
  MatrixType typeA, typeB, typeD;
  bool negatesA, negatesB, transposesA, transposesB, saturates, aInRegisters;
  /// Sums of a thread, and the registers that they take.
  unsigned values, words;
  explicit Shape(const Site &site)
      : n(site.params[0]), k(site.params[1]), typeA(MatrixType(site.params[2])),
        typeB(MatrixType(site.params[3])), typeD(MatrixType(site.params[4])),
        negatesA(site.params[5] & WgmmaNegateA),
        negatesB(site.params[5] & WgmmaNegateB),
        transposesA(site.params[5] & WgmmaTransposeA),
        transposesB(site.params[5] & WgmmaTransposeB),
        saturates(site.params[5] & WgmmaSaturate),
        aInRegisters(site.params[5] & WgmmaARegisters), values(n / 2),
        words(typeD == MatrixType::F16 ? values / 2 : values) {}
};

/// PTX ISA, "Matrix Descriptor Format". `mn` is the dimension that is not K.
class Operand {
public:
  Operand(uint64_t descriptor, uint64_t sharedBase, unsigned elementBytes,
          bool isMNMajor)
      : start(sharedBase + ((descriptor & 0x3fff) << 4)),
        leading((descriptor >> 16 & 0x3fff) << 4),
        stride((descriptor >> 32 & 0x3fff) << 4),
        swizzle(std::array<unsigned, 4>{0, 128, 64, 32}[descriptor >> 62]),
        elementBytes(elementBytes), isMNMajor(isMNMajor) {}

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
  unsigned swizzle, elementBytes;
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
void readRegisters(const MatrixWork &work, const Shape &shape,
                   std::vector<double> &values) {
  unsigned bits = bitsOf(shape.typeA);
  unsigned e = 32 / bits;
  for (unsigned t = 0; t < groupThreads; ++t)
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned j = 0; j < e; ++j) {
        unsigned row = t / 32 * 16 + t % 32 / 4 + 8 * (r % 2);
        unsigned column = 4 * e * (r / 2) + e * (t % 4) + j;
        double value = elementValue(
            shape.typeA, work.registersOfA[t * registersOfA + r] >> (j * bits));
        values[size_t(row) * shape.k + column] =
            shape.negatesA ? -value : value;
      }
}

/// The sums that the product adds to. Those of an earlier product in flight,
/// which is done first, come from there.
void readSums(MatrixWork &work, const Shape &shape,
              std::vector<double> &values) {
  bool isHalf = shape.typeD == MatrixType::F16;
  for (unsigned t = 0; t < groupThreads; ++t)
    for (unsigned i = 0; i < shape.values; ++i) {
      const WgmmaRegister &sum =
          work.sums[t * shape.words + (isHalf ? i / 2 : i)];
      uint32_t bits = sum.value;
      if (MatrixWork *earlier = sum.pending.get()) {
        earlier->complete();
        bits = earlier->results[t * (earlier->results.size() / groupThreads) +
                                sum.index];
      }
      values[rowOf(t, i) * shape.n + columnOf(t, i)] =
          elementValue(shape.typeD, isHalf ? bits >> 16 * (i % 2) : bits);
    }
}

void multiply(MatrixWork &work) {
  Shape shape(*work.site);
  Product product(rows, shape.n, shape.k);
  uint64_t shared = work.thread->state.sharedBase;
  auto read = [&](uint64_t descriptor, MatrixType type, unsigned count,
                  bool negates, bool transposes, std::vector<double> &values) {
    Operand operand(descriptor, shared, std::max(1u, bitsOf(type) / 8),
                    transposes);
    readOperand(work, operand, type, count, shape.k, negates, transposes,
                values);
  };
  if (work.accumulates)
    readSums(work, shape, product.c);
  if (shape.aInRegisters)
    readRegisters(work, shape, product.a);
  else
    read(work.descriptorA, shape.typeA, rows, shape.negatesA, shape.transposesA,
         product.a);
  read(work.descriptorB, shape.typeB, shape.n, shape.negatesB,
       shape.transposesB, product.b);
  product.compute();
  work.results.resize(groupThreads * shape.words);
  for (unsigned t = 0; t < groupThreads; ++t) {
    uint64_t words[128];
    for (unsigned i = 0; i < shape.values; ++i)
      storeAccumulator(shape.typeD, words, i,
                       product.c[rowOf(t, i) * shape.n + columnOf(t, i)],
                       shape.saturates);
    std::copy_n(words, shape.words, work.results.begin() + t * shape.words);
  }
  work.sums = {};
  work.registersOfA = {};
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

WgmmaRegister &registerOf(Thread *thread, uint64_t name) {
  std::vector<WgmmaRegister> &registers = thread->async->registers;
  if (registers.empty())
    registers.resize(thread->block->cluster->execution->info.wgmmaRegisters);
  WgmmaRegister &found = registers[name & ~wgmmaRegisterFlag];
  unsigned index = thread->index % groupThreads;
  if (found.pending && found.pending->delivered[index]) {
    const std::vector<uint32_t> &results = found.pending->results;
    found.value =
        results[index * (results.size() / groupThreads) + found.index];
    found.pending.reset();
  }
  return found;
}

/// What an operand is: the register that it names, or a value.
WgmmaRegister operandOf(Thread *thread, uint64_t operand) {
  if (operand & wgmmaRegisterFlag)
    return registerOf(thread, operand);
  WgmmaRegister value;
  value.value = operand;
  return value;
}

/// Parameters: the first register, and how many.
void readRegisters(Thread *thread, const Site *site, uint64_t *out) {
  for (int64_t i = 0; i < site->params[1]; ++i) {
    WgmmaRegister &source = registerOf(thread, site->params[0] + i);
    source.fences = thread->state.wgmmaFences + 1;
    out[i] = source.pending ? wgmmaPoison : source.value;
  }
}

/// Parameter: how many. Operands: to and from, in turns; all are read first.
void moveRegisters(Thread *thread, const Site *site, uint64_t *in) {
  std::vector<WgmmaRegister> values;
  for (int64_t i = 0; i < site->params[0]; ++i)
    values.push_back(operandOf(thread, in[2 * i + 1]));
  for (int64_t i = 0; i < site->params[0]; ++i)
    registerOf(thread, in[2 * i]) = std::move(values[i]);
}

/// PTX ISA, wgmma.fence: between accesses to registers by other instructions
/// and a product that uses them, and before the first product.
void checkFence(Thread *thread, const Site *site, const Shape &shape,
                const uint64_t *in) {
  uint32_t done = thread->state.wgmmaFences;
  if (!done)
    return report(thread, Report::Kind::MissingFence, site,
                  "there was no wgmma.fence before the first product");
  bool fine = uint32_t(in[WgmmaFencesAtWrite]) < done;
  for (unsigned i = 0; i < shape.words && fine; ++i)
    if (in[WgmmaSums + i] & wgmmaRegisterFlag)
      fine = registerOf(thread, in[WgmmaSums + i]).fences <= done;
  if (!fine)
    report(thread, Report::Kind::MissingFence, site,
           "uses registers that were accessed after the last wgmma.fence");
}

//===----------------------------------------------------------------------===//
// Issue and wait
//===----------------------------------------------------------------------===//

bool hasBaseOffset(uint64_t descriptor) { return descriptor >> 49 & 7; }

void takeOperands(const WarpGroupMeeting &meeting, MatrixWork &work,
                  const Shape &shape) {
  const uint64_t *first = meeting.in[0];
  work.descriptorA = first[WgmmaDescriptorA];
  work.descriptorB = first[WgmmaDescriptorB];
  work.accumulates = first[WgmmaAccumulates] & 1;
  for (unsigned t = 0; t < groupThreads; ++t) {
    const uint64_t *in = meeting.in[t];
    work.registersOfA.insert(work.registersOfA.end(), in + WgmmaRegistersOfA,
                             in + WgmmaRegistersOfA + registersOfA);
    if (!work.accumulates)
      continue;
    for (unsigned i = 0; i < shape.words; ++i)
      work.sums.push_back(operandOf(meeting.byIndex[t], in[WgmmaSums + i]));
  }
}

void issue(WarpGroupMeeting &meeting, Thread *leader) {
  const Site *site = meeting.site;
  Shape shape(*site);
  auto work = std::make_shared<MatrixWork>();
  beginWork(*work, leader, site, true);
  takeOperands(meeting, *work, shape);
  if (hasBaseOffset(work->descriptorB) ||
      (!shape.aInRegisters && hasBaseOffset(work->descriptorA)))
    fail(leader, Report::Kind::BadInstruction, site,
         "the runtime has no matrix descriptors with a base offset");
  MatrixWork *raw = work.get();
  work->perform = [raw] { multiply(*raw); };
  if (performsAtOnce(*leader->block->cluster)) {
    work->complete();
    work->delivered.set();
  }
  for (Thread *thread : meeting.byIndex) {
    thread->async->wgmma.open.push_back(work);
    for (unsigned i = 0; i < shape.words; ++i) {
      WgmmaRegister &result = registerOf(thread, site->params[6] + i);
      result.index = i;
      result.fences = 0;
      result.pending = work;
    }
  }
}

/// The registers of what is waited for hold its results.
void wait(Thread *thread, size_t keep) {
  GroupQueue &queue = thread->async->wgmma;
  for (size_t i = 0; i + keep < queue.committed.size(); ++i)
    for (const std::shared_ptr<AsyncWork> &work : queue.committed[i])
      static_cast<MatrixWork &>(*work).delivered.set(thread->index %
                                                     groupThreads);
  waitGroups(thread, queue, keep);
}

/// All threads of a warp group meet; the last one computes for all.
void meetWarpGroup(Thread *thread, const Site *site, uint64_t *in) {
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
    meeting.byIndex.assign(groupThreads, nullptr);
    meeting.in.assign(groupThreads, nullptr);
  } else if (meeting.site != site) {
    fail(thread, Report::Kind::Divergence, site,
         "all warps of the warp group must execute this instruction, but " +
             describe(meeting.threads.front()) + " is at another one",
         {"the other instruction is" + atPlace(meeting.site)});
  }
  if (block.cluster->execution->checker)
    checkFence(thread, site, Shape(*site), in);
  unsigned index = thread->index % groupThreads;
  meeting.in[index] = in;
  meeting.byIndex[index] = thread;
  meeting.threads.push_back(thread);
  if (++meeting.arrived < groupThreads)
    return suspend(thread, ThreadStatus::Waiting);
  issue(meeting, &block.threads[group * groupThreads]);
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
    return meetWarpGroup(thread, site, in);
  case SiteKind::WgmmaCommit:
    return commitGroup(thread->async->wgmma);
  case SiteKind::WgmmaWait:
    return wait(thread, site->params[0]);
  case SiteKind::WgmmaRead:
    return readRegisters(thread, site, out);
  case SiteKind::WgmmaMove:
    return moveRegisters(thread, site, in);
  default:
    ++thread->state.wgmmaFences;
    return;
  }
}
