// The loops of PlainTexture: over lanes inside, over texels and channels outside.
#include <bit>
#include <cmath>
#include <cstring>

#include "base/vector_loops.h"
#include "sampler/blend.h"
#include "sampler/plain.h"

namespace eugene::sampler {
namespace {

// Positions are 32-bit integers here, and what is near them is too. Others, and NaNs, are found lane by lane.
constexpr double kMaxQuickPosition = 1 << 30;

// Modes in which a texel next to the level is brought back by an addition or two.
bool is_quick(const Axis& axis) {
  switch (axis.mode) {
    case AddressMode::clamp:
    case AddressMode::border: return true;
    case AddressMode::wrap:
    case AddressMode::mirror: return axis.normalised && axis.size > 1;
    default: return false;
  }
}

// A coordinate of these modes inside the level's first copy: position_of().
template <AddressMode mode>
float fold(float coordinate) {
  if (mode == AddressMode::wrap) return coordinate - std::floor(coordinate);
  if (mode == AddressMode::mirror) return std::fabs(coordinate - 2.0F * std::rint(0.5F * coordinate));
  return coordinate;
}

// An index at most one beyond the level for the modes that fold: texel_of().
template <AddressMode mode>
std::int32_t bring_back(std::int32_t index, std::int32_t size) {
  if (mode == AddressMode::border) return index < 0 || index >= size ? kBorderTexel : index;
  if (mode == AddressMode::wrap) return index < 0 ? index + size : index >= size ? index - size : index;
  if (mode == AddressMode::mirror) return index < 0 ? -1 - index : index >= size ? 2 * size - 1 - index : index;
  return std::min(std::max(index, 0), size - 1);
}

// False: a position is out of range.
template <AddressMode mode>
bool find_quickly(const Axis& axis, const float* coordinates, bool linear, AxisLanes& to) {
  const float scale = axis.normalised ? static_cast<float>(axis.size) : 1.0F;
  const double rounding = axis.rounds ? 0.5 : 0.0;
  const std::int32_t half = linear ? kOne / 2 : 0;
  const std::int32_t fraction = linear ? kOne - 1 : 0;
  int out_of_range = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const float folded = axis.normalised ? fold<mode>(coordinates[lane]) : coordinates[lane];
    const double position = std::floor(static_cast<double>(folded * scale) * kOne + rounding);
    const bool is_near = std::fabs(position) < kMaxQuickPosition;  // not of NaNs
    out_of_range |= is_near ? 0 : 1;
    const std::int32_t at = static_cast<std::int32_t>(is_near ? position : 0.0) - half;
    const std::int32_t weight = at & fraction;
    const std::int32_t first = at >> kPositionBits;
    to.weight[lane] = weight;
    to.texel[0][lane] = bring_back<mode>(first, axis.size);
    to.texel[1][lane] = bring_back<mode>(weight == 0 ? first : first + 1, axis.size);
  }
  return out_of_range == 0;
}

bool find_quickly(const Axis& axis, const float* coordinates, bool linear, AxisLanes& to) {
  if (!is_quick(axis)) return false;
  switch (axis.mode) {
    case AddressMode::border: return find_quickly<AddressMode::border>(axis, coordinates, linear, to);
    case AddressMode::wrap: return find_quickly<AddressMode::wrap>(axis, coordinates, linear, to);
    case AddressMode::mirror: return find_quickly<AddressMode::mirror>(axis, coordinates, linear, to);
    default: return find_quickly<AddressMode::clamp>(axis, coordinates, linear, to);
  }
}

void select(const Lanes<std::int32_t>& outside, const Pixel& pixel, TexelLanes& texels) {
  for (unsigned channel = 0; channel < 4; ++channel) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      texels[channel][lane] = outside[lane] < 0 ? pixel[channel] : texels[channel][lane];
    }
  }
}

}  // namespace

EUGENE_VECTOR_LOOPS
void find_texels(const Axis& axis, const float* coordinates, bool linear, AxisLanes& to) {
  if (find_quickly(axis, coordinates, linear, to)) return;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const AxisTexels texels = texels_of(axis, coordinates[lane], linear, 0);
    to.texel[0][lane] = texels.texel[0];
    to.texel[1][lane] = texels.texel[1];
    to.weight[lane] = texels.weight;
  }
}

void PlainTexture::find_places(const Lanes<std::int32_t>& x, const Lanes<std::int32_t>& y, const Lanes<std::int32_t>& z,
                               Lanes<std::uint64_t>& to) const {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool outside = (x[lane] | y[lane] | z[lane]) < 0;
    const auto column = static_cast<std::uint32_t>(outside ? 0 : x[lane]);
    const auto row = static_cast<std::uint32_t>(outside ? 0 : z[lane] * axes_[1].size + y[lane]);
    to[lane] = columns_[column] + rows_[row];
  }
}

namespace {

// The byte of each lane's texel at `offset`; of `words` where texels are as long as one.
void read_bytes(const std::byte* from, const Lanes<std::uint64_t>& places, unsigned offset, Lanes<std::uint32_t>& to) {
  for (unsigned lane = 0; lane < kLanes; ++lane) to[lane] = std::to_integer<unsigned>(from[places[lane] + offset]);
}
void read_bytes(const Lanes<std::uint32_t>& words, unsigned offset, Lanes<std::uint32_t>& to) {
  for (unsigned lane = 0; lane < kLanes; ++lane) to[lane] = words[lane] >> 8 * offset & 0xFF;
}

}  // namespace

