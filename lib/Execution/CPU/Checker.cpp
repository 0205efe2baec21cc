//===- Checker.cpp - What a kernel must not do ----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "llvm/ADT/bit.h"
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

//===----------------------------------------------------------------------===//
// Shadow
//===----------------------------------------------------------------------===//

void Shadow::reset(size_t size, bool isInitialized) {
  bytes = size;
  initialized = isInitialized;
  // The size of granules stays: the next block accesses memory as this one.
  pages.resize(pageCount());
  for (std::unique_ptr<Page> &page : pages)
    if (page)
      for (Cell &cell : *page)
        cell = {};
  written.assign(initialized ? 0 : bytes, 0);
}

bool Shadow::isWritten(size_t offset, size_t count) const {
  return initialized || !memchr(&written[offset], 0, count);
}

void Shadow::markWritten(size_t offset, size_t count) {
  if (!initialized)
    memset(&written[offset], 1, count);
}

/// Splits each granule into as many as the access needs; all parts have the
/// history of the whole.
void Shadow::refine(size_t offset, size_t count) {
  unsigned want = llvm::countr_zero(offset | count);
  unsigned shift = granuleBits - want;
  std::vector<std::unique_ptr<Page>> old = std::move(pages);
  granuleBits = want;
  pages.clear();
  pages.resize(pageCount());
  for (size_t p = 0; p < old.size(); ++p) {
    if (!old[p])
      continue;
    for (size_t i = 0; i < old[p]->size(); ++i) {
      const Cell &from = (*old[p])[i];
      if (!from.write && !from.read)
        continue;
      size_t first = ((p << pageBits) + i) << shift;
      for (size_t part = 0; part < (size_t(1) << shift); ++part) {
        if ((first + part) << granuleBits >= bytes)
          break;
        Cell &to = cell(first + part);
        to.write = from.write;
        to.read = from.read;
        to.writeBlock = from.writeBlock;
        to.readBlock = from.readBlock;
        to.writeTime = from.writeTime;
        to.readTime = from.readTime;
        if (from.extra)
          to.extra = std::make_unique<CellExtra>(*from.extra);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

Checker::Checker(Execution &execution) : execution(execution) {
  for (const Buffer &buffer : execution.memory.buffers) {
    buffers.emplace_back();
    buffers.back().reset(buffer.size, buffer.initialized);
  }
}

void Checker::startCluster(Cluster &cluster) {
  std::vector<ThreadChecks> &threads = clocks[&cluster];
  threads.assign(cluster.order.size(), {});
  auto nothing = std::make_shared<const Clock>(4 * cluster.order.size(), 0);
  for (auto [thread, checks] : llvm::zip(cluster.order, threads)) {
    checks.known = nothing;
    thread->checks = &checks;
  }
  for (std::unique_ptr<Block> &block : cluster.blocks) {
    std::unique_ptr<Shadow> &shadow = shared[block.get()];
    if (!shadow)
      shadow = std::make_unique<Shadow>();
    shadow->reset(execution.info.sharedBytes, false);
  }
}

void Checker::endCluster(Cluster &cluster) {
  // Variables in shared memory end with the block.
  uint64_t begin = cluster.window.address();
  llvm::SmallVector<uint64_t> dead;
  for (auto &entry : variables)
    if (entry.first - begin < (uint64_t(1) << 32))
      dead.push_back(entry.first);
  for (uint64_t address : dead)
    variables.erase(address);
}

Checker::Actor Checker::actorOf(Thread *thread, const Site *site) const {
  return {thread,
          site,
          thread->clusterIndex,
          thread->checks->now,
          thread->checks->known.get(),
          /*isAgent=*/false,
          /*asyncProxy=*/false,
          thread->block->linear + 1};
}

Epoch Checker::epochOf(const Actor &actor, const Execution &execution) {
  Epoch epoch;
  epoch.clock = actor.now;
  epoch.thread = actor.index;
  epoch.asyncProxy = actor.asyncProxy;
  epoch.site = actor.site - execution.info.sites.data();
  return epoch;
}

bool Checker::ordered(const Actor &actor, const Epoch &epoch,
                      bool proxied) const {
  if (epoch.thread == actor.index &&
      (!actor.isAgent || epoch.clock == actor.now))
    return true;
  const Clock &known = *actor.known;
  if (proxied && actor.asyncProxy && !epoch.asyncProxy)
    return epoch.clock <= known[known.size() / 2 + epoch.thread];
  return epoch.clock <= known[epoch.thread];
}

bool Checker::orderedBlocks(const Actor &actor, uint64_t block,
                            uint32_t time) const {
  auto known = knownBlocks.find(actor.block);
  if (known == knownBlocks.end())
    return false;
  auto release = known->second.find(block);
  return release != known->second.end() && time < release->second;
}

void Checker::synchronize(llvm::ArrayRef<Thread *> waiting,
                          llvm::ArrayRef<Thread *> arrived) {
  if (waiting.empty())
    return;
  llvm::SmallVector<const Clock *, 8> bases;
  auto joined = std::make_shared<Clock>(*waiting.front()->checks->known);
  bases.push_back(waiting.front()->checks->known.get());
  auto addBase = [&](Thread *thread) {
    const Clock *base = thread->checks->known.get();
    if (llvm::is_contained(bases, base))
      return;
    bases.push_back(base);
    for (size_t i = 0, e = joined->size(); i < e; ++i)
      (*joined)[i] = std::max((*joined)[i], (*base)[i]);
  };
  for (llvm::ArrayRef<Thread *> list : {waiting, arrived})
    for (Thread *thread : list)
      addBase(thread);
  for (llvm::ArrayRef<Thread *> list : {waiting, arrived})
    for (Thread *thread : list) {
      ThreadChecks &clock = *thread->checks;
      (*joined)[thread->clusterIndex] = clock.now++;
    }
  for (Thread *thread : waiting)
    thread->checks->known = joined;
}

void Checker::release(Thread *thread, ClockRef &object) {
  ThreadChecks &clock = *thread->checks;
  auto joined = std::make_shared<Clock>(*clock.known);
  if (object && object->size() == joined->size())
    for (size_t i = 0, e = joined->size(); i < e; ++i)
      (*joined)[i] = std::max((*joined)[i], (*object)[i]);
  (*joined)[thread->clusterIndex] = clock.now++;
  object = std::move(joined);
}

void Checker::acquire(Thread *thread, const ClockRef &object) {
  ThreadChecks &clock = *thread->checks;
  if (!object || object->size() != clock.known->size() || object == clock.known)
    return;
  auto joined = std::make_shared<Clock>(*clock.known);
  for (size_t i = 0, e = joined->size(); i < e; ++i)
    (*joined)[i] = std::max((*joined)[i], (*object)[i]);
  clock.known = std::move(joined);
}

AsyncToken Checker::issue(Thread *thread, bool asyncProxy) {
  ThreadChecks &checks = *thread->checks;
  AsyncToken token;
  token.thread = thread;
  token.asyncProxy = asyncProxy;
  token.known = std::make_shared<Clock>(*checks.known);
  (*token.known)[thread->clusterIndex] = checks.now++;
  token.clock = ++checks.agentNow;
  return token;
}

void Checker::release(const AsyncToken &token, ClockRef &object) {
  auto joined = std::make_shared<Clock>(*token.known);
  size_t agent = joined->size() / 4 + token.thread->clusterIndex;
  (*joined)[agent] = std::max((*joined)[agent], token.clock);
  if (object)
    for (size_t i = 0, e = joined->size(); i < e; ++i)
      (*joined)[i] = std::max((*joined)[i], (*object)[i]);
  object = std::move(joined);
}

void Checker::acquire(Thread *thread, const AsyncToken &token) {
  auto joined = std::make_shared<Clock>(*thread->checks->known);
  size_t agent = joined->size() / 4 + token.thread->clusterIndex;
  (*joined)[agent] = std::max((*joined)[agent], token.clock);
  thread->checks->known = std::move(joined);
}

void Checker::fenceProxy(Thread *thread) {
  ThreadChecks &checks = *thread->checks;
  auto visible = std::make_shared<Clock>(*checks.known);
  size_t half = visible->size() / 2;
  for (size_t i = 0; i < half; ++i)
    (*visible)[half + i] = std::max((*visible)[half + i], (*visible)[i]);
  (*visible)[half + thread->clusterIndex] = checks.now++;
  checks.known = std::move(visible);
}

void Checker::releaseBlock(Thread *thread, SyncVariable &variable) {
  uint64_t cluster = thread->block->cluster->linear;
  if (variable.cluster != cluster + 1) {
    variable.cluster = cluster + 1;
    variable.clock.reset();
  }
  release(thread, variable.clock);
  uint64_t self = thread->block->linear + 1;
  for (auto [block, time] : knownBlocks[self]) {
    uint32_t &known = variable.blocks[block];
    known = std::max(known, time);
  }
  variable.blocks[self] = ++releases;
}

void Checker::acquireBlock(Thread *thread, const SyncVariable &variable) {
  if (variable.cluster == thread->block->cluster->linear + 1)
    acquire(thread, variable.clock);
  auto &mine = knownBlocks[thread->block->linear + 1];
  for (auto [block, time] : variable.blocks) {
    uint32_t &known = mine[block];
    known = std::max(known, time);
  }
}

/// A fence makes the relaxed accesses before it acquire and those after it
/// release.
void Checker::fence(Thread *thread, const Site *site) {
  ThreadChecks &clock = *thread->checks;
  clock.fenced = true;
  std::vector<uint64_t> reads = std::move(clock.relaxedReads);
  clock.relaxedReads.clear();
  for (uint64_t address : reads)
    acquireBlock(thread, variables[address]);
}

/// Order through an atomic access: site parameters 0 (relaxed, acquire,
/// release, acq_rel) and 2 (read-modify-write, load, store).
void Checker::order(Thread *thread, const Site *site, uint64_t address) {
  bool acquires = site->params[0] & 1;
  bool releases = site->params[0] & 2;
  bool loads = site->params[2] != 2;
  bool stores = site->params[2] != 1;
  if (loads) {
    if (acquires)
      acquireBlock(thread, variables[address]);
    else if (thread->checks->relaxedReads.size() < 64)
      thread->checks->relaxedReads.push_back(address);
  }
  if (stores && (releases || thread->checks->fenced))
    releaseBlock(thread, variables[address]);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool Checker::locate(Thread *thread, const Site *site, uint64_t address,
                     uint32_t bytes, Place &place) {
  Cluster *cluster = thread->block->cluster;
  uint64_t inWindow = address - thread->state.window;
  if (inWindow < (uint64_t(1) << 32)) {
    uint64_t rank = inWindow >> 24;
    uint64_t offset = (inWindow & 0xffffff) - sharedStart;
    uint64_t limit = execution.info.sharedBytes;
    if (rank >= cluster->blocks.size() || offset >= limit ||
        bytes > limit - offset)
      fail(thread, Report::Kind::OutOfBounds, site,
           llvm::Twine(bytes) + " bytes at " +
               describeAddress(thread, address) + ", outside the block's " +
               llvm::Twine(limit) + " bytes of shared memory");
    Block *owner = cluster->blocks[rank].get();
    if (site->space == Space::Shared && owner != thread->block)
      fail(thread, Report::Kind::OutOfBounds, site,
           "the address is in the shared memory of block rank " +
               llvm::Twine(rank) +
               " of the cluster, but the instruction "
               "accesses the thread's own block");
    place.shadow = shared[owner].get();
    place.offset = offset;
    return true;
  }
  if (Buffer *buffer = execution.memory.find(address)) {
    uint64_t offset = address - reinterpret_cast<uint64_t>(buffer->base);
    if (offset >= buffer->size || bytes > buffer->size - offset)
      fail(thread, Report::Kind::OutOfBounds, site,
           llvm::Twine(bytes) + " bytes at " +
               describeAddress(thread, address) + ", outside its " +
               llvm::Twine(buffer->size) + " bytes");
    if (site->space == Space::Shared || site->space == Space::SharedCluster)
      fail(thread, Report::Kind::OutOfBounds, site,
           "a shared memory instruction with the address of '" + buffer->name +
               "'");
    place.shadow = &buffers[buffer - execution.memory.buffers.data()];
    place.offset = offset;
    place.global = true;
    return true;
  }
  if (site->space == Space::Generic) {
    uint64_t stack = reinterpret_cast<uint64_t>(thread->stack.base);
    if (address - stack < Stack::bytes)
      return false;
  }
  for (auto [begin, size] : execution.moduleData)
    if (address - begin < size)
      return false;
  fail(thread, Report::Kind::OutOfBounds, site,
       llvm::Twine(bytes) + " bytes at " + describeAddress(thread, address) +
           ", which is in no argument");
}

void Checker::access(Thread *thread, const Site *site, uint64_t address) {
  AccessMode mode = site->kind == SiteKind::Load    ? AccessMode::Read
                    : site->kind == SiteKind::Store ? AccessMode::Write
                                                    : AccessMode::Atomic;
  access(thread, site, address, site->bytes, site->align, mode);
}

void Checker::access(Thread *thread, const Site *site, uint64_t address,
                     uint32_t bytes, uint32_t align, AccessMode mode) {
  if (bytes == 0)
    return;
  if (address & (align - 1))
    fail(thread, Report::Kind::Misaligned, site,
         llvm::Twine(bytes) + " bytes at " + describeAddress(thread, address) +
             ", which is no multiple of " + llvm::Twine(align));
  Place place;
  if (locate(thread, site, address, bytes, place))
    check(actorOf(thread, site), place, address, bytes, mode);
}

void Checker::access(const AsyncToken &token, const Site *site,
                     uint64_t address, uint32_t bytes, AccessMode mode) {
  Thread *thread = token.thread;
  Place place;
  if (bytes == 0 || !locate(thread, site, address, bytes, place))
    return;
  Actor actor = actorOf(thread, site);
  actor.index = token.known->size() / 4 + thread->clusterIndex;
  actor.now = token.clock;
  actor.known = token.known.get();
  actor.isAgent = true;
  actor.asyncProxy = token.asyncProxy;
  check(actor, place, address, bytes, mode);
}

void Checker::check(const Actor &actor, const Place &place, uint64_t address,
                    uint32_t bytes, AccessMode mode) {
  const Site *site = actor.site;
  bool atomic = mode == AccessMode::Atomic;
  bool reads = mode == AccessMode::Read || (atomic && site->params[2] != 2);
  bool writes = mode == AccessMode::Write || (atomic && site->params[2] != 1);
  if (reads && !place.shadow->isWritten(place.offset, bytes))
    report(actor.thread, Report::Kind::Uninitialized, site,
           "reads " + llvm::Twine(bytes) + " bytes at " +
               describeAddress(actor.thread, address) +
               ", which nothing wrote");
  if (atomic) {
    order(actor.thread, site, address);
    checkAtomic(actorOf(actor.thread, site), place, address, bytes, writes);
  } else if (writes) {
    checkWrite(actor, place, address, bytes);
  } else {
    checkRead(actor, place, address, bytes);
  }
  if (writes)
    place.shadow->markWritten(place.offset, bytes);
}

void Checker::reportRace(const Actor &actor, uint64_t address, bool isWrite,
                         const Epoch &other, bool otherIsWrite,
                         uint64_t otherBlock) {
  const Site *otherSite = &execution.info.sites[other.site];
  Thread *thread = actor.thread;
  std::string who;
  std::vector<std::string> notes{"the other access is '" + otherSite->name +
                                 "'" + atPlace(otherSite)};
  if (otherBlock && otherBlock != actor.block) {
    uint64_t linear = otherBlock - 1;
    who = "block (" + std::to_string(linear % execution.grid[0]) + ", " +
          std::to_string(linear / execution.grid[0] % execution.grid[1]) +
          ", " +
          std::to_string(linear / execution.grid[0] / execution.grid[1]) + ")";
  } else {
    const std::vector<Thread *> &order = thread->block->cluster->order;
    bool agent = other.thread >= order.size();
    who = std::string(agent ? "the asynchronous work of " : "") +
          describe(order[other.thread % order.size()]);
    if (actor.asyncProxy && ordered(actor, other, /*proxied=*/false))
      notes.push_back("the async proxy does not see it without a "
                      "fence.proxy.async after the write");
  }
  report(thread, Report::Kind::Race, actor.site,
         llvm::Twine(isWrite ? "writes " : "reads ") +
             describeAddress(thread, address) + ", which is not ordered with " +
             (otherIsWrite ? "a write" : "a read") + " by " + who,
         std::move(notes));
}

void Checker::recordRead(const Actor &actor, Cell &cell, uint64_t block) {
  Epoch mine = epochOf(actor, execution);
  if (cell.readBlock != block && cell.read) {
    // Only the newest reader of another block is kept beside this block's.
    if (!cell.extra)
      cell.extra = std::make_unique<CellExtra>();
    cell.extra->otherBlock = cell.readBlock;
    cell.extra->otherTime = cell.readTime;
    cell.extra->otherSite = cell.read.site;
    cell.extra->readers.clear();
    cell.read = {};
  }
  cell.readBlock = block;
  cell.readTime = releases;
  bool isShared = cell.extra && !cell.extra->readers.empty();
  // The newest read by the same thread or agent stands for those before it.
  if (!isShared && (!cell.read || cell.read.thread == actor.index ||
                    ordered(actor, cell.read, false))) {
    cell.read = mine;
    return;
  }
  if (!isShared) {
    if (!cell.extra)
      cell.extra = std::make_unique<CellExtra>();
    cell.extra->readers.resize(actor.known->size() / 2);
    cell.extra->readers[cell.read.thread] = cell.read;
  }
  cell.extra->readers[actor.index] = mine;
  cell.read = mine;
}

void Checker::checkRead(const Actor &actor, const Place &place,
                        uint64_t address, uint32_t bytes) {
  uint64_t self = place.global ? actor.block : 0;
  bool reported = false;
  place.shadow->forEach(place.offset, bytes, [&](Cell &cell) {
    if (cell.write && !reported) {
      bool fine = cell.writeBlock == self
                      ? ordered(actor, cell.write, /*proxied=*/true)
                      : orderedBlocks(actor, cell.writeBlock, cell.writeTime);
      if (!fine) {
        reportRace(actor, address, false, cell.write, true, cell.writeBlock);
        reported = true;
      }
    }
    if (cell.extra && cell.extra->atomic && cell.extra->atomicWrites &&
        !reported) {
      const CellExtra &extra = *cell.extra;
      bool fine =
          extra.atomicBlock == self
              ? ordered(actor, extra.atomic, /*proxied=*/true)
              : orderedBlocks(actor, extra.atomicBlock, extra.atomicTime);
      if (!fine) {
        reportRace(actor, address, false, extra.atomic, true,
                   extra.atomicBlock);
        reported = true;
      }
    }
    recordRead(actor, cell, self);
  });
}

void Checker::checkWrite(const Actor &actor, const Place &place,
                         uint64_t address, uint32_t bytes) {
  uint64_t self = place.global ? actor.block : 0;
  bool reported = false;
  auto check = [&](const Epoch &epoch, uint64_t block, uint32_t time,
                   bool wasWrite) {
    if (!epoch || reported)
      return;
    bool fine = block == self ? ordered(actor, epoch, wasWrite)
                              : orderedBlocks(actor, block, time);
    if (fine)
      return;
    reportRace(actor, address, true, epoch, wasWrite, block);
    reported = true;
  };
  place.shadow->forEach(place.offset, bytes, [&](Cell &cell) {
    check(cell.write, cell.writeBlock, cell.writeTime, true);
    if (cell.extra && !cell.extra->readers.empty() && cell.readBlock == self) {
      for (const Epoch &epoch : cell.extra->readers)
        check(epoch, self, cell.readTime, false);
    } else {
      check(cell.read, cell.readBlock, cell.readTime, false);
    }
    if (cell.extra)
      check(cell.extra->atomic, cell.extra->atomicBlock, cell.extra->atomicTime,
            true);
    if (cell.extra && cell.extra->otherBlock &&
        cell.extra->otherBlock != self) {
      Epoch other;
      other.clock = 1;
      other.site = cell.extra->otherSite;
      check(other, cell.extra->otherBlock, cell.extra->otherTime, false);
    }
    cell.write = epochOf(actor, execution);
    cell.writeBlock = self;
    cell.writeTime = releases;
    cell.read = {};
    cell.readBlock = 0;
    cell.extra.reset();
  });
}

/// Atomics are ordered with each other by themselves, not with other accesses.
void Checker::checkAtomic(const Actor &actor, const Place &place,
                          uint64_t address, uint32_t bytes, bool writes) {
  uint64_t self = place.global ? actor.block : 0;
  bool reported = false;
  auto check = [&](const Epoch &epoch, uint64_t block, uint32_t time,
                   bool wasWrite) {
    if (!epoch || reported)
      return;
    bool fine = block == self ? ordered(actor, epoch, false)
                              : orderedBlocks(actor, block, time);
    if (fine)
      return;
    reportRace(actor, address, writes, epoch, wasWrite, block);
    reported = true;
  };
  place.shadow->forEach(place.offset, bytes, [&](Cell &cell) {
    check(cell.write, cell.writeBlock, cell.writeTime, true);
    if (writes)
      check(cell.read, cell.readBlock, cell.readTime, false);
    if (!cell.extra)
      cell.extra = std::make_unique<CellExtra>();
    cell.extra->atomic = epochOf(actor, execution);
    cell.extra->atomicBlock = self;
    cell.extra->atomicTime = releases;
    cell.extra->atomicWrites = writes;
  });
}
