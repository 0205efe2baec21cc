//===- Npy.cpp - NumPy's file format for arrays ---------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a magic string, a version, the length of a header, the header (the
// text of a Python dictionary with the keys descr, fortran_order and shape),
// and the elements. The reader takes the header's keys in any order and
// refuses whatever it does not know, with no assumption about the bytes.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace llvm;
using namespace ttc::exec;

static constexpr StringLiteral magic("\x93NUMPY");

/// NumPy's one-letter kind and width of an element type; the types that NumPy
/// lacks go as unsigned integers.
static const std::pair<Element, StringLiteral> descriptions[] = {
    {Element::I1, "|b1"},   {Element::I8, "|i1"},     {Element::I16, "<i2"},
    {Element::I32, "<i4"},  {Element::I64, "<i8"},    {Element::U8, "|u1"},
    {Element::U16, "<u2"},  {Element::U32, "<u4"},    {Element::U64, "<u8"},
    {Element::F16, "<f2"},  {Element::F32, "<f4"},    {Element::F64, "<f8"},
    {Element::BF16, "<u2"}, {Element::F8E4M3, "|u1"}, {Element::F8E5M2, "|u1"},
};

namespace {
/// Reads the header's dictionary from left to right.
struct HeaderReader {
  StringRef text;

  bool consume(char c) {
    text = text.ltrim();
    return text.consume_front(StringRef(&c, 1));
  }

  std::optional<StringRef> quoted() {
    text = text.ltrim();
    if (text.empty() || (text[0] != '\'' && text[0] != '"'))
      return std::nullopt;
    size_t end = text.find(text[0], 1);
    if (end == StringRef::npos)
      return std::nullopt;
    StringRef result = text.slice(1, end);
    text = text.drop_front(end + 1);
    return result;
  }

  /// "(3, 4)", "(3,)" or "()".
  bool shape(SmallVectorImpl<int64_t> &result) {
    if (!consume('('))
      return false;
    while (!consume(')')) {
      int64_t size;
      text = text.ltrim();
      if (text.consumeInteger(10, size) || size < 0)
        return false;
      result.push_back(size);
      if (!consume(',') && !text.ltrim().starts_with(")"))
        return false;
    }
    return true;
  }

  bool boolean(bool &result) {
    text = text.ltrim();
    result = text.starts_with("True");
    return text.consume_front("True") || text.consume_front("False");
  }
};

struct Header {
  StringRef description;
  bool isFortran = false;
  SmallVector<int64_t> shape;
};
} // namespace

static bool parseHeader(StringRef text, Header &header) {
  HeaderReader reader{text};
  if (!reader.consume('{'))
    return false;
  bool hasDescription = false, hasOrder = false, hasShape = false;
  while (!reader.consume('}')) {
    std::optional<StringRef> key = reader.quoted();
    if (!key || !reader.consume(':'))
      return false;
    if (*key == "descr") {
      std::optional<StringRef> value = reader.quoted();
      if (!value)
        return false;
      header.description = *value;
      hasDescription = true;
    } else if (*key == "fortran_order") {
      hasOrder = reader.boolean(header.isFortran);
      if (!hasOrder)
        return false;
    } else if (*key == "shape" && !hasShape) {
      hasShape = reader.shape(header.shape);
      if (!hasShape)
        return false;
    } else {
      return false;
    }
    if (!reader.consume(',') && !reader.text.ltrim().starts_with("}"))
      return false;
  }
  return hasDescription && hasOrder && hasShape;
}

/// The element type that the header's description and the caller ask for.
static Expected<Element> chooseElement(StringRef description,
                                       std::optional<Element> as) {
  StringRef kind = description.drop_front(1);
  unsigned width = 0;
  if (as) {
    if (kind.drop_front(1).getAsInteger(10, width) ||
        width != elementBytes(*as))
      return createStringError("elements of type '%s' can't be read as %s",
                               description.str().c_str(),
                               elementName(*as).str().c_str());
    return *as;
  }
  for (auto &[element, text] : descriptions)
    if (kind == text.drop_front(1))
      return element;
  return createStringError(
      "elements of type '%s' are none a kernel takes; for bf16 and 8-bit "
      "floats stored as integers or raw bytes, say which with ':as=TYPE'",
      description.str().c_str());
}

/// The number of elements, or nothing when it or the bytes overflow.
static std::optional<uint64_t> countElements(ArrayRef<int64_t> shape,
                                             unsigned width) {
  uint64_t count = 1;
  for (int64_t size : shape)
    if (__builtin_mul_overflow(count, uint64_t(size), &count))
      return std::nullopt;
  uint64_t bytes;
  if (__builtin_mul_overflow(count, uint64_t(width), &bytes))
    return std::nullopt;
  return count;
}

