//===- Toolkit.h - NVIDIA's programs and bitcode ----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what ttc takes from a CUDA toolkit (the assembler ptxas, the
// disassembler nvdisasm, the bitcode library libdevice) and runs the programs.
// Looked in, in this order: the file or folder given by the user, CUDA_HOME,
// the folder of a ptxas or nvdisasm in PATH, /usr/local/cuda, and beside each
// folder that holds this library or the running program, `cuda`, where the
// set-up script puts it, and `nvidia/cu13`, where NVIDIA's PyPI packages do.
//
// Everything that can go wrong with a program is an error's text: it is
// missing, can't be started, fails, is killed by a signal, does not end, has no
// room for its files, or leaves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TARGET_EMISSION_TOOLKIT_H
#define TTC_TARGET_EMISSION_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir {
class Diagnostic;
class InFlightDiagnostic;
class Location;
} // namespace mlir

namespace ttc {

struct ToolkitOptions {
  /// A folder laid out like a CUDA toolkit; may be empty.
  std::string folder;
  /// Paths of single files, each empty or preferred to any folder.
  std::string ptxas, nvdisasm, libdevice;
  /// Seconds after which a program that has not ended is killed; 0: never.
  unsigned timeoutSeconds = 0;
};

/// What `ptxas -v` tells of one kernel.
struct AssemblerStatistics {
  /// Of each thread.
  unsigned registers = 0;
  unsigned stackBytes = 0;
  unsigned spillStoreBytes = 0;
  unsigned spillLoadBytes = 0;
  /// Of the block: shared memory that the code itself declares, and named
  /// barriers.
  unsigned staticSharedBytes = 0;
  unsigned barriers = 0;
};

/// Reads the statistics of the kernel `name` out of what `ptxas -v` printed;
/// zeros where it has none.
AssemblerStatistics parseAssemblerStatistics(llvm::StringRef output,
                                             llvm::StringRef name);

struct Assembled {
  std::string cubin;
  AssemblerStatistics statistics;
  /// Warnings that the assembler printed, one a line.
  std::string warnings;
};

class Toolkit {
public:
  explicit Toolkit(ToolkitOptions options) : options(std::move(options)) {}

  /// An error if a folder or file was given and does not exist, or the folder
  /// has none of the files that ttc takes from a toolkit.
  llvm::Error checkPaths() const;

  /// Path of "ptxas" or "nvdisasm". The error's text says what to install.
  llvm::Expected<std::string> findProgram(llvm::StringRef name) const;

  /// Path of libdevice.10.bc.
  llvm::Expected<std::string> findLibdevice() const;

  /// The version that the program at `path` prints for --version, "13.0.88";
  /// empty if it can't be run or prints none.
  std::string getVersion(llvm::StringRef path) const;

  /// Assembles `ptx` for `target` ("sm_90a"). What the assembler prints for a
  /// failure is the error's text. `kernel` names the one whose statistics are
  /// wanted.
  llvm::Expected<Assembled> assemble(llvm::StringRef ptx,
                                     llvm::StringRef target,
                                     llvm::StringRef kernel) const;

  /// SASS of `cubin`.
  llvm::Expected<std::string> disassemble(llvm::StringRef cubin) const;

private:
  ToolkitOptions options;
};

/// An error that a program or file of the toolkit is at fault for, not the
/// input, marked so that a handler can tell.
mlir::InFlightDiagnostic emitToolkitError(mlir::Location loc);
bool isToolkitError(const mlir::Diagnostic &diagnostic);

} // namespace ttc

#endif // TTC_TARGET_EMISSION_TOOLKIT_H
