// BC6H: colours of half floats (D3D11.3 functional specification, 19.5.15 and 19.5.16). Each of 14 modes spreads the
// bits of the end points over the block in a different order.
#include <algorithm>
#include <string_view>

#include "memory/blocks/block_format.h"
#include "memory/blocks/bptc.h"
#include "memory/unpack.h"

namespace eugene::memory {
namespace {

struct Mode {
  std::uint8_t code;
  std::uint8_t code_bits;
  bool are_deltas;  // all end points except the first
  std::uint8_t partition_bits;
  std::uint8_t endpoint_bits;
  std::array<std::uint8_t, 3> delta_bits;
  // Fields from the lowest bit up: channel, end point (w and x of the first region, y and z of the second), then the
  // bits of the value, highest first unless they are stored in reverse.
  std::string_view fields;
};

constexpr std::array<Mode, 14> kModes{{
    {0b00000,
     2,
     true,
     5,
     10,
     {5, 5, 5},
     "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0b00001,
     2,
     true,
     5,
     7,
     {6, 6, 6},
     "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 "
     "rz5:0"},
    {0b00010,
     5,
     true,
     5,
     11,
     {5, 4, 4},
     "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0b00011, 5, false, 0, 10, {10, 10, 10}, "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0"},
    {0b00110,
     5,
     true,
     5,
     11,
     {4, 5, 4},
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3"},
    {0b00111, 5, true, 0, 11, {9, 9, 9}, "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10"},
    {0b01010,
     5,
     true,
     5,
     11,
     {4, 4, 5},
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3"},
    {0b01011, 5, true, 0, 12, {8, 8, 8}, "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11"},
    {0b01110,
     5,
     true,
     5,
     9,
     {5, 5, 5},
     "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0b01111, 5, true, 0, 16, {4, 4, 4}, "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15"},
    {0b10010,
     5,
     true,
     5,
     8,
     {6, 5, 5},
     "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0"},
    {0b10110,
     5,
     true,
     5,
     8,
     {5, 6, 5},
     "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0b11010,
     5,
     true,
     5,
     8,
     {5, 5, 6},
     "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3"},
    {0b11110,
     5,
     false,
     5,
     6,
     {6, 6, 6},
     "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 "
     "rz5:0"},
}};

// Blocks with two regions have 3-bit indices, blocks with one region 4-bit indices.
constexpr unsigned regions(const Mode& mode) { return mode.partition_bits != 0 ? 2 : 1; }

using EndPoints = std::array<std::array<int, 3>, 4>;

unsigned number(std::string_view fields, std::size_t& at) {
  unsigned value = 0;
  while (at < fields.size() && fields[at] >= '0' && fields[at] <= '9') {
    value = value * 10 + static_cast<unsigned>(fields[at++] - '0');
  }
  return value;
}

EndPoints read_fields(std::string_view fields, BlockBits& block) {
  EndPoints points{};
  for (std::size_t at = 0; at < fields.size(); ++at) {  // ++at: skips the space after a field
    const std::size_t channel = fields[at] == 'r' ? 0 : fields[at] == 'g' ? 1 : 2;
    const std::size_t point = fields[at + 1] == 'w' ? 0 : static_cast<std::size_t>(fields[at + 1] - 'x') + 1;
    at += 2;
    const unsigned from = number(fields, at);
    unsigned to = from;
    if (at < fields.size() && fields[at] == ':') to = number(fields, ++at);
    const unsigned low = std::min(from, to);
    const unsigned count = std::max(from, to) - low + 1;
    std::uint32_t value = block.take(count);
    if (from < to) {
      std::uint32_t reversed = 0;
      for (unsigned i = 0; i < count; ++i) reversed |= (value >> i & 1) << (count - 1 - i);
      value = reversed;
    }
    points[point][channel] |= static_cast<int>(value << low);
  }
  return points;
}

int extend(int value, unsigned width) {
  return static_cast<int>(sign_extend(static_cast<std::uint32_t>(value), width));
}

int unquantise(int value, unsigned width, bool is_signed) {
  if (is_signed) {
    if (width >= 16) return value;
    const int magnitude = value < 0 ? -value : value;
    int wide = ((magnitude << 15) + 0x4000) >> (width - 1);
    if (magnitude == 0) wide = 0;
    if (magnitude >= (1 << (width - 1)) - 1) wide = 0x7FFF;
    return value < 0 ? -wide : wide;
  }
  if (width >= 15 || value == 0) return value;
  if (value == (1 << width) - 1) return 0xFFFF;
  return ((value << 15) + 0x4000) >> (width - 1);
}

// Makes 16-bit numbers of the end points. The code of a half is 31/32 of such a number, or 31/64 if it is unsigned.
void finish_end_points(const Mode& mode, bool is_signed, EndPoints& points) {
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const unsigned width = mode.endpoint_bits;
    if (is_signed) points[0][channel] = extend(points[0][channel], width);
    for (std::size_t i = 1; i < points.size(); ++i) {
      int& point = points[i][channel];
      if (is_signed || mode.are_deltas) point = extend(point, mode.delta_bits[channel]);
      if (!mode.are_deltas) continue;
      point = (points[0][channel] + point) & static_cast<int>(low_mask(width));
      if (is_signed) point = extend(point, width);
    }
    for (auto& point : points) point[channel] = unquantise(point[channel], width, is_signed);
  }
}

std::uint32_t decode_value(int number, bool is_signed) {
  std::uint32_t half = 0;
  if (is_signed) {
    half = number < 0 ? static_cast<std::uint32_t>(-number * 31 >> 5) | 0x8000
                      : static_cast<std::uint32_t>(number * 31 >> 5);
  } else {
    half = static_cast<std::uint32_t>(number * 31 >> 6);
  }
  return float_bits(float_value(half, 16));
}

const Mode* find_mode(std::uint32_t first_bits) {
  const auto found = std::ranges::find_if(
      kModes, [first_bits](const Mode& mode) { return (first_bits & low_mask(mode.code_bits)) == mode.code; });
  return found == kModes.end() ? nullptr : &*found;
}

}  // namespace

void decode_bc6h(const PixelFormat& format, const Block& block, std::span<Pixel> texels) {
  const bool is_signed = format.name == "BC6H_SF16";
  const Mode* mode = find_mode(BlockBits(block).take(5));
  if (mode == nullptr) {  // reserved: black
    std::ranges::fill(texels, Pixel{0, 0, 0, float_bits(1.0F)});
    return;
  }
  BlockBits bits(block);
  (void)bits.take(mode->code_bits);
  EndPoints points = read_fields(mode->fields, bits);
  const unsigned partition = bits.take(mode->partition_bits);
  finish_end_points(*mode, is_signed, points);
  const unsigned subsets = regions(*mode);
  const unsigned index_bits = subsets == 2 ? 3 : 4;
  for (unsigned i = 0; i < kBlockTexels; ++i) {
    const unsigned index = bits.take(index_bits - (is_anchor(subsets, partition, i) ? 1 : 0));
    const std::size_t first = std::size_t{find_subset(subsets, partition, i)} * 2;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const int number = interpolate(points[first][channel], points[first + 1][channel], weight(index_bits, index));
      texels[i][channel] = decode_value(number, is_signed);
    }
    texels[i][3] = float_bits(1.0F);
  }
}

}  // namespace eugene::memory
