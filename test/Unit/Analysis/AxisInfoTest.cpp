//===- AxisInfoTest.cpp - Facts hold for the values that occur ------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds random integer programs on 4 x 16 tiles and evaluates them beside,
// for arguments that include the ends of the range. Every fact is checked
// against the elements, by the definitions in AxisInfo.h.
//
//===----------------------------------------------------------------------===//

#include "ttc/Analysis/AxisInfo.h"
#include "ttc/Dialect/TTG/IR/TTG.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace ttc;
using llvm::APInt;

namespace {
constexpr unsigned Rows = 4, Columns = 16, Count = Rows * Columns;

MLIRContext &getContext() {
  static MLIRContext *context = [] {
    auto *context = new MLIRContext(MLIRContext::Threading::DISABLED);
    context->loadDialect<arith::ArithDialect, tt::TTDialect, ttg::TTGDialect>();
    return context;
  }();
  return *context;
}

struct Tile {
  Value value;
  std::vector<APInt> elements;
};

class Program {
public:
  explicit Program(unsigned seed)
      : engine(seed), builder(&getContext()), loc(builder.getUnknownLoc()) {
    module = ModuleOp::create(builder, loc);
    builder.setInsertionPointToStart(module->getBody());
    Type i32 = builder.getI32Type();
    auto function = tt::FuncOp::create(
        builder, loc, "f", builder.getFunctionType({i32, i32, i32}, {}));
    Block *block = new Block;
    function.getBody().push_back(block);
    builder.setInsertionPointToStart(block);
    for (unsigned i = 0; i < 3; ++i)
      addArgument(function, i);
    addRange(/*axis=*/0);
    addRange(/*axis=*/1);
    addRange(/*axis=*/1);
    for (unsigned i = 0; i < 3; ++i)
      addConstant();
    addList();
    for (unsigned i = 0; i < 14; ++i)
      addRandomOp();
    tt::ReturnOp::create(builder, loc);
  }

  /// An index that overflowed, against the contract that nonnegative values
  /// rest on (AxisInfo::nonNegative): nothing is promised.
  bool isOutsideContract(const AxisInfoAnalysis &analysis) const {
    for (const auto &[sum, operands] : overflows)
      if (llvm::all_of(operands, [&](Value operand) {
            return analysis.get(operand).nonNegative;
          }))
        return true;
    return false;
  }

  void check() {
    AxisInfoAnalysis analysis(*module);
    if (isOutsideContract(analysis))
      return;
    for (const Tile &tile : tiles)
      if (const AxisInfo *info = analysis.lookup(tile.value))
        checkTile(tile, *info);
  }

  unsigned numFacts = 0;

private:
  unsigned upTo(unsigned max) {
    return std::uniform_int_distribution<unsigned>(0, max)(engine);
  }
  template <typename List>
  auto &pick(List &list) {
    return list[upTo(list.size() - 1)];
  }
  RankedTensorType getTile(unsigned width) {
    return RankedTensorType::get({Rows, Columns},
                                 builder.getIntegerType(width));
  }

  //===--------------------------------------------------------------------===//
  // Leaves
  //===--------------------------------------------------------------------===//

  /// A splat argument that is a multiple of what it promises.
  void addArgument(tt::FuncOp function, unsigned index) {
    unsigned log = upTo(5);
    BlockArgument argument =
        function.getBody().front().addArgument(builder.getI32Type(), loc);
    function.setArgAttr(index, "tt.divisibility",
                        builder.getI32IntegerAttr(1 << log));
    uint32_t bits = engine();
    if (upTo(2) == 0)
      bits = upTo(1) ? INT32_MAX - upTo(40) : INT32_MIN + upTo(40);
    APInt value(32, bits >> log << log);
    Value tile = tt::SplatOp::create(builder, loc, getTile(32), argument);
    tiles.push_back({tile, std::vector<APInt>(Count, value)});
  }

