//===- Options.cpp - What options can be ----------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options are checked twice: here for what is wrong with any module, so that
// whoever sets one hears of it at once, and with the module for the rest.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"

#include "Input.h"
#include "ttc/Target/Info/TargetInfo.h"

#include "llvm/Support/MathExtras.h"

using namespace ttc;
using llvm::StringRef;

namespace {
/// What an option's number can be.
struct Range {
  StringRef what;
  unsigned least, most;
  bool isPowerOf2 = false;
};
} // namespace

static llvm::Error check(const Range &range, std::optional<unsigned> value) {
  if (!value || (*value >= range.least && *value <= range.most &&
                 (!range.isPowerOf2 || llvm::isPowerOf2_32(*value))))
    return llvm::Error::success();
  std::string text = ("the number of " + range.what + " is ").str() +
                     std::to_string(*value) + "; it must be ";
  text += range.isPowerOf2 ? "a power of two " : "";
  if (range.most == UINT_MAX)
    text += "at least " + std::to_string(range.least);
  else
    text += "from " + std::to_string(range.least) + " to " +
            std::to_string(range.most);
  return llvm::createStringError(text);
}

llvm::Error ttc::checkOptions(const CompileOptions &options) {
  // Of any target; the one at hand may have less.
  constexpr unsigned mostWarps = 32, mostCTAs = 16;
  const std::pair<Range, std::optional<unsigned>> numbers[] = {
      {{"warps", 1, mostWarps, /*isPowerOf2=*/true}, options.numWarps},
      {{"blocks of a cluster", 1, mostCTAs, /*isPowerOf2=*/true},
       options.numCTAs},
      {{"pipeline stages", 1, UINT_MAX}, options.numStages},
      {{"registers per thread", 1, maxRegistersPerThread},
       options.maxRegisters},
      // More blocks than this fit no multiprocessor.
      {{"blocks per multiprocessor", 1, 32}, options.minBlocksPerSM},
  };
  for (const auto &[range, value] : numbers)
    if (llvm::Error error = check(range, value))
      return error;
  if (options.ptxVersion)
    if (llvm::Error error = TargetInfo::checkPTXVersion(*options.ptxVersion))
      return error;
  return options.target.empty() ? llvm::Error::success()
                                : TargetInfo::get(options.target).takeError();
}
