//===- ConversionChecker.h - Executes conversion plans ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An independent checker: it follows a plan's contract for every register of
// every thread, on registers that hold the number of their element, and reports
// the first destination register that ends up with another element, and every
// claim of the plan (alignment, conflicts, counts) that the execution belies.
// It evaluates layouts at indices only and shares no code with the planners.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TEST_UNIT_LAYOUT_CONVERSIONCHECKER_H
#define TTC_TEST_UNIT_LAYOUT_CONVERSIONCHECKER_H

#include "ttc/Layout/Conversion.h"

#include <string>

namespace ttc::test {

/// Each returns what is wrong, or an empty string.
std::string checkRegisters(const LinearLayout &src, const LinearLayout &dst,
                           llvm::ArrayRef<uint64_t> columns);
std::string checkShuffle(const LinearLayout &src, const LinearLayout &dst,
                         const ShufflePlan &plan, unsigned elementBits);
std::string checkShared(const LinearLayout &src, const LinearLayout &dst,
                        const SharedPlan &plan,
                        const ConversionOptions &options);
std::string checkPlan(const LinearLayout &src, const LinearLayout &dst,
                      const ConversionPlan &plan,
                      const ConversionOptions &options);

} // namespace ttc::test

#endif // TTC_TEST_UNIT_LAYOUT_CONVERSIONCHECKER_H
