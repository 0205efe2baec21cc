//===- FunctionOps.cpp - Kernels, program ids, barriers, assertions -------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tt.func public @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32})
//
// becomes
//
//   llvm.func @k(%p: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noundef})
//       attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What LLVM may know of a kernel's argument.
static void setArgAttrs(tt::FuncOp from, LLVM::LLVMFuncOp to, unsigned index) {
  MLIRContext *context = to.getContext();
  to.setArgAttr(index, LLVM::LLVMDialect::getNoUndefAttrName(),
                UnitAttr::get(context));
  auto divisibility =
      from.getArgAttrOfType<IntegerAttr>(index, "tt.divisibility");
  if (!divisibility || !isa<tt::PointerType>(from.getArgumentTypes()[index]))
    return;
  // LLVM's alignments are powers of two up to 2^32: of 48, it is 16.
  unsigned power = std::min(divisibility.getValue().countr_zero(), 32u);
  to.setArgAttr(
      index, LLVM::LLVMDialect::getAlignAttrName(),
      IntegerAttr::get(IntegerType::get(context, 64), int64_t(1) << power));
}

namespace {
struct FuncLowering : LoweringPattern<tt::FuncOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::FuncOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    if (failed(getTypeConverter()->convertSignatureArgs(op.getArgumentTypes(),
                                                        signature)))
      return failure();
    auto type =
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(op.getContext()),
                                    signature.getConvertedTypes());
    auto function =
        LLVM::LLVMFuncOp::create(rewriter, op.getLoc(), op.getName(), type);
    for (unsigned i = 0; i < op.getNumArguments(); ++i)
      setArgAttrs(op, function, i);
    function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                      rewriter.getUnitAttr());
    function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                      rewriter.getDenseI32ArrayAttr(lowering.getNumThreads()));
    if (auto limit = ttg::lookupModuleAttr(op, ttg::maxRegistersAttrName))
      function->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                        rewriter.getI32IntegerAttr(*limit));
    rewriter.inlineRegionBefore(op.getBody(), function.getBody(),
                                function.end());
    rewriter.applySignatureConversion(&function.getBody().front(), signature,
                                      getTypeConverter());
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReturnLowering : LoweringPattern<tt::ReturnOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::ReturnOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// The launch grid
//===----------------------------------------------------------------------===//

/// Blocks that a grid may have along an axis (CUDA C++ Programming Guide,
/// "Compute Capabilities").
constexpr int64_t maxBlocks[] = {0x7fffffff, 0xffff, 0xffff};

/// A special register that holds a number in [from, to).
template <typename Op>
Value readRegister(Emitter &emitter, int64_t from, int64_t to) {
  auto range = LLVM::ConstantRangeAttr::get(
      emitter.getContext(), llvm::APInt(32, from), llvm::APInt(32, to));
  return Op::create(emitter, emitter.getI32Type(), range);
}

struct ProgramIdLowering : LoweringPattern<tt::GetProgramIdOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::GetProgramIdOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    static constexpr decltype(&readRegister<NVVM::BlockIdXOp>) readers[] = {
        readRegister<NVVM::BlockIdXOp>, readRegister<NVVM::BlockIdYOp>,
        readRegister<NVVM::BlockIdZOp>};
    unsigned axis = static_cast<unsigned>(op.getAxis());
    Emitter emitter = emitterAt(op, rewriter);
    rewriter.replaceOp(op, readers[axis](emitter, 0, maxBlocks[axis]));
    return success();
  }
};

struct NumProgramsLowering : LoweringPattern<tt::GetNumProgramsOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::GetNumProgramsOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    static constexpr decltype(&readRegister<NVVM::GridDimXOp>) readers[] = {
        readRegister<NVVM::GridDimXOp>, readRegister<NVVM::GridDimYOp>,
        readRegister<NVVM::GridDimZOp>};
    unsigned axis = static_cast<unsigned>(op.getAxis());
    Emitter emitter = emitterAt(op, rewriter);
    rewriter.replaceOp(op, readers[axis](emitter, 1, maxBlocks[axis] + 1));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// One instruction orders all memory for all threads of the block, whatever
/// part of it the op names.
template <typename Op>
struct BarrierLowering : LoweringPattern<Op> {
  using LoweringPattern<Op>::LoweringPattern;

  LogicalResult
  matchAndRewrite(Op op, typename LoweringPattern<Op>::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Barrier0Op>(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

/// A generic pointer to a zero-terminated string.
static Value emitString(Emitter &e, StringRef text) {
  std::string bytes = text.str();
  bytes.push_back('\0');
  LLVM::GlobalOp global = e.lowering.addConstant(
      e, "assert_", LLVM::LLVMArrayType::get(e.getI8Type(), bytes.size()),
      e.getStringAttr(bytes));
  Value address = LLVM::AddressOfOp::create(e, global);
  return LLVM::AddrSpaceCastOp::create(
      e, LLVM::LLVMPointerType::get(e.getContext()), address);
}

/// The device runtime's assertion handler, which prints and stops the kernel
/// (CUDA C++ Programming Guide, "Assertion").
static void emitAssertFail(Emitter &e, StringRef message, StringRef function) {
  // Of a call site the place is the callee, of a fusion the first known one.
  auto place = e.getLoc()->findInstanceOf<FileLineColLoc>();
  StringRef file = place ? place.getFilename().getValue() : "unknown";
  Type pointer = LLVM::LLVMPointerType::get(e.getContext());
  Type i32 = e.getI32Type(), i64 = e.getI64Type();
  LLVM::LLVMFuncOp handler = e.lowering.declareFunction(
      e, "__assertfail", LLVM::LLVMVoidType::get(e.getContext()),
      {pointer, pointer, i32, pointer, i64});
  Value args[] = {emitString(e, message), emitString(e, file),
                  e.i32(place ? place.getLine() : 0), emitString(e, function),
                  e.i64(/*bytes of a character=*/1)};
  LLVM::CallOp::create(e, handler, args);
}

namespace {
/// The branch is an scf.if, which is lowered with those of the program.
struct AssertLowering : LoweringPattern<tt::AssertOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::AssertOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emitter = emitterAt(op, rewriter);
    Value holds;
    llvm::SmallDenseSet<Value> seen;
    for (Value condition : adaptor.getCondition())
      if (seen.insert(condition).second)
        holds =
            holds ? LLVM::AndOp::create(emitter, holds, condition) : condition;
    Value fails = LLVM::XOrOp::create(emitter, holds, emitter.i1(true));
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), fails,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    Emitter inside = emitterAt(op, rewriter);
    auto function = op->getParentOfType<FunctionOpInterface>();
    emitAssertFail(inside, op.getMessage(), function.getName());
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ttc::populateFunctionPatterns(const LLVMTypeConverter &converter,
                                   RewritePatternSet &patterns,
                                   LoweringContext &lowering) {
  patterns.add<AssertLowering, BarrierLowering<gpu::BarrierOp>,
               BarrierLowering<ttg::BarrierOp>, FuncLowering,
               NumProgramsLowering, ProgramIdLowering, ReturnLowering>(
      converter, lowering);
}
