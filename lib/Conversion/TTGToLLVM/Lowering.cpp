//===- Lowering.cpp - What the patterns of TTGToLLVM share ----------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// LoweringContext
//===----------------------------------------------------------------------===//

LoweringContext::LoweringContext(ModuleOp module, TargetInfo target)
    : target(target), numWarps(ttg::lookupNumWarps(module)), module(module) {}

const LinearLayout &LoweringContext::getLayout(RankedTensorType type) {
  auto [it, isNew] = layouts.try_emplace(type.getAsOpaquePointer());
  if (isNew)
    it->second = ttg::getThreadLayout(type);
  return it->second;
}

unsigned LoweringContext::getNumRegisters(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? getLayout(tensor).inSize(Space::Register) : 1;
}

Type LoweringContext::convertScalar(Type type) const {
  if (auto pointer = dyn_cast<tt::PointerType>(type))
    return LLVM::LLVMPointerType::get(type.getContext(),
                                      pointer.getAddressSpace());
  if (auto floating = dyn_cast<FloatType>(type))
    return floating.getWidth() == 8 ? IntegerType::get(type.getContext(), 8)
                                    : type;
  if (isa<IndexType>(type))
    return IntegerType::get(type.getContext(), 64);
  return isa<IntegerType>(type) ? type : Type();
}

