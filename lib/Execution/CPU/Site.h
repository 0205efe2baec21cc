//===- Site.h - Instructions that the runtime executes ----------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every instruction that generated code hands to the runtime has a site: what
// it is, its static parameters, and its place in the source. Generated code
// names it by its index in the program's table.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_SITE_H
#define TTC_LIB_EXECUTION_CPU_SITE_H

#include "ttc/Execution/CPU/CPURuntime.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ttc::cpu {

enum class SiteKind : uint8_t {
  // Memory accesses, seen by the checks and the profile only.
  Load,
  Store,
  Atomic,
  Fence,
  Branch,
  // Lanes of a warp that meet.
  Shuffle,
  Vote,
  Match,
  Redux,
  Elect,
  WarpSync,
  ActiveMask,
  LdMatrix,
  StMatrix,
  Mma,
  // Barriers of a block or a cluster.
  Barrier,
  BarrierArrive,
  ClusterArrive,
  ClusterWait,
  MapShared,
  // mbarriers.
  MbarInit,
  MbarInval,
  MbarExpectTx,
  MbarCompleteTx,
  MbarArrive,
  MbarTestWait,
  MbarWaitParity,
  // Asynchronous copies.
  CpAsync,
  CpAsyncCommit,
  CpAsyncWait,
  CpAsyncMbarArrive,
  BulkLoad,
  BulkStore,
  BulkSharedToCluster,
  TensorLoad,
  TensorStore,
  TensorReduce,
  BulkCommit,
  BulkWait,
  FenceProxy,
  // wgmma.
  Wgmma,
  WgmmaFence,
  WgmmaCommit,
  WgmmaWait,
  WgmmaRead,
  WgmmaMove,
  // Others.
  AssertFail,
  Clock,
  Exit,
  Trap,
};

/// Memory spaces an access can name; Generic is resolved by address.
enum class Space : uint8_t { Generic, Global, Shared, SharedCluster };

struct Site {
  SiteKind kind;
  /// The instruction as the source spells it, e.g. "nvvm.shfl.sync".
  std::string name;
  /// file:line:column; empty where the module has no location.
  std::string where;
  /// Static parameters; each kind documents its own beside its handler.
  std::array<int64_t, 8> params{};
  // Of memory accesses.
  uint32_t bytes = 0;
  uint32_t align = 1;
  Space space = Space::Generic;
  bool isVolatile = false;
};

/// What lowering for the host found out about one kernel.
struct KernelInfo {
  std::string name;
  std::string entry;
  struct Param {
    uint32_t bytes;
    bool isPointer;
    /// Passed as the address of a copy (llvm.byval), such as tensor maps.
    bool byVal;
    std::string type;
  };
  std::vector<Param> params;
  std::array<uint32_t, 3> block{{1, 1, 1}};
  std::array<uint32_t, 3> cluster{{1, 1, 1}};
};

/// Instructions of one class on one line of a basic block.
struct InstructionCount {
  std::string where;
  InstructionClass kind;
  uint32_t count;
};

/// Everything the runtime needs besides the code.
struct HostModuleInfo {
  std::vector<Site> sites;
  std::vector<KernelInfo> kernels;
  /// Bytes of static and dynamic shared memory, from offset sharedStart.
  uint32_t sharedBytes = 0;
  /// Data that the module itself defines: symbol and size.
  std::vector<std::pair<std::string, uint64_t>> globals;
  /// For a profile: what each basic block holds, by its number.
  std::vector<std::vector<InstructionCount>> instructions;
  /// Registers that hold sums of wgmma, in all functions.
  uint32_t wgmmaRegisters = 0;
  /// A kernel here communicates between blocks: run them in one order.
  bool interBlock = false;
  std::string target;
};

/// The hardware reserves the start of the shared window; ours begins here,
/// which keeps 1024-byte alignment and makes address zero invalid.
constexpr uint32_t sharedStart = 1024;

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_SITE_H
