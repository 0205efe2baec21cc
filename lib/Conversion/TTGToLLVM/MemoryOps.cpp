//===- MemoryOps.cpp - tt.load and tt.store -------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %v = tt.load %p, %m, %other : tensor<128x!tt.ptr<f32>, #b>  // 4 registers
//
// becomes, if the registers are neighbours in memory, the address is aligned
// and the mask equal for all,
//
//   %v:4 = ptx.ld %p0 if %m0 else (%o0, %o1, %o2, %o3 : f32, f32, f32, f32)
//            : !llvm.ptr<1> -> f32, f32, f32, f32
//
// How many registers one instruction serves was found before the conversion
// (LoweringContext::gatherAccesses). There are no branches. Threads that hold
// copies of elements load them like the others, but only one of them stores.
//
// PTX lets an access have one of cache modifier, eviction priority and
// `volatile`. What a program asks beyond that is dropped, hints first, with a
// warning.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace ttc;

//===----------------------------------------------------------------------===//
// Elements in memory
//===----------------------------------------------------------------------===//

Type ttc::getMemoryType(Type scalar) {
  if (scalar.isInteger(1))
    return IntegerType::get(scalar.getContext(), 8);
  if (isa<LLVM::LLVMPointerType>(scalar))
    return IntegerType::get(scalar.getContext(), 64);
  if (!isa<FloatType>(scalar) && !scalar.isInteger(8) &&
      !scalar.isInteger(16) && !scalar.isInteger(32) && !scalar.isInteger(64))
    return Type();
  return scalar;
}

Value ttc::toMemory(Emitter &e, Value value) {
  Type type = getMemoryType(value.getType());
  if (value.getType().isInteger(1))
    return LLVM::ZExtOp::create(e, type, value);
  if (isa<LLVM::LLVMPointerType>(value.getType()))
    return LLVM::PtrToIntOp::create(e, type, value);
  return value;
}

Value ttc::fromMemory(Emitter &e, Value value, Type scalar) {
  if (scalar.isInteger(1))
    return LLVM::ICmpOp::create(e, LLVM::ICmpPredicate::ne, value,
                                e.zero(value.getType()));
  if (isa<LLVM::LLVMPointerType>(scalar))
    return LLVM::IntToPtrOp::create(e, scalar, value);
  return value;
}

//===----------------------------------------------------------------------===//
// Registers that one instruction serves
//===----------------------------------------------------------------------===//

SmallVector<RegisterGroup> ttc::getGroups(const VectorAccess &access,
                                          const LinearLayout &layout) {
  SmallVector<RegisterGroup> groups;
  ArrayRef<uint64_t> columns = layout.packedColumns(Space::Register);
  uint64_t inVector = lowMask(access.registerMasks.size());
  for (int64_t i = 0, e = layout.inSize(Space::Register); i < e; ++i) {
    // The first element of a vector; the others come with it.
    if (!access.registerMasks.empty() &&
        layout.extractOut(f2Apply(columns, i), Space::dim(access.axis)) &
            inVector)
      continue;
    RegisterGroup &group = groups.emplace_back();
    for (uint64_t j = 0; j <= inVector; ++j)
      group.push_back(i ^ f2Apply(access.registerMasks, j));
  }
  return groups;
}

SmallVector<RegisterGroup> ttc::getGroups(LoweringContext &lowering,
                                          Operation *op, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return getGroups(lowering.getAccess(op), lowering.getLayout(tensor));
  return {{0}};
}

Value ttc::getFirstCopyPredicate(Emitter &e, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return e.threadBitsAreZero(
      tensor ? getCopiesMask(e.lowering.getLayout(tensor))
             : lowMask(llvm::Log2_32(e.lowering.getNumThreads())));
}

static bool isConstantTrue(Value value) {
  auto constant = value.getDefiningOp<LLVM::ConstantOp>();
  auto attr =
      constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return attr && attr.getValue().isAllOnes();
}

