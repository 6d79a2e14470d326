// The common case of a Texture, without deciding anything for a texel that is the same for all: one level of a 2D
// surface, nearest or linear, channels of 8 bits, halves or floats. Its results are those of Texture, bit for bit.
//
// The place of a texel is the sum of one number for its column and one for its row, whatever the tiling (X, Y or none),
// so that two tables replace all of the arithmetic; a channel of 8 bits is an index into a table of 256 results, in
// which sRGB, signs and channel selects are already done. Hosts' vector instructions are not used: texels lie
// scattered.
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

class PlainTexture {
 public:
  // Nothing for surfaces and states that are not so simple. `reader` must outlive it.
  static std::optional<PlainTexture> make(const memory::TexelReader& reader, const SamplerState& state,
                                          const Pixel& border, const LevelChoice& level_zero);

  // Filtered texels at `u`, `v`, and texels at whole coordinates. False where the memory is not all in one piece on the
  // host: then the Texture must be asked.
  bool sample(memory::View& view, float u, float v, Pixel& texel);
  bool load(memory::View& view, std::int32_t x, std::int32_t y, Pixel& texel);

 private:
  enum class Source : std::uint8_t { constant, byte, half, dword };
  // What a channel of the result is made of.
  struct Channel {
    Source source = Source::constant;
    std::uint8_t offset = 0;  // bytes in the texel
    std::uint32_t value = 0;
    std::array<std::uint32_t, 256> table{};  // of a byte
  };

  PlainTexture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border,
               const LevelChoice& level);
  bool take_format(const memory::PixelFormat& format);
  const std::byte* find(memory::View& view, std::int32_t x, std::int32_t y);
  Pixel unpack(const std::byte* bytes) const;

  const memory::TexelReader* reader_;
  std::array<Axis, 2> axes_;
  bool linear_;
  Pixel border_;
  Pixel outside_;
  std::uint64_t base_;
  std::array<Channel, 4> channels_;
  std::vector<std::uint64_t> columns_, rows_;  // bytes from base_
  memory::ContiguousPages run_;
};

}  // namespace eugene::sampler
