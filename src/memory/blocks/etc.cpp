// ETC1, ETC2 and EAC (Khronos Data Format Specification 1.3, chapters 21 and 22). Each half of a block has a base
// colour and an index into a table of differences. ETC2 encodes its additional modes as overflows of the second base
// colour. Words are big-endian; texels are in columns.
#include <algorithm>
#include <bit>

#include "memory/blocks/block_format.h"
#include "memory/unpack.h"

namespace eugene::memory {
namespace {

struct Rgb {
  int r = 0, g = 0, b = 0;
};

std::uint64_t word_at(const Block& block, std::size_t byte) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i) word = word << 8 | static_cast<std::uint64_t>(block[byte + i]);
  return word;
}

int field(std::uint64_t word, unsigned high, unsigned low) { return static_cast<int>(bits(word, high, low)); }

// Widens a channel of 4 to 7 bits to 8 bits.
constexpr int widen(int value, unsigned width) { return value << (8 - width) | value >> (2 * width - 8); }

constexpr std::uint8_t clamp8(int value) { return static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }

Rgba8 shifted(Rgb base, int by) {
  return {.r = clamp8(base.r + by), .g = clamp8(base.g + by), .b = clamp8(base.b + by)};
}

// Returns the two index bits of texel `i`, counted in columns.
unsigned read_index(std::uint64_t word, unsigned i) {
  return static_cast<unsigned>(word >> (16 + i) & 1) * 2 + static_cast<unsigned>(word >> i & 1);
}

constexpr Rgba8 kTransparent{.a = 0};

// The decoded texels of a block, column by column.
using Colours = std::array<Rgba8, kBlockTexels>;

// Decodes two half blocks. Without `opaque`, texels of index 2 are transparent and texels of index 0 have the base
// colour.
Colours half_blocks(std::uint64_t word, Rgb first, Rgb second, bool opaque) {
  constexpr std::array<std::array<int, 2>, 8> kSteps{
      {{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}}};
  const bool rows = bit(word, 32);
  Colours result;
  for (unsigned i = 0; i < kBlockTexels; ++i) {
    const bool in_second = rows ? i % 4 >= 2 : i >= 8;
    const std::array<int, 2>& steps =
        kSteps[static_cast<std::size_t>(in_second ? field(word, 36, 34) : field(word, 39, 37))];
    const unsigned index = read_index(word, i);
    int step = steps[index & 1];
    if (!opaque && index == 0) step = 0;
    if (!opaque && index == 2) {
      result[i] = kTransparent;
      continue;
    }
    result[i] = shifted(in_second ? second : first, index >= 2 ? -step : step);
  }
  return result;
}

Colours painted(std::uint64_t word, const std::array<Rgba8, 4>& paint, bool opaque) {
  Colours result;
  for (unsigned i = 0; i < kBlockTexels; ++i) {
    const unsigned index = read_index(word, i);
    result[i] = !opaque && index == 2 ? kTransparent : paint[index];
  }
  return result;
}

constexpr std::array<int, 8> kDistances{3, 6, 11, 16, 23, 32, 41, 64};

Rgba8 exact(Rgb colour) { return shifted(colour, 0); }

Colours t_mode(std::uint64_t word, bool opaque) {
  const Rgb first{.r = widen(field(word, 60, 59) << 2 | field(word, 57, 56), 4),
                  .g = widen(field(word, 55, 52), 4),
                  .b = widen(field(word, 51, 48), 4)};
  const Rgb second{
      .r = widen(field(word, 47, 44), 4), .g = widen(field(word, 43, 40), 4), .b = widen(field(word, 39, 36), 4)};
  const int distance = kDistances[static_cast<std::size_t>(field(word, 35, 34) << 1 | field(word, 32, 32))];
  return painted(word, {exact(first), shifted(second, distance), exact(second), shifted(second, -distance)}, opaque);
}

