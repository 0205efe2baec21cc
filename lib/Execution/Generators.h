//===- Generators.h - Buffers from a rule -----------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the generators of a launch's arguments make: see Launch.h.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_GENERATORS_H
#define TTC_LIB_EXECUTION_GENERATORS_H

#include "ttc/Execution/Device.h"

namespace ttc::exec {

/// Fills `buffer`, whose element type and shape are set, with what the
/// generator `name` makes. `options` are "key=value" texts.
llvm::Error generate(llvm::StringRef name,
                     llvm::ArrayRef<llvm::StringRef> options,
                     ArgumentValue &buffer);

/// Sets the buffer's size in bytes from its shape; an error when the machine
/// has not so much memory.
llvm::Error allocateBuffer(ArgumentValue &buffer);

} // namespace ttc::exec

#endif // TTC_LIB_EXECUTION_GENERATORS_H
