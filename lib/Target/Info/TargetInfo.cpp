//===- TargetInfo.cpp - The table of GPU architectures --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row for each supported architecture, and the arithmetic of occupancy.
//
//===----------------------------------------------------------------------===//

#include "ttc/Target/Info/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace ttc;

static constexpr unsigned kibibyte = 1024;

/// Registers of a multiprocessor, and the numbers of registers and warps that
/// they are handed out by; equal for all supported targets.
static constexpr unsigned registersPerSM = 65536;
static constexpr unsigned registerUnit = 256;
static constexpr unsigned warpUnit = 4;

static constexpr unsigned bit(Feature feature) {
  return 1u << static_cast<unsigned>(feature);
}

// Each generation has what the one before has, but for what ends in `a`.
static constexpr unsigned features80 =
    bit(Feature::Redux) | bit(Feature::FmaBF16);
static constexpr unsigned features89 = features80 | bit(Feature::ConvertF8);
static constexpr unsigned features90 =
    features89 | bit(Feature::AtomicBF16) | bit(Feature::Cluster);
static constexpr unsigned features100a =
    features90 | bit(Feature::ReduxF32) | bit(Feature::Tcgen05);

struct TargetInfo::Row {
  llvm::StringLiteral name;
  unsigned sm;
  unsigned lowestPTXVersion;
  unsigned features;
  unsigned maxAccessBytes;
  /// In KiB: the most that a block may have, what a multiprocessor has, and
  /// what the system takes for each block.
  unsigned sharedPerBlock, sharedPerSM, sharedReserved;
  unsigned sharedUnit; ///< bytes that shared memory is handed out by
  unsigned warpsPerSM, blocksPerSM;
};

llvm::ArrayRef<TargetInfo::Row> TargetInfo::getRows() {
  static constexpr Row rows[] = {
      // clang-format off
      // name      sm  ptx features      access shared KiB   unit warps blocks
      {"sm_75",    75, 63, 0,               16,  64,  64, 0, 256, 32, 16},
      {"sm_80",    80, 70, features80,      16, 163, 164, 1, 128, 64, 32},
      {"sm_86",    86, 71, features80,      16,  99, 100, 1, 128, 48, 16},
      {"sm_89",    89, 78, features89,      16,  99, 100, 1, 128, 48, 24},
      {"sm_90a",   90, 80, features90 | bit(Feature::Wgmma),
                                            16, 227, 228, 1, 128, 64, 32},
      {"sm_100a", 100, 86, features100a,    32, 227, 228, 1, 128, 64, 32},
      {"sm_103a", 103, 88, features100a,    32, 227, 228, 1, 128, 64, 32},
      {"sm_120a", 120, 87, features90,      32,  99, 100, 1, 128, 48, 24},
      // clang-format on
  };
  return rows;
}

std::string TargetInfo::listNames() {
  return llvm::join(
      llvm::map_range(getRows(), [](const Row &row) { return row.name; }),
      ", ");
}

llvm::Expected<TargetInfo> TargetInfo::get(llvm::StringRef name) {
  llvm::StringRef number = name;
  unsigned sm = 0;
  bool isNumber =
      (number.consume_front("cuda:") || number.consume_front("sm_")) &&
      llvm::to_integer(number, sm, 10);
  for (const Row &row : getRows())
    if (row.name == name || (isNumber && row.sm == sm))
      return TargetInfo(row);
  return llvm::createStringError("unknown target '" + name + "'; known are " +
                                 listNames() +
                                 ", or cuda:NN with the number of one");
}

llvm::StringRef TargetInfo::getName() const { return row->name; }

std::string TargetInfo::getModuleName() const {
  return "cuda:" + std::to_string(row->sm);
}

unsigned TargetInfo::getSM() const { return row->sm; }

bool TargetInfo::has(Feature feature) const {
  return row->features & bit(feature);
}

bool TargetInfo::satisfies(Requirement requirement) const {
  return row->sm >= requirement.sm;
}

unsigned TargetInfo::getLowestPTXVersion() const {
  return row->lowestPTXVersion;
}

/// Those that LLVM 22 writes and that know a supported target.
static constexpr unsigned ptxVersions[] = {63, 64, 65, 70, 71, 72, 73, 74,
                                           75, 76, 77, 78, 80, 81, 82, 83,
                                           84, 85, 86, 87, 88, 90};

llvm::Error TargetInfo::checkPTXVersion(unsigned version) {
  if (llvm::is_contained(ptxVersions, version))
    return llvm::Error::success();
  auto format = [](unsigned number) {
    return std::to_string(number / 10) + "." + std::to_string(number % 10);
  };
  return llvm::createStringError(
      "PTX " + format(version) +
      " is no version that can be written; the highest is " +
      format(*std::rbegin(ptxVersions)));
}

unsigned TargetInfo::getMaxAccessBytes() const { return row->maxAccessBytes; }

unsigned TargetInfo::getMaxSharedBytesPerBlock() const {
  return row->sharedPerBlock * kibibyte;
}

unsigned TargetInfo::getMaxWarpsPerSM() const { return row->warpsPerSM; }

unsigned TargetInfo::getBlocksPerSM(unsigned threads, unsigned registers,
                                    unsigned sharedBytes) const {
  if (threads == 0 || threads > getMaxThreadsPerBlock() ||
      registers > getMaxRegistersPerThread() ||
      sharedBytes > getMaxSharedBytesPerBlock())
    return 0;
  unsigned warps = llvm::divideCeil(threads, getThreadsPerWarp());
  unsigned blocks = std::min(row->blocksPerSM, row->warpsPerSM / warps);
  if (registers) {
    unsigned perWarp =
        llvm::alignTo(registers * getThreadsPerWarp(), registerUnit);
    unsigned warpsHeld = llvm::alignDown(registersPerSM / perWarp, warpUnit);
    blocks = std::min(blocks, warpsHeld / warps);
  }
  unsigned shared = llvm::alignTo(sharedBytes + row->sharedReserved * kibibyte,
                                  row->sharedUnit);
  if (shared)
    blocks = std::min(blocks, row->sharedPerSM * kibibyte / shared);
  return blocks;
}
