//===- Lowering.h - What the patterns of TTGToLLVM share --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion is split by families of operations, one file and one populate
// function each. They share
//
//   LoweringContext  the target, layouts, facts gathered before the conversion,
//                    symbols of the module, and whether something failed;
//   Emitter          a builder at one place that also knows constants, thread
//                    indices and layouts. Values that depend on nothing but the
//                    thread stand once, at the start of the function.
//
// Register numbering. Value i of a converted tensor is register i of
// ttg::getThreadLayout of its type.
//
// Errors. The driver does not roll back, so a pattern that has begun to rewrite
// must not fail. A pattern that finds its op beyond what it can lower calls
// `replaceUnsupported`: one error at the op, which poison replaces, and the
// pass fails at its end.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_CONVERSION_TTGTOLLVM_LOWERING_H
#define TTC_LIB_CONVERSION_TTGTOLLVM_LOWERING_H

#include "ttc/Analysis/AxisInfo.h"
#include "ttc/Dialect/PTX/IR/PTX.h"
#include "ttc/Dialect/TTG/IR/TTG.h"
#include "ttc/Target/Info/TargetInfo.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace ttc {

class Emitter;

/// Lowers one element of an elementwise op: `operands` has one converted scalar
/// for each operand of `op`. Returns null, having emitted nothing, for an op
/// that it can't lower.
using ScalarEmitter = mlir::Value (*)(Emitter &emitter, mlir::Operation *op,
                                      mlir::ValueRange operands);

/// State of one run of the pass, for one module.
class LoweringContext {
public:
  LoweringContext(mlir::ModuleOp module, TargetInfo target);

  const TargetInfo target;
  const unsigned numWarps;

  unsigned getNumThreads() const {
    return numWarps * target.getThreadsPerWarp();
  }

  /// ttg::getThreadLayout, computed once per type.
  const LinearLayout &getLayout(mlir::RankedTensorType type);
  /// The number of scalars that stand for a value of this type.
  unsigned getNumRegisters(mlir::Type type);
  /// What stands for one element in registers and memory: !llvm.ptr<1> for
  /// pointers, iN for 8-bit floats; null if nothing does.
  mlir::Type convertScalar(mlir::Type type) const;

  /// Says that `op` cannot be lowered, why, and with which types.
  void reportUnsupported(mlir::Operation *op, const llvm::Twine &reason);
  bool hasFailed() const { return failed; }

  //===--------------------------------------------------------------------===//
  // Accesses to memory
  //===--------------------------------------------------------------------===//

  /// Finds for every access in the module how many elements one instruction may
  /// serve. Before the conversion, because axis information is about the
  /// values that it replaces.
  void gatherAccesses();
  /// One element for an op that is no access of a tile.
  VectorAccess getAccess(mlir::Operation *op) const {
    return accesses.lookup(op);
  }

  //===--------------------------------------------------------------------===//
  // Elementwise operations
  //===--------------------------------------------------------------------===//

  template <typename Op>
  void addScalarEmitter(ScalarEmitter emitter) {
    scalarEmitters[mlir::TypeID::get<Op>()] = {Op::getOperationName(), emitter};
  }
  /// Null if `op` is not one that lowers element by element.
  ScalarEmitter lookupScalarEmitter(mlir::Operation *op) const {
    return scalarEmitters.lookup(op->getName().getTypeID()).second;
  }

  //===--------------------------------------------------------------------===//
  // Symbols
  //===--------------------------------------------------------------------===//

  /// The declaration of a function that another module defines.
  mlir::LLVM::LLVMFuncOp declareFunction(mlir::OpBuilder &builder,
                                         llvm::StringRef name,
                                         mlir::Type result,
                                         mlir::TypeRange operands);
  /// The kernel's dynamic shared memory (bytes, alignment 16).
  mlir::LLVM::GlobalOp getSharedMemory(mlir::OpBuilder &builder);
  /// A constant in global memory, under a new name that begins with `prefix`.
  mlir::LLVM::GlobalOp addConstant(mlir::OpBuilder &builder,
                                   llvm::StringRef prefix, mlir::Type type,
                                   mlir::Attribute value);

private:
  friend class Emitter;
  friend void populateElementwisePatterns(const mlir::LLVMTypeConverter &,
                                          mlir::RewritePatternSet &,
                                          LoweringContext &);

  /// Values at the start of a function, each there once.
  struct Prologue {
    mlir::Operation *last = nullptr;
    llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, mlir::Value>
        constants;
    mlir::Value threadId, laneId, warpId;
    std::map<std::vector<uint64_t>, mlir::Value> linearMaps;
    std::map<uint64_t, mlir::Value> zeroBits;
  };

  mlir::ModuleOp module;
  bool failed = false;
  std::map<const void *, LinearLayout> layouts;
  llvm::DenseMap<mlir::Operation *, VectorAccess> accesses;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<Prologue>> prologues;
  llvm::DenseMap<mlir::TypeID, std::pair<llvm::StringRef, ScalarEmitter>>
      scalarEmitters;
  llvm::StringMap<mlir::LLVM::LLVMFuncOp> functions;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, mlir::LLVM::GlobalOp>
      constants;
  mlir::LLVM::GlobalOp sharedMemory;
  unsigned numConstants = 0;
};

