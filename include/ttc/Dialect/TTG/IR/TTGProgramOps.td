//===- TTGProgramOps.td - Warps, stages and other matters of a program ----===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TTG_IR_TTGPROGRAMOPS
#define TTC_DIALECT_TTG_IR_TTGPROGRAMOPS

include "ttc/Dialect/TTG/IR/TTGOpBase.td"

//===----------------------------------------------------------------------===//
// Warp specialization
//===----------------------------------------------------------------------===//

def TTG_WarpSpecializeOp : TTG_Op<"warp_specialize", [
    RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let summary = "different code for different warps, at the same time";
  let description = [{
    The program's warps run the `default` region, whose `ttg.warp_yield` gives
    the results. Each partition runs on `partitionNumWarps` warps beside them;
    it sees the values of `explicitCaptures`, as its arguments, and no others.
    The op ends when all have ended.

    `requestedRegisters` are the registers per thread, 1 to 256, that each
    partition wants, `actualRegisters` what the default region and each partition got;
    `warpGroupStartIds` is the first warp of each partition.

    ```mlir
    %r = ttg.warp_specialize(%m) attributes {requestedRegisters = array<i32: 24>}
    default {
      ttg.warp_yield %x : i32
    }
    partition0(%arg: !ttg.memdesc<64xf32, #shared, #smem, mutable>) num_warps(4) {
      ttg.warp_return
    } : (!ttg.memdesc<64xf32, #shared, #smem, mutable>) -> i32
    ```
  }];
  let arguments = (ins
    Variadic<AnyType>:$explicitCaptures, DenseI32ArrayAttr:$partitionNumWarps,
    OptionalAttr<DenseI32ArrayAttr>:$warpGroupStartIds,
    OptionalAttr<DenseI32ArrayAttr>:$requestedRegisters,
    OptionalAttr<DenseI32ArrayAttr>:$actualRegisters);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region MinSizedRegion<1>:$defaultRegion,
                        SizedRegion<1>:$partitionOpHolder);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The op that holds the partitions.
    WarpSpecializePartitionsOp getPartitionOp();
    /// The regions of the partitions.
    ::llvm::MutableArrayRef<::mlir::Region> getPartitionRegions();
  }];
}

def TTG_WarpSpecializePartitionsOp : TTG_Op<"warp_specialize.partitions", [
    IsolatedFromAbove, RecursiveMemoryEffects, Terminator,
    HasParent<"WarpSpecializeOp">,
    DeclareOpInterfaceMethods<TT_WarpCountOpInterface>]> {
  let summary = "the partitions of a `ttg.warp_specialize`";
  let description = [{
    Only there so that the partitions can be isolated while the default region
    is not. It has one region for each partition, whose arguments have the types
    of the parent's captures. Printed as part of its parent; in generic form:

    ```mlir
    "ttg.warp_specialize.partitions"() ({
    ^bb0(%arg: !ttg.memdesc<64xf32, #shared, #smem, mutable>):
      ttg.warp_return
    }) : () -> ()
    ```
  }];
  let regions = (region VariadicRegion<MinSizedRegion<1>>:$partitionRegions);
}

