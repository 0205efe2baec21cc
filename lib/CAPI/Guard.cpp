//===- Guard.cpp - What LLVM cannot return, as errors ---------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM reports exhausted memory, and states that it does not expect, to
// handlers that may not return. Those of libttc.so's own copy of LLVM throw,
// and this file, the only one with exceptions, catches. In a program whose LLVM
// is shared with others, the handlers are the program's and stay as they are.
//
// Every frame between has unwind tables, but none cleans up.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "llvm/Support/ErrorHandling.h"

#include <mutex>
#include <new>

using namespace ttc;

namespace {
struct FatalError {
  std::string reason;
};
} // namespace

#ifdef TTC_PRIVATE_LLVM
static void installHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(
        [](void *, const char *reason, bool) { throw FatalError{reason}; });
    llvm::install_bad_alloc_error_handler(
        [](void *, const char *, bool) { throw std::bad_alloc(); });
  });
}
#else
static void installHandlers() {}
#endif

ttcError *capi::getMemoryError() {
  static ttcError error{ttcErrorMemory, "there is not enough memory", {}};
  return &error;
}

ttcError *capi::guard(llvm::function_ref<ttcError *()> body) {
  installHandlers();
  // Made while there is memory.
  ttcError *memoryError = getMemoryError();
  try {
    return body();
  } catch (const FatalError &error) {
    return makeError(ttcErrorCompile, "LLVM: " + error.reason);
  } catch (const std::bad_alloc &) {
    return memoryError;
  }
}
