// FXT1 (OpenGL extension GL_3DFX_texture_compression_FXT1, appendix). A block is two squares of 4 x 4 texels, side by
// side. The highest bits of a block select one of four modes. Each mode makes a palette for each square, and a texel is
// an index into the palette.
#include "memory/blocks/block_format.h"

namespace eugene::memory {
namespace {

constexpr unsigned kSquareSide = 4;  // texels
constexpr unsigned kSquareTexels = kSquareSide * kSquareSide;
constexpr unsigned kColourBits = 15, kFirstColour = 64;  // of the modes with indices of two bits
constexpr Rgba8 kTransparentBlack{.r = 0, .g = 0, .b = 0, .a = 0};

using Palette = std::array<Rgba8, 8>;

class Fxt1Block {
 public:
  explicit Fxt1Block(const Block& block) { std::memcpy(words_.data(), block.data(), sizeof(block)); }

  // Returns `count` bits from bit `low` on. They may continue in the second word.
  std::uint32_t field(unsigned low, unsigned count) const {
    std::uint64_t value = words_[low / 64] >> low % 64;
    if (low % 64 + count > 64) value |= words_[1] << (64 - low % 64);
    return static_cast<std::uint32_t>(value & low_mask(count));
  }
  // Returns the colour of 5 bits a channel at bit `low`, blue first.
  Rgba8 colour(unsigned low) const { return {.r = five(low + 10), .g = five(low + 5), .b = five(low)}; }
  // The same, with a sixth and lowest bit of green.
  Rgba8 colour(unsigned low, std::uint32_t green) const {
    const std::uint32_t six = field(low + 5, 5) << 1 | (green & 1);
    return {.r = five(low + 10), .g = static_cast<std::uint8_t>(six << 2 | six >> 4), .b = five(low)};
  }
  std::uint8_t five(unsigned low) const {
    const std::uint32_t value = field(low, 5);
    return static_cast<std::uint8_t>(value << 3 | value >> 2);
  }

 private:
  std::array<std::uint64_t, 2> words_{};
};

// Returns the colour after `part` of `whole` equal steps from `a` to `b`. `bias` is added before dividing by `whole`.
Rgba8 mix(Rgba8 a, Rgba8 b, unsigned part, unsigned whole, unsigned bias) {
  const auto channel = [&](unsigned from, unsigned to) {
    return static_cast<std::uint8_t>((from * (whole - part) + to * part + bias) / whole);
  };
  return {.r = channel(a.r, b.r), .g = channel(a.g, b.g), .b = channel(a.b, b.b), .a = channel(a.a, b.a)};
}

// CC_HI: seven steps between two colours.
Palette high_palette(const Fxt1Block& block) {
  constexpr unsigned kColour0 = 96, kColour1 = 111, kSteps = 6;
  Palette palette{};
  for (unsigned i = 0; i <= kSteps; ++i)
    palette[i] = mix(block.colour(kColour0), block.colour(kColour1), i, kSteps, kSteps / 2);
  palette[kSteps + 1] = kTransparentBlack;
  return palette;
}

Rgba8 numbered_colour(const Fxt1Block& block, unsigned number) {
  return block.colour(kFirstColour + number * kColourBits);
}

// CC_CHROMA: four colours.
Palette chroma_palette(const Fxt1Block& block) {
  return {numbered_colour(block, 0), numbered_colour(block, 1), numbered_colour(block, 2), numbered_colour(block, 3)};
}

Palette four_steps(Rgba8 first, Rgba8 last) {
  return {first, mix(first, last, 1, 3, 1), mix(first, last, 2, 3, 1), last};
}

// CC_MIXED: two colours for each square, with six bits of green. The lowest bits of green are at the block's end. The
// first colour's bit is combined with a bit of the first texel's index.
Palette mixed_palette(const Fxt1Block& block, unsigned square) {
  constexpr unsigned kHasTransparent = 124, kGreen = 125;
  const unsigned at = kFirstColour + square * 2 * kColourBits;
  const std::uint32_t green = block.field(kGreen + square, 1);
  const Rgba8 last = block.colour(at + kColourBits, green);
  if (block.field(kHasTransparent, 1) != 0) {
    const Rgba8 first = block.colour(at);
    return {first, mix(first, last, 1, 2, 0), last, kTransparentBlack};
  }
  const std::uint32_t first_index = block.field(square * 2 * kSquareTexels, 2);
  return four_steps(block.colour(at, green ^ first_index >> 1), last);
}

// CC_ALPHA: three colours with alpha. Either both squares have the palette of these three colours, or each square has
// four steps: the left square from colour 0 to colour 1, the right square from colour 2 to colour 1.
Palette alpha_palette(const Fxt1Block& block, unsigned square) {
  constexpr unsigned kHasSteps = 124, kAlpha = 109, kAlphaBits = 5;
  const auto colour = [&](unsigned number) {
    Rgba8 result = numbered_colour(block, number);
    result.a = block.five(kAlpha + number * kAlphaBits);
    return result;
  };
  if (block.field(kHasSteps, 1) == 0) return {colour(0), colour(1), colour(2), kTransparentBlack};
  return four_steps(colour(square * 2), colour(1));
}

Palette find_palette(const Fxt1Block& block, unsigned mode, unsigned square) {
  constexpr unsigned kChroma = 2, kAlpha = 3, kFirstMixed = 4;
  if (mode >= kFirstMixed) return mixed_palette(block, square);
  if (mode == kAlpha) return alpha_palette(block, square);
  return mode == kChroma ? chroma_palette(block) : high_palette(block);
}

}  // namespace

void decode_fxt1(const PixelFormat& format, const Block& block, std::span<Pixel> texels) {
  constexpr unsigned kMode = 125, kFirstTwoBitMode = 2;
  const Fxt1Block bits(block);
  const unsigned mode = bits.field(kMode, 3);
  const unsigned index_bits = mode < kFirstTwoBitMode ? 3 : 2;
  for (unsigned square = 0; square < 2; ++square) {
    const Palette palette = find_palette(bits, mode, square);
    for (unsigned i = 0; i < kSquareTexels; ++i) {
      const std::uint32_t index = bits.field((square * kSquareTexels + i) * index_bits, index_bits);
      texels[i / kSquareSide * 2 * kSquareSide + square * kSquareSide + i % kSquareSide] =
          make_pixel(format, palette[index]);
    }
  }
}

}  // namespace eugene::memory
