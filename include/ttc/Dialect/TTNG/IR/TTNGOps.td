//===- TTNGOps.td - Operations of the ttng dialect ------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTNG_IR_TTNGOPS
#define TTC_DIALECT_TTNG_IR_TTNGOPS

include "ttc/Dialect/TTNG/IR/TTNGBlackwellOps.td"
include "ttc/Dialect/TTNG/IR/TTNGOpBase.td"
include "ttc/Dialect/TTNG/IR/TTNGTMAOps.td"

//===----------------------------------------------------------------------===//
// Warp-group products
//===----------------------------------------------------------------------===//

def TTNG_WarpGroupDotOp : TTNG_Op<"warp_group_dot", [
    AllTypesMatch<["c", "d"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "matrix product by wgmma";
  let description = [{
    `d = a * b + c`, or `a * b` where `useC` is false. `a` is in registers or in
    shared memory, `b` in shared memory. If `isAsync`, `d` and what shared
    memory is read may be touched only after `ttng.warp_group_dot_wait`.

    ```mlir
    %d = ttng.warp_group_dot %a, %b, %c {isAsync = true} :
        !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x128xf16, #shared, #smem>
        -> tensor<128x128xf32, #mma>
    ```
  }];
  let arguments = (ins
    AnyTypeOf<[TT_Tensor, TTG_MemDesc]>:$a, TTG_MemDesc:$b, TT_Tensor:$c,
    Optional<I1>:$useC,
    DefaultValuedAttr<TT_InputPrecision, "::ttc::tt::InputPrecision::IEEE">:$inputPrecision,
    DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc,
    DefaultValuedAttr<BoolAttr, "false">:$isAsync);
  let results = (outs TT_Tensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` $useC^)? attr-dict
    `:` type($a) `*` qualified(type($b)) `->` type($d)
  }];
  let hasVerifier = 1;
}

def TTNG_WarpGroupDotWaitOp : TTNG_Op<"warp_group_dot_wait", [
    MemoryEffects<[MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>]>]> {
  let summary = "waits for warp-group products";
  let description = [{
    At most the `pendings` youngest products are still under way afterwards.
    The results are the operands, which whoever uses a finished product, or the
    memory that it read, must use in their place.

    ```mlir
    %r = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : tensor<128x128xf32, #mma>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, I32Attr:$pendings);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<WaitTypes>(type($inputs), type($outputs))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

def TTNG_InitBarrierOp : TTNG_BarrierOp<"init_barrier"> {
  let summary = "starts using an mbarrier";
  let description = [{
    A phase ends after `count` arrivals.

    ```mlir
    ttng.init_barrier %b, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$alloc, I32Attr:$count);
  let assemblyFormat = "$alloc `,` $count attr-dict `:` qualified(type($alloc))";
}

def TTNG_InvalBarrierOp : TTNG_BarrierOp<"inval_barrier"> {
  let summary = "ends using an mbarrier";
  let description = [{
    The memory may be used for something else afterwards.

    ```mlir
    ttng.inval_barrier %b : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$alloc);
  let assemblyFormat = "$alloc attr-dict `:` qualified(type($alloc))";
}

def TTNG_BarrierExpectOp : TTNG_BarrierOp<"barrier_expect"> {
  let summary = "arrives at an mbarrier and announces bytes";
  let description = [{
    Where `pred` holds, one thread arrives, and the phase does not end before
    `size` more bytes have been copied.

    ```mlir
    ttng.barrier_expect %b, 16384, %p : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$alloc, I32Attr:$size, I1:$pred);
  let assemblyFormat = [{
    $alloc `,` $size attr-dict `,` $pred `:` qualified(type($alloc))
  }];
}

def TTNG_WaitBarrierOp : TTNG_BarrierOp<"wait_barrier", [
    AttrSizedOperandSegments]> {
  let summary = "waits for the end of a phase of an mbarrier";
  let description = [{
    Waits, where `pred` holds, until the phase of parity `phase` has ended.
    `deps` is memory that what is waited for reads, kept alive until then.

    ```mlir
    ttng.wait_barrier %b, %phase deps %m : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64xf32, #shared, #smem>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$alloc, I32:$phase, Optional<I1>:$pred,
                       Variadic<TTG_MemDesc>:$deps);
  let assemblyFormat = [{
    $alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict
    `:` qualified(type($alloc)) (`,` qualified(type($deps))^)?
  }];
}

def TTNG_ArriveBarrierOp : TTNG_BarrierOp<"arrive_barrier"> {
  let summary = "arrives at an mbarrier";
  let description = [{
    Where `pred` holds, one thread arrives `count` times.

    ```mlir
    ttng.arrive_barrier %b, 2, %p : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$alloc, I32Attr:$count, Optional<I1>:$pred);
  let assemblyFormat = [{
    $alloc `,` $count (`,` $pred^)? attr-dict `:` qualified(type($alloc))
  }];
}

def TTNG_AsyncCopyMbarrierArriveOp : TTNG_BarrierOp<"async_copy_mbarrier_arrive"> {
  let summary = "arrives at an mbarrier when earlier asynchronous copies are done";
  let description = [{
    Each thread arrives once its copies have completed; unless `noIncrement`, the
    barrier expects one more arrival for it.

    ```mlir
    ttng.async_copy_mbarrier_arrive %b : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ```
  }];
  let arguments = (ins TTG_MemDesc:$barrier, UnitAttr:$noIncrement);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

//===----------------------------------------------------------------------===//
// Fences and clusters
//===----------------------------------------------------------------------===//

def TTNG_FenceAsyncSharedOp : TTNG_OrderingOp<"fence_async_shared"> {
  let summary = "orders ordinary accesses to shared memory before asynchronous ones";
  let description = [{
    Makes what this thread has written to shared memory visible to bulk
    copies and warp-group products that start later, in the whole cluster if
    `bCluster`.

    ```mlir
    ttng.fence_async_shared {bCluster = false}
    ```
  }];
  let arguments = (ins BoolAttr:$bCluster);
  let assemblyFormat = "attr-dict";
}

def TTNG_FenceMBarrierInitReleaseClusterOp
    : TTNG_OrderingOp<"fence_mbarrier_init_release_cluster"> {
  let summary = "makes the cluster see the start of mbarriers";
  let description = [{
    Before `ttng.cluster_arrive`, so that what other blocks do with the
    mbarriers follows their `ttng.init_barrier`.

    ```mlir
    ttng.fence_mbarrier_init_release_cluster
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TTNG_ClusterArriveOp : TTNG_OrderingOp<"cluster_arrive"> {
  let summary = "arrives at the cluster's barrier";
  let description = [{
    Every block of the cluster arrives, and then waits, in turn. A `relaxed`
    arrival orders no memory accesses.

    ```mlir
    ttng.cluster_arrive {relaxed = false}
    ```
  }];
  let arguments = (ins BoolAttr:$relaxed);
  let assemblyFormat = "attr-dict";
}

def TTNG_ClusterWaitOp : TTNG_OrderingOp<"cluster_wait"> {
  let summary = "waits for all blocks of the cluster to arrive";
  let description = [{
    Accesses that a block made before it arrived, unless relaxed, are
    visible afterwards.

    ```mlir
    ttng.cluster_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TTNG_ClusterBarrierOp : TTNG_OrderingOp<"cluster_barrier"> {
  let summary = "arrives at the cluster's barrier and waits";
  let description = [{
    A `relaxed` barrier orders no memory accesses.

    ```mlir
    ttng.cluster_barrier
    ```
  }];
  let arguments = (ins DefaultValuedAttr<BoolAttr, "false">:$relaxed);
  let assemblyFormat = "attr-dict";
}

def TTNG_AsyncSharedStoreOp : TTNG_BarrierOp<"async_shared_store"> {
  let summary = "writes registers to the shared memory of the cluster";
  let description = [{
    Completes on the mbarrier, as a copy of so many bytes.

    ```mlir
    ttng.async_shared_store %t, %m, %b : tensor<64x64xf32, #blocked> -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, TTG_MemDesc:$dst, TTG_MemDesc:$barrier);
  let assemblyFormat = [{
    $src `,` $dst `,` $barrier attr-dict
    `:` type($src) `->` qualified(type($dst)) `,` qualified(type($barrier))
  }];
}

def TTNG_PackedArithOp : TTNG_Op<"packed_arith", [Elementwise, Pure]> {
  let summary = "arithmetic on pairs of f32 in one instruction";
  let description = [{
    `add`, `sub` and `mul` take two operands, `fma` three.

    ```mlir
    %r = ttng.packed_arith fma %a, %b, %c : (tensor<64xf32, #l>, tensor<64xf32, #l>, tensor<64xf32, #l>) -> tensor<64xf32, #l>
    ```
  }];
  let arguments = (ins TTNG_PackedArithKind:$op_kind,
                       Variadic<RankedTensorOf<[F32]>>:$args);
  let results = (outs RankedTensorOf<[F32]>:$result);
  let assemblyFormat = [{
    $op_kind $args attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TTNG_IR_TTNGOPS
