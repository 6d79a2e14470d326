// SAMPLER_STATE: addressing and filtering of texels (SNB PRM vol4 part1, SKL PRM vol2d "SAMPLER_STATE").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "memory/format.h"
#include "memory/surface_layout.h"

namespace eugene::sampler {

// The values of these enumerations are the encodings.
enum class Filter : std::uint8_t { nearest = 0, linear = 1, anisotropic = 2, mono = 6 };
enum class MipFilter : std::uint8_t { none = 0, nearest = 1, linear = 3 };
enum class AddressMode : std::uint8_t {
  wrap = 0,
  mirror = 1,
  clamp = 2,
  cube = 3,
  border = 4,
  mirror_once = 5,
  half_border = 6,
  mirror_101 = 7,
};
// A comparison gives 0 if it holds, otherwise 1 (SNB PRM vol4 part1, "Shadow Function").
enum class Comparison : std::uint8_t { always, never, less, equal, less_equal, greater, not_equal, greater_equal };
enum class Reduction : std::uint8_t { standard, comparison, minimum, maximum };

inline constexpr unsigned kLodFractionBits = 8;

struct SamplerState {
  bool disabled = false;
  Filter min_filter = Filter::nearest;
  Filter mag_filter = Filter::nearest;
  MipFilter mip_filter = MipFilter::none;
  std::int32_t lod_bias = 0;  // in 1/256 of a level, as the next two
  std::int32_t minimum_lod = 0;
  std::int32_t maximum_lod = 0;
  bool clamps_lod_first = false;  // LOD PreClamp Mode: OGL
  std::uint8_t base_level = 0;    // in halves of a level; on Gen9 it is in the surface state
  std::array<AddressMode, 3> address{};
  bool overrides_cubes = false;      // Cube Surface Control Mode: address mode cube for all axes of a cube surface
  std::array<bool, 3> rounds_min{};  // round addresses to 1/256 of a texel; otherwise truncate
  std::array<bool, 3> rounds_mag{};
  bool normalised = true;
  std::uint8_t maximum_anisotropy = 2;  // samples: 2, 4, ... 16
  Comparison comparison = Comparison::always;
  Reduction reduction = Reduction::standard;
  bool chroma_key = false;
  bool border_is_8_bit = false;      // Texture Border Color Mode: DX9
  std::uint32_t border_pointer = 0;  // relative to Dynamic State Base Address
  bool operator==(const SamplerState&) const = default;
};

using memory::SurfaceField;

struct SamplerLayout {
  unsigned lod_fraction_bits;       // in the LOD fields; decode_sampler_state() converts them to kLodFractionBits
  std::uint32_t border_bytes;       // bytes that are read at border_pointer
  std::uint8_t border_float_dword;  // first dword of the four floats or integers
  std::uint32_t border_alignment;
  SurfaceField disabled, min_filter, mag_filter, mip_filter, lod_bias, minimum_lod, maximum_lod, lod_preclamp,
      base_level, cube_control, normalised, anisotropy, comparison, reduction_enable, reduction, chroma_key,
      border_mode, border_pointer;
  std::uint8_t preclamp_code;  // code for OGL
  std::array<SurfaceField, 3> address, rounds_min, rounds_mag;
};

inline constexpr unsigned kSamplerStateBytes = 16;
inline constexpr unsigned kSamplersInTable = 16;

extern const SamplerLayout kGen6Samplers;
extern const SamplerLayout kGen9Samplers;

SamplerState decode_sampler_state(const SamplerLayout& layout, std::span<const std::byte, kSamplerStateBytes> bytes);
// The inverse. A value is truncated if the layout has no field for it or too few bits.
std::array<std::byte, kSamplerStateBytes> encode_sampler_state(const SamplerLayout& layout, const SamplerState& state);

// Converts the border colour to a texel of `format`. `bytes` has layout.border_bytes bytes from border_pointer. Colours
// of normalised formats are clamped to the range. Channels that the format lacks have the same values as in its texels.
memory::Pixel decode_border(const SamplerLayout& layout, bool is_8_bit, const memory::PixelFormat& format,
                            std::span<const std::byte> bytes);
inline constexpr std::size_t kMaxBorderBytes = 48;

}  // namespace eugene::sampler
