//===- TTNGDialect.cpp - The ttng dialect and its attributes --------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TTNGVerify.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ttc;
using namespace ttc::ttng;
using ttg::MemDescType;

#include "ttc/Dialect/TTNG/IR/TTNGDialect.cpp.inc"
#include "ttc/Dialect/TTNG/IR/TTNGEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/TTNG/IR/TTNGAttrs.cpp.inc"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

namespace {
/// Layouts print as `#tmem`, as in Triton's dumps.
struct TTNGAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attr, raw_ostream &os) const final {
    if (isa<TensorMemoryEncodingAttr>(attr))
      os << "tmem";
    else if (isa<TensorMemoryScalesEncodingAttr>(attr))
      os << "tmem_scales";
    else
      return AliasResult::NoAlias;
    return AliasResult::FinalAlias;
  }
};

struct TTNGInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void TTNGDialect::initialize() {
  registerAttributes();
  registerOps();
  addInterfaces<TTNGAsmInterface, TTNGInlinerInterface>();
}

void TTNGDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ttc/Dialect/TTNG/IR/TTNGAttrs.cpp.inc"
      >();
}

LogicalResult TTNGDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() != twoCTAsAttrName || isa<BoolAttr>(attr.getValue()))
    return success();
  return op->emitOpError() << "'" << twoCTAsAttrName
                           << "' expects true or false, found "
                           << attr.getValue();
}

//===----------------------------------------------------------------------===//
// #ttng.tensor_memory_encoding, #ttng.tensor_memory_scales_encoding
//===----------------------------------------------------------------------===//

/// How a cluster splits a tensor: powers of two, or a list of basis vectors of
/// two coordinates.
static LogicalResult verifySplit(function_ref<InFlightDiagnostic()> emitError,
                                 unsigned splitM, unsigned splitN,
                                 ArrayAttr bases) {
  if (!llvm::isPowerOf2_32(splitM) || !llvm::isPowerOf2_32(splitN))
    return emitError() << "expected 'CTASplitM' and 'CTASplitN' to be powers "
                          "of two, found "
                       << splitM << " and " << splitN;
  if (!bases)
    return success();
  if (splitM != 1 || splitN != 1)
    return emitError()
           << "expected either 'CGALayout' or 'CTASplitM' and 'CTASplitN'";
  for (Attribute basis : bases) {
    auto vector = dyn_cast<ArrayAttr>(basis);
    if (!vector || vector.size() != 2 ||
        !llvm::all_of(vector, llvm::IsaPred<IntegerAttr>))
      return emitError() << "expected basis vectors of two coordinates in "
                            "'CGALayout', found "
                         << basis;
  }
  return success();
}

LogicalResult
TensorMemoryEncodingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 unsigned blockM, unsigned blockN,
                                 unsigned colStride, unsigned splitM,
                                 unsigned splitN, ArrayAttr bases, bool) {
  if (blockM != 64 && blockM != 128)
    return emitError() << "expected 'blockM' 64 or 128, found " << blockM;
  if (!llvm::isPowerOf2_32(blockN) || !llvm::isPowerOf2_32(colStride))
    return emitError() << "expected 'blockN' and 'colStride' to be powers of "
                          "two, found "
                       << blockN << " and " << colStride;
  return verifySplit(emitError, splitM, splitN, bases);
}

LogicalResult TensorMemoryEncodingAttr::verifyBuffer(
    ArrayRef<int64_t> shape, Type,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (shape[0] >= getBlockM())
    return success();
  return emitError() << "expected at least " << getBlockM()
                     << " rows of tensor memory, found " << shape[0];
}

LogicalResult TensorMemoryScalesEncodingAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, unsigned splitM,
    unsigned splitN, ArrayAttr bases) {
  return verifySplit(emitError, splitM, splitN, bases);
}

LogicalResult TensorMemoryScalesEncodingAttr::verifyBuffer(
    ArrayRef<int64_t>, Type element,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (tt::getBitWidth(element) == 8)
    return success();
  return emitError() << "expected scales of 8 bits, found " << element;
}

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

LogicalResult ttng::verifyShared(Operation *op, MemDescType type) {
  if (type.isShared())
    return success();
  return op->emitOpError() << "expected shared memory, found " << type;
}

LogicalResult ttng::verifyTensorMemory(Operation *op, MemDescType type) {
  if (isa<TensorMemoryAttr>(type.getMemorySpace()))
    return success();
  return op->emitOpError() << "expected tensor memory, found " << type;
}

LogicalResult ttng::verifyMutable(Operation *op, MemDescType type) {
  if (type.getMutableMemory())
    return success();
  return op->emitOpError() << "expected mutable memory, found " << type;
}

LogicalResult ttng::verifyBarrier(Operation *op, MemDescType type) {
  if (type.isShared() && type.getMutableMemory() && type.getRank() == 1 &&
      type.getElementType().isInteger(64))
    return success();
  return op->emitOpError() << "expected an mbarrier, mutable shared memory of "
                              "i64, found "
                           << type;
}

LogicalResult ttng::verifySameTile(Operation *op, Type tensor,
                                   MemDescType memory) {
  auto type = cast<RankedTensorType>(tensor);
  if (type.getShape() == memory.getShape() &&
      type.getElementType() == memory.getElementType())
    return success();
  return op->emitOpError() << "expected one shape and element type, found "
                           << type << " and " << memory;
}

LogicalResult ttng::verifyProduct(Operation *op, ArrayRef<int64_t> a,
                                  ArrayRef<int64_t> b, ArrayRef<int64_t> d) {
  if (a.size() == 2 && b.size() == 2 && d.size() == 2 && a[1] == b[0] &&
      a[0] == d[0] && b[1] == d[1])
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "expected matrices MxK, KxN and MxN, found ";
  auto append = [&](ArrayRef<int64_t> shape) {
    llvm::interleave(shape, diag, "x");
  };
  append(a);
  diag << ", ";
  append(b);
  diag << " and ";
  append(d);
  return diag;
}

LogicalResult ttng::verifyProductTypes(Operation *op, Type a, Type b, Type d) {
  unsigned width = a.isIntOrFloat() ? a.getIntOrFloatBitWidth() : 0;
  bool isInteger = a.isInteger(8) && b.isInteger(8);
  bool isFloat = isa<FloatType>(a) && isa<FloatType>(b) && width >= 8 &&
                 width <= 32 && b.getIntOrFloatBitWidth() == width;
  if (!isInteger && !isFloat)
    return op->emitOpError()
           << "expected operands of i8, or of floating-point numbers of one "
              "width up to 32 bits, found "
           << a << " and " << b;
  if (isInteger ? d.isInteger(32) : d.isF32() || (d.isF16() && width <= 16))
    return success();
  return op->emitOpError() << "expected an accumulator of "
                           << (isInteger ? "i32" : "f32 or f16")
                           << " for operands of " << a << ", found " << d;
}
