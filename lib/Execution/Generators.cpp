//===- Generators.cpp - Buffers from a rule -------------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table lists the generators and their options. An element is a function
// of its number and the options alone: random ones hash the seed and the
// number, so no order of evaluation and no library's distribution matters.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"

#include "ttc/Execution/Launch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace ttc::exec;

namespace {
struct Option {
  StringLiteral name;
  /// Used when the option is not given.
  Number value;
};

struct Generator {
  StringLiteral name;
  std::vector<Option> options;
  /// The generator's values have a fraction, so integers can't hold them.
  bool isReal;
  /// The element with this number; null leaves the buffer poisoned.
  Number (*element)(uint64_t index, ArrayRef<Number> options);
};
} // namespace

/// A permutation of 64-bit numbers with no visible structure (the finalizer of
/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014).
static uint64_t scramble(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// The `stream`-th random word of element `index`.
static uint64_t randomWord(Number seed, uint64_t index, uint64_t stream) {
  constexpr uint64_t golden = 0x9E3779B97F4A7C15u;
  return scramble(scramble(seed.bits + golden) + (2 * index + stream) * golden);
}

/// In [0, 1), with 53 random bits.
static double randomUnit(Number seed, uint64_t index, uint64_t stream) {
  return double(randomWord(seed, index, stream) >> 11) * 0x1p-53;
}

static Number makeArange(uint64_t index, ArrayRef<Number> options) {
  Number start = options[0], step = options[1];
  if (start.isFloat || step.isFloat)
    return Number::ofReal(start.toReal() + double(index) * step.toReal());
  return Number::ofInt(int64_t(start.bits + index * step.bits));
}

/// Normally distributed, by Box and Muller's transform.
static Number makeNormal(uint64_t index, ArrayRef<Number> options) {
  double radius =
      std::sqrt(-2 * std::log(1 - randomUnit(options[0], index, 0)));
  double angle = 2 * M_PI * randomUnit(options[0], index, 1);
  return Number::ofReal(options[1].toReal() +
                        options[2].toReal() * radius * std::cos(angle));
}

static Number makeUniform(uint64_t index, ArrayRef<Number> options) {
  double low = options[1].toReal(), high = options[2].toReal();
  return Number::ofReal(low + (high - low) * randomUnit(options[0], index, 0));
}

static Number makeInteger(uint64_t index, ArrayRef<Number> options) {
  uint64_t range = options[2].bits - options[1].bits;
  return Number::ofInt(
      int64_t(options[1].bits + randomWord(options[0], index, 0) % range));
}

static const std::vector<Generator> &generators() {
  static const std::vector<Generator> table = {
      {"zeros", {}, false, [](uint64_t, ArrayRef<Number>) { return Number(); }},
      {"full",
       {{"value", Number::ofInt(0)}},
       false,
       [](uint64_t, ArrayRef<Number> options) { return options[0]; }},
      {"arange",
       {{"start", Number::ofInt(0)}, {"step", Number::ofInt(1)}},
       false,
       makeArange},
      {"randn",
       {{"seed", Number::ofInt(0)},
        {"mean", Number::ofInt(0)},
        {"std", Number::ofInt(1)}},
       true,
       makeNormal},
      {"uniform",
       {{"seed", Number::ofInt(0)},
        {"low", Number::ofInt(0)},
        {"high", Number::ofInt(1)}},
       true,
       makeUniform},
      {"randint",
       {{"seed", Number::ofInt(0)},
        {"low", Number::ofInt(0)},
        {"high", Number::ofInt(100)}},
       false,
       makeInteger},
      {"uninit", {}, false, nullptr},
  };
  return table;
}

/// The values of the generator's options, given ones over defaults.
static Expected<SmallVector<Number>> parseOptions(const Generator &generator,
                                                  ArrayRef<StringRef> texts) {
  SmallVector<Number> values;
  for (const Option &option : generator.options)
    values.push_back(option.value);
  for (StringRef text : texts) {
    auto [key, valueText] = text.split('=');
    auto option = find_if(generator.options, [key = key](const Option &o) {
      return key == o.name;
    });
    if (option == generator.options.end())
      return createStringError("%s has no option '%s'", generator.name.data(),
                               key.str().c_str());
    std::optional<Number> value = parseNumber(valueText);
    if (!value)
      return createStringError("option '%s' of %s: '%s' is no number",
                               key.str().c_str(), generator.name.data(),
                               valueText.str().c_str());
    if (key == "seed" && value->isFloat)
      return createStringError("option 'seed' of %s must be a whole number",
                               generator.name.data());
    values[option - generator.options.begin()] = *value;
  }
  return values;
}

/// What only the generator and the element type together can get wrong.
static Error checkValues(const Generator &generator, ArrayRef<Number> options,
                         Element element) {
  if (generator.isReal && !isFloat(element))
    return createStringError("%s makes reals, which %s can't hold: use randint",
                             generator.name.data(),
                             elementName(element).str().c_str());
  if (generator.name == "randint") {
    if (options[1].isFloat || options[2].isFloat)
      return createStringError("'low' and 'high' of randint must be whole");
    if (int64_t(options[1].bits) >= int64_t(options[2].bits))
      return createStringError("'low' of randint must be less than 'high'");
  }
  return Error::success();
}

Error ttc::exec::allocateBuffer(ArgumentValue &buffer) {
  uint64_t bytes = elementBytes(buffer.element);
  bool overflows = false;
  for (int64_t size : buffer.shape)
    overflows |= __builtin_mul_overflow(bytes, uint64_t(size), &bytes);
  uint64_t memory =
      uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  if (overflows || bytes > memory / 2)
    return createStringError(
        "the buffer takes more than half of this machine's %llu MiB of memory",
        static_cast<unsigned long long>(memory >> 20));
  buffer.bytes.resize(bytes);
  return Error::success();
}

Error ttc::exec::generate(StringRef name, ArrayRef<StringRef> options,
                          ArgumentValue &buffer) {
  const Generator *generator = nullptr;
  for (const Generator &candidate : generators())
    if (name == candidate.name)
      generator = &candidate;
  if (!generator)
    return createStringError(
        "no generator is called '%s': there are %s", name.str().c_str(),
        join(map_range(generators(),
                       [](const Generator &g) { return g.name.str(); }),
             ", ")
            .c_str());
  Expected<SmallVector<Number>> values = parseOptions(*generator, options);
  if (!values)
    return values.takeError();
  if (Error error = checkValues(*generator, *values, buffer.element))
    return error;
  if (Error error = allocateBuffer(buffer))
    return error;
  if (!generator->element) {
    buffer.initialized = false;
    std::memset(buffer.bytes.data(), poisonByte(buffer.element),
                buffer.bytes.size());
    return Error::success();
  }
  unsigned width = elementBytes(buffer.element);
  uint64_t count = buffer.bytes.size() / width;
  for (uint64_t index = 0; index < count; ++index) {
    Number value = generator->element(index, *values);
    if (!fitsElement(buffer.element, value))
      return createStringError("element %llu does not fit %s",
                               static_cast<unsigned long long>(index),
                               elementName(buffer.element).str().c_str());
    writeElement(buffer.element, value, &buffer.bytes[index * width]);
  }
  return Error::success();
}
