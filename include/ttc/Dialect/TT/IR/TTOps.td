//===- TTOps.td - Operations of the tt dialect ----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TTOPS
#define TTC_DIALECT_TT_IR_TTOPS

include "ttc/Dialect/TT/IR/TTOpBase.td"
include "ttc/Dialect/TT/IR/TTDescriptorOps.td"
include "ttc/Dialect/TT/IR/TTDotOps.td"
include "ttc/Dialect/TT/IR/TTTileOps.td"

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def TT_FuncOp : TT_Op<"func", [
    AffineScope, AutomaticAllocationScope, CallableOpInterface,
    FunctionOpInterface, IsolatedFromAbove, OpAsmOpInterface]> {
  let summary = "a kernel, or a function that kernels call";
  let description = [{
    A `public` function is a kernel: each of its arguments is a scalar or a
    pointer that the host passes, and it returns nothing. Others are inlined
    into their callers unless `noinline` is true.

    Argument attributes promise facts about the argument: `tt.divisibility`
    (an integer or an address is a multiple of this many units, bytes for a
    pointer), `tt.contiguity`, `tt.constancy`.

    ```mlir
    tt.func public @copy(%src: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                         %n: i32) attributes {noinline = false} {
      tt.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::FunctionType":$type)>];
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    /// A function that the host launches.
    bool isKernel() { return isPublic() && !isExternal(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TT_CallOp : TT_Op<"call", [
    CallOpInterface, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a `tt.func`";
  let description = [{
    Operands and results have the types of the callee's signature.

    ```mlir
    %0 = tt.call @scaled(%x) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<AnyType>:$operands,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $operands `)` attr-dict `:` functional-type($operands, results)
  }];
  let extraClassDeclaration = [{
    ::mlir::Operation::operand_range getArgOperands() { return getOperands(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getOperandsMutable();
    }
    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return getCalleeAttr();
    }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(
          ::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
  }];
}

def TT_ReturnOp : TT_Op<"return", [
    Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "ends a function";
  let description = [{
    Operand types are the function's result types.

    ```mlir
    tt.return %sum : tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Where the program is
//===----------------------------------------------------------------------===//

def TT_GetProgramIdOp : TT_Op<"get_program_id", [
    Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "position of this program along one axis of the launch grid";
  let description = [{
    ```mlir
    %i = tt.get_program_id x : i32
    ```
  }];
  let arguments = (ins TT_ProgramDim:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def TT_GetNumProgramsOp : TT_Op<"get_num_programs", [
    Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "extent of the launch grid along one axis";
  let description = [{
    ```mlir
    %n = tt.get_num_programs x : i32
    ```
  }];
  let arguments = (ins TT_ProgramDim:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Making and viewing tiles
//===----------------------------------------------------------------------===//

def TT_MakeRangeOp : TT_Op<"make_range", [
    Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let summary = "the integers from `start` to `end`, `end` left out";
  let description = [{
    The result has `end - start` elements, a power of two.

    ```mlir
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    ```
  }];
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs TT_IntTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_SplatOp : TT_Op<"splat", [Pure]> {
  let summary = "a tile whose elements are all one scalar";
  let description = [{
    ```mlir
    %t = tt.splat %x : f32 -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins TT_Scalar:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_UnsplatOp : TT_Op<"unsplat", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the scalar that a tile of one element holds";
  let description = [{
    ```mlir
    %x = tt.unsplat %t : tensor<1xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Scalar:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_ExpandDimsOp : TT_ViewOp<"expand_dims"> {
  let summary = "adds a dimension of extent 1";
  let description = [{
    The result's shape is the operand's with a 1 put in at `axis`.

    ```mlir
    %c = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_BroadcastOp : TT_ViewOp<"broadcast"> {
  let summary = "repeats a tile along its dimensions of extent 1";
  let description = [{
    Operand and result have the same rank; each extent of the operand is that
    of the result, or 1.

    ```mlir
    %b = tt.broadcast %c : tensor<64x1xi32> -> tensor<64x32xi32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_ReshapeOp : TT_ViewOp<"reshape"> {
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    The operand and the result have equally many elements. With
    `allow_reorder` the elements may come in any order; `efficient_layout`
    asks to keep the result's layout as it is.

    ```mlir
    %m = tt.reshape %v : tensor<1024xf32> -> tensor<32x32xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, UnitAttr:$allow_reorder,
                       UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)?
    (`efficient_layout` $efficient_layout^)? attr-dict
    `:` type($src) `->` type($result)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_TransOp : TT_ViewOp<"trans"> {
  let summary = "permutes the dimensions of a tile";
  let description = [{
    Dimension `i` of the result is dimension `order[i]` of the operand.

    ```mlir
    %t = tt.trans %a {order = array<i32: 1, 0>} : tensor<64x32xf16> -> tensor<32x64xf16>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, DenseI32ArrayAttr:$order);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_JoinOp : TT_ViewOp<"join", [
    AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "two tiles side by side in a new last dimension of extent 2";
  let description = [{
    ```mlir
    %j = tt.join %a, %b : tensor<64xf32> -> tensor<64x2xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TT_SplitOp : TT_ViewOp<"split", [
    AllTypesMatch<["outLHS", "outRHS"]>]> {
  let summary = "the two halves of a tile whose last dimension has extent 2";
  let description = [{
    ```mlir
    %a, %b = tt.split %j : tensor<64x2xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$outLHS, TT_Tensor:$outRHS);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Pointers and memory
//===----------------------------------------------------------------------===//

def TT_AddPtrOp : TT_ElementwiseOp<"addptr", [
    AllTypesMatch<["ptr", "result"]>]> {
  let summary = "advances a pointer by an offset in elements";
  let description = [{
    The offset is a signed integer; overflow of the address is undefined.

    ```mlir
    %q = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$offset);
  let results = (outs TT_PtrLike:$result);
  let assemblyFormat = "$ptr `,` $offset attr-dict `:` type($ptr) `,` type($offset)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_LoadOp : TT_Op<"load", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "reads global memory";
  let description = [{
    Reads the value at each pointer. Where `mask` is false nothing is read and
    the result is `other`, or unspecified without one. `cache` and `evict` are
    hints; a volatile load is always performed.

    A block pointer is read as a whole, without a mask; `boundaryCheck` names
    the dimensions that may go out of bounds, `padding` what is read there.

    ```mlir
    %v = tt.load %p, %m, %zero evictionPolicy = evict_last : tensor<64x!tt.ptr<f32>>
    %t = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<64x32xf16>>
    ```
  }];
  let arguments = (ins
    TT_PtrLike:$ptr, Optional<TT_BoolLike>:$mask, Optional<TT_AnyValue>:$other,
    DefaultValuedAttr<TT_CacheModifier, "CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile,
    OptionalAttr<DenseI32ArrayAttr>:$boundaryCheck,
    OptionalAttr<TT_PaddingOption>:$padding);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $ptr (`,` $mask^)? (`,` $other^)?
    `` custom<CacheHints>($cache, $evict, attr-dict)
    `:` type($ptr)
    `` custom<AccessTypes>(ref($mask), ref($other), ref(type($ptr)), type($mask), type($other))
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_StoreOp : TT_Op<"store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes global memory";
  let description = [{
    Writes each value to its pointer, except where `mask` is false. A block
    pointer is written as a whole, except out of bounds along the dimensions
    that `boundaryCheck` names.

    ```mlir
    tt.store %p, %v, %m cacheModifier = wt : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins
    TT_PtrLike:$ptr, TT_AnyValue:$value, Optional<TT_BoolLike>:$mask,
    DefaultValuedAttr<TT_CacheModifier, "CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "EvictionPolicy::Normal">:$evict,
    OptionalAttr<DenseI32ArrayAttr>:$boundaryCheck);
  let assemblyFormat = [{
    $ptr `,` $value (`,` $mask^)? `` custom<CacheHints>($cache, $evict, attr-dict)
    `:` type($ptr)
    `` custom<StoreTypes>(ref($mask), ref(type($ptr)), type($mask), type($value))
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def TT_AtomicRMWOp : TT_Op<"atomic_rmw", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "read-modify-write of global memory, one element at a time";
  let description = [{
    Replaces the value at each pointer by `op` of it and `value`, and returns
    what was there before. Where `mask` is false nothing happens and the
    result is unspecified.

    ```mlir
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m :
        (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins
    TT_RMWOp:$atomic_rmw_op, TT_PtrLike:$ptr, TT_AnyValue:$value,
    Optional<TT_BoolLike>:$mask, TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicCASOp : TT_Op<"atomic_cas", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "compare-and-swap of global memory, one element at a time";
  let description = [{
    Where the value at the pointer equals `cmp`, bit for bit, `val` replaces
    it. Returns what was there before.

    ```mlir
    %old = tt.atomic_cas acq_rel, gpu, %p, %zero, %one : (!tt.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_AnyValue:$cmp, TT_AnyValue:$val,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicLoadOp : TT_Op<"atomic_load", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reads global memory with a memory order";
  let description = [{
    As `tt.load`, each element atomically, `relaxed` or `acquire`. Where `mask`
    is false nothing is read and the result is unspecified.

    ```mlir
    %v = tt.atomic_load acquire, gpu, %p : (!tt.ptr<i32>) -> i32
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, Optional<TT_BoolLike>:$mask,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicStoreOp : TT_Op<"atomic_store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes global memory with a memory order";
  let description = [{
    As `tt.store`, each element atomically, `relaxed` or `release`.

    ```mlir
    tt.atomic_store release, gpu, %p, %v : !tt.ptr<i32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_AnyValue:$value,
                       Optional<TT_BoolLike>:$mask,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)
    `` custom<StoreTypes>(ref($mask), ref(type($ptr)), type($mask), type($value))
  }];
  let hasVerifier = 1;
}

def TT_AtomicPollOp : TT_Op<"atomic_poll", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "compares global memory, read with a memory order";
  let description = [{
    Reads the value at the pointer atomically, `relaxed` or `acquire`; the
    result says whether it equals `expected`, bit for bit.

    ```mlir
    %same = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_AnyValue:$expected,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_BoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected attr-dict
    `:` type($ptr) `,` type($expected) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

class TT_CastOp<string mnemonic, Type from, Type to>
    : TT_ElementwiseOp<mnemonic> {
  let arguments = (ins from:$src);
  let results = (outs to:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def TT_IntToPtrOp : TT_CastOp<"int_to_ptr", TT_IntLike, TT_PtrLike> {
  let summary = "a 64-bit integer as an address";
  let description = [{
    ```mlir
    %p = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
    ```
  }];
}

def TT_PtrToIntOp : TT_CastOp<"ptr_to_int", TT_PtrLike, TT_IntLike> {
  let summary = "an address as a 64-bit integer";
  let description = [{
    ```mlir
    %i = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
    ```
  }];
}

def TT_BitcastOp : TT_CastOp<"bitcast", TT_AnyValue, TT_AnyValue> {
  let summary = "the same bits as another type of the same width";
  let description = [{
    Pointers may be cast to pointers.

    ```mlir
    %i = tt.bitcast %x : tensor<64xf32> -> tensor<64xi32>
    ```
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_FpToFpOp : TT_ElementwiseOp<"fp_to_fp"> {
  let summary = "converts between floating-point types";
  let description = [{
    A narrowing conversion states its rounding. Values too large for an 8-bit
    result become its largest finite value (`satfinite`).

    ```mlir
    %h = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E4M3FN>
    ```
  }];
  let arguments = (ins TT_FloatLike:$src, OptionalAttr<TT_RoundingMode>:$rounding);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TT_ClampFOp : TT_ElementwiseOp<"clampf", [SameOperandsAndResultType]> {
  let summary = "limits a value to a range";
  let description = [{
    With `propagateNan = all` a NaN operand makes the result NaN, otherwise the
    bound is returned. The bounds are no NaN.

    ```mlir
    %c = tt.clampf %x, %lo, %hi, propagateNan = none : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$min, TT_FloatLike:$max,
                       TT_PropagateNan:$propagateNan);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict
    `:` type($result)
  }];
}

def TT_PreciseSqrtOp : TT_ElementwiseOp<"precise_sqrt", [SameOperandsAndResultType]> {
  let summary = "square root, correctly rounded";
  let description = [{
    ```mlir
    %r = tt.precise_sqrt %x : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def TT_PreciseDivFOp : TT_ElementwiseOp<"precise_divf", [SameOperandsAndResultType]> {
  let summary = "quotient, correctly rounded";
  let description = [{
    ```mlir
    %q = tt.precise_divf %x, %y : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$y);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_MulhiUIOp : TT_ElementwiseOp<"mulhiui", [SameOperandsAndResultType]> {
  let summary = "high half of the unsigned product";
  let description = [{
    ```mlir
    %h = tt.mulhiui %x, %y : tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_IntLike:$x, TT_IntLike:$y);
  let results = (outs TT_IntLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
  let hasFolder = 1;
}

def TT_ExternElementwiseOp : TT_Op<"extern_elementwise", [
    Elementwise, ConditionallySpeculatable,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "calls a device library's function for each element";
  let description = [{
    `symbol` names the function; `libname` and `libpath` the library, CUDA's
    libdevice when they are empty. A function that is not `pure` may write
    memory.

    ```mlir
    %r = tt.extern_elementwise %x {libname = "", libpath = "", pure = true,
        symbol = "__nv_rsqrtf"} : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_AnyValue>:$srcs, StrAttr:$libname,
                       StrAttr:$libpath, StrAttr:$symbol, BoolAttr:$pure);
  let results = (outs TT_AnyValue:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, $result)
  }];
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability() {
      return getPure() ? ::mlir::Speculation::Speculatable
                       : ::mlir::Speculation::NotSpeculatable;
    }
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def TT_ReduceOp : TT_Op<"reduce", [
    InferTypeOpAdaptor, RecursiveMemoryEffects, RecursivelySpeculatable,
    SameVariadicOperandSize, SingleBlock,
    DeclareOpInterfaceMethods<TT_LayoutTransferOpInterface>]> {
  let summary = "combines the elements along one dimension";
  let description = [{
    The operands are n tiles of one shape and layout. The region takes two
    groups of n scalars and returns one; it is associative and commutative.
    The results are the operands' shapes without `axis`, scalars when nothing
    is left.

    ```mlir
    %sum = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<64x32xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<TT_AnyValue>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r);
    ::mlir::RankedTensorType getSourceType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getSrcs()[0].getType());
    }
  }];
}

def TT_ReduceReturnOp : TT_Op<"reduce.return", [
    HasParent<"ReduceOp">, Pure, Terminator, ReturnLike]> {
  let summary = "the combined values of a `tt.reduce`";
  let description = [{
    ```mlir
    tt.reduce.return %s : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict `:` type($operands)";
}

//===----------------------------------------------------------------------===//
// Debugging
//===----------------------------------------------------------------------===//

def TT_AssertOp : TT_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "stops the kernel where a condition is false";
  let description = [{
    A failing thread reports the message with the op's file, line and function
    and traps.

    ```mlir
    tt.assert %ok, "index out of range" : tensor<64xi1>
    ```
  }];
  let arguments = (ins TT_BoolLike:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
  let hasCanonicalizer = 1;
}

def TT_PrintOp : TT_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "prints values from every thread that holds them";
  let description = [{
    Each element is printed on a line with the position of its program and its
    own, in base 16 if `hex`. `isSigned` has a number for each operand: 1 for
    integers with a sign.

    ```mlir
    tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<64xi32>
    ```
  }];
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex,
                       Variadic<TT_AnyValue>:$args, DenseI32ArrayAttr:$isSigned);
  let assemblyFormat = [{
    $prefix attr-dict (`:` $args^ `:` type($args))?
  }];
  let hasVerifier = 1;
}

#endif // TTC_DIALECT_TT_IR_TTOPS
