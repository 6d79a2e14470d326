// BC1 to BC5: a block has two end points, and for each texel an index of a value between them (D3D11.3 functional
// specification, 19.5 block compression). Interpolated values have 8 bits and are rounded down
// (docs/record/undefined.md).
#include "memory/blocks/block_format.h"
#include "memory/unpack.h"

namespace eugene::memory {
namespace {

// Interpolates: the value `part` of `whole` steps from `a` to `b`.
constexpr std::uint8_t between(int a, int b, int part, int whole) {
  return static_cast<std::uint8_t>((a * (whole - part) + b * part) / whole);
}

constexpr Rgba8 from_565(std::uint32_t code) {
  const auto widen = [](std::uint32_t value, unsigned width) {
    return static_cast<std::uint8_t>(value << (8 - width) | value >> (2 * width - 8));
  };
  return {.r = widen(bits(code, 15U, 11U), 5), .g = widen(bits(code, 10U, 5U), 6), .b = widen(bits(code, 4U, 0U), 5)};
}

Rgba8 mix(Rgba8 a, Rgba8 b, int part, int whole) {
  return {
      .r = between(a.r, b.r, part, whole), .g = between(a.g, b.g, part, whole), .b = between(a.b, b.b, part, whole)};
}

// Returns the colours of BC1 to BC3. If the end points of BC1 ascend (`may_be_three`), the last palette entry is black;
// it is transparent in formats with alpha.
std::array<Rgba8, kBlockTexels> colours(std::uint64_t block, bool may_be_three, bool opaque) {
  const auto first = static_cast<std::uint32_t>(bits(block, 15, 0));
  const auto second = static_cast<std::uint32_t>(bits(block, 31, 16));
  std::array<Rgba8, 4> palette{from_565(first), from_565(second)};
  if (may_be_three && first <= second) {
    palette[2] = mix(palette[0], palette[1], 1, 2);
    palette[3] = {.a = static_cast<std::uint8_t>(opaque ? 255 : 0)};
  } else {
    palette[2] = mix(palette[0], palette[1], 1, 3);
    palette[3] = mix(palette[0], palette[1], 2, 3);
  }
  std::array<Rgba8, kBlockTexels> result;
  for (unsigned i = 0; i < kBlockTexels; ++i) result[i] = palette[block >> (32 + 2 * i) & 3];
  return result;
}

// Returns one channel of BC3 to BC5, as 8-bit codes.
template <class Code>
std::array<int, kBlockTexels> channel(std::uint64_t block) {
  constexpr int kLowest = std::is_signed_v<Code> ? -128 : 0;
  constexpr int kHighest = std::is_signed_v<Code> ? 127 : 255;
  const auto first = static_cast<int>(static_cast<Code>(block & 0xFF));
  const auto second = static_cast<int>(static_cast<Code>(block >> 8 & 0xFF));
  const int steps = first > second ? 7 : 5;
  std::array<int, 8> values{first, second};
  for (int i = 1; i < steps; ++i) {
    values[static_cast<std::size_t>(i) + 1] = (first * (steps - i) + second * i) / steps;
  }
  if (steps == 5) {
    values[6] = kLowest;
    values[7] = kHighest;
  }
  std::array<int, kBlockTexels> result{};
  for (unsigned i = 0; i < kBlockTexels; ++i) result[i] = values[block >> (16 + 3 * i) & 7];
  return result;
}

std::uint32_t norm(const PixelFormat& format, int code) {
  return format.type == ChannelType::snorm ? float_bits(snorm_value(code, 8))
                                           : float_bits(unorm_value(static_cast<std::uint32_t>(code), 8));
}

}  // namespace

void decode_bc(const PixelFormat& format, const Block& block, std::span<Pixel> texels) {
  std::array<std::uint64_t, 2> words{};
  std::memcpy(words.data(), block.data(), sizeof(words));
  const char kind = format.name.starts_with("DXT1") ? '1' : format.name[2];
  if (kind == '4' || kind == '5') {
    const auto values = [&](std::uint64_t word) {
      return format.type == ChannelType::snorm ? channel<std::int8_t>(word) : channel<std::uint8_t>(word);
    };
    const auto red = values(words[0]);
    const auto green = values(words[1]);
    for (unsigned i = 0; i < kBlockTexels; ++i) {
      texels[i] = {norm(format, red[i]), kind == '5' ? norm(format, green[i]) : 0, 0, float_bits(1.0F)};
    }
    return;
  }
  const bool has_alpha = kind != '1';  // in a separate word, before the colours
  auto colour = colours(words[has_alpha ? 1 : 0], !has_alpha, format.name.starts_with("DXT1"));
  if (kind == '2') {
    for (unsigned i = 0; i < kBlockTexels; ++i)
      colour[i].a = static_cast<std::uint8_t>((words[0] >> 4 * i & 0xF) * 0x11);
  } else if (kind == '3') {
    const auto alpha = channel<std::uint8_t>(words[0]);
    for (unsigned i = 0; i < kBlockTexels; ++i) colour[i].a = static_cast<std::uint8_t>(alpha[i]);
  }
  for (unsigned i = 0; i < kBlockTexels; ++i) texels[i] = make_pixel(format, colour[i]);
}

}  // namespace eugene::memory
