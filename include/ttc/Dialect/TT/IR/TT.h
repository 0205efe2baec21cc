//===- TT.h - The tt dialect: kernels over tiles ----------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_DIALECT_TT_IR_TT_H
#define TTC_DIALECT_TT_IR_TT_H

#include "ttc/Layout/LinearLayout.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace ttc::tt {

/// The Triton versions whose spelling of the same IR differs.
enum class SyntaxVersion { V3_6, V3_7, V3_8, V3_9, Newest = V3_9 };

/// "3.6" to "3.9"; nullopt for anything else.
std::optional<SyntaxVersion> parseSyntaxVersion(llvm::StringRef text);

class CacheModifierAttr;
class EvictionPolicyAttr;

/// The text of an access's cache hints and other attributes:
/// `cacheModifier = cg evictionPolicy = evict_last {...}` up to Triton 3.8,
/// `{cachePolicy = #tt.cache_policy<...>, ...}` from 3.9 on.
mlir::ParseResult parseCacheHints(mlir::OpAsmParser &parser,
                                  CacheModifierAttr &cache,
                                  EvictionPolicyAttr &evict,
                                  mlir::NamedAttrList &attrs);
void printCacheHints(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     CacheModifierAttr cache, EvictionPolicyAttr evict,
                     mlir::DictionaryAttr attrs);

/// The largest tile: more elements are refused (Triton's limit as well).
constexpr int64_t maxTileElements = 1 << 20;

} // namespace ttc::tt

#include "ttc/Dialect/TT/IR/TTAttrInterfaces.h.inc"
#include "ttc/Dialect/TT/IR/TTDialect.h.inc"
#include "ttc/Dialect/TT/IR/TTEnums.h.inc"
#include "ttc/Dialect/TT/IR/TTOpInterfaces.h.inc"

#define GET_TYPEDEF_CLASSES
#include "ttc/Dialect/TT/IR/TTTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ttc/Dialect/TT/IR/TTAttrs.h.inc"

#define GET_OP_CLASSES
#include "ttc/Dialect/TT/IR/TTOps.h.inc"

namespace ttc::tt {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type itself, or a tensor's element type.
mlir::Type getScalarType(mlir::Type type);
/// `element`, in a tensor of the shape and encoding of `like` if that is one.
mlir::Type getTypeLike(mlir::Type like, mlir::Type element);
/// What a pointer, or a tensor of pointers, points to, in the same shape; null
/// for any other type.
mlir::Type getPointeeTypeLike(mlir::Type pointer);
/// Width of a scalar in registers and memory: 64 for pointers.
unsigned getBitWidth(mlir::Type scalar);

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The layout of a tensor as a linear map; nullopt without an encoding that is
/// a layout, or if the shape has an extent that is no power of two.
std::optional<LinearLayout> getLayout(mlir::RankedTensorType type);

/// Whether two tensor types of one shape place every element alike; registers
/// that repeat elements don't count. Tensors without layouts agree with each
/// other only.
bool haveSameLayout(mlir::RankedTensorType a, mlir::RankedTensorType b);

/// Whether the layouts of an operand and a result of these types agree, as the
/// op passes them on: one determines the other, registers that repeat elements
/// aside. Tensors without layouts agree with each other only.
bool isLayoutTransfer(LayoutTransferOpInterface op,
                      mlir::RankedTensorType operand,
                      mlir::RankedTensorType result);

/// Checks an op of LayoutTransferOpInterface: `result` must have the layout
/// that the operand's determines, or determine the operand's.
llvm::LogicalResult verifyLayoutTransfer(mlir::Operation *op,
                                         mlir::RankedTensorType operand,
                                         mlir::RankedTensorType result);

/// Checks that an atomic read-modify-write has a form for an element type.
llvm::LogicalResult verifyAtomicType(mlir::Operation *op, RMWOp kind,
                                     mlir::Type element);

/// Checks every tensor type in a function: extents are powers of two, the size
/// is within `maxTileElements`, and the layout, if any, suits the shape and the
/// module's numbers of threads, warps and blocks. This is where all ops have
/// it checked.
/// Extents may be unknown (`?`) where there is no layout.
llvm::LogicalResult verifyTiles(FuncOp func);

/// Reports the first op in `scope` with a tile of unknown extents, for passes
/// that need them; tt-infer-shapes finds them.
llvm::LogicalResult verifyKnownExtents(mlir::Operation *scope);

} // namespace ttc::tt

#endif // TTC_DIALECT_TT_IR_TT_H
