// Fast path of Texture for the common case: one level of a 2D or 3D surface, nearest or linear, and channels that
// find_source() in plain.cpp knows. Decisions that are the same for all texels are made once. All lanes of a message
// are computed together, so that the compiler can vectorise most of the arithmetic. Results are the same as Texture's,
// bit for bit.
//
// The offset of a texel is the sum of a number for its column and a number for its row and slice, whatever the tiling
// (X, Y or none). Both are computed if the level is a plane (memory/plane_address.h), otherwise they are in two tables.
// The bytes of sRGB and SNORM channels are indices into a table of 256 results.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "memory/contiguous_memory.h"
#include "memory/place_runs.h"
#include "memory/plane_address.h"
#include "memory/texel.h"
#include "memory/view.h"
#include "sampler/address.h"
#include "sampler/channel_source.h"
#include "sampler/lod.h"
#include "sampler/state.h"

namespace eugene::sampler {

using memory::Pixel;

inline constexpr unsigned kLanes = 16;  // maximum for a message

// One value for each lane.
template <class T>
using Lanes = std::array<T, kLanes>;

// Where the lanes of each channel are written.
using TexelLanes = std::array<std::uint32_t*, 4>;

// The places of an instruction's texels, for each eight lanes.
using LaneRuns = std::array<memory::PlaceRuns, 2>;

// The arguments of the code for planes (plain_plane.h).
struct PlaneCall {
  const std::byte* bytes = nullptr;          // the surface's memory
  std::array<const std::uint32_t*, 3> at{};  // coordinates u, v, r: floats, or integers if texels are loaded
  TexelLanes to{};
  LaneRuns* runs = nullptr;
  unsigned lanes = 0;
  std::uint8_t channels = 0;
};

class PlainTexture {
 public:
  // Returns nothing if surface or state need Texture.
  static std::optional<PlainTexture> make(const memory::TexelReader& reader, const SamplerState& state,
                                          const Pixel& border, const LevelChoice& level_zero);

  // Compute filtered texels at coordinates u, v, r (sample) or texels at integer coordinates (load), for 8 or 16
  // `lanes`; a null array is zeros. Texels may be written over coordinates. Write only `channels`. Return false if the
  // surface's memory is not contiguous on the host: the caller must then use Texture. The host must round to nearest.
  // `runs` are the runs of the instruction: texels are prefetched for its later messages. Null: no prefetch.
  bool sample(memory::View& view, const std::array<const float*, 3>& at, std::uint8_t channels, unsigned lanes,
              const TexelLanes& to, LaneRuns* runs = nullptr);
  bool load(memory::View& view, const std::array<const std::int32_t*, 3>& at, std::uint8_t channels, unsigned lanes,
            const TexelLanes& to, LaneRuns* runs = nullptr);

  // Code for a texture's TexelKind, filter and address mode, which does what sample() or load() does.
  using PlaneCode = void (*)(const PlainTexture& texture, const PlaneCall& call);
  // Returns the code; null if there is none.
  PlaneCode plane_code(bool loads) const { return loads ? load_plane_ : sample_plane_; }
  // Whether the code may access texels that no lane needs: it reads the first texel for a lane outside the level. The
  // program may have unmapped that texel, so a failing access is no error, and needs a trap of its own.
  bool reads_more(bool loads) const { return loads || has_border_; }
  // Returns the surface's memory; null if it is not contiguous on the host.
  const std::byte* surface(memory::View& view);

  // Uses no AVX2 even if this host has it.
  void use_any_host() {
    is_avx2_ = false;
    find_plane_code();
  }

 private:
  friend class PlainLevels;  // plain_levels.h

  // Origin of a channel of the result.
  struct Channel {
    ChannelSource source = ChannelSource::constant;
    std::uint8_t dword = 0;  // of the texel
    std::uint8_t shift = 0;  // in the dword
    std::uint8_t bits = 0;
    std::uint32_t value = 0;
    std::array<std::uint32_t, 256> table{};  // indexed by the byte
  };
  PlainTexture(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border,
               const LevelChoice& level);
  // Returns the bytes from base_ to the end of the last texel.
  std::uint64_t place_texels(const memory::ImageLayout& layout, const memory::TexelExtent& size, std::uint8_t level);
  bool take_format(const memory::SurfaceState& surface);
  template <class Host>
  class EightLanes;  // computes eight lanes at a time
  // Code for the most common textures only (plain_plane.h).
  template <class Host, AddressMode mode, TexelKind kind>
  class PlaneLanes;
  template <AddressMode mode, TexelKind kind, bool linear>
  struct SamplePlane;
  template <TexelKind kind>
  struct LoadPlane;
  bool has_kind(TexelKind kind) const;
  template <TexelKind kind>
  PlaneCode find_sample_plane() const;
  void find_plane_code();

  const memory::PixelFormat* format_;
  bool is_avx2_;
  unsigned axis_count_;
  std::array<Axis, 3> axes_;
  bool linear_;
  unsigned texel_bytes_;
  bool has_border_ = false;       // an address mode gives kBorderTexel
  bool has_plain_border_ = true;  // its channels are neither negative nor infinite nor NaN
  bool is_unorm8_ = false;        // all channels are UNORM bytes of a texel's only dword
  Pixel border_;
  Pixel outside_;
  std::uint64_t base_;
  std::uint64_t bytes_ = 0;
  memory::ContiguousMemory memory_;  // from base_ to the end of the last texel
  std::array<Channel, 4> channels_;
  // Offsets from base_: computed, or from the tables. `rows_` has the rows of slice 0, then of slice 1, ...
  std::optional<memory::PlaneAddress> plane_;
  std::vector<std::uint32_t> columns_, rows_;
  // Code for the texture's TexelKind (plain_plane.h). Null: the kind has none, and EightLanes does the work.
  PlaneCode sample_plane_ = nullptr;
  PlaneCode load_plane_ = nullptr;
};

}  // namespace eugene::sampler
