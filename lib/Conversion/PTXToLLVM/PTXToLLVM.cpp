//===- PTXToLLVM.cpp - Conversion of ptx to the LLVM dialect --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spells the instruction of every ptx operation. Scalars narrower than 32 bits
// are accessed as the fewest registers that hold them, because PTX vectors have
// at most four elements (eight, of 32 bits, on sm_100).
//
//===----------------------------------------------------------------------===//

#include "ttc/Conversion/PTXToLLVM/PTXToLLVM.h"

#include "InlineAsm.h"
#include "PTXToLLVMPatterns.h"
#include "ttc/Dialect/PTX/IR/PTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace ttc {
#define GEN_PASS_DEF_CONVERTPTXTOLLVM
#include "ttc/Conversion/PTXToLLVM/Passes.h.inc"
} // namespace ttc

using namespace mlir;
using namespace ttc;
using namespace ttc::ptx;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {
/// How the scalars of an access are spread over words, what its instruction
/// moves: `count` words of `type`, each made of `scalars` scalars.
struct Words {
  explicit Words(TypeRange types) {
    scalar = types.front();
    unsigned width = scalar.getIntOrFloatBitWidth();
    unsigned bits = width * types.size();
    unsigned wordBits = std::max(width, std::min(bits, 32u));
    scalars = wordBits / width;
    count = bits / wordBits;
    type =
        scalars == 1 ? scalar : IntegerType::get(scalar.getContext(), wordBits);
  }

  /// ".v4.b32"
  std::string getSuffix() const {
    std::string text;
    if (count > 1)
      text = ".v" + std::to_string(count);
    return text + ".b" + std::to_string(type.getIntOrFloatBitWidth());
  }

  Type scalar, type;
  unsigned scalars, count;
};
} // namespace

static Value createIndex(OpBuilder &builder, Location loc, unsigned index) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI32IntegerAttr(index));
}

/// The vector of `scalars`, or the scalar where there is one.
static Value packVector(OpBuilder &builder, Location loc, ValueRange scalars) {
  if (scalars.size() == 1)
    return scalars.front();
  auto type = VectorType::get(scalars.size(), scalars.front().getType());
  Value vector = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [index, scalar] : llvm::enumerate(scalars))
    vector = LLVM::InsertElementOp::create(builder, loc, vector, scalar,
                                           createIndex(builder, loc, index));
  return vector;
}

static void unpackVector(OpBuilder &builder, Location loc, Value vector,
                         SmallVectorImpl<Value> &scalars) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type) {
    scalars.push_back(vector);
    return;
  }
  for (unsigned index = 0, end = type.getNumElements(); index < end; ++index)
    scalars.push_back(LLVM::ExtractElementOp::create(
        builder, loc, vector, createIndex(builder, loc, index)));
}

/// The words that `scalars` make, as registers.
static SmallVector<Value> packWords(OpBuilder &builder, Location loc,
                                    const Words &words, ValueRange scalars) {
  SmallVector<Value> packed;
  for (unsigned word = 0; word < words.count; ++word) {
    Value value = packVector(
        builder, loc, scalars.slice(word * words.scalars, words.scalars));
    if (words.scalars > 1)
      value = LLVM::BitcastOp::create(builder, loc, words.type, value);
    packed.push_back(toRegister(builder, loc, value));
  }
  return packed;
}

static SmallVector<Value> unpackWords(OpBuilder &builder, Location loc,
                                      const Words &words, ValueRange packed) {
  SmallVector<Value> scalars;
  for (Value value : packed) {
    value = fromRegister(builder, loc, value, words.type);
    if (words.scalars > 1)
      value = LLVM::BitcastOp::create(
          builder, loc, VectorType::get(words.scalars, words.scalar), value);
    unpackVector(builder, loc, value, scalars);
  }
  return scalars;
}

/// Registers as the operand of an instruction: `$0`, or `{$0, $1}`.
static std::string joinRegisters(ArrayRef<std::string> names) {
  std::string text = llvm::join(names, ", ");
  return names.size() == 1 ? text : "{" + text + "}";
}

static StringRef getSpace(Value pointer) {
  return isSharedPointer(pointer.getType()) ? ".shared" : ".global";
}