Value MaskCombiner::get(Emitter &e, Value mask) {
  if (!mask || isConstantTrue(mask))
    return always;
  if (!always)
    return mask;
  Value &both = known[mask];
  if (!both)
    both = LLVM::AndOp::create(e, mask, always);
  return both;
}

//===----------------------------------------------------------------------===//
// Cache hints
//===----------------------------------------------------------------------===//

static ptx::LoadCacheAttr getLoadCache(MLIRContext *context,
                                       tt::CacheModifier modifier) {
  auto get = [&](ptx::LoadCache cache) {
    return ptx::LoadCacheAttr::get(context, cache);
  };
  switch (modifier) {
  case tt::CacheModifier::CA:
    return get(ptx::LoadCache::CA);
  case tt::CacheModifier::CG:
    return get(ptx::LoadCache::CG);
  case tt::CacheModifier::CS:
    return get(ptx::LoadCache::CS);
  case tt::CacheModifier::CV:
    return get(ptx::LoadCache::CV);
  default:
    return {};
  }
}

static ptx::StoreCacheAttr getStoreCache(MLIRContext *context,
                                         tt::CacheModifier modifier) {
  auto get = [&](ptx::StoreCache cache) {
    return ptx::StoreCacheAttr::get(context, cache);
  };
  switch (modifier) {
  case tt::CacheModifier::WB:
    return get(ptx::StoreCache::WB);
  case tt::CacheModifier::CG:
    return get(ptx::StoreCache::CG);
  case tt::CacheModifier::CS:
    return get(ptx::StoreCache::CS);
  case tt::CacheModifier::WT:
    return get(ptx::StoreCache::WT);
  default:
    return {};
  }
}

static ptx::EvictionAttr getEviction(MLIRContext *context,
                                     tt::EvictionPolicy policy) {
  if (policy == tt::EvictionPolicy::Normal)
    return {};
  return ptx::EvictionAttr::get(
      context, policy == tt::EvictionPolicy::EvictFirst ? ptx::Eviction::First
                                                        : ptx::Eviction::Last);
}

/// Drops what PTX does not allow beside something more important. `cache` and
/// `eviction` are null where there is nothing to say.
template <typename Op, typename CacheAttr>
static void resolveHints(Op op, bool isVolatile, bool isGlobal,
                         CacheAttr &cache, ptx::EvictionAttr &eviction) {
  auto drop = [&](const Twine &what, const Twine &beside) {
    op->emitWarning() << what << " is dropped: PTX has no access with it "
                      << beside;
  };
  std::string modifier =
      ("cache modifier '" + stringifyEnum(op.getCache()) + "'").str();
  std::string policy =
      ("eviction policy '" + stringifyEnum(op.getEvict()) + "'").str();
  if (eviction && !isGlobal) {
    drop(policy, "outside global memory");
    eviction = {};
  }
  if (eviction && (isVolatile || cache)) {
    drop(policy, isVolatile ? "that is volatile" : "and " + Twine(modifier));
    eviction = {};
  }
  if (cache && isVolatile) {
    drop(modifier, "that is volatile");
    cache = {};
  }
}

