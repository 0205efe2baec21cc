//===- Compiler.h - From IR text to a cubin ---------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way through ttc: options in; the artifacts of every stage, facts
// about the kernel, times and diagnostics out. Tools, tests and other languages
// are clients of this header.
//
//   ttc::CompileOptions options;
//   options.stopAfter = ttc::Stage::Cubin;
//   ttc::CompileResult result = ttc::compile(text, "kernel.ttir", options);
//   if (!result.succeeded)
//     for (const ttc::CompileDiagnostic &diagnostic : result.diagnostics)
//       llvm::errs() << diagnostic.rendered;
//
// Nothing here is global, and compile() may run in any number of threads. It
// never exits or aborts, whatever the text.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_COMPILER_COMPILER_H
#define TTC_COMPILER_COMPILER_H

#include "ttc/Target/Emission/Toolkit.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace ttc {

/// The stages of a compilation, in order. Input is any of the first three; the
/// text itself says which.
enum class Stage {
  TTIR,    ///< tile algebra
  TTGIR,   ///< with layouts
  Lowered, ///< LLVM, NVVM and ptx dialects
  LLVMIR,  ///< optimized LLVM IR
  PTX,
  Cubin,
  SASS,
};

/// The extension of the file that holds a stage's artifact: "ttgir", "llir".
llvm::StringRef getStageExtension(Stage stage);

struct CompileOptions {
  /// "cuda:90" or "sm_90a"; sm_90, sm_100, sm_103 and sm_120 mean the variant
  /// with an `a`, which has all instructions of the architecture. Empty: what
  /// the module names; it is an error if neither does, or if they differ. The
  /// same holds for numWarps and numCTAs, which are 4 and 1 where nobody names
  /// them.
  std::string target;
  std::optional<unsigned> numWarps;
  std::optional<unsigned> numCTAs;
  /// At least 1.
  unsigned numStages = 3;
  /// Whether a multiplication and an addition may become one `fma`.
  bool fpFusion = true;
  /// Whether TTIR is optimized before it gets layouts. Without, only what later
  /// stages need is done: calls inlined, block pointers made plain ones.
  bool optimizeTiles = true;

  /// PTX ISA version to write, ten times the major version plus the minor one;
  /// without it, the lowest that has what the kernel uses.
  std::optional<unsigned> ptxVersion;
  /// Most registers per thread, 1 to 255, and fewest blocks per multiprocessor,
  /// 1 to 32, that the assembler is to aim at. What the module says wins where
  /// these are empty.
  std::optional<unsigned> maxRegisters;
  std::optional<unsigned> minBlocksPerSM;

  /// The kernel to compile, by its symbol; needed where the module has several.
  std::string kernel;
  /// Where NVIDIA's programs are, and for how long they may run; see Toolkit.h.
  /// It is an error if a folder or file given does not exist, or if the folder
  /// has nothing of a toolkit.
  ToolkitOptions toolkit;

  /// The last stage to reach.
  Stage stopAfter = Stage::Cubin;
  /// Whether to keep the texts of the stages before `stopAfter` as well.
  bool keepTexts = false;
  /// Whether to keep the lowered module; one where `stopAfter` is
  /// Stage::Lowered is kept anyway.
  bool keepLoweredModule = false;
  /// Whether passes say what they did, and what they could not do, in
  /// diagnostics of severity Remark.
  bool remarks = false;
};

/// An error if an option has a value that no module can be compiled with: a
/// target that does not exist, a number out of its range. compile() checks that
/// too.
llvm::Error checkOptions(const CompileOptions &options);

/// A parameter of a kernel, in the order of its signature.
struct KernelParameter {
  /// As in the source, or "argN".
  std::string name;
  bool isPointer = false;
  /// Whether it is a descriptor of a tensor in global memory, passed as a
  /// tensor map. Descriptors of TTIR are passed in parts, see below.
  bool isDescriptor = false;
  /// The scalar's type, what the pointer points to ("f32", "i64"), or the tile
  /// that a descriptor moves ("128x64xf16"); empty for a pointer that does not
  /// say.
  std::string type;
  /// What tt.divisibility promises; 1 where nothing is promised.
  int64_t divisibility = 1;
  /// The tensor descriptor of the source that this is a part of; empty for any
  /// other parameter. A descriptor is passed as its base pointer, its extents,
  /// its strides (i64, in elements, one for each dimension) and an i1, true
  /// where accesses out of bounds read NaN; docs/running.md has more.
  std::string descriptor;
};