/// "ld.volatile.global" with all modifiers before the type.
template <typename Op>
static std::string spellAccess(Op op, StringRef mnemonic) {
  std::string text = mnemonic.str();
  if (op.getIsVolatile())
    text += ".volatile";
  text += getSpace(op.getAddr());
  if (auto cache = op.getCache())
    text += "." + stringifyEnum(*cache).str();
  if (auto eviction = op.getEviction())
    text += ".L1::" + stringifyEnum(*eviction).str();
  if (op.getPolicy())
    text += ".L2::cache_hint";
  return text;
}

/// Whether LLVM's own load or store says all that `op` does.
template <typename Op>
static bool isPlain(Op op) {
  return !op.getPredicate() && !op.getPolicy() && !op.getCache() &&
         !op.getEviction();
}

/// ", $5" where the access has a cache policy.
static std::string addPolicy(InlineAsm &instruction, Value policy) {
  return policy ? ", " + instruction.addOperand(policy) : "";
}

namespace {
struct LdLowering : OpRewritePattern<LdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LdOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> results;
    if (isPlain(op))
      createLoad(op, rewriter, results);
    else
      results = createInstruction(op, rewriter);
    rewriter.replaceOp(op, results);
    return success();
  }

  static void createLoad(LdOp op, PatternRewriter &rewriter,
                         SmallVectorImpl<Value> &results) {
    TypeRange types = op.getResults().getTypes();
    Type type = types.front();
    if (types.size() > 1)
      type = VectorType::get(types.size(), type);
    Value loaded =
        LLVM::LoadOp::create(rewriter, op.getLoc(), type, op.getAddr(),
                             getAccessBytes(types), op.getIsVolatile());
    unpackVector(rewriter, op.getLoc(), loaded, results);
  }

  static SmallVector<Value> createInstruction(LdOp op,
                                              PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Words words(op.getResults().getTypes());
    Type type = getRegisterType(words.type);

    SmallVector<Value> before;
    if (!op.getOtherwise().empty())
      before = packWords(rewriter, loc, words, op.getOtherwise());
    else if (op.getPredicate())
      before.assign(words.count, LLVM::ZeroOp::create(rewriter, loc, type));

    InlineAsm instruction(rewriter, loc,
                          op.getIsVolatile() ? "readwrite" : "read");
    instruction.setPredicate(op.getPredicate());
    SmallVector<std::string> names;
    for (unsigned word = 0; word < words.count; ++word)
      names.push_back(instruction.addResult(
          type, op.getPredicate() ? before[word] : Value()));
    std::string addr = instruction.addOperand(op.getAddr());
    std::string policy = addPolicy(instruction, op.getPolicy());
    SmallVector<Value> loaded =
        instruction.create(spellAccess(op, "ld") + words.getSuffix() + " " +
                           joinRegisters(names) + ", [" + addr + "]" + policy);
    return unpackWords(rewriter, loc, words, loaded);
  }
};

