//===- LinearLayoutText.cpp - Layouts from and to text --------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checked construction from basis vectors that came from text, printing, and
// comparison that ignores the order of spaces.
//
//===----------------------------------------------------------------------===//

#include "ttc/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ttc {

std::string Space::str() const {
  switch (kind) {
  case Register:
    return "register";
  case Lane:
    return "lane";
  case Warp:
    return "warp";
  case Block:
    return "block";
  case Offset:
    return "offset";
  case Round:
    return "round";
  default:
    return "dim" + std::to_string(dimIndex());
  }
}

raw_ostream &operator<<(raw_ostream &os, Space space) {
  return os << space.str();
}

//===----------------------------------------------------------------------===//
// From text
//===----------------------------------------------------------------------===//

static Error invalid(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static Error checkOutputs(ArrayRef<SpaceBits> outs) {
  unsigned total = 0;
  for (auto [index, entry] : enumerate(outs)) {
    for (SpaceBits earlier : outs.take_front(index))
      if (earlier.space == entry.space)
        return invalid("output '" + entry.space.str() + "' appears twice");
    total += entry.bits;
  }
  if (total > 64)
    return invalid("the outputs have " + Twine(total) +
                   " bits; at most 64 are supported");
  return Error::success();
}

/// Packs one basis vector.
static Expected<uint64_t> packVector(ArrayRef<int32_t> vector, Space in,
                                     ArrayRef<SpaceBits> outs) {
  if (vector.size() != outs.size())
    return invalid("a basis vector of '" + in.str() + "' has " +
                   Twine(vector.size()) + " coordinates; expected " +
                   Twine(outs.size()));
  uint64_t column = 0;
  unsigned shift = 0;
  for (auto [value, out] : zip_equal(vector, outs)) {
    if (value < 0 || uint64_t(value) > lowMask(out.bits))
      return invalid("coordinate " + Twine(value) + " of a basis vector of '" +
                     in.str() + "' is outside of '" + out.space.str() +
                     "', which has " + Twine(uint64_t(1) << out.bits) +
                     " indices");
    if (value)
      column |= uint64_t(value) << shift;
    shift += out.bits;
  }
  return column;
}

Expected<LinearLayout> LinearLayout::create(ArrayRef<InputBases> bases,
                                            ArrayRef<SpaceBits> outs) {
  if (Error error = checkOutputs(outs))
    return std::move(error);
  LinearLayout result({}, outs);
  for (const InputBases &input : bases) {
    if (result.hasIn(input.space))
      return invalid("input '" + input.space.str() + "' appears twice");
    if (result.columns.size() + input.vectors.size() > 64)
      return invalid("the inputs have more than 64 basis vectors");
    result.inSpaces.emplace_back(input.space, input.vectors.size());
    for (const std::vector<int32_t> &vector : input.vectors) {
      Expected<uint64_t> column = packVector(vector, input.space, outs);
      if (!column)
        return column.takeError();
      result.columns.push_back(*column);
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// The spaces of more than one index, in the order of their kinds.
static SmallVector<Space, 6> significant(ArrayRef<SpaceBits> list) {
  SmallVector<Space, 6> result;
  for (SpaceBits entry : list)
    if (entry.bits)
      result.push_back(entry.space);
  llvm::sort(result);
  return result;
}

bool LinearLayout::equalAsMap(const LinearLayout &other) const {
  auto normalized = [](const LinearLayout &layout) {
    SmallVector<Space, 6> ins = significant(layout.inSpaces);
    SmallVector<Space, 6> outs = significant(layout.outSpaces);
    return layout.sublayout(ins, outs).transposeIns(ins).transposeOuts(outs);
  };
  return normalized(*this) == normalized(other);
}

hash_code hash_value(const LinearLayout &layout) {
  auto hashSpaces = [](ArrayRef<SpaceBits> list) {
    hash_code code = hash_combine(list.size());
    for (SpaceBits entry : list)
      code = hash_combine(code, uint8_t(entry.space.getKind()), entry.bits);
    return code;
  };
  return hash_combine(
      hashSpaces(layout.inSpaces), hashSpaces(layout.outSpaces),
      hash_combine_range(layout.columns.begin(), layout.columns.end()));
}

//===----------------------------------------------------------------------===//
// To text
//===----------------------------------------------------------------------===//

void LinearLayout::print(raw_ostream &os) const {
  os << '{';
  interleaveComma(inSpaces, os, [&](SpaceBits entry) {
    os << entry.space << " = [";
    interleaveComma(seq(0u, unsigned(entry.bits)), os, [&](unsigned bit) {
      os << '[';
      interleaveComma(basis(entry.space, bit), os);
      os << ']';
    });
    os << ']';
  });
  os << "} -> [";
  interleaveComma(outSpaces, os, [&](SpaceBits entry) {
    os << entry.space << " = " << (uint64_t(1) << entry.bits);
  });
  os << ']';
}

void LinearLayout::printTable(raw_ostream &os) const {
  for (SpaceBits entry : inSpaces) {
    os << left_justify(entry.space.str(), 8);
    if (!entry.bits)
      os << "  (one index)\n";
    for (unsigned bit = 0; bit < entry.bits; ++bit) {
      if (bit)
        os.indent(8);
      os << right_justify(std::to_string(uint64_t(1) << bit), 6) << " -> (";
      interleaveComma(basis(entry.space, bit), os);
      os << ")\n";
    }
  }
  os << "to        ";
  interleaveComma(outSpaces, os, [&](SpaceBits entry) {
    os << entry.space << ": " << (uint64_t(1) << entry.bits);
  });
  os << '\n';
}

std::string LinearLayout::str() const {
  std::string text;
  raw_string_ostream os(text);
  print(os);
  return text;
}

raw_ostream &operator<<(raw_ostream &os, const LinearLayout &layout) {
  layout.print(os);
  return os;
}

} // namespace ttc
