#include "memory/format.h"

#include <bit>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

#include <gtest/gtest.h>

#include "base/bits.h"
#include "memory/small_float.h"

namespace eugene::memory::format_test {
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
  EXPECT_EQ(pack("R16G16_SINT", {0x8000'7FFF, 0x8000, 0, 0}), 0x7FFF'8000U);  // the nearest in range
  EXPECT_EQ(pack("R10G10B10A2_UINT", {1024, 1023, 5, 9}), 0xC05F'FFFFU);
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

TEST(Format, MixedAndPadded) {
  EXPECT_EQ(unpack("R10G10B10_SNORM_A2_UNORM", 0xC00'7FDFFULL | 3ULL << 30),
            (Pixel{f(1), f(std::max(-1.0F, static_cast<float>(0x1FF) / 511)), f(0), f(1)}))
      << "red and green are the largest, alpha is a plain fraction";
  EXPECT_EQ(unpack("R24_UNORM_X8_TYPELESS", 0xAAFF'FFFF), (Pixel{f(1), 0, 0, f(1)}));
  EXPECT_EQ(unpack("X24_TYPELESS_G8_UINT", 0xAB12'3456), (Pixel{0, 0xAB, 0, 1}));
  EXPECT_EQ(unpack("R32_FLOAT_X8X24_TYPELESS", 0x1234'5678ULL << 32 | f(2)), (Pixel{f(2), 0, 0, f(1)}));
  EXPECT_EQ(unpack("X32_TYPELESS_G8X24_UINT", 0xFF'FF12ULL << 32), (Pixel{0, 0x12, 0, 1}));
  EXPECT_EQ(unpack("I24X8_UNORM", 0xFF'FFFF), (Pixel{f(1), f(1), f(1), f(1)}));
  EXPECT_EQ(unpack("Y8_UNORM", 0xFF), (Pixel{0, f(1), 0, f(1)}));
  EXPECT_EQ(unpack("L8A8_SINT", 0x80FF), (Pixel{~0U, ~0U, ~0U, 0xFFFF'FF80U}));
}

// IEC 61966-2-1, against the formula in long double.
TEST(Format, SrgbIsLinear) {
  for (unsigned code = 0; code < 256; ++code) {
    const long double encoded = code / 255.0L;
    const long double linear = encoded <= 0.04045L ? encoded / 12.92L : std::pow((encoded + 0.055L) / 1.055L, 2.4L);
    const Pixel pixel = unpack("R8G8B8A8_UNORM_SRGB", code * 0x0101'0101ULL);
    EXPECT_EQ(pixel[0], f(static_cast<float>(linear))) << code;
    EXPECT_EQ(pixel[2], pixel[0]);
    EXPECT_EQ(pixel[3], f(static_cast<float>(code) / 255)) << code;
    EXPECT_EQ(pack("R8G8B8A8_UNORM_SRGB", pixel), code * 0x0101'0101ULL);
  }
  for (std::uint64_t code = 0; code < 0x1'0000; ++code) {
    ASSERT_EQ(pack("B5G6R5_UNORM_SRGB", unpack("B5G6R5_UNORM_SRGB", code)), code);
  }
}

TEST(Format, SharedExponent) {
  EXPECT_EQ(unpack("R9G9B9E5_SHAREDEXP", 16ULL << 27 | 256 | 128ULL << 9 | 511ULL << 18),
            (Pixel{f(1), f(0.5F), f(511.0F / 256), f(1)}));
  EXPECT_EQ(unpack("R9G9B9E5_SHAREDEXP", 1), (Pixel{f(0x1p-24F), 0, 0, f(1)}));
  for (unsigned exponent = 0; exponent < 32; ++exponent) {
    for (unsigned red = 256; red < 512; ++red) {  // normalised: one code a colour
      const std::uint64_t code = std::uint64_t{exponent} << 27 | red | (red / 3) << 9;
      ASSERT_EQ(pack("R9G9B9E5_SHAREDEXP", unpack("R9G9B9E5_SHAREDEXP", code)), code);
    }
  }
  EXPECT_EQ(pack("R9G9B9E5_SHAREDEXP", {f(1e9F), f(-1), f(NAN), 0}), 31ULL << 27 | 511);
}

// Every code of every channel that has up to 16 bits, against the definitions in double.
TEST(Format, EveryChannelIsWhatItsTypeSays) {
  for (const PixelFormat& format : all_formats()) {
    if (format.family != FormatFamily::channels || format.is_srgb) continue;
    for (unsigned c = 0; c < 4; ++c) {
      const auto [low, width, type] = format.channels[c];
      if (width == 0 || width > 16 || type == ChannelType::float_) continue;
      for (std::uint64_t code = 0; code < 1ULL << width; ++code) {
        std::array<std::uint64_t, 2> words{};
        words[low / 64] = code << low % 64;
        const std::uint32_t value = unpack_pixel(format, std::as_bytes(std::span(words)).data())[c];
        const auto number = static_cast<std::int32_t>(sign_extend(code, width));
        const auto largest = static_cast<double>((1U << (width - (type == ChannelType::snorm ? 1 : 0))) - 1);
        std::uint32_t expected = static_cast<std::uint32_t>(code);
        if (type == ChannelType::sint) expected = static_cast<std::uint32_t>(number);
        if (type == ChannelType::unorm) expected = f(static_cast<float>(static_cast<double>(code) / largest));
        if (type == ChannelType::snorm) expected = f(static_cast<float>(std::max(number / largest, -1.0)));
        ASSERT_EQ(value, expected) << format.name << " " << c << " " << code;
      }
    }
  }
}

// Packing and unpacking a pixel again gives the same pixel: random bits in every format.
TEST(Format, PackIsTheInverse) {
  std::uint64_t random = 88172645463325252ULL;
  const auto next = [&random] {
    random ^= random << 13;
    random ^= random >> 7;
    return random ^= random << 17;
  };
  for (const PixelFormat& format : all_formats()) {
    if (format.unpack == nullptr || format.family != FormatFamily::channels) continue;
    for (unsigned i = 0; i < 2000; ++i) {
      std::array<std::uint64_t, 2> words{next(), next()};
      const Pixel pixel = unpack_pixel(format, std::as_bytes(std::span(words)).data());
      std::array<std::uint64_t, 2> again{};
      pack_pixel(format, pixel, std::as_writable_bytes(std::span(again)).data());
      const Pixel same = unpack_pixel(format, std::as_bytes(std::span(again)).data());
      for (unsigned c = 0; c < 4; ++c) {
        if (format.type == ChannelType::float_ && std::isnan(std::bit_cast<float>(pixel[c])))
          continue;  // keeps no payload
        ASSERT_EQ(same[c], pixel[c]) << format.name << " " << c;
      }
    }
  }
}

}  // namespace
}  // namespace eugene::memory::format_test
