// The arithmetic of PlainTexture, on vectors of eight lanes. A corner is one of the texels that are blended, two for
// each axis. Channels are computed one after the other, so that the sum stays in registers. Included by the files that
// compile it.
#pragma once

#include <array>
#include <cstring>
#include <span>
#include <type_traits>

#include "base/vector_host.h"
#include "sampler/all_coordinates.h"
#include "sampler/axis_lanes.h"
#include "sampler/channel_lanes.h"
#include "sampler/plain.h"

namespace eugene::sampler {

template <class Host>
class PlainTexture::EightLanes {
 public:
  EightLanes(const PlainTexture& texture, const std::byte* bytes) : texture_(texture), bytes_(bytes) {}

  // Compute texels at integer coordinates (load) or filtered texels (sample). Only `channels` are computed.
  void load(const std::array<I32x8, 3>& at, std::uint8_t channels, unsigned first, const TexelLanes& to) const;
  template <bool linear, unsigned axes>
  void sample(const std::array<F32x8, 3>& at, std::uint8_t channels, unsigned first, const TexelLanes& to,
              LaneRuns* runs) const;
  // Adds filtered texels, weighted by `level` in each lane, to the sums of the channels.
  template <bool linear, unsigned axes>
  void add(const std::array<F32x8, 3>& at, std::uint8_t channels, const F64x8& level, std::array<F64x8, 4>& sums) const;

 private:
  // One texel for each lane.
  struct Corner {
    U32x8 place;    // offset from the first texel in bytes; any valid offset if outside
    U32x8 word{};   // a dword of the texel
    I32x8 outside;  // negative if outside the level
    F32x8 weight;   // from 0 to 1, exact
    F64x8 factor;   // the same
  };

  // Row of a 3D surface, counted across all slices. Negative if `row` or `slice` is negative.
  I32x8 compute_row(const I32x8& row, const I32x8& slice) const {
    return ((slice & (slice >= 0)) * texture_.axes_[1].size + row) | (slice < 0) | (row < 0);
  }
  U32x8 place_column(const I32x8& column) const;
  U32x8 place_row(const I32x8& row) const;
  void find(std::span<const I32x8> columns, std::span<const I32x8> rows, Corner* corner) const;
  void read_words(std::span<Corner> corners, unsigned dword) const;
  template <bool linear, unsigned axes>
  auto find_corners(const std::array<F32x8, 3>& at) const;
  // Calls `with` for each of `channels`, with a function that converts the channel of a corner. Filters have no
  // integers.
  template <bool has_integers, class With>
  void for_texels(std::uint8_t channels, std::span<Corner> corners, const With& with) const;
  template <class With>
  void for_channels(std::uint8_t channels, std::span<Corner> corners, const With& with) const;
  template <bool has_integers, class With>
  void convert(const Channel& channel, const With& with) const;

  const PlainTexture& texture_;
  const std::byte* bytes_;
};

// Negative columns and rows are outside.
template <class Host>
U32x8 PlainTexture::EightLanes<Host>::place_column(const I32x8& column) const {
  const auto inside = (U32x8)(column & (column >= 0));
  if (texture_.plane_) return texture_.plane_->column(inside);
  return Host::gather(reinterpret_cast<const std::byte*>(texture_.columns_.data()), inside * 4);
}

template <class Host>
U32x8 PlainTexture::EightLanes<Host>::place_row(const I32x8& row) const {
  const auto inside = (U32x8)(row & (row >= 0));
  if (texture_.plane_) return texture_.plane_->row(inside);
  return Host::gather(reinterpret_cast<const std::byte*>(texture_.rows_.data()), inside * 4);
}

// Finds the corners at all `columns` of each of `rows`.
template <class Host>
void PlainTexture::EightLanes<Host>::find(std::span<const I32x8> columns, std::span<const I32x8> rows,
                                          Corner* corner) const {
  std::array<U32x8, 2> column_places;
  for (unsigned x = 0; x < columns.size(); ++x) column_places[x] = place_column(columns[x]);
  for (const I32x8& row : rows) {
    const U32x8 row_place = place_row(row);
    for (unsigned x = 0; x < columns.size(); ++x, ++corner) {
      corner->outside = columns[x] | row;
      corner->place = column_places[x] + row_place;
    }
  }
}

// Reads a dword of the texels. A smaller texel is the low bits of its dword.
template <class Host>
void PlainTexture::EightLanes<Host>::read_words(std::span<Corner> corners, unsigned dword) const {
  if (texture_.texel_bytes_ >= sizeof(std::uint32_t)) {
    for (Corner& corner : corners) corner.word = Host::gather(bytes_ + sizeof(std::uint32_t) * dword, corner.place);
    return;
  }
  const auto unaligned = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(bytes_) % sizeof(std::uint32_t));
  for (Corner& corner : corners) {
    const U32x8 place = corner.place + unaligned;
    corner.word = Host::gather(bytes_ - unaligned, place & ~3U) >> ((place & 3) * 8);
  }
}