struct StLowering : OpRewritePattern<StOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(StOp op,
                                PatternRewriter &rewriter) const override {
    if (isPlain(op))
      LLVM::StoreOp::create(
          rewriter, op.getLoc(),
          packVector(rewriter, op.getLoc(), op.getValues()), op.getAddr(),
          getAccessBytes(op.getValues().getTypes()), op.getIsVolatile());
    else
      createInstruction(op, rewriter);
    rewriter.eraseOp(op);
    return success();
  }

  static void createInstruction(StOp op, PatternRewriter &rewriter) {
    Words words(op.getValues().getTypes());
    InlineAsm instruction(rewriter, op.getLoc(),
                          op.getIsVolatile() ? "readwrite" : "write");
    instruction.setPredicate(op.getPredicate());
    std::string addr = instruction.addOperand(op.getAddr());
    SmallVector<std::string> names;
    for (Value word : packWords(rewriter, op.getLoc(), words, op.getValues()))
      names.push_back(instruction.addOperand(word));
    std::string policy = addPolicy(instruction, op.getPolicy());
    instruction.create(spellAccess(op, "st") + words.getSuffix() + " [" + addr +
                       "], " + joinRegisters(names) + policy);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

/// ".add.noftz.f16x2": operation and type as PTX writes them.
static std::string spellKind(AtomicKind kind, Type type) {
  std::string width =
      std::to_string(getElementTypeOrSelf(type).getIntOrFloatBitWidth());
  switch (kind) {
  case AtomicKind::Add: {
    Type element = getElementTypeOrSelf(type);
    if (isa<IntegerType>(element))
      return ".add.u" + width;
    std::string text = width == "16" ? ".add.noftz." : ".add.";
    text += (element.isBF16() ? "bf" : "f") + width;
    return isa<VectorType>(type) ? text + "x2" : text;
  }
  case AtomicKind::Min:
    return ".min.s" + width;
  case AtomicKind::Max:
    return ".max.s" + width;
  case AtomicKind::UMin:
    return ".min.u" + width;
  case AtomicKind::UMax:
    return ".max.u" + width;
  case AtomicKind::Inc:
  case AtomicKind::Dec:
    return "." + stringifyAtomicKind(kind).str() + ".u" + width;
  default:
    return "." + stringifyAtomicKind(kind).str() + ".b" + width;
  }
}

/// "atom.acq_rel.gpu.global"
template <typename Op>
static std::string spellAtomic(Op op, StringRef mnemonic) {
  return (mnemonic + "." + stringifyOrder(op.getOrder()) + "." +
          stringifyScope(op.getScope()) + getSpace(op.getAddr()))
      .str();
}

/// Makes an atomic that returns the old value, zero where its predicate is
/// false, and replaces `op` by it. `spelling` is all up to the registers.
template <typename Op>
static LogicalResult replaceByAtom(Op op, PatternRewriter &rewriter,
                                   const std::string &spelling,
                                   ValueRange values) {
  Location loc = op.getLoc();
  Type type = getRegisterType(op.getType());
  InlineAsm instruction(rewriter, loc, "readwrite");
  instruction.setPredicate(op.getPredicate());
  Value zero;
  if (op.getPredicate())
    zero = LLVM::ZeroOp::create(rewriter, loc, type);
  std::string text = spelling + " " + instruction.addResult(type, zero);
  text += ", [" + instruction.addOperand(op.getAddr()) + "]";
  for (Value value : values)
    text += ", " + instruction.addOperand(toRegister(rewriter, loc, value));
  Value old = instruction.create(text).front();
  rewriter.replaceOp(op, fromRegister(rewriter, loc, old, op.getType()));
  return success();
}

namespace {
struct AtomLowering : OpRewritePattern<AtomOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AtomOp op,
                                PatternRewriter &rewriter) const override {
    return replaceByAtom(op, rewriter,
                         spellAtomic(op, "atom") +
                             spellKind(op.getKind(), op.getType()),
                         op.getValue());
  }
};

struct CasLowering : OpRewritePattern<CasOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CasOp op,
                                PatternRewriter &rewriter) const override {
    std::string width = std::to_string(op.getType().getIntOrFloatBitWidth());
    return replaceByAtom(op, rewriter,
                         spellAtomic(op, "atom") + ".cas.b" + width,
                         {op.getCompare(), op.getValue()});
  }
};

struct RedLowering : OpRewritePattern<RedOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RedOp op,
                                PatternRewriter &rewriter) const override {
    InlineAsm instruction(rewriter, op.getLoc(), "readwrite");
    instruction.setPredicate(op.getPredicate());
    std::string addr = instruction.addOperand(op.getAddr());
    std::string value = instruction.addOperand(
        toRegister(rewriter, op.getLoc(), op.getValue()));
    instruction.create(spellAtomic(op, "red") +
                       spellKind(op.getKind(), op.getValue().getType()) + " [" +
                       addr + "], " + value);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertPTXToLLVMPass
    : ttc::impl::ConvertPTXToLLVMBase<ConvertPTXToLLVMPass> {
  void runOnOperation() override { convertPTXToLLVM(getOperation()); }
};
} // namespace

void ttc::populatePTXToLLVMPatterns(RewritePatternSet &patterns) {
  patterns.add<LdLowering, StLowering, AtomLowering, CasLowering, RedLowering>(
      patterns.getContext());
  populateMatrixToLLVMPatterns(patterns);
}

void ttc::convertPTXToLLVM(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  populatePTXToLLVMPatterns(patterns);
  walkAndApplyPatterns(root, std::move(patterns));
}