void PlainTexture::unpack(const std::byte* bytes, const Lanes<std::uint64_t>& places, TexelLanes& to) const {
  // A texel of four bytes is loaded once for all of its channels.
  const bool has_words = reader_->format().bytes == sizeof(std::uint32_t);
  Lanes<std::uint32_t> words;
  if (has_words) {
    for (unsigned lane = 0; lane < kLanes; ++lane) std::memcpy(&words[lane], bytes + places[lane], 4);
  }
  for (unsigned i = 0; i < 4; ++i) {
    const Channel& channel = channels_[i];
    const std::byte* from = bytes + channel.offset;
    if (channel.source == Source::unorm || channel.source == Source::byte) {
      has_words ? read_bytes(words, channel.offset, to[i]) : read_bytes(bytes, places, channel.offset, to[i]);
    }
    switch (channel.source) {
      case Source::constant: to[i].fill(channel.value); break;
      case Source::unorm:
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          to[i][lane] = std::bit_cast<std::uint32_t>(unorm_value(to[i][lane]));
        }
        break;
      case Source::byte:
        for (unsigned lane = 0; lane < kLanes; ++lane) to[i][lane] = channel.table[to[i][lane]];
        break;
      case Source::half: {
        constexpr std::uint32_t kExponents = 0x7C00;
        bool special = false;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          std::uint16_t code = 0;
          std::memcpy(&code, from + places[lane], sizeof(code));
          const std::uint32_t exponent = code & kExponents;
          special |= exponent == 0 || exponent == kExponents;
          to[i][lane] = ((code & 0x8000U) << 16) | (((code & 0x7FFFU) << 13) + (112U << 23));
        }
        if (special) fix_halves(bytes, places, i, to[i]);
        break;
      }
      case Source::dword:
        for (unsigned lane = 0; lane < kLanes; ++lane) std::memcpy(&to[i][lane], from + places[lane], 4);
        break;
    }
  }
}

EUGENE_VECTOR_LOOPS
bool PlainTexture::load(memory::View& view, const std::array<const std::int32_t*, 3>& at, TexelLanes& to) {
  const std::byte* bytes = surface(view);
  if (bytes == nullptr) return false;
  std::array<Lanes<std::int32_t>, 3> index{};
  Lanes<std::int32_t> outside{};
  for (unsigned axis = 0; axis < axis_count_; ++axis) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const std::int32_t whole = at[axis][lane];
      const bool inside = static_cast<std::uint32_t>(whole) < static_cast<std::uint32_t>(axes_[axis].size);
      index[axis][lane] = inside ? whole : 0;
      outside[lane] |= inside ? 0 : -1;
    }
  }
  Lanes<std::uint64_t> places;
  find_places(index[0], index[1], index[2], places);
  unpack(bytes, places, to);
  select(outside, outside_, to);
  return true;
}

void PlainTexture::fetch(const std::byte* bytes, const std::array<AxisLanes, 3>& axes, unsigned corner,
                         TexelLanes& to) const {
  const auto& x = axes[0].texel[corner & 1];
  const auto& y = axes[1].texel[corner >> 1 & 1];
  const auto& z = axes[2].texel[corner >> 2];
  Lanes<std::uint64_t> places;
  find_places(x, y, z, places);
  unpack(bytes, places, to);
  if (!has_border_) return;
  Lanes<std::int32_t> outside;
  for (unsigned lane = 0; lane < kLanes; ++lane) outside[lane] = x[lane] | y[lane] | z[lane];
  select(outside, border_, to);
}

EUGENE_VECTOR_LOOPS
bool PlainTexture::sample(memory::View& view, const std::array<const float*, 3>& at, TexelLanes& to) {
  const std::byte* bytes = surface(view);
  if (bytes == nullptr) return false;
  std::array<AxisLanes, 3> axes;
  for (unsigned n = 0; n < axis_count_; ++n) find_texels(axes_[n], at[n], linear_, axes[n]);
  if (axis_count_ < 3) axes[2] = {};
  fetch(bytes, axes, 0, to);
  if (!linear_) return true;
  std::array<Lanes<double>, 4> sum{};
  for (unsigned corner = 0; corner < 1U << axis_count_; ++corner) {
    TexelLanes texels = to;
    if (corner != 0) fetch(bytes, axes, corner, texels);
    Lanes<double> weight;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto part = [&](unsigned axis) {
        const std::int32_t second = axes[axis].weight[lane];
        return (corner >> axis & 1) == 0 ? kOne - second : second;
      };
      constexpr double kWhole = double{kOne} * kOne * kOne;
      weight[lane] = part(0) * part(1) * part(2) / kWhole;
    }
    for (unsigned channel = 0; channel < 4; ++channel) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        // A texel without weight does not count, be it infinite.
        const float value = weight[lane] == 0 ? 0.0F : std::bit_cast<float>(texels[channel][lane]);
        sum[channel][lane] += value * weight[lane];
      }
    }
  }
  for (unsigned channel = 0; channel < 4; ++channel) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      // A texel alone stays as it is, bit for bit.
      const bool alone = (axes[0].weight[lane] | axes[1].weight[lane] | axes[2].weight[lane]) == 0;
      to[channel][lane] = alone ? to[channel][lane] : rounded_sum(sum[channel][lane]);
    }
  }
  return true;
}

}  // namespace eugene::sampler
