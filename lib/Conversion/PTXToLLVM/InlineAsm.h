//===- InlineAsm.h - One PTX instruction as inline assembly -----*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where ttc makes inline assembly.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_CONVERSION_PTXTOLLVM_INLINEASM_H
#define TTC_LIB_CONVERSION_PTXTOLLVM_INLINEASM_H

#include "mlir/IR/Builders.h"

#include <string>

namespace ttc {

/// The type of register that a value of `type` travels in: bytes have none of
/// their own and take 16 bits, 16-bit floats and pairs of them are integers to
/// the assembler.
mlir::Type getRegisterType(mlir::Type type);

/// `value` as a value of its register type.
mlir::Value toRegister(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value);

/// Undoes toRegister.
mlir::Value fromRegister(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, mlir::Type type);

/// Collects the registers of one instruction and makes the call. Results are
/// named before operands, as their numbers in the text come first.
class InlineAsm {
public:
  /// `access` is what the instruction does to memory, as `ptx.access` has it.
  InlineAsm(mlir::OpBuilder &builder, mlir::Location loc,
            llvm::StringRef access)
      : builder(builder), loc(loc), access(access) {}

  /// The instruction runs only where `value`, an i1, is true; elsewhere a
  /// result is the value that its register held before. Null: always.
  void setPredicate(mlir::Value value) { predicate = value; }

  /// A result of `type`, a register type; returns its name for the text. With
  /// a predicate, `before` is what the register holds before.
  std::string addResult(mlir::Type type, mlir::Value before = nullptr);

  /// An operand of register type or a pointer; returns its name for the text.
  std::string addOperand(mlir::Value value);

  /// Makes the call; `text` is the instruction without predicate and
  /// semicolon. Returns the results, in the order in which they were added.
  llvm::SmallVector<mlir::Value> create(const llvm::Twine &text);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::StringRef access;
  mlir::Value predicate;
  llvm::SmallVector<mlir::Type> resultTypes;
  llvm::SmallVector<mlir::Value> resultsBefore;
  llvm::SmallVector<mlir::Value> operands;
};

} // namespace ttc

#endif // TTC_LIB_CONVERSION_PTXTOLLVM_INLINEASM_H
