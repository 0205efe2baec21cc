//===- PTXOps.td - Memory instructions that NVVM lacks -----*- tablegen -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_PTX_IR_PTXOPS
#define TTC_DIALECT_PTX_IR_PTXOPS

include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "ttc/Dialect/PTX/IR/PTXInterfaces.td"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

def PTX_Dialect : Dialect {
  let name = "ptx";
  let cppNamespace = "::ttc::ptx";
  let summary = "PTX instructions that the LLVM and NVVM dialects lack";
  let description = [{
    One operation for one PTX instruction that neither LLVM IR nor the NVVM
    dialect can say, or that NVPTX prints with less than was asked for:
    predicated and hinted accesses to memory, and atomics that keep their order
    and scope.

    Operands and results are LLVM dialect values: pointers are
    `!llvm.ptr<1>` (global) and `!llvm.ptr<3>` (shared), predicates are `i1`.
    A combination of modifiers that PTX forbids is refused by the verifier, so
    whatever verifies is accepted by the assembler for a target that meets the
    operation's `getRequirement()`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Discardable attribute of an `llvm.inline_asm` that came from an
    /// operation of this dialect and only accesses memory: "read", "write" or
    /// "readwrite". Without it, inline assembly counts as convergent.
    static constexpr ::llvm::StringLiteral accessAttrName = "ptx.access";
  }];
}

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

class PTX_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::ttc::ptx";
  let genSpecializedAttr = 0;
}

class PTX_EnumAttr<PTX_Enum info, string mnemonic>
    : EnumAttr<PTX_Dialect, info, mnemonic>;

def PTX_LoadCache : PTX_Enum<"LoadCache", "cache operator of a load", [
    I32EnumAttrCase<"CA", 0, "ca">, I32EnumAttrCase<"CG", 1, "cg">,
    I32EnumAttrCase<"CS", 2, "cs">, I32EnumAttrCase<"LU", 3, "lu">,
    I32EnumAttrCase<"CV", 4, "cv">]>;
def PTX_LoadCacheAttr : PTX_EnumAttr<PTX_LoadCache, "load_cache">;

def PTX_StoreCache : PTX_Enum<"StoreCache", "cache operator of a store", [
    I32EnumAttrCase<"WB", 0, "wb">, I32EnumAttrCase<"CG", 1, "cg">,
    I32EnumAttrCase<"CS", 2, "cs">, I32EnumAttrCase<"WT", 3, "wt">]>;
def PTX_StoreCacheAttr : PTX_EnumAttr<PTX_StoreCache, "store_cache">;

def PTX_Eviction : PTX_Enum<"Eviction", "eviction priority in the L1 cache", [
    I32EnumAttrCase<"Normal", 0, "evict_normal">,
    I32EnumAttrCase<"First", 1, "evict_first">,
    I32EnumAttrCase<"Last", 2, "evict_last">,
    I32EnumAttrCase<"Unchanged", 3, "evict_unchanged">,
    I32EnumAttrCase<"NoAllocate", 4, "no_allocate">]>;
def PTX_EvictionAttr : PTX_EnumAttr<PTX_Eviction, "eviction">;

def PTX_AtomicKind : PTX_Enum<"AtomicKind", "operation of an atomic", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Min", 1, "min">,
    I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"UMin", 3, "umin">,
    I32EnumAttrCase<"UMax", 4, "umax">, I32EnumAttrCase<"And", 5, "and">,
    I32EnumAttrCase<"Or", 6, "or">, I32EnumAttrCase<"Xor", 7, "xor">,
    I32EnumAttrCase<"Exch", 8, "exch">, I32EnumAttrCase<"Inc", 9, "inc">,
    I32EnumAttrCase<"Dec", 10, "dec">]>;
def PTX_AtomicKindAttr : PTX_EnumAttr<PTX_AtomicKind, "atomic_kind">;

def PTX_Order : PTX_Enum<"Order", "memory order", [
    I32EnumAttrCase<"Relaxed", 0, "relaxed">,
    I32EnumAttrCase<"Acquire", 1, "acquire">,
    I32EnumAttrCase<"Release", 2, "release">,
    I32EnumAttrCase<"AcqRel", 3, "acq_rel">]>;
def PTX_OrderAttr : PTX_EnumAttr<PTX_Order, "order">;

def PTX_Scope : PTX_Enum<"Scope", "threads that an order holds for", [
    I32EnumAttrCase<"CTA", 0, "cta">, I32EnumAttrCase<"Cluster", 1, "cluster">,
    I32EnumAttrCase<"GPU", 2, "gpu">, I32EnumAttrCase<"Sys", 3, "sys">]>;
