//===- TTAttrs.td - Attributes of the tt dialect --------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTATTRS
#define TTC_DIALECT_TT_IR_TTATTRS

include "mlir/IR/EnumAttr.td"
include "ttc/Dialect/TT/IR/TTBase.td"

// The numbers are those of the generic form that Triton prints.

class TT_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::ttc::tt";
}

def TT_ProgramDim : TT_Enum<"ProgramDim", "axis of the launch grid", [
  I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">,
  I32EnumAttrCase<"Z", 2, "z">]>;

def TT_CacheModifier : TT_Enum<"CacheModifier",
    "where an access may be cached (PTX ISA, Cache Operators)", [
  I32EnumAttrCase<"None", 1, "none">, I32EnumAttrCase<"CA", 2, "ca">,
  I32EnumAttrCase<"CG", 3, "cg">, I32EnumAttrCase<"WB", 4, "wb">,
  I32EnumAttrCase<"CS", 5, "cs">, I32EnumAttrCase<"WT", 6, "wt">,
  I32EnumAttrCase<"CV", 7, "cv">]>;

def TT_EvictionPolicy : TT_Enum<"EvictionPolicy",
    "how long a line should stay in the cache", [
  I32EnumAttrCase<"Normal", 1, "evict_normal">,
  I32EnumAttrCase<"EvictFirst", 2, "evict_first">,
  I32EnumAttrCase<"EvictLast", 3, "evict_last">]>;

def TT_MemSemantic : TT_Enum<"MemSemantic", "memory order of an atomic", [
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcquireRelease", 4, "acq_rel">]>;

def TT_MemSyncScope : TT_Enum<"MemSyncScope",
    "threads among which an atomic is ordered", [
  I32EnumAttrCase<"GPU", 1, "gpu">, I32EnumAttrCase<"CTA", 2, "cta">,
  I32EnumAttrCase<"System", 3, "sys">]>;

def TT_RMWOp : TT_Enum<"RMWOp", "operation of an atomic read-modify-write", [
  I32EnumAttrCase<"And", 1, "and">, I32EnumAttrCase<"Or", 2, "or">,
  I32EnumAttrCase<"Xor", 3, "xor">, I32EnumAttrCase<"Add", 4, "add">,
  I32EnumAttrCase<"FAdd", 5, "fadd">, I32EnumAttrCase<"Max", 6, "max">,
  I32EnumAttrCase<"Min", 7, "min">, I32EnumAttrCase<"UMax", 8, "umax">,
  I32EnumAttrCase<"UMin", 9, "umin">, I32EnumAttrCase<"Exch", 10, "exch">]>;

def TT_RoundingMode : TT_Enum<"RoundingMode", "rounding of a conversion", [
  I32EnumAttrCase<"RTZ", 0, "rtz">, I32EnumAttrCase<"RTNE", 1, "rtne">]>;

def TT_PropagateNan : TT_Enum<"PropagateNan",
    "whether a NaN operand makes the result NaN", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"All", 65535, "all">]>;

def TT_InputPrecision : TT_Enum<"InputPrecision",
    "how a dot of f32 operands uses tensor cores", [
  I32EnumAttrCase<"TF32", 0, "tf32">, I32EnumAttrCase<"TF32x3", 1, "tf32x3">,
  I32EnumAttrCase<"IEEE", 2, "ieee">, I32EnumAttrCase<"BF16x3", 3, "bf16x3">,
  I32EnumAttrCase<"BF16x6", 4, "bf16x6">]>;

def TT_ScaleDotElemType : TT_Enum<"ScaleDotElemType",
    "element type of an operand of a scaled dot", [
  I32EnumAttrCase<"E4M3", 0, "e4m3">, I32EnumAttrCase<"E5M2", 1, "e5m2">,
  I32EnumAttrCase<"E2M3", 2, "e2m3">, I32EnumAttrCase<"E3M2", 3, "e3m2">,
  I32EnumAttrCase<"E2M1", 4, "e2m1">, I32EnumAttrCase<"BF16", 5, "bf16">,
  I32EnumAttrCase<"FP16", 6, "fp16">]>;

def TT_DescriptorReduceKind : TT_Enum<"DescriptorReduceKind",
    "operation of a reduction through a descriptor", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Min", 2, "min">, I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"Inc", 4, "inc">, I32EnumAttrCase<"Dec", 5, "dec">,
  I32EnumAttrCase<"And", 6, "and">, I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">]>;

def TT_PaddingOption : TT_Enum<"PaddingOption",
    "what an access out of bounds reads", [
  I32EnumAttrCase<"Zero", 1, "zero">, I32EnumAttrCase<"NaN", 2, "nan">]>;

//===----------------------------------------------------------------------===//
// The spelling of cache hints in Triton 3.9
//===----------------------------------------------------------------------===//

def TT_CachePolicyAttr : AttrDef<TT_Dialect, "CachePolicy"> {
  let mnemonic = "cache_policy";
  let summary = "cache modifier and eviction policy of a load or store";
  let description = [{
    Triton 3.9 writes the cache hints of `tt.load` and `tt.store` as this
    attribute:

    ```mlir
    {cachePolicy = #tt.cache_policy<cache_modifier = cg,
                                    eviction_policy = evict_last>}
    ```

    It exists in text only: the parser of the two ops turns it into their
    `cache` and `evict` properties.
  }];
  let parameters = (ins
      DefaultValuedParameter<"CacheModifier", "CacheModifier::None">:$cacheModifier,
      DefaultValuedParameter<"EvictionPolicy", "EvictionPolicy::Normal">:$evictionPolicy);
  let hasCustomAssemblyFormat = 1;
}

#endif // TTC_DIALECT_TT_IR_TTATTRS
