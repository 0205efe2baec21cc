//===- Tools.h - What the command line tools share --------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that tt-opt and its kin offer, and what keeps MLIR's readers from
// taking a tool down. These are for programs of one thread: a library can
// neither fork nor choose its stack, so ttc::compile() reads no bytecode.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TOOLS_TOOLS_H
#define TTC_TOOLS_TOOLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace ttc {

/// Registers all passes and pipelines of ttc, and MLIR's general ones.
void registerAllPasses();

/// Whether MLIR's readers survive the text or bytecode; if not, says why on
/// standard error. The module may still be wrong, which reading it will tell.
/// Bytecode is read once for trial, in a process of its own.
bool isReadable(llvm::MemoryBufferRef input,
                const mlir::DialectRegistry &registry);

/// Why MLIR should not read the bytecode here: its reader crashes or does not
/// end, or what is read nests too deep. nullopt if none of these.
std::optional<std::string>
findBytecodeFault(llvm::MemoryBufferRef bytecode,
                  const mlir::DialectRegistry &registry);

/// Runs `body` on a stack of a gigabyte, of which only what is used takes
/// memory, and returns its result: for what reads texts that isReadable() can't
/// see before.
int runOnLargeStack(llvm::function_ref<int()> body);

} // namespace ttc

#endif // TTC_TOOLS_TOOLS_H