Colours h_mode(std::uint64_t word, bool opaque) {
  const int r1 = field(word, 62, 59);
  const int g1 = field(word, 58, 56) << 1 | field(word, 52, 52);
  const int b1 = field(word, 51, 51) << 3 | field(word, 49, 47);
  const int r2 = field(word, 46, 43);
  const int g2 = field(word, 42, 39);
  const int b2 = field(word, 38, 35);
  const bool descending = (r1 << 8 | g1 << 4 | b1) >= (r2 << 8 | g2 << 4 | b2);
  const int distance =
      kDistances[static_cast<std::size_t>(field(word, 34, 34) << 2 | field(word, 32, 32) << 1 | (descending ? 1 : 0))];
  const Rgb first{.r = widen(r1, 4), .g = widen(g1, 4), .b = widen(b1, 4)};
  const Rgb second{.r = widen(r2, 4), .g = widen(g2, 4), .b = widen(b2, 4)};
  return painted(
      word,
      {shifted(first, distance), shifted(first, -distance), shifted(second, distance), shifted(second, -distance)},
      opaque);
}

// Interpolates linearly between the colours of three corners.
Colours planar_mode(std::uint64_t word) {
  const Rgb origin{.r = widen(field(word, 62, 57), 6),
                   .g = widen(field(word, 56, 56) << 6 | field(word, 54, 49), 7),
                   .b = widen(field(word, 48, 48) << 5 | field(word, 44, 43) << 3 | field(word, 41, 39), 6)};
  const Rgb across{.r = widen(field(word, 38, 34) << 1 | field(word, 32, 32), 6),
                   .g = widen(field(word, 31, 25), 7),
                   .b = widen(field(word, 24, 19), 6)};
  const Rgb down{
      .r = widen(field(word, 18, 13), 6), .g = widen(field(word, 12, 6), 7), .b = widen(field(word, 5, 0), 6)};
  Colours result;
  for (unsigned i = 0; i < kBlockTexels; ++i) {
    const int x = static_cast<int>(i / 4);
    const int y = static_cast<int>(i % 4);
    const auto plane = [x, y](int o, int h, int v) { return clamp8((x * (h - o) + y * (v - o) + 4 * o + 2) >> 2); };
    result[i] = {.r = plane(origin.r, across.r, down.r),
                 .g = plane(origin.g, across.g, down.g),
                 .b = plane(origin.b, across.b, down.b)};
  }
  return result;
}

bool is_colour(int value) { return value >= 0 && value < 32; }

// Decodes `word` of an ETC1 or ETC2 format. With punch-through alpha, the bit that otherwise selects the mode is set if
// all texels are opaque.
Colours decode_colours(std::uint64_t word, bool punch_through, bool is_etc2) {
  const bool opaque = !punch_through || bit(word, 33);
  if (!punch_through && !bit(word, 33)) {
    const Rgb first{
        .r = widen(field(word, 63, 60), 4), .g = widen(field(word, 55, 52), 4), .b = widen(field(word, 47, 44), 4)};
    const Rgb second{
        .r = widen(field(word, 59, 56), 4), .g = widen(field(word, 51, 48), 4), .b = widen(field(word, 43, 40), 4)};
    return half_blocks(word, first, second, true);
  }
  const auto difference = [word](unsigned high) {
    return static_cast<int>(sign_extend(bits(word, high, high - 2), 3));
  };
  const Rgb base{.r = field(word, 63, 59), .g = field(word, 55, 51), .b = field(word, 47, 43)};
  const Rgb other{.r = base.r + difference(58), .g = base.g + difference(50), .b = base.b + difference(42)};
  if (is_etc2 && !is_colour(other.r)) return t_mode(word, opaque);
  if (is_etc2 && !is_colour(other.g)) return h_mode(word, opaque);
  if (is_etc2 && !is_colour(other.b)) return planar_mode(word);
  const auto whole = [](Rgb c) {
    return Rgb{.r = widen(c.r & 31, 5), .g = widen(c.g & 31, 5), .b = widen(c.b & 31, 5)};
  };
  return half_blocks(word, whole(base), whole(other), opaque);
}

