//===- Trial.h - One input through the compiler -----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is tried with an input, and what counts as a fault besides crashing.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_TTC_FUZZ_TRIAL_H
#define TTC_TOOLS_TTC_FUZZ_TRIAL_H

#include "Mutate.h"
#include "ttc/Compiler/Compiler.h"

namespace ttc::fuzz {

struct Input {
  std::string bytes;
  bool isBytecode = false;
};

/// Input `number` of the run; the same for the same sources and seed.
Input makeInput(llvm::ArrayRef<std::string> sources, uint64_t seed,
                uint64_t number);

/// What became of an input that brought no fault.
enum class Outcome {
  Rejected, ///< by the parser or a verifier
  Failed,   ///< accepted, and then an error of a pass
  Compiled,
  Refused, ///< bytecode that MLIR's reader would not survive
};
constexpr unsigned numOutcomes = 4;

struct TrialResult {
  Outcome outcome;
  /// What is wrong with what came out, "" if nothing.
  std::string fault;
  /// The error of Outcome::Failed.
  std::string error;
};

/// Takes the input as far as `stopAfter`, bytecode through the optimizer of
/// tiles.
TrialResult tryInput(const Input &input, Stage stopAfter);

} // namespace ttc::fuzz

#endif // TTC_TOOLS_TTC_FUZZ_TRIAL_H
