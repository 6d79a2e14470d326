#include "memory/format.h"

#include <bit>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

#include <gtest/gtest.h>

#include "memory/small_float.h"

namespace eugene::memory {
namespace {

std::uint32_t f(float value) { return std::bit_cast<std::uint32_t>(value); }

const PixelFormat& named(std::string_view name) {
  static const auto by_name = [] {
    std::map<std::string_view, const PixelFormat*> formats;
    for (unsigned code = 0; code < 0x400; ++code) {
      const PixelFormat* format = find_format(static_cast<std::uint16_t>(code));
      if (format != nullptr) formats.emplace(format->name, format);
    }
    return formats;
  }();
  return *by_name.at(name);
}

Pixel unpack(std::string_view name, std::uint64_t low, std::uint64_t high = 0) {
  const std::array words{low, high};
  return unpack_pixel(named(name), std::as_bytes(std::span(words)).data());
}

std::uint64_t pack(std::string_view name, const Pixel& pixel) {
  std::array<std::uint64_t, 2> words{};
  pack_pixel(named(name), pixel, std::as_writable_bytes(std::span(words)).data());
  return words[0];
}

TEST(Format, Codes) {
  EXPECT_EQ(find_format(0x0C7)->name, "R8G8B8A8_UNORM");
  EXPECT_EQ(find_format(0x0D8)->bytes, 4);
  EXPECT_EQ(find_format(0x000)->bytes, 16);
  EXPECT_EQ(find_format(0x1FF), nullptr);
}

TEST(Format, ChannelOrder) {
  EXPECT_EQ(unpack("R8G8B8A8_UINT", 0x44332211), (Pixel{0x11, 0x22, 0x33, 0x44}));
  EXPECT_EQ(unpack("B8G8R8A8_UNORM", 0xFF0000FF), (Pixel{0, 0, f(1), f(1)}));
  EXPECT_EQ(pack("B8G8R8A8_UNORM", {f(1), 0, 0, f(1)}), 0xFFFF0000U);
  EXPECT_EQ(unpack("R10G10B10A2_UINT", 0xC0000401), (Pixel{1, 1, 0, 3}));
  EXPECT_EQ(unpack("R32G32B32A32_UINT", 0x2'0000'0001, 0x4'0000'0003), (Pixel{1, 2, 3, 4}));
  EXPECT_EQ(unpack("L8_UNORM", 0xFF), (Pixel{f(1), f(1), f(1), f(1)}));
  EXPECT_EQ(unpack("A8_UNORM", 0), (Pixel{0, 0, 0, 0}));
  EXPECT_EQ(pack("L8_UNORM", {f(1), 0, 0, 0}), 0xFFU);
}

TEST(Format, AbsentChannels) {
  EXPECT_EQ(unpack("R32_SINT", 0xFFFF'FFFB), (Pixel{0xFFFF'FFFB, 0, 0, 1}));
  EXPECT_EQ(unpack("R32G32_FLOAT", f(2)), (Pixel{f(2), 0, 0, f(1)}));
  EXPECT_EQ(unpack("R8G8B8X8_UNORM", 0), (Pixel{0, 0, 0, f(1)}));
  EXPECT_EQ(out_of_bounds_pixel(named("R16_SINT")), (Pixel{0, 0, 0, 1}));
}

TEST(Format, Normalised) {
  EXPECT_EQ(unpack("R8_UNORM", 51)[0], f(0.2F));
  EXPECT_EQ(unpack("R8_SNORM", 0x80)[0], f(-1));
  EXPECT_EQ(unpack("R8_SNORM", 0x81)[0], f(-1));
  EXPECT_EQ(pack("R8_SNORM", {f(-2), 0, 0, 0}), 0x81U);
  EXPECT_EQ(pack("R8_UNORM", {f(0.5F), 0, 0, 0}), 128U);  // 127.5 to even
  EXPECT_EQ(pack("R8_UNORM", {f(NAN), 0, 0, 0}), 0U);
  EXPECT_EQ(pack("R32_UNORM", {f(1), 0, 0, 0}), 0xFFFF'FFFFU);
  EXPECT_EQ(pack("R16_UNORM", {f(INFINITY), 0, 0, 0}), 0xFFFFU);
}

TEST(Format, EveryCodeOfNarrowFormatsSurvives) {
  for (const std::string_view name : {"R8_UNORM", "R8_UINT", "R8_SINT", "R16_UNORM", "R16_SINT", "B5G6R5_UNORM",
                                      "B5G5R5A1_UNORM", "B4G4R4A4_UNORM", "R8G8_UNORM"}) {
    const std::uint64_t count = 1ULL << (8 * named(name).bytes);
    for (std::uint64_t code = 0; code < count; ++code) ASSERT_EQ(pack(name, unpack(name, code)), code) << name;
  }
}

TEST(Format, HalvesSurvive) {
  for (std::uint64_t code = 0; code < 0x1'0000; ++code) {
    if ((code & 0x7C00) == 0x7C00 && (code & 0x3FF) != 0) continue;  // NaN keeps no payload
    ASSERT_EQ(pack("R16_FLOAT", unpack("R16_FLOAT", code)), code);
  }
  EXPECT_EQ(unpack("R16_FLOAT", 0x3C00)[0], f(1));
  EXPECT_EQ(unpack("R16_FLOAT", 0x0001)[0], f(std::ldexp(1.0F, -24)));
  EXPECT_EQ(pack("R16_FLOAT", {f(65520), 0, 0, 0}), 0x7C00U);  // rounds past the largest
  EXPECT_EQ(pack("R16_FLOAT", {f(65519), 0, 0, 0}), 0x7BFFU);
  EXPECT_EQ(pack("R16_FLOAT", {f(1.0F + 0x1p-11F), 0, 0, 0}), 0x3C00U);  // tie to even
  EXPECT_EQ(pack("R16_FLOAT", {f(1.0F + 0x3p-11F), 0, 0, 0}), 0x3C02U);
}

TEST(Format, SmallFloatsHaveNoSign) {
  EXPECT_EQ(pack("R11G11B10_FLOAT", {f(1), f(-1), f(2), 0}), 0x3C0U | 0x200ULL << 22);
  EXPECT_EQ(unpack("R11G11B10_FLOAT", 0x3C0U | 0x200ULL << 22), (Pixel{f(1), 0, f(2), f(1)}));
  for (std::uint32_t code = 0; code < 0x7C0; ++code)
    ASSERT_EQ(encode_small_float(decode_small_float(code, 6), 6), code);
}

}  // namespace
}  // namespace eugene::memory
