//===- TTNGOpBase.td - What the ops of the ttng dialect have in common ----===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTNG_IR_TTNGOPBASE
#define TTC_DIALECT_TTNG_IR_TTNGOPBASE

include "ttc/Dialect/TTG/IR/TTGOpBase.td"
include "ttc/Dialect/TTNG/IR/TTNGBase.td"
include "ttc/Dialect/TTNG/IR/TTNGEnums.td"

def TTNG_TensorMemory : Resource<"::ttc::ttng::TensorMemory">;

class TTNG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TTNG_Dialect, mnemonic, traits>;

/// Orders what threads, asynchronous copies and products do to shared memory:
/// nothing that touches it may cross the op.
class TTNG_OrderingOp<string mnemonic, list<Trait> traits = []>
    : TTNG_Op<mnemonic, !listconcat(traits, [
        MemoryEffects<[MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>,
                       MemRead, MemWrite]>])>;

/// An op on an mbarrier.
class TTNG_BarrierOp<string mnemonic, list<Trait> traits = []>
    : TTNG_OrderingOp<mnemonic, traits> {
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TTNG_IR_TTNGOPBASE
