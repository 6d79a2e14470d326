// Fast path of Texture for the common case: one level of a 2D or 3D surface, nearest or linear, channels of 8 bits,
// halves or floats. Decisions that are the same for all texels are made once. All lanes of a message are computed
// together, so that the host's vectors do most of the arithmetic. Results are those of Texture, bit for bit.
//
// The place of a texel is the sum of one number for its column and one for its row and slice, whatever the tiling (X, Y
// or none), so that two tables replace all arithmetic of layouts; a channel of 8 bits is an index into a table of 256
// results, in which sRGB, signs and channel selects are already done.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "memory/texel.h"
#include "memory/view.h"
#include "sampler/address.h"
#include "sampler/lod.h"
#include "sampler/state.h"

namespace eugene::sampler {

using memory::Pixel;

inline constexpr unsigned kLanes = 16;  // of a message, at most

// A value for each lane.
template <class T>
using Lanes = std::array<T, kLanes>;

// A texel for each lane, by channel.
using TexelLanes = std::array<Lanes<std::uint32_t>, 4>;

class PlainTexture {
 public:
  // Nothing for surfaces and states that are not so simple. `reader` must outlive it.
  static std::optional<PlainTexture> make(const memory::TexelReader& reader, const SamplerState& state,
                                          const Pixel& border, const LevelChoice& level_zero);

  // Filtered texels at coordinates u, v, r (sample) or texels at integer coordinates (load), for 8 or 16 `lanes`. Only
  // `channels` are written. False if the surface's memory is not contiguous on the host: then the caller must use
  // Texture.
  bool sample(memory::View& view, const std::array<const float*, 3>& at, std::uint8_t channels, unsigned lanes,
              TexelLanes& to);
  bool load(memory::View& view, const std::array<const std::int32_t*, 3>& at, std::uint8_t channels, unsigned lanes,
            TexelLanes& to);

 private:
  enum class Source : std::uint8_t { constant, unorm, byte, half, dword };
  // Origin of a channel of the result.
  struct Channel {
    Source source = Source::constant;
    std::uint8_t offset = 0;  // bytes in the texel
    std::uint32_t value = 0;
    std::array<std::uint32_t, 256> table{};  // of a byte
  };
  PlainTexture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border,
               const LevelChoice& level);
  bool take_format(const memory::PixelFormat& format);
  const std::byte* surface(memory::View& view);
  class EightLanes;  // computes eight lanes at a time
  std::uint32_t half_value(const Channel& channel, std::uint16_t code) const;

  const memory::TexelReader* reader_;
  unsigned axis_count_;
  std::array<Axis, 3> axes_;
  bool linear_;
  bool has_words_;           // texels of four bytes
  bool has_border_ = false;  // an address mode gives kBorderTexel
  Pixel border_;
  Pixel outside_;
  std::uint64_t base_;
  std::uint64_t bytes_ = 0;  // from the first texel to the end of the last
  std::array<Channel, 4> channels_;
  std::vector<std::uint32_t> columns_, rows_;  // bytes from base_; of a slice all rows, then those of the next
  memory::ContiguousPages run_;
  unsigned attempts_ = 0;  // to find all of the surface in one piece
};

}  // namespace eugene::sampler