void LoweringContext::reportUnsupported(Operation *op, const Twine &reason) {
  failed = true;
  InFlightDiagnostic diag = op->emitOpError()
                            << "cannot be lowered: " << reason;
  auto list = [&](StringRef what, TypeRange types) {
    if (types.empty())
      return;
    Diagnostic &note = diag.attachNote() << what << ": ";
    llvm::interleaveComma(types, note);
  };
  list("operands", op->getOperandTypes());
  list("results", op->getResultTypes());
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

LLVM::LLVMFuncOp LoweringContext::declareFunction(OpBuilder &builder,
                                                  StringRef name, Type result,
                                                  TypeRange operands) {
  LLVM::LLVMFuncOp &function = functions[name];
  if (function)
    return function;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  function = LLVM::LLVMFuncOp::create(
      builder, module.getLoc(), name,
      LLVM::LLVMFunctionType::get(result, llvm::to_vector(operands)));
  return function;
}

LLVM::GlobalOp LoweringContext::getSharedMemory(OpBuilder &builder) {
  if (sharedMemory)
    return sharedMemory;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  constexpr unsigned alignment = 16, addressSpace = 3;
  sharedMemory = LLVM::GlobalOp::create(builder, module.getLoc(), bytes,
                                        /*isConstant=*/false,
                                        LLVM::Linkage::External, "global_smem",
                                        Attribute(), alignment, addressSpace);
  return sharedMemory;
}

LLVM::GlobalOp LoweringContext::addConstant(OpBuilder &builder,
                                            StringRef prefix, Type type,
                                            Attribute value) {
  LLVM::GlobalOp &global = constants[{type, value}];
  if (global)
    return global;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  std::string name;
  do
    name = (prefix + Twine(numConstants++)).str();
  while (module.lookupSymbol(name));
  constexpr unsigned alignment = 16, addressSpace = 1;
  global = LLVM::GlobalOp::create(builder, module.getLoc(), type,
                                  /*isConstant=*/true, LLVM::Linkage::Internal,
                                  name, value, alignment, addressSpace);
  return global;
}

//===----------------------------------------------------------------------===//
// The start of a function
//===----------------------------------------------------------------------===//

/// The first block of the function around `block`.
static Block &getEntryBlock(Block *block) {
  while (!isa<FunctionOpInterface>(block->getParentOp()))
    block = block->getParentOp()->getBlock();
  return block->getParent()->front();
}

LoweringContext::Prologue &Emitter::getPrologue() {
  if (!prologue) {
    auto &slot = lowering.prologues[&getEntryBlock(getInsertionBlock())];
    if (!slot)
      slot = std::make_unique<LoweringContext::Prologue>();
    prologue = slot.get();
  }
  return *prologue;
}

Value Emitter::atPrologue(function_ref<Value()> make) {
  LoweringContext::Prologue &start = getPrologue();
  InsertionGuard guard(*this);
  Location here = getLoc();
  Block &entry = getEntryBlock(getInsertionBlock());
  setLoc(entry.getParentOp()->getLoc());
  if (start.last)
    setInsertionPointAfter(start.last);
  else
    setInsertionPointToStart(&entry);
  Value value = make();
  if (getInsertionPoint() != entry.begin())
    start.last = &*std::prev(getInsertionPoint());
  setLoc(here);
  return value;
}

Value Emitter::constant(Type type, Attribute attr) {
  Value &value = getPrologue().constants[{type, attr}];
  if (!value)
    value =
        atPrologue([&] { return LLVM::ConstantOp::create(*this, type, attr); });
  return value;
}

Value Emitter::zero(Type type) {
  if (isa<LLVM::LLVMPointerType>(type)) {
    Value &value = getPrologue().constants[{type, getUnitAttr()}];
    if (!value)
      value = atPrologue([&] { return LLVM::ZeroOp::create(*this, type); });
    return value;
  }
  return constant(type, getZeroAttr(type));
}

Value Emitter::poison(Type type) {
  Value &value = getPrologue().constants[{type, getStringAttr("poison")}];
  if (!value)
    value = atPrologue([&] { return LLVM::PoisonOp::create(*this, type); });
  return value;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value Emitter::intrinsic(StringRef name, Type result, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(*this, result, getStringAttr(name),
                                       operands)
      .getResult(0);
}

bool ttc::hasSignature(LLVM::LLVMFuncOp function, Type result,
                       TypeRange operands) {
  LLVM::LLVMFunctionType type = function.getFunctionType();
  return type.getReturnType() == result &&
         TypeRange(type.getParams()) == operands;
}

Value Emitter::libdevice(StringRef name, Type result, ValueRange operands) {
  LLVM::LLVMFuncOp function =
      lowering.declareFunction(*this, name, result, operands.getTypes());
  if (!hasSignature(function, result, operands.getTypes()))
    return Value();
  function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      getContext(), {LLVM::ModRefInfo::NoModRef, LLVM::ModRefInfo::NoModRef,
                     LLVM::ModRefInfo::NoModRef}));
  return LLVM::CallOp::create(*this, function, operands).getResult();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Value Emitter::threadId() {
  Value &id = getPrologue().threadId;
  if (!id)
    id = atPrologue([&] {
      auto range = LLVM::ConstantRangeAttr::get(
          getContext(), llvm::APInt(32, 0),
          llvm::APInt(32, lowering.getNumThreads()));
      return NVVM::ThreadIdXOp::create(*this, getI32Type(), range);
    });
  return id;
}

Value Emitter::laneId() {
  if (lowering.numWarps == 1)
    return threadId();
  Value &id = getPrologue().laneId;
  if (!id) {
    Value thread = threadId(), mask = i32(31);
    id = atPrologue([&] { return LLVM::AndOp::create(*this, thread, mask); });
  }
  return id;
}

Value Emitter::warpId() {
  if (lowering.numWarps == 1)
    return i32(0);
  Value &id = getPrologue().warpId;
  if (!id) {
    Value thread = threadId(), bits = i32(5);
    id = atPrologue([&] { return LLVM::LShrOp::create(*this, thread, bits); });
  }
  return id;
}

namespace {
/// The bits of a word that move by one distance (to the left if positive).
struct Diagonal {
  int distance;
  uint64_t bits;
};
} // namespace

/// A matrix over F2 as the sum of its diagonals: words masked and shifted.
static SmallVector<Diagonal> getDiagonals(ArrayRef<uint64_t> columns) {
  std::map<int, uint64_t> bits;
  for (auto [i, column] : llvm::enumerate(columns))
    forEachBit(column, [&, in = i](unsigned out) {
      bits[int(out) - int(in)] |= uint64_t(1) << in;
    });
  SmallVector<Diagonal> diagonals;
  for (auto [distance, mask] : bits)
    diagonals.push_back({distance, mask});
  return diagonals;
}

/// Bits of the thread id in `diagonal`, at their new places.
static Value emitDiagonal(Emitter &emitter, Value thread, Diagonal diagonal,
                          unsigned threadBits) {
  uint64_t all = lowMask(threadBits);
  // A shift to the right drops what lies below.
  if (diagonal.distance < 0)
    all &= ~lowMask(-diagonal.distance);
  Value value = thread;
  if (diagonal.bits != all)
    value = LLVM::AndOp::create(emitter, value, emitter.i32(diagonal.bits));
  if (diagonal.distance > 0)
    return LLVM::ShlOp::create(emitter, value, emitter.i32(diagonal.distance),
                               LLVM::IntegerOverflowFlags::nsw |
                                   LLVM::IntegerOverflowFlags::nuw);
  if (diagonal.distance < 0)
    return LLVM::LShrOp::create(emitter, value,
                                emitter.i32(-diagonal.distance));
  return value;
}

/// The sum over F2 of values whose set bits lie in the given masks.
static Value emitXor(Emitter &emitter, Value a, uint64_t bitsOfA, Value b,
                     uint64_t bitsOfB) {
  if (bitsOfA & bitsOfB)
    return LLVM::XOrOp::create(emitter, a, b);
  return LLVM::OrOp::create(emitter, a, b, /*isDisjoint=*/true);
}

Value Emitter::threadLinear(ArrayRef<uint64_t> columns) {
  while (!columns.empty() && !columns.back())
    columns = columns.drop_back();
  if (columns.empty())
    return i32(0);
  Value &known = getPrologue().linearMaps[columns.vec()];
  if (known)
    return known;

  Value thread = threadId();
  unsigned threadBits = llvm::Log2_32(lowering.getNumThreads());
  Value sum;
  uint64_t bitsOfSum = 0;
  for (Diagonal diagonal : getDiagonals(columns)) {
    uint64_t bits = diagonal.distance < 0 ? diagonal.bits >> -diagonal.distance
                                          : diagonal.bits << diagonal.distance;
    sum = atPrologue([&] {
      Value term = emitDiagonal(*this, thread, diagonal, threadBits);
      return sum ? emitXor(*this, sum, bitsOfSum, term, bits) : term;
    });
    bitsOfSum |= bits;
  }
  return known = sum;
}

Value Emitter::threadBitsAreZero(uint64_t mask) {
  if (!mask)
    return Value();
  Value &known = getPrologue().zeroBits[mask];
  if (known)
    return known;
  Value bits = threadId(), zero = i32(0), wanted = i32(mask);
  bool all = mask == lowMask(llvm::Log2_32(lowering.getNumThreads()));
  return known = atPrologue([&] {
           Value kept = all ? bits : LLVM::AndOp::create(*this, bits, wanted);
           return LLVM::ICmpOp::create(*this, LLVM::ICmpPredicate::eq, kept,
                                       zero);
         });
}

SmallVector<uint64_t> ttc::getThreadColumns(const LinearLayout &layout) {
  SmallVector<uint64_t> columns(layout.packedColumns(Space::Lane));
  llvm::append_range(columns, layout.packedColumns(Space::Warp));
  return columns;
}

SmallVector<Value> Emitter::indices(const LinearLayout &layout, Space out) {
  SmallVector<uint64_t> columns = getThreadColumns(layout);
  uint64_t threadBits = 0;
  for (uint64_t &column : columns)
    threadBits |= column = layout.extractOut(column, out);
  Value thread = threadLinear(columns);

  ArrayRef<uint64_t> registers = layout.packedColumns(Space::Register);
  SmallVector<Value> result;
  for (int64_t i = 0, e = layout.inSize(Space::Register); i < e; ++i) {
    uint64_t offset = layout.extractOut(f2Apply(registers, i), out);
    if (!offset)
      result.push_back(thread);
    else if (!threadBits)
      result.push_back(i32(offset));
    else
      result.push_back(emitXor(*this, thread, threadBits, i32(offset), offset));
  }
  return result;
}

uint64_t ttc::getCopiesMask(const LinearLayout &layout) {
  return layout.freeVariableMask(Space::Lane) |
         layout.freeVariableMask(Space::Warp) << layout.inBits(Space::Lane);
}

unsigned ttc::getScalarBits(Type type) {
  return isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
}

/// The value in 32-bit words, lowest first.
static SmallVector<Value, 2> splitWords(Emitter &e, Value value) {
  Type type = value.getType(), i32 = e.getI32Type();
  if (isa<LLVM::LLVMPointerType>(type))
    value = LLVM::PtrToIntOp::create(e, e.getI64Type(), value);
  else if (isa<FloatType>(type))
    value = LLVM::BitcastOp::create(
        e, e.getIntegerType(type.getIntOrFloatBitWidth()), value);
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width < 32)
    return {LLVM::ZExtOp::create(e, i32, value)};
  if (width == 32)
    return {value};
  Value high = LLVM::LShrOp::create(e, value, e.i64(32));
  return {LLVM::TruncOp::create(e, i32, value),
          LLVM::TruncOp::create(e, i32, high)};
}

