// Fast path of Texture for the common case: one level of a 2D or 3D surface, nearest or linear, channels of 8 bits,
// halves or floats. Decisions that are the same for all texels are made once. All lanes of a message are computed
// together, so that the compiler can vectorise most of the arithmetic. Results are the same as Texture's, bit for bit.
//
// The offset of a texel is the sum of a number for its column and a number for its row and slice, whatever the tiling
// (X, Y or none), so two tables replace the arithmetic of layouts. An 8-bit channel is an index into a table of 256
// results that already include sRGB, signs and channel selects.
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

inline constexpr unsigned kLanes = 16;  // maximum for a message

// One value for each lane.
template <class T>
using Lanes = std::array<T, kLanes>;

// One texel for each lane, indexed by channel.
using TexelLanes = std::array<Lanes<std::uint32_t>, 4>;

class PlainTexture {
 public:
  // Returns nothing if surface or state need Texture. `reader` must outlive the result.
  static std::optional<PlainTexture> make(const memory::TexelReader& reader, const SamplerState& state,
                                          const Pixel& border, const LevelChoice& level_zero);

  // Compute filtered texels at coordinates u, v, r (sample) or texels at integer coordinates (load), for 8 or 16
  // `lanes`. Write only `channels`. Return false if the surface's memory is not contiguous on the host: the caller must
  // then use Texture.
  bool sample(memory::View& view, const std::array<const float*, 3>& at, std::uint8_t channels, unsigned lanes,
              TexelLanes& to);
  bool load(memory::View& view, const std::array<const std::int32_t*, 3>& at, std::uint8_t channels, unsigned lanes,
            TexelLanes& to);

 private:
  enum class Source : std::uint8_t { constant, unorm, byte, half, dword };
  // Origin of a channel of the result.
  struct Channel {
    Source source = Source::constant;
    std::uint8_t offset = 0;  // in the texel, in bytes
    std::uint32_t value = 0;
    std::array<std::uint32_t, 256> table{};  // indexed by the byte
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
  bool has_words_;           // texels have four bytes
  bool has_border_ = false;  // an address mode gives kBorderTexel
  Pixel border_;
  Pixel outside_;
  std::uint64_t base_;
  std::uint64_t bytes_ = 0;  // from the start of the first texel to the end of the last
  std::array<Channel, 4> channels_;
  std::vector<std::uint32_t> columns_, rows_;  // bytes from base_; rows of slice 0, then of slice 1, ...
  memory::ContiguousPages run_;
  unsigned attempts_ = 0;  // attempts to find all of the surface in one contiguous run
};

}  // namespace eugene::sampler
