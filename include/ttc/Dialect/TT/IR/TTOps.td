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
include "ttc/Dialect/TT/IR/TTElementwiseOps.td"
include "ttc/Dialect/TT/IR/TTMemoryOps.td"
include "ttc/Dialect/TT/IR/TTTileOps.td"
include "ttc/Dialect/TT/IR/TTViewOps.td"

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def TT_FuncOp : TT_Op<"func", [
    AffineScope, AutomaticAllocationScope, CallableOpInterface,
    FunctionOpInterface, IsolatedFromAbove, OpAsmOpInterface]> {
  let summary = "a kernel, or a function that kernels call";
  let description = [{
    A `public` function is a kernel: each of its arguments is a scalar, a
    pointer or a descriptor that the host passes, and it returns nothing. Others
    are inlined into their callers unless `noinline` is true.

    A kernel that takes tiles can be written and optimized, so that a pass can
    be shown what it is about; no host can launch it, and the lowering refuses
    it.

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
    From 0 to one less than the number of programs along the axis.

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
    How many programs were launched along the axis: 1 to 2147483647 along x,
    to 65535 along y and z.

    ```mlir
    %n = tt.get_num_programs x : i32
    ```
  }];
  let arguments = (ins TT_ProgramDim:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
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
    integers with a sign, 0 for all others.

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
