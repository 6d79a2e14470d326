// BC7: colours of 8 bits with up to three subsets a block (D3D11.3 functional specification, 19.5.17).
#include <algorithm>
#include <bit>
#include <utility>

#include "memory/blocks/block_format.h"
#include "memory/blocks/bptc.h"

namespace eugene::memory {
namespace {

struct Bc7Mode {
  std::uint8_t subsets, partition_bits, rotation_bits, selector_bits;
  std::uint8_t colour_bits, alpha_bits;
  std::uint8_t point_bits;   // one lowest bit for each end point
  std::uint8_t shared_bits;  // one lowest bit for both end points of a subset
  std::uint8_t index_bits, second_index_bits;
};

constexpr std::array<Bc7Mode, 8> kBc7Modes{{
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0},
    {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
    {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
    {1, 0, 2, 1, 5, 6, 0, 0, 2, 3},
    {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0},
    {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
}};

using EndPoints8 = std::array<std::array<std::uint32_t, 4>, 6>;

EndPoints8 read_end_points(const Bc7Mode& mode, BlockBits& bits) {
  EndPoints8 points{};
  const unsigned count = mode.subsets * 2U;
  for (std::size_t channel = 0; channel < 4; ++channel) {
    const unsigned width = channel == 3 ? mode.alpha_bits : mode.colour_bits;
    for (unsigned i = 0; i < count; ++i) points[i][channel] = bits.take(width);
  }
  const bool has_low_bit = mode.point_bits != 0 || mode.shared_bits != 0;
  std::uint32_t low = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (mode.point_bits != 0 || (mode.shared_bits != 0 && i % 2 == 0)) low = bits.take(1);
    for (std::size_t channel = 0; channel < 4; ++channel) {
      unsigned width = channel == 3 ? mode.alpha_bits : mode.colour_bits;
      std::uint32_t& value = points[i][channel];
      if (width == 0) {
        value = 255;
        continue;
      }
      if (has_low_bit) {
        value = value << 1 | low;
        ++width;
      }
      value <<= 8 - width;
      value |= value >> width;
    }
  }
  return points;
}

using Indices = std::array<std::uint32_t, kBlockTexels>;

Indices read_indices(const Bc7Mode& mode, unsigned partition, unsigned width, BlockBits& bits) {
  Indices indices{};
  for (unsigned i = 0; i < kBlockTexels && width != 0; ++i) {
    indices[i] = bits.take(width - (is_anchor(mode.subsets, partition, i) ? 1 : 0));
  }
  return indices;
}

}  // namespace

void decode_bc7(const PixelFormat& format, const Block& block, std::span<Pixel> texels) {
  const auto mode_number = static_cast<unsigned>(std::countr_zero(static_cast<std::uint8_t>(block[0])));
  if (mode_number >= kBc7Modes.size()) {  // reserved: transparent black
    std::ranges::fill(texels, make_pixel(format, {.a = 0}));
    return;
  }
  const Bc7Mode& mode = kBc7Modes[mode_number];
  BlockBits bits(block);
  (void)bits.take(mode_number + 1);
  const unsigned partition = bits.take(mode.partition_bits);
  const unsigned rotation = bits.take(mode.rotation_bits);
  const bool swapped = bits.take(mode.selector_bits) != 0;
  const EndPoints8 points = read_end_points(mode, bits);
  const Indices first = read_indices(mode, partition, mode.index_bits, bits);
  const Indices second = read_indices(mode, partition, mode.second_index_bits, bits);
  for (unsigned i = 0; i < kBlockTexels; ++i) {
    int colour_weight = weight(mode.index_bits, first[i]);
    int alpha_weight = mode.second_index_bits == 0 ? colour_weight : weight(mode.second_index_bits, second[i]);
    if (swapped) std::swap(colour_weight, alpha_weight);
    const std::size_t low = std::size_t{find_subset(mode.subsets, partition, i)} * 2;
    std::array<std::uint8_t, 4> value{};
    for (std::size_t channel = 0; channel < 4; ++channel) {
      value[channel] = static_cast<std::uint8_t>(interpolate(static_cast<int>(points[low][channel]),
                                                             static_cast<int>(points[low + 1][channel]),
                                                             channel == 3 ? alpha_weight : colour_weight));
    }
    if (rotation != 0) std::swap(value[rotation - 1], value[3]);
    texels[i] = make_pixel(format, {.r = value[0], .g = value[1], .b = value[2], .a = value[3]});
  }
}

}  // namespace eugene::memory
