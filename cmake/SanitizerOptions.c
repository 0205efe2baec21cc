//===- SanitizerOptions.c - Defaults of the debug preset's sanitizers -----===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's allocators mark unused memory as poisoned, in code that headers bring
// into ours. The allocators inside libLLVM and libMLIR, which are not
// instrumented, hand the same memory out without unmarking it, so every use of
// it would be reported: such marks are to be ignored.
//
// LLVM's handlers of crashes bring an alternate signal stack of their own,
// which the sanitizer would take for its own, and unmap, where a thread ends.
//
//===----------------------------------------------------------------------===//

const char *__asan_default_options(void);

const char *__asan_default_options(void) {
  return "allow_user_poisoning=0:use_sigaltstack=0:abort_on_error=1";
}