def PTX_ScopeAttr : PTX_EnumAttr<PTX_Scope, "scope">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def PTX_Pointer : Type<
    CPred<"::ttc::ptx::isGlobalOrSharedPointer($_self)">,
    "!llvm.ptr<1> (global memory) or !llvm.ptr<3> (shared memory)">;

def PTX_Scalar
    : AnyTypeOf<[I8, I16, I32, I64, F16, BF16, F32, F64]>;

def PTX_AtomicValue
    : AnyTypeOf<[I32, I64, F16, BF16, F32, F64,
                 VectorOfLengthAndType<[2], [F16]>,
                 VectorOfLengthAndType<[2], [BF16]>]>;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class PTX_Op<string mnemonic, list<Trait> traits = []>
    : Op<PTX_Dialect, mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<PTX_InstructionOpInterface>])> {
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def PTX_LdOp : PTX_Op<"ld", [AttrSizedOperandSegments]> {
  let summary = "load of one to 32 scalars, predicated and with cache hints";
  let description = [{
    Loads N adjacent scalars of one type by a single instruction. N is a power
    of two and the access is at most 16 bytes; in global memory on sm_100 and
    later, at most 32. The address is a multiple of the bytes accessed.

    With a predicate that is false no memory is accessed, and the results are
    the `else` values, or zero where there are none.

    `cache` names where to cache (`ca`, `cg`, `cs`, `lu`, `cv`), `evict` the
    priority in L1; they exclude each other, and `volatile` excludes both and
    `policy`. `policy` is a value made by `createpolicy`, a hint to L2.
    `evict` and `policy` apply to global memory only.

    PTX ISA: Data Movement and Conversion Instructions, `ld`.

    Example:

    ```mlir
    %a, %b = ptx.ld %p if %mask else (%x, %y : f32, f32) evict = evict_last
      : !llvm.ptr<1> -> f32, f32
    // @%p1 ld.global.L1::evict_last.v2.b32 {%r1, %r2}, [%rd1];
    ```
  }];

  let arguments = (ins PTX_Pointer:$addr, Optional<I1>:$predicate,
      Variadic<PTX_Scalar>:$otherwise, Optional<I64>:$policy,
      OptionalAttr<PTX_LoadCacheAttr>:$cache,
      OptionalAttr<PTX_EvictionAttr>:$eviction, UnitAttr:$isVolatile);
  let results = (outs Variadic<PTX_Scalar>:$results);

  let assemblyFormat = [{
    $addr (`if` $predicate^)?
    (`else` ` ` `(` $otherwise^ `:` type($otherwise) `)`)?
    (`policy` $policy^)?
    (`cache` `=` $cache^)? (`evict` `=` $eviction^)? (`volatile` $isVolatile^)?
    attr-dict `:` type($addr) `->` type($results)
  }];
}

def PTX_StOp : PTX_Op<"st", [AttrSizedOperandSegments]> {
  let summary = "store of one to 32 scalars, predicated and with cache hints";
  let description = [{
    Stores N adjacent scalars of one type by a single instruction. N is a power
    of two and the access is at most 16 bytes; in global memory on sm_100 and
    later, at most 32. The address is a multiple of the bytes accessed. With a
    predicate that is false no memory is accessed.

    `cache` names where to cache (`wb`, `cg`, `cs`, `wt`), `evict` the priority
    in L1; they exclude each other, and `volatile` excludes both and `policy`.
    `policy` is a value made by `createpolicy`, a hint to L2. `evict` and
    `policy` apply to global memory only.

    PTX ISA: Data Movement and Conversion Instructions, `st`.

    Example:

    ```mlir
    ptx.st %p, (%a, %b) if %mask cache = cs : !llvm.ptr<1>, f32, f32
    // @%p1 st.global.cs.v2.b32 [%rd1], {%r1, %r2};
    ```
  }];

  let arguments = (ins PTX_Pointer:$addr, Variadic<PTX_Scalar>:$values,
      Optional<I1>:$predicate, Optional<I64>:$policy,
      OptionalAttr<PTX_StoreCacheAttr>:$cache,
      OptionalAttr<PTX_EvictionAttr>:$eviction, UnitAttr:$isVolatile);

  let assemblyFormat = [{
    $addr `,` `(` $values `)` (`if` $predicate^)? (`policy` $policy^)?
    (`cache` `=` $cache^)? (`evict` `=` $eviction^)? (`volatile` $isVolatile^)?
    attr-dict `:` type($addr) `,` type($values)
  }];
}

def PTX_AtomOp : PTX_Op<"atom", [AllTypesMatch<["value", "result"]>]> {
  let summary = "atomic read-modify-write that returns the old value";
  let description = [{
    Replaces the value at `addr` by the result of `kind` on it and `value`, as
    one atomic access, with the order and scope given, and returns what was
    there before. With a predicate that is false no memory is accessed and the
    result is zero.

    | kind | types |
    |---|---|
    | `add` | i32, i64, f16, bf16, f32, f64, vector<2xf16>, vector<2xbf16> |
    | `min` `max` (signed), `umin` `umax` | i32, i64 |
    | `and` `or` `xor` | i32, i64 |
    | `exch` | i32, i64, f32, f64 |
    | `inc` `dec` | i32 |

    `inc` writes 0 where the old value is at least `value`, else one more than
    the old value; `dec` writes `value` where the old value is 0 or more than
    `value`, else one less; both compare as unsigned. Additions of 16-bit floats keep subnormals. The two elements of a vector
    are each added atomically; the pair is not. The cluster scope needs sm_90.

    PTX ISA: Parallel Synchronization and Communication Instructions, `atom`.

    Example:

    ```mlir
    %old = ptx.atom add acq_rel gpu %p, %v if %mask : !llvm.ptr<1>, f32
    // @%p1 atom.acq_rel.gpu.global.add.f32 %r1, [%rd1], %r2;
    ```
  }];

  let arguments = (ins PTX_AtomicKindAttr:$kind, PTX_OrderAttr:$order,
      PTX_ScopeAttr:$scope, PTX_Pointer:$addr, PTX_AtomicValue:$value,
      Optional<I1>:$predicate);
  let results = (outs PTX_AtomicValue:$result);

  let assemblyFormat = [{
    $kind $order $scope $addr `,` $value (`if` $predicate^)?
    attr-dict `:` type($addr) `,` type($value)
  }];
}

def PTX_RedOp : PTX_Op<"red"> {
  let summary = "atomic read-modify-write without result";
  let description = [{
    As `ptx.atom`, but returns nothing, so the thread need not wait. The order
    is `relaxed` or `release`, and there is no `exch`.

    PTX ISA: Parallel Synchronization and Communication Instructions, `red`.

    Example:

    ```mlir
    ptx.red add relaxed gpu %p, %v : !llvm.ptr<1>, vector<2xf16>
    // red.relaxed.gpu.global.add.noftz.f16x2 [%rd1], %r1;
    ```
  }];

  let arguments = (ins PTX_AtomicKindAttr:$kind, PTX_OrderAttr:$order,
      PTX_ScopeAttr:$scope, PTX_Pointer:$addr, PTX_AtomicValue:$value,
      Optional<I1>:$predicate);

  let assemblyFormat = [{
    $kind $order $scope $addr `,` $value (`if` $predicate^)?
    attr-dict `:` type($addr) `,` type($value)
  }];
}

def PTX_CasOp
    : PTX_Op<"cas", [AllTypesMatch<["compare", "value", "result"]>]> {
  let hasVerifier = 0;
  let summary = "atomic compare and swap";
  let description = [{
    Writes `value` to `addr` if what is there equals `compare` bit for bit, as
    one atomic access, with the order and scope given, and returns what was
    there before. With a predicate that is false no memory is accessed and the
    result is zero. The cluster scope needs sm_90.

    PTX ISA: Parallel Synchronization and Communication Instructions,
    `atom.cas`.

    Example:

    ```mlir
    %old = ptx.cas acquire cta %p, %expected, %desired : !llvm.ptr<3>, i32
    // atom.acquire.cta.shared.cas.b32 %r1, [%r2], %r3, %r4;
    ```
  }];

  let arguments = (ins PTX_OrderAttr:$order, PTX_ScopeAttr:$scope,
      PTX_Pointer:$addr, AnyTypeOf<[I16, I32, I64]>:$compare,
      AnyTypeOf<[I16, I32, I64]>:$value, Optional<I1>:$predicate);
  let results = (outs AnyTypeOf<[I16, I32, I64]>:$result);

  let assemblyFormat = [{
    $order $scope $addr `,` $compare `,` $value (`if` $predicate^)?
    attr-dict `:` type($addr) `,` type($value)
  }];
}

//===----------------------------------------------------------------------===//
// Warp-group matrix products
//===----------------------------------------------------------------------===//

def PTX_MatrixElement
    : PTX_Enum<"MatrixElement", "element type of a matrix operand", [
    I32EnumAttrCase<"F16", 0, "f16">, I32EnumAttrCase<"BF16", 1, "bf16">,
    I32EnumAttrCase<"TF32", 2, "tf32">, I32EnumAttrCase<"E4M3", 3, "e4m3">,
    I32EnumAttrCase<"E5M2", 4, "e5m2">, I32EnumAttrCase<"S8", 5, "s8">,
    I32EnumAttrCase<"U8", 6, "u8">]>;
def PTX_MatrixElementAttr
    : PTX_EnumAttr<PTX_MatrixElement, "matrix_element">;

def PTX_Accumulator
    : AnyTypeOf<[F32, I32, VectorOfLengthAndType<[2], [F16]>]>;

def PTX_WgmmaOp : Op<PTX_Dialect, "wgmma", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<PTX_InstructionOpInterface>]> {
  let summary = "asynchronous matrix product of a warp group";
  let description = [{
    Adds the product of a 64xK matrix A and a KxN matrix B to the 64xN matrix
    in `sums`, or replaces it where `if` is given a false value. All 128 threads
    of a warp group execute it. B is in shared memory, given by a matrix
    descriptor; A too (one `i64`), or in four `i32` registers of each thread.

    K is 32 bytes of elements; N is twice the number of `f32` or `i32` sums of
    a thread, four times that of `vector<2xf16>` ones. Only f16 and bf16
    matrices in shared memory can be transposed: `transposeA` and `transposeB`
    say that they are not contiguous along K. `negateA` and `negateB` are for
    floating-point types, `saturate` for integers.

    The product is not there before a `ptx.wgmma_wait` that takes the results
    has returned them. Another `ptx.wgmma` of the same shape may take them as
    its `sums` before that.

    PTX ISA: Asynchronous Warpgroup Level Matrix Instructions,
    `wgmma.mma_async`.

    Example:

    ```mlir
    %d:4 = ptx.wgmma f16 f16 a(%0, %1, %2, %3 : i32, i32, i32, i32) b(%desc)
      sums(%c#0, %c#1, %c#2, %c#3) if %more
      : f32, f32, f32, f32 -> f32, f32, f32, f32
    // wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
    //   {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, %rd1, %p1, 1, 1, 0;
    ```
  }];

  let arguments = (ins PTX_MatrixElementAttr:$typeA,
      PTX_MatrixElementAttr:$typeB, Variadic<AnyTypeOf<[I32, I64]>>:$a, I64:$b,
      Variadic<PTX_Accumulator>:$sums, Optional<I1>:$accumulates,
      UnitAttr:$negateA, UnitAttr:$negateB, UnitAttr:$transposeA,
      UnitAttr:$transposeB, UnitAttr:$saturate);
  let results = (outs Variadic<PTX_Accumulator>:$results);

  let assemblyFormat = [{
    $typeA $typeB `a` `(` $a `:` type($a) `)` `b` `(` $b `)`
    `sums` `(` $sums `)` (`if` $accumulates^)? attr-dict
    `:` type($sums) `->` type($results)
  }];
  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// Columns of the product, and the length of its sums.
    unsigned getN();
    unsigned getK();
    bool isAInRegisters() { return getA().size() > 1; }
  }];
}

def PTX_WgmmaWaitOp : Op<PTX_Dialect, "wgmma_wait", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<PTX_InstructionOpInterface>]> {
  let summary = "wait for matrix products, which returns them";
  let description = [{
    Waits until at most `pending` of the groups of `ptx.wgmma` that the thread
    has committed (`nvvm.wgmma.commit.group.sync.aligned`) are unfinished, and
    returns `values`, the results of those that are done: what uses them cannot
    move before the wait.

    PTX ISA: Asynchronous Warpgroup Level Matrix Instructions,
    `wgmma.wait_group`.

    Example:

    ```mlir
    %r:2 = ptx.wgmma_wait 0, (%d#0, %d#1) : f32, f32 -> f32, f32
    ```
  }];

  let arguments = (ins ConfinedAttr<I32Attr, [IntMinValue<0>,
      IntMaxValue<7>]>:$pending, Variadic<PTX_Accumulator>:$values);
  let results = (outs Variadic<PTX_Accumulator>:$results);

  let assemblyFormat = [{
    $pending `,` `(` $values `)` attr-dict `:` type($values) `->` type($results)
  }];
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_PTX_IR_PTXOPS
