//===- LayoutText.h - Encodings read and written as text --------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_DIALECT_TTG_IR_LAYOUTTEXT_H
#define TTC_LIB_DIALECT_TTG_IR_LAYOUTTEXT_H

#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallSet.h"

namespace ttc::ttg {

//===----------------------------------------------------------------------===//
// Text: `<{key = value, ...}>`
//===----------------------------------------------------------------------===//

/// Reads the fields of an encoding; every mistake is reported once, at the
/// encoding.
class FieldReader {
public:
  /// Whether the fields stand alone between `<` and `>`.
  enum Form { Enclosed, Bare };

  FieldReader(mlir::AsmParser &parser, Form form = Enclosed) : parser(parser) {
    loc = parser.getCurrentLocation();
    ok = (form == Bare || llvm::succeeded(parser.parseLess())) &&
         llvm::succeeded(parser.parseAttribute(fields)) &&
         (form == Bare || llvm::succeeded(parser.parseGreater()));
  }

  std::optional<int64_t> number(llvm::StringRef key) {
    if (auto value = llvm::dyn_cast_or_null<mlir::IntegerAttr>(take(key)))
      return value.getInt();
    return error(key, "a number"), std::nullopt;
  }

  /// The same; absent means `value`.
  int64_t number(llvm::StringRef key, int64_t value) {
    return has(key) ? number(key).value_or(value) : value;
  }

  /// `true` or `false`; absent means false.
  bool flag(llvm::StringRef key) {
    mlir::Attribute attr = take(key);
    if (attr && !llvm::isa<mlir::BoolAttr>(attr))
      error(key, "true or false");
    auto value = llvm::dyn_cast_or_null<mlir::BoolAttr>(attr);
    return value && value.getValue();
  }

  template <typename T>
  llvm::SmallVector<T> numbers(llvm::StringRef key) {
    llvm::SmallVector<T> result;
    if (!toNumbers(take(key), result))
      error(key, "a list of numbers");
    return result;
  }

  /// A list of lists of numbers; absent means empty.
  std::vector<std::vector<int32_t>> bases(llvm::StringRef key) {
    std::vector<std::vector<int32_t>> result;
    mlir::Attribute attr = take(key);
    if (!attr)
      return result;
    auto list = llvm::dyn_cast<mlir::ArrayAttr>(attr);
    for (mlir::Attribute entry :
         list ? list.getValue() : llvm::ArrayRef<mlir::Attribute>()) {
      llvm::SmallVector<int32_t> basis;
      if (!toNumbers(entry, basis))
        list = {};
      result.emplace_back(basis.begin(), basis.end());
    }
    if (!list)
      error(key, "a list of basis vectors");
    return result;
  }

  /// The field `CGALayout`: flattened vectors of `rank` coordinates.
  llvm::SmallVector<int32_t> cgaBases(size_t rank) {
    llvm::SmallVector<int32_t> flat;
    for (const std::vector<int32_t> &basis : bases("CGALayout")) {
      if (basis.size() != rank) {
        if (ok)
          parser.emitError(loc)
              << "expected " << rank << " coordinates in each "
              << "vector of 'CGALayout'";
        ok = false;
        return {};
      }
      llvm::append_range(flat, basis);
    }
    return flat;
  }

  template <typename Attr>
  Attr attribute(llvm::StringRef key, llvm::StringRef what) {
    auto value = llvm::dyn_cast_or_null<Attr>(take(key));
    if (!value)
      error(key, what);
    return value;
  }

  bool has(llvm::StringRef key) const { return fields && fields.contains(key); }

  /// Reports fields that nobody asked for; whether everything was read.
  bool finish() {
    if (!ok)
      return false;
    for (mlir::NamedAttribute field : fields)
      if (!known.contains(field.getName()))
        error(field.getName(), "no such field");
    return ok;
  }

  llvm::SMLoc getLoc() const { return loc; }

private:
  template <typename T>
  static bool toNumbers(mlir::Attribute attr,
                        llvm::SmallVectorImpl<T> &result) {
    auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(attr);
    if (!list)
      return false;
    for (mlir::Attribute entry : list) {
      auto number = llvm::dyn_cast<mlir::IntegerAttr>(entry);
      if (!number || !number.getType().isInteger(64) || number.getInt() < 0 ||
          number.getInt() > INT32_MAX)
        return false;
      result.push_back(number.getInt());
    }
    return true;
  }

  mlir::Attribute take(llvm::StringRef key) {
    known.insert(key);
    return ok ? fields.get(key) : mlir::Attribute();
  }

  void error(llvm::StringRef key, llvm::StringRef what) {
    if (ok)
      parser.emitError(loc) << "expected " << what << " for '" << key << "'";
    ok = false;
  }

  mlir::AsmParser &parser;
  llvm::SMLoc loc;
  mlir::DictionaryAttr fields;
  llvm::SmallSet<llvm::StringRef, 8> known;
  bool ok;
};

/// A list of numbers, in brackets.
template <typename Range>
void printNumbers(mlir::AsmPrinter &os, Range &&list) {
  os << "[";
  llvm::interleaveComma(list, os);
  os << "]";
}

/// The basis vectors of one input space.
void printBases(mlir::AsmPrinter &os, const LinearLayout &layout, Space in);

/// `, CGALayout = [[..], ..]`, unless there is none.
void printCGABases(mlir::AsmPrinter &os, llvm::ArrayRef<int32_t> bases,
                   unsigned rank);

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

llvm::LogicalResult verifyRank(llvm::ArrayRef<int64_t> shape, unsigned rank,
                               EmitError emitError);

/// `order` lists the dimensions 0 to rank - 1, each once.
llvm::LogicalResult verifyOrder(llvm::ArrayRef<unsigned> order, unsigned rank,
                                EmitError emitError);

/// All numbers of a field are powers of two.
llvm::LogicalResult verifyPowers(llvm::StringRef field,
                                 llvm::ArrayRef<unsigned> numbers,
                                 EmitError emitError);

/// Dimensions from the last to the first: which grows first when a layout is
/// repeated.
llvm::SmallVector<unsigned> rowMajor(unsigned rank);

/// Appends the block's bits to a layout of one block's part of the tensor:
/// `bases` count in parts.
LinearLayout appendBlocks(const LinearLayout &part,
                          llvm::ArrayRef<int64_t> shape,
                          llvm::ArrayRef<int64_t> partShape,
                          llvm::ArrayRef<int32_t> bases);

/// What remains of each dimension for one block of a cluster.
llvm::SmallVector<int64_t> splitShape(llvm::ArrayRef<int64_t> shape,
                                      llvm::ArrayRef<int32_t> bases);

} // namespace ttc::ttg

#endif // TTC_LIB_DIALECT_TTG_IR_LAYOUTTEXT_H
