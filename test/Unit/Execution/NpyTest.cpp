//===- NpyTest.cpp - NumPy files, good and bad ----------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The good files are written out byte by byte as NumPy writes them, so that
// reader and writer are not only tested against each other.
//
//===----------------------------------------------------------------------===//

#include "ttc/Execution/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <cstring>

using namespace llvm;
using namespace ttc::exec;

/// A file with this header and data. NumPy pads the header to 64 bytes; readers
/// must not rely on it.
static std::string file(StringRef header, StringRef data, char version = 1) {
  std::string result("\x93NUMPY", 6);
  result += version;
  result += '\0';
  result += static_cast<char>(header.size());
  result += '\0';
  if (version > 1)
    result.append(2, '\0');
  return result + header.str() + data.str();
}

static std::string headerOf(StringRef type, StringRef shape,
                            StringRef order = "False") {
  return ("{'descr': '" + type + "', 'fortran_order': " + order +
          ", 'shape': " + shape + ", }\n")
      .str();
}

static std::string bytesOf(std::initializer_list<int16_t> values) {
  return {reinterpret_cast<const char *>(values.begin()), 2 * values.size()};
}

static std::vector<int16_t> valuesOf(const NpyArray &array) {
  std::vector<int16_t> result(array.bytes.size() / 2);
  std::memcpy(result.data(), array.bytes.data(), array.bytes.size());
  return result;
}

static std::string errorOf(StringRef contents,
                           std::optional<Element> as = std::nullopt) {
  Expected<NpyArray> array = parseNpy(contents, as);
  if (array)
    return "";
  return toString(array.takeError());
}

static bool contains(StringRef text, StringRef part) {
  return text.contains(part);
}

TEST(NpyTest, VersionsOneToThree) {
  for (char version : {1, 2, 3}) {
    std::string text =
        file(headerOf("<i2", "(2, 3)"), bytesOf({1, 2, 3, 4, 5, 6}), version);
    NpyArray array = cantFail(parseNpy(text));
    EXPECT_EQ(array.element, Element::I16);
    EXPECT_EQ(array.shape, (SmallVector<int64_t>{2, 3}));
    EXPECT_EQ(valuesOf(array), (std::vector<int16_t>{1, 2, 3, 4, 5, 6}));
  }
  EXPECT_TRUE(contains(errorOf(file("{}", "", 4)), "version 4"));
}

TEST(NpyTest, ShapesOfEveryRank) {
  EXPECT_TRUE(cantFail(parseNpy(file(headerOf("<i2", "()"), bytesOf({7}))))
                  .shape.empty());
  EXPECT_EQ(
      cantFail(parseNpy(file(headerOf("<i2", "(1,)"), bytesOf({7})))).shape,
      (SmallVector<int64_t>{1}));
  EXPECT_TRUE(
      cantFail(parseNpy(file(headerOf("<i2", "(0, 5)"), ""))).bytes.empty());
}

TEST(NpyTest, FortranOrderIsTurned) {
  std::string text =
      file(headerOf("<i2", "(2, 3)", "True"), bytesOf({1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(valuesOf(cantFail(parseNpy(text))),
            (std::vector<int16_t>{1, 2, 3, 4, 5, 6}));
}

TEST(NpyTest, BigEndianIsTurned) {
  std::string text =
      file(headerOf(">i2", "(2,)"), StringRef("\x01\x02\x03\x04", 4));
  EXPECT_EQ(valuesOf(cantFail(parseNpy(text))),
            (std::vector<int16_t>{0x0102, 0x0304}));
}

TEST(NpyTest, RawBitsAreReadAsAsked) {
  for (StringRef type : {"<u2", "<i2", "|V2"}) {
    std::string text = file(headerOf(type, "(1,)"), bytesOf({0x3F80}));
    EXPECT_EQ(cantFail(parseNpy(text, Element::BF16)).element, Element::BF16);
    EXPECT_TRUE(contains(errorOf(text, Element::F32), "can't be read as f32"));
  }
}

TEST(NpyTest, WrittenFilesReadBack) {
  std::vector<uint8_t> bytes(2 * 3 * 8);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(i * 7);
  for (unsigned i = 0; i <= unsigned(Element::F64); ++i) {
    Element element = static_cast<Element>(i);
    SmallVector<int64_t> shape = {2, 3, 8 / elementBytes(element)};
    std::string text = formatNpy(element, shape, bytes);
    EXPECT_EQ(text.find('\n') % 64, 63u) << "the data is aligned";
    NpyArray array = cantFail(parseNpy(text, element));
    EXPECT_EQ(array.shape, shape);
    EXPECT_EQ(array.bytes, bytes);
  }
}

TEST(NpyTest, WrittenHeaderIsNumPys) {
  std::vector<uint8_t> bytes(4);
  std::string text = formatNpy(Element::F32, {1}, bytes);
  EXPECT_TRUE(contains(text, "{'descr': '<f4', 'fortran_order': False, "
                             "'shape': (1, ), }"));
  EXPECT_TRUE(contains(formatNpy(Element::BF16, {2}, bytes), "'<u2'"));
  EXPECT_TRUE(contains(formatNpy(Element::I1, {4}, bytes), "'|b1'"));
}

TEST(NpyTest, BadFilesAreRefused) {
  std::string good = file(headerOf("<i2", "(2,)"), bytesOf({1, 2}));
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(errorOf(StringRef(good).take_front(size)), "") << size;
  EXPECT_TRUE(contains(errorOf("PK\x03\x04"), "not a .npy file"));
  EXPECT_TRUE(contains(errorOf(file(headerOf("<c8", "(1,)"), "12345678")),
                       "are none a kernel takes"));
  EXPECT_TRUE(
      contains(errorOf(file(headerOf("<i2", "(4294967296, 4294967296)"), "")),
               "does not match"));
  for (StringRef header : {"", "{", "[]", "{'descr': '<i2'}",
                           "{'descr': '<i2', 'fortran_order': 1, 'shape': ()}",
                           "{'descr': '<i2', 'fortran_order': False, "
                           "'shape': (-1,)}",
                           "{'descr': '<i2', 'fortran_order': False, "
                           "'shape': (1"})
    EXPECT_TRUE(contains(errorOf(file(header, "")), "can't be understood"))
        << header.str();
}

TEST(NpyTest, FilesAreNamedInErrors) {
  Expected<NpyArray> array = readNpyFile("/nowhere/x.npy");
  ASSERT_FALSE(static_cast<bool>(array));
  EXPECT_TRUE(contains(toString(array.takeError()), "'/nowhere/x.npy'"));
  EXPECT_TRUE(
      contains(toString(writeNpyFile("/nowhere/x.npy", Element::F32, {0}, {})),
               "can't write '/nowhere/x.npy'"));
}
