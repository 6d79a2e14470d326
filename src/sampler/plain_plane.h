// Samples the most common kinds of textures: planes (memory/plane_address.h) of a TexelKind, with the same address mode
// for both axes. PlainTexture's other code (plain_eight.h) tests formats and modes while it runs, so that code is long.
// The code here is compiled for one kind of texel, one filter and one address mode. So a message executes short code,
// which fits in the processor's caches together with the kernel's code. Included by the file that compiles it.
#pragma once

#include <array>
#include <cstring>

#include "base/vector_host.h"
#include "sampler/axis_lanes.h"
#include "sampler/channel_lanes.h"
#include "sampler/plain.h"
#include "sampler/texel_words.h"

namespace eugene::sampler {

template <class Host, AddressMode mode, TexelKind kind>
class PlainTexture::PlaneLanes {
 public:
  PlaneLanes(const PlainTexture& texture, const std::byte* bytes)
      : texture_(texture), texels_(*texture.plane_, bytes) {}

  // Compute the texels of eight lanes, from lane `first` on. Only `channels` are written.
  void sample_nearest(const std::array<F32x8, 3>& at, std::uint8_t channels, unsigned first, const TexelLanes& to,
                      LaneRuns* runs) const {
    const std::array column{find_nearest<Host, mode>(texture_.axes_[0], at[0])};
    const std::array row{find_nearest<Host, mode>(texture_.axes_[1], at[1])};
    store_texels<kHasBorder>(column, row, texture_.border_, channels, first, to, run_of(runs, first));
  }
  // Does not depend on the address mode: texels outside are `outside_` in all.
  void load(const std::array<I32x8, 3>& at, std::uint8_t channels, unsigned first, const TexelLanes& to,
            LaneRuns* runs) const {
    const auto place = [&](unsigned axis) {
      const I32x8 outside = (at[axis] < 0) | (at[axis] >= texture_.axes_[axis].size);
      return std::array{choose(outside, I32x8{} + kBorderTexel, at[axis])};
    };
    store_texels<true>(place(0), place(1), texture_.outside_, channels, first, to, run_of(runs, first));
  }
  void sample_linear(const std::array<F32x8, 3>& at, std::uint8_t channels, unsigned first, const TexelLanes& to,
                     LaneRuns* runs) const {
    std::array<AxisLanes, 2> found;
    std::array<std::array<F32x8, 2>, 2> parts;  // weights
    for (unsigned axis = 0; axis < 2; ++axis) {
      find_texels<Host, mode>(texture_.axes_[axis], at[axis], true, found[axis]);
      parts[axis] = weights_of(found[axis]);
    }
    const auto& [columns, rows] = found;
    std::array<Corner, kCorners> corners;
    texels_.template read<2, kHasBorder>(columns.texel, rows.texel, run_of(runs, first),
                                         [&](unsigned n, const Words& words) { corners[n].words = words; });
    for (unsigned n = 0; n < kCorners; ++n) {
      const unsigned x = n % 2;
      const unsigned y = n / 2;
      corners[n].outside = columns.texel[x] | rows.texel[y];
      corners[n].weight = parts[1][y] * parts[0][x];
      corners[n].factor = Host::to_doubles(corners[n].weight);
    }
    for_channels(channels, [&](unsigned i, const Channel& channel) {
      const auto texels = [&](const Corner& corner) {
        const U32x8 values = convert(channel, corner.words);
        return kHasBorder ? choose(corner.outside < 0, U32x8{} + texture_.border_[i], values) : values;
      };
      store8(to[i] + first, blend_corners<Host, is_finite(kind.source)>(corners, texels));
    });
  }

 private:
  static constexpr unsigned kCorners = 4;  // texels that a linear filter blends
  static constexpr bool kHasBorder = mode == AddressMode::border;
  using Words = TexelWords<kind.bytes>;

  struct Corner {
    Words words;
    I32x8 outside;  // negative if outside the level
    F32x8 weight;
    F64x8 factor;  // the weight as doubles
  };

  template <class With>
  void for_channels(std::uint8_t channels, const With& with) const {
    for (unsigned i = 0; i < 4; ++i) {
      if ((channels >> i & 1) != 0) with(i, texture_.channels_[i]);
    }
  }
  static U32x8 convert(const Channel& channel, const Words& words) {
    if (channel.source == ChannelSource::constant) return U32x8{} + channel.value;
    return channel_values<kind.source>(words[words.size() == 1 ? 0 : channel.dword], channel.shift, kind.bits);
  }
  // Stores one texel for each lane, or `border` if its column or row is negative.
  template <bool may_be_outside>
  void store_texels(const std::array<I32x8, 1>& column, const std::array<I32x8, 1>& row, const Pixel& border,
                    std::uint8_t channels, unsigned first, const TexelLanes& to, memory::PlaceRuns* runs) const {
    Words words;
    texels_.template read<1, may_be_outside>(column, row, runs, [&](unsigned, const Words& found) { words = found; });
    const I32x8 is_outside = (column[0] | row[0]) < 0;
    for_channels(channels, [&](unsigned i, const Channel& channel) {
      const U32x8 values = convert(channel, words);
      store8(to[i] + first, may_be_outside ? choose(is_outside, U32x8{} + border[i], values) : values);
    });
  }
  static memory::PlaceRuns* run_of(LaneRuns* runs, unsigned first) {
    return runs == nullptr ? nullptr : &(*runs)[first / kVectorLanes];
  }

  const PlainTexture& texture_;
  TexelsOfPlane<Host, kind.bytes> texels_;
};

}  // namespace eugene::sampler
