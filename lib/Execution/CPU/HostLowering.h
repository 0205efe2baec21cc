//===- HostLowering.h - From the lowered module to the host -----*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites a lowered module, in place, into host LLVM dialect:
//
//   %t = nvvm.read.ptx.sreg.tid.x : i32
//   %v = nvvm.shfl.sync bfly %m, %x, %o, %c : f32 -> f32
// becomes
//   %p = llvm.getelementptr %thread[16] ...   %t = llvm.load %p
//   (operands into slots)  llvm.call @ttc_rt_op(%thread, 7, %in, %out)
//
// Every function gets the thread's state as its first argument. What a runtime
// call does is in the table of sites, by index. With checks or a profile, each
// access to memory is announced by a call of @ttc_rt_access before it.
//
// Guarantees: no NVVM or ptx op is left but scalar arithmetic, which becomes
// LLVM intrinsics that mapIntrinsics (Intrinsics.h) knows; each kernel K has
// an entry ttc_entry_K(thread, address of an array of argument addresses).
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_EXECUTION_CPU_HOSTLOWERING_H
#define TTC_LIB_EXECUTION_CPU_HOSTLOWERING_H

#include "Site.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace ttc::ptx {
class WgmmaOp;
} // namespace ttc::ptx

namespace ttc::cpu {

/// What to add to the code besides the kernel itself.
struct Instrumentation {
  bool accesses = false;
  bool instructions = false;
};

mlir::LogicalResult lowerToHost(mlir::ModuleOp module,
                                const Instrumentation &instrumentation,
                                HostModuleInfo &info);

/// "file:line:column" of the innermost place that `loc` names.
std::string describeLocation(mlir::Location loc);

/// What a family of patterns did with an op.
enum class Outcome { NotMine, Done, Failed };

/// Lowers one module; the families of ops are in files of their own.
class HostLowering {
public:
  HostLowering(mlir::ModuleOp module, const Instrumentation &instrumentation,
               HostModuleInfo &info);
  mlir::LogicalResult run();

private:
  // Module and functions (HostLowering.cpp).
  mlir::LogicalResult layOutShared();
  mlir::LogicalResult describeKernel(mlir::LLVM::LLVMFuncOp func);
  void addThreadArgument(mlir::LLVM::LLVMFuncOp func);
  void makeEntry(mlir::LLVM::LLVMFuncOp func, const KernelInfo &kernel);
  mlir::LogicalResult lowerFunction(mlir::LLVM::LLVMFuncOp func);
  void addLoopPolls(mlir::LLVM::LLVMFuncOp func);
  void addInstructionCounts(mlir::LLVM::LLVMFuncOp func);
  void finishModule();
  Outcome lowerOp(mlir::Operation *op);
  Outcome lowerCall(mlir::LLVM::CallOp call);

  // Memory (LowerMemory.cpp).
  Outcome lowerMemory(mlir::Operation *op);
  Outcome lowerPtx(mlir::Operation *op);
  void checkAccess(mlir::Operation *op, SiteKind kind, mlir::Value address,
                   uint32_t bytes, uint32_t align, mlir::Value predicate = {},
                   mlir::ArrayRef<int64_t> params = {},
                   bool isVolatile = false);
  mlir::Value selectAddress(mlir::Value predicate, mlir::Value address);
  Outcome lowerPtxAtomic(mlir::Operation *op, mlir::Value address,
                         mlir::Value value, mlir::Value predicate);

  // Warps, barriers, registers (LowerNVVM.cpp).
  Outcome lowerRegister(mlir::Operation *op);
  Outcome lowerWarp(mlir::Operation *op);
  Outcome lowerBarrier(mlir::Operation *op);
  Outcome lowerMisc(mlir::Operation *op);
  Outcome lowerCallIntrinsic(mlir::LLVM::CallIntrinsicOp op);

  // Tensor cores and asynchronous copies (LowerAsync.cpp).
  Outcome lowerTensor(mlir::Operation *op);
  Outcome lowerMmaIntrinsic(mlir::LLVM::CallIntrinsicOp op,
                            llvm::StringRef name);
  Outcome lowerCopy(mlir::Operation *op);
  Outcome lowerTensorCopy(mlir::Operation *op);
  Outcome lowerMbarrier(mlir::Operation *op);

  // Products of a warp group and their registers (LowerWgmma.cpp).
  mlir::LogicalResult placeRegisters(mlir::LLVM::LLVMFuncOp func);
  void placeResults(mlir::Operation *op);
  void followRegister(mlir::Value value);
  mlir::LogicalResult moveAlongEdges(mlir::Block *block);
  mlir::LogicalResult readRegisters(mlir::LLVM::LLVMFuncOp func);
  mlir::Value registerName(mlir::Value value, int64_t index);
  mlir::Value fencesAtWrite(mlir::ValueRange values);
  Outcome lowerWgmma(mlir::Operation *op);
  Outcome lowerNvvmWgmma(mlir::NVVM::WgmmaMmaAsyncOp op);
  Outcome lowerPtxWgmma(ptx::WgmmaOp op);
  Outcome callWgmma(mlir::Operation *op, mlir::ArrayRef<int64_t> params,
                    llvm::SmallVectorImpl<mlir::Value> &operands,
                    mlir::ValueRange sums);

  // Building blocks.
  uint32_t addSite(mlir::Operation *op, SiteKind kind,
                   mlir::ArrayRef<int64_t> params = {});
  Site &site(uint32_t index) { return info.sites[index]; }
  /// Replaces `op` by a runtime call with these operands; its results come
  /// back one slot per scalar.
  Outcome replaceByCall(mlir::Operation *op, uint32_t site,
                        mlir::ValueRange operands);
  /// Emits the call alone, with results of `types`.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  emitCall(mlir::Operation *op, uint32_t site, mlir::ValueRange operands,
           mlir::TypeRange types);
  mlir::FailureOr<mlir::Value> toSlot(mlir::Operation *op, mlir::Value value);
  mlir::FailureOr<mlir::Value> fromSlot(mlir::Operation *op, mlir::Value slot,
                                        mlir::Type type);
  mlir::FailureOr<mlir::Value> unpackResult(mlir::Operation *op,
                                            mlir::Value buffer, unsigned &next,
                                            mlir::Type type);
  mlir::Value slotBuffer(unsigned count);
  mlir::Value slotAddress(mlir::Value buffer, unsigned index);
  mlir::Value threadField(unsigned offset, mlir::Type type);
  mlir::Value constant(mlir::Type type, int64_t value);
  mlir::LLVM::LLVMFuncOp runtimeFunction(llvm::StringRef name,
                                         mlir::TypeRange arguments);
  void callRuntime(llvm::StringRef name, mlir::ValueRange arguments);
  Space spaceOf(mlir::Value address) const;
  uint32_t sizeOf(mlir::Type type) const;

  mlir::ModuleOp module;
  const Instrumentation &instrumentation;
  HostModuleInfo &info;
  mlir::OpBuilder builder;
  mlir::DataLayout layout;
  mlir::Type ptr, i1, i8, i32, i64;
  mlir::Location loc;
  /// Offsets of shared variables from the block's part of the window.
  llvm::StringMap<uint32_t> sharedOffsets;
  /// Of the function being lowered.
  mlir::Value thread;
  mlir::LLVM::AllocaOp slots;
  unsigned slotCount = 0;
  /// Values that are registers of the runtime's, with the first one's number.
  llvm::MapVector<mlir::Value, uint32_t> registers;
};

} // namespace ttc::cpu

#endif // TTC_LIB_EXECUTION_CPU_HOSTLOWERING_H
