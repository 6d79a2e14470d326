// Formats of vertex elements.
#include "draw/fetch/vertex_format.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "values.h"

namespace eugene::draw {
namespace {

template <class T>
memory::Pixel unpack(std::uint16_t code, const std::vector<T>& values) {
  std::vector<std::byte> bytes(VertexFormat::kMaxBytes);
  std::memcpy(bytes.data(), values.data(), values.size() * sizeof(T));
  const auto format = find_vertex_format(code);
  EXPECT_TRUE(format) << code;
  return format ? format->unpack(bytes.data()) : memory::Pixel{};
}

memory::Pixel floats(float x, float y, float z, float w) { return {f(x), f(y), f(z), f(w)}; }

TEST(VertexFormat, IntegersBecomeFloats) {
  EXPECT_EQ(unpack<std::int16_t>(0x093, {-5, 6, -7, 8}), floats(-5, 6, -7, 8));      // R16G16B16A16_SSCALED
  EXPECT_EQ(unpack<std::uint8_t>(0x196, {200, 1, 2}), floats(200, 1, 2, 1));         // R8G8B8_USCALED
  EXPECT_EQ(unpack<std::uint32_t>(0x0F9, {0xFFFF'FFFF}), floats(0x1p32F, 0, 0, 1));  // R32_USCALED
  EXPECT_EQ(unpack<std::int32_t>(0x0F8, {-1}), floats(-1, 0, 0, 1));                 // R32_SSCALED
  EXPECT_EQ(find_vertex_format(0x19E)->bytes(), 6U);                                 // R16G16B16_SSCALED
}

TEST(VertexFormat, FixedPointAndDoubles) {
  EXPECT_EQ(unpack<std::int32_t>(0x0A0, {0x1'8000, -0x8000}), floats(1.5F, -0.5F, 0, 1));  // R32G32_SFIXED
  EXPECT_EQ(unpack<double>(0x198, {0.25, -2, 1e30}), floats(0.25F, -2, 1e30F, 1));         // R64G64B64_FLOAT
  EXPECT_EQ(find_vertex_format(0x197)->bytes(), 32U);
}

TEST(VertexFormat, PackedChannels) {
  constexpr std::uint32_t kWord = 0x3FFU | 0x200U << 10 | 5U << 20 | 3U << 30;  // -1, -512, 5, -1
  EXPECT_EQ(unpack<std::uint32_t>(0x1B5, {kWord}), floats(-1, -512, 5, -1));
  EXPECT_EQ(unpack<std::uint32_t>(0x1B8, {kWord}), floats(5, 512, 1023, 3));
  EXPECT_EQ(unpack<std::uint32_t>(0x1B3, {kWord}), floats(-1 / 511.0F, -1, 5 / 511.0F, -1));
  EXPECT_EQ(unpack<std::uint32_t>(0x1B6, {kWord}), (memory::Pixel{~0U, 0U - 512, 5, ~0U}));
}

TEST(VertexFormat, FormatsOfImages) {
  EXPECT_EQ(unpack<float>(0x085, {3, 4}), floats(3, 4, 0, 1));  // R32G32_FLOAT
  EXPECT_FALSE(find_vertex_format(0x1FF));
  EXPECT_FALSE(find_vertex_format(0x0A1));  // R64_PASSTHRU
}

}  // namespace
}  // namespace eugene::draw
