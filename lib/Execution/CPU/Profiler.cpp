//===- Profiler.cpp - What a kernel costs ---------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profiler.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace ttc;
using namespace ttc::cpu;

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

SectorCount ttc::cpu::countSectors(const Request &request, uint32_t bytes) {
  llvm::DenseSet<uint64_t> sectors;
  llvm::DenseSet<uint64_t> units;
  // Natural alignment makes two accesses of this width equal or disjoint.
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(request.active >> lane & 1))
      continue;
    uint64_t address = request.addresses[lane];
    units.insert(address / bytes);
    for (uint64_t s = address / 32; s <= (address + bytes - 1) / 32; ++s)
      sectors.insert(s);
  }
  return {sectors.size(), (units.size() * bytes + 31) / 32};
}

WavefrontCount ttc::cpu::countWavefronts(const Request &request,
                                         uint32_t bytes) {
  unsigned words = std::max(1u, bytes / 4);
  unsigned lanesAtOnce = 32 / words;
  WavefrontCount count;
  for (unsigned first = 0; first < 32; first += lanesAtOnce) {
    std::array<llvm::SmallSet<uint64_t, 4>, 32> banks;
    size_t deepest = 0;
    for (unsigned lane = first; lane < first + lanesAtOnce; ++lane) {
      if (!(request.active >> lane & 1))
        continue;
      for (unsigned w = 0; w < words; ++w) {
        uint64_t word = request.addresses[lane] / 4 + w;
        banks[word % 32].insert(word);
        deepest = std::max<size_t>(deepest, banks[word % 32].size());
      }
    }
    count.wavefronts += deepest;
    count.least += deepest > 0;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

Profiler::Profiler(Execution &execution) : execution(execution) {}

LineProfile &Profiler::line(const std::string &where) {
  // Lines, not columns.
  std::string place = where.substr(0, where.rfind(':'));
  auto [entry, added] = lineIndex.insert({place, lines.size()});
  if (added) {
    lines.emplace_back();
    lines.back().where = place;
  }
  return lines[entry->second];
}

LineProfile &Profiler::line(const Site *site) { return line(site->where); }

void Profiler::record(Thread *thread, const Site *site, uint64_t address,
                      bool on) {
  uint32_t index = site - execution.info.sites.data();
  Pending &entry = pending[{thread->warp, index}];
  uint32_t lane = thread->state.laneid;
  uint64_t turn = entry.counts[lane]++;
  while (entry.first + entry.requests.size() <= turn)
    entry.requests.emplace_back();
  Request &request = entry.requests[turn - entry.first];
  request.seen |= 1u << lane;
  request.active |= uint32_t(on) << lane;
  request.addresses[lane] = address;
  while (!entry.requests.empty() &&
         entry.requests.front().seen == thread->warp->lanes) {
    finish(site, entry.requests.front());
    entry.requests.pop_front();
    ++entry.first;
  }
}

void Profiler::access(Thread *thread, const Site *site, uint64_t address,
                      bool on) {
  record(thread, site, address, on);
}

void Profiler::branch(Thread *thread, const Site *site, bool taken) {
  record(thread, site, 0, taken);
}

void Profiler::enterBlock(Thread *thread, uint32_t block) {
  ++entries[{thread->warp, block}][thread->state.laneid];
}

void Profiler::finish(const Site *site, const Request &seen) {
  if (site->kind == SiteKind::Branch) {
    LineProfile &profile = line(site);
    ++profile.branches;
    profile.divergentBranches += seen.active != 0 && seen.active != seen.seen;
    return;
  }
  if (seen.active)
    request(site, seen, site->bytes);
}

void Profiler::request(const Site *site, const Request &seen, uint32_t bytes) {
  LineProfile &profile = line(site);
  unsigned lane = llvm::countr_zero(seen.active);
  uint64_t total = uint64_t(llvm::popcount(seen.active)) * bytes;
  if (execution.memory.find(seen.addresses[lane])) {
    SectorCount count = countSectors(seen, bytes);
    ++profile.globalRequests;
    profile.sectors += count.sectors;
    profile.minSectors += count.least;
    profile.globalBytes += total;
  } else {
    WavefrontCount count = countWavefronts(seen, bytes);
    ++profile.sharedRequests;
    profile.wavefronts += count.wavefronts;
    profile.minWavefronts += count.least;
    profile.sharedBytes += total;
  }
}

void Profiler::endCluster(Cluster &cluster) {
  for (std::unique_ptr<Block> &block : cluster.blocks)
    for (Warp &warp : block->warps) {
      for (uint32_t i = 0, e = execution.info.sites.size(); i < e; ++i) {
        auto entry = pending.find({&warp, i});
        if (entry == pending.end())
          continue;
        for (const Request &request : entry->second.requests)
          finish(&execution.info.sites[i], request);
        pending.erase(entry);
      }
      for (uint32_t i = 0, e = execution.info.instructions.size(); i < e; ++i) {
        auto entry = entries.find({&warp, i});
        if (entry == entries.end())
          continue;
        uint64_t turns =
            *std::max_element(entry->second.begin(), entry->second.end());
        for (const InstructionCount &count : execution.info.instructions[i]) {
          LineProfile &profile = line(count.where);
          profile.instructions += turns * count.count;
          profile.classes[size_t(count.kind)] += turns * count.count;
          if (count.kind == InstructionClass::Barrier)
            profile.barriers += turns * count.count;
        }
        entries.erase(entry);
      }
    }
  blocks += cluster.blocks.size();
}

Profile Profiler::take() {
  Profile profile;
  profile.blocks = blocks;
  for (auto &[where, index] : lineIndex)
    profile.lines.push_back(lines[index]);
  // By file, then by number: the text order puts line 10 before line 9.
  auto number = [](const LineProfile &line) {
    llvm::StringRef text = llvm::StringRef(line.where).rsplit(':').second;
    unsigned value = 0;
    (void)text.getAsInteger(10, value);
    return value;
  };
  auto file = [](const LineProfile &line) {
    return llvm::StringRef(line.where).rsplit(':').first;
  };
  llvm::sort(profile.lines, [&](const LineProfile &a, const LineProfile &b) {
    return std::make_pair(file(a), number(a)) <
           std::make_pair(file(b), number(b));
  });
  return profile;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral classNames[] = {
    "integer", "float",   "memory", "control",
    "warp",    "barrier", "tensor", "async"};

static void add(LineProfile &total, const LineProfile &line) {
  total.instructions += line.instructions;
  total.globalRequests += line.globalRequests;
  total.sectors += line.sectors;
  total.minSectors += line.minSectors;
  total.globalBytes += line.globalBytes;
  total.sharedRequests += line.sharedRequests;
  total.wavefronts += line.wavefronts;
  total.minWavefronts += line.minWavefronts;
  total.sharedBytes += line.sharedBytes;
  total.barriers += line.barriers;
  total.branches += line.branches;
  total.divergentBranches += line.divergentBranches;
  for (size_t i = 0; i < line.classes.size(); ++i)
    total.classes[i] += line.classes[i];
}

static void printLine(const LineProfile &line, llvm::raw_ostream &os) {
  os << (line.where.empty() ? "(no location)" : line.where) << ": "
     << line.instructions << " instructions";
  for (size_t i = 0; i < line.classes.size(); ++i)
    if (line.classes[i])
      os << ", " << classNames[i] << " " << line.classes[i];
  os << "\n";
  if (line.globalRequests)
    os << "  global: " << line.globalRequests << " requests, " << line.sectors
       << " sectors (at least " << line.minSectors << "), "
       << llvm::format("%.2f",
                       double(line.sectors) / double(line.globalRequests))
       << " per request, " << line.globalBytes << " bytes\n";
  if (line.sharedRequests)
    os << "  shared: " << line.sharedRequests << " requests, "
       << line.wavefronts << " wavefronts (at least " << line.minWavefronts
       << "), " << line.wavefronts - line.minWavefronts << " bank conflicts, "
       << line.sharedBytes << " bytes\n";
  if (line.branches)
    os << "  branches: " << line.branches << ", divergent "
       << line.divergentBranches << "\n";
}

static llvm::json::Object toJSON(const LineProfile &line) {
  llvm::json::Object classes;
  for (size_t i = 0; i < line.classes.size(); ++i)
    classes[classNames[i]] = int64_t(line.classes[i]);
  auto number = [](uint64_t value) { return int64_t(value); };
  return llvm::json::Object{
      {"instructions", number(line.instructions)},
      {"classes", std::move(classes)},
      {"global_requests", number(line.globalRequests)},
      {"global_sectors", number(line.sectors)},
      {"global_sectors_min", number(line.minSectors)},
      {"global_bytes", number(line.globalBytes)},
      {"shared_requests", number(line.sharedRequests)},
      {"shared_wavefronts", number(line.wavefronts)},
      {"shared_wavefronts_min", number(line.minWavefronts)},
      {"shared_bank_conflicts", number(line.wavefronts - line.minWavefronts)},
      {"shared_bytes", number(line.sharedBytes)},
      {"barriers", number(line.barriers)},
      {"branches", number(line.branches)},
      {"divergent_branches", number(line.divergentBranches)}};
}

void ttc::cpu::printText(const Profile &profile, llvm::raw_ostream &os) {
  LineProfile total;
  for (const LineProfile &line : profile.lines) {
    printLine(line, os);
    add(total, line);
  }
  total.where = "total of " + std::to_string(profile.blocks) + " blocks";
  printLine(total, os);
}

void ttc::cpu::printJSON(const Profile &profile, llvm::raw_ostream &os) {
  LineProfile total;
  llvm::json::Array lines;
  for (const LineProfile &line : profile.lines) {
    llvm::json::Object object = toJSON(line);
    object["where"] = line.where;
    lines.push_back(std::move(object));
    add(total, line);
  }
  llvm::json::Value value =
      llvm::json::Object{{"blocks", int64_t(profile.blocks)},
                         {"lines", std::move(lines)},
                         {"total", toJSON(total)}};
  os << llvm::formatv("{0:2}", value) << "\n";
}
