// Addresses of an image's texels (SKL PRM vol5 "Memory Views", surface layout and tiling; SNB PRM vol1 part1, 7.18
// surface layout).
//
// An image is more than rows of texels: it has mip levels, each half as large as the previous one, array elements or
// the slices of a volume, and samples of a pixel. All of them are placed on one plane of rows, side by side and below
// each other. The rules depend on the kind of surface and, for volumes, on the generation. The plane is then cut into
// tiles. So a texel's address is computed in two steps: its position on the plane, in *elements* (texels, or blocks of
// compressed formats), and the address of that position in the tiling (tiling.h). Everything that does not depend on
// the texel, such as the corner of each level and the distance of array elements, is computed once for each surface.
// Computing it for each texel took half of the time of a typed message.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/diagnostic.h"
#include "memory/format.h"
#include "memory/surface.h"
#include "memory/tiling.h"

namespace eugene::memory {

// A texel of a level. `slice` is z in a 3D level, the element of an array, or 6 * cube + face of a cube.
struct TexelPlace {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t slice = 0;
  std::uint8_t level = 0;   // counted from the first level in memory, not from the minimum LOD
  std::uint8_t sample = 0;  // sample of the pixel
};

struct TexelExtent {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t slices = 1;  // depth of a 3D level, number of array elements, 6 for each cube
  bool operator==(const TexelExtent&) const = default;
};

// A rectangle of texels. Neighbouring texels are neighbouring elements of the surface. Empty: the width is 0.
struct TexelPlane {
  std::uint32_t width = 0, height = 0;
  std::uint64_t x = 0, y = 0;  // of its corner, in elements
};

inline constexpr unsigned kMaxLevels = 15;  // for surfaces of 16384 texels

class ImageLayout {
 public:
  // Fails for unsupported formats, tilings and sample counts. Null surfaces have a layout, but no memory.
  static Result<ImageLayout> make(const SurfaceState& surface);

  const SurfaceState& surface() const { return surface_; }
  const PixelFormat& format() const { return *format_; }  // R32G32B32A32_FLOAT for a null surface
  // Number of levels that messages can reach, including those below the minimum LOD.
  unsigned levels() const;
  // The size of any level. The width of a buffer is its number of elements.
  TexelExtent extent(unsigned level) const;
  bool contains(const TexelPlace& place) const;
  // Bytes from the surface's base to the element that contains the texel at `place`, which need not be inside the
  // surface.
  std::uint64_t offset(const TexelPlace& place) const;
  // Returns the level of the minimum LOD, if offset(x, y) of its elements are the offsets of its texels, and no slice
  // is counted. Otherwise empty.
  const TexelPlane& plane() const { return plane_; }
  // Returns the texels of one slice of a level; nothing if their offsets are not offset(x, y) of its elements: of
  // buffers, null surfaces, compressed formats, several samples and surfaces of every other line.
  std::optional<TexelPlane> find_plane(unsigned level, std::uint32_t slice) const;
  // Offset of the element at column `x`, row `y` of the plane. Assumes level 0 and slice 0, and ignores the X and Y
  // offset.
  std::uint64_t offset(std::uint64_t x, std::uint64_t y) const {
    return surface_offset(surface_.tile, surface_.pitch, x * format_->bytes, y);
  }

 private:
  struct Corner {
    std::uint32_t x = 0;  // elements
    std::uint32_t y = 0;
  };
  enum class Slices : std::uint8_t { none, rows_apart, texels_apart, shrinking_rows };

  ImageLayout(const SurfaceState& surface, const PixelFormat& format) : surface_(surface), format_(&format) {}
  void place_levels();
  void place_volume();
  void place_slices();
  void place_plane();
  TexelPlane find_element(const TexelPlace& place) const;
  std::uint32_t aligned_columns(unsigned level) const;
  std::uint32_t aligned_rows(unsigned level) const;

  SurfaceState surface_;
  const PixelFormat* format_;
  std::uint32_t column_alignment_ = 4;  // elements
  std::uint32_t row_alignment_ = 4;
  Slices slices_ = Slices::none;
  std::uint32_t slice_distance_ = 0;
  std::uint32_t first_slice_ = 0;
  std::array<Corner, kMaxLevels> corners_;
  TexelPlane plane_;
};

}  // namespace eugene::memory