// Calls `with` for each of `channels`, when the corners have its dword.
template <class Host>
template <class With>
void PlainTexture::EightLanes<Host>::for_channels(std::uint8_t channels, std::span<Corner> corners,
                                                  const With& with) const {
  constexpr unsigned kNone = 4;
  unsigned dword = kNone;
  for (unsigned i = 0; i < 4; ++i) {
    if ((channels >> i & 1) == 0) continue;
    const Channel& channel = texture_.channels_[i];
    if (channel.source != ChannelSource::constant && channel.dword != dword) {
      dword = channel.dword;
      read_words(corners, dword);
    }
    with(i, channel);
  }
}

// Calls `with` with a function that converts a channel of a corner, and whether all its values are finite. Each source
// has its own function type, so `with` is compiled for each. Without `has_integers`, integer channels are an error:
// PlainTexture does not filter them, and PlainLevels does not take them.
template <class Host>
template <bool has_integers, class With>
void PlainTexture::EightLanes<Host>::convert(const Channel& channel, const With& with) const {
  using enum ChannelSource;
  const auto with_source = [&, shift = unsigned{channel.shift}, bits = unsigned{channel.bits}]<ChannelSource source>() {
    if constexpr (has_integers || !is_integer(source))
      with([=](const Corner& corner) { return channel_values<source>(corner.word, shift, bits); },
           std::bool_constant<is_finite(source)>{});
  };
  switch (channel.source) {
    case unorm: return with_source.template operator()<unorm>();
    case uint: return with_source.template operator()<uint>();
    case sint: return with_source.template operator()<sint>();
    case half: return with_source.template operator()<half>();
    case dword: return with_source.template operator()<dword>();
    case table: {
      const auto* values = reinterpret_cast<const std::byte*>(channel.table.data());
      return with([=, shift = unsigned{channel.shift}](
                      const Corner& corner) { return Host::gather(values, (corner.word >> shift & 0xFF) * 4); },
                  std::true_type{});
    }
    case constant: return with([&](const Corner&) { return U32x8{} + channel.value; }, std::false_type{});
  }
}

template <class Host>
void PlainTexture::EightLanes<Host>::load(const std::array<I32x8, 3>& at, std::uint8_t channels, unsigned first,
                                          const TexelLanes& to) const {
  const auto inside = [&](unsigned axis) { return at[axis] | (at[axis] >= texture_.axes_[axis].size); };
  const I32x8 column = inside(0);
  I32x8 row = inside(1);
  if (texture_.axis_count_ == 3) {
    const I32x8 slice = inside(2);
    row = compute_row(row, slice);
  }
  Corner corner;
  find({&column, 1}, {&row, 1}, &corner);
  for_channels(channels, {&corner, 1}, [&](unsigned i, const Channel& channel) {
    convert<true>(channel, [&](const auto& texels, auto) {
      store8(to[i] + first, choose(corner.outside < 0, U32x8{} + texture_.outside_[i], texels(corner)));
    });
  });
}

// Returns the corners that are blended, with their weights if there are several.
template <class Host>
template <bool linear, unsigned axes>
auto PlainTexture::EightLanes<Host>::find_corners(const std::array<F32x8, 3>& at) const {
  constexpr unsigned kAlong = linear ? 2 : 1;  // number of corners along an axis
  constexpr unsigned kRows = axes == 3 ? kAlong * kAlong : kAlong;
  std::array<AxisLanes, 3> found;
  std::array<std::array<F32x8, 2>, 3> parts;  // weights
  for (unsigned axis = 0; axis < axes; ++axis) {
    const F32x8& coordinates = at[axis];
    if constexpr (linear) {
      find_texels<Host>(texture_.axes_[axis], coordinates, true, found[axis]);
      parts[axis] = weights_of(found[axis]);
    } else {
      found[axis].texel[0] = find_nearest<Host>(texture_.axes_[axis], coordinates);
    }
  }
  std::array<I32x8, kRows> rows;
  std::array<F32x8, kRows> weights;
  for (unsigned n = 0; n < kRows; ++n) {
    const unsigned y = n % kAlong;
    const unsigned z = n / kAlong;
    rows[n] = found[1].texel[y];
    if constexpr (axes == 3) rows[n] = compute_row(rows[n], found[2].texel[z]);
    if constexpr (linear) weights[n] = axes == 3 ? parts[1][y] * parts[2][z] : parts[1][y];
  }
  std::array<Corner, std::size_t{kAlong} * kRows> corners;
  find({found[0].texel.data(), kAlong}, rows, corners.data());
  for (unsigned n = 0; linear && n < corners.size(); ++n) {
    corners[n].weight = weights[n / kAlong] * parts[0][n % kAlong];
    corners[n].factor = Host::to_doubles(corners[n].weight);
  }
  return corners;
}

