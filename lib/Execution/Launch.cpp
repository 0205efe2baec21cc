//===- Launch.cpp - Arguments, grid and results of a launch ---------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing of grids and argument values, their checks against the kernel's
// parameters, and printing. Every error says which argument it is about.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Launch.h"

#include "Generators.h"
#include "ttc/Execution/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace ttc::exec;

//===----------------------------------------------------------------------===//
// Numbers and grids
//===----------------------------------------------------------------------===//

std::optional<Number> ttc::exec::parseNumber(StringRef text) {
  text = text.trim();
  if (text == "true" || text == "false")
    return Number::ofInt(text == "true");
  int64_t whole;
  if (!text.getAsInteger(0, whole))
    return Number::ofInt(whole);
  uint64_t large;
  if (!text.getAsInteger(0, large))
    return Number::ofUnsigned(large);
  double magnitude = StringSwitch<double>(text.ltrim("+-"))
                         .Case("inf", INFINITY)
                         .Case("nan", NAN)
                         .Default(0);
  if (magnitude != 0)
    return Number::ofReal(text.starts_with("-") ? -magnitude : magnitude);
  double real;
  if (text.empty() || text.getAsDouble(real))
    return std::nullopt;
  return Number::ofReal(real);
}

Expected<std::array<uint32_t, 3>> ttc::exec::parseGrid(StringRef text) {
  static constexpr uint64_t limits[] = {(uint64_t(1) << 31) - 1, 65535, 65535};
  std::array<uint32_t, 3> grid = {1, 1, 1};
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  if (parts.size() > 3)
    return createStringError("grid '%s': at most three sizes, X,Y,Z",
                             text.str().c_str());
  for (auto [i, part] : enumerate(parts)) {
    uint64_t size;
    if (part.trim().getAsInteger(0, size))
      return createStringError("grid '%s': '%s' is no whole number",
                               text.str().c_str(), part.str().c_str());
    if (size == 0 || size > limits[i])
      return createStringError(
          "grid '%s': the size in %c must be from 1 to %llu",
          text.str().c_str(), "xyz"[i],
          static_cast<unsigned long long>(limits[i]));
    grid[i] = static_cast<uint32_t>(size);
  }
  return grid;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// "f32[4,1000]": sets the buffer's element type and shape.
static Error parseTypeAndShape(StringRef text, ArgumentValue &buffer) {
  auto [name, sizes] = text.split('[');
  std::optional<Element> element = parseElement(name);
  if (!element)
    return createStringError("'%s' is no element type: there are %s",
                             name.str().c_str(), elementNames().c_str());
  if (!sizes.consume_back("]"))
    return createStringError("expected a shape after %s, as in %s[1000]",
                             name.str().c_str(), name.str().c_str());
  buffer.isPointer = true;
  buffer.element = *element;
  SmallVector<StringRef> parts;
  sizes.split(parts, ',');
  for (StringRef part : parts) {
    int64_t size;
    if (part.trim().getAsInteger(0, size) || size < 0)
      return createStringError("'%s' is no size of a dimension",
                               part.str().c_str());
    buffer.shape.push_back(size);
  }
  return Error::success();
}

namespace {
/// Reads "[[1, 2], [3, 4]]": all lists of one depth must be equally long.
struct ListParser {
  /// No buffer needs more dimensions; deeper text is refused before it can
  /// exhaust the stack.
  static constexpr unsigned maxDepth = 8;

  StringRef text;
  SmallVector<Number> numbers;
  SmallVector<int64_t> shape;
  unsigned depth = 0;

  bool parse() {
    text = text.ltrim();
    return text.starts_with("[") ? parseList() : parseElement();
  }

  bool parseElement() {
    size_t end = text.find_first_of(",]");
    std::optional<Number> number = parseNumber(text.take_front(end));
    if (!number || depth != shape.size())
      return false;
    numbers.push_back(*number);
    text = text.drop_front(std::min(end, text.size()));
    return true;
  }

  bool parseList() {
    text = text.drop_front();
    unsigned level = depth++;
    if (depth > maxDepth)
      return false;
    // The first list of each depth fixes how many dimensions there are.
    bool isFirst = level == shape.size();
    if (isFirst && !numbers.empty())
      return false;
    if (isFirst)
      shape.push_back(0);
    int64_t size = 0;
    do {
      if (!parse())
        return false;
      ++size;
      text = text.ltrim();
    } while (text.consume_front(","));
    --depth;
    if (!text.consume_front("]") || (!isFirst && size != shape[level]))
      return false;
    shape[level] = size;
    return true;
  }
};
} // namespace

static Error parseList(StringRef text, ArgumentValue &buffer) {
  auto [list, type] = text.rsplit(':');
  std::optional<Element> element = parseElement(type.trim());
  if (!element)
    return createStringError("a list needs its element type behind it, as in "
                             "[1, 2, 3]:f32");
  ListParser parser;
  parser.text = list;
  if (!parser.parse() || !parser.text.trim().empty())
    return createStringError("'%s' is no list of numbers with equally long "
                             "rows",
                             list.str().c_str());
  buffer.isPointer = true;
  buffer.element = *element;
  buffer.shape = parser.shape;
  if (Error error = allocateBuffer(buffer))
    return error;
  for (auto [i, number] : enumerate(parser.numbers)) {
    if (!fitsElement(*element, number))
      return createStringError("element %zu of the list does not fit %s", i,
                               type.str().c_str());
    writeElement(*element, number, &buffer.bytes[i * elementBytes(*element)]);
  }
  return Error::success();
}

static Error parseFile(StringRef text, ArgumentValue &buffer) {
  std::optional<Element> as;
  size_t option = text.rfind(":as=");
  if (option != StringRef::npos) {
    StringRef name = text.drop_front(option + 4);
    as = parseElement(name);
    if (!as)
      return createStringError("'%s' is no element type: there are %s",
                               name.str().c_str(), elementNames().c_str());
    text = text.take_front(option);
  }
  Expected<NpyArray> array = readNpyFile(text, as);
  if (!array)
    return array.takeError();
  buffer.isPointer = true;
  buffer.element = array->element;
  buffer.shape = array->shape;
  buffer.bytes = std::move(array->bytes);
  return Error::success();
}

static bool namesFile(StringRef text) {
  return text.take_front(text.rfind(":as=")).ends_with(".npy");
}

Expected<ArgumentValue> ttc::exec::parseBuffer(StringRef text) {
  ArgumentValue buffer;
  if (text.starts_with("[")) {
    if (Error error = parseList(text, buffer))
      return error;
    return buffer;
  }
  if (namesFile(text)) {
    if (Error error = parseFile(text, buffer))
      return error;
    return buffer;
  }
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  if (parts.size() < 2)
    return createStringError("'%s' is no buffer: give [1, 2]:f32, "
                             "GENERATOR:f32[1000] or FILE.npy",
                             text.str().c_str());
  if (Error error = parseTypeAndShape(parts[1], buffer))
    return error;
  if (Error error =
          generate(parts[0], ArrayRef<StringRef>(parts).drop_front(2), buffer))
    return error;
  return buffer;
}

/// Are buffers of `given` elements right for a pointer to `wanted`? The IR's
/// integers have no sign, and an i1 in memory is a byte.
static bool areInterchangeable(Element given, Element wanted) {
  if (given == wanted)
    return true;
  return !isFloat(given) && !isFloat(wanted) &&
         elementBytes(given) == elementBytes(wanted);
}

/// Writes the number into a scalar whose element type is set.
static Error setScalar(StringRef text, ArgumentValue &scalar) {
  std::string type = elementName(scalar.element).str();
  std::optional<Number> number = parseNumber(text);
  if (!number)
    return createStringError("expected a number (%s), got '%s'", type.c_str(),
                             text.str().c_str());
  if (!fitsElement(scalar.element, *number))
    return createStringError("%s does not fit %s", text.str().c_str(),
                             type.c_str());
  scalar.bytes.resize(elementBytes(scalar.element));
  writeElement(scalar.element, *number, scalar.bytes.data());
  return Error::success();
}

/// Splits "1000:i32" into the number's text and the type, if one is given.
static std::pair<StringRef, std::optional<Element>> splitType(StringRef text) {
  auto [number, type] = text.rsplit(':');
  if (std::optional<Element> element = parseElement(type))
    return {number, element};
  return {text, std::nullopt};
}

static Expected<ArgumentValue> parseScalar(StringRef text,
                                           const Parameter &parameter) {
  ArgumentValue scalar;
  scalar.element = *parameter.element;
  auto [numberText, given] = splitType(text);
  if (given && !areInterchangeable(*given, scalar.element))
    return createStringError("a scalar of %s was given for one of %s",
                             elementName(*given).str().c_str(),
                             elementName(scalar.element).str().c_str());
  if (Error error = setScalar(numberText, scalar))
    return error;
  if (parameter.divisibility > 1 && !isFloat(scalar.element)) {
    uint64_t bits = readElement(scalar.element, scalar.bytes.data()).bits;
    if (static_cast<int64_t>(bits) % parameter.divisibility != 0)
      return createStringError(
          "%s is not a multiple of %lld, as the kernel promises "
          "(tt.divisibility)",
          numberText.str().c_str(),
          static_cast<long long>(parameter.divisibility));
  }
  return scalar;
}

/// "x:box=64,32:swizzle=128:fill=nan", the text behind "tensormap:".
static Expected<ArgumentValue> parseTensorMap(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  TensorMap map;
  map.buffer = parts[0].str();
  for (StringRef part : ArrayRef(parts).drop_front()) {
    auto [key, value] = part.split('=');
    bool isValid = false;
    if (key == "box") {
      SmallVector<StringRef> sizes;
      value.split(sizes, ',');
      for (StringRef size : sizes)
        isValid = !size.getAsInteger(10, map.box.emplace_back()) &&
                  map.box.back() >= 1 && map.box.back() <= 256;
    } else if (key == "swizzle") {
      isValid = !value.getAsInteger(10, map.swizzle) &&
                is_contained({0u, 32u, 64u, 128u}, map.swizzle);
    } else if (key == "fill") {
      map.fillsNaN = value == "nan";
      isValid = map.fillsNaN || value == "zero";
    }
    if (!isValid)
      return createStringError("'%s' is no option of a tensor map: there are "
                               "box=ROWS,COLUMNS (up to 256 each), "
                               "swizzle=0|32|64|128 and fill=zero|nan",
                               part.str().c_str());
  }
  if (map.box.empty())
    return createStringError("a tensor map needs a box, as in box=64,32");
  ArgumentValue result;
  result.map = std::move(map);
  return result;
}

static Expected<ArgumentValue> parsePointer(StringRef text,
                                            const Parameter &parameter) {
  // Only a pointer to nothing in particular may be one that is passed by value.
  if (!parameter.element && text.consume_front("tensormap:"))
    return parseTensorMap(text);
  Expected<ArgumentValue> buffer = parseBuffer(text);
  if (!buffer)
    return buffer.takeError();
  if (parameter.element &&
      !areInterchangeable(buffer->element, *parameter.element))
    return createStringError("a buffer of %s was given for a pointer to %s",
                             elementName(buffer->element).str().c_str(),
                             elementName(*parameter.element).str().c_str());
  return buffer;
}

/// Does each tensor map describe a buffer of the launch, of as many dimensions
/// as its box?
static Error checkTensorMaps(ArrayRef<ArgumentValue> arguments) {
  for (const ArgumentValue &argument : arguments) {
    if (!argument.map)
      continue;
    auto *buffer = find_if(arguments, [&](const ArgumentValue &candidate) {
      return candidate.isPointer && candidate.name == argument.map->buffer;
    });
    if (buffer == arguments.end())
      return createStringError("argument '%s': there is no buffer '%s'",
                               argument.name.c_str(),
                               argument.map->buffer.c_str());
    size_t rank = buffer->shape.size();
    if (rank != argument.map->box.size() || rank > 5)
      return createStringError(
          "argument '%s': the box has %zu dimensions, but buffer '%s' has %zu "
          "(5 at most)",
          argument.name.c_str(), argument.map->box.size(), buffer->name.c_str(),
          rank);
  }
  return Error::success();
}

Expected<ArgumentValue> ttc::exec::parseArgument(StringRef text,
                                                 const Parameter &parameter) {
  Expected<ArgumentValue> value = parameter.isPointer
                                      ? parsePointer(text, parameter)
                                      : parseScalar(text, parameter);
  if (!value)
    return createStringError("argument '%s': %s", parameter.name.c_str(),
                             toString(value.takeError()).c_str());
  value->name = parameter.name;
  return value;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

std::pair<StringRef, StringRef> ttc::exec::splitName(StringRef text) {
  size_t end = text.find_if(
      [](char c) { return !isAlnum(c) && c != '_' && c != '.' && c != '$'; });
  if (end == 0 || end == StringRef::npos || text[end] != '=' ||
      isDigit(text[0]))
    return {StringRef(), text};
  return {text.take_front(end), text.drop_front(end + 1)};
}

static std::string describe(const Parameter &parameter) {
  std::string type =
      parameter.element ? elementName(*parameter.element).str() : "";
  return "'" + parameter.name + "' (" +
         (parameter.isPointer ? "pointer" + (type.empty() ? "" : " to " + type)
                              : type) +
         ")";
}

static std::string describe(ArrayRef<Parameter> parameters) {
  if (parameters.empty())
    return "the kernel takes none";
  return "the kernel takes " +
         join(map_range(parameters,
                        [](const Parameter &p) { return describe(p); }),
              ", ");
}

Expected<std::vector<ArgumentValue>>
ttc::exec::bindArguments(ArrayRef<Parameter> parameters,
                         ArrayRef<std::string> texts) {
  SmallVector<std::optional<StringRef>> bound(parameters.size());
  SmallVector<StringRef> positional;
  for (StringRef text : texts) {
    auto [name, value] = splitName(text);
    if (name.empty()) {
      positional.push_back(value);
      continue;
    }
    const Parameter *found = find_if(
        parameters, [n = name](const Parameter &p) { return p.name == n; });
    if (found == parameters.end())
      return createStringError("no parameter is called '%s': %s",
                               name.str().c_str(),
                               describe(parameters).c_str());
    std::optional<StringRef> &slot = bound[found - parameters.begin()];
    if (slot)
      return createStringError("argument '%s' is given twice",
                               name.str().c_str());
    slot = value;
  }
  auto *next = positional.begin();
  for (std::optional<StringRef> &slot : bound)
    if (!slot && next != positional.end())
      slot = *next++;
  if (next != positional.end())
    return createStringError("%zu arguments are given: %s", texts.size(),
                             describe(parameters).c_str());
  std::vector<ArgumentValue> values;
  for (auto [parameter, text] : zip(parameters, bound)) {
    if (!text)
      return createStringError("no argument is given for %s",
                               describe(parameter).c_str());
    Expected<ArgumentValue> value = parseArgument(*text, parameter);
    if (!value)
      return value.takeError();
    values.push_back(std::move(*value));
  }
  if (Error error = checkTensorMaps(values))
    return error;
  return values;
}

static Expected<ArgumentValue> inferArgument(StringRef text) {
  auto [number, element] = splitType(text);
  if (text.consume_front("tensormap:"))
    return parseTensorMap(text);
  if (!element || text.starts_with("[")) {
    if (parseNumber(text))
      return createStringError("a number needs its type here, as in %s:i32",
                               text.str().c_str());
    return parseBuffer(text);
  }
  ArgumentValue scalar;
  scalar.element = *element;
  if (Error error = setScalar(number, scalar))
    return error;
  return scalar;
}

Expected<std::vector<ArgumentValue>>
ttc::exec::inferArguments(ArrayRef<std::string> texts) {
  std::vector<ArgumentValue> values;
  for (auto [i, text] : enumerate(texts)) {
    auto [name, valueText] = splitName(text);
    std::string shown = name.empty() ? "arg" + std::to_string(i) : name.str();
    Expected<ArgumentValue> value = inferArgument(valueText);
    if (!value)
      return createStringError("argument '%s': %s", shown.c_str(),
                               toString(value.takeError()).c_str());
    value->name = shown;
    values.push_back(std::move(*value));
  }
  if (Error error = checkTensorMaps(values))
    return error;
  return values;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

bool ttc::exec::isPoison(const ArgumentValue &argument, int64_t index) {
  if (argument.initialized)
    return false;
  unsigned width = elementBytes(argument.element);
  ArrayRef<uint8_t> bytes(&argument.bytes[index * width], width);
  return all_of(bytes, [&](uint8_t byte) {
    return byte == poisonByte(argument.element);
  });
}

/// Prints the elements below dimension `dim`, the first of which is `index`.
static void printElements(const ArgumentValue &argument, size_t dim,
                          int64_t index, int64_t limit, raw_ostream &os) {
  if (dim == argument.shape.size()) {
    unsigned width = elementBytes(argument.element);
    if (isPoison(argument, index))
      os << "unwritten";
    else
      os << printElement(argument.element, &argument.bytes[index * width]);
    return;
  }
  int64_t size = argument.shape[dim], below = 1;
  for (int64_t inner : ArrayRef(argument.shape).drop_front(dim + 1))
    below *= inner;
  os << '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i)
      os << ", ";
    if (size > limit && i == limit / 2) {
      os << "..., ";
      i = size - limit / 2;
    }
    printElements(argument, dim + 1, index + i * below, limit, os);
  }
  os << ']';
}

void ttc::exec::printArgument(const ArgumentValue &argument, raw_ostream &os,
                              int64_t limit) {
  os << argument.name << ": ";
  if (argument.map) {
    os << "tensor map of " << argument.map->buffer << '\n';
    return;
  }
  os << elementName(argument.element);
  if (argument.isPointer) {
    os << '[';
    interleave(argument.shape, os, ",");
    os << ']';
  }
  os << " = ";
  printElements(argument, 0, 0, limit, os);
  os << '\n';
}
