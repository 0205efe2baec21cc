//===- Matrix.cpp - Warp-wide matrix instructions -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix Fragments for mma". With g = lane / 4, t = lane % 4 and e
// elements in a 32-bit register (one for f64), all shapes but m8n8k4 of f16
// are of one pattern:
//
//   A, register r, element j: row g + 8 (r % R), column 4e (r / R) + e t + j
//     where R = M / 8
//   B, register r, element j: row 4e r + e t + j, column g
//   C and D, value i:         row g + 8 (i / 2), column 2 t + i % 2
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "Checker.h"
#include "Profiler.h"
#include "Runtime.h"
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

unsigned ttc::cpu::bitsOf(MatrixType type) {
  switch (type) {
  case MatrixType::F64:
    return 64;
  case MatrixType::TF32:
  case MatrixType::F32:
  case MatrixType::S32:
    return 32;
  case MatrixType::F16:
  case MatrixType::BF16:
    return 16;
  case MatrixType::E4M3:
  case MatrixType::E5M2:
  case MatrixType::S8:
  case MatrixType::U8:
    return 8;
  case MatrixType::S4:
  case MatrixType::U4:
    return 4;
  case MatrixType::B1:
    return 1;
  }
  llvm_unreachable("unknown matrix type");
}

double ttc::cpu::elementValue(MatrixType type, uint64_t bits) {
  switch (type) {
  case MatrixType::F16:
    return halfToFloat(bits);
  case MatrixType::BF16:
    return bfloatToFloat(bits);
  case MatrixType::TF32:
    return truncateToTF32(bits);
  case MatrixType::F64:
    return llvm::bit_cast<double>(bits);
  case MatrixType::F32:
    return llvm::bit_cast<float>(uint32_t(bits));
  case MatrixType::E4M3:
    return E4M3::toFloat(bits & 0xff);
  case MatrixType::E5M2:
    return E5M2::toFloat(bits & 0xff);
  case MatrixType::S8:
    return int8_t(bits);
  case MatrixType::U8:
    return uint8_t(bits);
  case MatrixType::S4:
    return int8_t((bits & 0xf) << 4) >> 4;
  case MatrixType::U4:
    return bits & 0xf;
  case MatrixType::B1:
    return bits & 1;
  case MatrixType::S32:
    return int32_t(bits);
  }
  llvm_unreachable("unknown matrix type");
}

void ttc::cpu::storeAccumulator(MatrixType type, uint64_t *words, unsigned i,
                                double value, bool saturates) {
  switch (type) {
  case MatrixType::F16: {
    uint64_t half = Half::fromDouble(value, false);
    if (i % 2 == 0)
      words[i / 2] = half;
    else
      words[i / 2] |= half << 16;
    return;
  }
  case MatrixType::F64:
    words[i] = llvm::bit_cast<uint64_t>(value);
    return;
  case MatrixType::S32:
    // Sums of integers are exact in double.
    words[i] =
        saturates
            ? uint32_t(int32_t(std::min(std::max(value, -0x1p31), 0x1p31 - 1)))
            : uint32_t(int64_t(value));
    return;
  default:
    words[i] = llvm::bit_cast<uint32_t>(float(value));
  }
}

void Product::compute() {
  // Eight sums at a time, which a compiler makes vectors of.
  std::vector<double> columns(size_t(k) * n);
  for (unsigned j = 0; j < n; ++j)
    for (unsigned x = 0; x < k; ++x)
      columns[size_t(x) * n + j] = b[size_t(j) * k + x];
  for (unsigned i = 0; i < m; ++i)
    for (unsigned j = 0; j < n; j += 8) {
      double sums[8] = {};
      for (unsigned x = 0; x < k; ++x) {
        double left = a[size_t(i) * k + x];
        const double *right = &columns[size_t(x) * n + j];
        for (unsigned y = 0; y < 8; ++y)
          sums[y] += left * right[y];
      }
      for (unsigned y = 0; y < 8; ++y)
        c[size_t(i) * n + j + y] += sums[y];
    }
}