template <class Host>
template <bool has_integers, class With>
void PlainTexture::EightLanes<Host>::for_texels(std::uint8_t channels, std::span<Corner> corners,
                                                const With& with) const {
  if (texture_.is_unorm8_) {  // the most common textures need no switch for each channel
    read_words(corners, 0);
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned shift = texture_.channels_[i].shift;
      const auto convert = [=](const Corner& corner) {
        return channel_values<ChannelSource::unorm>(corner.word, shift, 8);
      };
      if ((channels >> i & 1) != 0) with(i, convert, std::true_type{});
    }
    return;
  }
  for_channels(channels, corners, [&](unsigned i, const Channel& channel) {
    convert<has_integers>(channel, [&](const auto& inside, auto are_finite) { with(i, inside, are_finite); });
  });
}

template <class Host>
template <bool linear, unsigned axes>
void PlainTexture::EightLanes<Host>::sample(const std::array<F32x8, 3>& at, std::uint8_t channels, unsigned first,
                                            const TexelLanes& to, LaneRuns* runs) const {
  auto corners = find_corners<linear, axes>(at);
  if (runs != nullptr)
    (*runs)[first / kVectorLanes].prefetch_next<memory::Access::read>(bytes_, corners[0].place[0],
                                                                      corners[0].place[kVectorLanes / 2]);
  const auto store = [&](unsigned i, const auto& inside, [[maybe_unused]] auto are_finite) {
    const auto texels = [&](const Corner& corner) {
      return choose(corner.outside < 0, U32x8{} + texture_.border_[i], inside(corner));
    };
    U32x8 texel;
    if constexpr (!linear) {
      texel = texture_.has_border_ ? texels(corners[0]) : inside(corners[0]);
    } else if (!texture_.has_border_) {
      texel = blend_corners<Host, are_finite()>(corners, inside);
    } else {
      texel = texture_.has_plain_border_ ? blend_corners<Host, are_finite()>(corners, texels)
                                         : blend_corners<Host, false>(corners, texels);
    }
    store8(to[i] + first, texel);
  };
  for_texels<!linear>(channels, corners, store);
}

// With two axes, the product of a texel and its weights has at most 48 bits, so it is exact. With three weights and the
// weight of a level it may not be exact: it is then rounded before it is added, on every host, as Texture does.
template <class Host>
template <bool linear, unsigned axes>
void PlainTexture::EightLanes<Host>::add(const std::array<F32x8, 3>& at, std::uint8_t channels, const F64x8& level,
                                         std::array<F64x8, 4>& sums) const {
  auto corners = find_corners<linear, axes>(at);
  for (Corner& corner : corners) {
    if constexpr (!linear) {
      corner.weight = F32x8{} + 1.0F;
      corner.factor = level;
    } else {
      corner.factor.first *= level.first;
      corner.factor.last *= level.last;
    }
  }
  for_texels<false>(channels, corners, [&](unsigned i, const auto& inside, auto are_finite) {
    const bool may_be_infinite = !are_finite() || (texture_.has_border_ && !texture_.has_plain_border_);
    F64x8 sum = sums[i];
    for (const Corner& corner : corners) {
      U32x8 values = inside(corner);
      if (texture_.has_border_) values = choose(corner.outside < 0, U32x8{} + texture_.border_[i], values);
      // A texel with weight 0 is ignored, even if it is infinite.
      if (may_be_infinite) values = choose(corner.weight != 0, values, U32x8{});
      const F64x8 numbers = Host::to_doubles((F32x8)values);
      if constexpr (axes == 2) {
        Host::add_products(sum, numbers, corner.factor);
      } else {
        sum.first += numbers.first * corner.factor.first;
        sum.last += numbers.last * corner.factor.last;
      }
    }
    sums[i] = sum;
  });
}

}  // namespace eugene::sampler
