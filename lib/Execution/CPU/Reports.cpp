//===- Reports.cpp - What a run has to say --------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace ttc;
using namespace ttc::cpu;

llvm::StringRef ttc::cpu::kindName(Report::Kind kind) {
  switch (kind) {
  case Report::Kind::Race:
    return "race";
  case Report::Kind::OutOfBounds:
    return "out-of-bounds";
  case Report::Kind::Misaligned:
    return "misaligned";
  case Report::Kind::Uninitialized:
    return "uninitialized";
  case Report::Kind::Divergence:
    return "divergence";
  case Report::Kind::BarrierMisuse:
    return "barrier";
  case Report::Kind::Deadlock:
    return "deadlock";
  case Report::Kind::AsyncNotWaited:
    return "async-not-waited";
  case Report::Kind::MissingFence:
    return "missing-fence";
  case Report::Kind::LeakedBarrier:
    return "leaked-barrier";
  case Report::Kind::MemberMask:
    return "member-mask";
  case Report::Kind::Assertion:
    return "assertion";
  case Report::Kind::Fault:
    return "fault";
  case Report::Kind::StackOverflow:
    return "stack-overflow";
  case Report::Kind::Timeout:
    return "timeout";
  case Report::Kind::BadInstruction:
    return "bad-instruction";
  }
  llvm_unreachable("unknown report");
}

void ttc::cpu::print(const Report &report, llvm::raw_ostream &os) {
  if (!report.where.empty())
    os << report.where << ": ";
  os << "error: [" << kindName(report.kind) << "] " << report.message;
  if (report.count > 1)
    os << " (and " << report.count - 1 << " more like it)";
  os << "\n";
  for (const std::string &note : report.notes)
    os << "  note: " << note << "\n";
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string ttc::cpu::describe(const Thread *thread) {
  const uint32_t *id = thread->block->id;
  return "thread " + std::to_string(thread->index) + " (lane " +
         std::to_string(thread->state.laneid) + " of warp " +
         std::to_string(thread->state.warpid) + ") of block (" +
         std::to_string(id[0]) + ", " + std::to_string(id[1]) + ", " +
         std::to_string(id[2]) + ")";
}

std::string ttc::cpu::describeLanes(uint32_t mask) {
  std::string text;
  unsigned ranges = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    unsigned last = lane;
    while (last + 1 < 32 && (mask >> (last + 1) & 1))
      ++last;
    if (ranges++)
      text += ", ";
    text += std::to_string(lane);
    if (last > lane)
      text += "-" + std::to_string(last);
    lane = last;
  }
  return (llvm::popcount(mask) == 1 ? "lane " : "lanes ") + text;
}

std::string ttc::cpu::describeAddress(const Thread *thread, uint64_t address) {
  uint64_t inWindow = address - thread->state.window;
  if (inWindow < (uint64_t(1) << 32)) {
    int64_t offset = int64_t(inWindow & 0xffffff) - sharedStart;
    std::string text = "shared memory " +
                       std::string(offset < 0 ? "- " : "+ ") +
                       std::to_string(std::abs(offset));
    if (inWindow >> 24 != thread->block->rank)
      text += " of block rank " + std::to_string(inWindow >> 24);
    return text;
  }
  Execution *execution = thread->block->cluster->execution;
  if (Buffer *buffer = execution->memory.find(address)) {
    int64_t offset = address - reinterpret_cast<uint64_t>(buffer->base);
    return "'" + buffer->name + "' " + (offset < 0 ? "- " : "+ ") +
           std::to_string(std::abs(offset));
  }
  std::string text;
  llvm::raw_string_ostream(text) << "address " << llvm::format_hex(address, 2);
  return text;
}

std::string ttc::cpu::atPlace(const Site *site) {
  return site && !site->where.empty() ? " at " + site->where : std::string();
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

void ttc::cpu::report(Thread *thread, Report::Kind kind, const Site *site,
                      const llvm::Twine &message,
                      std::vector<std::string> notes) {
  Report report;
  report.kind = kind;
  if (site)
    report.where = site->where;
  report.message = describe(thread);
  if (site)
    report.message += ", '" + site->name + "'";
  report.message += ": " + message.str();
  report.notes = std::move(notes);
  Cluster *cluster = thread->block->cluster;
  cluster->execution->reports.add(cluster->linear, std::move(report));
}

void ttc::cpu::fail(Thread *thread, Report::Kind kind, const Site *site,
                    const llvm::Twine &message,
                    std::vector<std::string> notes) {
  report(thread, kind, site, message, std::move(notes));
  thread->block->cluster->failed = true;
  Worker *worker = Worker::current;
  if (!worker->inFiber)
    siglongjmp(worker->fault, faultByCheck);
  suspend(thread, ThreadStatus::Waiting);
  llvm_unreachable("a thread that failed was resumed");
}

/// One report stands for all of its kind at the same two places.
static std::string placesOf(const Report &report) {
  std::string key = kindName(report.kind).str() + "|" + report.where;
  for (const std::string &note : report.notes)
    if (report.kind == Report::Kind::Race ||
        report.kind == Report::Kind::MemberMask)
      key += "|" + note;
  if (report.where.empty())
    key += "|" + report.message;
  return key;
}

void Reports::add(uint64_t cluster, Report report) {
  std::lock_guard<std::mutex> lock(mutex);
  Entry entry{cluster, sequence++, std::move(report)};
  auto [place, added] =
      entries.insert({{cluster, placesOf(entry.report)}, entry});
  if (!added)
    ++place->second.report.count;
}

std::vector<Report> Reports::take(uint64_t last) {
  std::vector<Entry> sorted;
  for (auto &[key, entry] : entries)
    if (entry.cluster <= last)
      sorted.push_back(std::move(entry));
  entries.clear();
  llvm::sort(sorted, [](const Entry &a, const Entry &b) {
    return std::tie(a.cluster, a.sequence) < std::tie(b.cluster, b.sequence);
  });
  std::vector<Report> reports;
  std::map<std::string, size_t> known;
  for (Entry &entry : sorted) {
    auto [place, added] =
        known.insert({placesOf(entry.report), reports.size()});
    if (added)
      reports.push_back(std::move(entry.report));
    else
      reports[place->second].count += entry.report.count;
  }
  return reports;
}
