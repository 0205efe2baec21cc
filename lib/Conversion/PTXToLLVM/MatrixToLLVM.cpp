//===- MatrixToLLVM.cpp - Warp-group products as instructions ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums go in and out of an instruction in the same registers: outputs with
// tied inputs. All threads of a warp execute these instructions together, so
// the calls carry no `ptx.access` and stay convergent.
//
//===----------------------------------------------------------------------===//

#include "InlineAsm.h"
#include "PTXToLLVMPatterns.h"
#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ptx;

namespace {
/// An instruction that updates registers in place.
class InPlaceAsm {
public:
  InPlaceAsm(OpBuilder &builder, Location loc, ValueRange values)
      : builder(builder), loc(loc), types(values.getTypes()) {
    for (Value value : values) {
      tied.push_back(toRegister(builder, loc, value));
      constraints.push_back(getConstraint(tied.back().getType()));
    }
  }

  /// "{$0, $1}" for the updated registers.
  std::string getUpdated() const {
    SmallVector<std::string> names;
    for (size_t i = 0; i < tied.size(); ++i)
      names.push_back("$" + std::to_string(i));
    return "{" + llvm::join(names, ", ") + "}";
  }
  std::string addOperand(Value value) {
    operands.push_back(value);
    return "$" + std::to_string(tied.size() + operands.size() - 1);
  }

  SmallVector<Value> create(const std::string &text) {
    SmallVector<std::string> all;
    SmallVector<Type> registers;
    for (auto [value, constraint] : llvm::zip(tied, constraints)) {
      all.push_back("=" + constraint);
      registers.push_back(value.getType());
    }
    for (Value operand : operands)
      all.push_back(getConstraint(operand.getType()));
    for (size_t i = 0; i < tied.size(); ++i)
      all.push_back(std::to_string(i));
    SmallVector<Value> arguments(operands);
    llvm::append_range(arguments, tied);
    SmallVector<Type> returned;
    if (registers.size() == 1)
      returned = {registers.front()};
    else if (!registers.empty())
      returned = {
          LLVM::LLVMStructType::getLiteral(builder.getContext(), registers)};
    auto call = LLVM::InlineAsmOp::create(
        builder, loc, returned, arguments, text, llvm::join(all, ","),
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::TailCallKind::None, /*asm_dialect=*/nullptr,
        /*operand_attrs=*/nullptr);
    SmallVector<Value> results;
    for (auto [index, type] : llvm::enumerate(types)) {
      Value value = call.getRes();
      if (registers.size() > 1)
        value = LLVM::ExtractValueOp::create(builder, loc, value,
                                             ArrayRef<int64_t>{int64_t(index)});
      results.push_back(fromRegister(builder, loc, value, type));
    }
    return results;
  }

private:
  static std::string getConstraint(Type type) {
    if (type.isF32())
      return "f";
    if (type.isInteger(1))
      return "b";
    return type.isInteger(64) ? "l" : "r";
  }

  OpBuilder &builder;
  Location loc;
  TypeRange types;
  SmallVector<Value> tied, operands;
  SmallVector<std::string> constraints;
};

StringRef getAccumulatorName(Type type) {
  if (type.isF32())
    return "f32";
  return type.isInteger(32) ? "s32" : "f16";
}

struct WgmmaLowering : OpRewritePattern<WgmmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WgmmaOp op,
                                PatternRewriter &rewriter) const override {
    InPlaceAsm instruction(rewriter, op.getLoc(), op.getSums());
    std::string text = "wgmma.mma_async.sync.aligned.m64n" +
                       std::to_string(op.getN()) + "k" +
                       std::to_string(op.getK()) + "." +
                       getAccumulatorName(op.getSums().front().getType()).str();
    text += "." + stringifyEnum(op.getTypeA()).str() + "." +
            stringifyEnum(op.getTypeB()).str();
    if (op.getSaturate())
      text += ".satfinite";
    text += " " + instruction.getUpdated() + ", ";
    SmallVector<std::string> a;
    for (Value value : op.getA())
      a.push_back(instruction.addOperand(value));
    text += op.isAInRegisters() ? "{" + llvm::join(a, ", ") + "}" : a.front();
    text += ", " + instruction.addOperand(op.getB());
    Value accumulates = op.getAccumulates();
    if (!accumulates)
      accumulates = LLVM::ConstantOp::create(rewriter, op.getLoc(),
                                             rewriter.getBoolAttr(true));
    text += ", " + instruction.addOperand(accumulates);
    bool isInteger = op.getTypeA() == MatrixElement::S8 ||
                     op.getTypeA() == MatrixElement::U8;
    if (!isInteger) {
      text += op.getNegateA() ? ", -1" : ", 1";
      text += op.getNegateB() ? ", -1" : ", 1";
    }
    if (op.getTypeA() == MatrixElement::F16 ||
        op.getTypeA() == MatrixElement::BF16) {
      if (!op.isAInRegisters())
        text += op.getTransposeA() ? ", 1" : ", 0";
      text += op.getTransposeB() ? ", 1" : ", 0";
    }
    rewriter.replaceOp(op, instruction.create(text + ";"));
    return success();
  }
};

struct WgmmaWaitLowering : OpRewritePattern<WgmmaWaitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WgmmaWaitOp op,
                                PatternRewriter &rewriter) const override {
    InPlaceAsm instruction(rewriter, op.getLoc(), op.getValues());
    rewriter.replaceOp(op, instruction.create("wgmma.wait_group.sync.aligned " +
                                              std::to_string(op.getPending()) +
                                              ";"));
    return success();
  }
};
} // namespace

void ttc::populateMatrixToLLVMPatterns(RewritePatternSet &patterns) {
  patterns.add<WgmmaLowering, WgmmaWaitLowering>(patterns.getContext());
}
