#include "binary/typed_numbers.h"

#include <gtest/gtest.h>

#include <cstring>

namespace eugene::binary {
namespace {

std::string shown(std::string_view text, std::string_view type, std::size_t bytes) {
  const auto value = read_numbers(text, type, bytes);
  return value ? elements_text(*value, numpy_type(type), bytes) : "error: " + value.error().message;
}

TEST(TypedNumbers, AreOfTheArgumentsType) {
  EXPECT_EQ(shown("-3", "int", 4), "-3");
  EXPECT_EQ(shown("0x10", "uint", 4), "16");
  EXPECT_EQ(shown("2.5f", "float", 4), "2.5");
  EXPECT_EQ(shown("-inf", "double", 8), "-inf");
  EXPECT_EQ(shown("1,2,-3,4", "short4", 8), "1 2 -3 4");
  EXPECT_EQ(shown("1,2,3", "float3", 16), "1 2 3 0");
  EXPECT_EQ(shown("0.5,65504", "half2", 4), "0.5 65504");
  EXPECT_EQ(shown("18446744073709551615", "ulong", 8), "18446744073709551615");
  EXPECT_EQ(shown("-9223372036854775808", "long", 8), "-9223372036854775808");
}

TEST(TypedNumbers, MustFitIntoTheirBytes) {
  for (const auto& [text, type] :
       {std::pair("65536", "ushort2"), std::pair("-32769", "short2"), std::pair("-0x8001", "short2")})
    EXPECT_TRUE(shown(std::string(text) + ",0", type, 4).starts_with("error: \"")) << text;
  EXPECT_EQ(shown("65535,-32768", "short2", 4), "-1 -32768");
  EXPECT_TRUE(shown("18446744073709551616", "ulong", 8).starts_with("error: "));
}

TEST(TypedNumbers, AreNothingElse) {
  for (const std::string_view text : {"", "-", "0x", "1x", "--1", "1e5", "0x1.8"})
    EXPECT_TRUE(shown(text, "int", 4).starts_with("error: \"")) << text;
}

// Of a structure only the number of bytes is known.
TEST(TypedNumbers, WithoutATypeAreOfWholeBytes) {
  const auto value = read_numbers("1,2.0,3,4", "thing", 16);
  ASSERT_TRUE(value);
  const auto second = [&] {
    float number = 0;
    std::memcpy(&number, value->data() + 4, sizeof number);
    return number;
  }();
  EXPECT_EQ(second, 2.0F);
  EXPECT_TRUE(shown("1", "thing", 16).starts_with("error: 1 number does not make a value of 16 bytes"));
  EXPECT_TRUE(shown("1,2", "thing", 24).starts_with("error: 2 numbers do not make a value of 24 bytes"));
}

}  // namespace
}  // namespace eugene::binary