  void addRange(unsigned axis) {
    unsigned extent = axis ? Columns : Rows;
    int32_t start = upTo(2) ? 0 : int(upTo(40)) - 20;
    Type i32 = builder.getI32Type();
    Value range = tt::MakeRangeOp::create(builder, loc,
                                          RankedTensorType::get({extent}, i32),
                                          start, start + int32_t(extent));
    SmallVector<int64_t, 2> thin = {Rows, Columns};
    thin[1 - axis] = 1;
    Value expanded = tt::ExpandDimsOp::create(
        builder, loc, RankedTensorType::get(thin, i32), range, 1 - axis);
    Value tile = tt::BroadcastOp::create(builder, loc, getTile(32), expanded);
    std::vector<APInt> elements;
    for (unsigned i = 0; i < Count; ++i)
      elements.push_back(
          APInt(32, start + int(axis ? i % Columns : i / Columns), true));
    tiles.push_back({tile, elements});
  }

  void addConstant() {
    static const int64_t interesting[] = {0,  1,  2,   3,    4,  7,  8,
                                          12, 16, 31,  56,   -1, -2, -8,
                                          64, 48, 255, 1024, 6,  -16};
    int64_t number = interesting[upTo(std::size(interesting) - 1)];
    auto attr = DenseElementsAttr::get(getTile(32), APInt(32, number, true));
    Value tile = arith::ConstantOp::create(builder, loc, attr);
    tiles.push_back({tile, std::vector<APInt>(Count, APInt(32, number, true))});
  }

  void addList() {
    std::vector<APInt> elements;
    unsigned run = 1u << upTo(4), step = upTo(1);
    for (unsigned i = 0; i < Count; ++i)
      elements.push_back(i % run ? elements.back() + step
                                 : APInt(32, upTo(20) * run));
    Value tile = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(getTile(32), elements));
    tiles.push_back({tile, elements});
  }

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  unsigned getWidth(const Tile &tile) {
    return tile.elements.front().getBitWidth();
  }

  void addRandomOp() {
    unsigned choice = upTo(21);
    Tile x = pick(tiles), y = pick(tiles);
    if (choice >= 20)
      return addCast(x);
    for (unsigned tries = 0; getWidth(x) != getWidth(y) && tries < 8; ++tries)
      y = pick(tiles);
    if (getWidth(x) != getWidth(y))
      return;
    if (choice >= 17)
      return addSelect(x, y);
    if (getWidth(x) > 1)
      addBinary(choice, x, y);
  }

  template <typename Op>
  void make(const Tile &x, const Tile &y,
            function_ref<APInt(const APInt &, const APInt &)> evaluate) {
    std::vector<APInt> elements;
    for (unsigned i = 0; i < Count; ++i)
      elements.push_back(evaluate(x.elements[i], y.elements[i]));
    tiles.push_back(
        {Op::create(builder, loc, x.value, y.value), std::move(elements)});
  }

  template <typename Op>
  void makeWithOverflow(
      const Tile &x, const Tile &y,
      function_ref<APInt(const APInt &, const APInt &, bool &)> evaluate) {
    bool overflows = false;
    make<Op>(x, y, [&](const APInt &a, const APInt &b) {
      bool overflow = false;
      APInt result = evaluate(a, b, overflow);
      overflows |= overflow;
      return result;
    });
    if (overflows)
      this->overflows.push_back({tiles.back().value, {x.value, y.value}});
  }