constexpr std::array<std::array<int, 8>, 16> kEacSteps{{
    {-3, -6, -9, -15, 2, 5, 8, 14},
    {-3, -7, -10, -13, 2, 6, 9, 12},
    {-2, -5, -8, -13, 1, 4, 7, 12},
    {-2, -4, -6, -13, 1, 3, 5, 12},
    {-3, -6, -8, -12, 2, 5, 7, 11},
    {-3, -7, -9, -11, 2, 6, 8, 10},
    {-4, -7, -8, -11, 3, 6, 7, 10},
    {-3, -5, -8, -11, 2, 4, 7, 10},
    {-2, -6, -8, -10, 1, 5, 7, 9},
    {-2, -5, -8, -10, 1, 4, 7, 9},
    {-2, -4, -8, -10, 1, 3, 7, 9},
    {-2, -5, -7, -10, 1, 4, 6, 9},
    {-3, -4, -7, -10, 2, 3, 6, 9},
    {-1, -2, -3, -10, 0, 1, 2, 9},
    {-4, -6, -8, -9, 3, 5, 7, 8},
    {-3, -5, -7, -9, 2, 4, 6, 8},
}};

int eac_step(std::uint64_t word, unsigned i) {
  return kEacSteps[static_cast<std::size_t>(field(word, 51, 48))][word >> (45 - 3 * i) & 7];
}

// Returns the 8-bit alpha of texel `i`.
std::uint8_t eac_alpha(std::uint64_t word, unsigned i) {
  return clamp8(field(word, 63, 56) + eac_step(word, i) * field(word, 55, 52));
}

// Returns an 11-bit channel of texel `i` as a float. A multiplier of 0 means 1/8.
std::uint32_t eac_channel(std::uint64_t word, unsigned i, bool is_signed) {
  const int multiplier = field(word, 55, 52) == 0 ? 1 : field(word, 55, 52) * 8;
  const int step = eac_step(word, i) * multiplier;
  if (!is_signed) {
    const int code = std::clamp(field(word, 63, 56) * 8 + 4 + step, 0, 2047);
    return float_bits(static_cast<float>(code) / 2047.0F);
  }
  const int base = std::max(static_cast<int>(sign_extend(bits(word, 63, 56), 8)), -127);
  return float_bits(static_cast<float>(std::clamp(base * 8 + step, -1023, 1023)) / 1023.0F);
}

// Converts an index in rows to an index in columns.
constexpr unsigned row_order(unsigned i) { return i % 4 * 4 + i / 4; }

}  // namespace

void decode_etc(const PixelFormat& format, const Block& block, std::span<Pixel> texels) {
  const std::uint64_t first = word_at(block, 0);
  const std::uint64_t second = word_at(block, 8);
  if (format.name.starts_with("EAC")) {
    const bool is_signed = format.type == ChannelType::snorm;
    const bool has_green = format.bytes == 16;
    for (unsigned i = 0; i < kBlockTexels; ++i) {
      texels[row_order(i)] = {eac_channel(first, i, is_signed), has_green ? eac_channel(second, i, is_signed) : 0, 0,
                              float_bits(1.0F)};
    }
    return;
  }
  const bool has_alpha = format.bytes == 16;  // alpha is in the first word
  const Colours colours =
      decode_colours(has_alpha ? second : first, format.name.ends_with("_PTA"), !format.name.starts_with("ETC1"));
  for (unsigned i = 0; i < kBlockTexels; ++i) {
    Rgba8 colour = colours[i];
    if (has_alpha) colour.a = eac_alpha(first, i);
    texels[row_order(i)] = make_pixel(format, colour);
  }
}

}  // namespace eugene::memory
