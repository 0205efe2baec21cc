//===- Repacking.h - Words between packings ---------------------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the fields of a word packed by one list of spaces to where another list
// has them. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_LIB_LAYOUT_REPACKING_H
#define TTC_LIB_LAYOUT_REPACKING_H

#include "ttc/Layout/LinearLayout.h"

namespace ttc {

class Repacking {
public:
  /// A field keeps the bits that `to` has room for, the low ones; a space that
  /// `to` lacks is dropped.
  Repacking(llvm::ArrayRef<SpaceBits> from, llvm::ArrayRef<SpaceBits> to)
      : Repacking(from, to, {}) {}

  /// As above, but each field lands above the bits that `below` has in its
  /// space.
  Repacking(llvm::ArrayRef<SpaceBits> from, llvm::ArrayRef<SpaceBits> to,
            llvm::ArrayRef<SpaceBits> below) {
    unsigned fromShift = 0;
    for (SpaceBits source : from) {
      unsigned toShift = 0;
      for (SpaceBits target : to) {
        if (target.space == source.space) {
          unsigned skip = 0;
          for (SpaceBits lower : below)
            if (lower.space == source.space)
              skip = lower.bits;
          unsigned width = std::min<unsigned>(source.bits, target.bits - skip);
          if (width)
            add(fromShift, toShift + skip, width);
          break;
        }
        toShift += target.bits;
      }
      fromShift += source.bits;
    }
  }

  uint64_t operator()(uint64_t word) const {
    uint64_t result = 0;
    for (const Field &field : fields)
      result |= ((word >> field.from) & field.mask) << field.to;
    return result;
  }

private:
  struct Field {
    uint64_t mask;
    uint8_t from, to;
  };

  void add(unsigned from, unsigned to, unsigned width) {
    // Neighbours that stay neighbours move together, so equal lists cost one
    // step.
    if (!fields.empty()) {
      Field &last = fields.back();
      unsigned lastWidth = llvm::popcount(last.mask);
      if (last.from + lastWidth == from && last.to + lastWidth == to) {
        last.mask = lowMask(lastWidth + width);
        return;
      }
    }
    fields.push_back(
        {lowMask(width), static_cast<uint8_t>(from), static_cast<uint8_t>(to)});
  }

  llvm::SmallVector<Field, 6> fields;
};

} // namespace ttc

#endif // TTC_LIB_LAYOUT_REPACKING_H