/// A builder for the lowering of one op.
class Emitter : public mlir::ImplicitLocOpBuilder {
public:
  Emitter(mlir::Location loc, mlir::OpBuilder &builder,
          LoweringContext &lowering)
      : ImplicitLocOpBuilder(loc, builder), lowering(lowering) {}

  LoweringContext &lowering;
  const TargetInfo &getTarget() const { return lowering.target; }

  //===--------------------------------------------------------------------===//
  // Constants, at the start of the function
  //===--------------------------------------------------------------------===//

  mlir::Value constant(mlir::Type type, mlir::Attribute value);
  /// Of an integer type.
  mlir::Value integer(mlir::Type type, int64_t value) {
    return constant(type, getIntegerAttr(type, value));
  }
  mlir::Value i32(int64_t value) { return integer(getI32Type(), value); }
  mlir::Value i64(int64_t value) { return integer(getI64Type(), value); }
  mlir::Value i1(bool value) { return integer(getI1Type(), value); }
  mlir::Value floating(mlir::Type type, double value) {
    return constant(type, getFloatAttr(type, value));
  }
  mlir::Value zero(mlir::Type type);
  mlir::Value poison(mlir::Type type);

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  /// Calls the LLVM intrinsic of that name.
  mlir::Value intrinsic(llvm::StringRef name, mlir::Type result,
                        mlir::ValueRange operands);
  /// Calls a pure function of the device library; null where the module
  /// declares it with other types.
  mlir::Value libdevice(llvm::StringRef name, mlir::Type result,
                        mlir::ValueRange operands);

  //===--------------------------------------------------------------------===//
  // Threads, at the start of the function
  //===--------------------------------------------------------------------===//

  /// i32 in [0, threads of the block). Its low five bits are the lane.
  mlir::Value threadId();
  mlir::Value laneId();
  mlir::Value warpId();
  /// i32: the xor of columns[i] over the bits i that are set in the thread id.
  mlir::Value threadLinear(llvm::ArrayRef<uint64_t> columns);
  /// i1: whether the bits in `mask` of the thread id are all zero; null if the
  /// mask is.
  mlir::Value threadBitsAreZero(uint64_t mask);

  /// i32 index into `out` of the element in each register.
  llvm::SmallVector<mlir::Value> indices(const LinearLayout &layout, Space out);
  /// `value`, of any converted scalar type, of another lane of the warp: for
  /// `idx` that of lane `lane`, for `bfly` that of this lane xor `lane`. All
  /// lanes take part.
  mlir::Value shuffle(mlir::NVVM::ShflKind kind, mlir::Value value,
                      mlir::Value lane);

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// !llvm.ptr<3> to byte `offset` of the kernel's shared memory.
  mlir::Value sharedPointer(unsigned offset);

private:
  LoweringContext::Prologue &getPrologue();
  /// What `make` builds, behind the other values at the function's start.
  mlir::Value atPrologue(llvm::function_ref<mlir::Value()> make);

  LoweringContext::Prologue *prologue = nullptr;
};

/// Reports `op` as LoweringContext::reportUnsupported does and replaces it by
/// poison.
void replaceUnsupported(mlir::Operation *op,
                        mlir::ConversionPatternRewriter &rewriter,
                        LoweringContext &lowering, const llvm::Twine &reason);

/// The columns of `layout` for the bits of the thread id (lane, then warp), as
/// packed outputs.
llvm::SmallVector<uint64_t> getThreadColumns(const LinearLayout &layout);

/// A scalar attribute with the converted type `type`: 8-bit floats are their
/// bits.
mlir::Attribute convertScalarAttr(mlir::Attribute attr, mlir::Type type);

/// Width of a converted scalar.
unsigned getScalarBits(mlir::Type type);

/// Bits of the thread id along which `layout` holds copies.
uint64_t getCopiesMask(const LinearLayout &layout);

/// A pattern for one op with access to the state of the pass.
template <typename Op>
class LoweringPattern : public mlir::OpConversionPattern<Op> {
public:
  LoweringPattern(const mlir::LLVMTypeConverter &converter,
                  LoweringContext &lowering, mlir::PatternBenefit benefit = 1)
      : mlir::OpConversionPattern<Op>(converter, &converter.getContext(),
                                      benefit),
        lowering(lowering) {}

protected:
  using Adaptor = typename mlir::OpConversionPattern<Op>::OneToNOpAdaptor;

  Emitter emitterAt(mlir::Operation *op, mlir::OpBuilder &builder) const {
    return Emitter(op->getLoc(), builder, lowering);
  }

  LoweringContext &lowering;
};

//===----------------------------------------------------------------------===//
// Accesses to memory
//===----------------------------------------------------------------------===//