  void addBinary(unsigned choice, const Tile &x, const Tile &y) {
    unsigned width = getWidth(x);
    bool divides = llvm::none_of(
        y.elements, [](const APInt &v) { return v.isZero() || v.isAllOnes(); });
    bool shifts =
        llvm::all_of(y.elements, [&](const APInt &v) { return v.ult(width); });
    switch (choice) {
    case 0:
    case 1:
    case 2:
      return makeWithOverflow<arith::AddIOp>(
          x, y, [](const APInt &a, const APInt &b, bool &overflow) {
            return a.sadd_ov(b, overflow);
          });
    case 3:
    case 4:
      return makeWithOverflow<arith::MulIOp>(
          x, y, [](const APInt &a, const APInt &b, bool &overflow) {
            return a.smul_ov(b, overflow);
          });
    case 5:
      return make<arith::SubIOp>(
          x, y, [](const APInt &a, const APInt &b) { return a - b; });
    case 6:
      return make<arith::AndIOp>(
          x, y, [](const APInt &a, const APInt &b) { return a & b; });
    case 7:
      return make<arith::OrIOp>(
          x, y, [](const APInt &a, const APInt &b) { return a | b; });
    case 8:
      return make<arith::XOrIOp>(
          x, y, [](const APInt &a, const APInt &b) { return a ^ b; });
    case 9:
      return make<arith::MaxSIOp>(x, y, llvm::APIntOps::smax);
    case 10:
      return make<arith::MinUIOp>(x, y, llvm::APIntOps::umin);
    case 11:
      if (divides)
        make<arith::DivSIOp>(
            x, y, [](const APInt &a, const APInt &b) { return a.sdiv(b); });
      return;
    case 12:
      if (divides)
        make<arith::RemSIOp>(
            x, y, [](const APInt &a, const APInt &b) { return a.srem(b); });
      return;
    case 13:
      if (divides)
        make<arith::DivUIOp>(
            x, y, [](const APInt &a, const APInt &b) { return a.udiv(b); });
      return;
    case 14:
      if (divides)
        make<arith::RemUIOp>(
            x, y, [](const APInt &a, const APInt &b) { return a.urem(b); });
      return;
    case 15:
      if (shifts)
        makeWithOverflow<arith::ShLIOp>(
            x, y, [](const APInt &a, const APInt &b, bool &overflow) {
              (void)a.sshl_ov(b, overflow);
              return a.shl(b);
            });
      return;
    default:
      if (shifts && upTo(1))
        make<arith::ShRSIOp>(
            x, y, [](const APInt &a, const APInt &b) { return a.ashr(b); });
      else if (shifts)
        make<arith::ShRUIOp>(
            x, y, [](const APInt &a, const APInt &b) { return a.lshr(b); });
    }
  }

  /// A comparison, and a choice by it.
  void addSelect(const Tile &x, const Tile &y) {
    using P = arith::CmpIPredicate;
    static const P predicates[] = {P::eq,  P::ne,  P::slt, P::sle, P::sgt,
                                   P::sge, P::ult, P::ule, P::ugt, P::uge};
    P predicate = predicates[upTo(std::size(predicates) - 1)];
    Tile mask;
    mask.value =
        arith::CmpIOp::create(builder, loc, predicate, x.value, y.value);
    for (unsigned i = 0; i < Count; ++i)
      mask.elements.push_back(
          APInt(1, arith::applyCmpPredicate(predicate, x.elements[i],
                                            y.elements[i])));
    tiles.push_back(mask);
    Tile a = pick(tiles), b = pick(tiles), result;
    if (getWidth(a) != getWidth(b))
      return;
    result.value =
        arith::SelectOp::create(builder, loc, mask.value, a.value, b.value);
    for (unsigned i = 0; i < Count; ++i)
      result.elements.push_back(mask.elements[i].isOne() ? a.elements[i]
                                                         : b.elements[i]);
    tiles.push_back(result);
  }

  void addCast(const Tile &x) {
    static const unsigned widths[] = {8, 16, 32, 64};
    unsigned from = getWidth(x), to = widths[upTo(3)];
    Tile result;
    bool isSigned = upTo(1);
    if (to == from)
      return;
    if (to < from)
      result.value =
          arith::TruncIOp::create(builder, loc, getTile(to), x.value);
    else if (isSigned)
      result.value = arith::ExtSIOp::create(builder, loc, getTile(to), x.value);
    else
      result.value = arith::ExtUIOp::create(builder, loc, getTile(to), x.value);
    for (const APInt &v : x.elements)
      result.elements.push_back(isSigned ? v.sextOrTrunc(to)
                                         : v.zextOrTrunc(to));
    tiles.push_back(result);
  }

  //===--------------------------------------------------------------------===//
  // Facts
  //===--------------------------------------------------------------------===//

