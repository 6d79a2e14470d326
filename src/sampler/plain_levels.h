// Fast path of Texture for surfaces with several levels, or with one filter for enlarged textures and another for
// others. Each level is a PlainTexture. Results are the same as Texture's, bit for bit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "memory/image_layout.h"
#include "memory/texel.h"
#include "memory/view.h"
#include "sampler/lod.h"
#include "sampler/plain.h"
#include "sampler/state.h"

namespace eugene::sampler {

inline constexpr unsigned kQuadLanes = 4;  // lanes of 2 x 2 pixels, which have the same levels

class PlainLevels {
 public:
  PlainLevels(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border);

  // Computes filtered texels like PlainTexture::sample(). `choices` has the levels of each quad. Returns false if a
  // level needs Texture, or if its memory is not contiguous on the host. The host must round to nearest.
  bool sample(memory::View& view, const std::array<const float*, 3>& at, std::span<const LevelChoice> choices,
              std::uint8_t channels, const TexelLanes& to);

  // Uses no AVX2 even if this host has it.
  void use_any_host() { is_avx2_ = false; }

 private:
  // One level as the filter for enlarged textures or the other one sees it. Made when a sample needs it.
  struct Level {
    bool is_made = false;
    std::unique_ptr<PlainTexture> texture;  // null: Texture must be used
  };
  // A level for some lanes, with the host's memory of its texels. Null: there is none.
  struct Used {
    PlainTexture* texture = nullptr;
    const std::byte* bytes = nullptr;
    bool operator==(const Used&) const = default;
  };
  // The levels of a quad. There is a second one only if it has a weight.
  struct UsedPair {
    Used first, second;
    bool operator==(const UsedPair&) const = default;
  };

  bool find(memory::View& view, const LevelChoice& choice, UsedPair& to);
  Used find_level(memory::View& view, bool magnified, std::uint8_t level);
  // The lanes of a message, and what is computed of them.
  struct Request {
    std::array<const float*, 3> at;
    std::uint8_t channels = 0;
    unsigned lanes = 0;
  };
  // Computes all lanes from the levels of `pair`. `weights` has the weight of the second level in each quad.
  bool sample_pair(memory::View& view, const Request& request, const UsedPair& pair,
                   const std::array<double, kLanes / kQuadLanes>& weights, const TexelLanes& to) const;
  void blend_pair(const Request& request, const UsedPair& pair, const std::array<double, kLanes / kQuadLanes>& weights,
                  const TexelLanes& to) const;

  memory::TexelReader reader_;
  SamplerState state_;
  Pixel border_;
  bool is_avx2_;
  std::array<std::array<Level, memory::kMaxLevels>, 2> levels_;  // by whether it is magnified
};

}  // namespace eugene::sampler
