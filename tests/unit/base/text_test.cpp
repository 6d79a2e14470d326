// Numbers, bytes and names in text.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "base/hex.h"
#include "base/nearest_name.h"
#include "base/number.h"

namespace eugene {
namespace {

TEST(Number, IsTheWholeText) {
  EXPECT_EQ(parse_number<unsigned>("42"), 42U);
  EXPECT_EQ(parse_number<int>("-42"), -42);
  EXPECT_EQ(parse_number<unsigned>("ff", 16), 255U);
  EXPECT_EQ(parse_number<double>("2.5e1"), 25.0);
  EXPECT_EQ(parse_number<std::uint8_t>("255"), 255);
  for (const std::string_view wrong : {"", " 1", "1 ", "+1", "-1", "1x", "x"})
    EXPECT_FALSE(parse_number<unsigned>(wrong));
  EXPECT_FALSE(parse_number<std::uint8_t>("256"));
  EXPECT_FALSE(parse_number<double>("1.5.2"));
}

TEST(Number, IsHexadecimalAfter0x) {
  EXPECT_EQ(parse_c_number<std::uint64_t>("0xffffffffffffffff"), ~std::uint64_t{0});
  EXPECT_EQ(parse_c_number<std::uint64_t>("0X1f"), 31U);
  EXPECT_EQ(parse_c_number<std::uint64_t>("010"), 10U);
  for (const std::string_view wrong : {"", "0x", "0x1g", "-0x1", "ff", "0x10000000000000000"})
    EXPECT_FALSE(parse_c_number<std::uint64_t>(wrong));
}

TEST(Number, IsTakenFromTheFront) {
  std::string_view text = "12,x";
  EXPECT_EQ(take_number<unsigned>(text), 12U);
  EXPECT_EQ(text, ",x");
  EXPECT_FALSE(take_number<unsigned>(text));
  EXPECT_EQ(text, ",x");
  text = "300 and more";
  EXPECT_FALSE(take_number<std::uint8_t>(text));
  EXPECT_EQ(text, "300 and more");
}

TEST(Hex, GoesBothWays) {
  constexpr std::array kBytes{std::byte{0}, std::byte{0x9A}, std::byte{0xFF}};
  EXPECT_EQ(to_hex(kBytes), "009aff");
  EXPECT_EQ(to_hex("az"), "617a");
  const auto bytes = from_hex("009AfF");
  ASSERT_TRUE(bytes);
  EXPECT_TRUE(std::ranges::equal(*bytes, kBytes));
  EXPECT_TRUE(from_hex("")->empty());
  for (const std::string_view wrong : {"0", "0g", "0x", "-1", "+1", "00 "}) EXPECT_FALSE(from_hex(wrong)) << wrong;
}

TEST(NearestName, IsTheOneOfFewestEdits) {
  constexpr std::array<std::string_view, 3> kNames{"timeout", "threads", "trace"};
  EXPECT_EQ(nearest_name("timout", kNames), "timeout");
  EXPECT_EQ(nearest_name("tiemout", kNames), "timeout");
  EXPECT_EQ(nearest_name("THREAD", kNames), "threads");
  EXPECT_EQ(nearest_name("tarce", kNames), "trace");
  for (const std::string_view far : {"", "x", "memory", "tim"}) EXPECT_EQ(nearest_name(far, kNames), "") << far;
}

}  // namespace
}  // namespace eugene