/// What a converted scalar is in memory: i1 a byte, a pointer an i64. Null for
/// types that memory operations don't take.
mlir::Type getMemoryType(mlir::Type scalar);
mlir::Value toMemory(Emitter &emitter, mlir::Value value);
mlir::Value fromMemory(Emitter &emitter, mlir::Value value, mlir::Type scalar);

/// Registers that one instruction serves, in the order of their addresses.
using RegisterGroup = llvm::SmallVector<unsigned, 4>;

/// All registers of a tile in groups of `access.elements()`.
llvm::SmallVector<RegisterGroup> getGroups(const VectorAccess &access,
                                           const LinearLayout &layout);
/// Those of the access `op` through pointers of this type.
llvm::SmallVector<RegisterGroup>
getGroups(LoweringContext &lowering, mlir::Operation *op, mlir::Type type);

/// i1: this thread is the one that writes its elements of a value of this
/// type; the others hold copies. Null where no thread holds copies.
mlir::Value getFirstCopyPredicate(Emitter &emitter, mlir::Type type);

/// Predicates of accesses: masks and a condition common to all of them.
class MaskCombiner {
public:
  explicit MaskCombiner(mlir::Value always = {}) : always(always) {}

  /// `mask` (null: true) and the common condition; null if nothing is left.
  mlir::Value get(Emitter &emitter, mlir::Value mask);

private:
  mlir::Value always;
  llvm::SmallDenseMap<mlir::Value, mlir::Value, 4> known;
};

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Computes with `emit` in f32 where the operands are 16-bit floats, otherwise
/// in their own type. Null if the first operand is no float.
mlir::Value emitInF32(Emitter &emitter, mlir::ValueRange operands,
                      llvm::function_ref<mlir::Value(mlir::ValueRange)> emit);

/// Converts from or to an 8-bit float, which is a byte in registers. Narrowing
/// to 8 bits saturates to the largest finite value. Null for a pair of types
/// without such a conversion.
mlir::Value convertFloat8(Emitter &emitter, mlir::Value value,
                          mlir::FloatType from, mlir::FloatType to,
                          bool towardsZero);
/// Rounds towards zero to a narrower float type of at least 16 bits.
mlir::Value truncateFloat(Emitter &emitter, mlir::Value value,
                          mlir::FloatType to);

/// Lowers one element of `op` by its entry in the table. Null if there is no
/// instruction for its types.
mlir::Value emitElement(Emitter &emitter, ScalarEmitter emit,
                        mlir::Operation *op, mlir::ValueRange operands);

/// Fill the table of elementwise ops.
void addArithEmitters(LoweringContext &lowering);
void addMathEmitters(LoweringContext &lowering);
void addCastEmitters(LoweringContext &lowering);
void addTileEmitters(LoweringContext &lowering);

/// One pattern for each op of the table.
void populateElementwisePatterns(const mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns,
                                 LoweringContext &lowering);
/// tt.fp_to_fp from or to 8-bit floats, two registers at a time where the
/// target has instructions for that.
void populateFloat8Patterns(const mlir::LLVMTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            LoweringContext &lowering);
/// arith.constant, ub.poison.
void populateConstantPatterns(const mlir::LLVMTypeConverter &converter,
                              mlir::RewritePatternSet &patterns,
                              LoweringContext &lowering);
/// make_range, splat, unsplat, expand_dims, broadcast, reshape, trans, join,
/// split, cat.
void populateViewPatterns(const mlir::LLVMTypeConverter &converter,
                          mlir::RewritePatternSet &patterns,
                          LoweringContext &lowering);
/// tt.load, tt.store.
void populateMemoryPatterns(const mlir::LLVMTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            LoweringContext &lowering);
/// tt.atomic_rmw, tt.atomic_cas.
void populateAtomicPatterns(const mlir::LLVMTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            LoweringContext &lowering);
/// ttg.convert_layout.
void populateConvertLayoutPatterns(const mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns,
                                   LoweringContext &lowering);
/// tt.reduce.
void populateReducePatterns(const mlir::LLVMTypeConverter &converter,
                            mlir::RewritePatternSet &patterns,
                            LoweringContext &lowering);
/// tt.func, tt.return, program ids, barriers, tt.assert.
void populateFunctionPatterns(const mlir::LLVMTypeConverter &converter,
                              mlir::RewritePatternSet &patterns,
                              LoweringContext &lowering);

/// Reports all that `patterns` and structural type conversion cannot lower.
llvm::LogicalResult checkLowerable(mlir::ModuleOp module,
                                   mlir::RewritePatternSet &patterns,
                                   LoweringContext &lowering);

/// Turns sums of products into fma, on a lowered function.
void fuseMultiplyAdd(mlir::LLVM::LLVMFuncOp function, const TargetInfo &target);

/// Whether `function` takes `operands` and returns `result`.
bool hasSignature(mlir::LLVM::LLVMFuncOp function, mlir::Type result,
                  mlir::TypeRange operands);

} // namespace ttc

#endif // TTC_LIB_CONVERSION_TTGTOLLVM_LOWERING_H
