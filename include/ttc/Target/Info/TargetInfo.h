//===- TargetInfo.h - What a GPU architecture has ---------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that ttc knows of a GPU architecture, as answers to questions.
// Passes ask; none compares architecture numbers. The answers are rows of one
// table in TargetInfo.cpp. Sources: CUDA C++ Programming Guide, "Compute
// Capabilities", and the "Target ISA Notes" of PTX ISA 9.0.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TARGET_INFO_TARGETINFO_H
#define TTC_TARGET_INFO_TARGETINFO_H

#include "ttc/Target/Info/Requirement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace ttc {

/// Abilities that some supported targets have and others lack.
enum class Feature : unsigned {
  /// `redux.sync` on 32-bit integers.
  Redux,
  /// `redux.sync` minimum and maximum of f32.
  ReduxF32,
  /// `fma` of bf16 and bf16x2; also `min`, `max`, `abs` and `neg`.
  FmaBF16,
  /// `cvt` between f32 or f16 pairs and pairs of e4m3 or e5m2.
  ConvertF8,
  /// `atom.add` and `red.add` of bf16 and bf16x2.
  AtomicBF16,
  /// Thread block clusters and distributed shared memory.
  Cluster,
  /// `wgmma`.
  Wgmma,
  /// `tcgen05` and tensor memory.
  Tcgen05,
};

/// One architecture. Small; copied by value. It refers to a static table only,
/// so it may be used by any number of threads.
class TargetInfo {
public:
  /// The target of that name: "cuda:90" as a TTGIR module has it, or "sm_90a"
  /// as the assembler has it. The numbers 90, 100, 103 and 120 mean the
  /// architecture-specific variant. An unknown name is an error whose text
  /// lists the known ones.
  static llvm::Expected<TargetInfo> get(llvm::StringRef name);

  /// The names "sm_NN" of all supported targets, oldest first, comma-separated.
  static std::string listNames();

  /// As the assembler and LLVM have it: "sm_90a".
  llvm::StringRef getName() const;
  /// As a module's `ttg.target` has it: "cuda:90".
  std::string getModuleName() const;
  /// Architecture number: 90.
  unsigned getSM() const;

  bool has(Feature feature) const;
  /// Whether the architecture is one that `requirement` is met by.
  bool satisfies(Requirement requirement) const;

  /// Lowest PTX ISA version that knows this target; ten times the major
  /// version plus the minor one.
  unsigned getLowestPTXVersion() const;
  /// An error unless `version` exists and ttc can write it.
  static llvm::Error checkPTXVersion(unsigned version);

  /// Bytes of the widest access to global memory by one thread.
  unsigned getMaxAccessBytes() const;
  /// Bytes of shared memory that one block may ask for (after opting in).
  unsigned getMaxSharedBytesPerBlock() const;

  unsigned getThreadsPerWarp() const { return 32; }
  unsigned getMaxThreadsPerBlock() const { return 1024; }
  unsigned getMaxRegistersPerThread() const { return 255; }
  /// Blocks of the largest cluster (after opting in); 1 without clusters.
  unsigned getMaxBlocksPerCluster() const {
    return has(Feature::Cluster) ? 16 : 1;
  }
  unsigned getMaxWarpsPerSM() const;

  /// Blocks that one multiprocessor holds at a time, for a kernel with
  /// `threads` per block, `registers` per thread and `sharedBytes` per block
  /// (static and dynamic). Zero if not even one fits.
  unsigned getBlocksPerSM(unsigned threads, unsigned registers,
                          unsigned sharedBytes) const;

private:
  struct Row;
  static llvm::ArrayRef<Row> getRows();
  explicit TargetInfo(const Row &row) : row(&row) {}

  const Row *row;
};

} // namespace ttc

#endif // TTC_TARGET_INFO_TARGETINFO_H
