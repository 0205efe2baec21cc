//===- Launch.h - Arguments, grid and results of a launch -------*- C++ -*-===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From text to a `Launch`, the same for every device. The syntax of a value:
//
//   1000  -1  0x10  0.5  inf  true       a scalar, of the parameter's type
//   1000:i32                             the same, and the type is checked
//   [1, 2, 3]:f32  [[1, 2], [3, 4]]:i32  a buffer with these elements
//   zeros:f32[4,1000]                    a buffer made by a generator:
//   full:f32[8]:value=3                    zeros, full, arange, randn, uniform,
//   arange:i32[16]:start=5:step=-1         randint, uninit
//   randn:f32[1000]:seed=1:mean=0:std=1
//   uniform:f16[1000]:seed=1:low=0:high=1
//   randint:i32[1000]:seed=1:low=0:high=10 (high excluded)
//   uninit:f32[1000]                     a buffer nothing wrote (poisoned)
//   FILE.npy  FILE.npy:as=bf16           a buffer from a file
//   tensormap:x:box=64,32:swizzle=128    a tensor map of x's buffer, with what
//   tensormap:x:box=64,32:fill=nan       is outside of it read as 0 or NaN
//
// Random elements depend on the seed and the element's number alone, so a
// longer buffer starts with the shorter one's elements.
//
//===----------------------------------------------------------------------===//

#ifndef TTC_EXECUTION_LAUNCH_H
#define TTC_EXECUTION_LAUNCH_H

#include "ttc/Execution/Device.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace ttc::exec {

/// A whole number or a real, as in "1000", "-0x10", "1e-5", "inf", "true".
std::optional<Number> parseNumber(llvm::StringRef text);

/// "X", "X,Y" or "X,Y,Z", each at least 1 and at most what a GPU takes
/// (2^31-1 in x, 65535 in y and z).
llvm::Expected<std::array<uint32_t, 3>> parseGrid(llvm::StringRef text);

/// The value that `text` describes, for `parameter`: its kind and type are
/// checked.
llvm::Expected<ArgumentValue> parseArgument(llvm::StringRef text,
                                            const Parameter &parameter);

/// A buffer, with no parameter to check it against.
llvm::Expected<ArgumentValue> parseBuffer(llvm::StringRef text);

/// Splits "NAME=rest"; the name is empty when `text` starts with no name.
std::pair<llvm::StringRef, llvm::StringRef> splitName(llvm::StringRef text);

/// One value for each parameter, from "NAME=VALUE" and "VALUE" texts. Those
/// without a name go, in order, to the parameters that no other one names.
llvm::Expected<std::vector<ArgumentValue>>
bindArguments(llvm::ArrayRef<Parameter> parameters,
              llvm::ArrayRef<std::string> texts);

/// The values that the texts describe, in order, for a kernel whose parameters
/// are not known: each scalar says its type.
llvm::Expected<std::vector<ArgumentValue>>
inferArguments(llvm::ArrayRef<std::string> texts);

/// Do the bytes of element `index` still hold the poison of a buffer that was
/// not initialized?
bool isPoison(const ArgumentValue &argument, int64_t index);

/// Prints "name: f32[2,3] =" and the elements, nested as the shape says. Rows
/// longer than `limit` elements show their ends only. "unwritten" stands for
/// elements that still are poison.
void printArgument(const ArgumentValue &argument, llvm::raw_ostream &os,
                   int64_t limit = 16);

} // namespace ttc::exec

#endif // TTC_EXECUTION_LAUNCH_H