  void checkTile(const Tile &tile, const AxisInfo &info) {
    auto text = [&] {
      std::string text;
      llvm::raw_string_ostream os(text);
      info.print(os << tile.value << "\n");
      os << "\n" << *module;
      return text;
    };
    for (unsigned axis = 0; axis < 2; ++axis) {
      unsigned stride = axis ? 1 : Columns, extent = axis ? Columns : Rows;
      const AxisFacts &facts = info.axes[axis];
      numFacts += facts.contiguity > 1 || facts.constancy > 1;
      int64_t run = info.alignedRun(axis);
      for (unsigned i = 0; i < Count; ++i) {
        unsigned at = i / stride % extent;
        int64_t value = tile.elements[i].getSExtValue();
        if (at % facts.contiguity == 0) {
          ASSERT_EQ(value % facts.divisibility, 0) << text();
        }
        if (at % run) {
          ASSERT_EQ(value, tile.elements[i - stride].getSExtValue() + 1)
              << text();
        } else {
          ASSERT_EQ(value % run, 0) << text();
        }
        if (at % facts.constancy) {
          ASSERT_EQ(tile.elements[i], tile.elements[i - stride]) << text();
        }
        if (info.constant) {
          ASSERT_EQ(value, *info.constant) << text();
        }
        if (info.nonNegative) {
          ASSERT_GE(value, 0) << text();
        }
      }
    }
  }

  std::mt19937 engine;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
  std::vector<Tile> tiles;
  std::vector<std::pair<Value, SmallVector<Value, 2>>> overflows;
};
} // namespace

TEST(AxisInfo, FactsHoldForRandomPrograms) {
  unsigned numFacts = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Program program(seed);
    program.check();
    numFacts += program.numFacts;
    if (HasFatalFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
  }
  // Enough is known for the test to mean something.
  EXPECT_GT(numFacts, 10000u);
}

/// Callers of a function that is looked at by itself are not known.
TEST(AxisInfo, FunctionsCanBeLookedAtAlone) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"mlir(
      tt.func private @callee(%n: i32 {tt.divisibility = 4 : i32}) -> i32 {
        %two = arith.constant 2 : i32
        %twice = arith.muli %n, %two : i32
        tt.return %twice : i32
      }
      tt.func public @caller(%n: i32 {tt.divisibility = 16 : i32}) {
        %r = tt.call @callee(%n) : (i32) -> i32
        tt.return
      })mlir",
      &getContext());
  ASSERT_TRUE(module);
  auto getDivisibility = [&](Operation *root, StringRef name) {
    auto function = module->lookupSymbol<tt::FuncOp>(name);
    Value last =
        *std::next(function.getBody().front().rbegin())->result_begin();
    return AxisInfoAnalysis(root).get(last).divisibility(0);
  };
  Operation *callee = module->lookupSymbol("callee"),
            *caller = module->lookupSymbol("caller");
  EXPECT_EQ(getDivisibility(*module, "callee"), 32);
  EXPECT_EQ(getDivisibility(*module, "caller"), 32);
  EXPECT_EQ(getDivisibility(callee, "callee"), 8);
  EXPECT_EQ(getDivisibility(caller, "caller"), 1);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// Pointers into rows of 32 elements, and a mask by a bound, as arguments of
/// one store.
struct Access {
  OwningOpRef<ModuleOp> module;
  Value ptr, mask;