static Value joinWords(Emitter &e, ArrayRef<Value> words, Type type) {
  unsigned width = getScalarBits(type);
  Type bits = e.getIntegerType(width);
  Value value = words[0];
  if (width < 32)
    value = LLVM::TruncOp::create(e, bits, value);
  if (width > 32) {
    Value low = LLVM::ZExtOp::create(e, bits, value);
    Value high = LLVM::ZExtOp::create(e, bits, words[1]);
    high = LLVM::ShlOp::create(e, high, e.i64(32));
    value = LLVM::OrOp::create(e, low, high, /*isDisjoint=*/true);
  }
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(e, type, value);
  return isa<FloatType>(type) ? LLVM::BitcastOp::create(e, type, value) : value;
}

Value Emitter::shuffle(NVVM::ShflKind kind, Value value, Value lane) {
  SmallVector<Value, 2> words = splitWords(*this, value);
  // PTX ISA, shfl.sync: the segment is the whole warp.
  constexpr int64_t clamp = 31;
  for (Value &word : words)
    word = NVVM::ShflOp::create(*this, getI32Type(), i32(-1), word, lane,
                                i32(clamp), kind,
                                /*return_value_and_is_valid=*/UnitAttr());
  return joinWords(*this, words, value.getType());
}

//===----------------------------------------------------------------------===//
// Memory, errors
//===----------------------------------------------------------------------===//

Value Emitter::sharedPointer(unsigned offset) {
  LLVM::GlobalOp global = lowering.getSharedMemory(*this);
  Value &base = getPrologue().constants[{
      LLVM::LLVMPointerType::get(getContext(), 3), getStringAttr("shared")}];
  if (!base)
    base = atPrologue([&] { return LLVM::AddressOfOp::create(*this, global); });
  if (!offset)
    return base;
  return LLVM::GEPOp::create(*this, base.getType(), getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>(int32_t(offset)),
                             LLVM::GEPNoWrapFlags::inbounds);
}

void ttc::replaceUnsupported(Operation *op, ConversionPatternRewriter &rewriter,
                             LoweringContext &lowering, const Twine &reason) {
  lowering.reportUnsupported(op, reason);
  Emitter emitter(op->getLoc(), rewriter, lowering);
  SmallVector<SmallVector<Value>> poison;
  for (Type type : op->getResultTypes())
    poison.emplace_back(
        lowering.getNumRegisters(type),
        emitter.poison(lowering.convertScalar(tt::getScalarType(type))));
  rewriter.replaceOpWithMultiple(op, std::move(poison));
}