/// Why an access cannot be lowered; empty if it can.
static StringRef getAccessProblem(Value pointer, Type memoryType) {
  if (!ptx::isGlobalOrSharedPointer(pointer.getType()))
    return "the pointer is neither to global nor to shared memory";
  if (!memoryType)
    return "elements of this width are not accessible";
  return "";
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct LoadLowering : LoweringPattern<tt::LoadOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::LoadOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type scalar = lowering.convertScalar(tt::getScalarType(op.getType()));
    Value pointer = adaptor.getPtr().front();
    if (StringRef problem = getAccessProblem(pointer, getMemoryType(scalar));
        !problem.empty()) {
      replaceUnsupported(op, rewriter, lowering, problem);
      return success();
    }
    bool isGlobal = !ptx::isSharedPointer(pointer.getType());
    auto cache = getLoadCache(getContext(), op.getCache());
    auto eviction = getEviction(getContext(), op.getEvict());
    resolveHints(op, op.getIsVolatile(), isGlobal, cache, eviction);

    Emitter emitter = emitterAt(op, rewriter);
    SmallVector<SmallVector<Value>> values(1);
    values[0].resize(lowering.getNumRegisters(op.getType()));
    MaskCombiner masks;
    // Loads with equal operands read the same, unless they are volatile.
    llvm::DenseMap<ArrayRef<Value>, SmallVector<Value, 1>> known;
    SmallVector<RegisterGroup> groups =
        getGroups(lowering, op, op.getPtr().getType());
    SmallVector<SmallVector<Value, 6>> keys(groups.size());
    for (auto [group, key] : llvm::zip_equal(groups, keys)) {
      unsigned first = group.front();
      Value mask = op.getMask() ? adaptor.getMask()[first] : Value();
      key = {adaptor.getPtr()[first], masks.get(emitter, mask)};
      if (op.getOther() && key[1])
        for (unsigned i : group)
          key.push_back(adaptor.getOther()[i]);
      SmallVector<Value, 1> &loaded = known[key];
      if (loaded.empty() || op.getIsVolatile())
        loaded = load(emitter, key, scalar, group.size(), cache, eviction,
                      op.getIsVolatile());
      for (auto [i, value] : llvm::zip_equal(group, loaded))
        values[0][i] = value;
    }
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }

  /// `operands`: address, predicate or null, values where that is false.
  static SmallVector<Value, 1>
  load(Emitter &e, ArrayRef<Value> operands, Type scalar, unsigned count,
       ptx::LoadCacheAttr cache, ptx::EvictionAttr eviction, bool isVolatile) {
    SmallVector<Value> otherwise;
    for (Value other : operands.drop_front(2))
      otherwise.push_back(toMemory(e, other));
    SmallVector<Type> types(count, getMemoryType(scalar));
    auto load = ptx::LdOp::create(e, e.getLoc(), types, operands[0],
                                  operands[1], otherwise, /*policy=*/Value(),
                                  cache, eviction, isVolatile);
    return llvm::map_to_vector<1>(load.getResults(), [&](Value value) {
      return fromMemory(e, value, scalar);
    });
  }
};

struct StoreLowering : LoweringPattern<tt::StoreOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult
  matchAndRewrite(tt::StoreOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = adaptor.getPtr().front();
    Type scalar = adaptor.getValue().front().getType();
    if (StringRef problem = getAccessProblem(pointer, getMemoryType(scalar));
        !problem.empty()) {
      replaceUnsupported(op, rewriter, lowering, problem);
      return success();
    }
    bool isGlobal = !ptx::isSharedPointer(pointer.getType());
    auto cache = getStoreCache(getContext(), op.getCache());
    auto eviction = getEviction(getContext(), op.getEvict());
    resolveHints(op, /*isVolatile=*/false, isGlobal, cache, eviction);

    Emitter emitter = emitterAt(op, rewriter);
    Type type = op.getPtr().getType();
    MaskCombiner masks(getFirstCopyPredicate(emitter, type));
    for (const RegisterGroup &group : getGroups(lowering, op, type)) {
      SmallVector<Value> values;
      for (unsigned i : group)
        values.push_back(toMemory(emitter, adaptor.getValue()[i]));
      unsigned first = group.front();
      Value mask = op.getMask() ? adaptor.getMask()[first] : Value();
      ptx::StOp::create(emitter, op.getLoc(), adaptor.getPtr()[first], values,
                        masks.get(emitter, mask), /*policy=*/Value(), cache,
                        eviction, /*isVolatile=*/false);
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ttc::populateMemoryPatterns(const LLVMTypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 LoweringContext &lowering) {
  patterns.add<LoadLowering, StoreLowering>(converter, lowering);
}
