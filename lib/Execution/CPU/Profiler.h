//===- Profiler.h - What a kernel costs -------------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes run one by one, so the n-th execution of an instruction by each lane
// of a warp is taken as one warp-wide request: exact while a warp's lanes
// execute it equally often.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_PROFILER_H
#define TTC_LIB_EXECUTION_CPU_PROFILER_H

#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"

namespace ttc::cpu {

/// What the lanes of a warp access by one instruction.
struct Request {
  uint32_t seen = 0;
  uint32_t active = 0;
  std::array<uint64_t, 32> addresses{};
};

/// 32-byte sectors that a request touches, and the fewest that could hold the
/// bytes it asks for.
struct SectorCount {
  uint64_t sectors = 0, least = 0;
};
SectorCount countSectors(const Request &request, uint32_t bytes);

/// Passes over the 32 banks of 4 bytes that a request takes. Accesses of 8 and
/// 16 bytes go by half and quarter warps; lanes that read the same word share.
struct WavefrontCount {
  uint64_t wavefronts = 0, least = 0;
};
WavefrontCount countWavefronts(const Request &request, uint32_t bytes);

class Profiler {
public:
  explicit Profiler(Execution &execution);
  void access(Thread *thread, const Site *site, uint64_t address, bool on);
  /// A request that all lanes make at once (matrix loads and stores).
  void request(const Site *site, const Request &request, uint32_t bytes);
  void enterBlock(Thread *thread, uint32_t block);
  void branch(Thread *thread, const Site *site, bool taken);
  /// Requests of lanes that will not be joined by others any more.
  void endCluster(Cluster &cluster);
  Profile take();

private:
  /// An instruction as one warp executes it: requests that still lack lanes.
  struct Pending {
    uint64_t first = 0;
    std::deque<Request> requests;
    std::array<uint64_t, 32> counts{};
  };
  using Key = std::pair<const Warp *, uint32_t>;

  void record(Thread *thread, const Site *site, uint64_t address, bool on);
  void finish(const Site *site, const Request &request);
  LineProfile &line(const Site *site);
  LineProfile &line(const std::string &where);

  Execution &execution;
  llvm::DenseMap<Key, Pending> pending;
  /// How often each lane of a warp entered each basic block.
  llvm::DenseMap<Key, std::array<uint64_t, 32>> entries;
  std::map<std::string, size_t> lineIndex;
  std::vector<LineProfile> lines;
  uint64_t blocks = 0;
};

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_PROFILER_H
