//===- compile.cpp - Compiles a kernel through the C++ library ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   compile KERNEL TARGET
//
// Writes the PTX to standard output, and time and memory of each stage and the
// diagnostics to standard error.
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/Compiler.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: compile KERNEL TARGET\n";
    return 2;
  }
  auto file = llvm::MemoryBuffer::getFile(argv[1]);
  if (!file) {
    llvm::errs() << argv[1] << ": " << file.getError().message() << "\n";
    return 1;
  }

  ttc::CompileOptions options;
  options.target = argv[2];
  options.stopAfter = ttc::Stage::PTX;
  ttc::CompileResult result =
      ttc::compile((*file)->getBuffer(), argv[1], options);
  for (const ttc::CompileDiagnostic &diagnostic : result.diagnostics)
    llvm::errs() << diagnostic.rendered;
  if (!result.succeeded)
    return 1;

  llvm::outs() << result.ptx;
  for (const ttc::StageTime &stage : result.times)
    llvm::errs() << llvm::format(
        "%-6s %8.2f ms %8lld KiB\n", stage.name.c_str(), stage.milliseconds,
        static_cast<long long>(stage.peakBytes / 1024));
  return 0;
}