/// Elements in Fortran order, reordered to C order.
static std::vector<uint8_t> toCOrder(ArrayRef<int64_t> shape, unsigned width,
                                     ArrayRef<uint8_t> bytes) {
  std::vector<uint8_t> result(bytes.size());
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (auto [i, size] : enumerate(shape)) {
    strides[i] = stride;
    stride *= size;
  }
  SmallVector<int64_t> index(shape.size());
  for (size_t to = 0; to < bytes.size(); to += width) {
    int64_t from = 0;
    for (auto [i, s] : zip(index, strides))
      from += i * s;
    std::memcpy(&result[to], &bytes[from * width], width);
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
  }
  return result;
}

/// Splits off the header's text: its length has two bytes in version 1 and
/// four in versions 2 and 3.
static Expected<StringRef> takeHeader(StringRef &contents) {
  if (!contents.consume_front(magic) || contents.size() < 2)
    return createStringError("not a .npy file");
  unsigned version = static_cast<uint8_t>(contents[0]);
  if (version < 1 || version > 3)
    return createStringError("version %u of the .npy format is unknown",
                             version);
  contents = contents.drop_front(2);
  size_t lengthBytes = version == 1 ? 2 : 4;
  if (contents.size() < lengthBytes)
    return createStringError("the header is cut off");
  uint64_t length = version == 1 ? support::endian::read16le(contents.data())
                                 : support::endian::read32le(contents.data());
  contents = contents.drop_front(lengthBytes);
  if (contents.size() < length)
    return createStringError("the header is cut off");
  StringRef header = contents.take_front(length);
  contents = contents.drop_front(length);
  return header;
}

Expected<NpyArray> ttc::exec::parseNpy(StringRef contents,
                                       std::optional<Element> as) {
  Expected<StringRef> text = takeHeader(contents);
  if (!text)
    return text.takeError();
  Header header;
  if (!parseHeader(*text, header) || header.description.size() < 3)
    return createStringError("the header can't be understood: %s",
                             text->rtrim().str().c_str());
  Expected<Element> element = chooseElement(header.description, as);
  if (!element)
    return element.takeError();
  unsigned width = elementBytes(*element);
  std::optional<uint64_t> count = countElements(header.shape, width);
  if (!count || *count * width != contents.size())
    return createStringError(
        "the shape (%s) of %u-byte elements does not match the %zu bytes of "
        "data",
        join(map_range(header.shape,
                       [](int64_t size) { return std::to_string(size); }),
             ", ")
            .c_str(),
        width, contents.size());
  NpyArray array{
      *element, header.shape, {contents.bytes_begin(), contents.bytes_end()}};
  if (header.description[0] == '>')
    for (size_t i = 0; i < array.bytes.size(); i += width)
      std::reverse(&array.bytes[i], &array.bytes[i] + width);
  if (header.isFortran)
    array.bytes = toCOrder(array.shape, width, array.bytes);
  return array;
}

std::string ttc::exec::formatNpy(Element element, ArrayRef<int64_t> shape,
                                 ArrayRef<uint8_t> bytes) {
  StringRef description;
  for (auto &[candidate, text] : descriptions)
    if (candidate == element)
      description = text;
  std::string header = "{'descr': '" + description.str() +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t size : shape)
    header += std::to_string(size) + ", ";
  header += "), }";
  // The data starts at a multiple of 64 bytes, after a line's end.
  size_t before = magic.size() + 4;
  header.append(63 - (before + header.size()) % 64, ' ');
  header += '\n';
  std::string result(magic);
  char start[4] = {1, 0};
  support::endian::write16le(start + 2, header.size());
  result.append(start, 4);
  result += header;
  result.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return result;
}

Expected<NpyArray> ttc::exec::readNpyFile(StringRef path,
                                          std::optional<Element> as) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("can't read '%s': %s", path.str().c_str(),
                             buffer.getError().message().c_str());
  Expected<NpyArray> array = parseNpy((*buffer)->getBuffer(), as);
  if (!array)
    return createStringError("'%s': %s", path.str().c_str(),
                             toString(array.takeError()).c_str());
  return array;
}

Error ttc::exec::writeNpyFile(StringRef path, Element element,
                              ArrayRef<int64_t> shape,
                              ArrayRef<uint8_t> bytes) {
  std::error_code error;
  raw_fd_ostream stream(path, error);
  if (!error) {
    stream << formatNpy(element, shape, bytes);
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (error)
    return createStringError("can't write '%s': %s", path.str().c_str(),
                             error.message().c_str());
  return Error::success();
}
