//===- Options.h - The command line of tt-run -------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options come from the command line and from the input itself: the text after
// "// tt-run:" at the start of a line is read as if it stood before the
// command line's own options, which win. So a test is one file.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_TT_RUN_OPTIONS_H
#define TTC_TOOLS_TT_RUN_OPTIONS_H

#include "ttc/Compiler/Compiler.h"
#include "ttc/Execution/CPU/CPURuntime.h"
#include "ttc/Execution/Device.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ttc::run {

/// Options of tt-run belong to this category; all others are hidden.
extern llvm::cl::OptionCategory category;

/// What the user asked for.
struct Request {
  std::string inputName, input;
  /// "cpu", "cuda" or "cuda:1".
  std::string device;
  bool listDevices = false;
  /// For --device=cpu.
  cpu::Options cpu;
  bool profileAsJSON = false;

  CompileOptions compile;
  bool driverAssembles = false;
  std::string metadata;

  std::string grid;
  std::vector<std::string> arguments, lets, outputs, prints, expectations;
  int64_t printLimit = 16;
  double timeout = 0;

  bool bench = false;
  exec::BenchOptions benchOptions;
  uint64_t benchBytes = 0;
};

/// Reads the command line and the input. Ends the process on --help and on an
/// unknown option, as LLVM's tools do.
llvm::Expected<Request> parseCommandLine(int argc, char **argv);

} // namespace ttc::run

#endif // TTC_TOOLS_TT_RUN_OPTIONS_H
