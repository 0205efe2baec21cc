//===- TextFault.cpp - What MLIR does not survive -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ttc/Compiler/TextFault.h"

#include "ttc/Compiler/Nesting.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ttc;
using llvm::StringRef;

/// What follows spaces and comments.
static StringRef skipSpace(StringRef text) {
  text = text.ltrim();
  while (text.starts_with("//"))
    text = text.drop_until([](char c) { return c == '\n'; }).ltrim();
  return text;
}

static bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || StringRef("$._-#").contains(c);
}

/// What follows `%a, %b#1]`.
static StringRef skipOperands(StringRef text) {
  while (text.consume_front("%")) {
    text = skipSpace(text.drop_while(isNameCharacter));
    if (text.consume_front(","))
      text = skipSpace(text);
  }
  text.consume_front("]");
  return text;
}

/// Given what follows `nvvm.mma.sync` or `nvvm.mma.sp.sync`, where `A[...]`,
/// `B[...]` or `C[...]` has no operand: the op's parser takes the type of the
/// first one.
static std::optional<StringRef> findEmptyFragment(StringRef text) {
  for (StringRef name : {"A", "B", "C"}) {
    text = skipSpace(text);
    StringRef start = text;
    if (!text.consume_front(name))
      return std::nullopt;
    text = skipSpace(text);
    text.consume_front("[");
    text = skipSpace(text);
    if (!text.starts_with("%"))
      return start;
    text = skipOperands(text);
  }
  return std::nullopt;
}

/// The next place after `text`'s first character where a word may begin that is
/// not part of a string or comment.
static StringRef advance(StringRef text) {
  if (text.starts_with("//"))
    return text.drop_until([](char c) { return c == '\n'; });
  if (!text.consume_front("\""))
    return text.drop_front();
  while (!text.empty() && text.front() != '"')
    text = text.drop_front(text.front() == '\\' && text.size() > 1 ? 2 : 1);
  text.consume_front("\"");
  return text;
}

std::optional<TextFault> ttc::findTextFault(StringRef text) {
  if (std::optional<size_t> offset = findDeepNesting(text))
    return TextFault{
        *offset,
        llvm::formatv("the text is nested more than {0} levels deep here, "
                      "which is not supported",
                      maxNestingDepth)};
  // Few texts have the op at all.
  if (!text.contains("nvvm.mma."))
    return std::nullopt;
  for (StringRef rest = text; !rest.empty(); rest = advance(rest)) {
    StringRef operands = rest;
    if (!operands.consume_front("nvvm.mma."))
      continue;
    operands = operands.drop_while(isNameCharacter);
    if (std::optional<StringRef> at = findEmptyFragment(operands))
      return TextFault{static_cast<size_t>(at->data() - text.data()),
                       "expected operands"};
  }
  return std::nullopt;
}

/// The verifiers of matrix ops take the first operand of A, B and C, too, which
/// generic text may leave out.
static bool hasEmptyFragment(mlir::Operation *op) {
  auto isEmpty = [](auto mma) {
    return mma.getOperandA().empty() || mma.getOperandB().empty() ||
           mma.getOperandC().empty();
  };
  return llvm::TypeSwitch<mlir::Operation *, bool>(op)
      .Case<mlir::NVVM::MmaOp, mlir::NVVM::MmaSpOp>(isEmpty)
      .Default(false);
}

/// The verifiers make lists as long as the extents of the shape, whatever they
/// are; no instruction has one beyond this.
static bool hasEndlessShape(mlir::Operation *op) {
  constexpr int64_t most = 1024;
  auto isEndless = [](auto mma) {
    mlir::NVVM::MMAShapeAttr shape = mma.getShapeAttr();
    return shape &&
           (shape.getM() > most || shape.getN() > most || shape.getK() > most);
  };
  return llvm::TypeSwitch<mlir::Operation *, bool>(op)
      .Case<mlir::NVVM::MmaOp, mlir::NVVM::MmaSpOp>(isEndless)
      .Default(false);
}

llvm::LogicalResult ttc::verifyParsed(mlir::Operation *op) {
  mlir::WalkResult result = op->walk([](mlir::Operation *inner) {
    if (hasEmptyFragment(inner))
      inner->emitOpError("expected operands for each of A, B and C");
    else if (hasEndlessShape(inner))
      inner->emitOpError("expected extents of at most 1024 in 'shape'");
    else
      return mlir::WalkResult::advance();
    return mlir::WalkResult::interrupt();
  });
  return llvm::failure(result.wasInterrupted() ||
                       llvm::failed(mlir::verify(op)));
}
