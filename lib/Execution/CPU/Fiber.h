//===- Fiber.h - Stacks and switches ----------------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Context switches are Boost.Context's. Its lowest interface is used since it
// throws nothing, and a fiber that a fault ended is simply never resumed.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_FIBER_H
#define TTC_LIB_EXECUTION_CPU_FIBER_H

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <vector>

namespace ttc::cpu {

using Context = boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using Transfer = boost::context::detail::transfer_t;

/// Memory of one fiber: a guard page below `base`, then `bytes` of stack.
struct Stack {
  /// Usable bytes; with the guard page and the thread's state this stays under
  /// 64 KiB for each live thread.
  static constexpr size_t bytes = 48 * 1024;
  char *base = nullptr;
  char *top() const { return base + bytes; }
  bool inGuard(const void *address) const;
};

/// Stacks are used again, last in first out, so that short threads share one
/// that is in the cache.
class StackPool {
public:
  StackPool() = default;
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;
  ~StackPool();
  /// The base is null when the system gives no memory.
  Stack acquire();
  void release(Stack stack) { free.push_back(stack); }
  /// All stacks are free again, whoever holds them.
  void reset() { free = all; }

private:
  std::vector<Stack> free;
  std::vector<Stack> all;
};

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_FIBER_H