  Access(StringRef pointee, int alignment, int stride, int bound,
         StringRef layout) {
    std::string text = llvm::formatv(
        R"mlir(
      #l = {4}
      #rows = #ttg.slice<{{dim = 1, parent = #l}>
      #columns = #ttg.slice<{{dim = 0, parent = #l}>
      module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {{
      tt.func @f(%p: !tt.ptr<{0}> {{tt.divisibility = {1} : i32}, %s: i32 {{tt.divisibility = {2} : i32}, %n: i32 {{tt.divisibility = {3} : i32}, %v: tensor<8x32x{0}, #l>) {{
        %i = tt.make_range {{start = 0 : i32, end = 8 : i32} : tensor<8xi32, #rows>
        %j = tt.make_range {{start = 0 : i32, end = 32 : i32} : tensor<32xi32, #columns>
        %i2 = tt.expand_dims %i {{axis = 1 : i32} : tensor<8xi32, #rows> -> tensor<8x1xi32, #l>
        %j2 = tt.expand_dims %j {{axis = 0 : i32} : tensor<32xi32, #columns> -> tensor<1x32xi32, #l>
        %ss = tt.splat %s : i32 -> tensor<8x1xi32, #l>
        %m = arith.muli %i2, %ss : tensor<8x1xi32, #l>
        %mb = tt.broadcast %m : tensor<8x1xi32, #l> -> tensor<8x32xi32, #l>
        %jb = tt.broadcast %j2 : tensor<1x32xi32, #l> -> tensor<8x32xi32, #l>
        %at = arith.addi %mb, %jb : tensor<8x32xi32, #l>
        %ps = tt.splat %p : !tt.ptr<{0}> -> tensor<8x32x!tt.ptr<{0}>, #l>
        %a = tt.addptr %ps, %at : tensor<8x32x!tt.ptr<{0}>, #l>, tensor<8x32xi32, #l>
        %ns = tt.splat %n : i32 -> tensor<8x32xi32, #l>
        %ok = arith.cmpi slt, %jb, %ns : tensor<8x32xi32, #l>
        tt.store %a, %v, %ok : tensor<8x32x!tt.ptr<{0}>, #l>
        tt.return
      }
      })mlir",
        pointee, alignment, stride, bound, layout);
    module = parseSourceString<ModuleOp>(text, &getContext());
    EXPECT_TRUE(module);
    module->walk([&](tt::StoreOp store) {
      ptr = store.getPtr();
      mask = store.getMask();
    });
  }
};

constexpr StringLiteral rowMajor =
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], "
    "warpsPerCTA = [1, 1], order = [1, 0]}>";
constexpr StringLiteral columnMajor =
    "#ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [1, 32], "
    "warpsPerCTA = [1, 1], order = [0, 1]}>";

unsigned countElements(const Access &access, unsigned maxBytes,
                       bool masked = false) {
  AxisInfoAnalysis analysis(*access.module);
  VectorAccess vector = analysis.getVectorAccess(
      access.ptr, masked ? access.mask : Value(), maxBytes);
  EXPECT_TRUE(vector.elements() == 1 || vector.axis == 1);
  return vector.elements();
}
} // namespace

TEST(VectorAccess, IsAsWideAsTheInstruction) {
  Access access("f32", 32, 16, 1, rowMajor);
  EXPECT_EQ(countElements(access, 16), 4u);
  EXPECT_EQ(countElements(access, 32), 8u);
  EXPECT_EQ(countElements(access, 4), 1u);
  EXPECT_EQ(countElements(access, 2), 1u);
}

TEST(VectorAccess, IsAsWideAsTheRegisters) {
  EXPECT_EQ(countElements(Access("i8", 16, 16, 1, rowMajor), 16), 8u);
  EXPECT_EQ(countElements(Access("f32", 16, 16, 1, columnMajor), 16), 1u);
}

TEST(VectorAccess, NeedsAlignedRows) {
  EXPECT_EQ(countElements(Access("f32", 8, 16, 1, rowMajor), 16), 2u);
  EXPECT_EQ(countElements(Access("f32", 16, 2, 1, rowMajor), 16), 2u);
  EXPECT_EQ(countElements(Access("f32", 16, 1, 1, rowMajor), 16), 1u);
  EXPECT_EQ(countElements(Access("f16", 2, 16, 1, rowMajor), 16), 1u);
}

TEST(VectorAccess, NeedsOneMaskForAllElements) {
  Access access("f32", 16, 16, 2, rowMajor);
  EXPECT_EQ(countElements(access, 16, /*masked=*/false), 4u);
  EXPECT_EQ(countElements(access, 16, /*masked=*/true), 2u);
}

TEST(VectorAccess, FindsElementsInAnyRegisters) {
  // Registers 2 and 1, in this order, step along the row.
  Access access("f32", 16, 16, 1,
                "#ttg.linear<{register = [[0, 2], [0, 1], [0, 4]], lane = "
                "[[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [], block = "
                "[]}>");
  AxisInfoAnalysis analysis(*access.module);
  VectorAccess vector = analysis.getVectorAccess(access.ptr, Value(), 16);
  EXPECT_EQ(vector.registerMasks, (SmallVector<uint64_t, 5>{2, 1}));
}

TEST(VectorAccess, UnknownValuesAreAccessedOneByOne) {
  Access access("f32", 16, 16, 1, rowMajor);
  AxisInfoAnalysis analysis(*access.module);
  OpBuilder builder(access.ptr.getDefiningOp()->getBlock()->getTerminator());
  Value later = tt::BitcastOp::create(builder, access.ptr.getLoc(),
                                      access.ptr.getType(), access.ptr);
  EXPECT_EQ(analysis.lookup(later), nullptr);
  EXPECT_EQ(analysis.getVectorAccess(later, Value(), 16).elements(), 1u);
}