def TTG_WarpYieldOp : TTG_Op<"warp_yield", [
    Pure, Terminator, ReturnLike, HasParent<"WarpSpecializeOp">]> {
  let summary = "ends the default region of a `ttg.warp_specialize`";
  let description = [{
    The operands have the types of the results of the `ttg.warp_specialize`
    around.

    ```mlir
    ttg.warp_yield %x : i32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^)? attr-dict (`:` type($values)^)?";
}

def TTG_WarpReturnOp : TTG_Op<"warp_return", [
    Pure, Terminator, HasParent<"WarpSpecializePartitionsOp">]> {
  let summary = "ends a partition";
  let description = [{
    The partition's warps have ended their work; they give no results.

    ```mlir
    ttg.warp_return
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TTG_WarpIdOp : TTG_Op<"warp_id", [Pure]> {
  let summary = "the number of this warp in the program";
  let description = [{
    The same in all threads of the warp; `omitUniformHint` keeps the back end
    from being told so.

    ```mlir
    %w = ttg.warp_id
    ```
  }];
  let arguments = (ins UnitAttr:$omitUniformHint);
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Pipelining
//===----------------------------------------------------------------------===//

def TTG_PredicateStageOp : TTG_Op<"predicate_stage", [
    Pure, AllTypesMatch<["iv", "ub", "step"]>]> {
  let summary = "whether a stage of a pipelined loop has an iteration to run";
  let description = [{
    In the iteration `iv` of a loop up to `ub` by `step` whose stages are `stage`
    of 0 to `maxStage`: true while the iteration `maxStage - stage` steps ahead
    exists.

    ```mlir
    %p = ttg.predicate_stage %i, %n, %s maxStage 2 stage 1 : i32 -> i1
    ```
  }];
  let arguments = (ins AnySignlessInteger:$iv, AnySignlessInteger:$ub,
                       AnySignlessInteger:$step, I32Attr:$maxStage,
                       I32Attr:$stage);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $iv `,` $ub `,` $step `maxStage` $maxStage
    `stage` $stage attr-dict `:` type($iv) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTG_MaskOp : TTG_Op<"mask", [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "runs its body where a condition holds";
  let description = [{
    Where `pred` is false the results are unspecified.

    ```mlir
    %v = "ttg.mask"(%p) ({
      ttg.mask.return %x : f32
    }) : (i1) -> f32
    ```
  }];
  let arguments = (ins I1:$pred);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def TTG_MaskReturnOp : TTG_Op<"mask.return", [
    HasParent<"MaskOp">, Pure, Terminator, ReturnLike]> {
  let summary = "the results of a `ttg.mask`";
  let description = [{
    The operands have the types of the results of the `ttg.mask` around.

    ```mlir
    ttg.mask.return %x : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^)? attr-dict (`:` type($values)^)?";
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

def TTG_GlobalScratchAllocOp : TTG_Op<"global_scratch_alloc", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "global memory for the program's own use";
  let description = [{
    `nbytes` bytes at a multiple of `alignment`, different for each program of
    the grid. The host allocates them before the launch.

    ```mlir
    %p = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ```
  }];
  let arguments = (ins I32Attr:$nbytes, I32Attr:$alignment);
  let results = (outs TT_Ptr:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def TTG_Fp4ToFpOp : TTG_Op<"fp4_to_fp", [Pure]> {
  let summary = "unpacks and widens 4-bit floats";
  let description = [{
    Each byte holds two elements of format e2m1, the first in its low half;
    they are neighbours along `axis` of the result.

    ```mlir
    %h = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<64x32xi8, #a> -> tensor<64x64xbf16, #b>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I8]>:$src, I32Attr:$axis);
  let results = (outs RankedTensorOf<[F16, BF16]>:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def TTG_InlineAsmOp : TTG_Op<"inline_asm", [
    ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "runs PTX in each thread";
  let description = [{
    Once per thread, on scalars. `constraints` are those of LLVM's inline
    assembly, results first. Text that is not `pure` may access memory.

    ```mlir
    %r = ttg.inline_asm "mov.u32 $0, $1;" {constraints = "=r,r", pure = true} %x : (i32) -> i32
    ```
  }];
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints,
                       BoolAttr:$pure, Variadic<TT_Scalar>:$args);
  let results = (outs Variadic<TT_Scalar>:$results);
  let assemblyFormat = [{
    $asm_string attr-dict ($args^)? `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return getPure() ? ::mlir::Speculation::Speculatable
                       : ::mlir::Speculation::NotSpeculatable;
    }
  }];
}

#endif // TTC_DIALECT_TTG_IR_TTGPROGRAMOPS
