#include "binary/npy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace eugene::binary {
namespace {

std::vector<std::byte> file_of(std::string header, std::size_t data_bytes) {
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size());
  text += '\0';
  text += header;
  std::vector<std::byte> file(text.size() + data_bytes);
  std::memcpy(file.data(), text.data(), text.size());
  return file;
}

TEST(Npy, ReadsWhatItWrites) {
  const std::vector<std::byte> data(48, std::byte{7});
  const auto file = write_npy(data, "<f4");
  EXPECT_EQ((file.size() - data.size()) % 64, 0U);  // NEP 1: the data is aligned
  ASSERT_TRUE(is_npy(file));
  const auto array = read_npy(file);
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->type, "<f4");
  EXPECT_EQ(array->shape, std::vector<std::uint64_t>{12});
  EXPECT_TRUE(std::ranges::equal(array->data, data));
}

TEST(Npy, ReadsShapes) {
  const auto file = file_of("{'descr': '<i2', 'fortran_order': False, 'shape': (3, 2), }", 12);
  const auto array = read_npy(file);
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->shape, (std::vector<std::uint64_t>{3, 2}));
  EXPECT_EQ(array->data.size(), 12U);
  const auto scalar = file_of("{'descr': '<i2', 'fortran_order': False, 'shape': (), }", 2);
  EXPECT_EQ(read_npy(scalar)->data.size(), 2U);
}

TEST(Npy, RefusesWhatItDoesNotKnow) {
  const auto refused = [](const std::string& header, std::size_t bytes) {
    const auto file = file_of(header, bytes);
    const auto array = read_npy(file);
    return !array && !array.error().message.empty();
  };
  EXPECT_TRUE(refused("{'descr': '<i2', 'fortran_order': True, 'shape': (3, 2), }", 12));
  EXPECT_TRUE(refused("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", 8));
  EXPECT_TRUE(refused("{'descr': '>i2', 'fortran_order': False, 'shape': (1,), }", 8));
  EXPECT_TRUE(refused("{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }", 5));
  EXPECT_TRUE(refused("{'descr': '<i8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", 5));
  EXPECT_TRUE(refused("{}", 0));
  EXPECT_FALSE(read_npy({}));
}

TEST(Npy, KnowsTypes) {
  EXPECT_EQ(element_bytes("<f4"), 4U);
  EXPECT_EQ(element_bytes("u1"), 1U);
  EXPECT_EQ(element_bytes("|b1"), 1U);
  for (const char* each : {"", "<", "<f", "<f3", ">f4", "<x4", "<f44"}) EXPECT_EQ(element_bytes(each), 0U) << each;
}

}  // namespace
}  // namespace eugene::binary