namespace {
//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

/// Parameters: number of 8x8 matrices, whether they are transposed. The lanes
/// 8 m to 8 m + 7 give the addresses of the rows of matrix m.
void announceRows(Meeting &meeting, Warp &warp, AccessMode mode) {
  const Site *site = meeting.site;
  Execution *execution = warp.block->cluster->execution;
  unsigned rows = 8 * site->params[0];
  for (unsigned lane = 0; lane < rows; ++lane) {
    uint64_t address = meeting.in[lane][0];
    Thread *thread = &warp.threads[lane];
    if (execution->checker)
      execution->checker->access(thread, site, address, 16, 16, mode);
    else if (address & 15)
      fail(thread, Report::Kind::Misaligned, site,
           "a matrix row at " + describeAddress(thread, address) +
               " is no multiple of 16");
  }
  if (!execution->profiler)
    return;
  Request request;
  for (unsigned lane = 0; lane < rows; ++lane) {
    request.active |= 1u << lane;
    request.addresses[lane] = meeting.in[lane][0];
  }
  request.seen = request.active;
  execution->profiler->request(site, request, 16);
}

/// Where element `j` of `lane` is in an 8x8 matrix.
std::pair<unsigned, unsigned> elementPlace(unsigned lane, unsigned j,
                                           bool transposed) {
  unsigned row = lane / 4, column = lane % 4 * 2 + j;
  return transposed ? std::make_pair(column, row) : std::make_pair(row, column);
}

void loadMatrix(Meeting &meeting, Warp &warp) {
  announceRows(meeting, warp, AccessMode::Read);
  bool transposed = meeting.site->params[1];
  for (unsigned matrix = 0; matrix < meeting.site->params[0]; ++matrix)
    for (unsigned lane = 0; lane < 32; ++lane) {
      uint32_t value = 0;
      for (unsigned j = 0; j < 2; ++j) {
        auto [row, column] = elementPlace(lane, j, transposed);
        uint16_t element;
        memcpy(&element,
               reinterpret_cast<const char *>(meeting.in[8 * matrix + row][0]) +
                   2 * column,
               2);
        value |= uint32_t(element) << (16 * j);
      }
      meeting.out[lane][matrix] = value;
    }
}

void storeMatrix(Meeting &meeting, Warp &warp) {
  announceRows(meeting, warp, AccessMode::Write);
  bool transposed = meeting.site->params[1];
  for (unsigned matrix = 0; matrix < meeting.site->params[0]; ++matrix)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned j = 0; j < 2; ++j) {
        auto [row, column] = elementPlace(lane, j, transposed);
        uint16_t element = meeting.in[lane][1 + matrix] >> (16 * j);
        memcpy(reinterpret_cast<char *>(meeting.in[8 * matrix + row][0]) +
                   2 * column,
               &element, 2);
      }
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

/// Parameters of the site.
struct MmaShape {
  unsigned m, n, k;
  MatrixType typeA, typeB, typeC, typeD;
  bool saturates, isAnd;
  explicit MmaShape(const Site &site)
      : m(site.params[0]), n(site.params[1]), k(site.params[2]),
        typeA(MatrixType(site.params[3])), typeB(MatrixType(site.params[4])),
        typeC(MatrixType(site.params[5])), typeD(MatrixType(site.params[6])),
        saturates(site.params[7] & 1), isAnd(site.params[7] & 2) {}
  unsigned registers(MatrixType type, unsigned rows, unsigned columns) const {
    unsigned width = type == MatrixType::F64 ? 64 : 32;
    return rows * columns * bitsOf(type) / width / 32;
  }
};

unsigned elementsOf(MatrixType type) {
  return type == MatrixType::F64 ? 1 : 32 / bitsOf(type);
}

double elementOf(MatrixType type, uint64_t word, unsigned index) {
  return elementValue(type, word >> (index * bitsOf(type)));
}

/// Value `i` of the accumulator of a lane is in word i, or for f16 in half of
/// word i / 2.
double accumulatorOf(MatrixType type, const uint64_t *words, unsigned i) {
  if (type == MatrixType::F16)
    return elementOf(type, words[i / 2], i % 2);
  return elementValue(type, words[i]);
}

/// m8n8k128 and m16n8k256 count bits of the exclusive or, or of the and.
void computeBits(Product &product, bool isAnd) {
  if (isAnd)
    return product.compute();
  for (unsigned i = 0; i < product.m; ++i)
    for (unsigned j = 0; j < product.n; ++j) {
      double sum = 0;
      for (unsigned x = 0; x < product.k; ++x)
        sum += product.a[i * product.k + x] != product.b[j * product.k + x];
      product.c[i * product.n + j] += sum;
    }
}

void multiply(Meeting &meeting) {
  MmaShape shape(*meeting.site);
  Product product(shape.m, shape.n, shape.k);
  unsigned countA = shape.registers(shape.typeA, shape.m, shape.k);
  unsigned countB = shape.registers(shape.typeB, shape.n, shape.k);
  unsigned countC = shape.m * shape.n / 32;
  unsigned e = elementsOf(shape.typeA);
  unsigned rowBlocks = shape.m / 8;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const uint64_t *in = meeting.in[lane];
    unsigned g = lane / 4, t = lane % 4;
    for (unsigned r = 0; r < countA; ++r) {
      // Registers of A go down the blocks of 8 rows, then along K.
      unsigned row = g + 8 * (r % rowBlocks);
      unsigned column = 4 * e * (r / rowBlocks) + e * t;
      for (unsigned j = 0; j < e; ++j)
        product.a[row * shape.k + column + j] =
            elementOf(shape.typeA, in[r], j);
    }
    for (unsigned r = 0; r < countB; ++r)
      for (unsigned j = 0; j < e; ++j)
        product.b[g * shape.k + 4 * e * r + e * t + j] =
            elementOf(shape.typeB, in[countA + r], j);
    for (unsigned i = 0; i < countC; ++i)
      product.c[(g + 8 * (i / 2)) * shape.n + 2 * t + i % 2] =
          accumulatorOf(shape.typeC, in + countA + countB, i);
  }
  if (shape.typeA == MatrixType::B1)
    computeBits(product, shape.isAnd);
  else
    product.compute();
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane / 4, t = lane % 4;
    for (unsigned i = 0; i < countC; ++i)
      storeAccumulator(shape.typeD, meeting.out[lane], i,
                       product.c[(g + 8 * (i / 2)) * shape.n + 2 * t + i % 2],
                       shape.saturates);
  }
}
} // namespace

void ttc::cpu::performMatrix(Meeting &meeting, Warp &warp) {
  switch (meeting.site->kind) {
  case SiteKind::LdMatrix:
    return loadMatrix(meeting, warp);
  case SiteKind::StMatrix:
    return storeMatrix(meeting, warp);
  default:
    return multiply(meeting);
  }
}
