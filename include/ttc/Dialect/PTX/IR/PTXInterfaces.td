//===- PTXInterfaces.td - What every ptx operation answers -*- tablegen -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_PTX_IR_PTXINTERFACES
#define TTC_DIALECT_PTX_IR_PTXINTERFACES

include "mlir/IR/OpBase.td"

def PTX_InstructionOpInterface : OpInterface<"InstructionOpInterface"> {
  let cppNamespace = "::ttc::ptx";
  let description = [{
    An operation that stands for one PTX instruction. Which PTX ISA version and
    architecture it needs depends on the instance (its types, modifiers and
    operands), so the instance is asked.
  }];
  let methods = [
    InterfaceMethod<[{
        The lowest PTX ISA version and SM architecture that have exactly this
        instruction.
      }], "::ttc::Requirement", "getRequirement">
  ];
}

#endif // TTC_DIALECT_PTX_IR_PTXINTERFACES
