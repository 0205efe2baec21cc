//===- ReadableTest.cpp - What MLIR's readers would not survive -----------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode that no tool writes: made here, or damaged.
//
//===----------------------------------------------------------------------===//

#include "ttc/Tools/Tools.h"

#include "ttc/Compiler/Compiler.h"
#include "ttc/Compiler/Nesting.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace ttc;

namespace {
class ReadableTest : public testing::Test {
protected:
  ReadableTest() { registerCompilerDialects(registry); }

  /// The fault of the module's bytecode, "" if none.
  std::string getFault(Operation *op) {
    std::string bytecode;
    llvm::raw_string_ostream stream(bytecode);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(op, stream)));
    return getFault(bytecode);
  }
  std::string getFault(StringRef bytecode) {
    return findBytecodeFault(llvm::MemoryBufferRef(bytecode, "test"), registry)
        .value_or("");
  }

  /// `depth` modules, each in the one before.
  OwningOpRef<ModuleOp> getNestedModules(unsigned depth) {
    OpBuilder builder(&context);
    OwningOpRef<ModuleOp> outer = ModuleOp::create(builder.getUnknownLoc());
    ModuleOp inner = *outer;
    while (--depth) {
      builder.setInsertionPointToStart(inner.getBody());
      inner = ModuleOp::create(builder, builder.getUnknownLoc());
    }
    return outer;
  }

  DialectRegistry registry;
  MLIRContext context;
};
} // namespace

TEST_F(ReadableTest, BytecodeOfOrdinaryDepth) {
  EXPECT_EQ(getFault(getNestedModules(maxNestingDepth / 2).get()), "");
}

TEST_F(ReadableTest, BytecodeOfDeepRegions) {
  EXPECT_EQ(getFault(getNestedModules(maxNestingDepth + 1).get()),
            "the bytecode is nested more than 512 levels deep, which is not "
            "supported");
}

TEST_F(ReadableTest, BytecodeOfDeepTypes) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  Type type = IntegerType::get(&context, 32);
  for (unsigned i = 0; i < maxNestingDepth; ++i)
    type = TupleType::get(&context, type);
  (*module)->setAttr("test.type", TypeAttr::get(type));
  EXPECT_EQ(getFault(module.get()),
            "the bytecode is nested more than 512 levels deep, which is not "
            "supported");
}

TEST_F(ReadableTest, DeepText) {
  std::string text = "module { module { } }";
  EXPECT_TRUE(isReadable(llvm::MemoryBufferRef(text, "test"), registry));
  testing::internal::CaptureStderr();
  text = std::string(maxNestingDepth + 1, '(');
  EXPECT_FALSE(isReadable(llvm::MemoryBufferRef(text, "test"), registry));
  EXPECT_EQ(testing::internal::GetCapturedStderr().rfind("test:1:513: error: "
                                                         "the text is nested "
                                                         "more than 512",
                                                         0),
            0u);
}
