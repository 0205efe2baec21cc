//===- Libdevice.h - Calls of NVIDIA's bitcode library ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What everyone who links libdevice has to look at first.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_TARGET_EMISSION_LIBDEVICE_H
#define TTC_TARGET_EMISSION_LIBDEVICE_H

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ttc {

/// Names both signatures where `declared` is not what `library` defines under
/// that name; empty where they agree, or where the library has no such
/// function. LLVM links the two either way, and the call is undefined.
std::string describeMismatch(const llvm::Function &declared,
                             const llvm::Module &library);

} // namespace ttc

#endif // TTC_TARGET_EMISSION_LIBDEVICE_H