/// What there is to know about the kernel besides its code.
struct KernelInfo {
  std::string name;
  /// "cuda:90", and what the assembler calls it, "sm_90a".
  std::string target, arch;
  unsigned numWarps = 4;
  unsigned numStages = 3;
  unsigned numCTAs = 1;
  bool fpFusion = true;
  std::vector<KernelParameter> parameters;
  /// Dynamic shared memory that a launch has to ask for, in bytes.
  unsigned sharedBytes = 0;
  /// Axes of the grid whose index, or whose size, the kernel reads: bit 0 for
  /// x, 1 for y, 2 for z.
  unsigned programIdAxes = 0, numProgramsAxes = 0;
  /// Ten times the major version plus the minor one; 0 before PTX.
  unsigned ptxVersion = 0;

  /// From the assembler; zeros before Stage::Cubin.
  AssemblerStatistics resources;
};

/// One diagnostic with its notes.
struct CompileDiagnostic {
  enum Severity { Error, Warning, Remark, Note };
  Severity severity = Error;
  /// Message without location and notes.
  std::string message;
  /// Where: file, line and column counted from one; empty and zero if unknown.
  std::string file;
  unsigned line = 0, column = 0;
  /// The text of that line of the input; empty where the place is not in it.
  std::string sourceLine;
  /// Of a remark: the pass that makes it ("tt-optimize"), and its kind
  /// ("unroll"). The category of an error is "toolkit" where a program or file
  /// of a CUDA toolkit is at fault.
  std::string category, name;
  /// As a tool shows it: location, severity, message, line of source, notes.
  std::string rendered;
  /// These have none themselves.
  std::vector<CompileDiagnostic> notes;
};

struct StageTime {
  /// "parse", or the extension of the stage's artifact.
  std::string name;
  double milliseconds = 0;
  /// The most memory that the thread had allocated at once during the stage, in
  /// bytes beyond what it had when the stage began. Zero in programs that do
  /// not count; see MemoryCount.h.
  int64_t peakBytes = 0;
};

struct CompileResult {
  CompileResult() = default;
  CompileResult(CompileResult &&) = default;
  CompileResult &operator=(CompileResult &&other);

  bool succeeded = false;
  /// What came out of each stage: that of CompileOptions::stopAfter always,
  /// the others where CompileOptions::keepTexts asks, the PTX also beside a
  /// cubin, the cubin also beside SASS. TTIR and TTGIR are kept only where the
  /// input is at that level or before.
  std::string ttir, ttgir, lowered, llvmIR, ptx, cubin, sass;
  KernelInfo kernel;
  std::vector<StageTime> times;
  std::vector<CompileDiagnostic> diagnostics;

  /// The lowered module, if asked for, and the context that owns its types.
  /// The module goes first.
  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> loweredModule;

  /// The artifact of `stage`, empty if not there.
  const std::string &getArtifact(Stage stage) const;
};

/// Compiles `text`; `name` is what diagnostics call it.
CompileResult compile(llvm::StringRef text, llvm::StringRef name,
                      const CompileOptions &options);

/// Adds the dialects that the input may use, and what translates them.
void registerCompilerDialects(mlir::DialectRegistry &registry);

/// Writes the versions of ttc and of the LLVM that it uses, for --version.
void printVersion(llvm::raw_ostream &os);

struct KernelProperty {
  llvm::StringRef name;
  int64_t value;
  bool isBoolean = false;
};

/// What of `kernel` is a number, by the names that the JSON has.
std::vector<KernelProperty> getProperties(const KernelInfo &kernel);

/// The JSON that goes beside a cubin, with the keys that Triton's has.
std::string getMetadataJSON(const KernelInfo &kernel);

/// Takes from such a JSON, ours or Triton's, what is an option: num_warps,
/// num_stages, num_ctas, target, enable_fp_fusion, maxnreg.
llvm::Error readMetadataJSON(llvm::StringRef json, CompileOptions &options);

} // namespace ttc

#endif // TTC_COMPILER_COMPILER_H
