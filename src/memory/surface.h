// Surface states, which binding table entries point at. surface_layout.h has the positions of the fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "memory/view.h"

namespace eugene::memory {

inline constexpr std::size_t kSurfaceStateBytes = 64;  // the largest, Gen9's

// Values are the encodings. `scratch` is reserved before Gen12.
enum class SurfaceType : std::uint8_t {
  one_d = 0,
  two_d = 1,
  three_d = 2,
  cube = 3,
  buffer = 4,
  structured_buffer = 5,
  scratch = 6,
  null = 7,
};

enum class TileMode : std::uint8_t { linear = 0, w = 1, x = 2, y = 3 };

// Whether the distance of array elements is in the state (Q pitch), or is computed from height and alignment. The
// alignment of compressed levels and the layout of volumes depend on it too (image_layout.h).
enum class LayoutRules : std::uint8_t { stated_pitch, computed_pitch };

// Kind of auxiliary surface. Its contents are not used.
enum class AuxiliaryMode : std::uint8_t { none = 0, ccs_d = 1, append = 2, hiz = 3, ccs_e = 5 };

// Positions of planar YUV's chroma, relative to the surface's base: columns and rows with the luma plane's pitch.
struct ChromaPlanes {
  std::uint16_t u_x = 0, u_y = 0;  // U; or U and V, interleaved
  std::uint16_t v_x = 0, v_y = 0;  // V, if it has a separate plane
  bool separate = false;
  bool operator==(const ChromaPlanes&) const = default;
};

// Mip levels: the number after the first, and which of them messages use.
struct MipLevels {
  std::uint8_t count = 0;
  std::uint8_t minimum_lod = 0;            // level that messages address as 0
  std::uint8_t base = 0;                   // U4.1
  std::uint16_t resource_minimum_lod = 0;  // U4.8
  bool operator==(const MipLevels&) const = default;
};

// The array elements or slices that messages can reach.
struct SliceRange {
  std::uint16_t first = 0;
  std::uint16_t extent = 1;  // number of slices for typed accesses
  bool operator==(const SliceRange&) const = default;
};

struct PixelOffset {
  std::uint16_t x = 0;  // pixels
  std::uint16_t y = 0;  // rows
  bool operator==(const PixelOffset&) const = default;
};

// Alignment of levels, in pixels and rows.
struct LevelAlignment {
  std::uint8_t horizontal = 4;
  std::uint8_t vertical = 4;
  bool operator==(const LevelAlignment&) const = default;
};

// Interlaced pictures: a field is every other row, beginning with the first or second.
struct LineStride {
  bool every_other = false;
  bool odd = false;
  bool operator==(const LineStride&) const = default;
};

struct Samples {
  std::uint8_t count_log2 = 0;
  bool interleaved = false;  // if false, samples are separate array elements
  bool operator==(const Samples&) const = default;
};

struct Auxiliary {
  AuxiliaryMode mode = AuxiliaryMode::none;
  std::uint64_t address = 0;  // address of an append buffer's counter
  bool operator==(const Auxiliary&) const = default;
};

// Surface format codes that code uses by name; format_table.h has the others.
inline constexpr std::uint16_t kFormatRaw = 0x1FF;
inline constexpr std::uint16_t kFormatPlanar420 = 0x1A5;  // 8 bits for each channel

struct SurfaceState {
  SurfaceType type = SurfaceType::null;
  TileMode tile = TileMode::linear;
  std::uint8_t tiled_resource_mode = 0;  // 0 none, 1 TileYf, 2 TileYs
  bool is_array = false;
  std::uint16_t format = 0;
  std::uint32_t width = 1;     // pixels; for buffers see `elements`
  std::uint32_t height = 1;    // rows
  std::uint32_t depth = 1;     // slices of a 3D surface, or array elements
  std::uint32_t pitch = 1;     // bytes between rows; in buffers, between elements
  std::uint32_t qpitch = 0;    // rows between slices; in 1D surfaces, pixels
  std::uint64_t elements = 1;  // number of a buffer's elements
  std::uint64_t base = 0;      // GPU address
  MipLevels mips;
  SliceRange slices;
  LevelAlignment alignment;
  PixelOffset offset;
  LineStride lines;
  Samples samples;
  std::array<std::uint8_t, 4> channel_select{4, 5, 6, 7};  // red, green, blue, alpha: 0 zero, 1 one, 4 to 7 RGBA
  LayoutRules rules = LayoutRules::stated_pitch;
  std::uint8_t cube_faces = 0x3F;  // enabled: bit 0 +z, 1 -z, 2 +y, 3 -y, 4 +x, 5 -x
  std::uint8_t rotation = 0;       // of render targets, in quarter turns
  Auxiliary auxiliary;
  ChromaPlanes chroma;
  bool operator==(const SurfaceState&) const = default;

  bool is_buffer() const { return type == SurfaceType::buffer || type == SurfaceType::structured_buffer; }
  // Bytes of a buffer that untyped messages can reach.
  std::uint64_t bytes() const;
};

struct SurfaceLayout;

// Decodes `layout.bytes` bytes; every bit pattern is valid.
SurfaceState decode_surface_state(const SurfaceLayout& layout, std::span<const std::byte> bytes);

// The inverse, in the first `layout.bytes` bytes. A value is truncated if the layout has no field for it or too few
// bits.
std::array<std::byte, kSurfaceStateBytes> encode_surface_state(const SurfaceLayout& layout, const SurfaceState& state);

// Reads the surface state of entry `index` of the binding table at `binding_table`. Both the table (bits 15:5 of the
// interface descriptor) and its entries (multiples of layout.bytes) are offsets from `surface_state_base`. Returns
// nullopt if an address is not mapped; it is then `view.bad_address()`.
std::optional<SurfaceState> read_surface_state(View& view, const SurfaceLayout& layout,
                                               std::uint64_t surface_state_base, std::uint32_t binding_table,
                                               unsigned index);

}  // namespace eugene::memory
